"""The PGN of `to_pgn` beside a second writer, byte for byte. Run by python/test."""

import random
import re

import pyarrow as pa
import pytest

import chess0x88
from test_edges import ALL, OF_TAGS, TAGS

WIDTH = 79
COLUMNS = {column: tag for column, tag in zip(OF_TAGS, TAGS)} | {"white_rating": "WhiteElo", "black_rating": "BlackElo"}
ORDER = ["white_rating", "black_rating", "white_rating_diff", "black_rating_diff", "white_title", "black_title", "time_control", "termination", "eco", "opening", "variation", "variant"]


def tags_of(row):
    """The tags in their order: the roster, then those of columns, then the start, then the others."""
    date = ".".join(str(row[part]).zfill(width) if row[part] else "?" * width for part, width in (("year", 4), ("month", 2), ("day", 2)))
    roster = {"Event": row["event"], "Site": row["site"], "Date": date, "Round": row["round"], "White": row["white"], "Black": row["black"]}
    yield from ((name, value or "?") for name, value in roster.items())
    yield "Result", row["result"]
    if utc := row["utc_timestamp"]:
        yield "UTCDate", utc.strftime("%Y.%m.%d")
        yield "UTCTime", utc.strftime("%H:%M:%S")
    for column in ORDER:
        if row[column] is not None:
            yield COLUMNS[column], f"{row[column]:+}" if column.endswith("_diff") else str(row[column])
    if row["fen"]:
        yield "SetUp", "1"
        yield "FEN", row["fen"]
    yield from ((tag["name"], tag["value"]) for tag in row["tags"] or [])


def time_of(seconds):
    whole = f"{int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"
    return whole + (f"{seconds % 1:.3f}".rstrip("0")[1:] if seconds % 1 else "")


def score_of(value):
    if value >= 32_256:
        return f"#{32_768 - value}"
    return f"#{-32_769 - value}" if value <= -32_257 else f"{value / 100:.2f}"


def comment_of(text):
    """A comment, with NUL for each blank where no line may end, and U+0001 where one ends that takes no blank."""
    if "}" in text:
        line = re.sub("[\r\n]", " ", text)
        return "; ".replace(" ", "\0") + re.sub("<(?=[a-zA-Z/])", "< ", line).replace(" ", "\0") + "\1"
    kept = lambda found: found[0].replace(" ", "\0")
    return re.sub(r"\[%[^\]]*", kept, re.sub(r" +(?=[\[%])", kept, f"{{ {text}".rstrip(" "))) + "\0}"


def wrapped(text):
    lines = []
    for line in text.split("\n"):
        made = ""
        for blanks, word in re.findall("( *)([^ ]+)", line):
            if made and blanks and len(made + blanks + word) > WIDTH:
                lines.append(made)
                made = word
            else:
                made += blanks + word
        blanks = line[len(line.rstrip(" ")) :]
        lines.append(made + blanks if len(made + blanks) <= WIDTH else made)
    return "\n".join(lines).replace("\0", " ")


def pgn_of(row, sans):
    """The whole text. White's moves have their numbers, and Black's at the beginning and behind a comment."""
    black_first = bool(row["fen"]) and row["fen"].split()[1] == "b"
    number = int(row["fen"].split()[5]) if row["fen"] else 1
    at = lambda column, ply: (row[column] or [])[ply : ply + 1] or [None]
    clock = lambda name, ply: at(f"{name}_{'black' if (ply + black_first) % 2 else 'white'}", ply // 2)[0]
    words, is_needed = [], True
    if (first := at("comments", 0)[0]) is not None:
        words.append(comment_of(first))
    for ply, san in enumerate(sans):
        half = ply + black_first
        if half % 2 == 0 or is_needed:
            words.append(f"{number + half // 2}{'...' if half % 2 else '.'}")
        words.append(san)
        parts = []
        if (value := at("evals", ply)[0]) is not None:
            depth = at("depths", ply)[0]
            parts.append(f"[%eval {score_of(value)}{'' if depth is None else f',{depth}'}]")
        parts += [f"[%{command} {time_of(seconds)}]" for command, column in (("clk", "clocks"), ("emt", "elapsed")) if (seconds := clock(column, ply)) is not None]
        parts += [text for text in at("comments", ply + 1) if text is not None]
        if parts:
            words.append(comment_of(" ".join(parts)))
        is_needed = bool(parts)
    escaped = lambda value: re.sub(r'([\\"])', r"\\\1", re.sub("[\r\n]", " ", value))
    head = "".join(f'[{name} "{escaped(value)}"]\n' for name, value in tags_of(row))
    return head + "\n" + wrapped(" ".join([*words, row["result"]]).replace("\1 ", "\n")) + "\n"


PIECES = ["a", "word", " ", "  ", "}", "{", ";", "%", "[", "]", "(", "1. e4", "<br>", "\n", '"', "\\", "é♞", "[%cal Ge2e4]", "[%csl", "--", "x" * 60]


def test_texts_are_those_of_a_second_writer():
    """Games with rare moves, each with texts, clocks and scores of any kind in any of its columns."""
    chance = random.Random(75)
    table = chess0x88.read_pgn("".join(game.pgn for game in ALL).encode(), comments=True).read_all()
    text = lambda: "".join(chance.choice(PIECES) for _ in range(chance.randrange(9))).strip() or "x"
    maybe = lambda value: value() if chance.random() < 0.6 else None
    rows, sans = [], []
    for kept, game in zip(table.to_pylist() * 6, ALL * 6):
        plies, white = len(game.moves), (len(game.moves) + game.board.turn) // 2
        row = kept if len(rows) < len(ALL) else kept | {
            "event": maybe(text), "white": maybe(text), "opening": maybe(text), "tags": [{"name": "Odd", "value": text()}],
            "clocks_white": [maybe(lambda: chance.randrange(40_000) / 4) for _ in range(white)], "clocks_black": [maybe(lambda: float(chance.randrange(9))) for _ in range(plies - white)],
            "elapsed_white": [maybe(lambda: chance.randrange(9000) / 1000) for _ in range(white)], "elapsed_black": [None] * (plies - white),
            "evals": [maybe(lambda: chance.choice([0, 5, -250, 32_767, -32_768, 32_256, 32_255, -32_257])) for _ in range(plies)], "depths": [maybe(lambda: chance.randrange(40)) for _ in range(plies)],
            "comments": [maybe(text) for _ in range(plies + 1)],
        }
        rows.append(row)
        sans.append(game.sans)
    made = chess0x88.to_pgn(pa.Table.from_pylist(rows, table.schema)).to_pylist()
    for row, moves, found in zip(rows, sans, made, strict=True):
        assert found.split("\n") == pgn_of(row, moves).split("\n")
    # The longest comment has more characters than a line.
    assert all(len(line) <= WIDTH or re.search("^;|x{60}", line) for found in made for line in found.split("\n"))


def test_a_bad_row_is_told_by_its_number_over_all_chunks():
    good, bad = chess0x88.parse("1. e4 e5", columns=["movedata"]).field("movedata")[0].as_py(), b"\xff\xff"
    for before in ([0], [3], [2, 0, 4], [1, 1, 1]):
        chunks = [pa.table({"movedata": pa.array([good] * rows, pa.binary())}) for rows in before]
        with pytest.raises(ValueError, match=f"^row {sum(before)}: ply 1: "):
            chess0x88.to_pgn(pa.concat_tables([*chunks, pa.table({"movedata": [bad]})]))
