"""Chess games and positions as Arrow columns: read PGN, parse movetext, replay, search, and make planes for training.

A column is a pyarrow array or chunked array, a NumPy array, a Polars or pandas series, a list, any object with Arrow's C interface, or one value for
all rows. A chunked column gives a chunked array. Any other column gives an array, or a chunked array if it has more than 2 GiB of text. A game is its
``movedata``, and its ``fen`` if it does not begin at the usual start. Plies count from 0, the start; -1 is the last position. A position is 32 bytes.

Every function of columns takes ``errors`` and ``threads``. With ``errors="null"``, the default, a bad row is null. With ``"raise"`` the first bad row
raises ``ValueError`` with its number. A call uses all cores, or ``threads`` of them. It releases Python's lock, and Ctrl-C ends it at once.
"""

from __future__ import annotations

import collections
import concurrent.futures
import glob
import itertools
import os

import numpy as np
import pyarrow as pa

from . import _native

__version__ = _native.__version__

__all__ = [
    "UCI_MOVES",
    "PgnError",
    "__version__",
    "batches",
    "count_lines",
    "explain",
    "fen",
    "fen_at",
    "iter_planes",
    "key",
    "key_at",
    "legal_mask",
    "legal_moves",
    "matches_subfen",
    "move_details",
    "outcome",
    "parse",
    "piece_counts",
    "planes",
    "play",
    "position_at",
    "positions",
    "read_pgn",
    "read_san",
    "register",
    "san",
    "uci",
]

UCI_MOVES = _native.uci_moves()
"""All 1,968 moves that UCI can write, in the order of their texts. A move's number in a policy is its place here."""

_BYTES, _PACKED, _TEXT, _INT32 = pa.binary(), pa.binary(32), pa.string(), pa.int32()

# The rows, and the bytes of their first column, of one call into Rust: enough for a call to be cheap, few enough for Ctrl-C to be
# quick.
_ROWS, _SIZE = 4096, 1 << 19


class PgnError(ValueError):
    """An error in a game.

    ``kept`` is true if no move was lost. Otherwise the rows have the legal moves before the error, if the game has a valid start.
    """

    def __init__(self, file: str, line: int, byte: int, reason: str, kept: bool = False):
        super().__init__(f"{file}: line {line}, byte {byte}: {reason}")
        self.file = file
        self.line = line
        self.byte = byte
        self.reason = reason
        self.kept = kept

    def __reduce__(self):
        return PgnError, (self.file, self.line, self.byte, self.reason, self.kept)


def _is_raising(errors):
    """Names of earlier versions work too."""
    try:
        return {"null": False, "raise": True, "ignore": False, "strict": True}[errors]
    except (KeyError, TypeError):
        raise ValueError(f'errors is "null" or "raise", not {errors!r}') from None


def _in_order(work, items, threads):
    """Returns the results of a function in the order of the items, by this number of threads, and runs only a little ahead."""
    threads = threads or os.cpu_count() or 1
    items = iter(items)
    if threads == 1:
        yield from map(work, items)
        return
    pool = concurrent.futures.ThreadPoolExecutor(threads)
    waiting = collections.deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _or_null(value, kind):
    try:
        return pa.scalar(value, kind, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError):
        return pa.scalar(None, kind)


def _cast(values, kind, raising):
    """Makes an array of a type from an array or from Python's values. A value of another type is null, or raises."""
    try:
        if not isinstance(values, pa.Array):
            values = pa.array(values, kind, from_pandas=True)
            # An array from pandas may have several chunks.
            return values if isinstance(values, pa.Array) else pa.concat_arrays(values.chunks)
        return values if values.type == kind else values.cast(kind)
    except (pa.ArrowException, TypeError, ValueError):
        if raising:
            raise
        values = values.to_pylist() if isinstance(values, pa.Array) else values
        return pa.array([_or_null(value, kind).as_py() for value in values], kind)


