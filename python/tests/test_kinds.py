"""Every function of columns with every form of every column, beside lists, and with columns of every other kind. Run by python/test."""

import array

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import chess0x88
import chess0x88.polars

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
BLACK = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
MOVEDATA = chess0x88.parse(["1. e4 e5 2. Nf3", "1. d4", "1. e4 d5 2. exd5"], columns=["movedata"]).field("movedata").to_pylist()
POSITIONS = chess0x88.positions([START, BLACK, START]).to_pylist()
NUMBERS = [chess0x88.UCI_MOVES.index(move) for move in ("e2e4", "e7e5", "e2e5")]
# Three rows of each kind, without a missing value.
ROWS = {
    "movedata": MOVEDATA,
    "movetext": ["1. e4 e5", "1. Ke2", ""],
    "fen": [START, START, START],
    "subfen": ["8/8/8/8/4P3/8/8/8", "8/8/8/8/8/8/8/Q7", "8/8/8/8/4P3/8/8/8"],
    "ply": [0, -1, 1],
    "key": chess0x88.key(POSITIONS).to_pylist(),
    "position": POSITIONS,
    "move": ["e2e4", "e7e5", "e2e5"],
    "answer": ["e4", "e7e5", "Ke2"],
    "san": ["e4", "e5", "Nf3"],
    "number": NUMBERS,
}


class Capsule:
    """Has Arrow's C interface and nothing else."""

    def __init__(self, values):
        self.values = values

    def __arrow_c_array__(self, requested_schema=None):
        return self.values.__arrow_c_array__(requested_schema)


class Stream(Capsule):
    __arrow_c_array__ = None
    del __arrow_c_array__

    def __init__(self, values):
        self.values = values

    def __arrow_c_stream__(self, requested_schema=None):
        return pa.chunked_array([self.values]).__arrow_c_stream__(requested_schema)


class Tensor:
    """Has NumPy's interface and nothing else, as JAX's arrays."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values, dtype)


class DLPack:
    """Has the interface of tensors and nothing else, as torch's without NumPy."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **rest):
        return self.values.__dlpack__(**rest)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def arrow(values, type):
    made = pa.array(values, type)
    yield f"pyarrow {type}", made
    yield f"pyarrow {type}, chunked", pa.chunked_array([made[:1], made[1:1], made[1:]])
    yield f"pyarrow {type}, sliced", pa.concat_arrays([made[:1], made]).slice(1)
    if hasattr(made, "__arrow_c_array__"):
        yield f"C array {type}", Capsule(made)
        yield f"C stream {type}", Stream(made)


def plain(values):
    yield "list", values
    yield "tuple", tuple(values)
    yield "iterator", iter(values)
    yield "list of scalars", [pa.scalar(value) for value in values]
    yield "NumPy objects", np.array([*values, None], object)[:-1]
    yield "pandas objects", pd.Series(values, dtype=object, index=[5, 5, 7])
    yield "Polars", pl.Series(values)
    yield "Polars, two chunks", pl.concat([pl.Series(values[:1]), pl.Series(values[1:])], rechunk=False)


def texts(values):
    yield from plain(values)
    for type in (pa.string(), pa.large_string(), *([pa.string_view()] if hasattr(pa, "string_view") else [])):
        yield from arrow(values, type)
    yield "dictionary", pa.array(values).dictionary_encode()
    yield "NumPy texts", np.array(values)
    yield "NumPy texts with gaps", np.array([text for value in values for text in (value, "")])[::2]
    yield "NumPy bytes", np.array([value.encode() for value in values])
    yield "pandas strings", pd.Series(values, dtype="string")
    yield "pandas category", pd.Series(values, dtype="category")
    yield "pandas Arrow", pd.Series(values, dtype=pd.ArrowDtype(pa.string()))
    yield "pandas index", pd.Index(values)
    yield "Polars categories", pl.Series(values).cast(pl.Categorical)


