"""The verifier: whether a level can be won, how, whether a player can get stuck, and how hard it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from . import _native
from ._level import Level
from .errors import LimitReached

if TYPE_CHECKING:
    from typing_extensions import Self

Rules = Union[str, Mapping[str, Any]]
"""Rules of the game: the name of a preset, or a mapping such as ``{"bombs": "unlimited", "start": {"keys": 1}}``."""

Progress = Callable[[int, int], object]
"""Called regularly with the number of items done and found. An exception in it stops the work."""

Verdict = Literal["solvable", "unsolvable", "no goal", "unknown"]


class Limits(TypedDict, total=False):
    """The limits of a search: states (0 means no limit), seconds, and bytes of memory."""

    states: int
    seconds: float
    memory: int


@dataclass(frozen=True)
class Move:
    """A move of a plan: the action, the position of the player after it, and the things collected and opened."""

    action: str
    position: Any
    collected: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


def _moves(plan: list[dict[str, Any]] | None) -> tuple[Move, ...] | None:
    if plan is None:
        return None
    moves = []
    for move in plan:
        position = move["position"]
        position = tuple(position) if isinstance(position, list) else position
        moves.append(Move(move["action"], position, tuple(move["collected"]), tuple(move["opened"])))
    return tuple(moves)


class _Result:
    """The common base of :class:`Solution` and :class:`Report`."""

    def __init__(self, native: Any, level: Level) -> None:
        self._native = native
        self._level = level

    @property
    def level(self) -> Level:
        """The verified level."""
        return self._level

    @property
    def verdict(self) -> Verdict:
        """The verdict: solvable, unsolvable, or unknown if a limit was reached first."""
        verdict: Verdict = self._native.verdict
        return verdict

    @property
    def limit(self) -> str | None:
        """The limit that ended the search before the proof was complete, if any."""
        limit: str | None = self._native.limit
        return limit

    def decided(self) -> Self:
        """Returns this object if the verdict is known.

        :raises LimitReached: if it is unknown.
        """
        if self.verdict == "unknown":
            raise LimitReached(f"the limit on {self.limit} came first", self.limit)
        return self

    def to_json(self) -> str:
        """The JSON that the command line prints."""
        text: str = self._native.to_json()
        return text

    @cached_property
    def _fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads(self.to_json())
        return fields

    def to_svg(self) -> str | None:
        """A picture (SVG) overlaid with the way; ``None`` for a level without tiles."""
        svg: str | None = self._native.svg()
        return svg

    def _repr_svg_(self) -> str | None:
        return self.to_svg()

    def __str__(self) -> str:
        return str(self._native.words())


class Solution(_Result):
    """A verdict with a cheapest plan."""

    _native: _native.Solution

    @property
    def winnable(self) -> bool | None:
        """True if there is a plan, false if it is proved that there is none, ``None`` if unknown
        or without a goal."""
        return {"solvable": True, "unsolvable": False}.get(self.verdict)

    @property
    def cost(self) -> float | None:
        """The cost of the plan."""
        cost: float | None = self._fields["cost"]
        return cost

    @property
    def optimal(self) -> bool:
        """True if it is proved that no plan costs less."""
        return bool(self._fields["optimal"])

    @property
    def states_explored(self) -> int:
        """The number of states that the requested search expanded."""
        return int(self._fields["states_explored"])

    @property
    def states_explored_beside(self) -> int:
        """The number of states that the exact search expanded, if it ran in parallel with the requested one."""
        return int(self._fields.get("states_explored_beside", 0))

    @cached_property
    def plan(self) -> tuple[Move, ...] | None:
        """The moves."""
        return _moves(self._fields["plan"])

    @property
    def steps(self) -> str | None:
        """The plan in the notation that :func:`hint` reads, such as ``right 3, down``."""
        return self._native.steps()

    def __repr__(self) -> str:
        cost = "" if self.cost is None else f", cost={self.cost}, optimal={self.optimal}"
        return f"Solution(verdict={self.verdict!r}{cost})"


@dataclass(frozen=True)
class Witness:
    """A shortest way to get stuck."""

    plan: tuple[Move, ...]
    cost: float


class Report(_Result):
    """The result of :func:`check`: whether a level can be won, and whether a player can get stuck."""

    _native: _native.Report

    @property
    def winnable(self) -> bool | None:
        """True if it is proved that a goal can be reached, false if it is proved that none can; ``None`` if unknown."""
        return self._native.winnable

    @property
    def unlosable(self) -> bool | None:
        """True if the level is proved softlock-free, false if a player can get stuck; ``None`` if unknown."""
        return self._native.unlosable

    @property
    def states(self) -> int:
        """The number of reachable states that were found."""
        return self._native.states

    @property
    def dead_states(self) -> int | None:
        """The number of those states from which no goal can be reached."""
        return self._native.dead_states

    @property
    def cost(self) -> float | None:
        """The cost of a cheapest plan."""
        cost: float | None = self._fields["cost"]
        return cost

    @cached_property
    def witness(self) -> Witness | None:
        """A shortest way to get stuck, if there is one."""
        fields = self._fields["witness"]
        return None if fields is None else Witness(_moves(fields["plan"]) or (), fields["cost"])

    @property
    def needed(self) -> list[dict[str, Any]]:
        """The things and locks; ``needed`` is true for those without which the level cannot be won."""
        needed: list[dict[str, Any]] = self._fields["needed"]
        return needed

    @property
    def spheres(self) -> list[list[dict[str, Any]]]:
        """The spheres: the things reachable from the start, then those reachable with them, and so on."""
        spheres: list[list[dict[str, Any]]] = self._fields["spheres"]
        return spheres

    @property
    def why_not(self) -> dict[str, Any] | None:
        """The reason why the level cannot be won, and the changes that would fix it."""
        why_not: dict[str, Any] | None = self._fields["why_not"]
        return why_not

    @property
    def lint(self) -> list[dict[str, str]]:
        """Warnings about the level."""
        lint: list[dict[str, str]] = self._fields["lint"]
        return lint

    def __repr__(self) -> str:
        return (
            f"Report(verdict={self.verdict!r}, winnable={self.winnable}, unlosable={self.unlosable}, "
            f"states={self.states}, dead_states={self.dead_states})"
        )


@dataclass(frozen=True)
class Rating:
    """The difficulty of a level: a figure from 0 to 100, and its parts; no figure if it cannot be won."""

    winnable: bool
    figure: float | None
    is_sure: bool
    parts: Mapping[str, float] = field(repr=False)
    adds: Mapping[str, float] = field(repr=False)
    json: str = field(repr=False)

    def to_json(self) -> str:
        """The JSON that the command line prints."""
        return self.json


@dataclass(frozen=True)
class Hint:
    """A hint for a player: state of the game, where to go, what for, next moves. Its ``rung`` decides how much it
    has."""

    rung: int
    standing: Mapping[str, Any]
    where: Mapping[str, Any] | None
    what: Mapping[str, Any] | None
    moves: tuple[str, ...] | None
    words: str = field(repr=False)
    json: str = field(repr=False)

    def to_json(self) -> str:
        """The JSON that the command line prints."""
        return self.json

    def __str__(self) -> str:
        return self.words


def _level(level: Any) -> Level:
    """The level itself, or the ``level`` of generated content."""
    if isinstance(level, Level):
        return level
    own = getattr(level, "level", None)
    if isinstance(own, Level):
        return own
    raise TypeError(f"expected a Level, or something made that has one, not {type(level).__name__}")


def solve(
    level: Any,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **search: Any,
) -> Solution:
    """Finds a cheapest plan of a level, or proves that there is none.

    :param level: a level, or generated content that has one.
    :param rules: rules that replace those of the level.
    :param limits: the limits; by default 200,000 states and half of the memory of the machine, at most 4 GiB.
    :param search: ``cost`` (moves or pushes), ``heuristic``, ``weight``, ``collect`` ("all"), ``anytime``,
        ``tie_break``,
        ``key_boost``: the options of ``quandary solve``.
    """
    level = _level(level)
    return Solution(_native.solve(level._native, rules, limits, progress, **search), level)


def check(
    level: Any, *, rules: Rules | None = None, limits: Limits | None = None, progress: Progress | None = None
) -> Report:
    """Checks whether a level can be won, and whether a player can get stuck.

    :param level: a level, or generated content that has one.
    :param rules: rules that replace those of the level.
    :param limits: the limits; by default 10,000,000 states and half of the memory of the machine, at most 4 GiB.
    """
    level = _level(level)
    return Report(_native.check(level._native, rules, limits, progress), level)


def rate(
    level: Any, *, rules: Rules | None = None, name: str | None = None, progress: Progress | None = None
) -> Rating:
    """Rates the difficulty of a level, from 0 to 100.

    :raises LimitReached: if it is undecided whether the level can be won.
    """
    level = _level(level)
    text = _native.rate(level._native, name or level.name or "level", rules, progress)
    fields = json.loads(text)
    if fields["winnable"] is None:
        raise LimitReached("it was not decided whether the level can be won", "states")
    parts, adds = fields.get("parts", {}), fields.get("adds", {})
    return Rating(fields["winnable"], fields.get("figure"), bool(fields.get("is_sure")), parts, adds, text)


def hint(
    level: Any,
    at: str = "",
    rung: int = 1,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Hint:
    """Gives a hint to a player of a level.

    :param at: the steps so far, such as ``"right 3, down"``.
    :param rung: the hint level: 1 the state of the game, 2 where to go, 3 what for, 4 the next moves.
    """
    text, words = _native.hint(_level(level)._native, at, rung, rules, limits, progress)
    fields = json.loads(text)
    moves = fields.get("moves")
    moves = None if moves is None else tuple(moves)
    return Hint(fields["rung"], fields["standing"], fields.get("where"), fields.get("what"), moves, words, text)
