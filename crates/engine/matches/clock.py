#!/usr/bin/env python3
"""Plays the example engine against itself on the clock, beside processes that keep the machine busy: counts losses on time."""

import argparse
import pathlib
import random
import subprocess
import sys
import time

import chess

from uci import Engine

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Ends with this script in any case.
BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"


def opening(number: int) -> chess.Board:
    """A few random moves, the same for both games of a pair."""
    chance, board = random.Random(number // 2), chess.Board()
    while board.ply() < 6 and not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return board


class Clocks:
    """Both clocks of a game in milliseconds, by the wall, and the worst that was seen of any."""

    least = float("inf")
    moves = 0

    def __init__(self, base: float, increment: float) -> None:
        self.left, self.increment = {chess.WHITE: base, chess.BLACK: base}, increment

    def go(self) -> str:
        white, black = (max(int(self.left[color]), 0) for color in (chess.WHITE, chess.BLACK))
        return f"go wtime {white} btime {black} winc {int(self.increment)} binc {int(self.increment)}"

    def has_fallen(self, color: chess.Color, spent: float) -> bool:
        self.left[color] -= spent
        Clocks.least, Clocks.moves = min(Clocks.least, self.left[color]), Clocks.moves + 1
        if self.left[color] <= 0:
            return True
        self.left[color] += self.increment
        return False


def play(engines: dict[chess.Color, Engine], board: chess.Board, clocks: Clocks) -> str:
    """How the game ends."""
    for engine in engines.values():
        engine.say("ucinewgame")
        engine.ready()
    start = board.fen()
    moves: list[str] = []
    while not board.is_game_over(claim_draw=True) and len(moves) < 400:
        color, engine = board.turn, engines[board.turn]
        engine.say(f"position fen {start} moves {' '.join(moves)}" if moves else f"position fen {start}")
        go = clocks.go()
        started = time.monotonic()
        move = engine.best_move(go)
        if clocks.has_fallen(color, 1000 * (time.monotonic() - started)):
            return f"lost on time by {chess.COLOR_NAMES[color]} after {len(moves)} plies: {go}, {-clocks.left[color]:.0f} ms too late"
        assert chess.Move.from_uci(move) in board.legal_moves, f"{move} in {board.fen()}"
        board.push_uci(move)
        moves.append(move)
    return board.result(claim_draw=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=str(ROOT / "target/release/examples/engine"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--increment", type=float, default=0.01, help="seconds for each move")
    parser.add_argument("--busy", type=int, default=2, help="processes that compute all the time")
    parser.add_argument("--overhead", type=int, help="milliseconds; the engine's default if it is not given")
    args = parser.parse_args()

    options = {} if args.overhead is None else {"Move Overhead": args.overhead}
    engines = [Engine(args.engine, options) for _ in range(2)]
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(args.busy)]
    lost = 0
    try:
        for number in range(args.games):
            white, black = engines if number % 2 == 0 else reversed(engines)
            end = play({chess.WHITE: white, chess.BLACK: black}, opening(number), Clocks(1000 * args.seconds, 1000 * args.increment))
            lost += end.startswith("lost")
            print(f"game {number + 1}: {end}", flush=True)
    finally:
        for process in busy:
            process.kill()
    for engine in engines:
        engine.quit()
    print(f"{args.games} games, {Clocks.moves} moves, {lost} lost on time; the least on a clock was {Clocks.least:.0f} ms")
    return int(lost > 0)


sys.exit(main())