def numbers(values):
    yield from plain(values)
    small = all(-100 < value < 100 for value in values)
    for name in ("int64", *(["int8", "int16", "int32"] if small else [])):
        made = np.array(values, name)
        yield f"NumPy {name}", made
        yield f"NumPy {name} with gaps", np.repeat(made, 2)[::2]
        yield f"NumPy {name}, reversed twice", made[::-1].copy()[::-1]
        yield f"NumPy {name}, big-endian", made.astype(made.dtype.newbyteorder(">"))
        fixed = made.copy()
        fixed.flags.writeable = False
        yield f"NumPy {name}, read-only", fixed
        yield f"NumPy {name}, a column of a matrix", np.stack([made, made + 1], axis=1)[:, 0]
        yield f"NumPy {name}, masked", np.ma.array(made, mask=[False] * len(values))
        yield f"tensor {name}", Tensor(made)
        yield f"DLPack {name}", DLPack(made)
        yield f"memoryview {name}", memoryview(made)
        yield f"pandas {name}", pd.Series(made, index=[2, 1, 0])
        yield from arrow(values, pa.from_numpy_dtype(name))
    yield "array", array.array("q", values)
    yield "pandas Int64", pd.Series(values, dtype="Int64")
    if all(abs(value) < 1 << 50 for value in values):
        yield "pandas with a missing number", pd.Series([*values, None]).iloc[:-1]


def bytes_of(values):
    yield from plain(values)
    yield "bytearrays", [bytearray(value) for value in values]
    yield "memoryviews", [memoryview(value) for value in values]
    for type in (pa.binary(), pa.large_binary(), *([pa.binary_view()] if hasattr(pa, "binary_view") else [])):
        yield from arrow(values, type)
    yield "pandas Arrow", pd.Series(values, dtype=pd.ArrowDtype(pa.binary()))


def positions(values):
    yield from bytes_of(values)
    yield from arrow(values, pa.binary(32))
    raw = np.frombuffer(b"".join(values), np.uint8).reshape(-1, 32)
    for name in ("uint8", "int16", "int64"):
        yield f"NumPy (n, 32) {name}", raw.astype(name)
        yield f"tensor (n, 32) {name}", Tensor(raw.astype(name))
        yield f"DLPack (n, 32) {name}", DLPack(raw.astype(name))
    yield "NumPy with gaps", np.repeat(raw, 2, axis=0)[::2]
    yield "NumPy, reversed twice", raw[::-1].copy()[::-1]
    yield "NumPy big-endian", raw.astype(">i4")
    yield "NumPy, some columns of a matrix", np.hstack([raw, raw])[:, 32:]
    yield "NumPy voids with gaps", np.repeat(raw.view("V32").reshape(-1), 2)[::2]
    yield "NumPy by columns", np.asfortranarray(raw)
    yield "NumPy voids", raw.view("V32").reshape(-1)
    yield "list of arrays", list(raw)
    yield "fixed lists", pa.FixedSizeListArray.from_arrays(pa.array(raw.reshape(-1)), 32)
    yield "Polars arrays", pl.Series(raw, dtype=pl.Array(pl.UInt8, 32))


def gaps(kind, values):
    """Columns of three rows of which the second is missing."""
    type = {"ply": pa.int32(), "number": pa.int32(), "key": pa.int64(), "movedata": pa.binary(), "position": pa.binary(32)}.get(kind, pa.string())
    first, _, last = values
    made = pa.array(values, type)
    yield "list", values
    yield "tuple", tuple(values)
    yield "iterator", iter(values)
    yield "list with NA", [first, pd.NA, last]
    yield "list with NaN", [first, float("nan"), last]
    yield "list of scalars", [pa.scalar(value, type) for value in values]
    yield "NumPy objects", np.array([*values, None], object)[:-1]
    yield "pandas objects", pd.Series(values, dtype=object)
    yield "pandas objects with NaN", pd.Series([first, np.nan, last], dtype=object)
    yield "pandas Arrow", pd.Series(values, dtype=pd.ArrowDtype(type))
    yield "pandas category", pd.Series(values, dtype="category")
    yield "Polars", pl.Series(values)
    yield "Polars, three chunks", pl.concat([pl.Series([value], dtype=pl.Series(values).dtype) for value in values], rechunk=False)
    if pa.types.is_integer(type):
        yield "NumPy, masked", np.ma.array([first, 7, last], mask=[False, True, False])
        yield "pandas Int64", pd.Series(values, dtype="Int64")
        if abs(first) < 1 << 50:
            yield "pandas floats", pd.Series(values, dtype=float)
    if pa.types.is_string(type):
        yield "pandas strings", pd.Series(values, dtype="string")
        yield "Polars categories", pl.Series(values).cast(pl.Categorical)
        yield "Polars enumeration", pl.Series(values, dtype=pl.Enum(sorted({first, last})))
    kin = {pa.string(): [pa.large_string()], pa.binary(): [pa.large_binary()]}.get(type, [pa.int64()] if type == pa.int32() else [])
    kin += [view() for name, view in ((pa.string(), getattr(pa, "string_view", None)), (pa.binary(), getattr(pa, "binary_view", None))) if view and name == type]
    for column in (made, *(pa.array(values, other) for other in kin)):
        yield f"{column.type}", column
        yield f"{column.type}, sliced", pa.concat_arrays([column, column, column]).slice(3, 3)
        yield f"{column.type}, chunked", pa.chunked_array([column[:2], column[:0], column[2:]])
        yield f"{column.type}, C array", Capsule(pa.concat_arrays([column[2:], column])[1:])
        yield f"{column.type}, C stream", Stream(column)
    if not kind == "position":
        encoded = made.dictionary_encode()
        yield "dictionary", encoded
        yield "dictionary, sliced", pa.concat_arrays([encoded, encoded]).slice(3)
        yield "dictionary, chunked", pa.chunked_array([encoded[:1], encoded[1:]])
        yield "dictionary with a missing value", pa.DictionaryArray.from_arrays(pa.array([0, 1, 2]), made)
        yield "run ends", pa.RunEndEncodedArray.from_arrays(pa.array([1, 2, 3], pa.int32()), made)
    if kind == "position":
        yield "fixed lists", pa.array([[*first], None, [*last]], pa.list_(pa.uint8(), 32))


