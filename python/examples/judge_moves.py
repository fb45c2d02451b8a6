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
ANSWERS = pa.table({"fen": [START, START, START, PINNED, PINNED], "move": ["1. **e4**", "e2e5", "Ke2", "Nc3", "e2c3 is best"]})


def judge(answers):
    """Adds to each answer whether its move is legal (null if there is nothing to judge), the reason why not, and a legal move in SAN."""
    found = chess0x88.positions(answers["fen"], errors="column")
    positions = pc.struct_field(found, "value")
    legal = chess0x88.is_legal(positions, answers["move"], answers=True)
    reasons = pc.coalesce(pc.struct_field(found, "error"), chess0x88.explain(positions, answers["move"], answers=True))
    # A move may come in either notation, with its number and marks around it.
    sans = chess0x88.san(positions, chess0x88.read_san(positions, answers["move"], answers=True))
    for name, column in [("legal", legal), ("reason", reasons), ("san", sans)]:
        answers = answers.append_column(name, column)
    return answers


if __name__ == "__main__":
    judged = judge(pyarrow.csv.read_csv(sys.argv[1]) if len(sys.argv) > 1 else ANSWERS)
    for row in judged.to_pylist():
        print(f"{row['move']}: {row['reason'] or 'legal, ' + row['san']}")
    judgeable = len(judged) - judged["legal"].null_count
    print(f"{pc.sum(judged['legal']).as_py() or 0} of {judgeable} are legal" + f", {judged['legal'].null_count} cannot be judged" * (judgeable < len(judged)))
