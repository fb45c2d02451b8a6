"""Sources of games and folders of tables: what is no PGN, what is missing, what two programs write at once. Run by python/test."""

import bz2
import gzip
import io
import lzma
import random
import tarfile
import warnings
import zipfile

import chess
import chess.pgn
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet as pq
import pytest

import chess0x88

TEXT = '[Event "{}"]\n[White "Müller"]\n\n1. e4 e5 2. Nf3 *\n\n'


def archive(files, method=zipfile.ZIP_DEFLATED, stream=False):
    """Makes a zip; with ``stream`` as programs write it that cannot go back, with the sizes behind each file."""
    buffer = io.BytesIO()
    out = Unseekable(buffer) if stream else buffer
    with zipfile.ZipFile(out, "w", method) as target:
        for name, text in files:
            target.writestr(name, text)
    return buffer.getvalue()


class Unseekable(io.RawIOBase):
    def __init__(self, inner):
        self.inner = inner

    def writable(self):
        return True

    def write(self, data):
        return self.inner.write(data)


def events(source, **options):
    return chess0x88.read_pgn(source, **options).read_all()["event"].to_pylist()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_zips_are_read(method, stream, tmp_path):
    """As The Week in Chess ships its games."""
    if stream and method == zipfile.ZIP_STORED:
        pytest.skip("Python's writer stores nothing in a stream")
    numbers = random.Random(1)
    many = "".join(f'[Black "{numbers.getrandbits(256):x}"]\n' + TEXT.format("b") for _ in range(300))
    files = [("readme.txt", "no games"), ("a.pgn", TEXT.format("a").strip()), ("__MACOSX/._a.pgn", "\0\0"), ("folder/B.PGN", many)]
    data = archive(files, method, stream)
    assert events(data) == ["a"] + ["b"] * 300
    (tmp_path / "games.pgn.zip").write_bytes(data)
    assert events(tmp_path) == events(tmp_path / "games.pgn.zip") == events(io.BytesIO(data)) == events(data)
    assert chess0x88.convert(tmp_path / "games.pgn.zip", tmp_path / "out")["games"] == 301
    # Damaged anywhere, it is an error, and never fewer games.
    for at in range(len(data) // 4, len(data) * 3 // 4, max(1, len(data) // 30)):
        try:
            found = events(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])
        except (OSError, ValueError):
            continue
        assert len(found) == 301, at
    with pytest.raises((OSError, ValueError)):
        events(data[: len(data) // 2])
    with pytest.raises(OSError, match="no file whose name ends with .pgn"):
        events(archive([("readme.txt", "x")]))


def no_pgn():
    table = io.BytesIO()
    pq.write_table(pa.table({"a": [1]}), table)
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as out:
        out.addfile(tarfile.TarInfo("games.pgn"), io.BytesIO())
    yield "xz", lzma.compress(TEXT.encode()), "xz -d"
    yield "7-Zip", b"7z\xbc\xaf\x27\x1c" + bytes(30), "7z x"
    yield "RAR", b"Rar!\x1a\x07\x01\0", "unrar"
    yield "Parquet", table.getvalue(), "Parquet"
    yield "tar", tar.getvalue(), "tar -x"
    yield "tar.gz", gzip.compress(tar.getvalue()), "tar -x"
    yield "HTML", b"\n<!DOCTYPE html><html><body>Sign in</body></html>", "page of the web"
    yield "HTML in gzip", gzip.compress(b"<HTML>404</HTML>"), "page of the web"
    yield "LFS", b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n", "git lfs pull"
    yield "SQLite", b"SQLite format 3\0" + bytes(80), "SQLite"
    yield "PDF", b"%PDF-1.7\n", "PDF"
    yield "ChessBase", b"\0\0\x2c\0\x2e\x01" + bytes(range(40)), "ChessBase"
    yield "Scid", b"Scid.si\0\x01\x90" + bytes(40), "Scid"
    yield "numbers", bytes(range(256)), "binary"
    yield "UTF-16", TEXT.encode("utf-16"), "UTF-16"


@pytest.mark.parametrize(("kind", "data", "said"), [pytest.param(*case, id=case[0]) for case in no_pgn()])
def test_what_is_no_pgn_is_refused_in_one_sentence(kind, data, said, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    for source in (lambda: data, lambda: path, lambda: str(path), lambda: io.BytesIO(data), lambda: [path], lambda: tmp_path):
        for call in (chess0x88.read_pgn, lambda source: next(chess0x88.batches(source))):
            with pytest.raises(ValueError, match=said) as caught:
                call(source())
            assert "\n" not in str(caught.value) and len(str(caught.value)) < 250
    with pytest.raises(ValueError, match=said):
        chess0x88.convert(path, tmp_path / "out")
    # A second file is opened when its turn comes.
    (tmp_path / "good").write_text(TEXT.format("good"))
    with pytest.raises(ValueError, match=said):
        chess0x88.read_pgn([tmp_path / "good", path]).read_all()


def test_encodings_and_addresses(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    path = tmp_path / "games.pgn"
    for encoding in ("utf-8", "utf-16", "cp1252", "cp437"):
        path.write_bytes(TEXT.format(1).encode(encoding))
        with open(path, "rb") as file:
            for source in (path, path.read_bytes(), file, fsspec.open(str(path), encoding="utf-8"), f"file://{path}"):
                table = chess0x88.read_pgn(source, encoding=encoding).read_all()
                assert table["white"].to_pylist() == ["Müller"], encoding
    path.write_text(TEXT.format(1))
    for source in (fsspec.open(str(path)), fsspec.open_files(str(path)), f"file://{path}", f"file://{tmp_path}/*.pgn"):
        assert events(source) == ["1"]
    with pytest.raises(FileNotFoundError):
        chess0x88.read_pgn(f"file://{tmp_path}/none*.pgn")
    path.write_bytes(gzip.compress(b"x"))
    with pytest.raises(ValueError, match="unpacked first"):
        chess0x88.read_pgn(path, encoding="utf-16")
    for wrong in (3, {"a": 1}, None):
        with pytest.raises(TypeError, match="a source is"):
            chess0x88.read_pgn(wrong)


def test_hidden_files_are_left_out(tmp_path):
    (tmp_path / "games.pgn").write_text(TEXT.format(1))
    (tmp_path / "._games.pgn").write_bytes(b"\0\x05\x16\x07")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "old.pgn").write_text(TEXT.format(2))
    assert events(tmp_path) == ["1"]


def test_games_without_a_row_are_told_without_being_asked(tmp_path):
    text = TEXT.format(1) + '[Variant "Atomic"]\n\n1. e4 *\n\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n\n' + TEXT.format(2)
    path = tmp_path / "games.pgn"
    path.write_text(text)
    for source in (path, [path, path]):
        with pytest.warns(UserWarning, match="2 games have no row") as told:
            assert chess0x88.read_pgn(source).read_all().num_rows % 2 == 0
        assert len(told) == (2 if isinstance(source, list) else 1)
        with pytest.warns(UserWarning, match="2 games have no row"):
            list(chess0x88.batches(source, targets=("policy",)))
    assert chess0x88.convert(path, tmp_path / "out")["without_row"] == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = []
        chess0x88.read_pgn(path, errors=found.append).read_all()
        # What is not wanted is not lost.
        chess0x88.read_pgn(TEXT.format(1).encode(), where="white_elo > 3000").read_all()
    assert len(found) == 2
    with pytest.raises(ValueError, match="batch_size is at least 1"):
        chess0x88.read_pgn(path, batch_size=-1)


@pytest.mark.parametrize("harm", ["deleted", "cut", "grown", "exchanged"])
@pytest.mark.parametrize("table", ["games", "positions", "errors"])
def test_convert_trusts_no_list(harm, table, tmp_path):
    path, out = tmp_path / "games.pgn", tmp_path / "out"
    path.write_text(TEXT.format(1) * 150 + "1. e4 e4")
    counts = chess0x88.convert(path, out, positions=True)
    assert counts["games"] == 151 and counts["errors"] == 1 and chess0x88.check(out)["complete"]
    assert chess0x88.convert(path, out, positions=True) == counts | {"found": 1}
    part = out / table / "part-00000.parquet"
    data = part.read_bytes()
    if harm == "deleted":
        part.unlink()
    elif harm == "exchanged":
        # Of the same size, with other rows.
        whole = pq.read_table(part)
        pq.write_table(whole.slice(0, whole.num_rows // 2), part)
        small = part.read_bytes()
        part.write_bytes(small + bytes(max(0, len(data) - len(small))))
    else:
        part.write_bytes(data[:-9] if harm == "cut" else data + data[-8:])
    for again in (lambda: chess0x88.convert(path, out, positions=True), lambda: chess0x88.check(out)):
        with pytest.raises((ValueError, OSError), match=f"{table}.part-00000"):
            again()
    # Nothing was removed, and with `fresh` all is written again.
    assert len(list(out.rglob("part-*.parquet"))) == 3 - (harm == "deleted")
    assert chess0x88.convert(path, out, positions=True, fresh=True) == counts
    assert chess0x88.check(out)["games"] == 151


def test_two_conversions_into_one_folder_do_not_meet(pgn, tmp_path):
    import fcntl

    path, out = tmp_path / "games.pgn", tmp_path / "out"
    path.write_bytes(pgn)
    out.mkdir()
    with open(out / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(ValueError, match="another program writes tables there now"):
            chess0x88.convert(path, out)
    assert chess0x88.convert(path, out)["games"] == 150


def test_find_check_and_convert_are_functions(pgn, tmp_path):
    path, out = tmp_path / "games.pgn", tmp_path / "out"
    path.write_bytes(pgn)
    with pytest.raises(ValueError, match="manifest"):
        chess0x88.check(tmp_path)
    assert chess0x88.convert([path], out, where="white_elo >= 1500", uci=True)["read"] == 150
    assert pq.read_table(out / "games")["moves_uci"].null_count == 0
    found = chess0x88.find("checkmate", path)
    games = chess0x88.read_pgn(path).read_all()
    ends = chess0x88.outcome(chess0x88.position_at(games["movedata"], -1, games["fen"])).combine_chunks().field("reason").to_pylist()
    assert found.num_rows == sum(end == "checkmate" for end in ends)
    with pytest.raises(ValueError):
        chess0x88.find("no such word", path)
    for wrong in ({"names": "none"}, {"sample": 2}, {"where": "elo >"}):
        with pytest.raises(ValueError):
            chess0x88.convert(path, out, **wrong)


def test_games_are_written_as_text(pgn):
    """The movetext and the PGN of the columns, read again by python-chess."""
    import polars as pl

    games = chess0x88.read_pgn(pgn).read_all()
    texts = chess0x88.movetext(games["movedata"], games["fen"]).to_pylist()
    expected, stream = [], io.StringIO(pgn.decode())
    while game := chess.pgn.read_game(stream):
        expected.append(game)
    for text, game in zip(texts, expected, strict=True):
        assert text == game.board().variation_san(game.mainline_moves())
    again = chess0x88.parse(chess0x88.movetext(games["movedata"], games["fen"]), games["fen"])
    assert pa.chunked_array([chunk.field("movedata") for chunk in again.chunks]).to_pylist() == games["movedata"].to_pylist()
    for form in (games, pl.from_arrow(games), games.to_batches()[0], games.to_pandas(types_mapper=__import__("pandas").ArrowDtype)):
        written = chess0x88.to_pgn(form).to_pylist()
        again = chess0x88.read_pgn("\n".join(written).encode()).read_all()
        names = [name for name in games.column_names if name not in ("game_id", "file", "line", "byte")]
        assert again.select(names).equals(games.select(names))
    # Movedata alone is enough.
    (text,) = chess0x88.to_pgn(pa.table({"movedata": chess0x88.parse(["1. e4 e5"]).field("movedata")})).to_pylist()
    assert "1. e4 e5 *" in text
    with pytest.raises(ValueError, match="movedata"):
        chess0x88.to_pgn(pa.table({"white": ["a"]}))


def test_games_reach_positions(pgn):
    games = chess0x88.read_pgn(pgn).read_all()
    keys = chess0x88.key_at(games["movedata"], 12, games["fen"])
    assert set(chess0x88.reaches(games["movedata"], keys, games["fen"]).to_pylist()) <= {True, None}
    rows = chess0x88.read_pgn(pgn, positions=True).read_all()
    key = rows["key"][3].as_py()
    reached = {row["game_id"] for row in rows.select(["game_id", "key"]).to_pylist() if row["key"] == key}
    found = chess0x88.reaches(games["movedata"], key, games["fen"]).to_pylist()
    assert {game for game, is_found in zip(games["game_id"].to_pylist(), found) if is_found} == reached and reached


def test_numbers_of_games_are_unique_over_files_that_begin_alike(pgn, tmp_path):
    """In every way to read them, and the same in each."""
    for name in "abc":
        (tmp_path / f"{name}.pgn").write_bytes(pgn)
    table = chess0x88.read_pgn(tmp_path, columns=["game_id"]).read_all()["game_id"].to_pylist()
    assert len(set(table)) == 450
    rows = chess0x88.read_pgn(tmp_path, True, columns=["game_id", "ply"]).read_all()
    assert rows.filter(pa.compute.equal(rows["ply"], 0))["game_id"].to_pylist() == table
    chess0x88.convert(tmp_path, tmp_path / "out")
    assert pq.read_table(tmp_path / "out" / "games")["game_id"].to_pylist() == table
    alone = chess0x88.read_pgn(tmp_path / "b.pgn", columns=["game_id"]).read_all()["game_id"].to_pylist()
    assert alone == table[:150]


def test_numbers_of_games_differ_in_two_versions_of_a_file(pgn, tmp_path):
    """Each change of a file that is longer than its parts that are looked at, read in calls that know nothing of each other. The same in every form of
    one version, and in its ranges."""
    text = pgn * (1 + (200_000 // len(pgn)))
    head, end = text.index(b"\n\n[Event", 70_000), text.rindex(b"\n\n[Event")
    versions = {
        "first": text,
        "longer": text + pgn,
        "shorter": text[:end],
        "corrected at the end": text[:end] + text[end:].replace(b"[Event", b"[event"),
        "corrected at the beginning": b"[event" + text[len(b"[Event") :],
        "inserted": text[:head] + b"\n\n[Event \"new\"]\n\n1. e4 *" + text[head:],
    }
    seen = {}
    for version, text in versions.items():
        path = tmp_path / f"{len(seen)}.pgn"
        path.write_bytes(text)
        with open(path, "rb") as file:
            every = [chess0x88.read_pgn(source, columns=["game_id"]).read_all()["game_id"].to_pylist() for source in (path, text, io.BytesIO(text), file)]
        middle = len(text) // 2
        ranges = [chess0x88.read_pgn(path, start=start, end=stop, columns=["game_id"]).read_all()["game_id"].to_pylist() for start, stop in ((0, middle), (middle, None))]
        assert all(numbers == every[0] for numbers in every) and ranges[0] + ranges[1] == every[0]
        chess0x88.convert(path, tmp_path / version)
        assert pq.read_table(tmp_path / version / "games")["game_id"].to_pylist() == every[0]
        seen[version] = set(every[0])
        assert len(seen[version]) == len(every[0])
    assert len(set.union(*seen.values())) == sum(map(len, seen.values()))


def test_comments_are_kept_on_demand(tmp_path):
    """The text before the first move and after each ply, by every function that reads or writes games; commands that have columns stand there alone."""
    cases = [
        ("1. e4 e5 *", None),
        ("{ A classic } 1. e4 { best by test } { by Fischer } e5 2. Nf3 *", ["A classic", "best by test by Fischer", None, None]),
        ("1. e4 { [%clk 0:03:00] [%eval 0.3] } e5 { [%eval #-3,12] forced [%emt 0:00:01] mate } *", [None, None, "forced mate"]),
        ("1. e4 { [%cal Ge2e4] look [%csl Gd5][%clk 0:01:00] } e5 ; to the end {of} the line }\n*", [None, "[%cal Ge2e4] look [%csl Gd5]", "to the end {of} the line }"]),
        ("1. e4 ( 1. d4 { not kept } ) { kept } e5 { [%clk oddly] } *", [None, "kept", "[%clk oddly]"]),
        ("1. e4 { \u65e5\u672c\u8a9e \u2014 \u00e9 [% not closed } e5 { +0.34/12 1.2s } *", [None, "\u65e5\u672c\u8a9e \u2014 \u00e9 [% not closed", "+0.34/12 1.2s"]),
        ("{ only a comment } *", ["only a comment"]),
        ("1. e4 { } e5 { [%clk 0:00:01] } *", None),
        ('[FEN "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]\n\n{ start } 1... e5 { reply } *', ["start", "reply"]),
    ]
    expected = [comments for _, comments in cases]
    parsed = chess0x88.parse([text for text, _ in cases], columns=["comments", "ply_count", "error"])
    assert parsed.field("comments").to_pylist() == expected and parsed.field("error").null_count == len(cases)
    assert all(comments is None or len(comments) == plies + 1 for comments, plies in zip(expected, parsed.field("ply_count").to_pylist()))
    assert "comments" not in [field.name for field in chess0x88.parse("1. e4 { a }").type]
    text = "".join(f'[Event "{number}"]\n' + "\n" * (not text.startswith("[FEN")) + text + "\n\n" for number, (text, _) in enumerate(cases))
    (tmp_path / "games.pgn").write_text(text)
    table = chess0x88.read_pgn(text.encode(), comments=True).read_all()
    assert table["comments"].to_pylist() == expected
    without = chess0x88.read_pgn(text.encode()).read_all()
    assert without["comments"].null_count == len(cases) and without.drop(["comments"]).equals(table.drop(["comments"]))
    again = chess0x88.read_pgn("\n".join(chess0x88.to_pgn(table).to_pylist()).encode(), comments=True).read_all()
    assert again["comments"].to_pylist() == expected and again["clocks_white"].equals(table["clocks_white"]) and again["evals"].equals(table["evals"])
    for names in ("aix", "lichess"):
        out = tmp_path / names
        chess0x88.convert(tmp_path / "games.pgn", out, comments=True, names=names)
        assert pq.read_table(out / "games")["comments"].to_pylist() == expected and chess0x88.check(out)["complete"]
    with pytest.raises(ValueError, match="options"):
        chess0x88.convert(tmp_path / "games.pgn", tmp_path / "aix")
