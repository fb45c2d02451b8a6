"""Chess games and positions as Arrow columns: read PGN, parse movetext, replay, search, and make planes for training.

A column is a pyarrow array or chunked array, a Polars or pandas Series, a NumPy array or a tensor, a list, any object with Arrow's C interface, or one
value for all rows. A column of another kind, such as a table, or FENs instead of positions, raises ``TypeError``. A Series gives a Series, in pandas
with the same index; a chunked column gives a chunked array. Any other column gives an array, or a chunked array if it has more than 2 GiB of text. A game
is its ``movedata``, and its ``fen`` if it does not begin at the usual start. Plies count from 0, the start; -1 is the last position. A position is 32 bytes.

Every function of columns takes ``errors`` and ``threads``. With ``errors="null"``, the default, a bad row is null. With ``"raise"`` the first bad row
raises ``ValueError`` with its number. With ``"column"`` the result is a struct of ``value`` and ``error``, the reason why a value is null. A call uses all
cores, or ``threads`` of them. It releases Python's lock, and Ctrl-C ends it at once.
"""

from __future__ import annotations

import collections.abc
import concurrent.futures
import glob
import io
import itertools
import os
import warnings

import numpy as np
import pyarrow as pa

from . import _columns, _native

__version__ = _native.__version__

__all__ = [
    "LC0_MOVES",
    "UCI_MOVES",
    "PgnError",
    "__version__",
    "batches",
    "boards",
    "check",
    "convert",
    "count_lines",
    "decode_moves",
    "encode_moves",
    "explain",
    "fen",
    "fen_at",
    "find",
    "is_legal",
    "iter_planes",
    "key",
    "key_at",
    "legal_mask",
    "legal_moves",
    "matches_subfen",
    "move_details",
    "movetext",
    "opening",
    "outcome",
    "parse",
    "piece_counts",
    "planes",
    "play",
    "position_at",
    "positions",
    "reaches",
    "read_boards",
    "read_pgn",
    "read_san",
    "register",
    "san",
    "to_pgn",
    "uci",
]

UCI_MOVES = _native.uci_moves()
"""All 1,968 moves that UCI can write, in the order of their texts. A move's number in the policy ``"uci"`` is its place here."""

LC0_MOVES = _native.lc0_moves()
"""The 1,858 moves of lc0 as White sees them. A move's number in the policy ``"lc0"`` is its place here."""

# The kinds of each function's columns. Those at the end may be missing.
_FUNCTIONS = {name: (kinds, len(kinds) - optional) for name, kinds, optional in _native.function_kinds()}

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


def _chosen(errors, known=("null", "raise")):
    """Names of earlier versions work too."""
    chosen = {"ignore": "null", "strict": "raise"}.get(errors, errors) if isinstance(errors, str) else None
    if chosen not in known:
        raise ValueError(f"errors is {' or '.join(repr(name) for name in known)}, not {errors!r}".replace("'", '"'))
    return chosen


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


