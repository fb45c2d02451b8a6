"""Rare games, each also with colours exchanged, through every column and every function, beside python-chess. Run by python/test.

The games stand in one file, then in two files and in small batches: a row must not depend on the rows before it.
"""

import calendar
import datetime
import itertools
import pathlib

import chess
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet
import pytest

import chess0x88
from test_training import model

# A name, the start (None for the usual one), the moves in UCI (0000 is a null move), and the result.
GAMES = [
    ("usual", None, "e2e4 e7e5 g1f3 b8c6", "1-0"),
    ("null move", None, "e2e4 0000 d2d4 d7d5", "*"),
    ("null move first", None, "0000 e7e5 0000 d7d5", "*"),
    ("en passant", None, "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6", "1/2-1/2"),
    ("en passant not taken", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e1e2 e8e7", "*"),
    ("promotions without capture", "4k3/P6P/8/8/8/8/1p6/4K3 w - - 0 1", "a7a8q e8d7 h7h8n b2b1r e1e2 b1b2", "1-0"),
    ("promotion with capture", "1r2k3/P7/8/8/8/8/p7/1R2K3 w - - 0 1", "a7b8b a2b1r e1e2 b1b8", "0-1"),
    ("castling on both sides", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8 f1e1 d8d1", "*"),
    ("rights lost by a captured rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 e8d7 a8h8", "*"),
    ("Chess960, the king stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1 e8e7", "*"),
    ("Chess960, the rook stays", "4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", "e1c1 e8e7 c1b1", "*"),
    ("Chess960, they change places", "4k3/8/8/8/8/8/8/5RK1 w F - 0 1", "g1f1 e8e7", "*"),
    ("castling and promotion behind null moves", "4k2r/P7/8/8/8/8/8/R3K3 w Qk - 0 1", "0000 e8g8 e1c1 0000 a7a8q f8a8", "*"),
    ("repetition", None, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "1/2-1/2"),
    ("mate", None, "f2f3 e7e5 g2g4 d8h4", "0-1"),
    ("stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "1/2-1/2"),
    ("insufficient", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2 e8e7", "1/2-1/2"),
    ("double check", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6 e8d8", "*"),
    ("no moves", None, "", "*"),
    ("no moves but a start", "4k3/8/8/8/8/8/8/4K2R b K - 7 30", "", "*"),
    ("no result", None, "d2d4", ""),
    ("two errors", None, "e2e4 e7e5", "* two errors"),
    ("long comment", None, "d2d4 d7d5 c2c4", "*"),
    ("late numbers", "8/8/8/4k3/8/8/8/R3K3 b Q - 49 299", "e5d4 e1c1 d4e3", "*"),
]


# The tags that have columns, what these have of them, and columns that follow from tags.
TAGS = {
    "Site": "https://lichess.org/abcd1234", "Round": "3.1", "WhiteTitle": "GM", "BlackTitle": "BOT", "TimeControl": "180+2", "Termination": "Normal", "ECO": "A00", "Opening": "Odd", "Variation": "Odder",
    "Variant": "Standard", "WhiteRatingDiff": "+5", "BlackRatingDiff": "-6", "Date": "2024.02.29", "UTCDate": "1969.12.31", "UTCTime": "23:59:58",
}
OF_TAGS = {
    "site": "https://lichess.org/abcd1234", "round": "3.1", "white_title": "GM", "black_title": "BOT", "time_control": "180+2", "termination": "Normal", "eco": "A00", "opening": "Odd",
    "variation": "Odder", "variant": "Standard", "white_rating_diff": 5, "black_rating_diff": -6, "lichess_id": "abcd1234", "year": 2024, "month": 2, "day": 29, "date": datetime.date(2024, 2, 29),
    "utc_timestamp": datetime.datetime(1969, 12, 31, 23, 59, 58, tzinfo=datetime.timezone.utc), "time_initial": 180, "time_increment": 2, "tournament": None, "language": None,
}


def exchanged(uci):
    return "".join(str(9 - int(letter)) if letter.isdigit() and uci != "0000" else letter for letter in uci)


class Game:
    """A game with the boards of python-chess, and clocks and evaluations that differ at each ply."""

    def __init__(self, name, start, moves, result, is_exchanged):
        self.board = chess.Board(start, chess960=True) if start else chess.Board(chess960=True)
        if is_exchanged:
            self.board = self.board.mirror()
            moves = " ".join(map(exchanged, moves.split()))
            result = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
        self.name = name + " exchanged" * is_exchanged
        self.fen = None if self.board.fen() == chess.STARTING_FEN else self.board.fen(en_passant="legal")
        self.boards, self.moves, self.sans = [self.board.copy()], [], []
        board = self.board.copy()
        for uci in moves.split():
            move = self.move(board, uci)
            self.sans.append("--" if not move else board.san(move))
            board.push(move)
            self.moves.append(move)
            self.boards.append(board.copy())
        self.has_error, self.text_result = result.startswith("* "), result.split(" ")[0]
        self.result = self.text_result or "*"
        self.clocks = [600.0 + 7 * ply if ply % 3 != 2 else None for ply in range(len(self.moves))]
        self.evals = [100 * ply - 50 if ply % 4 != 1 else None for ply in range(len(self.moves))]
        self.depths = [10 + ply if ply % 4 == 2 else None for ply in range(len(self.moves))]
        self.elapsed = [1.5 + ply if ply % 5 != 3 else None for ply in range(len(self.moves))]
        self.comments = [None, *("x" * 65_000 if name == "long comment" and ply == 1 else f"said {ply}" if ply % 3 == 2 else None for ply in range(len(self.moves)))]

    @staticmethod
    def move(board, uci):
        move = chess.Move.from_uci(uci)
        if board.piece_type_at(move.from_square) == chess.KING and uci not in ("e1c1", "e8c8") or not move:
            # The king's two steps mean castling, and so does the king's move to its rook.
            steps = abs(chess.square_file(move.from_square) - chess.square_file(move.to_square))
            if steps == 2 and board.piece_type_at(move.from_square) == chess.KING:
                move.to_square = chess.square(7 if move.to_square > move.from_square else 0, chess.square_rank(move.from_square))
        elif uci in ("e1c1", "e8c8") and board.piece_at(move.from_square) and board.piece_type_at(move.from_square) == chess.KING:
            # To a rook on the c-file, or on the a-file.
            if board.piece_type_at(move.to_square) != chess.ROOK:
                move.to_square = chess.square(0, chess.square_rank(move.from_square))
        assert not move or board.is_legal(move), (board.fen(), uci)
        return move

    def uci(self, ply):
        """The move as UCI writes it: the king's two steps where it stands at home and the rook in its corner."""
        board, move = self.boards[ply], self.moves[ply]
        if not move or not board.is_castling(move):
            return move.uci()
        is_usual = chess.square_file(move.from_square) == 4 and chess.square_file(move.to_square) in (0, 7)
        return self.square(ply, "from") + (self.square(ply, "to") if is_usual else chess.square_name(move.to_square))

    def square(self, ply, which):
        """The squares of the king's move, for castling."""
        move = self.moves[ply]
        if which == "from" or not self.boards[ply].is_castling(move):
            return chess.square_name(move.from_square if which == "from" else move.to_square)
        return chess.square_name(chess.square(6 if move.to_square > move.from_square else 2, chess.square_rank(move.from_square)))

    @property
    def tags(self):
        """Of a game with an odd number of moves, the tags that have columns; with an even one they say nothing."""
        return TAGS if len(self.moves) % 2 else {name: "?" for name in TAGS if name[:3] != "UTC"}

    @property
    def movetext(self):
        """The moves with their numbers."""
        words, board = [], self.board
        for ply, san in enumerate(self.sans):
            board = self.boards[ply]
            if board.turn or ply == 0:
                words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            words.append(san)
        return " ".join(words)

    @property
    def pgn(self):
        tags = {"Event": self.name, "White": f"W {self.name}", "Black": "B", "WhiteElo": 1000 + len(self.moves), "Odd": "a"} | self.tags
        text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        if self.text_result:
            text += f'[Result "{self.result}"]\n'
        if self.fen:
            text += f'[FEN "{self.fen}"]\n[SetUp "1"]\n'
        text += "\n"
        for ply, san in enumerate(self.sans):
            comment = self.comments[1 + ply] or ""
            if self.evals[ply] is not None:
                comment += f" [%eval {self.evals[ply] / 100}{f',{self.depths[ply]}' if self.depths[ply] else ''}]"
            if self.elapsed[ply] is not None:
                comment += f" [%emt 0:00:{self.elapsed[ply]}]"
            if self.clocks[ply] is not None:
                seconds = int(self.clocks[ply])
                comment += f" [%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]"
            text += f"{san} " + f"{{{comment}}} " * bool(comment)
        if self.has_error:
            text += "Ke4 Kd5 Qa1 "
        return text + self.text_result + "\n\n"

    def material(self, ply):
        side = lambda color: "K" + "".join(letter * len(self.boards[ply].pieces(role, color)) for letter, role in zip("QRBNP", range(5, 0, -1)))
        return f"{side(True)}v{side(False)}"

    def captured(self, ply):
        board, move = self.boards[ply], self.moves[ply]
        if not move or board.is_castling(move):
            return None
        piece = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
        return piece and chess.piece_symbol(piece)


ALL = [Game(*game, is_exchanged) for game in GAMES for is_exchanged in (False, True)]
TEXT = "".join(game.pgn for game in ALL).encode()


def fen_of(board):
    return board.fen(en_passant="legal")


def same(found, board):
    """Compares FENs, whose castling rights may be written in two ways."""
    return chess.Board(found, chess960=True).fen(en_passant="legal") == fen_of(board)


@pytest.fixture(scope="module")
def table():
    return chess0x88.read_pgn(TEXT, comments=True).read_all()


def test_every_column_of_games(table):
    assert table.num_rows == len(ALL)
    for row, game in zip(table.to_pylist(), ALL):
        plies = len(game.moves)
        black_first = not game.board.turn
        expected = {
            "event": game.name,
            "white": f"W {game.name}",
            "black": "B",
            "white_rating": 1000 + plies,
            "black_rating": None,
            "result": game.result,
            "ply_count": plies,
            "moves_uci": " ".join(game.uci(ply) for ply in range(plies)),
            "clocks_white": game.clocks[black_first::2] if any(game.clocks) else None,
            "clocks_black": game.clocks[1 - black_first :: 2] if any(game.clocks) else None,
            "evals": game.evals if any(value is not None for value in game.evals) else None,
            "depths": game.depths if any(game.depths) else None,
            "elapsed_white": game.elapsed[black_first::2] if plies else None,
            "elapsed_black": game.elapsed[1 - black_first :: 2] if plies else None,
            "comments": game.comments if any(game.comments) else None,
            "byte": TEXT.index(f'[Event "{game.name}"]'.encode()),
            "line": 1 + TEXT[: TEXT.index(f'[Event "{game.name}"]'.encode())].count(b"\n"),
            "tags": [{"name": "Odd", "value": "a"}],
        } | (OF_TAGS if plies % 2 else dict.fromkeys(OF_TAGS))
        assert {name: row[name] for name in expected} == expected, game.name
        assert (row["fen"] is None) == (game.fen is None) and (not game.fen or same(row["fen"], game.board))
        assert len(row["movedata"]) == 2 * plies + bool(game.fen)
        assert bool(row["error"]) == game.has_error and (not game.has_error or row["error"].startswith("Ke4: "))
        if game.has_error:
            assert TEXT[row["error_byte"] :].startswith(b"Ke4") and row["error_line"] == 1 + TEXT[: row["error_byte"]].count(b"\n")
        assert row.keys() == expected.keys() | {"game_id", "file", "fen", "movedata", "error", "error_byte", "error_line"}


def test_every_column_of_positions(table):
    rows = iter(chess0x88.read_pgn(TEXT, positions=True).read_all().to_pylist())
    keys = {}
    for number, game in zip(table["game_id"].to_pylist(), ALL):
        for ply, board in enumerate(game.boards):
            row, is_last = next(rows), ply == len(game.moves)
            assert same(chess0x88.fen(row["position"])[0].as_py(), board), (game.name, ply)
            assert keys.setdefault(row["key"], board._transposition_key()) == board._transposition_key()
            assert row | {"position": 0, "key": 0} == {
                "game_id": number,
                "ply": ply,
                "position": 0,
                "key": 0,
                "move": None if is_last else game.uci(ply),
                "clock": None if is_last else game.clocks[ply],
                "eval": game.evals[ply - 1] if ply else None,
                "material": game.material(ply),
                "in_check": board.is_check(),
                "captured": None if is_last else game.captured(ply),
            }, (game.name, ply)
    assert next(rows, None) is None and len(set(keys.values())) == len(keys)


def test_every_function_of_games(table):
    movedata, fen = table["movedata"], table["fen"]
    for ply in range(-10, 12):
        boards = [game.boards[ply] if -len(game.boards) <= ply < len(game.boards) else None for game in ALL]
        found = chess0x88.fen_at(movedata, ply, fen).to_pylist()
        for made, board in zip(found, boards):
            assert (made is None) == (board is None) and (not board or same(made, board))
        packed = chess0x88.position_at(movedata, ply, fen)
        assert chess0x88.fen(packed).to_pylist() == found
        assert chess0x88.key_at(movedata, ply, fen).to_pylist() == chess0x88.key(packed).to_pylist()
        counts = chess0x88.piece_counts(movedata, ply, fen).to_pylist()
        for count, board in zip(counts, boards):
            letter = lambda name: chess.Piece.from_symbol(name[1] if name[0] == "w" else name[1].lower())
            assert count is None or count == {name: sum(piece == letter(name) for piece in board.piece_map().values()) for name in count}
        assert [count is None for count in counts] == [board is None for board in boards]
    details = chess0x88.move_details(movedata, fen).to_pylist()
    for game, rows in zip(ALL, details):
        assert len(rows) == len(game.moves)
        for ply, (row, move) in enumerate(zip(rows, game.moves)):
            board, after = game.boards[ply], game.boards[ply + 1]
            captured = game.captured(ply)
            expected = {
                "ply": ply,
                "role": chess.piece_symbol(board.piece_type_at(move.from_square)),
                "from": game.square(ply, "from"),
                "to": game.square(ply, "to"),
                "promotion": chess.piece_symbol(move.promotion) if move.promotion else None,
                "capture": captured,
                "is_castle": board.is_castling(move),
                "is_check": after.is_check(),
                "is_checkmate": after.is_checkmate(),
                "is_en_passant": board.is_en_passant(move),
            } if move else dict.fromkeys(row) | {"ply": ply}
            assert row == expected, (game.name, ply)
    assert chess0x88.uci(movedata).to_pylist() == table["moves_uci"].to_pylist()
    # python-chess keeps castling as the king's move to its rook.
    assert chess0x88.uci(movedata, chess960=True).to_pylist() == [" ".join(move.uci() for move in game.moves) for game in ALL]
    assert chess0x88.movetext(movedata, fen).to_pylist() == [game.movetext for game in ALL]
    for subfen in ("8/8/8/3P4/8/8/8/8", "4k3/8/8/8/8/8/8/4K3", "8/8/8/8/8/8/8/2KR4", "8/8/8/8/8/8/8/8", "5rk1/8/8/8/8/8/8/8"):
        wanted = chess.Board(f"{subfen} w - - 0 1").piece_map()
        expected = [any(wanted.items() <= board.piece_map().items() for board in game.boards) for game in ALL]
        assert chess0x88.matches_subfen(movedata, subfen, fen).to_pylist() == expected, subfen
    for number, game in enumerate(ALL):
        key = chess0x88.key_at(movedata, -1, fen)[number].as_py()
        last = game.boards[-1]._transposition_key()
        expected = [any(board._transposition_key() == last for board in other.boards) for other in ALL]
        assert chess0x88.reaches(movedata, key, fen).to_pylist() == expected, game.name


def test_parse_and_to_pgn_agree_with_the_table(table):
    whole = chess0x88.parse([game.pgn for game in ALL])
    bare = chess0x88.parse([game.movetext for game in ALL], [game.fen for game in ALL])
    for found, has_comments in ((whole, True), (bare, False)):
        assert found.field("moves").to_pylist() == table["moves_uci"].to_pylist()
        assert found.field("movedata").to_pylist() == table["movedata"].to_pylist()
        assert found.field("ply_count").to_pylist() == table["ply_count"].to_pylist()
        assert found.field("fen").to_pylist() == table["fen"].to_pylist()
        if has_comments:
            assert [clocks and [*clocks] for clocks in found.field("clocks").to_pylist()] == [game.clocks if any(game.clocks) else None for game in ALL]
            assert found.field("evals").to_pylist() == table["evals"].to_pylist()
            assert found.field("result").to_pylist() == [game.text_result or None for game in ALL]
            assert found.field("error").to_pylist() == table["error"].to_pylist()
            places = found.field("error_at").to_pylist()
            assert places == [game.pgn.index("Ke4") if game.has_error else None for game in ALL]
    again = chess0x88.read_pgn("\n".join(chess0x88.to_pgn(table).to_pylist()).encode()).read_all()
    names = ["event", "white", "moves_uci", "movedata", "fen", "clocks_white", "clocks_black", "evals", "result", "tags", "white_rating"]
    assert again.select(names).equals(table.select(names))


def test_every_function_of_positions():
    pairs = [(board, game, ply) for game in ALL for ply, board in enumerate(game.boards)]
    packed = chess0x88.positions([fen_of(board) for board, *_ in pairs], errors="raise")
    for made, (board, *_) in zip(chess0x88.fen(packed).to_pylist(), pairs):
        assert same(made, board)
    played = [game.uci(ply) if ply < len(game.moves) else None for _, game, ply in pairs]
    real = [None if uci == "0000" else uci for uci in played]
    after = chess0x88.play(packed, real).to_pylist()
    sans = chess0x88.san(packed, played).to_pylist()
    legal, masks = chess0x88.legal_moves(packed).to_pylist(), chess0x88.legal_mask(packed)
    outcomes = chess0x88.outcome(packed).to_pylist()
    boards, keys = chess0x88.boards(packed), chess0x88.key(packed).to_pylist()
    for index, (board, game, ply) in enumerate(pairs):
        if played[index] is not None:
            assert sans[index] == game.sans[ply], game.name
        if real[index] is not None:
            assert chess0x88.key(after[index])[0].as_py() == chess0x88.key(chess0x88.positions(fen_of(game.boards[ply + 1])))[0].as_py()
        assert len(legal[index]) == board.legal_moves.count() == masks[index].sum()
        assert sorted(chess0x88.UCI_MOVES[number] for number in np.flatnonzero(masks[index])) == sorted(legal[index])
        over = board.outcome()
        assert outcomes[index]["result"] == (over.result() if over else "*"), board.fen()
        letters = [0] * 64
        for square, piece in board.piece_map().items():
            letters[square] = 1 + "PNBRQKpnbrqk".index(piece.symbol())
        assert boards[index].reshape(-1).tolist() == letters
        assert keys[index] == keys[[fen_of(other) for other, *_ in pairs].index(fen_of(board))]
    assert chess0x88.read_san(packed, [san if uci else None for san, uci in zip(sans, real)]).to_pylist() == real
    for moves, (board, *_) in zip(chess0x88.legal_moves(packed, chess960=True).to_pylist(), pairs):
        assert sorted(moves) == sorted(move.uci() for move in board.legal_moves)
    spelled = [game.moves[ply].uci() if ply < len(game.moves) and game.moves[ply] else None for _, game, ply in pairs]
    assert chess0x88.read_san(packed, [san if uci else None for san, uci in zip(sans, real)], chess960=True).to_pylist() == spelled
    assert chess0x88.is_legal(packed, real).to_pylist() == [None if uci is None else True for uci in real]
    for policy in ("uci", "lc0", "alphazero"):
        numbers = chess0x88.encode_moves(packed, real, policy=policy)
        assert chess0x88.decode_moves(packed, numbers, policy=policy).to_pylist() == real


def test_every_array():
    """Planes, boards, batches and judgements, square by square."""
    for options in ({"mover": False, "clock": True, "history": 1, "repetition": False}, {"mover": True, "clock": False, "history": 3, "repetition": True}):
        found = list(chess0x88.batches(TEXT, 7, targets=("ply", "moves_left", "white_rating"), **options))
        made = {name: np.concatenate([batch[name] for batch in found]) for name in found[0]}
        rows = [(game, ply) for game in ALL for ply, move in enumerate(game.moves) if move]
        assert [*zip(made["ply"].tolist(), made["moves_left"].tolist(), made["white_rating"].tolist())] == [(ply, len(game.moves) - ply, 1000 + len(game.moves)) for game, ply in rows]
        for planes, (game, ply) in zip(made["planes"], rows, strict=True):
            assert (planes == model(game.boards[ply], **options)).all(), (game.name, ply, options)
    packed = chess0x88.read_pgn(TEXT, positions=True).read_all()["position"]
    boards, ends = chess0x88.read_boards(TEXT)
    assert np.diff(ends).tolist() == [len(game.boards) for game in ALL] and (boards == chess0x88.boards(packed)).all()
    (planes, batch), *more = chess0x88.iter_planes(chess0x88.read_pgn(TEXT, positions=True))
    assert not more and (planes == chess0x88.planes(packed)).all()
    state = chess0x88.planes(packed, state=True, clock=True)
    for made, board in zip(state, (board for game in ALL for board in game.boards), strict=True):
        assert (made == model(board, False, True, 1, False)).all()
        # A move without its promotion is none.
        legal = {move[:5] for move in chess0x88.legal_moves(chess0x88.positions(fen_of(board)), chess960=True)[0].as_py()}
        tried = sorted(legal | {move.uci() for move in board.pseudo_legal_moves if not board.is_castling(move)})
        reasons = chess0x88.explain(chess0x88.positions(fen_of(board))[0], tried).to_pylist()
        assert [reason is None for reason in reasons] == [move in legal for move in tried], fen_of(board)


def test_every_function_and_column_stands_here():
    """Functions of other kinds stand elsewhere."""
    elsewhere = {"opening", "find", "count_lines", "register", "PgnError", "__version__", "LC0_MOVES"}
    text = pathlib.Path(__file__).read_text()
    assert [name for name in chess0x88.__all__ if f"chess0x88.{name}" not in text and name not in elsewhere] == []


@pytest.mark.parametrize("positions", [False, True])
def test_no_row_depends_on_the_rows_before_it(positions, table, tmp_path):
    """One game alone, all games twice in two files, small batches, and each column alone."""
    whole = chess0x88.read_pgn(TEXT, positions).read_all()
    names = [name for name in whole.column_names if name not in ("game_id", "file", "line", "byte", "error_line", "error_byte")]
    ends = {number: whole.filter(pc.equal(whole["game_id"], number)) for number in table["game_id"].to_pylist()}
    for game, expected in zip(ALL, ends.values()):
        alone = chess0x88.read_pgn(game.pgn.encode(), positions).read_all()
        assert alone.select(names).equals(expected.select(names)), game.name
    for file in ("a.pgn", "b.pgn"):
        (tmp_path / file).write_bytes(TEXT)
    both = chess0x88.read_pgn(tmp_path, positions).read_all()
    assert both.select(names).equals(pa.concat_tables([whole, whole]).select(names))
    condition = "plies >= 4 and result <> '1-0'"
    some = chess0x88.read_pgn(TEXT, positions, where=condition).read_all()
    assert 0 < some.num_rows < whole.num_rows
    assert chess0x88.read_pgn(tmp_path, positions, where=condition).read_all().select(names).equals(pa.concat_tables([some, some]).select(names))
    for options in ({"batch_size": 3}, {"threads": 1}, {"threads": 3}, {"encoding": "utf-8"}):
        assert chess0x88.read_pgn(tmp_path, positions, **options).read_all().select(names).equals(both.select(names)), options
    for name in whole.column_names:
        assert chess0x88.read_pgn(tmp_path, positions, columns=[name]).read_all()[name].equals(both[name]), name
    chess0x88.convert(tmp_path, tmp_path / "out", positions=positions, uci=True)
    assert chess0x88.check(tmp_path / "out")["complete"]
    written = pa.parquet.read_table(tmp_path / "out" / ("positions" if positions else "games"))
    assert written.select(names).cast(both.select(names).schema).equals(both.select(names))


def test_every_day_of_the_calendar_is_a_date_and_no_other_is():
    """The years around each rule of leap days, beside Python's calendar."""
    days = list(itertools.product([1, 4, 100, 400, 1600, 1700, 1900, 1999, 2000, 2024, 2100, 9999], range(1, 13), range(1, 32)))
    text = "".join(f'[Date "{year:04}.{month:02}.{day:02}"]\n[UTCDate "{year:04}.{month:02}.{day:02}"]\n[UTCTime "23:59:58"]\n\n*\n\n' for year, month, day in days)
    found = chess0x88.read_pgn(text.encode()).read_all()
    for (year, month, day), date, utc in zip(days, found["date"].to_pylist(), found["utc_timestamp"].cast("int64").to_pylist(), strict=True):
        is_day = day <= calendar.monthrange(year, month)[1]
        expected = datetime.date(year, month, day) if is_day else None
        seconds = expected and (expected - datetime.date(1970, 1, 1)).days * 86_400 + 86_398
        assert (date, utc) == (expected, None if seconds is None else seconds * 1_000_000), (year, month, day)
