"""The one door of columns: whatever holds a column becomes Arrow arrays of the type that Rust takes, or raises ``TypeError``.

A column has a kind (`KINDS`), and its values have a form: Arrow's types, NumPy's, or Python's. Where a type says what the values are, the type alone
decides. Python's objects have no type in common: they are of the kind if one of them is, and the others are bad values. Where kinds share a type, such as
positions and movedata in the bytes of Polars, the values tell: a column is of another kind if no value is of the wanted one, and one can only be of the other.
"""

from __future__ import annotations

import collections.abc
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.types as pt

from . import _native

PACKED = pa.binary(32)


def _is_text(type):
    return pt.is_string(type) or pt.is_large_string(type) or str(type) == "string_view"


def _is_bytes(type):
    return pt.is_binary(type) or pt.is_large_binary(type) or str(type) == "binary_view"


def _is_position(type):
    is_list = pt.is_fixed_size_list(type) and type.list_size == 32 and pt.is_integer(type.value_type)
    return type == PACKED or _is_bytes(type) or is_list


def _is_packed(value):
    return isinstance(value, _BYTES) and len(value) == 32


_BYTES = (bytes, bytearray, memoryview)


class Form(NamedTuple):
    """A type of Arrow for Rust, and what becomes it."""

    type: pa.DataType
    accepts: collections.abc.Callable[[pa.DataType], bool]
    holds: collections.abc.Callable[[object], bool]


TEXT = Form(pa.string(), _is_text, lambda value: isinstance(value, str))
NUMBER = Form(pa.int32(), pt.is_integer, lambda value: isinstance(value, (int, np.integer)) and not isinstance(value, bool))


class Kind(NamedTuple):
    said: str
    forms: tuple[Form, ...]

    @property
    def is_position(self):
        return self.forms[0].type == PACKED


_MOVE = Kind("moves in UCI: strings, or integers, their numbers in UCI_MOVES", (TEXT, NUMBER))
KINDS = {
    "movedata": Kind("movedata: binary values, two bytes for each move", (Form(pa.binary(), _is_bytes, lambda value: isinstance(value, _BYTES)),)),
    "movetext": Kind(
        "movetext: strings, or bytes of text",
        (Form(pa.binary(), lambda type: _is_text(type) or _is_bytes(type), lambda value: isinstance(value, (str, *_BYTES))),),
    ),
    "fen": Kind("FENs: strings", (TEXT,)),
    "subfen": Kind("boards of FENs: strings", (TEXT,)),
    "san": Kind("moves in SAN: strings", (TEXT,)),
    "ply": Kind("plies: integers", (NUMBER,)),
    "key": Kind("keys: integers", (NUMBER._replace(type=pa.int64()),)),
    "position": Kind("positions: fixed_size_binary[32], as `positions` makes them of FENs", (Form(PACKED, _is_position, _is_packed),)),
    "move": _MOVE,
    "answer": _MOVE._replace(said="moves: strings in UCI or SAN, or integers, their numbers in UCI_MOVES"),
    "number": Kind("numbers of moves in a policy: integers", (NUMBER,)),
}


class Column:
    """A column, or one value for all rows, with the type of its parts."""

    def __init__(self, array, type, is_one=False, index=None, library=None):
        self.array, self.type, self.is_one, self.index, self.library = array, type, is_one, index, library

    def part(self, start, length, raising):
        """Returns some rows as one array."""
        if self.is_one:
            return pa.repeat(cast(self.array, self.type, raising, 0)[0], length)
        return cast(_joined(self.array.slice(start, length)), self.type, raising, start)

    def require(self, kind, said):
        """Requires a kind where its type has others: raises ``TypeError`` if no value is of this kind, and one can only be of another. The first rows
        decide, if they tell."""
        found, start, rows = None, 0, 64
        while start < len(self.array) and not (found and start > 64):
            given = _joined(self.array.slice(start, rows))
            part = cast(given, self.type, False, start)
            known = _native.found_kind(kind, part)
            if pt.is_integer(self.type) and given.null_count < len(given):
                known = kind if part.null_count < len(part) else "key"
            if known == kind:
                return
            found, start, rows = found or known, start + rows, 4096
        if found:
            raise TypeError(f"{said} has {KINDS[found].said.partition(':')[0]}; wanted are {KINDS[kind].said}")


