"""Generates content for the PCG benchmark (amidos2006/pcg_benchmark) from a seed, a hundred items per problem.

    python -m quandary.pcg_benchmark --benchmark DIR --problem zelda-v0

DIR is a checkout of the benchmark; the package contains no part of it. Content comes from common algorithms (mazes from
spanning trees, boards with crates). An item is kept if the benchmark counts it as good, as controlled, and as different
from all kept items, in both orders, since its similarity is not symmetric. If an item has a path, the verifier also
proved
it winnable in the number of moves that the benchmark counts. For sokoban and isaac, sets of pairwise different items
are
rare: the package contains a stock from long searches.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from . import _pcg_boards
from ._level import Level
from ._pcg_stock import BOARDS, DOORS
from ._tiles import TILES
from ._verdict import solve
from .errors import InvalidRequest

Content = Any
Propose = Callable[[random.Random, Any, Any], "Content | None"]
Cell = tuple[int, int]

_SOLID, _EMPTY, _PLAYER, _KEY, _DOOR, _BAT = range(6)
_BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))


def _maze(dice: random.Random, rows: int, cols: int, straight: float, loops: float) -> np.ndarray[Any, Any]:
    """A maze on every other cell, with a random offset: 1 for open cells.

    ``straight`` is the probability of extending the newest cell: 1 gives long corridors, 0 short ones. ``loops`` is the
    probability of opening the wall between two neighbouring cells.
    """
    row0, col0 = dice.randrange(2), dice.randrange(2)
    cells = [(row, col) for row in range(row0, rows, 2) for col in range(col0, cols, 2)]
    there = set(cells)
    grid = np.zeros((rows, cols), int)
    first = dice.choice(cells)
    grid[first] = 1
    grown = [first]
    while grown:
        at = len(grown) - 1 if dice.random() < straight else dice.randrange(len(grown))
        row, col = grown[at]
        ways = [(dr, dc) for dr, dc in _BESIDE if (row + 2 * dr, col + 2 * dc) in there and not grid[row + 2 * dr, col + 2 * dc]]
        if not ways:
            grown.pop(at)
            continue
        dr, dc = dice.choice(ways)
        grid[row + dr, col + dc] = grid[row + 2 * dr, col + 2 * dc] = 1
        grown.append((row + 2 * dr, col + 2 * dc))
    for row, col in cells:
        for dr, dc in ((1, 0), (0, 1)):
            if (row + 2 * dr, col + 2 * dc) in there and dice.random() < loops:
                grid[row + dr, col + dc] = 1
    return grid


def _cells(grid: np.ndarray[Any, Any]) -> list[Cell]:
    """The cells that are not 0."""
    return [(int(row), int(col)) for row, col in np.argwhere(grid)]


def _distances(grid: np.ndarray[Any, Any], start: Cell, shut: Cell | None = None) -> dict[Cell, int]:
    """The number of steps from a cell to each open cell; ``shut`` is a cell that counts as closed."""
    found, queue = {start: 0}, [start]
    for row, col in queue:
        for dr, dc in _BESIDE:
            cell = (row + dr, col + dc)
            inside = 0 <= cell[0] < grid.shape[0] and 0 <= cell[1] < grid.shape[1]
            if inside and grid[cell] and cell not in found and cell != shut:
                found[cell] = found[row, col] + 1
                queue.append(cell)
    return found


def _zelda(dice: random.Random, problem: Any, control: Any) -> Content | None:
    """A maze with bats, and a player, a key and a door at the requested distances."""
    grid = _maze(dice, problem._height, problem._width, dice.random(), dice.choice((0.0, 0.05, 0.1)))
    player = dice.choice(_cells(grid))
    slack = problem._cerror

    def near(found: dict[Cell, int], wanted: int) -> list[Cell]:
        return sorted(cell for cell, far in found.items() if abs(far - wanted) <= slack)

    keys = near(_distances(grid, player), control["player_key"])
    if not keys:
        return None
    key = dice.choice(keys)
    doors = [cell for cell in near(_distances(grid, key), control["key_door"]) if cell != player]
    dice.shuffle(doors)
    for door in doors:
        if abs(_distances(grid, player, door).get(key, -100) - control["player_key"]) <= slack:
            grid[player], grid[key], grid[door] = _PLAYER, _KEY, _DOOR
            free = _cells(grid == _EMPTY)
            if len(free) < problem._enemies:
                return None
            for cell in dice.sample(free, problem._enemies):
                grid[cell] = _BAT
            return grid.tolist()
    return None


def _binary(dice: random.Random, problem: Any, control: Any) -> Content | None:
    """A maze or a part of one."""
    grid = _maze(dice, problem._height, problem._width, dice.random() ** 0.5, 0.0)
    first = dice.choice(_cells(grid))
    found = _distances(grid, first)
    most = dice.randrange(len(found) // 3, len(found) + 1)
    for cell in list(found)[most:]:
        grid[cell] = 0
    return grid.tolist()


def _sokoban(dice: random.Random, problem: Any, controls: list[Any], tries: int) -> list[Content]:
    """Boards whose paths differ, each for a control with about its number of crates.

    A search adds boards that the stock lacks. A control without a board then gets any good board with its number of
    crates.
    """
    count = len(controls)
    stock = [_pcg_boards.Board.of(digits) for digits in BOARDS]
    boards = _pcg_boards.search(dice, stock, 20 * tries, count)
    boards = sorted(boards if len(boards) <= count else dice.sample(boards, count), key=lambda board: -len(board.crates))
    numbers = sorted(range(count), key=lambda number: -int(controls[number]["crates"]))
    chosen: dict[int, _pcg_boards.Board] = {}
    for number in numbers:
        fits = [at for at, board in enumerate(boards) if abs(len(board.crates) - controls[number]["crates"]) <= 1]
        if fits:
            chosen[number] = boards.pop(fits[0])
    for number in numbers:
        if number not in chosen and len(boards) > 0:
            chosen[number] = boards.pop()
        while number not in chosen:
            board = _pcg_boards.drawn(dice)
            near = abs(len(board.crates) - controls[number]["crates"]) <= 1
            if near and _pcg_boards.is_good(board) and problem.quality(problem.info(board.rows())) >= 1:
                chosen[number] = board
    return [chosen[number].rows() for number in range(count)]


def _doors(places: int, rows: int, cols: int) -> tuple[list[int], list[int]]:
    """The layout of a set of doors, and the rooms with a door."""
    layout, place = [0] * (rows * cols), 0
    for room in range(rows * cols):
        for there, beside, out, back in ((room % cols < cols - 1, room + 1, 4, 1), (room < (rows - 1) * cols, room + cols, 8, 2)):
            if there:
                if places >> place & 1:
                    layout[room] |= out
                    layout[beside] |= back
                place += 1
    return layout, [room for room, doors in enumerate(layout) if doors]


def _isaac(dice: random.Random, problem: Any, controls: list[Any], tries: int) -> list[Content]:
    """Takes sets of doors from the stock in turn, with enough rooms if possible, and draws the four special rooms.

    If there are more controls than sets in the stock, some items differ only in these four rooms, which the benchmark
    does not compare.
    """
    stock = [_doors(places, problem._height, problem._width) for places in DOORS]
    used = [0] * len(stock)
    contents: list[Content] = [None] * len(controls)
    for number in sorted(range(len(controls)), key=lambda number: -int(controls[number]["map_size"])):
        wanted = controls[number]["map_size"] + problem._cerror

        def worth(at: int) -> tuple[bool, int]:
            return len(stock[at][1]) < wanted <= problem._width * problem._height, used[at]

        at = min(range(len(stock)), key=worth)
        used[at] += 1
        layout, rooms = stock[at]
        for _ in range(100 * tries):
            content = {"layout": layout} | dict(zip(("start", "boss", "shop", "treasure"), dice.sample(rooms, 4)))
            if problem.quality(problem.info(content)) >= 1:
                contents[number] = content
                break
        else:
            raise InvalidRequest(f"isaac-v0: no four rooms were good in {100 * tries} tries for control {number}; allow more")
    return contents


_PROBLEMS: dict[str, Propose] = {
    "zelda-v0": _zelda,
    "zelda-enemies-v0": _zelda,
    "zelda-large-v0": _zelda,
    "binary-v0": _binary,
}
_STOCKED: dict[str, Callable[[random.Random, Any, list[Any], int], list[Content]]] = {
    "sokoban-v0": _sokoban,
    "isaac-v0": _isaac,
}
_NAMES = [*_PROBLEMS, *_STOCKED]


def _is_proved(name: str, content: Content, info: dict[str, Any]) -> bool:
    """True if the verifier finds paths of the lengths that the benchmark counts; true if it counts none."""
    if not name.startswith("zelda"):
        return True
    grid = np.pad(np.asarray(content), 1)
    names = ["WALL", "FLOOR", "FLOOR", "FLOOR", "FLOOR", "ENEMY"]
    tiles = np.vectorize([TILES[name].id for name in names].__getitem__)(grid)

    def cost(start: int, goal: int, shut: bool) -> float | None:
        map_ = tiles.copy()
        if shut:
            map_[grid == _DOOR] = TILES["WALL"].id
        map_[grid == start], map_[grid == goal] = TILES["START"].id, TILES["TRIFORCE"].id
        return solve(Level.from_array(map_)).cost

    found = (cost(_PLAYER, _KEY, True), cost(_KEY, _DOOR, False))
    return found == (int(info["player_key"]), int(info["key_door"]))


def _controls(env: Any, seed: int, count: int) -> list[Any]:
    """The controls that the benchmark draws from a seed."""
    env.seed(seed)
    return [env.control_space.sample() for _ in range(count)]


def _tries(propose: Propose, dice: random.Random, problem: Any, control: Any, most: int) -> Iterator[Content]:
    for _ in range(most):
        content = propose(dice, problem, control)
        if content is not None:
            yield content


def make(env: Any, name: str, *, seed: int = 1, count: int = 100, tries: int = 400) -> tuple[list[Content], list[Any]]:
    """Generates the contents of a problem of the benchmark; also returns their controls.

    :param env: ``pcg_benchmark.make(name)``.
    :param tries: the maximum number of proposals per control; if none is perfect, the best is kept.
    """
    if name not in _NAMES:
        raise InvalidRequest(f"unknown problem {name!r}; known are {', '.join(_NAMES)}")
    problem = env._problem
    controls = _controls(env, seed, count)
    if name in _STOCKED:
        return _STOCKED[name](random.Random(f"{name} {seed}"), problem, controls, tries), controls
    contents: list[Content] = []
    infos: list[Any] = []
    for number, control in enumerate(controls):
        dice = random.Random(f"{name} {seed} {number}")
        best: tuple[tuple[float, ...], Content, Any] | None = None
        for content in _tries(_PROBLEMS[name], dice, problem, control, tries):
            info = problem.info(content)
            if problem.quality(info) < 1 or not _is_proved(name, content, info):
                continue
            controlled = float(problem.controlability(info, control))
            alike = 0
            for other in infos:
                alike += (problem.diversity(info, other) < 1) + (problem.diversity(other, info) < 1)
                if best is not None and (controlled, -alike) <= best[0]:
                    break
            merit = (controlled, -alike)
            if best is None or merit > best[0]:
                best = (merit, content, info)
            if alike == 0 and controlled >= 1:
                break
        if best is None:
            raise InvalidRequest(f"{name}: nothing good was made in {tries} tries for control {number}; allow more")
        contents.append(best[1])
        infos.append(best[2])
    return contents, controls


def _plain(value: Any) -> Any:
    """Converts numpy values to plain lists and numbers."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return int(value)


