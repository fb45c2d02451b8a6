"""Chess games and positions as Arrow columns: read PGN, replay, search, and make planes for training.

Columns may be pyarrow arrays, chunked arrays, Polars series, or anything else with Arrow's C interface; what comes back is a pyarrow
array. A game is its column ``movedata``, and ``fen`` where it does not start as games usually do. Plies count from 0, the position at the
start; -1 is the last position. Python's lock is released while a function works.
"""

from __future__ import annotations

import os

import numpy as np
import pyarrow as pa

from . import _native

__all__ = [
    "PgnError",
    "count_lines",
    "fen_at",
    "iter_planes",
    "key_at",
    "legal_moves",
    "matches_subfen",
    "move_details",
    "piece_counts",
    "planes",
    "position_at",
    "read_pgn",
    "register",
    "san",
]

_PACKED = pa.binary(32)


class PgnError(ValueError):
    """Something is wrong in a game.

    ``kept`` says that no move was lost, and the game is among the rows all the same.
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


def read_pgn(
    source,
    positions=False,
    *,
    errors="strict",
    where=None,
    start=None,
    end=None,
    first_line=1,
    file_number=0,
    name=None,
):
    """The games of a file or of bytes as a ``pyarrow.RecordBatchReader``, a row each, or a row for each position.

    The text may be packed by zstd, gzip or bzip2. ``errors`` is ``"strict"``, which raises `PgnError` at the first game that is lost,
    ``"ignore"``, or a function that is called with each `PgnError`. ``where`` is a condition such as ``"white_elo >= 2200"``.

    With ``start`` and ``end``, only the games that begin at these bytes of a plain file or between them: ranges that share out a file share
    out its games. ``first_line`` is the number of the first line there.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        if start is not None or end is not None:
            raise ValueError("start and end are for files: slice the bytes instead")
        name = "bytes" if name is None else name
        pgn = _native.Pgn.of_bytes(bytes(source), positions, where, file_number, name)
    else:
        path = os.fspath(source)
        name = path if name is None else name
        bounds = None
        if start is not None or end is not None:
            bounds = (start or 0, os.path.getsize(path) if end is None else end)
        pgn = _native.Pgn.of_path(path, positions, where, bounds, file_number, name, first_line)
    if errors not in ("strict", "ignore") and not callable(errors):
        raise ValueError(f'errors is "strict", "ignore" or a function, not {errors!r}')

    def batches():
        while True:
            batch = pgn.next()
            for line, byte, reason, kept in pgn.errors():
                error = PgnError(name, line, byte, reason, kept)
                if callable(errors):
                    errors(error)
                elif errors == "strict" and not kept:
                    raise error
            if batch is None:
                return
            yield batch

    return pa.RecordBatchReader.from_batches(pgn.schema, batches())


def count_lines(path, start, end):
    """How many lines end in the games of a range of a file: what ``first_line`` of the next range is made of."""
    return _native.count_lines(os.fspath(path), start, end)


def _column(values, kind):
    """The values as one array of a type."""
    if isinstance(values, pa.ChunkedArray):
        array = values
    elif isinstance(values, pa.Array):
        array = values
    elif hasattr(values, "__arrow_c_stream__"):
        array = pa.chunked_array(values)
    elif hasattr(values, "__arrow_c_array__"):
        array = pa.array(values)
    else:
        array = pa.array(values, kind)
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks == 1 else pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    return array if array.type == kind else array.cast(kind)


def _games(movedata, fen):
    return _column(movedata, pa.binary()), None if fen is None else _column(fen, pa.string())


def _ply(ply):
    return pa.array([ply], pa.int32()) if isinstance(ply, (int, np.integer)) else _column(ply, pa.int32())


def fen_at(movedata, ply, fen=None):
    """The FEN after so many plies; ``ply`` is a number or a column."""
    movedata, fen = _games(movedata, fen)
    return _native.fen_at(movedata, _ply(ply), fen)


def position_at(movedata, ply, fen=None):
    """The packed position after so many plies: 32 bytes."""
    movedata, fen = _games(movedata, fen)
    return _native.position_at(movedata, _ply(ply), fen)