def cast(array, type, raising, first):
    """Makes an array of a type from an array that the type accepts. A value that does not fit is null, or raises."""
    if array.type == type:
        return array
    try:
        return array.cast(type)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        pass
    values = []
    for row, value in enumerate(array.to_pylist(), first):
        try:
            values.append(pa.scalar(bytes(value) if isinstance(value, list) else value, type).as_py())
        except (pa.ArrowException, ValueError, OverflowError) as error:
            if raising:
                raise ValueError(f"row {row}, {value!r}: {error}") from None
            values.append(None)
    return pa.array(values, type)


def column(values, kind, said, raising):
    """Makes a `Column` of a kind. ``said`` names it in errors."""
    if values is None:
        return None
    made = _Door(KINDS[kind], said, raising).column(values)
    made.require(kind, said)
    return made


class _Door:
    def __init__(self, kind, said, raising):
        self.kind, self.said, self.raising = kind, said, raising

    def wrong(self, came):
        return TypeError(f"{self.said} is {came}; wanted are {self.kind.said}")

    def column(self, values):
        library = type(values).__module__.partition(".")[0]
        if library == "pandas":
            return self.pandas(values)
        if library == "polars":
            return self.polars(values)
        if isinstance(values, pa.Scalar):
            return self.typed(pa.array([values.as_py()], values.type), is_one=True)
        if isinstance(values, memoryview) and (values.ndim != 1 or values.format not in "Bc"):
            return self.numpy(np.asarray(values))
        if isinstance(values, (bytearray, memoryview)):
            values = bytes(values)
        if isinstance(values, (str, bytes, int, float, np.generic)):
            return self.listed([values.item() if isinstance(values, np.generic) else values], "one value", is_one=True)
        if isinstance(values, (pa.Array, pa.ChunkedArray)):
            return self.typed(values)
        if isinstance(values, (pa.Table, pa.RecordBatch)):
            raise self.wrong(f"a table with the columns {', '.join(values.schema.names)}")
        if hasattr(values, "__arrow_c_stream__"):
            return self.typed(_whole(pa.chunked_array(values)))
        if hasattr(values, "__arrow_c_array__"):
            return self.typed(pa.array(values))
        if isinstance(values, np.ndarray):
            return self.numpy(values)
        if isinstance(values, (collections.abc.Mapping, collections.abc.Set)):
            raise self.wrong(f"a {type(values).__name__}, which has no rows in order")
        for makes, has in [(np.asarray, "__array__"), (np.asarray, "__array_interface__"), (np.from_dlpack, "__dlpack__")]:
            if hasattr(values, has):
                return self.numpy(makes(values))
        if type(values).__name__ == "array" and library == "array":
            return self.numpy(np.asarray(values))
        if not isinstance(values, collections.abc.Iterable):
            raise self.wrong(f"a {type(values).__name__}")
        return self.listed(values if isinstance(values, list) else list(values), f"a {type(values).__name__}")

    def pandas(self, values):
        if type(values).__name__ == "NAType":
            return self.typed(pa.nulls(1), is_one=True)
        if getattr(values, "ndim", 0) != 1:
            raise self.wrong(f"a pandas {type(values).__name__}" + (f" with the columns {', '.join(map(str, values))}" if hasattr(values, "columns") else ""))
        if type(values).__name__ != "Series":
            return self.numpy(np.asarray(values))
        form = {"index": values.index, "library": "pandas"}
        try:
            array = pa.array(values, from_pandas=True)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            return self.listed(values.tolist(), "a pandas Series", **form)
        if array.null_count == len(array):
            # A column without any value is one of floats in pandas.
            return self.typed(pa.nulls(len(array)), **form)
        if pt.is_floating(array.type) and NUMBER.accepts in [form.accepts for form in self.kind.forms]:
            # Integers of which some are missing are floats in pandas.
            try:
                array = array.cast(pa.int64())
            except pa.ArrowInvalid:
                raise self.wrong("a pandas Series of fractions") from None
        if pt.is_nested(array.type) or values.dtype == object and not self.form(array.type):
            return self.listed(values.tolist(), "a pandas Series", **form)
        return self.typed(array, **form)

    def polars(self, values):
        if type(values).__name__ != "Series":
            raise self.wrong(f"a Polars {type(values).__name__}")
        if values.dtype.is_(_polars().Object):
            return self.listed(values.to_list(), "a Polars Series", library="polars")
        # With its types of before the views, which every pyarrow has.
        return self.typed(_whole(values.to_frame().to_arrow().column(0)), library="polars")

    def numpy(self, values):
        if np.ma.isMaskedArray(values):
            return self.typed(pa.array(np.ma.getdata(values), mask=np.ma.getmaskarray(values)))
        if values.ndim == 0:
            return self.listed([values.item()], "one value", is_one=True)
        if values.dtype.kind == "V" and values.dtype.itemsize == 32 and values.ndim == 1 and values.dtype.names is None:
            values = np.ascontiguousarray(values).view(np.uint8).reshape(-1, 32)
        if self.kind.is_position and values.ndim == 2 and values.shape[1] == 32 and values.dtype.kind in "iu":
            if values.size and not (0 <= values.min() and values.max() < 256):
                raise self.wrong("an array of numbers that are no bytes")
            return Column(pa.FixedSizeBinaryArray.from_buffers(PACKED, len(values), [None, pa.py_buffer(np.ascontiguousarray(values, np.uint8))]), PACKED)
        if values.ndim != 1:
            raise self.wrong(f"an array of {values.dtype} with the shape {values.shape}")
        said = f"a NumPy array of {values.dtype}"
        if values.dtype.kind == "S":
            if not any(form.holds("") for form in self.kind.forms):
                raise self.wrong(f"{said}, which loses zeros at the end of values")
            return self.listed([value.decode(errors="replace") for value in values.tolist()], said)
        if values.dtype.kind in "OUT":
            return self.listed(values.tolist(), said)
        if values.dtype.kind not in "iu":
            raise self.wrong(said)
        return self.typed(pa.array(values.astype(values.dtype.newbyteorder("="), copy=False)))

    def form(self, type):
        return next((form for form in self.kind.forms if form.accepts(type)), None)

    def typed(self, array, **rest):
        """Makes a column of an array of Arrow, whose type must be one of the kind."""
        came = f"a column of {array.type}"
        if isinstance(array.type, pa.BaseExtensionType):
            array = pa.chunked_array([chunk.storage for chunk in array.chunks], array.type.storage_type) if isinstance(array, pa.ChunkedArray) else array.storage
        if pt.is_dictionary(array.type):
            array = array.cast(array.type.value_type)
        if str(array.type).startswith("run_end_encoded"):
            array = pc.run_end_decode(array)
        if pt.is_null(array.type):
            array = array.cast(self.kind.forms[0].type)
        if str(array.type).endswith("_view"):
            array = _viewed(array)
        form = self.form(array.type)
        if form is None:
            raise self.wrong(came)
        if array.type == pa.uint64() and form.type == pa.int64():
            array = array.cast(form.type, safe=False)
        if self.kind.is_position and _is_bytes(array.type):
            # A column of bytes is one of positions if all values have the size of one.
            lengths = pc.min_max(pc.binary_length(array.cast(pa.large_binary()))).as_py()
            if any(length not in (None, 32) for length in lengths.values()):
                raise self.wrong(f"{came} with values of {lengths['min']} to {lengths['max']} bytes")
        return Column(array, form.type, **rest)

    def listed(self, values, said, **rest):
        """Makes a column of Python's values."""
        try:
            array = pa.array(values, from_pandas=True)
            array = array if isinstance(array, pa.Array) else pa.concat_arrays(array.chunks)
            if self.kind.is_position and pt.is_list(array.type):
                return self.numpy(np.asarray(values))
            if pt.is_null(array.type) or self.form(array.type) and not self.kind.is_position:
                return self.typed(array, **rest)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            pass
        values = [value.as_py() if isinstance(value, pa.Scalar) else value for value in values]
        is_missing = [value is None or isinstance(value, float) and value != value or type(value).__name__ == "NAType" for value in values]
        form = next((form for form in self.kind.forms if any(map(form.holds, values))), None)
        if form is None and not all(is_missing):
            raise self.wrong(f"{said} of " + ", ".join(sorted({type(value).__name__ for value, missing in zip(values, is_missing) if not missing})))
        if form is None:
            return self.typed(pa.nulls(len(values)), **rest)
        made = []
        for row, (value, missing) in enumerate(zip(values, is_missing)):
            made.append(None if missing else self.value(form, row, value))
        return Column(pa.array(made, form.type), form.type, **rest)

    def value(self, form, row, value):
        if form.type == pa.int64() and isinstance(value, int) and 1 << 63 <= value < 1 << 64:
            # Keys have 64 bits, with a sign or without.
            value -= 1 << 64
        try:
            if form.holds(value):
                return pa.scalar(bytes(value) if isinstance(value, _BYTES) else value, form.type).as_py()
            error = "of another kind than other rows"
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as caught:
            error = caught
        if self.raising:
            raise ValueError(f"row {row}, {value!r}: {error}")
        return None


