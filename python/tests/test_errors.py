"""No bad row kills a query: each sentence of the module's promise. Run by python/test."""

import io
import signal
import threading
import time

import duckdb
import numpy as np
import pyarrow as pa
import pytest

import chess0x88

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# A study with three checking pieces: no game leads to it.
STUDY = "4k3/8/3N4/1B6/8/8/4R3/4K3 b - - 0 1"
OTHER = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def test_one_bad_fen_is_null_and_raises_on_demand():
    fens = [START, "8/8 w - - 0 1", None, STUDY]
    rows = chess0x88.positions(fens)
    assert rows.is_valid().to_pylist() == [True, False, False, True]
    assert chess0x88.fen(rows).to_pylist() == [START, None, None, STUDY]
    with pytest.raises(ValueError, match="row 1, "):
        chess0x88.positions(fens, errors="raise")
    told = chess0x88.positions(fens, errors="column").to_pylist()
    assert [row["error"] and row["error"][:6] for row in told] == [None, "board:", None, None], told
    assert [row["value"] is None for row in told] == [False, True, True, False]
    starts = chess0x88.fen_at([b"", b"", b""], 0, [START, "no FEN", None])
    assert starts.to_pylist() == [START, None, START]
    with pytest.raises(ValueError, match="row 1, fen: "):
        chess0x88.fen_at([b"", b""], 0, [START, "no FEN"], errors="raise")
    with pytest.raises(ValueError, match='errors is "null" or "raise" or "column"'):
        chess0x88.positions(fens, errors="maybe")


def test_positions_that_the_module_wrote_are_read():
    games = chess0x88.read_pgn(f'[FEN "{STUDY}"]\n\n1... Kf8 *\n'.encode(), positions=True).read_all()
    packed = games["position"]
    assert chess0x88.fen(packed, errors="raise").to_pylist()[0] == STUDY
    assert chess0x88.legal_moves(packed, errors="raise")[0].as_py()
    assert chess0x88.san(packed, games["move"], errors="raise").to_pylist() == ["Kf8", None]
    assert chess0x88.planes(packed, errors="raise").shape == (2, 12, 8, 8)


def test_every_function_makes_bad_rows_null():
    bad = pa.array([bytes(32), None, b"\xff" * 32], pa.binary(32))
    two = {"play": "e2e4", "san": "e2e4", "read_san": "e4"}
    for name in ["fen", "key", "outcome", "legal_moves", *two]:
        columns = [bad, *([two[name]] if name in two else [])]
        function = getattr(chess0x88, name)
        assert function(*columns).null_count == 3, name
        with pytest.raises(ValueError, match="row 0"):
            function(*columns, errors="raise")
    for name in ["planes", "legal_mask"]:
        assert not getattr(chess0x88, name)(bad).any()
        with pytest.raises(ValueError, match="row 0"):
            getattr(chess0x88, name)(bad, errors="raise")
    # An explanation is null only for a move that can be played.
    assert chess0x88.explain(bad, "e2e4").null_count == 0
    assert chess0x88.is_legal(bad, "e2e4").null_count == 3
    games = [b"\xff\xff", None, b"\x00\x00"]
    for name in ["fen_at", "position_at", "key_at", "piece_counts"]:
        function = getattr(chess0x88, name)
        assert function(games, 1).is_valid().to_pylist() == [False, False, True], name
        with pytest.raises(ValueError, match="row 0, ply 1"):
            function(games, 1, errors="raise")
    for function in [chess0x88.move_details, lambda games, **rest: chess0x88.matches_subfen(games, "8/8/8/8/4P3/8/8/8", **rest)]:
        assert function(games).is_valid().to_pylist() == [False, False, True]
        with pytest.raises(ValueError, match="row 0, ply 1"):
            function(games, errors="raise")
    # Bad rows: bytes of a wrong length, no text at all.
    assert chess0x88.fen([b"short", chess0x88.positions(START)[0].as_py()]).to_pylist() == [None, START]
    assert chess0x88.positions([START, 3, float("nan"), {}]).is_valid().to_pylist() == [True, False, False, False]
    assert chess0x88.parse(["e4", 3, "\ud800", b"d4 \xe9"]).to_pylist()[1:3] == [None, None]


def test_illegal_moves_keep_the_moves_before_them():
    text = b'[Event "1"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n[Event "2"]\n\n1. d4 1-0\n'
    table = chess0x88.read_pgn(text).read_all()
    assert table["moves_uci"].to_pylist() == ["e2e4 e7e5", "d2d4"]
    assert table["error"].to_pylist() == ["Ke3: the king on e1 does not move to e3", None]
    assert table["error_byte"].to_pylist() == [text.index(b"Ke3"), None]
    with pytest.raises(chess0x88.PgnError, match="Ke3"):
        chess0x88.read_pgn(text, errors="raise").read_all()


def test_a_comment_that_never_ends_eats_no_game():
    text = b'[Event "0"]\n\n1. e4 { oops e5 *\n\n[Event "1"]\n\n1. d4 *\n\n[Event "2"]\n\n1. c4 { x } d5 *\n'
    found = []
    table = chess0x88.read_pgn(text, errors=found.append).read_all()
    assert table["moves_uci"].to_pylist() == ["e2e4", "d2d4", "c2c4 d7d5"]
    assert table["event"].to_pylist() == ["0", "1", "2"]
    assert len(found) == 1 and found[0].byte == text.index(b"{")


