"""The PCG benchmark counts the generated contents as good, different and controlled; needs a checkout of it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
import quandary.pcg_benchmark
from quandary import _pcg_boards
from quandary._pcg_stock import BOARDS, DOORS

FOLDER = os.environ.get("QUANDARY_PCG_BENCHMARK")
WHY = "skipped, because QUANDARY_PCG_BENCHMARK does not name a checkout of amidos2006/pcg_benchmark"
#: Number of contents, and the minimum scores in %: quality, diversity, control.
REACH = {
    "zelda-v0": (30, 100, 100, 100),
    "zelda-enemies-v0": (30, 100, 100, 100),
    "zelda-large-v0": (30, 100, 100, 100),
    "binary-v0": (20, 100, 0, 50),
    # With a hundred controls each gets a board; with fewer, some get no board of the stock.
    "sokoban-v0": (len(BOARDS), 100, 100, 80),
    "isaac-v0": (100, 100, len(DOORS), 60),
}


@pytest.mark.skipif(not FOLDER, reason=WHY)
@pytest.mark.parametrize("name", REACH)
def test_the_benchmark_counts_what_is_made(name: str, tmp_path: Path) -> None:
    count, *least = REACH[name]
    words = ["--benchmark", str(FOLDER), "--problem", name, "--count", str(count), "-o", str(tmp_path / "made.json")]
    done = subprocess.run(
        [sys.executable, "-m", "quandary.pcg_benchmark", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    scores = done.stdout.split(": ", 1)[1].split(", ")
    figures = [int(words.split()[1]) for words in scores[:3]]
    assert all(figure >= wanted for figure, wanted in zip(figures, least)), done.stdout
    made = json.loads((tmp_path / "made.json").read_text())[name]
    assert len(made["contents"]) == len(made["controls"]) == count


def test_an_unknown_problem_lists_the_known() -> None:
    with pytest.raises(quandary.InvalidRequest, match="known are zelda-v0"):
        quandary.pcg_benchmark.make(None, "mario-v0")


def test_the_stock_of_doors_differs_in_as_many_places_as_count() -> None:
    assert len(set(DOORS)) == len(DOORS) >= 22
    for one, other in combinations(DOORS, 2):
        assert (one ^ other).bit_count() in (7, 8)


def test_the_stock_of_boards_differs_by_its_ways() -> None:
    boards = [_pcg_boards.Board.of(digits) for digits in BOARDS]
    ways = []
    for board, digits in zip(boards, BOARDS):
        steps = _pcg_boards.solve(board)
        assert steps is not None and len(steps) >= 10, digits
        assert "".join(str(kind) for row in board.rows() for kind in row) == digits
        ways.append(_pcg_boards.way(steps))
    assert all(_pcg_boards.differ(one, other) for one, other in combinations(ways, 2))


def test_a_search_makes_the_same_boards_of_the_same_seed() -> None:
    one, other = (_pcg_boards.search(random.Random(3), [], 150) for _ in range(2))
    assert one == other and len(one) >= 3
