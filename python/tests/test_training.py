"""Arrays for training, beside arrays made square by square with python-chess. Run by python/test."""

import io
import itertools
import re

import chess
import chess.pgn
import numpy as np
import pyarrow as pa
import pytest

import chess0x88

# White castles to both sides, a repetition, en passant, promotions to each piece, a set-up with Black to move, evaluations and clocks.
EDGES = """[Result "1-0"]
[WhiteElo "2000"]

1. Nf3 {[%eval 0.3] [%clk 0:03:00]} Nf6 {[%eval #-3] [%clk 0:02:59]} 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 a6 6. e5 d5 7. exd6 {[%eval #2]} Qxd6 8. Nf3 Bg4 9. Bb5+ Nc6 10. O-O O-O-O 1-0

[Result "0-1"]
[FEN "4k3/P6P/8/8/8/8/p5p1/4K2R b K - 5 20"]

20... a1=Q+ 21. Ke2 gxh1=N 22. a8=R+ Kd7 23. h8=B 0-1

[Result "1/2-1/2"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

1. O-O-O O-O 2. Kb1 1/2-1/2

[Result "*"]

1. d4 *

"""
ROLES = "PNBRQKpnbrqk"


def boards_of(text):
    """Yields the boards of each game with the move played from each, if any, and the game."""
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        board, found = game.board(), []
        for node in game.mainline():
            found.append((board.copy(), node.move, node))
            board.push(node.move)
        yield game, found, board


def model(board, mover, clock, history, repetition):
    """The planes, square by square."""
    turned = mover and not board.turn
    boards, step = [], board.copy()
    for _ in range(history):
        boards.append(step and step.copy())
        step = step if step and step.move_stack else None
        if step:
            step.pop()
    planes = []
    for one in boards:
        for letter in ROLES.swapcase() if turned else ROLES:
            plane = np.zeros((8, 8), np.uint8)
            for square, piece in (one.piece_map() if one else {}).items():
                if piece.symbol() == letter:
                    rank = chess.square_rank(square)
                    plane[7 - rank if turned else rank, chess.square_file(square)] = 1
            planes.append(plane)
        if repetition:
            planes += [np.full((8, 8), bool(one and one.is_repetition(count)), np.uint8) for count in (2, 3)]
    planes.append(np.full((8, 8), board.turn, np.uint8))
    for color in (board.turn, not board.turn) if mover else (True, False):
        planes += [np.full((8, 8), right(color), np.uint8) for right in (board.has_kingside_castling_rights, board.has_queenside_castling_rights)]
    plane = np.zeros((8, 8), np.uint8)
    if board.has_legal_en_passant():
        rank = chess.square_rank(board.ep_square)
        plane[7 - rank if turned else rank, chess.square_file(board.ep_square)] = 1
    planes.append(plane)
    if clock:
        planes.append(np.full((8, 8), board.halfmove_clock, np.uint8))
    return np.stack(planes)


def texts(pgn):
    return EDGES + pgn.decode()[: pgn.decode().index("[Event", 12_000)]


@pytest.mark.parametrize(("mover", "clock", "history", "repetition"), itertools.product([False, True], [False, True], [1, 3], [False, True]))
def test_planes_are_those_made_square_by_square(mover, clock, history, repetition, pgn):
    text = EDGES
    options = {"mover": mover, "clock": clock, "history": history, "repetition": repetition}
    found = list(chess0x88.batches(text.encode(), 7, targets=("policy", "result", "ply"), **options))
    planes = np.concatenate([batch["planes"] for batch in found])
    expected = [(board, game) for game, rows, _ in boards_of(text) for board, _, _ in rows if game.headers["Result"] != "*"]
    assert len(planes) == len(expected) > 25
    for made, (board, game) in zip(planes, expected):
        assert (made == model(board, mover, clock, history, repetition)).all(), board.fen()
    results = np.concatenate([batch["result"] for batch in found])
    sign = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
    assert results.tolist() == [sign[game.headers["Result"]] * (-1 if mover and not board.turn else 1) for board, game in expected]
    if history == 1 and not repetition:
        fens = [board.fen() for board, _ in expected]
        made = chess0x88.planes(chess0x88.positions(fens), state=True, mover=mover, clock=clock)
        assert (made == planes).all()
        if not clock:
            bits = chess0x88.planes(chess0x88.positions(fens), True, state=True, mover=mover)
            assert (np.unpackbits(bits, axis=-1, bitorder="little").reshape(planes.shape) == planes).all()


