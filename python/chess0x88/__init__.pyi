import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Column: TypeAlias = Any
"""An array, a chunked array, a Series, a tensor, a list, or one value for all rows."""
Result: TypeAlias = Any
"""A Series of pandas or Polars if a column is one; else an array or a chunked array of pyarrow."""
Errors: TypeAlias = Literal["null", "raise"]
ColumnErrors: TypeAlias = Literal["null", "raise", "column"]
Source: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[Any] | Iterable["Source"]

Policy: TypeAlias = Literal["uci", "alphazero", "lc0"]
Target: TypeAlias = Literal[
    "policy", "mask", "result", "eval", "clock", "ply", "moves_left", "game_id", "white_rating", "black_rating"
]

__version__: str
LC0_MOVES: list[str]
UCI_MOVES: list[str]

class PgnError(ValueError):
    file: str
    line: int
    byte: int
    reason: str
    kept: bool
    def __init__(self, file: str, line: int, byte: int, reason: str, kept: bool = False) -> None: ...

def read_pgn(
    source: Source,
    positions: bool = False,
    *,
    errors: Errors | Callable[[PgnError], object] = "null",
    where: str | None = None,
    columns: Sequence[str] | None = None,
    threads: int | None = None,
    batch_size: int | None = None,
    start: int | None = None,
    end: int | None = None,
    first_line: int = 1,
    file_number: int | None = None,
    name: str | None = None,
    encoding: str | None = None,
    openings: bool = False,
    comments: bool = False,
) -> pa.RecordBatchReader: ...
def convert(
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    positions: bool = False,
    where: str | None = None,
    sample: float | None = None,
    seed: int = 0,
    names: Literal["aix", "lichess"] = "aix",
    uci: bool = False,
    openings: bool = False,
    comments: bool = False,
    fresh: bool = False,
    append: bool = False,
    threads: int | None = None,
) -> dict[str, int]: ...
def check(out: str | os.PathLike[str]) -> dict[str, int]: ...
def find(
    query: str,
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    first: bool = False,
    threads: int | None = None,
) -> Any: ...
def to_pgn(games: Any) -> Any: ...
def count_lines(path: str | os.PathLike[str], start: int, end: int) -> int: ...
def parse(
    movetext: Column, fen: Column = None, *, columns: Sequence[str] | None = None, errors: Errors = "null", threads: int | None = None
) -> Result: ...
def uci(movedata: Column, *, chess960: bool = False, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def movetext(movedata: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def fen_at(movedata: Column, ply: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def position_at(movedata: Column, ply: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def key_at(movedata: Column, ply: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def piece_counts(movedata: Column, ply: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def move_details(movedata: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def opening(movedata: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def matches_subfen(movedata: Column, subfen: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def reaches(movedata: Column, key: Column, fen: Column = None, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def positions(fen: Column, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def fen(positions: Column, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def key(positions: Column, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def outcome(positions: Column, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def legal_moves(positions: Column, *, chess960: bool = False, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def play(positions: Column, moves: Column, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def san(positions: Column, moves: Column, *, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def read_san(positions: Column, sans: Column, *, answers: bool = False, chess960: bool = False, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def is_legal(positions: Column, moves: Column, *, answers: bool = False, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def explain(positions: Column, moves: Column, *, answers: bool = False, errors: ColumnErrors = "null", threads: int | None = None) -> Result: ...
def planes(
    positions: Column,
    bits: bool = False,
    *,
    state: bool = False,
    clock: bool = False,
    mover: bool = False,
    errors: Errors = "null",
    threads: int | None = None,
) -> npt.NDArray[np.uint8]: ...
def boards(positions: Column, *, errors: Errors = "null", threads: int | None = None) -> npt.NDArray[np.uint8]: ...
def legal_mask(
    positions: Column, *, policy: Policy = "uci", errors: Errors = "null", threads: int | None = None
) -> npt.NDArray[np.uint8]: ...
def encode_moves(
    positions: Column, moves: Column, *, policy: Policy = "uci", errors: ColumnErrors = "null", threads: int | None = None
) -> Result: ...
def decode_moves(
    positions: Column, numbers: Column, *, policy: Policy = "uci", errors: ColumnErrors = "null", threads: int | None = None
) -> Result: ...
def iter_planes(
    reader: Iterable[pa.RecordBatch], bits: bool = False
) -> Iterator[tuple[npt.NDArray[np.uint8], pa.RecordBatch]]: ...
def read_boards(
    source: Source,
    *,
    where: str | None = None,
    sample: float | None = None,
    seed: int = 0,
    errors: Errors | Callable[[PgnError], object] = "null",
    threads: int | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]: ...
def batches(
    source: Any,
    size: int = 1024,
    *,
    targets: Target | Sequence[Target] = ("policy", "result"),
    shuffle: int = 0,
    seed: int = 0,
    where: str | None = None,
    sample: float | None = None,
    limit: int | None = None,
    shard: tuple[int, int] | None = None,
    clock: bool = False,
    mover: bool = False,
    history: int = 1,
    repetition: bool = False,
    policy: Policy = "uci",
    out: dict[str, npt.NDArray[Any]] | None = None,
    errors: Errors | Callable[[PgnError], object] = "null",
    threads: int | None = None,
) -> Iterator[dict[str, npt.NDArray[Any]]]: ...
def register(connection: Any) -> None: ...
