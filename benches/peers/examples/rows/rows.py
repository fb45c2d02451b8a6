"""Runs the python-chess column of a table: reads rows and cases as JSON, writes what each call says in the words of plain.rs.

It ends with 77 if python-chess is not installed.
"""

import ast
import io
import json
import sys
import tempfile

try:
    import chess
    import chess.pgn
    import chess.polyglot
    import chess.svg
except ImportError:
    sys.exit(77)


def nodes(node):
    """What follows a node: each variation with its comments, glyphs, and what follows it."""
    return "".join(f"({n.san()} {json.dumps(n.comment)} {sorted(n.nags)} {nodes(n)})" for n in node.variations)


def plain(value):
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case chess.Status() | int() if isinstance(value, chess.Status):
            return str(bool(value)).lower()
        case int():
            return str(value)
        case str():
            return f'"{value}"'
        case chess.Move():
            return f"‹{value.uci()}›"
        case chess.Piece():
            return value.symbol()
        case chess.Board():
            return f"«{value.fen()}»"
        case chess.Outcome():
            return value.result()
        case chess.SquareSet():
            return "{" + "; ".join(map(chess.square_name, value)) + "}"
        case chess.pgn.Game():
            tags = sorted((n, v) for n, v in value.headers.items() if n != "Result" and v not in ("?", "????.??.??"))
            return "{" + "; ".join(f"{plain(n)} {plain(v)}" for n, v in tags) + "} " + nodes(value)
        case chess.pgn.ChildNode():
            return value.san()
        case chess.polyglot.Entry():
            return f"{plain(value.move)} {value.weight}"
        case dict():
            return "{" + "; ".join(f"{chess.square_name(square)} {plain(piece)}" for square, piece in value.items()) + "}"
        case list() | set():
            return "[" + "; ".join(map(plain, value)) + "]"
    if hasattr(value, "__iter__") or hasattr(value, "__next__"):
        return "{" + "; ".join(map(plain, value)) + "}"
    return repr(value)


class Skip(Exception):
    """The case lacks a value that the call mentions."""


class Values(dict):
    """The variables of a case, each made when a call first mentions it."""

    def __init__(self, case):
        super().__init__(chess=chess)
        self.case = case

    def __missing__(self, name):
        make = MAKE.get(name)
        if make is None:
            raise KeyError(name)
        self[name] = made = make(self.case, self)
        return made


def board(case, _):
    board = chess.Board(case["start"], chess960=case["chess960"])
    for uci in case["moves"]:
        board.push_uci(uci)
    return board


def move(case, _):
    if not case["uci"]:
        raise Skip
    return chess.Move.from_uci(case["uci"])


def text(name):
    def make(case, _):
        if not case[name]:
            raise Skip
        return case[name]

    return make


def outcome(case, values):
    found = values["board"].outcome()
    if found is None:
        raise Skip
    return found


def node(case, values):
    node = values["game"]
    for index in reversed(case["path"]):
        node = node.variations[index]
    return node


def path(case, _):
    with tempfile.NamedTemporaryFile(delete=False, suffix=".bin") as file:
        file.write(bytes(case["book"]))
    return file.name


MAKE = {
    "board": board,
    "setup": lambda case, _: chess.Board(case["setup"]),
    "move": move,
    "fen": lambda case, _: case["text"],
    "short": lambda case, _: case["short"],
    "line": lambda case, _: case["line"],
    "number": lambda case, _: case["number"],
    "uci": text("given"),
    "san": text("san"),
    "color": lambda case, _: case["color"] == "w",
    "square": lambda case, _: case["square"],
    "b": lambda case, _: case["b"],
    "file": lambda case, _: chess.square_file(case["b"]),
    "rank": lambda case, _: chess.square_rank(case["b"]),
    "piece": lambda case, _: chess.Piece.from_symbol(case["piece"]),
    "piece_type": lambda case, _: chess.Piece.from_symbol(case["piece"]).piece_type,
    "occupied": lambda case, values: chess.SquareSet(values["board"].occupied),
    "name": lambda case, _: chess.square_name(case["square"]),
    "outcome": outcome,
    "handle": lambda case, _: io.StringIO(case["pgn"]),
    "game": lambda case, _: chess.pgn.read_game(io.StringIO(case["pgn"])),
    "node": node,
    "parent": lambda case, values: values["node"].parent,
    "reply": lambda case, _: chess.Move.from_uci(case["reply"]),
    "path": path,
}

# What a call may change: said before and after it.
CHANGING = ("board", "setup", "game")


def states(values):
    if "node" in values:
        values["game"]
    return {name: plain(values[name]) for name in CHANGING if name in values}


def answer(codes, case):
    values, parts = Values(case), []
    for name in {name for _, _, mentioned in codes for name in mentioned}:
        try:
            values[name]
        except KeyError:
            pass
    before = states(values)
    for code, is_expression, _ in codes:
        value = eval(code, dict(values))
        is_root = isinstance(value, chess.pgn.Game) and code.co_filename == "node.parent"
        parts.append("root" if is_root else plain(value) if is_expression else "")
    after = states(values)
    changed = [after[name] for name in after if after[name] != before[name]]
    parts = [part for part in parts if part and not (part == "-" and changed)] + changed
    return " ".join(dict.fromkeys(parts))


def compiled(call):
    """The code of a call, whether it has a value, and the variables in it."""
    mentioned = {node.id for node in ast.walk(ast.parse(call)) if isinstance(node, ast.Name)}
    try:
        return compile(call, call, "eval"), True, mentioned
    except SyntaxError:
        return compile(call, call, "exec"), False, mentioned


def main():
    given = json.load(sys.stdin)
    for row in given["rows"]:
        codes = [compiled(call) for call in row["calls"]]
        for number in row["cases"]:
            try:
                said = answer(codes, given["cases"][number])
            except Skip:
                said = "skip"
            except Exception:
                said = "-"
            print(row["id"], number, said.replace("\n", "\\n").replace("\t", " "), sep="\t")


main()