def _column(values, kind, raising):
    """Makes an array, a chunked array or a scalar."""
    if values is None or isinstance(values, (pa.Array, pa.ChunkedArray)):
        return values
    if isinstance(values, (str, bytes, int, np.integer, pa.Scalar)):
        return _cast([values.as_py() if isinstance(values, pa.Scalar) else values], kind, raising)[0]
    if isinstance(values, np.ndarray) and kind == _PACKED and values.dtype == np.uint8 and values.ndim == 2:
        return pa.FixedSizeBinaryArray.from_buffers(kind, len(values), [None, pa.py_buffer(np.ascontiguousarray(values))])
    if hasattr(values, "__arrow_c_stream__"):
        values = pa.chunked_array(values)
        return values.chunk(0) if values.num_chunks == 1 else values
    if hasattr(values, "__arrow_c_array__"):
        return pa.array(values)
    return _cast(values if isinstance(values, np.ndarray) else list(values), kind, raising)


def _part(column, start, length, kind, raising):
    """Returns some rows of a column as one array."""
    if column is None:
        return None
    if isinstance(column, pa.Scalar):
        return pa.repeat(column, length)
    part = column.slice(start, length)
    if isinstance(part, pa.ChunkedArray):
        part = part.chunk(0) if part.num_chunks == 1 else pa.concat_arrays(part.chunks) if part.num_chunks else pa.array([], part.type)
    return _cast(part, kind, raising)


