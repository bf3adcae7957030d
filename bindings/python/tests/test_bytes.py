"""Generated content has the bytes that the command line prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import quandary
from conftest import seeds

Program = Callable[..., bytes]


def _same_lines(program: Program, command: list[str], make: Callable[[int], Any], many: int) -> None:
    lines = program(*command, "--seed", "1", "--count", str(many), "--format", "json").splitlines(keepends=True)
    assert len(lines) == many
    for seed, line in enumerate(lines, 1):
        assert make(seed).to_json(line=True).encode() == line, f"{command} --seed {seed}"


def test_missions(program: Program) -> None:
    _same_lines(program, ["mission"], lambda seed: quandary.mission(seed=seed), seeds(20))


def test_layouts(program: Program) -> None:
    _same_lines(program, ["layout"], lambda seed: quandary.layout(seed=seed), seeds(20))


def test_areas(program: Program) -> None:
    command = ["area", "--category", "cave", "--puzzles", "2"]
    _same_lines(program, command, lambda seed: quandary.area(category="cave", puzzles=2, seed=seed), seeds(20))


def test_dungeons(program: Program) -> None:
    _same_lines(program, ["dungeon"], lambda seed: quandary.dungeon(seed=seed), seeds(3))


def test_riddles(program: Program) -> None:
    def printed(seed: int) -> bytes:
        return program("riddle", "--locale", "en_US", "--seed", str(seed), "--attempts", "60", "--format", "json")

    many: Iterable[int] = range(1, seeds(10) + 1)
    with ThreadPoolExecutor(2) as pool:
        for seed, bytes_ in zip(many, pool.map(printed, many)):
            try:
                made = quandary.riddle("en_US", seed=seed, attempts=60).to_json().encode()
            except quandary.NotFound:
                made = b""
            assert made == bytes_, seed


def test_a_riddle_as_hard_as_asked(program: Program) -> None:
    printed = program("riddle", "--difficulty", "20..60", "--attempts", "200", "--seed", "3", "--format", "json")
    assert printed == quandary.riddle(difficulty="20..60", attempts=200, seed=3).to_json().encode()


REQUESTS: list[tuple[list[str], Callable[[], Any]]] = [
    (
        ["dungeon", "--category", "temple", "--rooms", "24", "--floors", "2", "--keys", "3", "--seed", "7"],
        lambda: quandary.dungeon(category="temple", rooms=24, floors=2, keys=3, seed=7),
    ),
    (
        ["dungeon", "--room-size", "18x13", "--difficulty", "30..60", "--attempts", "20", "--seed", "3"],
        lambda: quandary.dungeon(room_size=(18, 13), difficulty="30..60", attempts=20, seed=3),
    ),
    (["dungeon", "--seed", "7", "--attempt", "4"], lambda: quandary.dungeon(seed=7, attempt=4)),
    (
        ["mission", "--rooms", "40", "--keys", "6", "--switches", "2", "--linearity", "30", "--seed", "7"],
        lambda: quandary.mission(rooms=40, keys=6, switches=2, linearity=30, seed=7),
    ),
    (
        ["mission", "--order", "partial", "--no-goal", "--start", "2,0", "--link-chance", "0.5", "--seed", "7"],
        lambda: quandary.mission(order="partial", goal_room=False, start=(2, 0), link_chance=0.5, seed=7),
    ),
    (
        ["mission", "--require", "cycles=2", "--attempts", "500", "--seed", "7"],
        lambda: quandary.mission(require=["cycles=2"], attempts=500, seed=7),
    ),
    (
        ["mission", "--key-style", "small", "--boss-unlocked", "--seed", "7"],
        lambda: quandary.mission(key_style="small", boss_locked=False, seed=7),
    ),
    (
        ["layout", "--category", "crypt", "--bounds", "-6,6,-4,4,-1,0", "--stairs", "all", "--seed", "7"],
        lambda: quandary.layout(category="crypt", bounds=(-6, 6, -4, 4, -1, 0), stairs="all", seed=7),
    ),
    (
        ["area", "--category", "crypt", "--puzzles", "4", "--key-style", "small", "--seed", "7"],
        lambda: quandary.area(category="crypt", puzzles=4, key_style="small", seed=7),
    ),
]


@pytest.mark.parametrize(("command", "make"), REQUESTS, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_requests_in_every_format(program: Program, command: list[str], make: Callable[[], Any]) -> None:
    made = make()
    text = "map" if command[0] == "dungeon" else "text"
    assert program(*command, "--format", "json") == made.to_json().encode()
    assert program(*command, "--format", text) == made.to_text().encode()
    assert program(*command, "--format", "svg") == made.to_svg().encode()
    if command[0] != "mission":
        assert program(*command, "--format", "png") == made.draw()
    if command[0] != "layout":
        read = quandary.Level.from_json(program(*command, "--format", "level").decode())
        assert read == made.level


def test_a_riddle_in_every_format(program: Program) -> None:
    command = ["riddle", "--locale", "is", "--seed", "7", "--attempts", "300"]
    made = quandary.riddle("is", seed=7, attempts=300)
    assert program(*command, "--format", "svg") == made.to_svg().encode()
    assert program(*command, "--format", "png", "--solution") == made.draw(spoiler=True)
    assert program(*command, "--solution") == made.to_text(spoiler=True).encode()
    assert made.answer.lower().replace("?", "") in program(*command, "--solution").decode().lower()
    assert made.answer not in str(made)


def test_caves(program: Program) -> None:
    for seed in range(5):
        words = ["--seed", str(seed), "--size", "70x33", "--keep", "bridge", "--min", "8"]
        rows = program("cave", *words, "--format", "text").decode().splitlines()
        cave = quandary.cave(seed=seed, size=(70, 33), keep="bridge", min=8)
        assert cave.dtype == np.uint8
        assert ["".join(".#"[cell] for cell in row) for row in cave] == rows


def test_threads_change_nothing() -> None:
    one, many = (quandary.dungeon(rooms=8, seed=5, threads=threads).to_json() for threads in (1, 3))
    assert one == many
