"""What several tests share: the program, to compare with, and the number of seeds."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def seeds(usual: int) -> int:
    """The number of seeds that are compared: the variable QUANDARY_SEEDS, or another."""
    return int(os.environ.get("QUANDARY_SEEDS", usual))


def _program() -> str | None:
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / "quandary" for profile in ("release", "debug")]
    found = [str(path) for path in built if path.exists()]
    return os.environ.get("QUANDARY") or (found[0] if found else shutil.which("quandary"))


@pytest.fixture(scope="session")
def program() -> Callable[..., bytes]:
    """Runs the program and gives what it prints; the exit codes 0, 1 and 10 are verdicts."""
    path = _program()
    if path is None:
        pytest.skip("the program is not built, so that nothing is compared with it: cargo build --release -p quandary")

    def run(*words: str | Path) -> bytes:
        done = subprocess.run([path, *map(str, words)], capture_output=True, check=False)
        assert done.returncode in (0, 1, 10, 11), done.stderr.decode()
        return done.stdout

    return run
