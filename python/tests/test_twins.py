"""Of two twins the second is as the first: every keyword of every function over two sources, pieces of text and parts of columns, and every answer with
colours exchanged. A keyword or a column that no list has makes a test fail. Run by python/test."""

import inspect
import itertools
import re
import warnings

import chess
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import chess0x88
from test_edges import ALL

FIRST = "".join(game.pgn for game in ALL[::2]).encode()
# Another head, so that the numbers of games are those of each file alone.
SECOND = '[Event "Tor Émile"]\n[ECO "A00"]\n\n1. b4 {x} e5 2. Ke4 *\n\n'.encode() + "".join(game.pgn for game in ALL[1::2]).encode()
COMMON = {"where": ["plies >= 3 and white_elo > 1003", "error is not null", "event like '%T%'"], "errors": [None], "threads": [1, 3]}
SAMPLED = COMMON | {"sample": [0.5], "seed": [3]}
FILLED = {"openings": [True], "comments": [True]}
TARGETS = [("policy", "mask", "result"), ("eval", "clock", "ply", "moves_left", "game_id", "white_rating", "black_rating"), "policy"]
# Every keyword, with values that make a difference. Those without any have tests of their own.
KEYWORDS = {
    "read_pgn": COMMON
    | FILLED
    | {"positions": [True], "columns": [["game_id"]], "batch_size": [1, 7], "name": ["given"], "encoding": ["cp1252"], "first_line": [100], "file_number": [3]}
    | {"start": [], "end": []},
    "read_boards": SAMPLED,
    "batches": SAMPLED
    | {"targets": TARGETS, "clock": [True], "mover": [True], "history": [3], "repetition": [True], "policy": ["lc0", "alphazero"], "size": [1, 5]}
    | {"shuffle": [], "limit": [], "shard": [], "out": []},
    "convert": SAMPLED | FILLED | {"positions": [True], "names": ["lichess"], "uci": [True], "fresh": [], "append": []},
    "find": {"first": [True], "threads": [1, 3]},
}
KEYWORDS["convert"].pop("errors")


@pytest.mark.parametrize("name", KEYWORDS)
def test_every_keyword_is_tried(name):
    parameters = list(inspect.signature(getattr(chess0x88, name)).parameters)
    assert sorted(KEYWORDS[name]) == sorted(parameters[1 + (name in ("convert", "find")) :])


