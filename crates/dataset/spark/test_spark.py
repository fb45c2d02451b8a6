"""Two workers on this machine make the tables that `dataset convert` makes, and count what perft counts, though one is killed on the way.
Run by python/test; it takes pyspark, pandas and a Java runtime."""

import glob
import io
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import chess0x88
import duckdb
import fsspec
import perft
import pyarrow as pa
import pytest
from chess0x88 import spark as convert
from pyspark import cloudpickle

os.environ["PYSPARK_PYTHON"] = sys.executable
MASTER = "local-cluster[2,1,1024]"
# The workers are processes of their own, which cannot import from this folder.
cloudpickle.register_pickle_by_value(perft)
cloudpickle.register_pickle_by_value(sys.modules[__name__])


def descendants(root):
    """Lists the processes below a process: number and command line."""
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
    """Waits until a stage has done some of its tasks, and kills one of the two executors, which this program started."""
    tracker = spark.sparkContext.statusTracker()
    while not killed and not stop.is_set():
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numTasks > 4 and info.numCompletedTasks >= 2:
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
    """Returns the killed process, once there is one."""
    found, stop = [], threading.Event()
    thread = threading.Thread(target=kill_one, args=(spark, found, stop))
    thread.start()
    yield found
    stop.set()
    thread.join()


def same_rows(connection, ours, theirs, table):
    """`true` if two relations have the same rows, also the same number of each."""
    columns = ", ".join(f'"{name}"' for name, *_ in connection.execute(f"DESCRIBE FROM {ours}").fetchall())
    counts = [connection.execute(f"SELECT count(*) FROM {rows}").fetchone() for rows in (ours, theirs)]
    assert counts[0] == counts[1], table
    for one, other in ((ours, theirs), (theirs, ours)):
        query = f"SELECT count(*) FROM (SELECT {columns} FROM {one} EXCEPT ALL SELECT {columns} FROM {other})"
        assert connection.execute(query).fetchone() == (0,), table


def same_tables(ours, theirs):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    for table in ("games", "positions", "errors"):
        same_rows(connection, *(f"read_parquet('{folder}/{table}/*.parquet')" for folder in (ours, theirs)), table)


def checked(folder):
    """Returns the output of `chess0x88 check` for tables."""
    done = subprocess.run([sys.executable, "-m", "chess0x88", "check", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_tables_are_those_of_one_machine_though_a_worker_is_killed(spark, killed, tmp_path):
    games, tables = os.environ["GAMES"], os.environ["TABLES"]
    out = tmp_path / "spark"
    size = os.path.getsize(games) // 12
    convert.convert(spark, [games], str(out), positions=True, size=size)
    assert killed, "an executor was killed in the middle"
    print(killed)
    same_tables(tables, out)
    assert sorted(path.name for path in out.iterdir()) == ["errors", "games", "manifest.json", "positions"], "nothing is left over"
    assert checked(out) == checked(tables)
    with pytest.raises(FileExistsError, match="there is something already"):
        convert.convert(spark, [games], str(out))


@pytest.fixture
def counted(monkeypatch):
    """A file system in memory that counts the bytes read of each file."""
    system, read = fsspec.filesystem("memory"), {}

    class File(io.BytesIO):
        def read(self, size=-1):
            found = super().read(size)
            read[self.name] = read.get(self.name, 0) + len(found)
            return found

    def opened(path, mode="rb", **options):
        if mode != "rb" or not path.endswith((".pgn", ".gz")):
            return plain(path, mode, **options)
        file = File(system.cat_file(path))
        file.name = path
        return file

    plain = system.open
    monkeypatch.setattr(system, "open", opened)
    yield system, read
    system.store.clear()


def test_files_elsewhere_are_read_once(counted, tmp_path):
    """Paths of fsspec: several files, one of them empty, and an archive, which a command unpacks to plain files."""
    system, read = counted
    text = pathlib.Path(os.environ["GAMES"]).read_bytes()
    archive = pa.compress(text, "gzip", asbytes=True)
    names = ["a.pgn", "b.pgn", "c.pgn.gz"]
    for name, content in zip(names, (20 * text, b"", archive)):
        system.pipe_file(f"/in/{name}", content)
        (tmp_path / name).write_bytes(content)
    manifest = convert.convert(None, ["memory://in/*"], "memory://tables", size=20 * len(text) // 3 + 1)
    assert len(manifest["parts"]) == 3 + 1 + 1
    # Two ranges search for the first game after their common end. The beginning and the end of the file give the numbers of the games.
    assert read["/in/a.pgn"] < 20 * len(text) + 4 * (1 << 19) + 5 * (1 << 16)
    assert len(archive) <= read["/in/c.pgn.gz"] < len(archive) + (1 << 18)
    system.get("memory://tables", str(tmp_path / "spark"), recursive=True)
    command = [sys.executable, "-m", "chess0x88"]
    subprocess.run([*command, "convert", "--quiet", *names, "-o", "tables"], cwd=tmp_path, check=True)
    assert checked(tmp_path / "spark") == checked(tmp_path / "tables")
    for table in ("games", "errors"):
        ours = f"(SELECT * REPLACE (replace(file, 'memory:///in/', '') AS file) FROM '{tmp_path}/spark/{table}/*.parquet')"
        same_rows(duckdb.connect(), ours, f"'{tmp_path}/tables/{table}/*.parquet'", table)
    done = subprocess.run([*command, "unpack", "c.pgn.gz", "a.pgn", "-o", "parts", "--part-mb", "1"], cwd=tmp_path, capture_output=True, text=True)
    parts = sorted((tmp_path / "parts").iterdir())
    assert b"".join(part.read_bytes() for part in parts) == 21 * text and len(parts) > 4
    assert done.stdout.startswith(f"{21 * len(text):,} bytes in {len(parts)} files, "), done.stdout + done.stderr


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

    # A position with several ways to it is one task.
    assert len(perft.tasks(os.environ["PERFT"], perft.START, 4, 3, False)) < 8902
    done = run("--fen", KIWIPETE, "--depth", "4", "--split", "1", "--expect", "4085603", "--check")
    assert (done.returncode, done.stdout) == (0, "4085603 nodes in 48 tasks\n"), done.stderr
    wrong = run("--depth", "3", "--expect", "8903")
    assert wrong.returncode == 1 and "8903 nodes were expected" in wrong.stderr
    assert run("--depth", "3", "--split", "9", "--expect", "8902").returncode == 0