def forms(kind, rows):
    if kind in ("ply", "key", "number"):
        return numbers(rows)
    if kind == "position":
        return positions(rows)
    if kind == "movedata":
        return bytes_of(rows)
    if kind == "movetext":
        return [*texts(rows), *bytes_of([text.encode() for text in rows])]
    return texts(rows)


FUNCTIONS = {name: kinds for name, (kinds, _) in chess0x88._FUNCTIONS.items()}
ARRAYS = ("planes", "boards", "legal_mask")
PLACES = [(name, place) for name, kinds in FUNCTIONS.items() for place in range(len(kinds))]


def rows_of(kinds):
    return [ROWS[kind] for kind in kinds]


def listed(result):
    if isinstance(result, pd.Series):
        return result.array._pa_array.to_pylist()
    return result.to_list() if isinstance(result, pl.Series) else result.tolist() if isinstance(result, np.ndarray) else result.to_pylist()


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_every_form_of_a_column_gives_what_a_list_gives(name, place):
    function, kinds = getattr(chess0x88, name), FUNCTIONS[name]
    rows = rows_of(kinds)
    expected = listed(function(*rows))
    assert len(expected) == 3 and any(row is not None for row in expected)
    tried = list(forms(kinds[place], rows[place]))
    assert len(tried) > 20
    for form, column in tried:
        result = function(*rows[:place], column, *rows[place + 1 :])
        assert listed(result) == expected, form
        if name in ARRAYS:
            assert isinstance(result, np.ndarray) and result.flags.writeable
            continue
        if isinstance(column, pd.Series):
            assert isinstance(result, pd.Series) and result.index.equals(column.index), form
        assert isinstance(result, pl.Series) == isinstance(column, pl.Series), form
        if isinstance(column, (pa.Array, pa.ChunkedArray)):
            # The first column says whether the result has chunks.
            assert isinstance(result, pa.ChunkedArray) == (isinstance(column, pa.ChunkedArray) and place == 0), form
    if kinds[place] in ("move", "answer"):
        by_text = listed(function(*rows[:place], ["e2e4", "e7e5", "e2e5"]))
        for form, column in numbers(NUMBERS):
            assert listed(function(*rows[:place], column)) == by_text, form


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_every_form_has_missing_values_and_may_have_no_rows(name, place):
    function, kinds = getattr(chess0x88, name), FUNCTIONS[name]
    rows = rows_of(kinds)
    values = [rows[place][0], None, rows[place][2]]
    expected = listed(function(*rows[:place], values, *rows[place + 1 :]))
    tried = list(gaps(kinds[place], values))
    assert len(tried) > 15
    for form, column in tried:
        assert listed(function(*rows[:place], column, *rows[place + 1 :])) == expected, form
    none = [[] for _ in kinds]
    for form, column in [*forms(kinds[place], rows[place]), *gaps(kinds[place], values)]:
        # Each form without rows, beside lists without.
        if not isinstance(column, (list, tuple)) and not hasattr(column, "__getitem__"):
            continue
        empty = column[:0]
        result = function(*none[:place], empty, *none[place + 1 :])
        assert len(result) == 0, form
        assert name in ARRAYS or [isinstance(result, of) for of in (pd.Series, pl.Series)] == [isinstance(column, of) for of in (pd.Series, pl.Series)], form


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_a_column_of_another_kind_is_an_error(name, place):
    function, kinds = getattr(chess0x88, name), FUNCTIONS[name]
    rows = rows_of(kinds)
    table = pa.table({"a": [1, 2, 3], "b": ["x", "y", "z"]})
    packed = pa.array(POSITIONS, pa.binary(32))
    wrong = {
        "table": table,
        "batch": table.to_batches()[0],
        "struct": table.to_struct_array() if hasattr(table, "to_struct_array") else pa.StructArray.from_arrays([pa.array([1, 2, 3])], ["a"]),
        "pandas frame": table.to_pandas(),
        "Polars frame": pl.from_arrow(table),
        "Polars lazy": pl.from_arrow(table).lazy(),
        "Polars expression": pl.col("a"),
        "dict": {"a": [1, 2, 3]},
        "set": {1, 2, 3},
        "object": object(),
        "function": len,
        "fractions": [0.0, 0.9, 1.0],
        "NumPy fractions": np.array([0.0, 0.9, 1.0]),
        "pandas fractions": pd.Series([0.0, 0.9, 1.0]),
        "Polars fractions": pl.Series([0.0, 0.9, 1.0]),
        "Arrow fractions": pa.array([0.0, 0.9, 1.0]),
        "one fraction": 0.9,
        "truth values": [True, False, True],
        "one truth value": True,
        "NumPy truth values": np.array([True, False, True]),
        "dates": pa.array([1, 2, 3], pa.date32()),
        "NumPy matrix": np.zeros((3, 3), np.int64),
        "lists": [[1], [2], [3]],
        "objects": [object(), object(), object()],
    }
    others = {"text": ROWS["fen"], "numbers": [1, 2, 3], "movedata": pa.array(MOVEDATA), "positions": packed}
    kin = {"ply": ["numbers"], "key": ["numbers"], "number": ["numbers"], "move": ["text", "numbers"], "answer": ["text", "numbers"], "movedata": ["movedata"]}
    # Bytes may be a text.
    kin |= {"position": ["positions"], "movetext": ["text", "movedata"]}
    for other in others.keys() - kin.get(kinds[place], ["text"]):
        wrong |= {f"{other}, {form}": column for form, column in (("as it is", others[other]), ("Polars", pl.Series(others[other]) if other == "numbers" or other == "text" else None)) if column is not None}
    for form, column in wrong.items():
        for errors in ("null", "raise"):
            with pytest.raises(TypeError, match=f"{name}: \\w+ is .*; wanted are ") as caught:
                function(*rows[:place], column, *rows[place + 1 :], errors=errors)
            assert len(str(caught.value)) < 300, (form, caught.value)


