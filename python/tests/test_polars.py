"""Lazy frames and expressions, beside the functions that they call. Run by python/test."""

import polars as pl
import pytest

import chess0x88

pytest.importorskip("polars.io.plugins")
import chess0x88.polars  # noqa: E402
from chess0x88.polars import scan_pgn  # noqa: E402


@pytest.fixture(scope="module")
def path(pgn, tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    for name in ("a.pgn", "b.pgn"):
        (folder / name).write_bytes(pgn)
    return folder


@pytest.mark.parametrize("positions", [False, True])
def test_a_scan_has_the_rows_of_a_read(positions, path):
    whole = pl.from_arrow(chess0x88.read_pgn(path, positions).read_all())
    lazy = scan_pgn(path, positions)
    assert lazy.collect().equals(whole) and lazy.collect_schema() == whole.schema
    name, value = ("ply", 3) if positions else ("white_rating", 1800)
    for query in [
        lambda frame: frame.filter(pl.col(name) > value),
        lambda frame: frame.select(name),
        lambda frame: frame.filter(pl.col(name) > value).select("game_id"),
        lambda frame: frame.head(7),
        lambda frame: frame.select("game_id", name).tail(5),
        lambda frame: frame.group_by(name).len().sort(name),
    ]:
        assert query(lazy).collect().equals(query(whole))
    assert scan_pgn(path, positions, where="plies > 60").collect().equals(pl.from_arrow(chess0x88.read_pgn(path, positions, where="plies > 60").read_all()))


def test_expressions_are_the_functions(pgn):
    frame = pl.from_arrow(chess0x88.read_pgn(pgn).read_all()).with_columns(ply=pl.lit(5, pl.Int32), movetext=pl.lit("1. e4 e5 2. Ke3"))
    data = [pl.col("movedata"), pl.col("fen")]
    cases = {
        "parse": (pl.col("movetext").chess.parse(), chess0x88.parse(frame["movetext"])),
        "uci": (data[0].chess.uci(), chess0x88.uci(frame["movedata"])),
        "movetext": (data[0].chess.movetext(data[1]), chess0x88.movetext(frame["movedata"], frame["fen"])),
        "fen_at": (data[0].chess.fen_at(pl.col("ply"), data[1]), chess0x88.fen_at(frame["movedata"], 5, frame["fen"])),
        "opening": (data[0].chess.opening(data[1]), chess0x88.opening(frame["movedata"], frame["fen"])),
        "one value": (data[0].chess.fen_at(-1, fen=data[1]), chess0x88.fen_at(frame["movedata"], -1, frame["fen"])),
        "nested": (data[0].chess.position_at(4, data[1]).chess.legal_moves(), chess0x88.legal_moves(chess0x88.position_at(frame["movedata"], 4, frame["fen"]))),
        "options": (pl.col("movetext").chess.parse(columns=["error"]), chess0x88.parse(frame["movetext"], columns=["error"])),
    }
    lazy = frame.lazy().select(**{name: made for name, (made, _) in cases.items()})
    schema = lazy.collect_schema()
    found = lazy.collect()
    assert found.schema == schema
    for name, (_, expected) in cases.items():
        assert found[name].equals(expected), name
    with pytest.raises(AttributeError, match="no function of columns 'win'"):
        pl.col("movedata").chess.win()
