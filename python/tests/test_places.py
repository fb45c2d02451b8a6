"""The places that errors tell, behind letters of one to four bytes and behind the first chunk: bytes, lines, rows and files. Run by python/test."""

import itertools

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import chess0x88
from test_twins import FILLERS, given

LETTERS = ["x", "é", "Жя", "日本", "😀é♞"]
# Where letters may stand before an error; then the wrong text, and the part of it that is told.
BEFORE = ['[White "@"]\n\n1. e4 ', "{ @ }\n1. e4 ", '[White "@"]\r\n\r\n1. e4 {@} ', "; @\n1. e4 ", "1. e4 {@\n@}\n"]
WRONG = [("Ke4 *", "Ke4"), ("Кр9 *", "Кр9"), ("@ *", "@"), ("e5 { never closed", "{"), ("e5 2. Nf3 ( 2. d4 ", "(")]


def wrong_games(encoding):
    """Games behind others, and the byte and the line of each error."""
    text, places = "", []
    for number, (letters, before, (wrong, told)) in enumerate(itertools.product(LETTERS, BEFORE, WRONG)):
        head, wrong, told = (part.replace("@", letters) for part in (f'[Event "{number} @"]\n\n1. c4 {{@}} *\n\n[Event "{number}"]\n{before}', wrong, told))
        try:
            (head + wrong).encode(encoding)
        except UnicodeEncodeError:
            continue
        begin = text + head + wrong[: wrong.index(told)]
        places.append((len(begin.encode(encoding)), 1 + begin.count("\n")))
        text += head + wrong + "\n\n"
    return text, places


@pytest.mark.parametrize(("encoding", "filler"), [("utf-8", b""), ("cp1252", b""), ("utf-8", b"".join(FILLERS))])
def test_bytes_and_lines_of_games(encoding, filler, tmp_path):
    text, places = wrong_games(encoding)
    places = [(len(filler) + byte, filler.count(b"\n") + line) for byte, line in places]
    path = tmp_path / "Жé.pgn"
    path.write_bytes(filler + text.encode(encoding))
    for source, name in ((path, "Жé.pgn"), (path.read_bytes(), "bytes")):
        told = []
        rows = chess0x88.read_pgn(source, errors=told.append).read_all().to_pylist()
        assert [(error.byte, error.line) for error in told] == places and len(places) >= 40
        assert {error.file.rpartition("/")[2] for error in told} == {name}
        assert [(row["error_byte"], row["error_line"]) for row in rows if row["error"]] == places
        assert all(path.read_bytes()[row["byte"] :].startswith(b"[Event") for row in rows)
    # In a text that is decoded, bytes count as in UTF-8.
    decoded = []
    chess0x88.read_pgn(path, errors=decoded.append, encoding=encoding).read_all()
    assert [len((filler + text.encode())[: error.byte].decode().encode(encoding)) for error in decoded] == [byte for byte, _ in places]
    if not filler:
        chess0x88.convert(path, tmp_path / "out")
        assert [(row["byte"], row["line"], row["file"]) for row in pq.read_table(tmp_path / "out" / "errors").to_pylist()] == [(*place, str(path)) for place in places]


def test_bytes_in_columns_conditions_and_queries():
    rows, places = [], []
    for letters, before, (wrong, told) in itertools.product(LETTERS, BEFORE, WRONG):
        head, wrong, told = (part.replace("@", letters) for part in (before, wrong, told))
        rows.append(head + wrong)
        places.append(len((head + wrong[: wrong.index(told)]).encode()))
    for column in (rows, [row.encode() for row in rows], pa.chunked_array([rows[:60], rows[60:]])):
        assert [row["error_at"] for row in chess0x88.parse(column).to_pylist()] == places
    for row in (0, 7, 60, 61, 124):
        column = pa.chunked_array([["1. e4"] * 7, ["1. e4"] * 53, ["1. e4"] * 65]).to_pylist()
        column[row] = rows[row]
        with pytest.raises(ValueError, match=f"^row {row}, byte {places[row]}: "):
            chess0x88.parse(pa.chunked_array([column[:7], column[7:60], column[60:]]), errors="raise")
    for letters in LETTERS:
        for head in (f"event = '{letters}' and ", f"(white like '%{letters}' or ", f"not (event in ('{letters}', '{letters}') and "):
            with pytest.raises(ValueError, match=f"^byte {len(head.encode())} of the condition: "):
                chess0x88.read_pgn(b"", where=head + "elo > 3")
        for head in ("any then ", "check next ", "!result=1-0 "):
            with pytest.raises(ValueError, match=f"^byte {len(head)} of the query: "):
                chess0x88.find(f"{head}{letters} {letters}", [])


@pytest.mark.parametrize(("name", "place"), [(name, place) for name, (kinds, _) in chess0x88._FUNCTIONS.items() for place in range(len(kinds))])
def test_rows_count_over_all_chunks_and_parts(name, place, monkeypatch):
    """A bad value in any column, in any chunk and in any part of a chunk."""
    monkeypatch.setattr(chess0x88, "_ROWS", 3)
    function, kinds = getattr(chess0x88, name), chess0x88._FUNCTIONS[name][0]
    if name in ("is_legal", "explain") and place or (kinds[place], name) == ("key", "reaches") or kinds[place] == "ply":
        return
    # Good rows alone.
    columns = [pa.concat_arrays([column[:1]] * 18) for column in given(name)]
    bad = {"movedata": b"\xff\xff", "position": b"\xff" * 32, "number": -1, "movetext": b"1. e5" if columns[place].type == pa.binary() else "1. e5"}.get(kinds[place], "8/8")
    wrong = pa.array([bad], columns[place].type)
    for row, cuts in itertools.product((0, 2, 3, 7, 8, 17), ([], [4], [7, 7, 15])):
        changed = [*columns]
        changed[place] = pa.concat_arrays([columns[place][:row], wrong, columns[place][row + 1 :]])
        ends = [*cuts, 18]
        chunked = [pa.chunked_array([column[start:end] for start, end in zip([0, *ends], ends)], column.type) for column in changed]
        for threads in (1, 2):
            with pytest.raises(ValueError, match=f"^row {row}, "):
                function(*chunked, errors="raise", threads=threads)
