"""Types: the stubs match the native module, and the package and the examples pass the strict type check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import quandary

PACKAGE = Path(__file__).resolve().parents[1]
CONFIGURATION = PACKAGE / "pyproject.toml"


def _run(*words: str | Path, where: Path) -> None:
    done = subprocess.run([sys.executable, "-m", *map(str, words)], cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_what_the_module_is(tmp_path: Path) -> None:
    _run("mypy.stubtest", "quandary._native", "quandary.gym", "quandary.errors", where=tmp_path)


def test_the_examples_are_typed_strictly(tmp_path: Path) -> None:
    _run("mypy", "--config-file", CONFIGURATION, PACKAGE / "examples", where=tmp_path)


def test_the_package_is_typed_strictly(tmp_path: Path) -> None:
    sources = [path for path in sorted((PACKAGE / "python/quandary").iterdir()) if path.suffix in (".py", ".pyi")]
    _run("mypy", "--config-file", CONFIGURATION, *sources, where=tmp_path)


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(quandary.__file__).parent / "py.typed").exists()
