"""Columns of movetext and of positions, beside python-chess. Run by python/test."""

import itertools
import random

import chess
import chess.pgn
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import chess0x88

START = chess.STARTING_FEN


def test_parse_is_row_for_row():
    rows = [
        "1. e4 e5 2. Nf3 1-0",
        None,
        "",
        "1. e4 e5 2. Ke3 Nc6",
        "1. e4 { [%eval 0.3] [%clk 0:03:00] } e5 { [%eval #-3] [%clk 0:02:58.5] }",
        "1. d4 { never closed",
        "1. d4 *  1. e4 *",
        "no chess at all",
        "1. e4 (1. d4 d5) e5 $1 *",
        "e4 e5 Qh5 Ke7 Qxe5#",
    ]
    found = chess0x88.parse(rows)
    assert isinstance(found, pa.StructArray) and len(found) == len(rows)
    assert found.is_valid().to_pylist() == [row is not None for row in rows]
    rows_found = found.to_pylist()
    moves = [row and row["moves"] for row in rows_found]
    assert moves == ["e2e4 e7e5 g1f3", None, "", "e2e4 e7e5", "e2e4 e7e5", "d2d4", "d2d4", "", "e2e4 e7e5", "e2e4 e7e5 d1h5 e8e7 h5e5"]
    assert [row and row["ply_count"] for row in rows_found] == [move if move is None else len(move.split()) for move in moves]
    assert [row and row["result"] for row in rows_found] == ["1-0", None, None, None, None, None, "*", None, "*", None]
    errors = [row and row["error"] for row in rows_found]
    assert [error is not None for error in errors] == [False, False, False, True, False, True, True, True, False, False], errors
    assert errors[3] == "Ke3: the king on e1 does not move to e3"
    assert [rows_found[index]["error_at"] for index in (3, 5, 6)] == [rows[3].index("Ke3"), rows[5].index("{"), rows[6].rindex("1. e4")]
    assert rows_found[4]["clocks"] == [180.0, 178.5] and rows_found[4]["evals"] == [30, -32766]
    assert chess0x88.fen_at(found.field("movedata"), -1).to_pylist()[2] == START
    with pytest.raises(ValueError, match=f"row 3, byte {rows[3].index('Ke3')}: Ke3"):
        chess0x88.parse(rows, errors="raise")


def test_parse_takes_starts_and_columns():
    black = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    found = chess0x88.parse(["1... e5", "e4", "e4", f'[FEN "{black}"]\n\n1... d5 *'], [black, None, "8/8", None])
    assert found.field("moves").to_pylist() == ["e7e5", "e2e4", "", "d7d5"]
    assert found.field("fen").to_pylist() == [black, None, None, black]
    assert [error is None for error in found.field("error").to_pylist()] == [True, True, False, True]
    assert chess0x88.parse("1... e5", black, columns=["error", "ply_count"]).to_pylist() == [{"error": None, "ply_count": 1}]
    with pytest.raises(ValueError, match="none of the columns"):
        chess0x88.parse("1. e4", columns=["elo"])


def test_parse_never_raises():
    generator = random.Random(1)
    letters = "12345678abcdefghKQRBNOox+#=-.(){}[]%;$ \n\"*/éЖ"
    rows = ["".join(generator.choices(letters, k=generator.randrange(60))) for _ in range(3000)]
    rows += ["1. e4 e5 2. Nf3 Nc6 " + row for row in rows]
    found = chess0x88.parse(rows)
    assert len(found) == len(rows) and found.null_count == 0
    assert pc.min(found.field("ply_count")).as_py() == 0
    for row in found.to_pylist():
        board = chess.Board(row["fen"]) if row["fen"] else chess.Board()
        for move in row["moves"].split():
            assert move == "0000" or chess.Move.from_uci(move) in board.legal_moves
            board.push_uci(move)


