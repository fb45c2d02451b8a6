#!/usr/bin/env python3
"""Lets the example engine play Makruk against itself, and holds each move against the rules of Fairy-Stockfish (pyffish)."""

import argparse
import pathlib
import random
import sys

import pyffish

from uci import Engine

ROOT = pathlib.Path(__file__).resolve().parents[3]
START = pyffish.start_fen("makruk")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=str(ROOT / "target/release/examples/engine"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=2_000)
    parser.add_argument("--plies", type=int, default=300)
    args = parser.parse_args()

    engine, checked, ends = Engine(args.engine, {"UCI_Variant": "makruk"}), 0, {}
    for number in range(args.games):
        chance, moves = random.Random(number), []
        engine.say("ucinewgame")
        while len(moves) < args.plies:
            legal = pyffish.legal_moves("makruk", START, moves)
            if not legal:
                end = "mate" if pyffish.gives_check("makruk", START, moves) else "stalemate"
                break
            optional, _ = pyffish.is_optional_game_end("makruk", START, moves)
            if optional:
                end = "draw"
                break
            if len(moves) < 4:
                moves.append(chance.choice(sorted(legal)))
                continue
            engine.say("position startpos moves " + " ".join(moves))
            move = engine.best_move(f"go nodes {args.nodes}")
            assert move in legal, f"{move} after {' '.join(moves)}"
            checked += 1
            moves.append(move)
        else:
            end = "unfinished"
        ends[end] = ends.get(end, 0) + 1
    engine.quit()
    print(f"{args.games} games, {checked} moves, all legal; ended by {ends}")
    return 0


sys.exit(main())
