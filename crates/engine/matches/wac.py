#!/usr/bin/env python3
"""Runs Win at Chess against the example engine, through python-chess, and reports what was solved."""

import argparse
import pathlib
import sys
import time

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=ROOT / "target/release/examples/engine")
    parser.add_argument("--suite", default=ROOT / "tests/data/wac.epd")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int, help="nodes for each position, in the place of seconds")
    parser.add_argument("--every", type=int, default=1, help="take only every n-th position")
    args = parser.parse_args()

    lines = [line.strip() for line in open(args.suite) if line.strip() and not line.startswith("#")]
    limit = chess.engine.Limit(nodes=args.nodes) if args.nodes else chess.engine.Limit(time=args.seconds)
    solved, missed, nodes, start = 0, [], 0, time.time()
    with chess.engine.SimpleEngine.popen_uci(str(args.engine)) as engine:
        engine.configure({"Hash": 64})
        for i, line in enumerate(lines[:: args.every]):
            board = chess.Board()
            wanted = board.set_epd(line)
            # Each position is a game of its own, so that nothing is remembered.
            answer = engine.play(board, limit, game=i, info=chess.engine.INFO_ALL)
            nodes += answer.info.get("nodes", 0)
            if answer.move in wanted["bm"]:
                solved += 1
            else:
                missed.append(f"{wanted['id']} {board.san(answer.move)}")
    total = solved + len(missed)
    each = f"{args.nodes} nodes" if args.nodes else f"{args.seconds} s"
    print("missed:", ", ".join(missed))
    print(f"{solved} of {total} in {each} each; {nodes / max(time.time() - start, 1e-9) / 1e6:.2f} million nodes per second")
    return 0


sys.exit(main())