# Games of 16 plies have movedata of 32 bytes, as many as a position.
LONG = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O", "1. d4 d5 2. c4 e6", "1... e5"]
TOLD = {kind: ROWS[kind] for kind in ("fen", "subfen", "move", "san", "position", "movedata")}
TOLD["movetext"] = LONG[:2] * 2
TOLD["long movedata"] = chess0x88.parse(LONG[:1] * 3, columns=["movedata"]).field("movedata").to_pylist()
TOLD["movedata from another start"] = chess0x88.parse(LONG[2:] * 3, BLACK, columns=["movedata"]).field("movedata").to_pylist()
# The kinds whose values a kind takes, or whose values are bad ones of it.
TAKES = {
    "movedata": ["movedata", "long movedata", "movedata from another start"],
    "movetext": ["movetext", "move", "san"],
    "fen": ["fen", "subfen"],
    "subfen": ["subfen"],
    "position": ["position"],
    "move": ["move"],
    "answer": ["move", "san", "movetext"],
    "san": ["move", "san", "movetext"],
}


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_columns_of_one_type_are_told_apart_by_their_values(name, place):
    """Texts and bytes of each kind in each form where another kind is wanted. Among values of the wanted kind they are bad values."""
    function, kinds = getattr(chess0x88, name), FUNCTIONS[name]
    rows = rows_of(kinds)
    tried = 0
    for other in TOLD.keys() - TAKES.get(kinds[place], []):
        values = TOLD[other][:3]
        of = "movedata" if "movedata" in other else other
        columns = [*forms(of, values), ("the same", pa.array([values[0]] * 3)), ("with nulls", pa.array([None, *values[:2]])), ("one value", values[0])]
        # The first rows are read first, and then more.
        columns += [(f"behind {many} nulls", pa.array([None] * many + values)) for many in (64, 5000)]
        for number, (form, column) in enumerate(columns):
            with pytest.raises(TypeError, match=f"^{name}: \\w+ (is|has) .*; wanted are "):
                function(*rows[:place], column, *rows[place + 1 :], errors=("null", "raise")[number % 2])
                print("taken:", other, form)
        tried += len(columns)
        # Bytes of another size are no positions by their type.
        if type(values[0]) is type(rows[place][0]) and (kinds[place] != "position" or len(values[0]) == 32):
            wanted = TOLD["long movedata"] if kinds[place] == "movedata" else rows[place]
            mixed = pa.array([wanted[0], values[0], wanted[2]])
            expected = listed(function(*rows[:place], wanted, *rows[place + 1 :]))
            assert [listed(function(*rows[:place], mixed, *rows[place + 1 :]))[at] for at in (0, 2)] == [expected[at] for at in (0, 2)], other
    assert tried > 50


