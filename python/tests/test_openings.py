"""Names of openings, beside python-chess and the lines that the names come from. Run by python/test."""

import csv
import io
import pathlib

import chess
import chess.pgn
import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import chess0x88

DATA = pathlib.Path(__file__).resolve().parents[2] / "crates/openings/data"
NAJDORF = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"


@pytest.fixture(scope="module")
def lines():
    """Code, name and moves of each line."""
    return [tuple(row.values()) for path in sorted(DATA.glob("?.tsv")) for row in csv.DictReader(path.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE)]


@pytest.fixture(scope="module")
def names(lines):
    """The code and name of each named position."""
    found = {}
    for code, name, moves in lines:
        board = chess.Board()
        for san in moves.split():
            if san[-1] != ".":
                board.push_san(san)
        found[board._transposition_key()] = (code, name)
    return found


def expected(names, board, moves):
    """The last named position of a game, before a null move."""
    last = None
    for ply, move in enumerate([None, *moves]):
        if move == chess.Move.null():
            break
        if move:
            board.push(move)
        if board._transposition_key() in names:
            code, name = names[board._transposition_key()]
            last = {"eco": code, "name": name, "ply": ply}
    return last


def movedata(*texts):
    return chess0x88.parse(list(texts)).field("movedata")


def test_each_line_has_its_name(lines, names):
    assert len(lines) > 3000
    found = chess0x88.opening(chess0x88.parse([moves for *_, moves in lines]).field("movedata")).to_pylist()
    assert [(row["eco"], row["name"]) for row in found] == [(code, name) for code, name, _ in lines]


def test_games_have_the_names_of_their_last_named_positions(pgn, names):
    table, stream = chess0x88.read_pgn(pgn).read_all(), io.StringIO(pgn.decode())
    games = [chess.pgn.read_game(stream) for _ in range(table.num_rows)]
    wanted = [expected(names, game.board(), game.mainline_moves()) for game in games]
    assert chess0x88.opening(table["movedata"], table["fen"]).to_pylist() == wanted
    assert None in wanted and len({row["name"] for row in wanted if row}) > 5
    # As an expression, and in SQL beside the column of this name.
    frame = pl.from_arrow(table)
    assert chess0x88.opening(frame["movedata"], frame["fen"]).to_list() == wanted
    connection = duckdb.connect()
    chess0x88.register(connection)
    connection.register("games", table)
    rows = connection.execute("SELECT opening, opening(movedata, fen) AS found FROM games ORDER BY game_id").fetchall()
    assert rows == list(zip(table["opening"].to_pylist(), wanted))
    (count,) = connection.execute("SELECT count(*) FROM games WHERE opening(movedata, fen).eco LIKE 'B%'").fetchone()
    assert count == sum(row is not None and row["eco"][0] == "B" for row in wanted)


def test_transpositions_starts_and_null_moves(names):
    """The start of a game of its own, from which a named position is reached, or which is one; and what no name can be asked for."""
    after = lambda text: chess0x88.fen_at(movedata(text), -1)[0].as_py()
    texts = [
        (None, NAJDORF),
        (None, "1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h4 h5"),
        (None, ""),
        (None, "1. e4 -- 2. d4 c5"),
        (after("1. e4"), "1... c5 2. Nf3"),
        (after("1. e4 c5"), ""),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "1. e4"),
        # The first king's step ends the rights to castle, which a name has.
        (None, "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8"),
        ("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1", "1. e4 c5"),
    ]
    columns = chess0x88.parse([text for _, text in texts], [fen for fen, _ in texts])
    assert columns.field("error").null_count == len(texts)
    wanted = []
    for (fen, text), moves in zip(texts, columns.field("moves").to_pylist()):
        board = chess.Board(fen or chess.STARTING_FEN, chess960=bool(fen) and "FCfc" in fen)
        wanted.append(expected(names, board, map(chess.Move.from_uci, moves.split())))
    found = chess0x88.opening(columns.field("movedata"), columns.field("fen")).to_pylist()
    assert found == wanted
    assert found[0] == {"eco": "B90", "name": "Sicilian Defense: Najdorf Variation", "ply": 10} and found[1] == found[0]
    assert [row and row["ply"] for row in found[2:6]] == [None, 1, 2, 0] and found[6] is None and found[8] is None


def test_bad_games_are_null():
    good, null, illegal = movedata(NAJDORF, "1. e4 -- 2. d4", "1. e4").to_pylist()
    unknown, start_lost = b"\xff\xff", good + b"\0"
    games = [good, good + illegal, good + unknown, null + unknown, null + illegal[:2] * 2, unknown, start_lost, None, b"\0\0"]
    found = chess0x88.opening(games)
    assert found.is_valid().to_pylist() == [True] + [False] * 8
    told = chess0x88.opening(games, errors="column").field("error").to_pylist()
    assert told[0] is None and told[7:] == [None, None]
    assert [error.split(":")[0] for error in told[1:6]] == ["ply 11", "ply 11", "ply 4", "ply 4", "ply 1"] and "fen" in told[6]
    for row, game in enumerate(games[1:7]):
        with pytest.raises(ValueError, match="row 1, "):
            chess0x88.opening([good, game], errors="raise")
    assert chess0x88.opening([good, good], [None, "8/8"]).is_valid().to_pylist() == [True, False]
    assert chess0x88.opening(pa.array([], pa.binary())).type == found.type


def test_reading_and_converting_fill_what_the_tags_lack(pgn, tmp_path):
    """In every way to read games: the tags that stand, then the names by the moves."""
    lacking = b"".join(line for line in pgn.splitlines(True) if not line.startswith((b"[ECO", b"[Opening")) or sum(line) % 2)
    path = tmp_path / "games.pgn"
    path.write_bytes(lacking)
    plain, filled = (chess0x88.read_pgn(path, openings=openings).read_all() for openings in (False, True))
    found = chess0x88.opening(plain["movedata"], plain["fen"]).to_pylist()
    for column, field in (("eco", "eco"), ("opening", "name")):
        tags = plain[column].to_pylist()
        assert filled[column].to_pylist() == [row and row[field] if tag is None else tag for tag, row in zip(tags, found)]
        assert 0 < filled[column].null_count < plain[column].null_count
    others = [name for name in plain.column_names if name not in ("eco", "opening")]
    assert filled.select(others).equals(plain.select(others))
    columns = ["game_id", "eco", "opening", "movedata"]
    chess0x88.convert(path, tmp_path / "out", openings=True)
    assert pq.read_table(tmp_path / "out/games").select(columns).equals(filled.select(columns))
    condition = "opening like 'Sicilian%' and eco is not null"
    wanted = filled.filter(pc.and_(pc.starts_with(filled["opening"], "Sicilian"), pc.is_valid(filled["eco"])))
    assert wanted.num_rows and chess0x88.read_pgn(path, openings=True, where=condition).read_all().equals(wanted)
    rows = chess0x88.read_pgn(path, positions=True, openings=True, where=condition).read_all()
    assert set(rows["game_id"].to_pylist()) == set(wanted["game_id"].to_pylist())
    if hasattr(pytest.importorskip("polars.io.plugins"), "register_io_source"):
        from chess0x88.polars import scan_pgn

        assert scan_pgn(path, openings=True).select(columns).collect().equals(pl.from_arrow(filled.select(columns)))
    pytest.importorskip("fsspec")
    from chess0x88 import spark

    spark.convert(None, [str(path)], str(tmp_path / "spark"), size=10_000, openings=True)
    assert pq.read_table(tmp_path / "spark/games").sort_by("byte").select(["eco", "opening"]).equals(filled.select(["eco", "opening"]))
