import os
import pathlib

import pytest


@pytest.fixture(scope="session")
def pgn():
    """Games that `cargo run --example generate` made."""
    return pathlib.Path(os.environ["GAMES"]).read_bytes()
