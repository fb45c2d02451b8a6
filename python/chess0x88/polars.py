"""Lazy frames and expressions of Polars: ``import chess0x88.polars``.

``scan_pgn("games.pgn").filter(pl.col("white_rating") > 2400).select("white", "opening").collect()`` reads batch by batch, and only the columns that are wanted.
``pl.col("movetext").chess.parse()`` is `chess0x88.parse` as an expression with a known type; all functions of columns are there by their names.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

import polars as pl
import pyarrow as pa
from polars.io.plugins import register_io_source

import chess0x88

from . import _columns, _native


def scan_pgn(
    source: Any, positions: bool = False, *, where: str | None = None, openings: bool = False, comments: bool = False, errors: Any = "null", threads: int | None = None
) -> pl.LazyFrame:
    """Scans the games of a source, or their positions, as a lazy frame with the columns of `chess0x88.read_pgn`, whose options these are.

    Columns that the query does not want are not made, and rows that do not fit are dropped batch by batch. ``where`` spares the moves of games, too.
    """
    schema = pl.from_arrow(_native.schema(positions).empty_table()).schema

    def frames(with_columns: Any, predicate: Any, n_rows: Any, batch_size: Any) -> Any:
        columns = None if with_columns is None else [name for name in schema if name in with_columns]
        reader = chess0x88.read_pgn(source, positions, where=where, openings=openings, comments=comments, columns=columns, errors=errors, threads=threads, batch_size=batch_size)
        left = n_rows
        for batch in reader:
            frame = pl.from_arrow(batch)
            if left is not None:
                frame = frame.head(left)
                left -= len(frame)
            yield frame if predicate is None else frame.filter(predicate)
            if left == 0:
                return

    return register_io_source(frames, schema=schema)


@pl.api.register_expr_namespace("chess")
class Chess:
    """The functions of columns as expressions: ``pl.col("movedata").chess.fen_at(pl.col("ply"), pl.col("fen"))``.

    The expression is the first column. Other columns are expressions, too, or one value for all rows. The options are those of the functions.
    """

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def __getattr__(self, name: str) -> Any:
        if name not in chess0x88._SQL.values():
            raise AttributeError(f"chess0x88 has no function of columns {name!r}")
        return functools.partial(self._call, name)

    def _call(self, name: str, *columns: Any, **options: Any) -> pl.Expr:
        function, (kinds, _) = getattr(chess0x88, name), chess0x88._FUNCTIONS[name]
        names = list(inspect.signature(function).parameters)[1 : len(kinds)]
        given = dict(zip(names, columns)) | {name: options.pop(name) for name in names if name in options}
        # Without rows, a call gives the type of the result.
        empty = {parameter: pa.array([], _columns.KINDS[kind].forms[0].type) for parameter, kind in zip(names, kinds[1:])}
        made = function(pa.array([], _columns.KINDS[kinds[0]].forms[0].type), **empty, **options)
        dtype = pl.from_arrow(pa.table({"made": made})).schema["made"]
        places = [parameter for parameter, value in given.items() if isinstance(value, pl.Expr)]
        values = {parameter: value for parameter, value in given.items() if parameter not in places}

        def work(series: Any) -> Any:
            return function(series[0], **dict(zip(places, series[1:])), **values, **options)

        return pl.map_batches([self._expr, *(given[place] for place in places)], work, return_dtype=dtype)
