"""Draws the ends of games by opening: ``chess0x88 plot out openings.svg``.

A bar is the name of an opening up to the first colon or comma, so that its variations are one bar. For games without a name it is their ECO code, and
without a code their first two moves.
"""

import argparse
import collections
import pathlib
from xml.sax.saxutils import escape

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import uci

# The names of the columns, and those with `--names lichess`.
COLUMNS = {"opening": "Opening", "eco": "ECO", "result": "Result", "fen": "fen", "movedata": "movedata"}
COLOURS = {"1-0": "#f0e6d2", "1/2-1/2": "#b5b5b5", "0-1": "#4a4a4a"}


def count(folder):
    """Counts the results of each opening, the openings with most games first."""
    files = sorted(pathlib.Path(folder, "games").glob("*.parquet"))
    if not files:
        raise FileNotFoundError(f"{folder}: there are no tables: `chess0x88 convert games.pgn -o {folder}` makes them")
    openings = collections.defaultdict(collections.Counter)
    for file in map(pq.ParquetFile, files):
        names = COLUMNS.values() if "Opening" in file.schema_arrow.names else COLUMNS
        for batch in file.iter_batches(columns=list(names)):
            opening, eco, result, fen, movedata = (batch[name] for name in names)
            known = pc.coalesce(pc.replace_substring_regex(opening, r"\s*([:,]|#\d).*", ""), eco)
            # Their first two moves name the others.
            others = pc.and_(pc.is_null(known), pc.is_null(fen))
            moves = uci(pc.if_else(others, movedata, pa.scalar(None, pa.binary())))
            known = pc.coalesce(known, pc.extract_regex(moves, r"^(?P<moves>\S+ \S+)").field("moves"))
            table = pa.table({"opening": known, "result": result})
            for row in table.group_by(["opening", "result"]).aggregate([([], "count_all")]).to_pylist():
                if row["opening"] and row["result"] in COLOURS:
                    openings[row["opening"]][row["result"]] += row["count_all"]
    return sorted(openings.items(), key=lambda item: (-item[1].total(), item[0]))


def draw(rows):
    """Draws a bar for each opening: White's wins, draws, Black's wins."""
    left, width, height, top = 320, 480, 22, 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 190}" height="{top + height * len(rows) + 10}" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    # The legend: a box in the colour of the bars, and its meaning.
    for index, (colour, meaning) in enumerate(zip(COLOURS.values(), ("White wins", "draw", "Black wins"), strict=True)):
        x = left + 110 * index
        parts.append(f'<rect x="{x}" y="13" width="12" height="12" fill="{colour}" stroke="#888"/><text x="{x + 18}" y="24">{meaning}</text>')
    columns = [left + width + 55, left + width + 110, left + width + 180]
    heads = zip(columns, ("White", "Black", "games"), strict=True)
    parts += [f'<text x="{x}" y="24" text-anchor="end">{head}</text>' for x, head in heads]
    for index, (opening, results) in enumerate(rows):
        y, x, games = top + height * index, left, results.total()
        name = opening if len(opening) <= 42 else opening[:41] + "…"
        parts.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        for result, colour in COLOURS.items():
            share = results[result] / games
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{share * width:.1f}" height="{height - 4}" fill="{colour}" stroke="#888"/>')
            x += share * width
        cells = (f"{results['1-0'] / games:.0%}", f"{results['0-1'] / games:.0%}", f"{games:,}")
        parts += [f'<text x="{x}" y="{y + 14}" text-anchor="end">{cell}</text>' for x, cell in zip(columns, cells, strict=True)]
    return "\n".join([*parts, "</svg>\n"])


def main(arguments):
    parser = argparse.ArgumentParser(prog="chess0x88 plot", description="Draws how games end by opening.")
    parser.add_argument("tables", help="the folder with the tables")
    parser.add_argument("picture", help="the file to write, .svg")
    parser.add_argument("--openings", type=int, default=20, help="how many, those with most games first [default: 20]")
    chosen = parser.parse_args(arguments)
    try:
        rows = count(chosen.tables)[: chosen.openings]
        if not rows:
            return f"{chosen.tables}: no game has moves and a result"
        pathlib.Path(chosen.picture).write_text(draw(rows), encoding="utf-8")
    except (OSError, pa.ArrowException) as error:
        return f"chess0x88 plot: {error}"
    print(f"{chosen.picture}: {len(rows)} openings")
    return 0
