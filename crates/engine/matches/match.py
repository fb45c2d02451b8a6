#!/usr/bin/env python3
"""Plays a match of the example engine against another player, through python-chess, which knows the rules.

No clock decides anything unless --clock is given, so a busy machine gives the same scores as an idle one.
"""

import argparse
import contextlib
import math
import pathlib
import random
import statistics
import sys
import time

import chess
import chess.engine
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parents[3]
OPENINGS = [(first, reply) for first in "e4 d4 c4 Nf3 Nc3 g3 b3".split() for reply in "c5 e6 c6 d5 Nf6 d6 g6 b6".split()]
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def opening(number: int, chess960: bool) -> chess.Board:
    """Returns the same start for both games of a pair."""
    if chess960:
        return chess.Board.from_chess960_pos(random.Random(number).randrange(960))
    board = chess.Board()
    for san in OPENINGS[number % len(OPENINGS)]:
        board.push_san(san)
    return board


def any_capture(board: chess.Board) -> chess.Move:
    """Captures if possible, and else moves at random: a child that knows how the pieces move."""
    return random.choice(list(board.generate_legal_captures()) or list(board.legal_moves))


def beginner(board: chess.Board) -> chess.Move:
    """Looks one move ahead: mates, takes what is worth most, and puts nothing where it can be taken for less, as far as it sees."""

    def gain(move: chess.Move) -> float:
        taken = board.piece_type_at(move.to_square) if board.is_capture(move) else None
        own = WORTH[move.promotion or board.piece_type_at(move.from_square)]
        gained = WORTH.get(taken, 1 if taken is None and board.is_capture(move) else 0) + (8 if move.promotion == chess.QUEEN else 0)
        board.push(move)
        is_mate, attackers = board.is_checkmate(), board.attackers(board.turn, move.to_square)
        defended = bool(board.attackers(not board.turn, move.to_square))
        board.pop()
        least = min((WORTH[board.piece_type_at(square)] for square in attackers), default=None)
        risk = 0 if least is None else own - (least if defended else 0)
        return 1000 * is_mate + gained - max(risk, 0) + random.random()

    return max(board.legal_moves, key=gain)


def pick_depth(elo: int) -> int:
    """Returns the depth at which Stockfish 15.1 picks its move for a UCI_Elo: it plays so at any slower pace, too."""
    return 1 + int(((elo - 1346.6) / 143.4) ** (1 / 0.806))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=ROOT / "target/release/examples/engine")
    parser.add_argument("--opponent", default="/usr/games/stockfish", help="an engine, or any-capture, or beginner")
    parser.add_argument("--our", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the opponent")
    parser.add_argument("--elo", type=int, help="UCI_Elo of both; Stockfish searches as deep as it needs")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="passes over so many openings")
    parser.add_argument("--nodes", type=int, default=100_000, help="our nodes for each move; with --elo the level has its own")
    parser.add_argument("--opponent-nodes", type=int, default=1_000, help="the opponent's nodes for each move")
    parser.add_argument("--opponent-depth", type=int, help="the opponent's plies for each move, in the place of nodes")
    parser.add_argument("--clock", type=float, help="seconds for each side and game, in the place of nodes for us")
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--pgn", help="write the games here")
    args = parser.parse_args()
    if args.elo:
        level = ["UCI_LimitStrength=true", f"UCI_Elo={args.elo}"]
        args.our, args.option, args.nodes = level + args.our, level + args.option, 10_000_000
        args.opponent_depth = args.opponent_depth or pick_depth(args.elo)
    player = {"any-capture": any_capture, "beginner": beginner}.get(args.opponent)

    scores = []
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(open(args.pgn, "w")) if args.pgn else None
        start = lambda path: stack.enter_context(chess.engine.SimpleEngine.popen_uci(str(path)))
        ours = start(args.engine)
        ours.configure(dict(option.split("=", 1) for option in args.our))
        theirs = None if player else start(args.opponent)
        if theirs:
            theirs.configure(dict(option.split("=", 1) for option in args.option))
        for number in range(args.games):
            we_are = chess.WHITE if number % 2 == 0 else chess.BLACK
            board = opening(args.first + number // 2, args.chess960)
            clocks = {chess.WHITE: args.clock, chess.BLACK: args.clock}
            while not (board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100) and board.ply() < 400:
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
                # An illegal move, or no answer, raises an exception.
                move = engine.play(board, limit, game=number).move if engine else player(board)
                if args.clock:
                    clocks[board.turn] -= time.monotonic() - started
                    assert clocks[board.turn] > 0 or engine is not ours, "out of time"
                assert move in board.legal_moves, move
                board.push(move)
            result = board.result(claim_draw=True)
            score = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
            scores.append(score if we_are == chess.WHITE else 1 - score)
            names = ("engine", "opponent") if we_are else ("opponent", "engine")
            print(f"game {number + 1}: {names[0]} is White: {result} in {board.ply()} plies, {sum(scores)} points", flush=True)
            if out:
                game = chess.pgn.Game.from_board(board)
                game.headers["White"], game.headers["Black"] = names
                print(game, end="\n\n", file=out)
    share = statistics.fmean(scores)
    error = statistics.pstdev(scores) / math.sqrt(len(scores))
    elo = lambda share: -400 * math.log10(1 / min(max(share, 0.005), 0.995) - 1)
    low, high = elo(share - error), elo(share + error)
    print(f"{sum(scores)} of {args.games}: {elo(share):+.0f} Elo, one standard error from {low:+.0f} to {high:+.0f}")
    return 0


sys.exit(main())
