"""The verdicts equal those of the command line, on random levels and on the levels of the corpus."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import quandary
from quandary import TILES

Program = Callable[..., bytes]
MANY = 500


def random_level(seed: int) -> quandary.Level:
    """A small random level with walls, doors, keys and blocks, which need not be winnable."""
    dice = np.random.default_rng(seed)
    rows, cols = dice.integers(4, 8), dice.integers(5, 10)
    names = ["FLOOR", "WALL", "DOOR_LOCKED", "KEY_SMALL", "BLOCK", "DOOR_BOMB", "ITEM_MINOR", "ELEMENT", "KEY_ITEM"]
    chances = [0.55, 0.2, 0.06, 0.06, 0.05, 0.02, 0.02, 0.02, 0.02]
    tiles = dice.choice([TILES[name].id for name in names], (rows, cols), p=chances)
    cells = dice.permutation(rows * cols)
    tiles.flat[cells[0]], tiles.flat[cells[1]] = TILES["START"].id, TILES["TRIFORCE"].id
    return quandary.Level.from_array(tiles, name=f"random {seed}")


def _same(program: Program, files: list[Path], levels: list[quandary.Level], **words: Any) -> set[str]:
    lines = [json.loads(line) for line in program("check", *files, "--format", "json").splitlines()]
    assert len(lines) == len(levels)
    verdicts = set()
    for level, line in zip(levels, lines):
        del line["file"]
        report = quandary.check(level)
        assert json.loads(report.to_json()) == line, level
        assert (report.winnable, report.unlosable) == (line["winnable"], line["unlosable"])
        assert (report.states, report.dead_states) == (line["states"], line["dead_states"])
        assert quandary.solve(level).verdict == report.verdict
        verdicts.add(f"{report.verdict} {report.unlosable}")
    return verdicts


def test_random_levels(program: Program, tmp_path: Path) -> None:
    levels = [random_level(seed) for seed in range(MANY)]
    files = []
    for number, level in enumerate(levels):
        files.append(tmp_path / f"{number:03}.json")
        files[-1].write_text(level.to_json())
    verdicts = _same(program, files, levels)
    assert verdicts == {"solvable True", "solvable False", "unsolvable False"}


def test_levels_of_the_corpus(program: Program, tmp_path: Path) -> None:
    data = os.environ.get("QUANDARY_DATA")
    graphs = sorted(Path(data, "vglc").glob("*.dot")) if data else []
    if not graphs:
        pytest.skip("skipped, because QUANDARY_DATA does not name the reference data")
    files = []
    for number, graph in enumerate(graphs):
        files.append(tmp_path / f"{number:03}.json")
        files[-1].write_bytes(program("import", "vglc", "--graph", graph))
    assert _same(program, files, [quandary.Level.read(file) for file in files])


def test_solutions_hints_and_ratings(program: Program, tmp_path: Path) -> None:
    for seed in range(12):
        file, level = tmp_path / f"{seed}.json", random_level(seed)
        file.write_text(level.to_json())
        one = json.loads(program("solve", file, "--format", "json"))
        other = json.loads(quandary.solve(level).to_json())
        assert one.pop("millis") >= 0 <= other.pop("millis")
        assert one == other
        assert program("rate", file, "--format", "json").decode() == quandary.rate(level, name=str(file)).to_json()
        for rung in range(1, 5):
            printed = program("hint", file, "--rung", str(rung), "--format", "json").decode()
            assert printed == quandary.hint(level, rung=rung).to_json()


def test_rules_are_those_of_the_command_line(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "level.txt"
    file.write_text("#########\n#.+.@k+*#\n#########\n")
    level = quandary.Level.read(file)
    start: dict[str, Any] = {"start": {"keys": 1}}
    for words, rules in [
        (["--start", "keys=1"], start),
        (["--preset", "classic"], "classic"),
        (["--rule", "bombs=unlimited", "--diagonals"], {"bombs": "unlimited", "diagonals": True}),
    ]:
        one = program("check", file, "--format", "json", *words)
        assert one.decode() == quandary.check(level, rules=rules).to_json()