def _parts(name, columns, errors, threads, option="", width=1):
    """Calls a function on columns in parts. Yields each part with the number of its chunk, and the first column.

    A row makes about ``width`` bytes."""
    raising = _is_raising(errors)
    kinds = [kind for _, kind in columns]
    columns = [_column(values, kind, raising) for values, kind in columns]
    longs = [column for column in columns if isinstance(column, (pa.Array, pa.ChunkedArray))]
    if len({len(column) for column in longs}) > 1:
        raise ValueError(f"{name}: the columns have {' and '.join(str(len(column)) for column in longs)} rows")
    if columns[0] is None:
        raise TypeError(f"{name}: the first column is missing")
    first = longs[0] if longs else pa.nulls(1)
    lengths = [len(chunk) for chunk in first.chunks] if isinstance(first, pa.ChunkedArray) else [len(first)]
    starts = itertools.accumulate(lengths, initial=0)
    rows = max(1, min(_ROWS, _SIZE // width, _SIZE * len(first) // max(1, first.nbytes)))
    parts = [
        (chunk, start + at, min(rows, length - at))
        for chunk, (start, length) in enumerate(zip(starts, lengths))
        for at in range(0, length, rows)
    ]

    def work(part):
        chunk, start, length = part
        given = [_part(column, start, length, kind, raising) for column, kind in zip(columns, kinds)]
        return chunk, _native.call(name, given, option, start if raising else None)

    # Without rows, one call gives the type of the result.
    return first, _in_order(work, parts or [(0, 0, 0)], 1 if len(parts) < 2 else threads)


def _joined(parts):
    try:
        return [parts[0] if len(parts) == 1 else pa.concat_arrays(parts)]
    except pa.ArrowInvalid:
        # Joined, they would have more text than one array can hold.
        return parts


def _call(name, columns, errors, threads, option=""):
    """Calls a function on columns."""
    first, parts = _parts(name, columns, errors, threads, option)
    chunks = [_joined([part for _, part in chunk]) for _, chunk in itertools.groupby(parts, key=lambda part: part[0])]
    chunks = [part for chunk in chunks for part in chunk]
    if isinstance(first, pa.ChunkedArray) or len(chunks) > 1:
        return pa.chunked_array(chunks)
    return chunks[0]


def _arrays(name, positions, errors, threads, shape, option=""):
    """Calls a function on positions. Returns a NumPy array of bytes."""
    width = int(np.prod(shape))
    first, parts = _parts(name, [(positions, _PACKED)], errors, threads, option, width)
    made, at = np.empty(len(first) * width, np.uint8), 0
    for _, part in parts:
        made[at : at + len(part)] = part.to_numpy()
        at += len(part)
    return made.reshape(-1, *shape)


def _sources(source):
    """Lists the sources: bytes, file objects and paths. The files of folders and patterns are sorted by name."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return [bytes(source)]
    if hasattr(source, "read"):
        return [source]
    if not isinstance(source, (str, os.PathLike)):
        return [one for part in source for one in _sources(part)]
    path = os.fspath(source)
    found = sorted(glob.glob(path, recursive=True)) if glob.has_magic(path) and not os.path.lexists(path) else []
    return _native.files(found or [path])


def _name(source):
    return "bytes" if isinstance(source, bytes) else str(getattr(source, "name", source))


def _pieces(pgn):
    while (piece := pgn.next_piece()) is not None:
        yield piece


def _tell(errors, raising, name, found):
    for line, byte, reason, kept in found:
        error = PgnError(name, line, byte, reason, kept)
        if callable(errors):
            errors(error)
        elif raising and not kept:
            raise error


def read_pgn(
    source,
    positions=False,
    *,
    errors="null",
    where=None,
    columns=None,
    threads=None,
    batch_size=None,
    start=None,
    end=None,
    first_line=1,
    file_number=None,
    name=None,
):
    """Reads the games of a source as a ``pyarrow.RecordBatchReader``, with a row for each game, or for each position.

    The source is a path, a folder, a pattern such as ``"*.pgn.zst"``, an open file, bytes, or a list of these. The text may be compressed by
    zstd, gzip or bzip2. ``where`` is a condition such as ``"white_elo >= 2200"``. ``columns`` are the names of the columns to read. A batch has at most
    ``batch_size`` rows.

    A game with an illegal move has the moves before it, and ``error`` says what is wrong. A game without a valid start is left out.
    ``errors`` is ``"null"``, ``"raise"``, which raises `PgnError` at the first game that loses moves, or a function that gets each `PgnError`.

    With ``start`` and ``end``, only the games that begin in this range of bytes of a plain file are read. So ranges without gaps read each game
    once. ``first_line`` is the number of the first line of the range.
    """
    raising = False if callable(errors) else _is_raising(errors)
    sources = _sources(source)
    bounds = None
    if start is not None or end is not None:
        if len(sources) != 1 or isinstance(sources[0], bytes):
            raise ValueError("start and end are for one file: slice the bytes instead")
        # A range ends at the end of its file at the latest.
        bounds = (start or 0, (1 << 63) - 1 if end is None else end)

    def opened(number):
        one = sources[number]
        said = name if name is not None else _name(one)
        first_id = None if file_number is None else file_number + number << 44
        return said, _native.Pgn(one, said, positions, where, bounds, first_id, first_line, 4 << 20)

    # Errors of the first source and of the condition are raised at once.
    first = opened(0) if sources else None
    schema = _native.schema(positions)
    if columns is not None:
        schema = pa.schema([schema.field(column) for column in columns])

    def batches():
        for number in range(len(sources)):
            said, pgn = first if number == 0 else opened(number)
            for batch, found in _in_order(pgn.rows, _pieces(pgn), threads):
                _tell(errors, raising, said, found)
                if columns is not None:
                    batch = batch.select(columns)
                size = batch_size or max(1, batch.num_rows)
                yield from (batch.slice(at, size) for at in range(0, batch.num_rows, size))

    return pa.RecordBatchReader.from_batches(schema, batches())


def count_lines(path, start, end):
    """Counts the lines in the games of a range of a file, to compute ``first_line`` of the next range."""
    return _native.count_lines(os.fspath(path), start, end)


def parse(movetext, fen=None, *, columns=None, errors="null", threads=None):
    """Reads a column of movetext, or of whole games in PGN, as a column of structs.

    The fields are ``moves`` in UCI, ``movedata``, ``clocks`` in seconds and ``evals`` after each ply, ``ply_count``, ``result``, ``fen`` (null for the usual
    start), ``error`` with the first error, and ``error_at``, its byte in the row. The moves before the error are kept. ``columns`` are the names of the
    fields to read; other fields take no time. A null row is null.
    """
    names = "moves,movedata,clocks,evals,ply_count,result,fen,error,error_at" if columns is None else ",".join(columns)
    return _call("parse", [(movetext, _BYTES), (fen, _TEXT)], errors, threads, names)


def uci(movedata, *, errors="null", threads=None):
    """Writes the moves of each game in UCI, with spaces between."""
    return _call("uci", [(movedata, _BYTES)], errors, threads)


def _at(name, movedata, ply, fen, errors, threads):
    return _call(name, [(movedata, _BYTES), (fen, _TEXT), (ply, _INT32)], errors, threads)


def fen_at(movedata, ply, fen=None, *, errors="null", threads=None):
    """Returns the FEN at a ply; ``ply`` is a number or a column."""
    return _at("fen_at", movedata, ply, fen, errors, threads)


def position_at(movedata, ply, fen=None, *, errors="null", threads=None):
    """Returns the packed position at a ply, 32 bytes."""
    return _at("position_at", movedata, ply, fen, errors, threads)


def key_at(movedata, ply, fen=None, *, errors="null", threads=None):
    """Returns the key of the position at a ply, as in the column ``key``."""
    return _at("key_at", movedata, ply, fen, errors, threads)


def piece_counts(movedata, ply, fen=None, *, errors="null", threads=None):
    """Counts the pieces of each kind at a ply: wQ, wR, wB, wN, wP, bQ, bR, bB, bN, bP."""
    return _at("piece_counts", movedata, ply, fen, errors, threads)


def move_details(movedata, fen=None, *, errors="null", threads=None):
    """Lists the moves of each game with the fields ply, role, from, to, promotion, capture, is_castle, is_check, is_checkmate, is_en_passant."""
    return _call("move_details", [(movedata, _BYTES), (fen, _TEXT)], errors, threads)


def matches_subfen(movedata, subfen, fen=None, *, errors="null", threads=None):
    """Returns ``true`` for a game with a position that has at least the pieces of a sub-FEN, which is the board of a FEN."""
    if not isinstance(subfen, str):
        # DuckDB passes a column, which usually has one value.
        values = pa.array(_column(subfen, _TEXT, True)).unique().to_pylist() if isinstance(subfen, list) else subfen.unique().to_pylist()
        if len(values) != 1 or values[0] is None:
            raise ValueError("the sub-FEN must be the same in all rows")
        subfen = values[0]
    return _call("matches_subfen", [(movedata, _BYTES), (fen, _TEXT)], errors, threads, subfen)


def positions(fen, *, errors="null", threads=None):
    """Packs the positions of FENs: 32 bytes each."""
    return _call("positions", [(fen, _TEXT)], errors, threads)


def fen(positions, *, errors="null", threads=None):
    """Returns the FEN of each position."""
    return _call("fen", [(positions, _PACKED)], errors, threads)


def key(positions, *, errors="null", threads=None):
    """Returns the key of each position, as in the column ``key``."""
    return _call("key", [(positions, _PACKED)], errors, threads)


def outcome(positions, *, errors="null", threads=None):
    """Returns the result of each position and its reason. The result is ``"*"`` if the game is not over. Repetitions are not known."""
    return _call("outcome", [(positions, _PACKED)], errors, threads)


def legal_moves(positions, *, errors="null", threads=None):
    """Lists the legal moves of packed positions in UCI."""
    return _call("legal_moves", [(positions, _PACKED)], errors, threads)


def _moves(moves):
    """Makes a column of moves, which are texts or numbers in `UCI_MOVES`."""
    if isinstance(moves, (pa.Array, pa.ChunkedArray)):
        return moves, _INT32 if pa.types.is_integer(moves.type) else _TEXT
    if isinstance(moves, np.ndarray):
        return moves, _INT32 if moves.dtype.kind in "iu" else _TEXT
    if isinstance(moves, (int, np.integer)):
        return moves, _INT32
    if isinstance(moves, (list, tuple)) and any(isinstance(move, (int, np.integer)) for move in moves):
        return moves, _INT32
    return moves, _TEXT


def play(positions, moves, *, errors="null", threads=None):
    """Plays moves in UCI, or by their numbers in `UCI_MOVES`. Returns the positions after them. An illegal move gives null, or raises."""
    return _call("play", [(positions, _PACKED), _moves(moves)], errors, threads)


def san(positions, moves, *, errors="null", threads=None):
    """Writes moves as SAN. The moves are in UCI or numbers in `UCI_MOVES`."""
    return _call("san", [(positions, _PACKED), _moves(moves)], errors, threads)


def read_san(positions, sans, *, errors="null", threads=None):
    """Reads moves in SAN, also with common mistakes, and returns UCI."""
    return _call("read_san", [(positions, _PACKED), (sans, _TEXT)], errors, threads)


def explain(positions, moves, *, errors="null", threads=None):
    """Returns a sentence for each illegal move, in UCI or SAN, and null for a legal one."""
    return _call("explain", [(positions, _PACKED), _moves(moves)], errors, threads)


def planes(positions, bits=False, *, state=False, errors="null", threads=None):
    """Makes twelve planes of each packed position: White's pawns, knights, bishops, rooks, queens and king, then Black's.

    The array has (n, 12, 8, 8) bytes, by rank and file from a1. With ``bits`` it has (n, 12, 8) bytes, one for each rank, with the a-file in the lowest
    bit. With ``state`` there are 18 planes: also White to move, the castling rights (K, Q, k, q), and the en passant square. A bad row is empty.
    """
    shape = (18 if state else 12, 8) if bits else (18 if state else 12, 8, 8)
    return _arrays("planes", positions, errors, threads, shape, ("bits " if bits else "") + ("state" if state else ""))


def legal_mask(positions, *, errors="null", threads=None):
    """Makes a row of bytes for each position, 1 where the move of `UCI_MOVES` is legal."""
    return _arrays("legal_mask", positions, errors, threads, (len(UCI_MOVES),))


def iter_planes(reader, bits=False):
    """Yields each batch of positions with its planes, for training in bounded memory."""
    for batch in reader:
        yield planes(batch.column("position"), bits), batch


_TARGETS = ("policy", "ply", "result", "white_rating", "black_rating")


def batches(
    source, size=1024, *, targets=("policy", "result"), shuffle=0, seed=0, where=None, errors="null", threads=None
):
    """Yields batches of positions of games for training: dictionaries of NumPy arrays, in bounded memory.

    Each has ``planes``, (n, 18, 8, 8) bytes as `planes` makes them with ``state``, and the targets: ``policy``, the number of the played move in
    `UCI_MOVES`; ``mask``, as `legal_mask` makes it; ``result``, 1 if White won, 0 for a draw, -1 if Black won (games without a result are skipped);
    ``white_rating`` and ``black_rating``, 0 if unknown; ``ply``. ``shuffle`` is the number of positions in the shuffle buffer, of some 300 bytes
    each. ``seed`` determines the order, which does not depend on ``threads``. ``source``, ``where`` and ``errors`` are those of `read_pgn`.
    """
    raising = False if callable(errors) else _is_raising(errors)
    unknown = set(targets) - {"mask", *_TARGETS}
    if unknown or size < 1:
        raise ValueError(f"targets are mask, {', '.join(_TARGETS)}, not {', '.join(sorted(unknown))}" if unknown else "size is at least 1")
    mixer, has_mask = _native.Batches(shuffle, seed), "mask" in targets

    def ready(is_end):
        while (columns := mixer.take(size, is_end, has_mask)) is not None:
            planes, mask, *rest = (column.to_numpy() for column in columns)
            batch = {"planes": planes.reshape(-1, 18, 8, 8)}
            if has_mask:
                batch["mask"] = mask.reshape(-1, len(UCI_MOVES))
            yield batch | {name: column for name, column in zip(_TARGETS, rest) if name in targets}

    def made():
        for number, one in enumerate(sources):
            # Small pieces, since a position takes more memory than its text.
            pgn = first if number == 0 else _native.Pgn(one, _name(one), True, where, None, None, 1, 1 << 18)
            for examples, found in _in_order(lambda piece: pgn.examples(piece, "result" in targets), _pieces(pgn), threads):
                _tell(errors, raising, _name(one), found)
                mixer.add(examples)
                yield from ready(False)
        mixer.add(None)
        yield from ready(True)

    sources = _sources(source)
    first = _native.Pgn(sources[0], _name(sources[0]), True, where, None, None, 1, 1 << 18) if sources else None
    return made()


def register(connection):
    """Registers the functions with a DuckDB connection. Calls in SQL must have all arguments: ``fen_at(movedata, ply, fen)``, ``parse(text, NULL)``.

    A bad row is null. The functions ``positions`` and ``fen`` are named ``positions_of`` and ``fen_of`` in SQL, since columns and tables have their names.
    """
    details = (
        'STRUCT(ply INTEGER, role VARCHAR, "from" VARCHAR, "to" VARCHAR, promotion VARCHAR, capture VARCHAR, '
        "is_castle BOOLEAN, is_check BOOLEAN, is_checkmate BOOLEAN, is_en_passant BOOLEAN)[]"
    )
    counts = "STRUCT(" + ", ".join(f'"{side}{piece}" TINYINT' for side in "wb" for piece in "QRBNP") + ")"
    parsed = (
        "STRUCT(moves VARCHAR, movedata BLOB, clocks DOUBLE[], evals SMALLINT[], ply_count INTEGER, result VARCHAR, fen VARCHAR, "
        "error VARCHAR, error_at BIGINT)"
    )
    functions = [
        ("parse", parse, ["VARCHAR", "VARCHAR"], parsed),
        ("uci", uci, ["BLOB"], "VARCHAR"),
        ("fen_at", fen_at, ["BLOB", "INTEGER", "VARCHAR"], "VARCHAR"),
        ("position_at", position_at, ["BLOB", "INTEGER", "VARCHAR"], "BLOB"),
        ("key_at", key_at, ["BLOB", "INTEGER", "VARCHAR"], "BIGINT"),
        ("piece_counts", piece_counts, ["BLOB", "INTEGER", "VARCHAR"], counts),
        ("move_details", move_details, ["BLOB", "VARCHAR"], details),
        ("matches_subfen", matches_subfen, ["BLOB", "VARCHAR", "VARCHAR"], "BOOLEAN"),
        ("positions_of", positions, ["VARCHAR"], "BLOB"),
        ("fen_of", fen, ["BLOB"], "VARCHAR"),
        ("outcome", outcome, ["BLOB"], "STRUCT(result VARCHAR, reason VARCHAR)"),
        ("legal_moves", legal_moves, ["BLOB"], "VARCHAR[]"),
        ("play", play, ["BLOB", "VARCHAR"], "BLOB"),
        ("san", san, ["BLOB", "VARCHAR"], "VARCHAR"),
        ("read_san", read_san, ["BLOB", "VARCHAR"], "VARCHAR"),
        ("explain", explain, ["BLOB", "VARCHAR"], "VARCHAR"),
    ]
    for name, function, parameters, result in functions:
        known = "SELECT count(*) FROM duckdb_functions() WHERE function_name = ?"
        if connection.execute(known, [name]).fetchall()[0][0]:
            connection.remove_function(name)
        connection.create_function(
            name,
            _with_arity(function, len(parameters), result == "BLOB"),
            [connection.type(parameter) for parameter in parameters],
            connection.type(result),
            type="arrow",
            null_handling="special",
        )


def _with_arity(function, count, is_bytes):
    """Makes a function of this number of columns for DuckDB, which has no type for bytes of a fixed size."""

    def call(*columns):
        return function(*columns).cast(_BYTES) if is_bytes else function(*columns)

    return (lambda a: call(a), lambda a, b: call(a, b), lambda a, b, c: call(a, b, c))[count - 1]
