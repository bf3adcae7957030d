"""Shared fixtures: the program to compare with, and the number of seeds."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def seeds(default: int) -> int:
    """The number of seeds to compare: the variable QUANDARY_SEEDS, or a default."""
    return int(os.environ.get("QUANDARY_SEEDS", default))


def _program() -> str | None:
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / "quandary" for profile in ("release", "debug")]
    found = [str(path) for path in built if path.exists()]
    return os.environ.get("QUANDARY") or (found[0] if found else shutil.which("quandary"))


@pytest.fixture(scope="session")
def program() -> Callable[..., bytes]:
    """Runs the program and returns its output; the exit codes 0, 1, 10 and 11 are verdicts."""
    path = _program()
    if path is None:
        pytest.skip("skipped, because the program is not built: cargo build --release -p quandary")

    def run(*words: str | Path) -> bytes:
        done = subprocess.run([path, *map(str, words)], capture_output=True, check=False)
        assert done.returncode in (0, 1, 10, 11), done.stderr.decode()
        return done.stdout

    return run
