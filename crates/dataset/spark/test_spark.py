"""Two workers on this machine make the tables that `dataset convert` makes, and count what perft counts, though one is killed on the way.
Run by python/test; it takes pyspark, pandas and a Java runtime."""

import glob
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import chess0x88
import convert
import duckdb
import perft
import pyarrow as pa
import pytest
from pyspark import cloudpickle

os.environ["PYSPARK_PYTHON"] = sys.executable
MASTER = "local-cluster[2,1,1024]"
# The workers are processes of their own, which do not have this folder.
cloudpickle.register_pickle_by_value(convert)
cloudpickle.register_pickle_by_value(perft)
cloudpickle.register_pickle_by_value(sys.modules[__name__])


def descendants(root):
    """The processes below one: number and command line."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*"):
        try:
            status = pathlib.Path(path, "stat").read_text()
            command = pathlib.Path(path, "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        parents[int(path[6:])] = (int(status.rsplit(")", 1)[1].split()[1]), command)
    for process, (parent, command) in parents.items():
        while parent in parents and parent != root:
            parent = parents[parent][0]
        if parent == root:
            yield process, command


def kill_one(spark, killed, stop):
    """Waits until a stage of many tasks has done some of them, and kills one of the two executors: a process that this program started."""
    tracker = spark.sparkContext.statusTracker()
    first = max(tracker.getActiveStageIds(), default=0)
    while not killed and not stop.is_set():
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            # The first stage of a conversion only counts lines.
            if stage >= first and info and info.name != "collect" and info.numTasks > 4 and info.numCompletedTasks >= 2:
                executors = [process for process, command in descendants(os.getpid()) if "CoarseGrainedExecutorBackend" in command and "java" in command]
                if executors:
                    os.kill(executors[0], signal.SIGKILL)
                    killed.append(f"killed after {info.numCompletedTasks} of {info.numTasks} tasks")
                    return
        time.sleep(0.01)


@pytest.fixture(scope="module")
def spark():
    spark = convert.session(MASTER)
    yield spark
    spark.stop()


@pytest.fixture
def killed(spark):
    """What was killed, once something was."""
    found, stop = [], threading.Event()
    thread = threading.Thread(target=kill_one, args=(spark, found, stop))
    thread.start()
    yield found
    stop.set()
    thread.join()


def same_rows(connection, ours, theirs, table):
    """`true` if two relations have the same rows, each as often."""
    columns = ", ".join(f'"{name}"' for name, *_ in connection.execute(f"DESCRIBE FROM {ours}").fetchall())
    counts = [connection.execute(f"SELECT count(*) FROM {rows}").fetchone() for rows in (ours, theirs)]
    assert counts[0] == counts[1], table
    for one, other in ((ours, theirs), (theirs, ours)):
        query = f"SELECT count(*) FROM (SELECT {columns} FROM {one} EXCEPT ALL SELECT {columns} FROM {other})"
        assert connection.execute(query).fetchone() == (0,), table


def test_tables_are_those_of_one_machine_though_a_worker_is_killed(spark, killed, tmp_path):
    games, tables = os.environ["GAMES"], os.environ["TABLES"]
    out = tmp_path / "spark"
    size = os.path.getsize(games) // 12
    convert.convert(spark, [games], str(out), positions=True, size=size)
    assert killed, "an executor was killed in the middle"
    print(killed)
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for table in ("games", "positions", "errors"):
        parts = [path.name.split("-")[1] for path in (out / table).glob("part-*.parquet")]
        assert len(parts) == len(set(parts)) > 0, "no part is written twice"
        assert (out / table / "_SUCCESS").exists() and not (out / table / "_temporary").exists()
        same_rows(connection, *(f"read_parquet('{folder}/{table}/*.parquet')" for folder in (tables, out)), table)


def test_the_functions_work_over_columns_of_spark(spark):
    def last(batches):
        for batch in batches:
            fens = chess0x88.fen_at(batch["movedata"], -1, batch["fen"])
            yield pa.RecordBatch.from_arrays([batch["game_id"], fens], ["game_id", "last"])

    games = spark.read.parquet(os.path.join(os.environ["TABLES"], "games"))
    rows = games.select("game_id", "movedata", "fen").mapInArrow(last, "game_id long, last string").collect()
    table = chess0x88.read_pgn(os.environ["GAMES"]).read_all()
    expected = dict(zip(table["game_id"].to_pylist(), chess0x88.fen_at(table["movedata"], -1, table["fen"]).to_pylist()))
    assert {row["game_id"]: row["last"] for row in rows} == expected


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_perft_is_counted_though_a_worker_is_killed(spark, killed):
    work = perft.tasks(os.environ["PERFT"], perft.START, 5, 2, True)
    assert sum(times for *_, times, _ in work) == 400 and len(work) == 400
    assert perft.total(work, MASTER) == 4_865_609
    assert killed, "an executor was killed in the middle"
    print(killed)


def test_perft_by_the_cores_of_this_machine():
    def run(*arguments):
        return subprocess.run([sys.executable, perft.__file__, os.environ["PERFT"], *arguments], capture_output=True, text=True)

    # Positions that are met in several ways are one task.
    assert len(perft.tasks(os.environ["PERFT"], perft.START, 4, 3, False)) < 8902
    done = run("--fen", KIWIPETE, "--depth", "4", "--split", "1", "--expect", "4085603", "--check")
    assert (done.returncode, done.stdout) == (0, "4085603 nodes in 48 tasks\n"), done.stderr
    wrong = run("--depth", "3", "--expect", "8903")
    assert wrong.returncode == 1 and "8903 nodes were expected" in wrong.stderr
    assert run("--depth", "3", "--split", "9", "--expect", "8902").returncode == 0
