"""The page of the book, the notebook and the examples run unchanged."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
PAGE = PACKAGE.parents[1] / "docs" / "python.md"


BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_every_block_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs the blocks in order. Lines ``#> words`` are the expected output; QUANDARY_BLESS=1 updates them."""
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    known: dict[str, Any] = {"__name__": "page"}

    def ran(block: re.Match[str]) -> str:
        code = re.sub(r"^#>.*\n", "", block.group(1), flags=re.MULTILINE)
        line = text.count("\n", 0, block.start()) + 1
        exec(compile("\n" * line + code, str(PAGE), "exec"), known)
        printed = "".join(f"#> {words}".rstrip() + "\n" for words in capsys.readouterr().out.splitlines())
        return f"```python\n{code}{printed}```"

    updated = BLOCK.sub(ran, text)
    assert len(BLOCK.findall(text)) >= 8
    if os.environ.get("QUANDARY_BLESS"):
        PAGE.write_text(updated, encoding="utf-8")
    assert updated == text or os.environ.get("QUANDARY_BLESS")


def test_the_notebook_runs(tmp_path: Path) -> None:
    """The notebook is committed without outputs, and each of its cells runs."""
    notebook = PACKAGE / "examples" / "tour.ipynb"
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells)
    words = ["nbconvert", "--execute", "--to", "notebook", "--output-dir", str(tmp_path), str(notebook)]
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    outputs = json.dumps(json.loads((tmp_path / "tour.ipynb").read_text(encoding="utf-8")))
    assert outputs.count("image/svg+xml") >= 3


@pytest.mark.parametrize("name", ["agent", "range"])
def test_the_examples_run(name: str) -> None:
    words = [sys.executable, "-W", "error", str(PACKAGE / "examples" / f"{name}.py")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
