"""Compares the module with python-chess, an independent implementation. Run by python/test."""

import ast
import inspect
import io
import pathlib
import pickle
import threading

import chess
import chess.pgn
import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import chess0x88

BAD = b"""[Event "1"]

1. e4 e5 2. Ke3 *

[Event "2"]
[White "a"]
[White "b"]

1. d4 *
"""


@pytest.fixture(scope="module")
def games(pgn):
    """Returns the boards and moves of each game by python-chess."""
    found, text = [], io.StringIO(pgn.decode())
    while game := chess.pgn.read_game(text):
        found.append(game)
    return found


@pytest.fixture(scope="module")
def table(pgn):
    return chess0x88.read_pgn(pgn).read_all()


def test_rows_are_those_of_python_chess(games, table):
    assert table.num_rows == len(games) > 100
    for game, row in zip(games, table.to_pylist()):
        board, uci = game.board(), []
        for node in game.mainline():
            uci.append(board.uci(node.move, chess960=False) if not board.chess960 else node.move.uci())
            board.push(node.move)
        moves = row["moves_uci"].split()
        assert len(moves) == len(uci) == row["ply_count"]
        if not board.chess960:
            assert moves == uci
        assert row["white"] == game.headers["White"]
        assert row["white_rating"] == int(game.headers["WhiteElo"])
        assert row["result"] == game.headers["Result"]
        clocks = [node.clock() for node in game.mainline()]
        ours = [None] * len(clocks)
        if row["clocks_white"] is not None:
            ours[0::2], ours[1::2] = row["clocks_white"], row["clocks_black"]
        assert ours == clocks
        scores = [node.eval() for node in game.mainline()]
        for score, ours in zip(scores, row["evals"] or [None] * len(scores)):
            if score is None:
                assert ours is None
            elif score.is_mate():
                mate = score.white().mate()
                if mate:
                    assert ours == (32768 - mate if mate > 0 else -32769 - mate)
            else:
                assert ours == score.white().score()


def boards_of(game):
    """The boards of a game, without their histories, which would take quadratic time."""
    board = game.board()
    found = [board.copy(stack=False)]
    for move in game.mainline_moves():
        board.push(move)
        found.append(board.copy(stack=False))
    return found


