"""Draws the squares of White's king: python heat_map.py out kings.svg"""

import sys

from duckdb_queries import connect, run


def draw(counts, title):
    """Draws a board. The darkness of a square is the logarithm of its count."""
    from math import log1p

    most = log1p(max(counts.values(), default=1))
    size, left, top = 60, 30, 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 8 * size + 20}" height="{top + 8 * size + 40}" font-family="sans-serif">',
        f'<rect width="100%" height="100%" fill="#ffffff"/><text x="{left}" y="26" font-size="15">{title}</text>',
    ]
    for rank in range(8):
        y = top + (7 - rank) * size
        parts.append(f'<text x="10" y="{y + size / 2 + 5}" font-size="14">{rank + 1}</text>')
        for file in range(8):
            x, count = left + file * size, counts.get("abcdefgh"[file] + str(rank + 1), 0)
            share = log1p(count) / most
            red, green, blue = 255 - round(40 * share), 250 - round(190 * share), 240 - round(210 * share)
            ink = "#ffffff" if share > 0.75 else "#333333"
            parts.append(f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="rgb({red},{green},{blue})" stroke="#999"/>')
            parts.append(f'<text x="{x + size / 2}" y="{y + size / 2 + 5}" font-size="12" text-anchor="middle" fill="{ink}">{count}</text>')
    for file in range(8):
        parts.append(f'<text x="{left + file * size + size / 2}" y="{top + 8 * size + 20}" font-size="14" text-anchor="middle">{"abcdefgh"[file]}</text>')
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    out, picture = sys.argv[1:]
    counts = dict(run(connect(out), "king_squares").fetchall())
    with open(picture, "w") as file:
        file.write(draw(counts, "How often White's king goes to each square"))
    print(f"{picture}: {sum(counts.values())} moves")
