"""Games in all spellings of results, tags, null moves, languages and line ends: those of crates/pgn/tests/it/kinds.rs. Run by python/test."""

import os
import pathlib

import chess0x88


def test_a_game_in_any_spelling_has_the_rows_of_its_usual_spelling():
    # Text and usual spelling, each followed by a healthy game.
    lines = sorted(pathlib.Path(os.environ["KINDS"]).read_text().splitlines())
    pairs = [line.split() for line in lines[:: len(lines) // 1200]]
    assert len(pairs) > 1000
    names = ["movedata", "moves_uci", "ply_count", "result", "fen"]

    def rows(column):
        return chess0x88.read_pgn([bytes.fromhex(pair[column]) for pair in pairs], columns=names).read_all().to_pylist()

    read, usual = rows(0), rows(1)
    assert len(usual) == 2 * len(pairs)
    wrong = [bytes.fromhex(pairs[row // 2][0]) for row in range(len(usual)) if row >= len(read) or read[row] != usual[row]]
    assert not wrong, wrong[:3]
    assert len(read) == len(usual)