def main(words: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m quandary.pcg_benchmark", description=__doc__.split("\n\n")[0])
    parser.add_argument("--benchmark", metavar="DIR", required=True, help="a checkout of amidos2006/pcg_benchmark")
    parser.add_argument("--problem", metavar="NAME", action="append", help=f"one of {', '.join(_NAMES)}; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--tries", type=int, default=400, help="maximum number of proposals per content")
    parser.add_argument("--table", action="store_true", help="print rows of a Markdown table")
    parser.add_argument("-o", "--output", metavar="FILE", help="write contents and controls as JSON")
    args = parser.parse_args(words)
    sys.path.insert(0, args.benchmark)
    benchmark = importlib.import_module("pcg_benchmark")
    results: dict[str, Any] = {}
    for name in args.problem or _NAMES:
        begin = time.perf_counter()
        env = benchmark.make(name)
        contents, controls = make(env, name, seed=args.seed, count=args.count, tries=args.tries)
        took = time.perf_counter() - begin
        figures = [100 * float(share) for share in env.evaluate(contents, controls)[:3]]
        quality, diversity, control = (f"{figure:.0f}" for figure in figures)
        if args.table:
            print(f"| `{name}` | {quality} | {diversity} | {control} |", flush=True)
        else:
            print(f"{name}: quality {quality}, diversity {diversity}, control {control}, made in {took:.1f} s", flush=True)
        results[name] = {"contents": _plain(contents), "controls": _plain(controls)}
    if args.output:
        with open(args.output, "w", encoding="utf-8") as file:
            json.dump(results, file)


if __name__ == "__main__":
    main()
