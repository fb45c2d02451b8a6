"""Two workers on this machine make the tables that `dataset convert` makes, though one is killed on the way. Run by examples/dataset/python/test
with SPARK=1, as it takes pyspark, pandas, a Java runtime, and two minutes."""

import glob
import os
import pathlib
import signal
import sys
import threading
import time

import convert
import duckdb
from pyspark import cloudpickle

os.environ["PYSPARK_PYTHON"] = sys.executable
# The workers are processes of their own, which do not have this folder.
cloudpickle.register_pickle_by_value(convert)


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


def kill_one(spark, killed):
    """Waits until a stage that writes has done some of its tasks, and kills one of the two executors: a process that this program started."""
    tracker = spark.sparkContext.statusTracker()
    while not killed:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if stage > 0 and info and info.numTasks > 4 and info.numCompletedTasks >= 2:
                executors = [process for process, command in descendants(os.getpid()) if "CoarseGrainedExecutorBackend" in command and "java" in command]
                if executors:
                    os.kill(executors[0], signal.SIGKILL)
                    killed.append((info.numCompletedTasks, info.numTasks))
                    return
        time.sleep(0.01)


def test_two_workers_and_a_killed_one(tmp_path):
    games, tables = os.environ["GAMES"], os.environ["TABLES"]
    out = tmp_path / "spark"
    spark = convert.session("local-cluster[2,1,1024]")
    killed = []
    threading.Thread(target=kill_one, args=(spark, killed), daemon=True).start()
    size = os.path.getsize(games) // 12
    convert.convert(spark, [games], str(out), positions=True, size=size)
    spark.stop()
    assert killed, "an executor was killed in the middle"
    print(f"killed after {killed[0][0]} of {killed[0][1]} tasks")
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for table in ("games", "positions", "errors"):
        parts = [path.name.split("-")[1] for path in (out / table).glob("part-*.parquet")]
        assert len(parts) == len(set(parts)) > 0, "no part is written twice"
        assert (out / table / "_SUCCESS").exists() and not (out / table / "_temporary").exists()
        ours, theirs = (f"read_parquet('{folder}/{table}/*.parquet')" for folder in (tables, out))
        count = [connection.execute(f"SELECT count(*) FROM {rows}").fetchone() for rows in (ours, theirs)]
        assert count[0] == count[1]
        for one, other in ((ours, theirs), (theirs, ours)):
            columns = ", ".join(f'"{name}"' for name, *_ in connection.execute(f"DESCRIBE FROM {ours}").fetchall())
            query = f"SELECT count(*) FROM (SELECT {columns} FROM {one} EXCEPT ALL SELECT {columns} FROM {other})"
            assert connection.execute(query).fetchone() == (0,), table