def test_targets_are_those_of_the_games(pgn):
    text = texts(pgn)
    targets = ("policy", "result", "eval", "clock", "ply", "moves_left", "game_id", "white_rating", "black_rating")
    found = list(chess0x88.batches(text.encode(), 1000, targets=targets))
    table = chess0x88.read_pgn(text.encode()).read_all().to_pylist()
    columns = {name: np.concatenate([batch[name] for batch in found]).tolist() for name in targets}
    at = 0
    for game in table:
        if game["result"] == "*":
            continue
        clocks = [None] * game["ply_count"]
        black_first = bool(game["fen"]) and game["fen"].split()[1] == "b"
        if game["clocks_white"] is not None:
            clocks[black_first::2], clocks[1 - black_first :: 2] = game["clocks_white"], game["clocks_black"]
        evals = [None, *(game["evals"] or [None] * game["ply_count"])]
        for ply, move in enumerate(game["moves_uci"].split()):
            row = {name: column[at] for name, column in columns.items()}
            known = lambda value: None if value != value else value
            assert chess0x88.UCI_MOVES[row["policy"]] == move
            assert (row["game_id"], row["ply"], row["moves_left"]) == (game["game_id"], ply, game["ply_count"] - ply)
            assert (row["white_rating"], row["black_rating"]) == (game["white_rating"] or 0, game["black_rating"] or 0)
            assert (known(row["clock"]), known(row["eval"])) == (clocks[ply], evals[ply])
            at += 1
    assert at == len(columns["ply"])
    batch = found[0]
    assert batch["policy"].dtype == np.int64 and all(column.flags.writeable for column in batch.values())
    # For the mover a mate keeps its number of moves.
    turned = np.concatenate([batch["eval"] for batch in chess0x88.batches(EDGES.encode(), targets=("eval",), mover=True)])
    assert turned[:3].tolist()[1:] == [-30.0, -32766.0]


def test_shards_limits_and_arrays_over_two_files_and_two_pieces(pgn, tmp_path):
    many = pgn * 2
    for name in ("a.pgn", "b.pgn"):
        (tmp_path / name).write_bytes(many)
    # Two pieces of text.
    assert len(many) > 1 << 18
    rows = lambda source, **options: np.concatenate([batch["game_id"] for batch in chess0x88.batches(source, 512, targets=("game_id", "result"), **options)] or [[]])
    one, two = rows(tmp_path / "a.pgn"), rows(tmp_path)
    shards = [rows(tmp_path, shard=(worker, 3)) for worker in range(3)]
    assert sorted(np.concatenate(shards)) == sorted(two) and all(len(shard) for shard in shards)
    for limit in (0, 1, 512, 513):
        assert len(rows(tmp_path, limit=limit)) == limit
    out = {"planes": np.zeros((64, 18, 8, 8), np.uint8), "game_id": np.zeros(64, np.int64), "result": np.zeros(64, np.int8)}
    kept = []
    for batch in chess0x88.batches(tmp_path / "a.pgn", 64, targets=("game_id", "result"), out=out, limit=1000):
        assert np.shares_memory(batch["planes"], out["planes"])
        kept.append(batch["game_id"].copy())
    assert (np.concatenate(kept) == one[:1000]).all()
    for wrong in ({"shard": (3, 3)}, {"sample": -1}, {"history": 0}, {"policy": "leela"}, {"size": 0}, {"targets": ("elo",)}, {"where": "elo"}):
        with pytest.raises(ValueError):
            list(chess0x88.batches(tmp_path, **wrong))