def test_parse_agrees_with_the_table(pgn):
    table = chess0x88.read_pgn(pgn).read_all()
    texts, at = [], table["byte"].to_pylist() + [len(pgn)]
    texts = [pgn[start:end] for start, end in zip(at, at[1:])]
    found = chess0x88.parse(pa.chunked_array([texts[:20], texts[20:]]))
    assert isinstance(found, pa.ChunkedArray)
    for name, column in [("moves", "moves_uci"), ("movedata", "movedata"), ("fen", "fen"), ("evals", "evals"), ("result", "result")]:
        assert pc.struct_field(found, name).to_pylist() == table[column].to_pylist(), name


def test_parse_in_databases():
    texts = ["1. e4 e5 *", "1. e5", None]
    connection = duckdb.connect()
    chess0x88.register(connection)
    connection.register("games", pa.table({"movetext": texts}))
    rows = connection.execute("SELECT p.ply_count, p.error FROM (SELECT parse(movetext, NULL) AS p FROM games)").fetchall()
    assert rows == [(2, None), (0, "e5: no pawn of White goes to e5")] + [(None, None)] or rows[0] == (2, None)
    frame = pl.DataFrame({"movetext": texts}).with_columns(
        parsed=pl.col("movetext").map_batches(lambda column: pl.Series(chess0x88.parse(column)))
    )
    assert frame["parsed"].struct.field("moves").to_list() == ["e2e4 e7e5", "", None]
    assert chess0x88.parse(pd.Series(texts)).struct.field("ply_count").tolist()[:2] == [2, 0]


def boards(count, seed):
    generator, found = random.Random(seed), []
    board = chess.Board()
    while len(found) < count:
        found.append(board.copy())
        moves = list(board.legal_moves)
        if not moves or len(board.move_stack) > 120:
            board = chess.Board()
        else:
            board.push(generator.choice(moves))
    return found


def test_columns_of_positions():
    known = boards(600, 3)
    packed = chess0x88.positions([board.fen() for board in known], errors="raise")
    assert packed.type == pa.binary(32)
    fens = chess0x88.fen(packed, errors="raise").to_pylist()
    assert [chess.Board(fen).fen() for fen in fens] == [chess.Board(board.fen(en_passant="legal")).fen() for board in known]
    legal = chess0x88.legal_moves(packed).to_pylist()
    assert [sorted(moves) for moves in legal] == [sorted(move.uci() for move in board.legal_moves) for board in known]
    masks = chess0x88.legal_mask(packed)
    assert masks.shape == (600, 1968)
    assert [sorted(chess0x88.UCI_MOVES[index] for index in np.flatnonzero(mask)) for mask in masks] == [sorted(moves) for moves in legal]
    outcomes = chess0x88.outcome(packed).to_pylist()
    for board, found in zip(known, outcomes):
        over = board.outcome()
        assert found["result"] == (over.result() if over else "*"), board.fen()
        assert (found["reason"] is None) == (over is None)

    # Plays each move by its text and by its number.
    generator = random.Random(4)
    moves = [generator.choice(moves) if moves else None for moves in legal]
    numbers = [None if move is None else chess0x88.UCI_MOVES.index(move) for move in moves]
    after = chess0x88.play(packed, moves, errors="raise")
    assert after.equals(chess0x88.play(packed, pa.array(numbers, pa.int32())))
    sans = chess0x88.san(packed, moves).to_pylist()
    for board, move, san, fen in zip(known, moves, sans, chess0x88.fen(after).to_pylist()):
        if move is None:
            assert san is None and fen is None
            continue
        assert san == board.san(chess.Move.from_uci(move))
        board = board.copy()
        board.push_uci(move)
        assert chess.Board(fen).fen() == chess.Board(board.fen(en_passant="legal")).fen()
    assert chess0x88.read_san(packed, sans).to_pylist() == moves
    assert chess0x88.explain(packed, moves).null_count == len(moves)
    # An illegal move is null and has an explanation.
    random_moves = [generator.choice(chess0x88.UCI_MOVES) for _ in known]
    is_legal = [move in moves for move, moves in zip(random_moves, legal)]
    assert chess0x88.play(packed, random_moves).is_valid().to_pylist() == is_legal
    assert chess0x88.explain(packed, random_moves).is_null().to_pylist() == is_legal
    with pytest.raises(ValueError, match=f"row {is_legal.index(False)}, {random_moves[is_legal.index(False)]}: "):
        chess0x88.play(packed, random_moves, errors="raise")
    assert chess0x88.key(packed).to_pylist() == chess0x88.key_at([b""] * 600, 0, fens).to_pylist()


