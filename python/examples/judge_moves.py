"""Judges the moves of a language model: which are legal, and why the others are illegal.

    python judge_moves.py answers.csv     columns `fen` and `move`, in SAN or UCI
    python judge_moves.py                 some typical answers

The reasons go back into training, or into the next prompt.
"""

import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

import chess0x88

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PINNED = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
ANSWERS = pa.table({"fen": [START, START, START, PINNED, PINNED], "move": ["e4", "e2e5", "Ke2", "Nc3", "e2c3 is best"]})


def judge(answers):
    """Adds to each answer the reason why its move is illegal (null for a legal move), and the move in SAN."""
    positions = chess0x88.positions(answers["fen"])
    reasons = chess0x88.explain(positions, answers["move"])
    # A move may come in either notation.
    uci = pc.coalesce(chess0x88.read_san(positions, answers["move"]), answers["move"])
    return answers.append_column("reason", reasons).append_column("san", chess0x88.san(positions, uci))


if __name__ == "__main__":
    judged = judge(pyarrow.csv.read_csv(sys.argv[1]) if len(sys.argv) > 1 else ANSWERS)
    for row in judged.to_pylist():
        print(f"{row['move']}: {row['reason'] or 'legal, ' + row['san']}")
    print(f"{judged['reason'].null_count} of {len(judged)} are legal")
