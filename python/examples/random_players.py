"""Random players on 4,096 boards at once: an environment for reinforcement learning is a loop over columns.

A position does not know the positions before it, so the environment keeps their keys, and ends games at the third repetition.

    python random_players.py [BOARDS STEPS]

A network takes ``chess0x88.planes(positions, state=True)``, and gives a number for each of ``chess0x88.UCI_MOVES``.
"""

import collections
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import chess0x88

START = chess0x88.positions("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")[0]


def play_games(boards, steps, seed=0, network=None):
    """Counts the results of games. A board whose game is over starts a new game."""
    generator = np.random.default_rng(seed)
    positions, ends = pa.repeat(START, boards), collections.Counter()
    # The keys of each board's positions since the last capture or pawn's move, which are at most 150 until the game ends.
    seen, ages, rows = np.zeros((boards, 150), np.int64), np.zeros(boards, np.int64), np.arange(boards)
    seen[:, 0] = chess0x88.key(START)[0].as_py()
    for _ in range(steps):
        logits = network(positions) if network else generator.random((boards, len(chess0x88.UCI_MOVES)), np.float32)
        moves = np.argmax(np.where(chess0x88.legal_mask(positions), logits, -np.inf), axis=1)
        positions = chess0x88.play(positions, moves, errors="raise")
        outcome = chess0x88.outcome(positions)
        reasons = np.array(outcome.field("reason").to_pylist(), object)
        clocks = chess0x88.planes(positions, clock=True)[:, 12, 0, 0]
        ages = np.where(clocks == 0, 0, ages + 1)
        keys = chess0x88.key(positions).to_numpy()
        seen[rows, ages % 150] = keys
        repeats = ((seen == keys[:, None]) & (np.arange(150) <= ages[:, None])).sum(axis=1)
        reasons = np.where((reasons == None) & (repeats >= 3), "threefold repetition", reasons)  # noqa: E711
        over = reasons != None  # noqa: E711
        ends.update(reasons[over].tolist())
        positions = pc.if_else(pa.array(over), START, positions)
        ages[over] = 0
        seen[over, 0] = chess0x88.key(START)[0].as_py()
    return ends


if __name__ == "__main__":
    boards, steps = [int(argument) for argument in sys.argv[1:]] or (4096, 200)
    begun = time.perf_counter()
    ends = play_games(boards, steps)
    seconds = time.perf_counter() - begun
    print(f"{boards * steps} moves on {boards} boards in {seconds:.1f} s; {ends.total()} games ended:")
    for reason, count in ends.most_common():
        print(f"{count:8} {reason}")
