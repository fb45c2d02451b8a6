"""Compares each query in DuckDB and in Polars with a plain loop over the games by python-chess. Run by python/test."""

import collections
import io
import os
import pathlib
import subprocess
import sys
from xml.etree import ElementTree

import chess
import chess.pgn
import chess0x88
import duckdb_queries
import polars_queries
import pytest

OUT = os.environ["TABLES"]
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


@pytest.fixture(scope="module")
def games():
    found, text = [], io.StringIO(pathlib.Path(os.environ["GAMES"]).read_text())
    while game := chess.pgn.read_game(text):
        found.append(game)
    return found


@pytest.fixture(scope="module")
def connection():
    return duckdb_queries.connect(OUT)


def both(connection, name, **parameters):
    """Returns the rows of a query, which must be the same from both."""
    rows = duckdb_queries.run(connection, name, **parameters).fetchall()
    others = getattr(polars_queries, name)(OUT, **parameters).rows()
    assert rows == [tuple(pytest.approx(value) if isinstance(value, float) else value for value in row) for row in others]
    return rows


def mean(scores):
    return len(scores), pytest.approx(sum(scores) / len(scores))


def test_opening_score(connection, games):
    expected = collections.defaultdict(list)
    for game in games:
        tags = game.headers
        if "Opening" in tags and tags["Result"] in SCORES:
            rating = (int(tags["WhiteElo"]) + int(tags["BlackElo"])) // 400 * 200
            expected[tags["Opening"], rating].append(SCORES[tags["Result"]])
    rows = both(connection, "opening_score")
    assert rows == [(*key, *mean(scores)) for key, scores in sorted(expected.items())]
    assert len(rows) > 5


def limited(score):
    score = score.white()
    return max(-1000, min(1000, score.score(mate_score=100_000)))


def test_blunders_by_clock(connection, games):
    expected = collections.defaultdict(lambda: [0, 0])
    for game in games:
        nodes = list(game.mainline())
        for before, node in zip(nodes, nodes[1:]):
            if None in (before.eval(), node.eval(), node.clock()):
                continue
            loss = limited(before.eval()) - limited(node.eval())
            if before.board().turn == chess.BLACK:
                loss = -loss
            step = max(step for step in (0, 10, 30, 60, 120) if step <= node.clock())
            expected[step][0] += 1
            expected[step][1] += loss >= 200
    rows = both(connection, "blunders_by_clock")
    assert rows == [(step, *counts) for step, counts in sorted(expected.items())]
    assert len(rows) > 1


def test_king_squares(connection, games):
    expected = collections.Counter()
    for game in games:
        board = game.board()
        for move in game.mainline_moves():
            before = board.king(chess.WHITE)
            if board.turn == chess.WHITE and before == move.from_square:
                board.push(move)
                expected[chess.square_name(board.king(chess.WHITE))] += 1
            else:
                board.push(move)
    rows = both(connection, "king_squares")
    assert rows == sorted(expected.items())


def test_material_imbalance(connection, games):
    expected = collections.defaultdict(list)
    for game in games:
        moves = list(game.mainline_moves())
        if len(moves) < 40 or game.headers["Result"] not in SCORES:
            continue
        board = game.board()
        for move in moves[:40]:
            board.push(move)
        surplus = {
            kind: len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)) for kind in chess.PIECE_TYPES
        }
        if surplus[chess.QUEEN] == surplus[chess.ROOK] == surplus[chess.PAWN] == 0:
            expected[surplus[chess.BISHOP], surplus[chess.KNIGHT]].append(SCORES[game.headers["Result"]])
    rows = both(connection, "material_imbalance")
    assert rows == [(*key, *mean(scores)) for key, scores in sorted(expected.items())]
    assert len(rows) > 2


def test_position_search(connection, games):
    moves = ["e2e4", "e7e5", "g1f3"]
    wanted = chess.Board()
    for uci in moves:
        wanted.push_uci(uci)
    text = b'1. e4 e5 2. Nf3 *'
    [key] = chess0x88.key_at(chess0x88.read_pgn(text).read_all()["movedata"], -1).to_pylist()
    expected = collections.defaultdict(list)
    for game in games:
        board = game.board()
        for move in game.mainline_moves():
            same = board.epd() == wanted.epd()
            if same and game.headers["Result"] in SCORES:
                expected[move.uci()].append(SCORES[game.headers["Result"]])
            board.push(move)
    rows = both(connection, "position_search", key=key)
    order = sorted(expected.items(), key=lambda item: (-len(item[1]), item[0]))
    assert rows == [(move, *mean(scores)) for move, scores in order]
    assert rows


@pytest.mark.parametrize(("command", "rectangles"), [(["-m", "chess0x88", "plot"], 13), ([pathlib.Path(__file__).parent / "heat_map.py"], 65)])
def test_pictures(command, rectangles, tmp_path):
    picture = tmp_path / "picture.svg"
    subprocess.run([sys.executable, *command, OUT, picture], check=True)
    root = ElementTree.parse(picture).getroot()
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) >= rectangles
