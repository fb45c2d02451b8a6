"""Runs the same queries in Polars: python polars_queries.py out opening_score"""

import sys

import polars as pl

SCORE = pl.col("result").replace_strict({"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}, return_dtype=pl.Float64)
ENDED = pl.col("result") != "*"


def table(out, name):
    return pl.scan_parquet(f"{out}/{name}/*.parquet")


def black_begins():
    """1 if Black begins, else 0."""
    return (pl.col("fen").str.split(" ").list.get(1) == "b").fill_null(False).cast(pl.Int32)


def opening_score(out):
    ratings = pl.col("white_rating").cast(pl.Int32) + pl.col("black_rating")
    return (
        table(out, "games")
        .filter(ENDED & pl.col("opening").is_not_null() & ratings.is_not_null())
        .group_by("opening", (ratings // 400 * 200).alias("rating"))
        .agg(pl.len().alias("games"), SCORE.mean().alias("score"))
        .sort("opening", "rating")
        .collect()
    )


def blunders_by_clock(out):
    after = pl.col("before").shift(-1).over("game_id", order_by="ply")
    white_moves = (pl.col("ply") + black_begins()) % 2 == 0
    loss = pl.when(white_moves).then(pl.col("before") - pl.col("after")).otherwise(pl.col("after") - pl.col("before"))
    clock = pl.col("clock")
    steps = pl.when(clock < 10).then(0).when(clock < 30).then(10).when(clock < 60).then(30).when(clock < 120).then(60)
    return (
        table(out, "positions")
        .with_columns(pl.col("eval").cast(pl.Int32).clip(-1000, 1000).alias("before"))
        .with_columns(after.alias("after"))
        .filter(clock.is_not_null() & pl.col("before").is_not_null() & pl.col("after").is_not_null())
        .join(table(out, "games").select("game_id", "fen"), on="game_id")
        .with_columns(loss.alias("loss"))
        .group_by(steps.otherwise(120).alias("clock_from"))
        .agg(pl.len().alias("moves"), (pl.col("loss") >= 200).sum().alias("blunders"))
        .sort("clock_from")
        .collect()
    )


def king_squares(out):
    import chess0x88

    games = table(out, "games").select("movedata", "fen").collect()
    details = pl.Series("move", chess0x88.move_details(games["movedata"], games["fen"]))
    return (
        games.lazy()
        .with_columns(details)
        .explode("move")
        .select("fen", pl.col("move").struct.unnest())
        .filter((pl.col("role") == "k") & ((pl.col("ply") + black_begins()) % 2 == 0))
        .group_by(pl.col("to").alias("square"))
        .agg(pl.len().alias("moves"))
        .sort("square")
        .collect()
    )


def material_imbalance(out):
    def surplus(letter):
        counts = [pl.col(side).str.count_matches(letter).cast(pl.Int32) for side in "wb"]
        return counts[0] - counts[1]

    def rest(side):
        return pl.col(side).str.replace_all("[KBN]", "")

    sides = pl.col("material").str.split("v")
    return (
        table(out, "positions")
        .filter(pl.col("ply") == 40)
        .select("game_id", sides.list.get(0).alias("w"), sides.list.get(1).alias("b"))
        .filter(rest("w") == rest("b"))
        .join(table(out, "games").filter(ENDED).select("game_id", "result"), on="game_id")
        .group_by(surplus("B").alias("bishops"), surplus("N").alias("knights"))
        .agg(pl.len().alias("games"), SCORE.mean().alias("score"))
        .sort("bishops", "knights")
        .collect()
    )


def position_search(out, key):
    return (
        table(out, "positions")
        .filter((pl.col("key") == key) & pl.col("move").is_not_null())
        .join(table(out, "games").filter(ENDED).select("game_id", "result"), on="game_id")
        .group_by("move")
        .agg(pl.len().alias("games"), SCORE.mean().alias("score"))
        .sort(["games", "move"], descending=[True, False])
        .collect()
    )


if __name__ == "__main__":
    out, name, *parameters = sys.argv[1:]
    named = {key: int(value) for key, value in (parameter.split("=") for parameter in parameters)}
    for row in globals()[name](out, **named).rows():
        print(*row, sep="\t")