def test_planes_of_state():
    fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    ]
    planes = chess0x88.planes(chess0x88.positions(fens), state=True)
    assert planes.shape == (2, 18, 8, 8)
    assert planes[:, 12:17].reshape(2, 5, 64).sum(-1).tolist() == [[64, 64, 0, 0, 64], [0, 64, 64, 64, 64]]
    assert planes[:, 17].sum() == 1 and planes[1, 17, 2, 4] == 1
    bits = chess0x88.planes(chess0x88.positions(fens), True, state=True)
    assert (np.unpackbits(bits, axis=-1, bitorder="little").reshape(planes.shape) == planes).all()


def test_explanations():
    texts = chess0x88.explain(chess0x88.positions(START), ["e2e5"]).to_pylist()
    assert texts == ["the pawn on e2 does not move to e5"], texts
    start = chess0x88.positions(START)[0]
    moves = ["e4", "Nf3", "Ke2", "hello", "", None]
    reasons = chess0x88.explain(pa.array([start.as_py()] * 6, pa.binary(32)), moves).to_pylist()
    assert reasons[:2] == [None, None] and all(reasons[2:])
    assert chess0x88.is_legal(start, moves).to_pylist() == [True, True, False, False, False, None]
    numbers = [chess0x88.UCI_MOVES.index("e2e4"), chess0x88.UCI_MOVES.index("e2e5"), -1, 5000, None]
    assert chess0x88.is_legal(start, numbers).to_pylist() == [True, False, False, False, None]
    assert [reason is None for reason in chess0x88.explain(start, numbers).to_pylist()] == [True, False, False, False, False]
    # Without a position nothing can be judged, and nothing is legal.
    positions = chess0x88.positions([START, "8/8", None], errors="column").field("value")
    for errors in ("null", "raise"):
        assert [reason is None for reason in chess0x88.explain(positions, "e4", errors=errors).to_pylist()] == [True, False, False]
        assert chess0x88.is_legal(positions, "e4", errors=errors).to_pylist() == [True, None, None]
    with pytest.raises(ValueError, match="row 0"):
        chess0x88.explain(pa.array([bytes(32)], pa.binary(32)), "e4", errors="raise")


def test_judgements_are_those_of_python_chess():
    """Every pair of squares in many positions, and each legal move in both notations."""
    for board in boards(600, 5)[::50]:
        position = chess0x88.positions(board.fen())
        legal = {move.uci() for move in board.legal_moves}
        # Castling may also be written as the king takes the rook.
        legal |= {f"e{move[1]}{'h' if move[2] == 'g' else 'a'}{move[1]}" for move in legal if board.is_castling(chess.Move.from_uci(move))}
        moves = chess0x88.UCI_MOVES
        found = chess0x88.is_legal(position[0], moves).to_pylist()
        assert [move for move, is_legal in zip(moves, found) if is_legal] == sorted(legal)
        reasons = chess0x88.explain(position[0], moves)
        assert reasons.is_null().to_pylist() == found
        if legal:
            sans = [board.san(move) for move in board.legal_moves]
            assert chess0x88.is_legal(position[0], sans).to_pylist() == [True] * len(sans)


KING = "8/8/8/4k3/8/8/8/K7 w - - 0 1"


@pytest.mark.parametrize("move", ["Kg1", "a1g1", "Kc1", "a1c1"])
def test_a_king_far_away_does_not_castle(move):
    assert chess0x88.explain(chess0x88.positions(KING), [move]).to_pylist() == [f"the king on a1 does not move to {move[-2:]}"]


def test_a_king_without_the_right_does_not_castle():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"
    for move in ("Kg1", "e1g1", "O-O"):
        assert chess0x88.explain(chess0x88.positions(fen), [move]).to_pylist() == ["White has no right to castle on the king's side"]


