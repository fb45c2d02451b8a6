import os
import pathlib

import pytest


def pytest_addoption(parser):
    parser.addoption("--large", action="store_true", help="tests that take 5 GB of memory")


@pytest.fixture(scope="session")
def pgn():
    """Games that `cargo run --example generate` made."""
    return pathlib.Path(os.environ["GAMES"]).read_bytes()