def calls(name, most=40):
    """Each keyword alone, and so many pairs at most."""
    options = [{key: value} for key, values in KEYWORDS[name].items() for value in values]
    pairs = [one | other for one, other in itertools.combinations(options, 2) if not one.keys() & other.keys()]
    return [{}, *options, *(pairs[:: max(1, len(pairs) // most)] if most else [])]


def heard(call, source, **options):
    """The answer of a call, and the errors that it tells, if they are asked for."""
    told = []
    answer = call(source, **options | ({"errors": told.append} if "errors" in options else {}))
    return answer, [(error.file, error.line, error.byte, error.reason, error.kept) for error in told]


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two")
    for file, text in (("a.pgn", FIRST), ("b.pgn", SECOND)):
        (folder / file).write_bytes(text)
    return [folder / "a.pgn", folder / "b.pgn"]


def joined(batches):
    """The batches as one."""
    found = list(batches)
    return {name: np.concatenate([batch[name] for batch in found]) for name in found[0]} if found else {}


def same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind == "f") for name in one)


def test_two_sources_of_read_pgn(paths):
    for options in calls("read_pgn"):
        number = lambda file: options | ({"file_number": 3 + file} if "file_number" in options else {})
        both, told = heard(lambda *given, **rest: chess0x88.read_pgn(*given, **rest).read_all(), paths, **options)
        each = [heard(lambda *given, **rest: chess0x88.read_pgn(*given, **rest).read_all(), path, **number(file)) for file, path in enumerate(paths)]
        assert both.equals(pa.concat_tables([table for table, _ in each])), options
        assert told == each[0][1] + each[1][1], options
        if options == {"errors": None}:
            assert len(told) == 3 and len({file for file, *_ in told}) == 2


def test_two_sources_of_read_boards(paths):
    for options in calls("read_boards"):
        (boards, ends), told = heard(chess0x88.read_boards, paths, **options)
        each = [heard(chess0x88.read_boards, path, **options) for path in paths]
        assert np.array_equal(boards, np.concatenate([one for (one, _), _ in each])), options
        (_, first), (_, second) = each[0][0], each[1][0]
        assert ends.tolist() == [*first, *(first[-1] + second[1:])], options
        assert told == each[0][1] + each[1][1], options


def test_two_sources_of_batches(paths):
    tables = [chess0x88.read_pgn(path).read_all() for path in paths]
    for options in calls("batches"):
        made = lambda source, **rest: joined(chess0x88.batches(source, **rest))
        both, told = heard(made, paths, **options)
        each = [heard(made, path, **options) for path in paths]
        one, other = each[0][0], each[1][0]
        whole = {name: np.concatenate([one[name], other[name]]) for name in one} if one and other else one or other
        assert same(both, whole), options
        assert told == each[0][1] + each[1][1], options
        for limit in (1, len(next(iter(one.values()), [])) + 1):
            assert same(heard(made, paths, **options, limit=limit)[0], {name: column[:limit] for name, column in whole.items()}), options
        if not {"where", "sample"} & options.keys():
            found, told = heard(made, pa.concat_tables(tables), **options)
            assert same(found, whole), options


# Games of 60 KB each, and how many of them make a piece of text for a function.
FILLERS = [b'[Event "filler %d"]\n\n1. c4 {%s} *\n\n' % (number, b"x" * 60_000) for number in range(75)]
PIECES = {"read_pgn": 75, "read_boards": 20, "batches": 6}


@pytest.mark.parametrize("name", PIECES)
def test_pieces_of_a_text_are_read_as_each_alone(name):
    """The places of a later piece count from the beginning of the text."""
    parts = [FIRST, b"".join(FILLERS[: PIECES[name]]), SECOND]
    starts = [0, len(parts[0]), len(parts[0] + parts[1])]

    def moved(answer, start):
        lines = b"".join(parts)[:start].count(b"\n")
        if name == "read_boards":
            return [answer[0].tolist(), np.diff(answer[1]).tolist()]
        if name == "batches":
            return [answer[name].tolist() for name in answer if name not in ("game_id", "clock", "eval")]
        names = {"byte": start, "error_byte": start, "line": lines, "error_line": lines}
        rows = answer.to_pylist()
        return [row | {name: row[name] + names[name] for name in names if row.get(name) is not None} | {"game_id": 0} for row in rows]

    def made(source, **options):
        answer = getattr(chess0x88, name)(source, **options)
        return joined(answer) if name == "batches" else answer.read_all() if name == "read_pgn" else answer

    for options in calls(name, 0):
        if "sample" in options:
            continue
        whole, told = heard(made, b"".join(parts), **options)
        each = [heard(made, part, **options) for part in parts]
        expected = [moved(answer, start) for (answer, _), start in zip(each, starts)]
        joins = (lambda lists: [row for rows in lists for row in rows]) if name == "read_pgn" else lambda lists: [sum(column[1:], column[0]) for column in zip(*lists)]
        assert moved(whole, 0) == joins([one for one in expected if one]), options
        places = [(file, line + b"".join(parts)[:start].count(b"\n"), byte + start, *rest) for (_, found), start in zip(each, starts) for file, line, byte, *rest in found]
        assert told == places, options


def test_two_chunks_of_a_table_tell_the_row():
    """The number of a bad row counts over all chunks and all parts of a chunk."""
    good, bad = [chess0x88.parse("1. e4 e5", columns=["movedata"]).field("movedata")[0].as_py()], [b"\xff\xff"]
    for before in ([3], [0, 2, 5], [1024], [1500, 1], [2048, 0, 7]):
        table = pa.concat_tables([pa.table({"movedata": pa.array(good * length + [bad[0]] * (at == len(before) - 1), pa.binary())}) for at, length in enumerate(before)])
        _, told = heard(lambda *given, **rest: joined(chess0x88.batches(*given, **rest)), table, targets="policy", errors=None)
        assert [reason.split(": ")[0] for *_, reason, _ in told] == [f"row {sum(before)}"], before


def test_two_sources_of_convert_and_find(paths, tmp_path):
    def tables(sources, out, **options):
        counts = chess0x88.convert(sources, tmp_path / out, **{"fresh": True} | options)
        checked = chess0x88.check(tmp_path / out)
        found = {path.name: pq.read_table(path) for path in sorted((tmp_path / out).iterdir()) if path.is_dir()}
        assert checked["complete"] and checked["games"] == counts["games"] == found["games"].num_rows
        return counts, found

    for options in calls("convert", 0):
        if options.get("names") == "lichess" and "uci" in options:
            continue
        both, each = tables(paths, "both", **options), [tables(path, f"{path.name} out", **options) for path in paths]
        for name, table in both[1].items():
            assert table.equals(pa.concat_tables([found[name] for _, found in each])), (options, name)
        if options in ({}, {"positions": True}):
            # Or the second file comes later.
            tables(paths[0], "added", **options)
            assert tables(paths, "added", **options, fresh=False, append=True)[1] == both[1]
        assert {name: count for name, count in both[0].items() if name != "parts"} == {name: each[0][0][name] + each[1][0][name] for name in both[0] if name != "parts"}, options

    def found(query, sources, options):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            return chess0x88.find(query, sources, **options), [str(one.message) for one in told]

    for query, options in itertools.product(("any", "check", "moved=Qq", "captured=- !white", "checkmate", "check next any", "result=1/2-1/2"), calls("find")):
        for sources in (paths, [tmp_path / f"{path.name} out" for path in paths]):
            both, each = found(query, sources, options), [found(query, source, options) for source in sources]
            assert both[0].equals(pa.concat_tables([table for table, _ in each])) and both[0].num_rows, (query, options)
            assert both[1] == each[0][1] + each[1][1] and len(both[1]) == (3 if sources == paths else 0), both[1]


POSITIONS = ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 3 1", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "8/P6k/8/8/8/8/p6K/8 b - - 7 9"]
# What the functions are given: rows where the options make a difference, a null and a bad value.
GIVEN = {
    "movedata": ["1. e4 e5 2. Nf3", "1. O-O-O Ke7", "1... dxe3", "1... a1=Q+"],
    "movetext": ["1. e4 {a} e5 {[%clk 0:01:00]} 2. Nf3", "1. O-O-O {b} Ke7", "1... dxe3 {[%eval 1]}", "1... a1=Q+ 2. Ke4"],
    "fen": [chess.STARTING_FEN, *POSITIONS[1:]],
    "subfen": ["8/8/8/8/4P3/8/8/8", "8/8/8/8/8/8/8/R3K3", "8/8/8/8/8/4p3/8/8", "8/8/8/8/8/8/8/q7"],
    "ply": [1, -1, 1, 5],
    "position": POSITIONS,
    "move": ["e1g1", "e1c1", "d4e3", "a2a1r"],
    "answer": ["e1g1", "1. O-O-O", "**dxe3**", "Kg9"],
    "san": ["O-O", "1. O-O-O", "dxe3", "a1=R"],
    "number": [chess0x88.UCI_MOVES.index(move) for move in ("e1e2", "e1d2", "d4e3", "a2a1r")],
}
POLICIES = {"policy": ["lc0", "alphazero"]}
OPTIONS = {
    "parse": {"columns": [["moves"], ["comments", "evals", "error"]]},
    "uci": {"chess960": [True]},
    "legal_moves": {"chess960": [True]},
    "read_san": {"answers": [True], "chess960": [True]},
    "is_legal": {"answers": [True]},
    "explain": {"answers": [True]},
    "planes": {"bits": [True], "state": [True], "clock": [True], "mover": [True]},
    "legal_mask": POLICIES,
    "encode_moves": POLICIES,
    "decode_moves": POLICIES,
}


def given(name, times=1):
    """The columns of a function as Arrow's."""
    kinds, _ = chess0x88._FUNCTIONS[name]
    fens = GIVEN["fen"]
    packed = chess0x88.positions(POSITIONS, errors="raise")
    movedata = chess0x88.parse(GIVEN["movedata"], fens).field("movedata")
    made = {"movedata": movedata, "position": packed, "key": chess0x88.key_at(movedata, -1, fens)} | {kind: pa.array(rows) for kind, rows in GIVEN.items() if kind not in ("movedata", "position")}
    rows = [made[kind] for kind in kinds]
    bad = {"movedata": b"\xff\xff", "position": b"\xff" * 32}.get(kinds[0], "8/8")
    first = pa.concat_arrays([rows[0], pa.array([None, bad], rows[0].type)])
    return [pa.concat_arrays([column] * times) for column in [first, *(pa.concat_arrays([row, row[:2]]) for row in rows[1:])]]


def listed(made):
    return made.tolist() if isinstance(made, np.ndarray) else made.to_pylist()


@pytest.mark.parametrize("name", chess0x88._FUNCTIONS)
def test_parts_of_columns_are_answered_as_the_whole(name, monkeypatch):
    """Parts of three rows, as of many, and chunks that end at odd places: each option, in the second part as in the first."""
    function, columns, options = getattr(chess0x88, name), given(name, 3), OPTIONS.get(name, {})
    kinds, _ = chess0x88._FUNCTIONS[name]
    assert {*list(inspect.signature(function).parameters)[len(kinds) :]} == {*options, "errors", "threads"}
    options = options | ({} if name in ("parse", "planes", "boards", "legal_mask") else {"errors": ["column"]})
    for option in [{}, *({key: value} for key, values in options.items() for value in values)]:
        monkeypatch.setattr(chess0x88, "_ROWS", 4096)
        rows = [listed(function(*[column[at : at + 1] for column in columns], **option))[0] for at in range(6)] * 3
        if option and option != {"errors": "column"}:
            plain = listed(function(*columns))
            assert listed(function(*columns, **option))[6:] != plain[6:], option
        assert listed(function(*columns, **option)) == rows, option
        monkeypatch.setattr(chess0x88, "_ROWS", 3)
        for cuts in ([0], [1], [4, 5], [0, 7, 7], [2, 3, 11, 18]):
            ends = [*cuts, 18]
            chunked = [pa.chunked_array([column[start:end] for start, end in zip([0, *ends], ends)], column.type) for column in columns]
            for threads in (1, 2):
                assert listed(function(*chunked, **option, threads=threads)) == rows, (option, cuts)
            assert listed(function(chunked[0], *columns[1:], **option)) == rows, (option, cuts)
            if len(columns) > 1:
                assert listed(function(columns[0], *chunked[1:], **option)) == rows, (option, cuts)


WORDS = {"White": "Black", "Black": "White", "white": "black", "black": "white", "1-0": "0-1", "0-1": "1-0"}


def exchanged(text):
    """Exchanges the colours in a text: in words, in squares and in the ranks of SAN."""
    text = re.sub("White|Black|white|black|1-0|0-1", lambda word: WORDS[word[0]], text)
    return re.sub(r"(?<=[a-hNBRQK])[1-8](?!\d)", lambda rank: str(9 - int(rank[0])), text)


# A game begins with Black in its twin, and all that PGN says of a side is said of the other.
SIDES = """[Event "sides {number}"]
[White "A{number}"]
[Black "B"]
[WhiteElo "{white}"]
[BlackElo "2000"]
[WhiteTitle "GM"]
[BlackTitle "BOT"]
[WhiteRatingDiff "+7"]
[BlackRatingDiff "-5"]
[WhiteTeam "C{number}"]
[Result "{result}"]
[FEN "{fen}"]

"""
MOVES = "e4 {[%clk 0:03:00][%emt 0:00:05]} e5 {[%clk 0:02:58][%emt 0:00:06]} Qh5 {[%clk 0:02:50]} Nc6 Qxe5 {[%emt 0:00:07]} Nxe5 Nc3"


def sides(number):
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {} KQkq - 0 2"
    text = SIDES.format(number=number, white=1900 + 50 * number, result=["1-0", "0-1", "1/2-1/2", "*"][number], fen="{}")
    tags, twin = text.format(fen.format("w")), re.sub("White|Black", lambda word: WORDS[word[0]], text).replace("1-0", "x").replace("0-1", "1-0").replace("x", "0-1").format(fen.format("b"))
    moves = "Nxe5 Ke4" if number == 3 else ""
    return f"{tags}{MOVES} {moves} *\n\n", f"{twin}{exchanged(f'{MOVES} {moves}')} *\n\n".replace("--", "-")


@pytest.mark.filterwarnings("ignore")
def test_each_column_condition_and_query_of_a_side_is_that_of_the_other(tmp_path):
    for which in (0, 1):
        (tmp_path / f"{which}.pgn").write_text("".join(sides(number)[which] for number in range(4)))
    one, other = (chess0x88.read_pgn(tmp_path / f"{which}.pgn").read_all() for which in (0, 1))
    same_for_both = {"evals", "depths", "comments", "result", "fen", "movedata", "moves_uci", "error", "game_id", "file", "line", "byte", "error_line", "error_byte", "tags", "event"}
    told = [name for name in one.column_names if name.startswith(("white", "black")) or name.endswith(("_white", "_black"))]
    assert len(told) == 12 and all(one[name].null_count < 4 for name in told)
    for name in one.column_names:
        assert name in told or name in same_for_both or one[name].equals(other[name]), name
        if name in told:
            assert one[name].equals(other[exchanged(name)]), name
        if name in ("moves_uci", "result"):
            assert [exchanged(value) for value in one[name].to_pylist()] == other[name].to_pylist()
    assert [[(tag["name"], tag["value"]) for tag in tags] for tags in one["tags"].to_pylist()] == [[(exchanged(tag["name"]), tag["value"]) for tag in tags] for tags in other["tags"].to_pylist()]
    assert [bool(error) for error in one["error"].to_pylist()] == [bool(error) for error in other["error"].to_pylist()]
    conditions = [f"{name} {test}" for name in told if name.startswith("white") for test in ("is null", "is not null")]
    conditions += ["white_elo >= 2000", "white_rating_diff < 0", "white_title = 'BOT'", "white = 'B'", "white_elo < black_elo", "WhiteTeam like '%2'", "result = '1-0'", "white in ('A1', 'A3')", "not white_elo between 1950 and 2000"]
    for condition in conditions:
        found = [chess0x88.read_pgn(tmp_path / f"{which}.pgn", where=said).read_all()["event"].to_pylist() for which, said in enumerate((condition, exchanged(condition)))]
        assert found[0] == found[1], condition
    assert sum(0 < chess0x88.read_pgn(tmp_path / "0.pgn", where=condition).read_all().num_rows < 4 for condition in conditions) > 5
    for query, twin in [
        ("moved=Q", "moved=q"), ("captured=p", "captured=P"), ("white", "black"), ("white-move=Nc3", "black-move=Nc6"), ("result=1-0", "result=0-1"), ("Qh5", "qh4"), ("imbalance=PvQ", "imbalance=QvP"),
        ("8/8/8/4Q3/8/8/8/8", "8/8/8/8/4q3/8/8/8"), ("Q=0", "q=0"), ("balance>=1", "balance<=-1"), ("P[4]>=1", "p[5]>=1"), ("!isolated(p)", "!isolated(P)"), ("material=KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP", "material=KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPPP"),
    ]:
        found = [chess0x88.find(said, tmp_path / f"{which}.pgn")["ply"].to_pylist() for which, said in enumerate((query, twin))]
        assert found[0] == found[1] and found[0], query
    # As the mover sees them, a game and its twin are the same.
    mover = [joined(chess0x88.batches(tmp_path / f"{which}.pgn", mover=True, clock=True, history=2, policy="lc0", targets=("policy", "mask", "result", "clock", "ply"))) for which in (0, 1)]
    turn = 24
    assert (mover[0]["planes"][:, turn] != mover[1]["planes"][:, turn]).all()
    for batch in mover:
        batch["planes"] = np.delete(batch["planes"], turn, axis=1)
    assert same(*mover) and len(mover[0]["ply"]) == 21
    # Sentences, of each pair of squares.
    moves = [move for move in chess0x88.UCI_MOVES if len(move) == 4]
    for fen in POSITIONS + [board.fen() for board in ALL[6].boards]:
        twin = chess.Board(fen).mirror().fen()
        told, told_of_twin = chess0x88.explain(chess0x88.positions(fen)[0], moves), chess0x88.explain(chess0x88.positions(twin)[0], [exchanged(move) for move in moves])
        assert [text and exchanged(text) for text in told.to_pylist()] == told_of_twin.to_pylist()
        for policy in ("lc0", "alphazero"):
            assert np.array_equal(*(chess0x88.legal_mask(chess0x88.positions(one), policy=policy) for one in (fen, twin)))