def test_batches_come_from_tables_and_columns(pgn):
    import pandas as pd
    import polars as pl

    text = texts(pgn).encode()
    table = chess0x88.read_pgn(text).read_all()
    targets = ("policy", "mask", "result", "eval", "clock", "ply", "moves_left", "game_id", "white_rating")
    columns = lambda source: {
        name: np.concatenate(parts)
        for name, *parts in zip(("planes", *targets), *[[batch[name] for name in ("planes", *targets)] for batch in chess0x88.batches(source, 700, targets=targets, history=2, repetition=True)])
    }
    expected = columns(text)
    forms = {
        "table": table,
        "chunks": pa.concat_tables([table.slice(0, 3), table.slice(3, 0), table.slice(3)]),
        "reader": chess0x88.read_pgn(text),
        "batch": table.combine_chunks().to_batches()[0],
        "Polars": pl.from_arrow(table),
        "pandas": table.to_pandas(types_mapper=pd.ArrowDtype),
    }
    for form, source in forms.items():
        found = columns(source)
        for name, column in expected.items():
            assert np.array_equal(found[name], column, equal_nan=name in ("eval", "clock")), (form, name)
    few = pa.table({"movedata": table["movedata"], "fen": table["fen"]})
    plies = sum(len(batch["policy"]) for batch in chess0x88.batches(few, targets=("policy",)))
    assert plies == sum(table["ply_count"].to_pylist())
    bad = pa.table({"movedata": pa.array([b"\xff\xff", table["movedata"][0].as_py()])})
    found = []
    assert sum(len(batch["policy"]) for batch in chess0x88.batches(bad, targets=("policy",), errors=found.append)) > 0
    assert len(found) == 1 and "row 0: ply 1" in str(found[0])
    # Each bad row has its number over all chunks, also behind others.
    for numbers in itertools.chain.from_iterable(itertools.combinations(range(5), many) for many in range(6)):
        rows = [b"\xff\xff" if row in numbers else table["movedata"][0].as_py() for row in range(5)]
        for cut in range(6):
            found = []
            source = pa.table({"movedata": pa.chunked_array([rows[:cut], rows[cut:]], pa.binary())})
            list(chess0x88.batches(source, targets=("policy",), errors=found.append))
            assert [int(re.search(r"row (\d+): ply 1", str(error))[1]) for error in found] == list(numbers), (numbers, cut)
    with pytest.raises(ValueError, match="row 0"):
        list(chess0x88.batches(bad, targets=("policy",), errors="raise"))
    with pytest.raises(ValueError, match="filter the table"):
        chess0x88.batches(table, where="plies > 3")
    with pytest.raises(ValueError, match="movedata"):
        list(chess0x88.batches(pa.table({"white": ["a"]})))


def test_an_evaluation_is_the_same_for_either_mover():
    """A score for White is told as its opposite to Black, a mate too."""
    for score in ("0", "0.5", "3.21", "322.55", "#1", "#3", "#500"):
        told = [score.replace("#", f"#{sign}") if "#" in score else sign + score for sign in ("", "-")]
        for white, black in (told, told[::-1]):
            text = f"1. e4 {{[%eval {black}]}} e5 {{[%eval {white}]}} 2. d4 *".encode()
            (batch,) = chess0x88.batches(text, targets=("eval",), mover=True)
            assert batch["eval"][1] == batch["eval"][2], (white, black)
    # The lowest evaluation that is no mate has no opposite: it is no mate for Black either.
    (batch,) = chess0x88.batches(b"1. e4 {[%eval -400]} e5 *", targets=("eval",), mover=True)
    assert batch["eval"][1] == 32255