def test_bad_values_alone_are_bad_values():
    """A value of no kind does not make its column one of another kind."""
    for name, bad in [
        ("uci", [b"\xff\xff"] * 2),
        ("movetext", [b"\x08\x08"] * 2),
        ("fen", pa.array([bytes(32), b"\xff" * 32])),
        ("positions", ["", "8/8", "hello", "startpos", "9/8/8/8/8/8/8/8 w - - 0 1"]),
        ("positions", "hello"),
    ]:
        result = getattr(chess0x88, name)(bad)
        assert result.null_count == len(result), name
    position = chess0x88.positions(START)
    for name in ("play", "san", "read_san", "encode_moves"):
        result = getattr(chess0x88, name)(position[0], ["", "hello", "e9e4", "xyzzy", "O-O-O-O"])
        assert result.null_count == 5, name
    assert chess0x88.is_legal(position[0], ["", "hello", "rnbq", "I resign"]).to_pylist() == [False] * 4
    assert all(chess0x88.parse(["", "hello", "{ 8/8 }", "*"], columns=["ply_count"]).field("ply_count").to_pylist()[at] == 0 for at in range(4))


def test_keys_of_every_size_are_alike_with_and_without_a_sign():
    edges = sorted({(1 << bits) + more for bits in (0, 53, 63, 64) for more in (-1, 0, 1)} - {1 << 64, (1 << 64) + 1})
    signed = [key - (key >> 63 << 64) for key in edges]
    door = lambda keys: chess0x88._columns.column(keys, "key", "keys", True)
    # An array has a type, and each list another, by which of its values come together.
    for keys in [[one] for one in edges] + [[one, other] for one in edges for other in edges]:
        expected = [signed[edges.index(key)] for key in keys]
        forms = [keys, np.array(keys, np.uint64), pa.array(keys, pa.uint64()), pl.Series(keys, dtype=pl.UInt64), expected, np.array(expected, np.int64)]
        for form in forms + [list(map(np.uint64, keys)), pd.Series(keys, dtype="uint64"), pd.Series(keys, dtype="object")]:
            assert door(form).part(0, len(keys), True).to_pylist() == expected, (type(form), keys)


def test_keys_are_no_plies_and_may_be_without_a_sign():
    keys = chess0x88.key(POSITIONS)
    for column in (keys, keys.to_pylist(), keys.to_numpy(), pl.Series(keys), pd.Series(keys.to_pylist()), keys.to_pylist()[0]):
        with pytest.raises(TypeError, match="fen_at: ply has keys; wanted are plies: integers"):
            chess0x88.fen_at(MOVEDATA, column)
        with pytest.raises(TypeError, match="play: moves has keys; wanted are moves in UCI"):
            chess0x88.play(POSITIONS, column)
    expected = chess0x88.reaches(MOVEDATA, keys).to_pylist()
    unsigned = keys.to_numpy().view(np.uint64)
    for column in (unsigned, pa.array(unsigned), pl.Series(unsigned), pd.Series(unsigned), [int(key) for key in unsigned]):
        assert listed(chess0x88.reaches(MOVEDATA, column)) == expected and True in expected