def _viewed(array):
    """Makes an array of values of an array of views, which not every version of pyarrow can cast."""
    type = pa.large_string() if str(array.type) == "string_view" else pa.large_binary()
    try:
        return array.cast(type)
    except pa.ArrowNotImplementedError:
        if isinstance(array, pa.ChunkedArray):
            return pa.chunked_array([_viewed(chunk) for chunk in array.chunks], type)
        return pa.array(array.to_pylist(), type)


def _whole(chunks):
    return chunks.chunk(0) if chunks.num_chunks == 1 else chunks


def _joined(part):
    """Makes one array of a part of a column."""
    part = _whole(part) if isinstance(part, pa.ChunkedArray) else part
    return (pa.concat_arrays(part.chunks) if part.num_chunks else pa.array([], part.type)) if isinstance(part, pa.ChunkedArray) else part


def size(array):
    """The bytes of an array. Of views, old versions of pyarrow cannot tell those of a part."""
    try:
        return array.nbytes
    except pa.ArrowException:
        return array.get_total_buffer_size()


def _polars():
    import polars

    return polars


def like(columns, result):
    """Returns a result in the form of the columns: a Series of pandas with their index, a Series of Polars, or as it is."""
    libraries = {column.library: column for column in columns if column is not None and column.library and not column.is_one}
    chunks = result if isinstance(result, pa.ChunkedArray) else pa.chunked_array([result])
    if "pandas" in libraries:
        import pandas

        return pandas.Series(pandas.arrays.ArrowExtensionArray(chunks), index=libraries["pandas"].index)
    if "polars" in libraries:
        return _polars().from_arrow(pa.table({"": chunks})).to_series().rename("")
    return result


def check_indexes(name, columns):
    """Series of pandas stand for rows by their index: two of them must agree."""
    indexes = [column.index for column in columns if column is not None and column.index is not None]
    if any(not index.equals(indexes[0]) for index in indexes[1:]):
        raise ValueError(f"{name}: the columns have different indexes: join them first, or give them without an index, by .array")
