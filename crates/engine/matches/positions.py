#!/usr/bin/env python3
"""Reads positions that `tune games` has written, and writes them for tune.rs, with what Stockfish says of each."""

import argparse
import subprocess
import sys
import threading

import chess

# The score of a mate in centipawns, and the largest score.
MOST = 2500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", default="/usr/games/stockfish")
    parser.add_argument("--nodes", type=int, default=500, help="the judge's nodes for each position")
    args = parser.parse_args()

    fens = [line.strip() for line in sys.stdin]
    judge = subprocess.Popen([args.judge], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask() -> None:
        for fen in fens:
            judge.stdin.write(f"position fen {fen}\ngo nodes {args.nodes}\n")
        # It answers the last question before it reads on.
        judge.stdin.write("position startpos\ngo depth 1\nisready\n")
        judge.stdin.flush()

    # All questions are sent at once, which saves waiting for each answer.
    threading.Thread(target=ask).start()
    waiting, score = iter(fens), 0
    for line in judge.stdout:
        words = line.split()
        if "score" in words:
            kind, number = words[words.index("score") + 1 :][:2]
            score = int(number) if kind == "cp" else MOST if int(number) > 0 else -MOST
        elif words[:1] == ["bestmove"]:
            fen = next(waiting, None)
            if fen is None:
                break
            # A position in which the judge would capture is not quiet.
            board, move = chess.Board(fen), chess.Move.from_uci(words[1])
            if not board.is_capture(move) and not move.promotion:
                print(fen, "|", max(-MOST, min(MOST, score)))
    judge.communicate("quit\n")
    return 0


sys.exit(main())
