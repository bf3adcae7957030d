"""Sokoban boards for the PCG benchmark: a copy of its breadth-first solver, and a search for boards that all differ.

The benchmark counts two boards as different if their paths differ, in both orders. A path is a string of letters for
steps and pushes, turned such that the first step goes right and the first step across goes down, with repeated letters
written once. A set in which every pair differs is a clique. Adding one good board after another does not find a large
one,
since half of all pairs are alike. So the search draws and alters boards: it adds a board that differs from all, and a
board
that is like exactly one other replaces it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Any, NamedTuple

#: Cells per side, and places per row including the wall around the board.
SIDE, WIDE = 5, 7
#: Left, right, up, down: the order in which the benchmark tries them.
STEPS = (-1, 1, -WIDE, WIDE)
#: Maximum number of nodes of the benchmark's breadth-first search.
POWER = 5000
INSIDE = [row * WIDE + col for row in range(1, SIDE + 1) for col in range(1, SIDE + 1)]
BORDER = frozenset(range(WIDE * WIDE)) - frozenset(INSIDE)
_LETTERS = {(1, 0): "re", (-1, 0): "lk", (0, 1): "ds", (0, -1): "uy"}


class Board(NamedTuple):
    """A board with its wall: the places of the objects."""

    walls: frozenset[int]
    player: int
    crates: tuple[int, ...]
    targets: tuple[int, ...]

    def rows(self) -> list[list[int]]:
        """The content: 0 wall, 1 floor, 2 player, 3 crate, 4 target."""
        kinds = {place: 0 for place in self.walls} | {self.player: 2}
        kinds |= {place: 3 for place in self.crates} | {place: 4 for place in self.targets}
        return [[kinds.get(row * WIDE + col, 1) for col in range(1, SIDE + 1)] for row in range(1, SIDE + 1)]

    @classmethod
    def of(cls, digits: str) -> Board:
        """Parses a board from 25 digits, row by row."""
        places = dict(zip(INSIDE, digits))
        kind = {digit: tuple(place for place in INSIDE if places[place] == digit) for digit in "0234"}
        return cls(BORDER | frozenset(kind["0"]), kind["2"][0], kind["3"], kind["4"])


def _dead(walls: frozenset[int], targets: Iterable[int]) -> set[int]:
    """The places that a crate never leaves: corners, and lines along a wall between two corners."""
    goals = set(targets)
    corners = [
        place
        for place in INSIDE
        if place not in walls
        and place not in goals
        and (place - WIDE in walls or place + WIDE in walls)
        and (place - 1 in walls or place + 1 in walls)
    ]
    dead = set(corners)
    for one in corners:
        for other in corners:
            row = one // WIDE == other // WIDE
            if one >= other or not (row or one % WIDE == other % WIDE):
                continue
            step, side = (1, WIDE) if row else (WIDE, 1)
            line = range(one + step, other, step)
            if not any(at in goals or at in walls or (at - side not in walls and at + side not in walls) for at in line):
                dead.update(line)
    return dead


def solve(board: Board) -> list[tuple[int, bool]] | None:
    """The steps that the benchmark's breadth-first search finds, each with true for a push; ``None`` if it finds
    none."""
    dead, goals = _dead(board.walls, board.targets), set(board.targets)
    nodes: list[tuple[int, tuple[int, ...], int, tuple[int, bool]]] = [(board.player, board.crates, -1, (0, False))]
    seen = set()
    for at, (player, crates, _, _) in enumerate(nodes):
        if at >= POWER:
            return None
        if goals.issuperset(crates):
            steps = []
            while nodes[at][2] >= 0:
                steps.append(nodes[at][3])
                at = nodes[at][2]
            return steps[::-1]
        if (player, crates) in seen:
            continue
        seen.add((player, crates))
        for number, step in enumerate(STEPS):
            place = player + step
            if place in board.walls:
                continue
            if place not in crates:
                nodes.append((place, crates, at, (number, False)))
            elif place + step not in board.walls and place + step not in crates:
                moved = tuple(place + step if crate == place else crate for crate in crates)
                if dead.isdisjoint(moved):
                    nodes.append((place, moved, at, (number, True)))
    return None


def way(steps: list[tuple[int, bool]]) -> str:
    """The path as the letters that the benchmark compares."""
    moves = [((-1, 0), (1, 0), (0, -1), (0, 1))[number] for number, _ in steps]
    if moves[0][0] == 0:
        moves = [(y, x) for x, y in moves]
    flip = moves[0][0]
    across = next((y for _, y in moves if y), 1)
    letters = ""
    for (x, y), (_, push) in zip(moves, steps):
        letter = _LETTERS[x * flip, y * across][push]
        if letters[-1:] != letter:
            letters += letter
    return letters


def differ(one: str, other: str) -> bool:
    """True if the benchmark counts two paths as different, in both orders."""
    if 4 * min(len(one), len(other)) <= len(one) + len(other):
        return True
    return all(SequenceMatcher(None, *pair).ratio() <= 0.5 for pair in ((one, other), (other, one)))


def drawn(dice: random.Random) -> Board:
    """A random board, played backwards from its end: a random walk of the player, who pulls crates off their
    targets."""
    cells = list(INSIDE)
    dice.shuffle(cells)
    many = dice.randrange(1, SIDE + 1)
    targets, player, rest = cells[:many], cells[many], cells[many + 1 :]
    walls, stand = BORDER | frozenset(rest[: dice.randrange(12)]), list(targets)
    for _ in range(dice.randrange(50, 600)):
        step = dice.choice(STEPS)
        if player + step in walls or player + step in stand:
            continue
        if player - step in stand and dice.random() < 0.8:
            stand[stand.index(player - step)] = player
        player += step
    return Board(walls, player, tuple(sorted(stand)), tuple(targets))


def altered(dice: random.Random, board: Board) -> Board:
    """The board with one to three random changes."""
    walls, player, crates, targets = set(board.walls), board.player, list(board.crates), list(board.targets)
    for _ in range(dice.randrange(1, 4)):
        place, what = dice.choice(INSIDE), dice.randrange(5)
        if what < 2:
            walls ^= {place}
        elif what == 2:
            crates[dice.randrange(len(crates))] = place
        elif what == 3:
            targets[dice.randrange(len(targets))] = place
        else:
            player = place
    return Board(frozenset(walls), player, tuple(sorted(crates)), tuple(targets))


def _whole(board: Board) -> bool:
    """True if no two objects share a place."""
    things = [board.player, *board.crates, *board.targets]
    return len(set(things)) == len(things) and board.walls.isdisjoint(things)


def is_good(board: Board) -> bool:
    """True if the benchmark solves the board in at least as many steps as it requires."""
    return _whole(board) and len(solve(board) or []) >= 2 * SIDE


#: Maximum shares in % of boards with up to two, with three, and with more crates, to serve every control.
_SHARES = (42, 36, 100)


def search(dice: random.Random, kept: list[Board], proposals: int, count: int = 100) -> list[Board]:
    """Extends ``kept`` to at most ``count`` pairwise different boards, with a number of proposals."""
    found = [(board, way(solve(board) or [])) for board in kept]

    def share(board: Board) -> int:
        return max(0, min(2, len(board.crates) - 2))

    for _ in range(proposals):
        if len(found) >= count:
            break
        board = altered(dice, dice.choice(found)[0]) if found and dice.random() < 0.7 else drawn(dice)
        steps = solve(board) if _whole(board) else None
        if steps is None or len(steps) < 2 * SIDE:
            continue
        letters = way(steps)
        alike = [at for at, (_, other) in enumerate(found) if not differ(letters, other)]
        others: list[Any] = [share(other) for at, (other, _) in enumerate(found) if at not in alike]
        if len(alike) > 1 or 100 * others.count(share(board)) >= count * _SHARES[share(board)]:
            continue
        if not alike:
            found.append((board, letters))
        elif found[alike[0]][1] != letters:
            found[alike[0]] = (board, letters)
    return [board for board, _ in found]
