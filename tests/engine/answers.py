#!/usr/bin/env python3
"""Asks the example engine through python-chess what other engines leave unanswered: each question must get its answer."""

import argparse
import pathlib
import sys

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
Limit = chess.engine.Limit
A2A5 = chess.Move.from_uci("a2a5")
MATED = chess.Board("7k/5QK1/8/8/8/8/8/8 b - - 0 1")
START = chess.Board()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=str(ROOT / "target/release/examples/engine"))
    args = parser.parse_args()

    with chess.engine.SimpleEngine.popen_uci(args.engine, timeout=10) as engine:
        engine.configure({"Move Overhead": 5})
        some = [chess.Move.from_uci(uci) for uci in ("a2a3", "h2h4")]
        for limit in (Limit(depth=3), Limit(time=0.05), Limit(nodes=1), Limit(white_clock=0.05), Limit(black_clock=1), Limit(white_inc=1)):
            assert not engine.play(START, limit, root_moves=[]).move, limit
            assert not engine.play(START, limit, root_moves=[A2A5]).move, limit
            assert engine.play(START, limit, root_moves=[A2A5, *some]).move in some, limit
            assert engine.play(START, limit).move in START.legal_moves, limit
            assert not engine.play(MATED, limit).move, limit
        with engine.analysis(START) as analysis:
            analysis.stop()
            assert analysis.wait().move in START.legal_moves
    print("every question is answered")
    return 0


sys.exit(main())
