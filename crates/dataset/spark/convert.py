"""PGN to the tables `games`, `errors` and `positions` on Spark, by ranges of bytes.

    python convert.py --master 'local-cluster[2,1,1024]' games.pgn more.pgn --out tables --positions

Each task reads the games that begin in its range: a range begins at the first game at or behind its start, so that one large file is shared
out, and no game is lost or read twice. An archive cannot be read from its middle: it is one task. Unpack large ones first, or have them
split by whole games. The files must be where every worker sees them by the same path.
"""

import argparse
import os

import chess0x88
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

RANGE = "file int, path string, start long, end long, first_line long"
ERRORS = pa.schema(
    [
        pa.field("file", pa.string(), False),
        pa.field("line", pa.int64(), False),
        pa.field("byte", pa.int64(), False),
        pa.field("reason", pa.string(), False),
        pa.field("kept", pa.bool_(), False),
    ]
)


def is_packed(path):
    with open(path, "rb") as file:
        start = file.read(4)
    is_zstd = start == b"\x28\xb5\x2f\xfd" or (len(start) == 4 and 0x50 <= start[0] <= 0x5F and start[1:] == b"\x2a\x4d\x18")
    return is_zstd or start[:2] == b"\x1f\x8b" or start[:3] == b"BZh"


def ranges(paths, size):
    """The ranges of all files: number of the file, path, start and end; an archive has no bounds."""
    found = []
    for number, path in enumerate(paths):
        if is_packed(path):
            print(f"{path}: an archive cannot be shared out: it is one task. Unpack it to spread the work.")
            found.append((number, path, None, None))
            continue
        length = os.path.getsize(path)
        found.extend((number, path, start, min(start + size, length)) for start in range(0, length, size))
    return found


def spread(spark, rows, schema):
    """A row for each task."""
    context = spark.sparkContext
    return spark.createDataFrame(context.parallelize(rows, max(1, len(rows))), schema)


def count_lines(batches):
    for batch in batches:
        rows = batch.to_pylist()
        lines = [0 if row["start"] is None else chess0x88.count_lines(row["path"], row["start"], row["end"]) for row in rows]
        yield pa.RecordBatch.from_pydict(
            {"file": [row["file"] for row in rows], "start": [row["start"] for row in rows], "lines": lines},
            pa.schema([("file", pa.int32()), ("start", pa.int64()), ("lines", pa.int64())]),
        )


def with_lines(spark, found):
    """The ranges with the number of the first line of each, which takes to read the files once."""
    rows = spread(spark, found, "file int, path string, start long, end long")
    counted = rows.mapInArrow(count_lines, "file int, start long, lines long").collect()
    lines = {(row.file, row.start): row.lines for row in counted}
    line, last, numbered = 1, None, []
    for file, path, start, end in found:
        line = 1 if file != last else line
        numbered.append((file, path, start, end, line))
        line, last = line + lines[file, start], file
    return numbered


def for_spark(schema):
    """Spark knows no bytes of a fixed size."""
    return pa.schema([field.with_type(pa.binary()) if pa.types.is_fixed_size_binary(field.type) else field for field in schema])


def reader(row, positions, errors):
    bounds = {} if row["start"] is None else {"start": row["start"], "end": row["end"], "first_line": row["first_line"]}
    return chess0x88.read_pgn(row["path"], positions, errors=errors, file_number=row["file"], threads=1, **bounds)


def read_rows(positions):
    def read(batches):
        for batch in batches:
            for row in batch.to_pylist():
                for found in reader(row, positions, "null"):
                    yield found.cast(for_spark(found.schema))

    return read


def read_errors(batches):
    for batch in batches:
        for row in batch.to_pylist():
            errors = []
            for _ in reader(row, False, errors.append):
                rows = [{name: getattr(error, name) for name in ERRORS.names} for error in errors]
                errors.clear()
                if rows:
                    yield pa.RecordBatch.from_pylist(rows, ERRORS)


def convert(spark, paths, out, positions=False, size=64 << 20):
    """Writes the tables. Spark moves what a task wrote to its place when the task is done, and what an attempt that failed wrote nowhere."""
    rows = spread(spark, with_lines(spark, ranges(paths, size)), RANGE)
    tables = {"games": False} | ({"positions": True} if positions else {})
    for table, is_positions in tables.items():
        schema = from_arrow_schema(for_spark(chess0x88.read_pgn(b"", is_positions).schema))
        rows.mapInArrow(read_rows(is_positions), schema).write.mode("errorifexists").parquet(os.path.join(out, table))
    rows.mapInArrow(read_errors, from_arrow_schema(ERRORS)).write.mode("errorifexists").parquet(os.path.join(out, "errors"))


def session(master):
    return (
        SparkSession.builder.master(master)
        .appName("chess0x88")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--master", default="local[*]")
    parser.add_argument("--positions", action="store_true")
    parser.add_argument("--range-mb", type=float, default=64)
    arguments = parser.parse_args()
    spark = session(arguments.master)
    convert(spark, arguments.files, arguments.out, arguments.positions, max(1, int(arguments.range_mb * (1 << 20))))
    spark.stop()


if __name__ == "__main__":
    main()
