#!/usr/bin/env python3
"""Writes python-chess's verdicts into tests/data/world_fens.txt.

The third mark of a line becomes p if python-chess reads the text and calls
the position valid (as Chess960, since that is what a FEN may be), else -.

Needs the module:

    pip install chess==1.11.2

Use, from anywhere:

    python3 tests/world_fens.py
"""

import pathlib

import chess

DATA = pathlib.Path(__file__).parent / "data" / "world_fens.txt"


def takes(text: str) -> bool:
    try:
        return chess.Board(text, chess960=True).is_valid()
    except ValueError:
        return False


def main() -> None:
    lines = []
    for line in DATA.read_text().splitlines():
        if not line.startswith("#"):
            text = line.split("\t")[1]
            line = line[:2] + ("p" if takes(text) else "-") + line[3:]
        lines.append(line + "\n")
    DATA.write_text("".join(lines))


main()
