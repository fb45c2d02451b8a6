"""A second use is as the first: functions, readers, iterators, files and folders, whatever came before. Run by python/test."""

import io
import itertools

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import chess0x88
from test_twins import FIRST, OPTIONS, SECOND, given, joined, listed, same

SOURCES = {"first": FIRST, "second": SECOND, "both": [FIRST, SECOND]}


def test_no_option_and_no_row_of_a_call_is_kept():
    """Each function of columns with each option, between calls without it, and behind every other function."""
    plain = {name: listed(getattr(chess0x88, name)(*given(name))) for name in chess0x88._FUNCTIONS}
    for name in chess0x88._FUNCTIONS:
        function = getattr(chess0x88, name)
        for option in [{key: value} for key, values in OPTIONS.get(name, {}).items() for value in values]:
            once = listed(function(*given(name), **option))
            assert listed(function(*given(name))) == plain[name], (name, option)
            assert listed(function(*given(name), **option)) == once, (name, option)
        for other in chess0x88._FUNCTIONS:
            assert listed(getattr(chess0x88, other)(*given(other))) == plain[other], (name, other)


# What reads sources, as one answer that can be compared.
USES = {
    "games": lambda source: chess0x88.read_pgn(source).read_all().to_pylist(),
    "comments": lambda source: chess0x88.read_pgn(source, comments=True, openings=True, where="plies > 2").read_all().to_pylist(),
    "positions": lambda source: chess0x88.read_pgn(source, True, batch_size=3).read_all().to_pylist(),
    "boards": lambda source: [made.tolist() for made in chess0x88.read_boards(source, sample=0.5, seed=1)],
    "batches": lambda source: [{name: column.tolist() for name, column in batch.items() if name != "eval"} for batch in chess0x88.batches(source, 9, shuffle=20, seed=1, targets=("policy", "mask", "ply"), history=2)],
    "shard": lambda source: [batch["ply"].tolist() for batch in chess0x88.batches(source, 9, shard=(0, 2), targets="ply")],
    "limit": lambda source: [batch["ply"].tolist() for batch in chess0x88.batches(source, 9, limit=20, targets="ply")],
}


def broken(source):
    """Uses that are not read to their end, or that end with an error."""
    next(iter(chess0x88.read_pgn(source, batch_size=1)))
    next(chess0x88.batches(source, 2))
    chess0x88.read_pgn(source).close()
    for wrong in (lambda: chess0x88.read_pgn(source, errors="raise").read_all(), lambda: list(chess0x88.batches(source, errors="raise")), lambda: chess0x88.read_pgn(source, where="elo")):
        with pytest.raises(ValueError):
            wrong()


def test_uses_of_sources_in_every_order():
    alone = {(use, source): USES[use](SOURCES[source]) for use, source in itertools.product(USES, SOURCES)}
    for (one, source), other in zip(alone, itertools.cycle(SOURCES)):
        broken(SOURCES[other])
        assert USES[one](SOURCES[source]) == alone[one, source], (one, source, other)
    for one, other in itertools.permutations(USES, 2):
        assert [USES[use](FIRST) for use in (one, other)] == [alone[use, "first"] for use in (one, other)], (one, other)


def test_readers_and_iterators_at_once_and_after_their_end():
    whole = [chess0x88.read_pgn(source).read_all() for source in (FIRST, SECOND)]
    readers = [chess0x88.read_pgn(source, batch_size=2, threads=threads) for source, threads in ((FIRST, 1), (SECOND, 2))]
    found = [[], []]
    for batches in itertools.zip_longest(*readers):
        for number, batch in enumerate(batches):
            found[number] += [batch] if batch is not None else []
    assert [pa.Table.from_batches(batches) for batches in found] == whole
    assert all(list(reader) == [] and reader.read_all().num_rows == 0 for reader in readers)
    every = [joined(chess0x88.batches(source, 7, targets=("policy", "ply"))) for source in (FIRST, SECOND)]
    iterators = [chess0x88.batches(source, 7, targets=("policy", "ply")) for source in (FIRST, SECOND)]
    found = [[], []]
    for batches in itertools.zip_longest(*iterators):
        for number, batch in enumerate(batches):
            found[number] += [batch] if batch is not None else []
    assert all(same(joined(batches), one) for batches, one in zip(found, every))
    assert [next(iterator, None) for iterator in iterators] == [None, None]
    # Arrays that are written again have what a batch of new ones has, also in a second iterator.
    out = {"planes": np.zeros((9, 18, 8, 8), np.uint8), "policy": np.zeros(9, np.int64), "ply": np.zeros(9, np.int32)}
    for source, one in zip((FIRST, SECOND, FIRST), (*every, every[0])):
        kept = [{name: column.copy() for name, column in batch.items()} for batch in chess0x88.batches(source, 9, targets=("policy", "ply"), out=out)]
        assert same(joined(kept), one)


def test_files_that_were_read_or_closed():
    whole = chess0x88.read_pgn(FIRST).read_all()
    for file in (io.BytesIO(FIRST), io.StringIO(FIRST.decode())):
        for _ in range(2):
            assert chess0x88.read_pgn(file, name="bytes").read_all().drop(["game_id", "file"]).equals(whole.drop(["game_id", "file"]))
            # It stands at its end, and is not closed.
            assert chess0x88.read_pgn(file).read_all().num_rows == 0 and not file.closed
            file.seek(0)
        file.close()
        with pytest.raises(ValueError, match="closed"):
            chess0x88.read_pgn(file).read_all()


def test_folders_and_connections(tmp_path):
    (tmp_path / "a.pgn").write_bytes(FIRST)
    (tmp_path / "b.pgn").write_bytes(SECOND)
    paths = [tmp_path / "a.pgn", tmp_path / "b.pgn"]
    tables = lambda out: {table.name: pq.read_table(table) for table in sorted((tmp_path / out).iterdir()) if table.is_dir()}
    # The same twice, then with other options: refused, and made anew with `fresh`; the result is as in a new folder.
    options = [{}, {"positions": True}, {"where": "plies > 2"}, {"names": "lichess"}, {"comments": True}, {"openings": True}, {"sample": 0.5}]
    for number, option in enumerate(options):
        counts = chess0x88.convert(paths, tmp_path / f"new {number}", **option)
        if number:
            with pytest.raises(ValueError, match="options"):
                chess0x88.convert(paths, tmp_path / "again", **option)
        assert chess0x88.convert(paths, tmp_path / "again", **option, fresh=True) == counts
        assert chess0x88.convert(paths, tmp_path / "again", **option) == counts | {"found": counts["parts"]}
        made = tables("again")
        assert all(table.equals(made[name]) for name, table in tables(f"new {number}").items()), option
        assert chess0x88.check(tmp_path / "again") == chess0x88.check(tmp_path / f"new {number}") == chess0x88.check(tmp_path / "again")
        for query in ("check", "any next any"):
            found = [chess0x88.find(query, tmp_path / folder, first=first) for folder, first in ((f"new {number}", False), ("again", False), ("again", True), ("again", False))]
            assert found[0].equals(found[1]) and found[0].equals(found[3]) and found[2].num_rows <= found[0].num_rows
    connections = [duckdb.connect(), duckdb.connect()]
    asked = [[], []]
    for number, connection in [(0, connections[0]), (1, connections[1]), (0, connections[0])]:
        chess0x88.register(connection)
        asked[number].append(connection.execute("SELECT fen_at('\\x1C\\x0C'::BLOB, 0), movetext_of(NULL)").fetchall())
    assert asked[0][0] == asked[0][1] == asked[1][0]
