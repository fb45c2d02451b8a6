"""Runs README's commands and programs exactly as printed. Run by python/test."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import duckdb
import numpy as np
import pytest

import chess0x88

FOLDER = pathlib.Path(__file__).resolve().parents[1]
README = (FOLDER / "README.md").read_text()
SVG = "{http://www.w3.org/2000/svg}"
# Games that name no opening, two of which have a code.
BARE = """[Result "1-0"]\n[ECO "B90"]\n\n1. e4 c5 1-0\n\n[Result "0-1"]\n[ECO "B90"]\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n"""
# Variations of one opening.
VARIATIONS = "".join(f'[Opening "{name}"]\n[Result "1-0"]\n\n1. e4 c5 1-0\n\n' for name in ("Sicilian", "Sicilian: Najdorf", "Sicilian, Closed", "Sicilian #2"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    shutil.copy(os.environ["GAMES"], tmp_path / "games.pgn")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The command: from the wheel in a new environment, if there is a wheel."""
    if wheel := os.environ.get("WHEEL"):
        folder = tmp_path_factory.mktemp("fresh")
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        subprocess.run([folder / "bin/pip", "install", "-q", wheel], check=True, env=environment)
        return [folder / "bin/chess0x88"], environment
    return [sys.executable, "-m", "chess0x88"], dict(os.environ)


def run(program, command):
    words = command.split()
    assert words[0] == "chess0x88"
    start, environment = program
    return subprocess.run([*start, *words[1:]], capture_output=True, text=True, env=environment)


def test_two_commands_make_a_picture(folder, program):
    commands = [line for block in re.findall(r"```text\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
    assert commands[0] == "pip install chess0x88" and len(commands) == 3
    for command in commands[1:]:
        done = run(program, command)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    assert done.stdout == "openings.svg: 5 openings\n"
    names = lambda: [text.text for text in ElementTree.parse("openings.svg").getroot().findall(SVG + "text")]
    assert "Sicilian Defense" in names()
    # Once more with other games: the command reports existing tables, and how to continue.
    pathlib.Path("games.pgn").write_text(BARE)
    again = run(program, commands[1])
    assert again.returncode == 2 and "chess0x88: " in again.stderr and "--fresh" in again.stderr, again.stderr
    for text, openings, names_of in [(BARE, {"B90", "d2d4 d7d5"}, "aix"), (BARE, {"B90", "d2d4 d7d5"}, "lichess"), (VARIATIONS, {"Sicilian"}, "aix")]:
        pathlib.Path("games.pgn").write_text(text)
        assert run(program, f"{commands[1]} --fresh --names {names_of}").returncode == 0
        assert run(program, commands[2]).stdout == f"openings.svg: {len(openings)} openings\n"
        assert openings <= set(names())


def test_queries_over_the_data_set_of_lichess_carry_over(folder, program):
    """As they are written for hf://datasets/Lichess/standard-chess-games/data/**/*.parquet."""
    assert run(program, "chess0x88 convert games.pgn -o out --names lichess").returncode == 0
    query = """SELECT Opening, count(*) AS games, avg(WhiteElo - BlackElo) AS ahead, max(UTCDate), min(UTCTime) FROM read_parquet('out/games/*.parquet')
        WHERE movetext LIKE '1. e4 %' AND contains(movetext, '[%clk') AND Result = '1-0' AND WhiteElo >= 1500 GROUP BY Opening ORDER BY games DESC"""
    found = duckdb.sql(query).fetchall()
    table = chess0x88.read_pgn("games.pgn", where="result = '1-0' and white_elo >= 1500").read_all().to_pylist()
    expected = [game for game in table if game["moves_uci"].startswith("e2e4 ") and game["clocks_white"]]
    assert sum(games for _, games, *_ in found) == len(expected) > 5
    assert {opening for opening, *_ in found} == {game["opening"] for game in expected}


def test_the_command_tells_what_is_wrong(folder, program):
    checks = [("chess0x88 --help", 0, "chess0x88 plot"), ("chess0x88 --version", 0, "chess0x88 " + chess0x88.__version__), ("chess0x88 plot nowhere a.svg", 1, "chess0x88 convert"), ("chess0x88 check nowhere", 2, "nowhere")]
    for command, status, text in checks + [("chess0x88 nothing", 2, "nothing"), ("chess0x88 convert none.pgn -o out", 2, "none.pgn")]:
        done = run(program, command)
        assert done.returncode == status and text in done.stdout + done.stderr, f"{command}\n{done.stdout}{done.stderr}"


def test_the_programs_run(folder):
    names = {}
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert names["found"] == [(3, None), (2, "Ke3: the king on e1 does not move to e3"), (None, None)]


def test_the_programs_have_the_types_that_the_stubs_say(tmp_path):
    pytest.importorskip("mypy")
    program = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    (tmp_path / "readme.py").write_text(program)
    environment = dict(os.environ) | {"MYPYPATH": os.environ.get("PYTHONPATH", "")}
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "readme.py"], cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(not shutil.which("java"), reason="Spark takes a Java runtime")
def test_the_program_for_spark_runs(folder, monkeypatch):
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    pyspark = pytest.importorskip("pyspark.sql")
    spark = pyspark.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    (block,) = re.findall(r"```python spark\n(.*?)```", README, re.DOTALL)
    import pandas, pyarrow

    frame = pandas.DataFrame({"movetext": ["1. e4 e5", "1. e5"]})
    names = {"spark": spark, "frame": frame, "chess0x88": chess0x88, "pa": pyarrow}
    try:
        exec(compile(block, "README.md", "exec"), names)
    finally:
        spark.stop()
    assert [row.moves for row in names["moves"]] == ["e2e4 e7e5", ""]


@pytest.mark.parametrize(("example", "arguments", "said"), [("random_players.py", ["64", "20"], "1280 moves on 64 boards"), ("judge_moves.py", [], "1 of 5 are legal")])
def test_examples(example, arguments, said):
    done = subprocess.run([sys.executable, FOLDER / "examples" / example, *arguments], capture_output=True, text=True, check=True)
    assert said in done.stdout


def test_the_environment_ends_games_at_the_third_repetition(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER / "examples")
    import random_players

    # Two knights go out and back: the start occurs again after 4 and 8 plies. Illegal moves are wanted most.
    wanted = {chess0x88.UCI_MOVES.index(move): 2 for move in ("g1f3", "f3g1", "g8f6", "f6g8")} | {chess0x88.UCI_MOVES.index("a1h8"): 3}
    logits = np.array([[wanted.get(number, -1) for number in range(1968)]] * 5, np.float32)
    assert random_players.play_games(5, 24, network=lambda positions: logits) == {"threefold repetition": 15}
