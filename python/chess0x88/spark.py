"""Converts PGN to the tables of ``chess0x88 convert`` on Spark, by ranges of bytes: ``python -m chess0x88.spark games.pgn --out tables``.

Each task reads the games that begin in its range of bytes, so the tasks share one large file, and each game is read once. An archive cannot be read
from its middle, so it is one task. ``chess0x88 unpack`` makes plain files of it. Paths are those of fsspec: files that every worker sees by the same path, ``s3://``, ``hdfs://``, ``gs://``.
"""

import argparse
import functools
import glob
import json
import pathlib
import posixpath
import tempfile
import uuid

from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

from . import _native


def files(paths):
    """Lists the files of paths and patterns, in the order of the paths."""
    for path in paths:
        if not glob.has_magic(path):
            yield path
            continue
        system, name = url_to_fs(path)
        yield from (system.unstrip_protocol(found) if "://" in path else found for found in sorted(system.glob(name)))


def opened(path):
    """Returns a source for Rust: a path of this machine, or an open file."""
    system, name = url_to_fs(path)
    return name if isinstance(system, LocalFileSystem) else system.open(name, "rb")


def ranges(paths, size):
    """Lists the ranges of all files: number, name and path of the file, start and end of the range (none for an archive), number in `game_id`."""
    found, known = [], _native.FirstIds()
    for number, path in enumerate(paths):
        system, name = url_to_fs(path)
        whole = system.unstrip_protocol(name)
        with system.open(name, "rb") as file:
            is_packed = _native.is_packed(file.read(4))
        first_id = known.of(opened(path))
        if is_packed:
            print(f"{path}: an archive cannot be shared out: it is one task. `chess0x88 unpack` makes plain files of it.")
            found.append((number, path, whole, None, first_id))
            continue
        length = system.size(name)
        starts = range(0, max(length, 1), size)
        found.extend((number, path, whole, (start, min(start + size, length)), first_id) for start in starts)
    return found


def write(out, positions, where, openings, comments, task):
    """Writes the tables of a range beside the final ones, with line numbers that count from its start. Returns their folder and manifest."""
    _, name, path, bounds, first_id = task
    system, target = url_to_fs(f"{out}/.unfinished/{uuid.uuid4().hex}")
    with tempfile.TemporaryDirectory() as folder:
        _native.Pgn(opened(path), name, positions, where, bounds, first_id, 1, 4 << 20, openings=openings, comments=comments).write(folder, 1)
        manifest = json.loads(pathlib.Path(folder, "manifest.json").read_text())
        system.makedirs(target, exist_ok=True)
        for part, entry in enumerate(manifest["parts"]):
            for table in entry["tables"]:
                system.put_file(f"{folder}/{table}/part-{part:05}.parquet", f"{target}/{table}-{part}.parquet")
    return target, manifest


def place(out, task):
    """Moves the tables of a part to their place, where lines count from the start of the file. Their sizes."""
    number, target, part, lines, tables = task
    system, out = url_to_fs(out)
    for table, sizes in tables.items():
        written, name = f"{target}/{table}-{part}.parquet", f"{out}/{table}/part-{number:05}.parquet"
        system.makedirs(posixpath.dirname(name), exist_ok=True)
        # An attempt whose worker died may have moved this file already.
        if not system.exists(name):
            if lines and table != "positions":
                with tempfile.TemporaryDirectory() as folder:
                    system.get_file(written, f"{folder}/written")
                    _native.add_lines(f"{folder}/written", f"{folder}/moved", lines)
                    written = f"{target}/{table}-{part}-{uuid.uuid4().hex}.parquet"
                    system.put_file(f"{folder}/moved", written)
            system.mv(written, name)
        sizes["bytes"] = system.size(name)
    return tables


def convert(spark, paths, out, positions=False, size=64 << 20, where=None, openings=False, comments=False):
    """Writes the tables, and returns their manifest. Without a Spark session this process writes one range after the other.

    Each file is read once. A table gets its name when it is complete, and ``manifest.json`` is written last.
    """
    paths = list(files(paths))
    found = ranges(paths, size)
    system, root = url_to_fs(out)
    if not found or system.exists(root) and system.ls(root):
        raise FileExistsError(f"{out}: there is something already: remove it, or name another folder") if found else FileNotFoundError("no files")

    def run(work, tasks):
        return [work(task) for task in tasks] if spark is None else spark.sparkContext.parallelize(tasks, len(tasks)).map(work).collect()

    # Workers have their own current folders.
    out = system.unstrip_protocol(root)
    done = run(functools.partial(write, out, positions, where, openings, comments), found)
    parts, tasks, begin = [], [], {"file": 0, "byte": 0, "line": 1}
    for (number, *_), (target, manifest) in zip(found, done):
        if begin["file"] != number:
            begin = parts[-1]["to"] = {"file": number, "byte": 0, "line": 1}
        lines = begin["line"] - 1
        for part, entry in enumerate(manifest["parts"]):
            end = entry["to"] if entry["to"]["byte"] else {"byte": begin["byte"], "line": 1}
            end = {"file": number, "byte": end["byte"], "line": end["line"] + lines}
            tasks.append((len(parts), target, part, lines, entry["tables"]))
            parts.append({**entry, "from": begin, "to": end})
            begin = end
    parts[-1]["to"] = {"file": len(paths), "byte": 0, "line": 1}
    for entry, tables in zip(parts, run(functools.partial(place, out), tasks)):
        entry["tables"] = tables
    sources = [{"name": path, "size": system.size(name)} for path in paths for system, name in [url_to_fs(path)]]
    manifest = {**done[0][1], "inputs": sources, "parts": parts, "complete": True}
    system.pipe_file(f"{root}/manifest.json", (json.dumps(manifest, indent=2) + "\n").encode())
    system.rm(f"{root}/.unfinished", recursive=True)
    return manifest


def session(master):
    from pyspark.sql import SparkSession

    return SparkSession.builder.master(master).appName("chess0x88").config("spark.ui.enabled", "false").getOrCreate()


def main():
    parser = argparse.ArgumentParser(prog="python -m chess0x88.spark", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", help="paths and patterns")
    parser.add_argument("--out", required=True, help="the folder for the tables")
    parser.add_argument("--master", default="local[*]")
    parser.add_argument("--positions", action="store_true", help="also the table positions")
    parser.add_argument("--where", help="only games that fit, such as 'white_elo >= 2200'")
    parser.add_argument("--openings", action="store_true", help="fill the columns eco and opening from the moves, where the tags lack")
    parser.add_argument("--comments", action="store_true", help="fill the column comments with the text of comments")
    parser.add_argument("--range-mb", type=float, default=64, help="mebibytes of text for a task [default: 64]")
    arguments = parser.parse_args()
    spark = session(arguments.master)
    size = max(1, int(arguments.range_mb * (1 << 20)))
    manifest = convert(spark, arguments.files, arguments.out, arguments.positions, size, arguments.where, arguments.openings, arguments.comments)
    games = sum(part["tables"]["games"]["rows"] for part in manifest["parts"])
    print(f"{games} games in {len(manifest['parts'])} parts")
    spark.stop()


if __name__ == "__main__":
    main()