def key_at(movedata, ply, fen=None):
    """The key of the position after so many plies, as in the column ``key``."""
    movedata, fen = _games(movedata, fen)
    return _native.key_at(movedata, _ply(ply), fen)


def piece_counts(movedata, ply, fen=None):
    """How many pieces of each kind there are after so many plies: wQ, wR, wB, wN, wP, bQ, bR, bB, bN, bP."""
    movedata, fen = _games(movedata, fen)
    return _native.piece_counts(movedata, _ply(ply), fen)


def move_details(movedata, fen=None):
    """Each move of a game: ply, role, from, to, promotion, capture, is_castle, is_check, is_checkmate, is_en_passant."""
    return _native.move_details(*_games(movedata, fen))


def matches_subfen(movedata, subfen, fen=None):
    """Whether at least the pieces of a sub-FEN, the board of a FEN, stand so in some position of a game."""
    if not isinstance(subfen, str):
        # A column, as DuckDB gives it: of one value, mostly.
        subfens = _column(subfen, pa.string())
        values = subfens.unique().to_pylist()
        if len(values) != 1 or values[0] is None:
            raise ValueError("the sub-FEN must be the same in all rows")
        subfen = values[0]
    movedata, fen = _games(movedata, fen)
    return _native.matches_subfen(movedata, subfen, fen)


def legal_moves(positions):
    """The legal moves of packed positions, as lists of UCI."""
    return _native.legal_moves(_column(positions, _PACKED))


def san(positions, moves):
    """Moves in UCI, played from packed positions, as SAN."""
    return _native.san(_column(positions, _PACKED), _column(moves, pa.string()))


def planes(positions, bits=False):
    """Packed positions as twelve planes, White's pawns, knights, bishops, rooks, queens and king, then Black's.

    An array of (n, 12, 8, 8) bytes, by rank and file from a1; with ``bits``, of (n, 12, 8) bytes, one a rank, with the a-file in the lowest bit.
    """
    positions = _column(positions, _PACKED)
    shape = (len(positions), 12, 8) if bits else (len(positions), 12, 8, 8)
    return np.frombuffer(_native.planes(positions, bits), np.uint8).reshape(shape)


def iter_planes(reader, bits=False):
    """The planes of each batch of positions with the batch: for training, in bounded memory."""
    for batch in reader:
        yield planes(batch.column("position"), bits), batch


def register(connection):
    """Makes the functions known to a connection of DuckDB. There each argument is given: ``fen_at(movedata, ply, fen)``."""
    details = (
        'STRUCT(ply INTEGER, role VARCHAR, "from" VARCHAR, "to" VARCHAR, promotion VARCHAR, capture VARCHAR, '
        "is_castle BOOLEAN, is_check BOOLEAN, is_checkmate BOOLEAN, is_en_passant BOOLEAN)[]"
    )
    counts = "STRUCT(" + ", ".join(f'"{side}{piece}" TINYINT' for side in "wb" for piece in "QRBNP") + ")"
    functions = [
        (fen_at, ["BLOB", "INTEGER", "VARCHAR"], "VARCHAR"),
        (position_at, ["BLOB", "INTEGER", "VARCHAR"], "BLOB"),
        (key_at, ["BLOB", "INTEGER", "VARCHAR"], "BIGINT"),
        (piece_counts, ["BLOB", "INTEGER", "VARCHAR"], counts),
        (move_details, ["BLOB", "VARCHAR"], details),
        (matches_subfen, ["BLOB", "VARCHAR", "VARCHAR"], "BOOLEAN"),
        (legal_moves, ["BLOB"], "VARCHAR[]"),
        (san, ["BLOB", "VARCHAR"], "VARCHAR"),
    ]
    for function, parameters, result in functions:
        connection.create_function(
            function.__name__,
            _position_bytes if function is position_at else function,
            [connection.type(parameter) for parameter in parameters],
            connection.type(result),
            type="arrow",
            null_handling="special",
        )


def _position_bytes(movedata, ply, fen):
    """DuckDB has no bytes of a fixed size."""
    return position_at(movedata, ply, fen).cast(pa.binary())
