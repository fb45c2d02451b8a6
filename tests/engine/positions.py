#!/usr/bin/env python3
"""Writes positions for tune.rs: from games of the example engine against itself, with what Stockfish says of each."""

import argparse
import pathlib
import random
import sys

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A mate counts as this many centipawns, and nothing counts more.
MOST = 2500


def is_quiet(board: chess.Board, move: chess.Move) -> bool:
    return not (board.is_check() or board.is_capture(move) or move.promotion)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=str(ROOT / "target/release/examples/engine"))
    parser.add_argument("--judge", default="/usr/games/stockfish")
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--nodes", type=int, default=2_500, help="the engine's nodes for each move")
    parser.add_argument("--judge-nodes", type=int, default=2_000, help="the judge's nodes for each position")
    args = parser.parse_args()

    seen = set()
    with (
        chess.engine.SimpleEngine.popen_uci(args.engine) as player,
        chess.engine.SimpleEngine.popen_uci(args.judge) as judge,
    ):
        for number in range(args.games):
            chance, board = random.Random(number), chess.Board()
            while not board.is_game_over(claim_draw=True) and board.ply() < 300:
                if board.ply() < 8:
                    board.push(chance.choice(list(board.legal_moves)))
                    continue
                move = player.play(board, chess.engine.Limit(nodes=args.nodes), game=number).move
                # A third of the positions: neighbours are much alike.
                if is_quiet(board, move) and board.epd() not in seen and chance.random() < 1 / 3:
                    seen.add(board.epd())
                    info = judge.analyse(board, chess.engine.Limit(nodes=args.judge_nodes))
                    # What the judge would capture is not yet settled.
                    if "pv" in info and is_quiet(board, info["pv"][0]):
                        score = info["score"].relative.score(mate_score=100_000)
                        print(board.fen(), "|", max(-MOST, min(MOST, score)), flush=True)
                board.push(move)
    return 0


sys.exit(main())
