"""How games end by opening, as a picture: python plot.py out openings.svg

Games that do not name their opening go by its ECO code, and those without one by their first two moves.
"""

import sys
from xml.sax.saxutils import escape

from duckdb_queries import connect

QUERY = """
WITH named AS (
    SELECT coalesce(opening, eco, array_to_string(split(moves_uci, ' ')[1:2], ' ')) AS opening, result
    FROM games
    WHERE result <> '*' AND (fen IS NULL OR opening IS NOT NULL OR eco IS NOT NULL)
)
SELECT opening, count(*) AS games,
       avg((result = '1-0')::INTEGER) AS white, avg((result = '1/2-1/2')::INTEGER) AS draw, avg((result = '0-1')::INTEGER) AS black
FROM named
WHERE opening <> ''
GROUP BY opening
ORDER BY games DESC, opening
LIMIT 20
"""
COLOURS = ("#f0e6d2", "#b5b5b5", "#4a4a4a")


def draw(rows):
    """A bar for each opening: White's wins, draws, Black's wins."""
    left, width, height, top = 320, 480, 22, 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 90}" height="{top + height * len(rows) + 10}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="100%" height="100%" fill="#ffffff"/><text x="{left}" y="24">White wins, draws, Black wins, of so many games</text>',
    ]
    for index, (opening, games, *shares) in enumerate(rows):
        y, x = top + height * index, left
        name = opening if len(opening) <= 42 else opening[:41] + "…"
        parts.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        for share, colour in zip(shares, COLOURS):
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{share * width:.1f}" height="{height - 4}" fill="{colour}" stroke="#888"/>')
            x += share * width
        parts.append(f'<text x="{left + 6}" y="{y + 14}">{shares[0]:.0%}</text><text x="{left + width + 8}" y="{y + 14}">{games}</text>')
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    out, picture = sys.argv[1:]
    rows = connect(out).execute(QUERY).fetchall()
    if not rows:
        sys.exit(f"{out}: no game has moves and a result")
    with open(picture, "w") as file:
        file.write(draw(rows))
    print(f"{picture}: {len(rows)} openings")
