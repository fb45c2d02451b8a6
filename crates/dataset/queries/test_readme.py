"""From a .pgn to a picture by the five commands of the README, just as it prints them, in a copy of the repository as a new user has it.
Run by python/test."""

import os
import pathlib
import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SVG = "{http://www.w3.org/2000/svg}"
# Three games that name no opening, two of which have a code.
BARE = """[Result "1-0"]\n[ECO "B90"]\n\n1. e4 c5 1-0\n\n[Result "0-1"]\n[ECO "B90"]\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n"""


@pytest.fixture(scope="module")
def fresh():
    """The files that git has, or would have, in a folder of their own. What crates they need is built already."""
    target = pathlib.Path(os.environ["CARGO_TARGET_DIR"])
    folder = target.parent / "dataset-test" / "fresh"
    shutil.rmtree(folder, ignore_errors=True)
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / "crates/dataset/target").symlink_to(target)
    yield folder / "crates/dataset"
    shutil.rmtree(folder)


def test_the_five_commands_make_a_picture(fresh):
    readme = (fresh / "README.md").read_text()
    section = readme.split("\n## From a `.pgn` to a picture, in five commands\n")[1]
    commands = re.search(r"```text\n(.*?)```", section, re.DOTALL)[1].splitlines()
    assert len(commands) == 5
    shutil.copy(os.environ["GAMES"], fresh / "games.pgn")
    # As a new user has it: nothing of this test's own.
    environment = {name: value for name, value in os.environ.items() if name not in ("CARGO_TARGET_DIR", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}

    def run(command):
        return subprocess.run(command, shell=True, cwd=fresh, env=environment, capture_output=True, text=True)

    for command in commands:
        done = run(command)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    assert done.stdout == "openings.svg: 5 openings\n"
    names = [text.text for text in ElementTree.parse(fresh / "openings.svg").getroot().findall(SVG + "text")]
    assert "Sicilian Defense" in names
    # Once more, of other games: what is there is said, and how to go on.
    (fresh / "games.pgn").write_text(BARE)
    again = run(commands[1])
    assert again.returncode == 2 and "--fresh" in again.stderr, again.stderr
    assert run(commands[1] + " --fresh").returncode == 0
    assert run(commands[4]).stdout == "openings.svg: 2 openings\n"
    names = [text.text for text in ElementTree.parse(fresh / "openings.svg").getroot().findall(SVG + "text")]
    assert {"B90", "d2d4 d7d5"} <= set(names)
