"""Runs the queries of this folder in DuckDB: python duckdb_queries.py out opening_score"""

import pathlib
import sys

import duckdb

FOLDER = pathlib.Path(__file__).parent


def connect(out):
    """Opens a connection with the tables of a folder as views."""
    connection = duckdb.connect()
    for table in ("games", "positions", "errors", "book"):
        if any(pathlib.Path(out, table).glob("*.parquet")):
            connection.read_parquet(f"{out}/{table}/*.parquet").create_view(table)
    return connection


def run(connection, name, **parameters):
    """Returns the rows of a query."""
    text = (FOLDER / f"{name}.sql").read_text()
    if "move_details(" in text:
        import chess0x88

        chess0x88.register(connection)
    return connection.execute(text, parameters or None)


if __name__ == "__main__":
    out, name, *parameters = sys.argv[1:]
    named = {key: int(value) for key, value in (parameter.split("=") for parameter in parameters)}
    for row in run(connect(out), name, **named).fetchall():
        print(*row, sep="\t")
