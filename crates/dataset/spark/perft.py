"""Counts perft on many machines: counts the tasks of `perft --divide --json` one by one, and checks their sum.

    cargo build --release --example perft                                                      in the library's folder
    python perft.py ../../../target/release/examples/perft --depth 7 --split 2                  by the cores of this machine
    python perft.py /shared/perft --depth 9 --split 3 --master 'spark://host:7077' --expect 2439530234167

A task is a position after `--split` plies with the remaining depth. A position with several ways to it is one task, counted once and multiplied. With
`--master` the tasks run on Spark, and all machines must have the program at the same path. Without it the script needs only the standard library. With
`--check` each task is counted again, split by its moves, and must give the same number.
"""

import argparse
import collections
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def divide(program, fen, depth):
    """Splits a position into tasks."""
    if depth < 1:
        return []
    command = [program, "--divide", "--json", "--fen", fen, "--depth", str(depth)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def count(task):
    """Counts the nodes of a task in a process of its own, times the number of ways to its position."""
    program, fen, depth, times, check = task
    command = [program, "--fen", fen, "--depth", str(depth)]
    nodes = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])
    if check and depth > 0:
        parts = sum(part["nodes"] for part in divide(program, fen, depth))
        if parts != nodes:
            raise ValueError(f"{fen}: {nodes} nodes at depth {depth}, but its moves add up to {parts}")
    return nodes * times


def tasks(program, fen, depth, split, check):
    """Returns the positions after `split` plies, each with the number of ways to it."""
    met = collections.Counter([fen])
    split = min(split, depth)
    for _ in range(split):
        after = collections.Counter()
        for position, times in met.items():
            for part in divide(program, position, 1):
                after[part["fen"]] += times
        met = after
    return [(program, position, depth - split, times, check) for position, times in met.items()]


def total(work, master):
    if master is None:
        with ThreadPoolExecutor(cpu_count()) as pool:
            return sum(pool.map(count, work))
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    spark = running or SparkSession.builder.master(master).appName("perft").config("spark.ui.enabled", "false").getOrCreate()
    try:
        return spark.sparkContext.parallelize(work, max(1, len(work))).map(count).sum()
    finally:
        if not running:
            spark.stop()


def main():
    parser = argparse.ArgumentParser(description="Perft by many machines")
    parser.add_argument("program", help="the program that examples/perft.rs makes")
    parser.add_argument("--fen", default=START)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--split", type=int, default=1, help="plies until a position is a task")
    parser.add_argument("--master", help="Spark's master; without it, the cores of this machine")
    parser.add_argument("--expect", type=int, help="the total that is known")
    parser.add_argument("--check", action="store_true", help="count each task again, split by its moves")
    args = parser.parse_args()
    work = tasks(args.program, args.fen, args.depth, args.split, args.check)
    nodes = total(work, args.master)
    print(f"{nodes} nodes in {len(work)} tasks")
    if args.expect is not None and nodes != args.expect:
        sys.exit(f"{args.expect} nodes were expected")


if __name__ == "__main__":
    main()