def test_answers_of_language_models_are_read_on_demand():
    """Each move in both notations, with each number before it and each pair of marks around it."""
    white = chess0x88.positions(START)
    black = chess0x88.positions("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    castle = chess0x88.positions("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    marks = [("", ""), ("**", "**"), ("*", "*"), ("`", "`"), ('"', '"'), ("'", "'"), ("\u201c", "\u201d"), ("(", ")"), ("[", "]"), ("```\n", "\n```"), (" ", "\n"), ("$", "$"), ("- ", "."), ("__", "__")]
    for position, numbers, moves in [
        (white, ["", "1. ", "1.", "1) ", "12. "], [("e4", "e2e4"), ("e2-e4", "e2e4"), ("e2e4", "e2e4"), ("Nf3", "g1f3"), ("\u2658f3", "g1f3"), ("e4!", "e2e4")]),
        (black, ["", "1... ", "1...", "1\u2026 ", "... ", "1. ... "], [("e5", "e7e5"), ("e7-e5", "e7e5"), ("Nf6", "g8f6")]),
        (castle, ["", "5. ", "5."], [("O-O", "e1g1"), ("0-0", "e1g1"), ("0-0-0", "e1c1"), ("Rxa8+", "a1a8"), ("e1g1", "e1g1")]),
    ]:
        expected = {}
        for number, (open, close), (move, uci) in itertools.product(numbers, marks, moves):
            expected |= {f"{open}{number}{move}{close}": uci, f"{number}{open}{move}{close}": uci}
        answers = list(expected)
        assert dict(zip(answers, chess0x88.read_san(position[0], answers, answers=True).to_pylist())) == expected
        assert all(chess0x88.is_legal(position[0], answers, answers=True).to_pylist())
        assert chess0x88.explain(position[0], answers, answers=True).null_count == len(answers)
    # Strict by default; and a text with more than a move is none.
    strict = ["1. e4", "**e4**", '"e4"', "(e4)"]
    assert chess0x88.is_legal(white[0], strict).to_pylist() == [False] * len(strict)
    more = ["e4 is best", "e4 or d4", "1. e4 e5", "", "1.", "**", "I resign", "e4e5e6", "1"]
    assert chess0x88.is_legal(white[0], more, answers=True).to_pylist() == [False] * len(more)


def test_batches(pgn):
    table = chess0x88.read_pgn(pgn).read_all()
    targets = ("policy", "mask", "result", "white_rating", "black_rating", "ply")
    whole = list(chess0x88.batches(pgn, 100, targets=targets))
    decided = table.filter(pc.not_equal(table["result"], "*"))
    count = pc.sum(decided["ply_count"]).as_py()
    assert [len(batch["policy"]) for batch in whole] == [100] * (count // 100) + [count % 100] * (count % 100 > 0)
    policy = np.concatenate([batch["policy"] for batch in whole])
    moves = [move for game in decided["moves_uci"].to_pylist() for move in game.split()]
    played = [chess0x88.UCI_MOVES[number] for number in policy]
    assert played == moves
    for batch in whole:
        rows = np.arange(len(batch["policy"]))
        assert batch["mask"][rows, batch["policy"]].all()
        assert batch["planes"].shape[1:] == (18, 8, 8) and set(np.unique(batch["result"])) <= {-1, 0, 1}
    assert np.concatenate([batch["ply"] for batch in whole]).tolist() == [ply for game in decided["ply_count"].to_pylist() for ply in range(game)]
    # With `shuffle` the same examples come in another order, which does not depend on the number of threads.
    mixed = [list(chess0x88.batches(pgn, 64, shuffle=500, seed=7, threads=threads)) for threads in (1, 3)]
    assert len(mixed[0]) == len(mixed[1])
    for one, other in zip(*mixed):
        assert sorted(one) == ["planes", "policy", "result"]
        assert all((one[name] == other[name]).all() for name in one)
    mixed_policy = np.concatenate([batch["policy"] for batch in mixed[0]])
    assert sorted(mixed_policy) == sorted(policy) and list(mixed_policy) != list(policy)
    other = np.concatenate([batch["policy"] for batch in chess0x88.batches(pgn, 64, shuffle=500, seed=8)])
    assert list(other) != list(mixed_policy)
    with pytest.raises(ValueError, match="targets are mask, policy"):
        chess0x88.batches(pgn, targets=("elo",))
