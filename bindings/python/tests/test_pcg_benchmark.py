"""The PCG benchmark counts what is made for it as good, different and controlled; with a checkout of it alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import quandary.pcg_benchmark

FOLDER = os.environ.get("QUANDARY_PCG_BENCHMARK")
WHY = "QUANDARY_PCG_BENCHMARK names no checkout of amidos2006/pcg_benchmark, so that nothing is made for it"


@pytest.mark.skipif(not FOLDER, reason=WHY)
@pytest.mark.parametrize("name", ["zelda-v0", "zelda-enemies-v0", "zelda-large-v0"])
def test_zelda_is_good_different_and_controlled(name: str, tmp_path: Path) -> None:
    words = ["--benchmark", str(FOLDER), "--problem", name, "--count", "30", "-o", str(tmp_path / "made.json")]
    done = subprocess.run(
        [sys.executable, "-m", "quandary.pcg_benchmark", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{name}: quality 100, diversity 100, control 100, "), done.stdout
    made = json.loads((tmp_path / "made.json").read_text())[name]
    assert len(made["contents"]) == len(made["controls"]) == 30


def test_an_unknown_problem_lists_the_known() -> None:
    with pytest.raises(quandary.InvalidRequest, match="known are zelda-v0"):
        quandary.pcg_benchmark.make(None, "mario-v0")
