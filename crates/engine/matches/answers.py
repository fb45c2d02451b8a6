#!/usr/bin/env python3
"""Asks the example engine through python-chess what other engines leave unanswered: each question must get its answer."""

import argparse
import pathlib
import sys

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parents[3]
Limit = chess.engine.Limit
A2A5 = chess.Move.from_uci("a2a5")
MATED = chess.Board("7k/5QK1/8/8/8/8/8/8 b - - 0 1")
START = chess.Board()
# The options of lichess-bot's default configuration. It stops if the engine lacks one of them.
LICHESS_BOT = {"Move Overhead": 100, "Threads": 4, "Hash": 512, "SyzygyPath": "./syzygy/", "UCI_ShowWDL": True}


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
        for lines in (3, 20, 100):
            found = engine.analyse(START, Limit(depth=4), multipv=lines)
            assert len({info["pv"][0] for info in found}) == len(found) == min(lines, 20), found
            scores = [info["score"].relative for info in found]
            assert scores == sorted(scores, reverse=True), scores
        engine.configure(LICHESS_BOT)
        info = engine.analyse(START, Limit(time=0.1))
        assert info["wdl"].relative.total() == 1000 and info["pv"], info
        assert engine.play(START, Limit(white_clock=1, black_clock=1), ponder=True).move in START.legal_moves
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1350, "Threads": 1})
        assert engine.play(START, Limit(white_clock=10, black_clock=10)).move in START.legal_moves
    print("every question is answered")
    return 0


sys.exit(main())