@pytest.mark.parametrize("name", FUNCTIONS)
def test_two_chunks_give_what_one_gives(name):
    """Every split of the first column, while the others are split elsewhere; and the number of a bad row counts over all chunks."""
    function, kinds = getattr(chess0x88, name), FUNCTIONS[name]
    types = {"movedata": pa.binary(), "movetext": pa.string(), "ply": pa.int32(), "number": pa.int32(), "key": pa.int64(), "position": pa.binary(32)}
    rows = [pa.array(row * 2, types.get(kind, pa.string())) for kind, row in zip(kinds, rows_of(kinds))]
    whole = listed(function(*rows))
    for at in range(7):
        split = [pa.chunked_array([row[:place], row[place:]]) for row, place in zip(rows, [at, 6 - at, 3])]
        for threads in (1, 3):
            assert listed(function(*split, threads=threads)) == whole
        assert listed(function(split[0], *rows[1:])) == whole
    bad = {"movedata": b"\xff\xff", "movetext": "1. e5", "position": b"\xff" * 32, "fen": "8/8"}[kinds[0]]
    if name == "fen_at" or kinds[0] != "movedata" or name in ("uci", "movetext", "move_details", "opening"):
        column = pa.chunked_array([rows[0][:2], rows[0][2:], pa.array([bad], rows[0].type)])
        others = [pa.concat_arrays([row, row[:1]]) for row in rows[1:]]
        others = [pa.array([-1] * 7, pa.int32()) if kind == "ply" else other for kind, other in zip(kinds[1:], others)]
        if name in ("play", "san", "read_san", "encode_moves"):
            others = [pa.array([None] * 6 + ["e2e4"])]
        if name == "decode_moves":
            others = [pa.array([None] * 6 + [0], pa.int32())]
        if name == "parse":
            column = pa.chunked_array([pa.array(["1. e4"] * 2), pa.array(["1. e4"] * 4), pa.array(["1. e5"])])
        with pytest.raises(ValueError, match="row 6, "):
            function(column, *others, errors="raise")
    # So does that of a value which the column's type has and the function's has not.
    for place in [place for place, kind in enumerate(kinds) if kind in ("ply", "number", "move", "answer")]:
        columns = [pa.concat_arrays([row, row[:2]]) for row in rows]
        columns[0] = pa.chunked_array([columns[0][:2], columns[0][2:6], columns[0][6:]])
        # A number that fits shows that these are no keys.
        columns[place] = pa.array([None] * 6 + [1 << 40, 0])
        with pytest.raises(ValueError, match=f"row 6, {1 << 40}"):
            function(*columns, errors="raise")


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_missing_and_bad_values_are_null(name, place):
    function, kinds = getattr(chess0x88, name), FUNCTIONS[name]
    rows = rows_of(kinds)
    is_optional = kinds[place] == "fen" and name != "positions"
    for missing in ([None] * 3, pa.nulls(3), pd.Series([None] * 3), pd.Series([np.nan] * 3), pl.Series([None] * 3), np.array([None] * 3)):
        result = function(*rows[:place], missing, *rows[place + 1 :])
        if name in ARRAYS:
            assert not result.any()
        elif name != "explain" and not is_optional:
            # Old versions of Polars make null structs to structs of nulls.
            assert [row if row is None or any(field is not None for field in dict(row).values()) else None for row in listed(result)] == [None] * 3
    # A value of another kind among Python's objects is a bad one.
    mixed = [rows[place][0], {}, rows[place][2]]
    result = function(*rows[:place], mixed, *rows[place + 1 :])
    expected = function(*rows[:place], [rows[place][0], None, rows[place][2]], *rows[place + 1 :])
    assert listed(result) == listed(expected)
    with pytest.raises(ValueError, match="row 1, {}"):
        function(*rows[:place], mixed, *rows[place + 1 :], errors="raise")
    if place < chess0x88._FUNCTIONS[name][1]:
        with pytest.raises(TypeError, match=f"{name}: the column \\w+ is missing"):
            function(*rows[:place], None, *rows[place + 1 :])