def _parts(name, errors, threads, option, values, width=1):
    """Calls a function on columns in parts. Yields each part with the number of its chunk, and returns the columns and the chunks' lengths.

    A row makes about ``width`` bytes."""
    kinds, required = _FUNCTIONS[name]
    raising = errors == "raise"
    columns = []
    for number, (kind, (parameter, given)) in enumerate(zip(kinds, values.items(), strict=True)):
        if given is None and number < required:
            raise TypeError(f"{name}: the column {parameter} is missing; wanted are {_columns.KINDS[kind].said}")
        columns.append(_columns.column(given, kind, f"{name}: {parameter}", raising))
    _columns.check_indexes(name, columns)
    longs = [column.array for column in columns if column is not None and not column.is_one]
    if len({len(column) for column in longs}) > 1:
        raise ValueError(f"{name}: the columns have {' and '.join(str(len(column)) for column in longs)} rows")
    first = longs[0] if longs else pa.nulls(1)
    lengths = [len(chunk) for chunk in first.chunks] if isinstance(first, pa.ChunkedArray) else [len(first)]
    starts = itertools.accumulate(lengths, initial=0)
    rows = max(1, min(_ROWS, _SIZE // width, _SIZE * len(first) // max(1, _columns.size(first))))
    parts = [
        (chunk, start + at, min(rows, length - at))
        for chunk, (start, length) in enumerate(zip(starts, lengths))
        for at in range(0, length, rows)
    ]

    def work(part):
        chunk, start, length = part
        given = [column and column.part(start, length, raising) for column in columns]
        return chunk, _native.call(name, given, option, errors, start)

    # Without rows, one call gives the type of the result.
    return first, columns, _in_order(work, parts or [(0, 0, 0)], 1 if len(parts) < 2 else threads)


def _joined(parts):
    """Joins arrays to as few as can hold their bytes: an array of text holds 2 GiB."""
    group, size = [], 0
    for part in parts:
        if group and size + part.nbytes >= 1 << 31:
            yield pa.concat_arrays(group)
            group, size = [], 0
        group.append(part)
        size += part.nbytes
    yield group[0] if len(group) == 1 else pa.concat_arrays(group)


def _call(name, errors, threads, option="", **values):
    """Calls a function on columns, by the names of its parameters."""
    errors = _chosen(errors, ("null", "raise") if name == "parse" else ("null", "raise", "column"))
    first, columns, parts = _parts(name, errors, threads, option, values)
    chunks = [_joined([part for _, part in chunk]) for _, chunk in itertools.groupby(parts, key=lambda part: part[0])]
    chunks = [part for chunk in chunks for part in chunk]
    whole = isinstance(first, pa.ChunkedArray) or len(chunks) > 1
    return _columns.like(columns, pa.chunked_array(chunks) if whole else chunks[0])


def _arrays(name, positions, errors, threads, shape, option=""):
    """Calls a function on positions. Returns a NumPy array of bytes."""
    width = int(np.prod(shape))
    first, _, parts = _parts(name, _chosen(errors), threads, option, {"positions": positions}, width)
    made, at = np.empty(len(first) * width, np.uint8), 0
    for _, part in parts:
        made[at : at + len(part)] = part.to_numpy()
        at += len(part)
    return made.reshape(-1, *shape)


def _sources(source, encoding=None):
    """Lists the sources: bytes, file objects and paths. The files of folders and patterns are sorted by name."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return [bytes(source) if encoding is None else bytes(source).decode(encoding, "replace").encode()]
    if hasattr(source, "read"):
        return [source if encoding is None else io.TextIOWrapper(source, encoding, "replace", newline="")]
    if hasattr(source, "open") and hasattr(source, "fs"):
        # An OpenFile of fsspec. Bytes are read.
        return _sources(source.fs.open(source.path, "rb"), encoding)
    if not isinstance(source, (str, os.PathLike)):
        if isinstance(source, collections.abc.Mapping) or not isinstance(source, collections.abc.Iterable):
            raise TypeError(f"a source is a path, an open file, bytes, or a list of these, not a {type(source).__name__}")
        return [one for part in source for one in _sources(part, encoding)]
    path = os.fspath(source)
    if "://" in str(path):
        import fsspec

        found = sorted(fsspec.open_files(path, "rb"), key=lambda file: file.path)
        if not found:
            raise FileNotFoundError(path)
        return [one for file in found for one in _sources(file, encoding)]
    found = sorted(glob.glob(path, recursive=True)) if glob.has_magic(path) and not os.path.lexists(path) else []
    return [_decoded(file, encoding) for file in _native.files(found or [path])]


def _decoded(path, encoding):
    if encoding is None:
        return path
    with open(path, "rb") as file:
        if _native.is_packed(file.read(4)):
            raise ValueError(f"{path}: an archive is unpacked first: encoding is for plain files")
    return open(path, encoding=encoding, errors="replace", newline="")


def _name(source):
    return "bytes" if isinstance(source, bytes) else str(getattr(source, "name", source))


def _pieces(pgn):
    while (piece := pgn.next_piece()) is not None:
        yield piece


def _tell_lost(name, lost):
    if lost:
        said = "1 game has no row, since it has" if lost == 1 else f"{lost} games have no row, since they have"
        warnings.warn(f"{name}: {said} no start that can be played: `errors=print` tells which", stacklevel=2)


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
    encoding=None,
    openings=False,
    comments=False,
):
    """Reads the games of a source as a ``pyarrow.RecordBatchReader``, with a row for each game, or for each position.

    The source is a path, a folder, a pattern such as ``"*.pgn.zst"``, an address of fsspec such as ``"s3://games/2024.pgn"``, an open file, bytes, or a list
    of these. The text may be compressed by zstd, gzip, bzip2 or zip. It is UTF-8 or Windows-1252, or has the ``encoding``. ``where`` is a condition such as ``"white_elo >= 2200"``. ``columns`` are the names of the columns to read. A batch has at most
    ``batch_size`` rows.

    A game with an illegal move has the moves before it, and ``error`` says what is wrong. A game without a valid start is left out, and a warning tells
    how many are. ``errors`` is ``"null"``, ``"raise"``, which raises `PgnError` at the first game that loses moves, or a function that gets each `PgnError`.

    With ``openings``, the moves fill the columns ``eco`` and ``opening`` where the tags lack, as `opening` names them. With ``comments``, the column
    ``comments`` has the text of the comments: one before the first move, and one after each ply.

    With ``start`` and ``end``, only the games that begin in this range of bytes of a plain file are read. So ranges without gaps read each game
    once. ``first_line`` is the number of the first line of the range. ``name`` is what the column ``file`` and errors call the source. With ``file_number``,
    ``game_id`` is 2 to the power of 44 times this number, plus the byte of the game; each further source has the next number.
    """
    raising = not callable(errors) and _chosen(errors) == "raise"
    if batch_size is not None and batch_size < 1:
        raise ValueError(f"batch_size is at least 1, not {batch_size}")
    sources = _sources(source, encoding)
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
        pgn = _native.Pgn(one, said, positions, where, bounds, first_id, first_line, 4 << 20, None, known, openings, comments)
        return said, pgn

    # Errors of the first source and of the condition are raised at once. A file that begins like an earlier one has other numbers.
    known = _native.FirstIds()
    first = opened(0) if sources else None
    schema = _native.schema(positions)
    if columns is not None:
        schema = pa.schema([schema.field(column) for column in columns])

    def batches():
        for number in range(len(sources)):
            said, pgn = first if number == 0 else opened(number)
            all_lost = 0
            for batch, found, lost in _in_order(pgn.rows, _pieces(pgn), threads):
                _tell(errors, raising, said, found)
                all_lost += lost
                if columns is not None:
                    batch = batch.select(columns)
                size = batch_size or max(1, batch.num_rows)
                yield from (batch.slice(at, size) for at in range(0, batch.num_rows, size))
            if not callable(errors):
                _tell_lost(said, all_lost)

    return pa.RecordBatchReader.from_batches(schema, batches())


def _paths(sources):
    """Lists the paths of files and folders, of which Rust takes those with games."""
    sources = [sources] if isinstance(sources, (str, os.PathLike)) else list(sources)
    found = []
    for path in map(os.fspath, sources):
        found += sorted(glob.glob(path, recursive=True)) or [path] if glob.has_magic(path) and not os.path.lexists(path) else [path]
    return found


def convert(
    sources,
    out,
    *,
    positions=False,
    where=None,
    sample=None,
    seed=0,
    names="aix",
    uci=False,
    openings=False,
    comments=False,
    fresh=False,
    append=False,
    threads=None,
):
    """Writes the tables of ``chess0x88 convert`` to the folder ``out``, and continues what was interrupted. Returns counts by their names: games ``read``,
    ``games`` and ``positions`` in the tables, games ``without_row``, ``errors``, ``parts``, and the parts that were ``found``.

    ``sources`` are paths of files and folders. ``sample`` is a share of the games, from 0 to 1. The other options are those of the command.
    """
    if names not in ("aix", "lichess") or names == "lichess" and uci:
        raise ValueError(f'names is "aix" or "lichess", without uci, not {names!r}')
    chosen = _sample(sample, seed)
    cores = threads or os.cpu_count() or 1
    return dict(_native.convert(_paths(sources), os.fspath(out), positions, where, chosen, names == "lichess", uci, openings, comments, fresh, append, cores))


def check(out):
    """Checks the tables of ``convert`` in a folder: plays every game again, and compares what follows from the games. Returns counts by their names, and
    ``complete``, which is false for a conversion that was interrupted. An error in the tables raises ``ValueError``.
    """
    counts, complete = _native.check(os.fspath(out))
    return dict(counts) | {"complete": complete}


def find(query, sources, *, first=False, threads=None):
    """Finds positions in PGN or in tables, as ``chess0x88 find`` does, whose help describes the query: a table with ``file``, ``line``, ``ply`` and ``fen``.

    With ``first``, only the first position of each game. Games that cannot be searched are told by warnings.
    """
    found, errors = _native.find(query, _paths(sources), first, threads or os.cpu_count() or 1)
    for error in errors:
        warnings.warn(error, stacklevel=2)
    types = {"file": pa.string(), "line": pa.int64(), "ply": pa.int32(), "fen": pa.string()}
    return pa.table([pa.array(column, type) for column, type in zip(zip(*found) if found else [()] * 4, types.values())], names=list(types))


def to_pgn(games):
    """Writes each row of a table of games as PGN: a column of texts. ``movedata`` is needed; other columns of ``games`` become tags and comments.

    ``games`` is a table or a batch of pyarrow, a frame of pandas or Polars, or what else has Arrow's C interface.
    """
    batches = _table(games).to_batches()
    starts = itertools.accumulate((batch.num_rows for batch in batches), initial=0)
    return pa.chunked_array([_native.to_pgn(batch, start) for batch, start in zip(batches, starts)], pa.string())


def _table(games):
    """Makes a table of games with the types of `read_pgn`, of which Polars and pandas have larger ones."""
    library = type(games).__module__.partition(".")[0]
    if library == "polars":
        games = games.to_arrow()
    elif library == "pandas":
        games = pa.Table.from_pandas(games, preserve_index=False)
    table = games if isinstance(games, pa.Table) else pa.table(games) if hasattr(games, "__arrow_c_stream__") else pa.Table.from_batches([games])
    for name in {"movedata", "fen"}.intersection(table.column_names):
        _columns.column(table[name], name, f"the column {name}", False)
    fields = [field for field in _native.schema(False) if field.name in table.column_names]
    return table.select([field.name for field in fields]).cast(pa.schema([pa.field(field.name, field.type) for field in fields]))


def count_lines(path, start, end):
    """Counts the lines in the games of a range of a file, to compute ``first_line`` of the next range."""
    return _native.count_lines(os.fspath(path), start, end)


def parse(movetext, fen=None, *, columns=None, errors="null", threads=None):
    """Reads a column of movetext, or of whole games in PGN, as a column of structs.

    The fields are ``moves`` in UCI, ``movedata``, ``clocks`` in seconds and ``evals`` after each ply, ``ply_count``, ``result``, ``fen`` (null for the usual
    start), ``error`` with the first error, and ``error_at``, its byte in the row. The moves before the error are kept. ``columns`` are the names of the
    fields to read; other fields take no time. A field on demand is ``comments``: a text or null before the first move, and after each ply. A null row is null.
    """
    names = "moves,movedata,clocks,evals,ply_count,result,fen,error,error_at" if columns is None else ",".join(columns)
    return _call("parse", errors, threads, names, movetext=movetext, fen=fen)


def uci(movedata, *, chess960=False, errors="null", threads=None):
    """Writes the moves of each game in UCI, with spaces between.

    Castling is the king's two steps, or where these are unclear, its move to the rook. With ``chess960`` it is always the move to the rook.
    """
    return _call("uci", errors, threads, _words(chess960=chess960), movedata=movedata)


def movetext(movedata, fen=None, *, errors="null", threads=None):
    """Writes the moves of each game in SAN with their numbers: ``1. e4 e5 2. Nf3``."""
    return _call("movetext", errors, threads, movedata=movedata, fen=fen)


def _at(name, movedata, ply, fen, errors, threads):
    return _call(name, errors, threads, movedata=movedata, ply=ply, fen=fen)


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
    return _call("move_details", errors, threads, movedata=movedata, fen=fen)


def opening(movedata, fen=None, *, errors="null", threads=None):
    """Names the opening of each game by its last named position, however a game came there: a struct of ``eco``, the ``name`` as Lichess writes it, and the
    ``ply`` of that position. Null for a game without a named position.
    """
    return _call("opening", errors, threads, movedata=movedata, fen=fen)


def matches_subfen(movedata, subfen, fen=None, *, errors="null", threads=None):
    """Returns ``true`` for a game with a position that has at least the pieces of a sub-FEN, which is the board of a FEN."""
    if isinstance(subfen, str):
        # One value for all games is the caller's: an error in it is no bad row.
        _columns.column(subfen, "subfen", "matches_subfen: subfen", False)
        _native.call("matches_subfen", [pa.array([b""]), pa.array([subfen]), None], "", "raise", 0)
    return _call("matches_subfen", errors, threads, movedata=movedata, subfen=subfen, fen=fen)


def reaches(movedata, key, fen=None, *, errors="null", threads=None):
    """Returns ``true`` for a game with a position of this key, which `key` and `key_at` give."""
    return _call("reaches", errors, threads, movedata=movedata, key=key, fen=fen)


def positions(fen, *, errors="null", threads=None):
    """Packs the positions of FENs: 32 bytes each."""
    return _call("positions", errors, threads, fen=fen)


def fen(positions, *, errors="null", threads=None):
    """Returns the FEN of each position."""
    return _call("fen", errors, threads, positions=positions)


def key(positions, *, errors="null", threads=None):
    """Returns the key of each position, as in the column ``key``."""
    return _call("key", errors, threads, positions=positions)


def outcome(positions, *, errors="null", threads=None):
    """Returns the result of each position and its reason. The result is ``"*"`` if the game is not over. Repetitions are not known."""
    return _call("outcome", errors, threads, positions=positions)


def legal_moves(positions, *, chess960=False, errors="null", threads=None):
    """Lists the legal moves of packed positions in UCI. ``chess960`` is that of `uci`."""
    return _call("legal_moves", errors, threads, _words(chess960=chess960), positions=positions)


def play(positions, moves, *, errors="null", threads=None):
    """Plays moves in UCI, or by their numbers in `UCI_MOVES`. Returns the positions after them. An illegal move gives null, or raises."""
    return _call("play", errors, threads, positions=positions, moves=moves)


def san(positions, moves, *, errors="null", threads=None):
    """Writes moves as SAN. The moves are in UCI or numbers in `UCI_MOVES`."""
    return _call("san", errors, threads, positions=positions, moves=moves)


def read_san(positions, sans, *, answers=False, chess960=False, errors="null", threads=None):
    """Reads moves in SAN, also with common mistakes, and returns UCI. With ``answers`` it reads what `is_legal` reads with it. ``chess960`` is that of `uci`."""
    return _call("read_san", errors, threads, _words(answers=answers, chess960=chess960), positions=positions, sans=sans)


def is_legal(positions, moves, *, answers=False, errors="null", threads=None):
    """Returns ``true`` for a legal move in UCI or SAN, ``false`` for any other text, and null if the position or the move is null or the position is bad.

    With ``answers`` a move may stand as language models write it, with its number and marks around it: ``1. e4``, ``1... e5``, ``**e4**``, ``"e4"``.
    """
    return _call("is_legal", errors, threads, _words(answers=answers), positions=positions, moves=moves)


def explain(positions, moves, *, answers=False, errors="null", threads=None):
    """Returns a sentence for each move in UCI or SAN that is not legal, also if there is no position or no move to judge. Null means legal.

    ``answers`` is that of `is_legal`.
    """
    return _call("explain", errors, threads, _words(answers=answers), positions=positions, moves=moves)


def _words(**words):
    """Writes the options of planes for Rust."""
    return " ".join(name if value is True else f"{name}={value}" for name, value in words.items() if value is not False)


def planes(positions, bits=False, *, state=False, clock=False, mover=False, errors="null", threads=None):
    """Makes twelve planes of each packed position: White's pawns, knights, bishops, rooks, queens and king, then Black's.

    The array has (n, 12, 8, 8) bytes, by rank and file from a1. With ``bits`` it has (n, 12, 8) bytes, one for each rank, with the a-file in the lowest
    bit. With ``state`` six more planes follow: White to move, the castling rights (K, Q, k, q), and the en passant square. With ``clock`` one more has the
    halfmove clock on each square. With ``mover`` the board is as the side to move sees it: its pieces and rights come first, and its first rank is the
    lowest. A bad row is empty.
    """
    words = _words(bits=bits, state=state, clock=clock, mover=mover)
    shape = (_native.count_planes(words), 8) if bits else (_native.count_planes(words), 8, 8)
    return _arrays("planes", positions, errors, threads, shape, words)


def boards(positions, *, errors="null", threads=None):
    """Makes a board of each packed position: (n, 8, 8) bytes by rank and file from a1, 0 for an empty square, else 1 more than the piece's plane in
    `planes`. A bad row is empty.
    """
    return _arrays("boards", positions, errors, threads, (8, 8))


def legal_mask(positions, *, policy="uci", errors="null", threads=None):
    """Makes a row of bytes for each position, 1 where the move with this number is legal. ``policy`` is that of `encode_moves`."""
    return _arrays("legal_mask", positions, errors, threads, (_native.policy_size(policy),), policy)


def encode_moves(positions, moves, *, policy="uci", errors="null", threads=None):
    """Returns the numbers of moves in a ``policy``, the output of a network.

    ``"uci"`` has the 1,968 numbers of `UCI_MOVES`. ``"lc0"`` has the 1,858 of `LC0_MOVES`, as the side to move sees the board, where castling is the king's
    move to its rook. ``"alphazero"`` has 4,672 numbers, 73 for each square of origin as the side to move sees the board: moves of a queen by direction,
    clockwise from ahead, and distance; of a knight, clockwise; promotions to knight, bishop and rook to the left, ahead and to the right.
    """
    return _call("encode_moves", errors, threads, policy, positions=positions, moves=moves)


def decode_moves(positions, numbers, *, policy="uci", errors="null", threads=None):
    """Returns the legal moves in UCI that have these numbers in a ``policy`` of `encode_moves`. A number of no legal move gives null, or raises."""
    return _call("decode_moves", errors, threads, policy, positions=positions, numbers=numbers)


def iter_planes(reader, bits=False):
    """Yields each batch of positions with its planes, for training in bounded memory."""
    for batch in reader:
        yield planes(batch.column("position"), bits), batch


def read_boards(source, *, where=None, sample=None, seed=0, errors="null", threads=None):
    """Reads the boards of all positions of all games, as `boards` makes them, with the places where games begin and end.

    Returns an array (n, 8, 8) of bytes, and an array ``ends`` that begins with 0: the boards of the i-th game of `read_pgn` are
    ``boards[ends[i]:ends[i + 1]]``, from its start to its last position. The options are those of `batches`.
    """
    raising = not callable(errors) and _chosen(errors) == "raise"
    chosen = _sample(sample, seed)
    games, known = [], _native.FirstIds()
    for one in _sources(source):
        all_lost, pgn = 0, _native.Pgn(one, _name(one), False, where, None, None, 1, 1 << 20, chosen, known)
        for made, found, lost in _in_order(pgn.boards, _pieces(pgn), threads):
            _tell(errors, raising, _name(one), found)
            all_lost += lost
            games.append(made)
        if not callable(errors):
            _tell_lost(_name(one), all_lost)
    written = _native.write_boards(games, threads or os.cpu_count() or 1)
    return np.asarray(written), np.cumsum([0, *written.lengths])


def _sample(share, seed):
    if share is not None and not 0 <= share <= 1:
        raise ValueError(f"sample is a share from 0 to 1, not {share}")
    return None if share is None else (share, seed)


# The names of the columns that Rust makes, and their types.
_TARGETS = {
    "policy": np.int64,
    "ply": np.int32,
    "moves_left": np.int32,
    "result": np.int8,
    "white_rating": np.int16,
    "black_rating": np.int16,
    "game_id": np.int64,
    "clock": np.float32,
    "eval": np.float32,
}


def batches(
    source,
    size=1024,
    *,
    targets=("policy", "result"),
    shuffle=0,
    seed=0,
    where=None,
    sample=None,
    limit=None,
    shard=None,
    clock=False,
    mover=False,
    history=1,
    repetition=False,
    policy="uci",
    out=None,
    errors="null",
    threads=None,
):
    """Yields batches of positions of games for training: dictionaries of NumPy arrays, in bounded memory.

    ``source`` is that of `read_pgn`, or a table of games with ``movedata`` and other columns of `read_pgn`, or a reader of such batches. ``where`` and ``sample``
    (a share of the games, chosen by ``seed``) are for PGN. ``limit`` is the greatest number of positions. ``shard=(i, n)`` takes every n-th part of the text, for
    the i-th of n workers. ``shuffle`` is the number of positions in the shuffle buffer, of some 300 bytes each. ``seed`` determines the order, which does not
    depend on ``threads``.

    A batch has ``planes``, (n, 18, 8, 8) bytes as `planes` makes them with ``state``, ``clock`` and ``mover``, of each position before a move that is no null move. With ``history`` there are twelve planes of pieces for
    each of the latest positions, the last one first, and with ``repetition`` two more for each, full if the position occurred once before, and twice.

    The ``targets`` are: ``policy``, the number of the played move in the ``policy`` of `encode_moves`; ``mask``, as `legal_mask` makes it; ``result``, 1 if White won, 0 for a
    draw, -1 if Black won (games without a result are skipped); ``eval``, the evaluation of the position as `parse` gives it, and ``clock``, the seconds left after the
    move, NaN if unknown; ``ply``, ``moves_left`` in plies, ``game_id``, and ``white_rating`` and ``black_rating``, 0 if unknown. With ``mover`` the result and the evaluation are
    the mover's. ``out`` is a dictionary of arrays with at least ``size`` rows, which are written again for each batch.
    """
    raising = not callable(errors) and _chosen(errors) == "raise"
    if isinstance(targets, str):
        targets = (targets,)
    unknown = set(targets) - {"mask", *_TARGETS}
    if unknown:
        raise ValueError(f"targets are mask, {', '.join(_TARGETS)}, not {', '.join(sorted(unknown))}")
    if size < 1 or limit is not None and limit < 0:
        raise ValueError("size is at least 1, and limit at least 0")
    if shard is not None and not 0 <= shard[0] < shard[1]:
        raise ValueError(f"shard is (i, n) with i from 0 to n - 1, not {shard}")
    words = _words(state=True, clock=clock, mover=mover, history=history, repetition=repetition)
    mixer, has_mask, with_result = _native.Batches(shuffle, seed, words, policy, "mask" in targets), "mask" in targets, "result" in targets
    shapes = {"planes": (_native.count_planes(words), 8, 8), "mask": (_native.policy_size(policy),)}
    if table := _games(source):
        if where is not None or sample is not None:
            raise ValueError("where and sample are for PGN: filter the table")
        pieces = [("the table", table, lambda piece: _native.table_examples(piece[1], piece[0], with_result, words, has_mask))]
    else:
        chosen, known, without_comments = _sample(sample, seed), _native.FirstIds(), not {"clock", "eval"}.intersection(targets)

        def opened(one):
            # Small pieces, since a position takes more memory than its text.
            pgn = _native.Pgn(one, _name(one), True, where, None, None, 1, 1 << 18, chosen, known)
            return _name(one), _pieces(pgn), lambda piece: pgn.examples(piece, with_result, words, has_mask, without_comments)

        # Errors of the first source and of the condition are raised at once.
        sources = _sources(source)
        first = [opened(one) for one in sources[:1]]
        pieces = itertools.chain(first, map(opened, sources[1:]))

    def ready(is_end):
        while (columns := mixer.take(size, is_end)) is not None:
            planes, mask, *rest = columns
            batch = {"planes": np.frombuffer(planes, np.uint8).reshape(-1, *shapes["planes"])}
            if has_mask:
                batch["mask"] = np.frombuffer(mask, np.uint8).reshape(-1, *shapes["mask"])
            made = zip(_TARGETS.items(), rest)
            batch |= {name: np.frombuffer(column, type) for (name, type), column in made if name in targets}
            yield batch

    def made():
        number = itertools.count()
        for name, texts, work in pieces:
            if shard is not None:
                texts = (text for text in texts if next(number) % shard[1] == shard[0])
            all_lost = 0
            for examples, found, lost in _in_order(work, texts, threads):
                _tell(errors, raising, name, found)
                all_lost += lost
                mixer.add(examples)
                yield from ready(False)
            if not callable(errors):
                _tell_lost(name, all_lost)
        mixer.add(None)
        yield from ready(True)

    def limited():
        left = limit
        for batch in made():
            if left is not None:
                batch = {name: column[:left] for name, column in batch.items()}
            if not len(batch["planes"]):
                return
            if out is not None:
                for name, column in batch.items():
                    np.copyto(out[name][: len(column)], column)
                batch = {name: out[name][: len(column)] for name, column in batch.items()}
            yield batch
            if left is not None and (left := left - len(batch["planes"])) <= 0:
                return

    return limited()


def _games(source):
    """Yields the batches of a table of games with their first rows. ``None`` if the source is PGN."""
    if type(source).__module__.partition(".")[0] in ("pandas", "polars"):
        source = _table(source)
    if isinstance(source, (pa.Table, pa.RecordBatch)):
        source = source.to_reader() if isinstance(source, pa.Table) else iter([source])
    elif hasattr(source, "__arrow_c_stream__") and not isinstance(source, pa.RecordBatchReader):
        source = pa.RecordBatchReader.from_stream(source)
    elif not isinstance(source, pa.RecordBatchReader):
        return None

    def batches():
        first = 0
        for batch in source:
            for at in range(0, batch.num_rows, 1024):
                part = batch.slice(at, 1024)
                yield first + at, _table(pa.Table.from_batches([part])).to_batches()[0]
            first += batch.num_rows

    return batches()


# The functions of columns in SQL. Columns and tables have the names of some.
_OF = ("positions", "fen", "key", "movetext")
_SQL = {name + "_of" * (name in _OF): name for name in _FUNCTIONS if name not in ("planes", "boards", "legal_mask", "encode_moves", "decode_moves")}


def register(connection):
    """Registers the functions with a DuckDB connection, by their names: ``fen_at(movedata, ply, fen)``. An argument at the end may be left out, as in Python.

    A bad row is null. The functions ``positions``, ``fen``, ``key`` and ``movetext`` are named ``positions_of``, ``fen_of``, ``key_of`` and ``movetext_of`` in SQL,
    since columns and tables have their names.
    """
    for sql_name, name in _SQL.items():
        known = "SELECT count(*) FROM duckdb_functions() WHERE function_name = ?"
        if connection.execute(known, [sql_name]).fetchall()[0][0]:
            connection.remove_function(sql_name)
        function = globals()[name]
        # Without rows, a call gives the type of the result.
        empty = [pa.array([], _columns.KINDS[kind].forms[0].type) for kind in _FUNCTIONS[name][0]]
        result = _sql_type(function(*empty).type)
        connection.create_function(
            sql_name, _in_sql(function), None, connection.type(result), type="arrow", null_handling="special"
        )


def _sql_type(type):
    """The name in SQL of a type of Arrow."""
    if pa.types.is_struct(type):
        return "STRUCT(" + ", ".join(f'"{field.name}" {_sql_type(field.type)}' for field in type) + ")"
    if pa.types.is_list(type):
        return _sql_type(type.value_type) + "[]"
    names = {"bool": "BOOLEAN", "int8": "TINYINT", "int16": "SMALLINT", "int32": "INTEGER", "int64": "BIGINT", "double": "DOUBLE", "string": "VARCHAR"}
    return names.get(str(type), "BLOB")


def _in_sql(function):
    """Makes a function for DuckDB, which has no type for bytes of a fixed size."""

    def call(*columns):
        result = function(*columns)
        return result.cast(pa.binary()) if result.type == _columns.PACKED else result

    return call
