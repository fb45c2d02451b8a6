"""Seconds of processor time, one thread, the best of three runs: python measure.py games.pgn [more.pgn]

Measures this package, and rust_pgn_reader_python_binding and python-chess if they are installed. (The figures of README: the files
lichess_db_1000k.pgn and twic1599_1000k.pgn of pgn-reader 0.29, 40 times each.)
"""

import importlib.metadata
import io
import pathlib
import sys
import time

import pyarrow as pa

import chess0x88


def seconds(work, times=3):
    def once():
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return min(once() for _ in range(times))


def movetext(path):
    """Returns the games without their tags, as in data sets."""
    text = pathlib.Path(path).read_bytes()
    starts = chess0x88.read_pgn(path, columns=["byte"]).read_all()["byte"].to_pylist()
    games = (text[start:end] for start, end in zip(starts, [*starts[1:], len(text)]))
    return pa.array([game.partition(b"\n\n")[2].decode(errors="replace") for game in games])


def rows(path):
    """Lists the name of each row and its function."""
    column = movetext(path)
    yield "`read_pgn(path).read_all()`", seconds(lambda: chess0x88.read_pgn(path, threads=1).read_all())
    yield "`read_pgn(path, True)`, each batch let go", seconds(lambda: sum(len(batch) for batch in chess0x88.read_pgn(path, True, threads=1)))
    yield "`parse(movetext)`", seconds(lambda: chess0x88.parse(column, threads=1))
    yield "`parse`, without clocks and evaluations", seconds(lambda: chess0x88.parse(column, columns=["movedata", "error"], threads=1))
    yield "`read_boards(path)`", seconds(lambda: chess0x88.read_boards(path, threads=1))
    yield "`batches(path, shuffle=100_000)`", seconds(lambda: sum(1 for _ in chess0x88.batches(path, shuffle=100_000, threads=1)))
    try:
        import rust_pgn_reader_python_binding as other

        name = "rust_pgn_reader_python_binding " + importlib.metadata.version(other.__name__)
        chunks = pa.chunked_array([column])
        for comments, said in [(True, "with comments"), (False, "without")]:
            yield f"{name}, `parse_games`, {said}", seconds(lambda: other.parse_games(chunks, num_threads=1, store_comments=comments))
    except ImportError:
        pass
    try:
        import chess.pgn

        some = "\n\n".join(column.slice(0, 400).to_pylist())

        def read():
            text = io.StringIO(some)
            while chess.pgn.read_game(text):
                pass

        yield f"python-chess {chess.__version__}, reckoned from 400 games", seconds(read, 1) * len(column) / 400
    except ImportError:
        pass


if __name__ == "__main__":
    found = {}
    for path in sys.argv[1:]:
        for name, taken in rows(path):
            found.setdefault(name, []).append(f"{taken:.2f}")
    print("| seconds |", " | ".join(pathlib.Path(path).name for path in sys.argv[1:]), "|")
    print("|---" * (len(sys.argv)) + "|")
    for name, taken in found.items():
        print("|", name, "|", " | ".join(taken), "|")