def test_a_forgotten_fen_is_no_wrong_position():
    text = f'[FEN "{OTHER}"]\n\n1... e5 2. e4 *\n\n[Event "usual"]\n\n1. e4 *\n'.encode()
    games = chess0x88.read_pgn(text).read_all()
    assert chess0x88.fen_at(games["movedata"], -1).is_valid().to_pylist() == [False, True]
    assert chess0x88.fen_at(games["movedata"], -1, games["fen"]).null_count == 0
    with pytest.raises(ValueError, match="row 0, the game has a start of its own: give the column fen, too"):
        chess0x88.fen_at(games["movedata"], -1, errors="raise")
    parsed = chess0x88.parse("1... e5 2. e4", OTHER)
    assert chess0x88.fen_at(parsed.field("movedata"), -1).to_pylist() == [None]
    assert chess0x88.fen_at(parsed.field("movedata"), -1, parsed.field("fen")).null_count == 0


def test_columns_are_worked_on_chunk_by_chunk():
    chunks = pa.chunked_array([[b""] * 3, [], [b""] * 5000])
    found = chess0x88.fen_at(chunks, 0)
    assert isinstance(found, pa.ChunkedArray) and len(found) == 5003
    assert found.unique().to_pylist() == [START]
    # The second column has chunks of other sizes.
    fens = pa.chunked_array([[None] * 2000, [START] * 3003], pa.string())
    assert chess0x88.fen_at(chunks, 0, fens).equals(found)
    assert isinstance(chess0x88.fen_at(chunks.combine_chunks(), 0), pa.Array)
    assert len(chess0x88.fen_at(pa.chunked_array([], pa.binary()), 0)) == 0
    assert chess0x88.fen_at(pa.array([], pa.binary()), 0).type == pa.string()
    with pytest.raises(ValueError, match="fen_at: the columns have 5003 and 1 rows"):
        chess0x88.fen_at(chunks, 0, [START])
    # The number of a row counts over all chunks.
    with pytest.raises(ValueError, match="row 5003, "):
        chess0x88.fen_at(pa.chunked_array([*chunks.chunks, pa.array([b"\xff\xff"])]), -1, errors="raise")


@pytest.mark.skipif("not config.getoption('--large')", reason="takes 5 GB of memory")
def test_columns_beyond_two_gibibytes():
    one = pa.array([b"\x00\x00" * 600_000] * 1000)
    movedata = pa.chunked_array([one] * 4)
    assert movedata.nbytes > 1 << 32
    assert chess0x88.fen_at(movedata, 0).unique().to_pylist() == [START]
    wide = pa.repeat(pa.scalar(b""), 40_000_000)
    fens = chess0x88.fen_at(wide, 0)
    assert len(fens) == len(wide) and fens.num_chunks > 1


def test_a_missing_file_is_named(tmp_path):
    for source in ["no such file.pgn", tmp_path / "*.pgn", [tmp_path / "none"]]:
        with pytest.raises(FileNotFoundError, match="none|no such|pgn"):
            chess0x88.read_pgn(source)
    with pytest.raises(FileNotFoundError):
        chess0x88.count_lines(tmp_path / "none", 0, 1)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_told(encoding, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes('[Event "1"]\n\n1. e4 *\n'.encode(encoding))
    with pytest.raises(ValueError, match="UTF-16"):
        chess0x88.read_pgn(path)


def test_ctrl_c_ends_a_call():
    games = pa.array([np.zeros(600, "<u2").tobytes()] * 200_000)
    # A shell that runs the tests in the background has them ignore the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        chess0x88.move_details(games)
    assert time.monotonic() - begun < 6


def test_register_may_be_called_again():
    connection = duckdb.connect()
    for _ in range(3):
        chess0x88.register(connection)
    rows = connection.execute("SELECT fen_at(data, 0, NULL) FROM (VALUES ('\\x00'::BLOB), (NULL)) AS games(data)").fetchall()
    assert [row for (row,) in rows] == [None, None]


def test_sources(tmp_path):
    text = b'[Event "%d"]\n\n1. e4 *\n'
    for number in range(3):
        (tmp_path / f"{number}.pgn").write_bytes(text % number)
    events = lambda source: chess0x88.read_pgn(source).read_all()["event"].to_pylist()
    assert events(tmp_path) == events(f"{tmp_path}/*.pgn") == events([tmp_path / f"{n}.pgn" for n in range(3)]) == ["0", "1", "2"]
    with open(tmp_path / "1.pgn", "rb") as file:
        assert events(file) == ["1"]
    assert events(io.StringIO((text % 5).decode())) == ["5"]
    assert events([text % 1, tmp_path / "2.pgn", io.BytesIO(text % 3)]) == ["1", "2", "3"]

    class Broken:
        name = "broken"

        def read(self, size):
            raise TimeoutError("gone")

    with pytest.raises(TimeoutError, match="gone"):
        chess0x88.read_pgn(Broken()).read_all()
    # The numbers of games are unique over all files.
    table = chess0x88.read_pgn(tmp_path, columns=["game_id", "white"]).read_all()
    assert table.column_names == ["game_id", "white"] and len(set(table["game_id"].to_pylist())) == 3


def test_threads_and_batch_sizes_change_no_row(pgn):
    whole = chess0x88.read_pgn(pgn).read_all()
    for threads in [1, 2, 5]:
        reader = chess0x88.read_pgn(pgn, threads=threads, batch_size=7)
        found = list(reader)
        assert max(batch.num_rows for batch in found) == 7
        assert pa.Table.from_batches(found).equals(whole)
    for threads in [1, 3]:
        assert chess0x88.fen_at(whole["movedata"], -1, whole["fen"], threads=threads).equals(
            chess0x88.fen_at(whole["movedata"], -1, whole["fen"])
        )