def test_boards_are_those_of_the_games(pgn):
    text = texts(pgn)
    boards, ends = chess0x88.read_boards(text.encode(), threads=2)
    assert boards.flags.writeable and boards.dtype == np.uint8 and ends[0] == 0 and ends[-1] == len(boards)
    rows = chess0x88.read_pgn(text.encode(), positions=True).read_all()
    assert (boards == chess0x88.boards(rows["position"])).all()
    games = list(boards_of(text))
    assert len(games) == len(ends) - 1
    for (game, rows, last), start, end in zip(games, ends, ends[1:]):
        for board, made in zip([*(board for board, _, _ in rows), last], boards[start:end], strict=True):
            expected = np.zeros((8, 8), np.uint8)
            for square, piece in board.piece_map().items():
                expected[square // 8, square % 8] = 1 + ROLES.index(piece.symbol())
            assert (made == expected).all(), board.fen()


def positions_of(text):
    return [(board, move) for _, rows, _ in boards_of(text) for board, move, _ in rows if not board.chess960]


def test_policies_number_every_legal_move(pgn):
    known = positions_of(texts(pgn))
    fens = [board.fen() for board, _ in known]
    packed = chess0x88.positions(fens)
    moves = [move.uci() for _, move in known]
    assert len(chess0x88.LC0_MOVES) == 1858 == len(set(chess0x88.LC0_MOVES))
    assert chess0x88.LC0_MOVES[:3] == ["a1b1", "a1c1", "a1d1"] and chess0x88.LC0_MOVES[1792:1796] == ["a7a8q", "a7a8r", "a7a8b", "a7b8q"]
    for policy, size in [("uci", 1968), ("lc0", 1858), ("alphazero", 4672)]:
        masks = chess0x88.legal_mask(packed, policy=policy)
        assert masks.shape == (len(known), size)
        assert masks.sum(axis=1).tolist() == [board.legal_moves.count() for board, _ in known]
        numbers = chess0x88.encode_moves(packed, moves, policy=policy, errors="raise")
        assert all(mask[number] for mask, number in zip(masks, numbers.to_pylist()))
        assert chess0x88.decode_moves(packed, numbers, policy=policy, errors="raise").to_pylist() == moves
        assert chess0x88.decode_moves(packed, -1, policy=policy).null_count == len(known)
        batch = next(chess0x88.batches(EDGES.encode(), targets=("policy", "mask"), policy=policy))
        assert batch["mask"][np.arange(len(batch["policy"])), batch["policy"]].all()
    for (board, move), lc0, zero in zip(known, chess0x88.encode_moves(packed, moves, policy="lc0").to_pylist(), chess0x88.encode_moves(packed, moves, policy="alphazero").to_pylist()):
        seen = (lambda square: square) if board.turn else chess.square_mirror
        origin, target = seen(move.from_square), seen(move.to_square)
        lc0_target = target
        if board.is_castling(move):
            lc0_target = chess.square(7 if chess.square_file(target) == 6 else 0, chess.square_rank(target))
        promotion = {None: "", chess.KNIGHT: "", chess.BISHOP: "b", chess.ROOK: "r", chess.QUEEN: "q"}[move.promotion]
        assert chess0x88.LC0_MOVES[lc0] == chess.square_name(origin) + chess.square_name(lc0_target) + promotion
        assert zero == alphazero(origin, target, move.promotion)


def alphazero(origin, target, promotion):
    """As gym-chess counts, from the table of the paper: 56 moves of queens, 8 of knights, 9 promotions."""
    files = chess.square_file(target) - chess.square_file(origin)
    ranks = chess.square_rank(target) - chess.square_rank(origin)
    if promotion not in (None, chess.QUEEN):
        plane = 64 + (files + 1) * 3 + [chess.KNIGHT, chess.BISHOP, chess.ROOK].index(promotion)
    elif {abs(files), abs(ranks)} == {1, 2}:
        plane = 56 + [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)].index((ranks, files))
    else:
        way = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)].index((np.sign(ranks), np.sign(files)))
        plane = way * 7 + max(abs(files), abs(ranks)) - 1
    return origin * 73 + plane
