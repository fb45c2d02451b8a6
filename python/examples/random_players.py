"""Random players on 4,096 boards at once: an environment for reinforcement learning is a loop over columns.

    python random_players.py [BOARDS STEPS]

Replace ``logits`` by a network: its input is ``chess0x88.planes(positions, state=True)``, its output a number for each of ``chess0x88.UCI_MOVES``.
"""

import collections
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import chess0x88

START = chess0x88.positions("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")[0]


def play_games(boards, steps, seed=0):
    """Counts the results of games. A board whose game is over starts a new game."""
    generator = np.random.default_rng(seed)
    positions, ends = pa.repeat(START, boards), collections.Counter()
    for _ in range(steps):
        logits = generator.random((boards, len(chess0x88.UCI_MOVES)), np.float32)
        moves = np.argmax(np.where(chess0x88.legal_mask(positions), logits, -np.inf), axis=1)
        positions = chess0x88.play(positions, moves, errors="raise")
        outcome = chess0x88.outcome(positions)
        over = pc.not_equal(outcome.field("result"), "*")
        ends.update(outcome.field("reason").drop_null().to_pylist())
        positions = pc.if_else(over, START, positions)
    return ends


if __name__ == "__main__":
    boards, steps = [int(argument) for argument in sys.argv[1:]] or (4096, 200)
    begun = time.perf_counter()
    ends = play_games(boards, steps)
    seconds = time.perf_counter() - begun
    print(f"{boards * steps} moves on {boards} boards in {seconds:.1f} s; {ends.total()} games ended:")
    for reason, count in ends.most_common():
        print(f"{count:8} {reason}")