def test_numbers_beyond_their_column_are_bad_values():
    for column in ([0, 1 << 40, -1], np.array([0, 1 << 40, -1]), pl.Series([0, 1 << 40, -1])):
        assert listed(chess0x88.fen_at(MOVEDATA, column))[1] is None and listed(chess0x88.fen_at(MOVEDATA, column))[2]
        with pytest.raises(ValueError, match="row 1, 1099511627776"):
            chess0x88.fen_at(MOVEDATA, column, errors="raise")
    assert chess0x88.fen([b"short", POSITIONS[0]]).to_pylist() == [None, START]
    # A type says what all values are: bytes of other sizes are no positions.
    with pytest.raises(TypeError, match="values of 5 to 32 bytes"):
        chess0x88.fen(pa.array([b"short", POSITIONS[0]]))


def test_series_keep_their_rows():
    frame = pd.DataFrame({"movetext": ["1. e4", "1. d4", "1. c4"], "ply": [1, 0, 1]}, index=[7, 3, 5]).sort_index()
    frame["moves"] = chess0x88.parse(frame["movetext"]).struct.field("moves")
    assert frame["moves"].to_dict() == {3: "d2d4", 5: "c2c4", 7: "e2e4"}
    kept = frame[frame["ply"] == 1]
    movedata = chess0x88.parse(kept["movetext"]).struct.field("movedata")
    frame["fen"] = chess0x88.fen_at(movedata, kept["ply"])
    assert frame["fen"].isna().to_dict() == {3: True, 5: False, 7: False}
    # A key keeps its 64 bits where another row is missing.
    keys = chess0x88.key_at(movedata, pd.Series([0, None], index=kept.index))
    assert keys.iloc[0] == chess0x88.key_at(b"", 0)[0].as_py() and keys.isna().tolist() == [False, True]
    with pytest.raises(ValueError, match="different indexes"):
        chess0x88.fen_at(movedata, frame["ply"].iloc[:2])
    # One value gives one row, whatever it came from.
    assert chess0x88.fen_at(b"", 0).to_pylist() == [START]


def test_the_columns_of_tables_are_told_apart(pgn):
    """In Arrow by their types, as bytes by their sizes."""
    games, rows = chess0x88.read_pgn(pgn).read_all(), chess0x88.read_pgn(pgn, positions=True).read_all()
    for function, column in [
        (chess0x88.fen, games["movedata"]),
        (chess0x88.fen, pl.from_arrow(games)["movedata"]),
        (chess0x88.fen, games["movedata"].to_pandas(types_mapper=pd.ArrowDtype)),
        (chess0x88.uci, rows["position"]),
        (chess0x88.uci, pl.from_arrow(rows)["position"]),
        (chess0x88.uci, rows["position"].cast(pa.binary())),
        (chess0x88.parse, games["movedata"]),
        (chess0x88.parse, pl.from_arrow(games)["movedata"]),
        (chess0x88.parse, pl.from_arrow(rows)["position"]),
        (chess0x88.parse, rows["position"]),
        (chess0x88.positions, rows["position"]),
        (chess0x88.positions, games["movedata"]),
    ]:
        with pytest.raises(TypeError, match="wanted are"):
            function(column)
    assert chess0x88.fen(pl.from_arrow(rows)["position"]).null_count() == 0
    # So are those of tables.
    swapped = rows.select(["position"]).rename_columns(["movedata"])
    for wrong in (swapped, pl.from_arrow(swapped), pa.table({"movedata": games["movedata"], "fen": games["moves_uci"]}), pa.table({"movedata": [1, 2]})):
        with pytest.raises(TypeError, match="the column (movedata|fen) (is|has) .*; wanted are"):
            chess0x88.to_pgn(wrong)
        with pytest.raises(TypeError, match="the column (movedata|fen) (is|has) .*; wanted are"):
            list(chess0x88.batches(wrong))
    # Old versions of Polars panic with the error of a function.
    errors = (TypeError, pl.exceptions.ComputeError, pl.exceptions.PanicException)
    for wrong in (pl.col("position").chess.uci(), pl.col("key").chess.fen(), pl.lit("e4").chess.positions()):
        with pytest.raises(errors, match="wanted are"):
            pl.from_arrow(rows).lazy().select(wrong).collect()
    # Arrow's functions take the columns.
    assert rows.group_by("position").aggregate([([], "count_all")]).num_rows > 1000
