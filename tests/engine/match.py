#!/usr/bin/env python3
"""Plays a match of the example engine against another UCI engine, through python-chess, which knows the rules."""

import argparse
import math
import pathlib
import random
import sys
import time

import chess
import chess.engine
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parents[2]


def opening(number: int, chess960: bool) -> chess.Board:
    """A few random moves, the same for both games of a pair."""
    chance = random.Random(number)
    board = chess.Board.from_chess960_pos(chance.randrange(960)) if chess960 else chess.Board()
    while True:
        start = board.copy()
        for _ in range(6):
            start.push(chance.choice(list(start.legal_moves)))
            if start.is_game_over():
                break
        else:
            return start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=ROOT / "target/release/examples/engine")
    parser.add_argument("--opponent", default="/usr/games/stockfish")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the opponent")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=100_000, help="our nodes for each move")
    parser.add_argument("--opponent-nodes", type=int, default=1_000, help="the opponent's nodes for each move")
    parser.add_argument("--opponent-depth", type=int, help="the opponent's plies for each move, in the place of nodes")
    parser.add_argument("--clock", type=float, help="seconds for each side and game, in the place of nodes for us")
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--pgn", help="write the games here")
    args = parser.parse_args()

    points, results = 0.0, []
    out = open(args.pgn, "w") if args.pgn else None
    with (
        chess.engine.SimpleEngine.popen_uci(str(args.engine)) as ours,
        chess.engine.SimpleEngine.popen_uci(args.opponent) as theirs,
    ):
        theirs.configure(dict(option.split("=", 1) for option in args.option))
        for number in range(args.games):
            we_are = chess.WHITE if number % 2 == 0 else chess.BLACK
            board = opening(number // 2, args.chess960)
            clocks = {chess.WHITE: args.clock, chess.BLACK: args.clock}
            while not board.is_game_over(claim_draw=True) and board.ply() < 400:
                if board.turn != we_are:
                    depth = args.opponent_depth
                    limit = chess.engine.Limit(depth=depth) if depth else chess.engine.Limit(nodes=args.opponent_nodes)
                    engine = theirs
                elif args.clock:
                    limit = chess.engine.Limit(white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK])
                    engine = ours
                else:
                    limit, engine = chess.engine.Limit(nodes=args.nodes), ours
                started = time.monotonic()
                # An illegal move, or no answer, is an exception.
                answer = engine.play(board, limit, game=number)
                if args.clock:
                    clocks[board.turn] -= time.monotonic() - started
                    assert clocks[board.turn] > 0 or engine is theirs, "out of time"
                assert answer.move in board.legal_moves, answer.move
                board.push(answer.move)
            result = board.result(claim_draw=True)
            score = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
            points += score if we_are == chess.WHITE else 1 - score
            results.append(result)
            print(f"game {number + 1}: {'engine' if we_are else 'opponent'} is White: {result} in {board.ply()} plies, {points} points", flush=True)
            if out:
                game = chess.pgn.Game.from_board(board)
                game.headers["White"], game.headers["Black"] = ("engine", "opponent") if we_are else ("opponent", "engine")
                print(game, end="\n\n", file=out)
    share = min(max(points / args.games, 0.005), 0.995)
    print(f"{points} of {args.games}: {-400 * math.log10(1 / share - 1):+.0f} Elo")
    return 0


sys.exit(main())