def test_functions_of_games(games, table):
    movedata, start = table["movedata"], table["fen"]
    plies = pa.array([index % (count + 1) for index, count in enumerate(table["ply_count"].to_pylist())], pa.int32())
    every = [boards_of(game) for game in games]
    boards = [boards[ply] for boards, ply in zip(every, plies.to_pylist())]
    fens = chess0x88.fen_at(movedata, plies, start).to_pylist()
    for fen, board in zip(fens, boards):
        assert fen.split()[0] == board.board_fen()
        assert chess.Board(fen, chess960=board.chess960).fen(en_passant="legal") == board.fen(en_passant="legal")
    last = chess0x88.fen_at(movedata, -1, start).to_pylist()
    assert [fen.split()[0] for fen in last] == [boards[-1].board_fen() for boards in every]
    assert chess0x88.fen_at(movedata, 10_000, start).null_count == table.num_rows

    counts = chess0x88.piece_counts(movedata, plies, start).to_pylist()
    kinds = {"Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "N": chess.KNIGHT, "P": chess.PAWN}
    for count, board in zip(counts, boards):
        assert count == {
            side + letter: len(board.pieces(kind, side == "w")) for side in "wb" for letter, kind in kinds.items()
        }

    for game, row in zip(games, chess0x88.move_details(movedata, start).to_pylist()):
        board = game.board()
        for ply, (move, detail) in enumerate(zip(game.mainline_moves(), row, strict=True)):
            castles, passes = board.is_castling(move), board.is_en_passant(move)
            captured = chess.PAWN if passes else None if castles else board.piece_type_at(move.to_square)
            assert detail["role"] == chess.piece_symbol(board.piece_type_at(move.from_square))
            assert detail["capture"] == (chess.piece_symbol(captured) if captured else None)
            assert detail["promotion"] == (chess.piece_symbol(move.promotion) if move.promotion else None)
            board.push(move)
            expected = (ply, castles, board.is_check(), board.is_checkmate(), passes)
            fields = ("ply", "is_castle", "is_check", "is_checkmate", "is_en_passant")
            assert tuple(detail[field] for field in fields) == expected

    found = chess0x88.matches_subfen(movedata, "8/8/8/8/2P1P3/8/8/8", start).to_pylist()
    pawn = chess.Piece.from_symbol("P")
    for boards, ours in zip(every, found):
        assert ours == any(board.piece_at(chess.C4) == pawn == board.piece_at(chess.E4) for board in boards)
    assert True in found and False in found


def test_functions_of_positions(pgn, games):
    rows = chess0x88.read_pgn(pgn, positions=True).read_all()
    at = 0
    legal = chess0x88.legal_moves(rows["position"]).to_pylist()
    sans = chess0x88.san(rows["position"], rows["move"]).to_pylist()
    planes = chess0x88.planes(rows["position"])
    packed = chess0x88.planes(rows["position"], bits=True)
    assert (np.unpackbits(packed, axis=-1, bitorder="little").reshape(planes.shape) == planes).all()
    assert planes.flags.writeable
    for game in games[:60]:
        board = game.board()
        for move in [*game.mainline_moves(), None]:
            expected = np.zeros((12, 8, 8), np.uint8)
            for square, piece in board.piece_map().items():
                expected[piece.piece_type - 1 + (0 if piece.color else 6), square // 8, square % 8] = 1
            assert (planes[at] == expected).all()
            if not board.chess960:
                assert sorted(legal[at]) == sorted(move.uci() for move in board.legal_moves)
            assert sans[at] == (None if move is None else board.san(move))
            if move is not None:
                board.push(move)
            at += 1
    batches = [planes for planes, batch in chess0x88.iter_planes(chess0x88.read_pgn(pgn, positions=True))]
    assert (np.concatenate(batches) == planes).all()


def test_keys_and_positions_are_those_of_the_table(pgn, table):
    rows = chess0x88.read_pgn(pgn, positions=True).read_all()
    first = rows.filter(pc.equal(rows["ply"], 7))
    keys = chess0x88.key_at(table["movedata"], 7, table["fen"])
    assert [key for key in keys.to_pylist() if key is not None] == first["key"].to_pylist()
    packed = chess0x88.position_at(table["movedata"], 7, table["fen"])
    assert [bytes for bytes in packed.to_pylist() if bytes is not None] == first["position"].to_pylist()


def test_errors_are_exceptions_with_their_place():
    with pytest.raises(chess0x88.PgnError) as caught:
        chess0x88.read_pgn(BAD, name="bad.pgn", errors="raise").read_all()
    error = caught.value
    assert (error.file, error.line, error.byte, error.kept) == ("bad.pgn", 3, BAD.index(b"Ke3"), False)
    assert error.reason == "Ke3: the king on e1 does not move to e3"
    assert str(error) == f"bad.pgn: line 3, byte {error.byte}: {error.reason}"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    found = []
    assert chess0x88.read_pgn(BAD, errors=found.append).read_all().num_rows == 2
    assert [(error.line, error.kept) for error in found] == [(3, False), (7, True)]
    assert chess0x88.read_pgn(BAD, errors="null").read_all()["error_line"].to_pylist() == [3, 7]
    with pytest.raises(OSError):
        chess0x88.read_pgn("no such file")
    with pytest.raises(ValueError, match="byte 0 of the condition: expected a column"):
        chess0x88.read_pgn(BAD, where="elo > 3")
    with pytest.raises(ValueError, match="row 0"):
        chess0x88.fen_at([b"\x01"], 0, errors="raise")
    with pytest.raises(ValueError, match="row 0, ply 1"):
        chess0x88.fen_at([b"\xff\xff"], 1, errors="raise")
    with pytest.raises(ValueError, match="row 0"):
        chess0x88.planes(pa.array([bytes(32)], pa.binary(32)), errors="raise")


def test_ranges_share_out_a_file(pgn, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(pgn)
    whole = chess0x88.read_pgn(path).read_all()
    cuts = [0, 1, 1000, len(pgn) // 3, len(pgn) // 2, len(pgn)]
    tables, line = [], 1
    for start, end in zip(cuts, cuts[1:]):
        tables.append(chess0x88.read_pgn(path, start=start, end=end, first_line=line).read_all())
        line += chess0x88.count_lines(path, start, end)
    assert pa.concat_tables(tables).equals(whole)


def test_duckdb_and_polars_call_the_functions(table):
    connection = duckdb.connect()
    chess0x88.register(connection)
    connection.register("games", table)
    expected = chess0x88.fen_at(table["movedata"], 9, table["fen"]).to_pylist()
    rows = connection.execute("SELECT fen_at(movedata, 9, fen) FROM games ORDER BY game_id").fetchall()
    assert [fen for (fen,) in rows] == expected
    rows = connection.execute(
        "SELECT count(*) FROM games WHERE matches_subfen(movedata, '8/8/8/8/2P1P3/8/8/8', fen)"
    ).fetchone()
    assert rows[0] == pc.sum(chess0x88.matches_subfen(table["movedata"], "8/8/8/8/2P1P3/8/8/8", table["fen"])).as_py()
    (passes,) = connection.execute(
        "SELECT sum(len(list_filter(move_details(movedata, fen), lambda m: m.is_en_passant))) FROM games"
    ).fetchone()
    details = chess0x88.move_details(table["movedata"], table["fen"]).to_pylist()
    assert passes == sum(move["is_en_passant"] for game in details for move in game)
    rows = connection.execute("SELECT san(position_at(movedata, 0, fen), split(moves_uci, ' ')[1]) FROM games").fetchall()
    assert all(san for (san,) in rows)
    assert connection.execute("SELECT bool_and(uci(movedata) = moves_uci) FROM games").fetchone()[0]
    assert connection.execute("SELECT sum(piece_counts(movedata, 0, fen).wP) FROM games").fetchone()[0] == 8 * len(table)
    assert connection.execute("SELECT sum(len(legal_moves(position_at(movedata, 0, fen)))) FROM games").fetchone()[0] > 0
    assert len(connection.execute("SELECT key_at(movedata, -1, fen) FROM games").fetchall()) == len(table)

    frame = pl.from_arrow(table)
    assert chess0x88.fen_at(frame["movedata"], 9, frame["fen"]).to_list() == expected
    found = frame.with_columns(pl.Series("after", chess0x88.fen_at(frame["movedata"], frame["ply_count"], frame["fen"])))
    assert found["after"].to_list() == chess0x88.fen_at(table["movedata"], -1, table["fen"]).to_pylist()


def test_the_lock_is_released(table):
    """Another thread runs during a long call."""
    movedata, fen = (pa.concat_arrays(table[name].chunks * 30) for name in ("movedata", "fen"))
    steps, done, found = 0, threading.Event(), []

    def work():
        try:
            found.append(chess0x88.move_details(movedata, fen))
        finally:
            done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        steps += 1
    thread.join()
    assert len(found[0]) == len(movedata)
    assert steps > 1000


def test_the_stubs_say_what_the_module_has():
    stubs = ast.parse(pathlib.Path(__file__, "../../chess0x88/__init__.pyi").resolve().read_text())
    names = {node.name: node for node in stubs.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    constants = {node.target.id for node in stubs.body if isinstance(node, ast.AnnAssign) and hasattr(chess0x88, node.target.id)}
    assert sorted([*names, *constants]) == sorted(chess0x88.__all__)
    for name, node in names.items():
        if isinstance(node, ast.FunctionDef):
            parameters = [argument.arg for argument in node.args.args + node.args.kwonlyargs]
            assert parameters == list(inspect.signature(getattr(chess0x88, name)).parameters), name
            # The documentation names each keyword, and what is iterated.
            told = inspect.getdoc(getattr(chess0x88, name))
            keywords = {argument.arg for argument in node.args.kwonlyargs} - {"errors", "threads"}
            assert "options are those" in told or all(f"``{keyword}" in told for keyword in keywords), (name, keywords)
            assert told.startswith("Yields") == ("Iterator" in ast.unparse(node.returns)), name
