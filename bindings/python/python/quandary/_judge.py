"""The judge: whether a level can be won, how, whether a player can get stuck, and how hard it is."""

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
"""Rules of the game: a preset by its name, or rules by name, such as ``{"bombs": "unlimited", "start": {"keys": 1}}``."""

Progress = Callable[[int, int], object]
"""Called now and then with the numbers of things done and found; an exception of it ends the work."""

Verdict = Literal["solvable", "unsolvable", "unknown"]


class Limits(TypedDict, total=False):
    """The most that a search may spend: states (0 for any number), seconds, and bytes of memory."""

    states: int
    seconds: float
    memory: int


@dataclass(frozen=True)
class Move:
    """A move of a plan: what is done, where the player is after it, and what it took and opened."""

    action: str
    position: Any
    collected: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


def _moves(plan: list[dict[str, Any]] | None) -> tuple[Move, ...] | None:
    if plan is None:
        return None
    made = []
    for move in plan:
        position = move["position"]
        position = tuple(position) if isinstance(position, list) else position
        made.append(Move(move["action"], position, tuple(move["collected"]), tuple(move["opened"])))
    return tuple(made)


class _Judged:
    """What answers of the judge have in common."""

    def __init__(self, native: Any, level: Level) -> None:
        self._native = native
        self._level = level

    @property
    def level(self) -> Level:
        """The level that was judged."""
        return self._level

    @property
    def verdict(self) -> Verdict:
        """Whether the level can be won: solvable, unsolvable, or unknown where a limit came first."""
        verdict: Verdict = self._native.verdict
        return verdict

    @property
    def limit(self) -> str | None:
        """The limit that ended the search before all was proved, if one did."""
        limit: str | None = self._native.limit
        return limit

    def decided(self) -> Self:
        """This, where the verdict is known.

        :raises LimitReached: where it is not.
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
        """A picture with the way drawn over it; a level without tiles has none."""
        svg: str | None = self._native.svg()
        return svg

    def _repr_svg_(self) -> str | None:
        return self.to_svg()

    def __str__(self) -> str:
        return str(self._native.words())


class Solution(_Judged):
    """A verdict with a cheapest plan."""

    _native: _native.Solution

    @property
    def winnable(self) -> bool | None:
        """True if there is a plan, false if it is proved that there is none, ``None`` where that is unknown."""
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
        """The number of states that the search which was asked for expanded."""
        return int(self._fields["states_explored"])

    @property
    def states_explored_beside(self) -> int:
        """The number of states that the exact search expanded, where it ran beside the one that was asked for."""
        return int(self._fields.get("states_explored_beside", 0))

    @cached_property
    def plan(self) -> tuple[Move, ...] | None:
        """The moves."""
        return _moves(self._fields["plan"])

    @property
    def steps(self) -> str | None:
        """The plan in the words that :func:`hint` takes, such as ``right 3, down``."""
        return self._native.steps()

    def __repr__(self) -> str:
        cost = "" if self.cost is None else f", cost={self.cost}, optimal={self.optimal}"
        return f"Solution(verdict={self.verdict!r}{cost})"


@dataclass(frozen=True)
class Witness:
    """A shortest way to get stuck."""

    plan: tuple[Move, ...]
    cost: float


class Report(_Judged):
    """Whether a level can be won, and whether a player can get stuck."""

    _native: _native.Report

    @property
    def winnable(self) -> bool | None:
        """True if it is proved that a goal can be reached; ``None`` where that is unknown."""
        return self._native.winnable

    @property
    def unlosable(self) -> bool | None:
        """True if it is proved that nobody can get stuck; ``None`` where that is unknown."""
        return self._native.unlosable

    @property
    def states(self) -> int:
        """The number of states that a player can get into, as far as they were found."""
        return self._native.states

    @property
    def dead_states(self) -> int | None:
        """The number of them from which no goal can be reached."""
        return self._native.dead_states

    @property
    def cost(self) -> float | None:
        """The cost of a cheapest plan."""
        cost: float | None = self._fields["cost"]
        return cost

    @cached_property
    def witness(self) -> Witness | None:
        """A shortest way to get stuck, if there is one."""
        told = self._fields["witness"]
        return None if told is None else Witness(_moves(told["plan"]) or (), told["cost"])

    @property
    def needed(self) -> list[dict[str, Any]]:
        """The things and locks, each with whether the level cannot be won without it."""
        needed: list[dict[str, Any]] = self._fields["needed"]
        return needed

    @property
    def spheres(self) -> list[list[dict[str, Any]]]:
        """What comes into reach at first, then with that, and so on."""
        spheres: list[list[dict[str, Any]]] = self._fields["spheres"]
        return spheres

    @property
    def why_not(self) -> dict[str, Any] | None:
        """Why the level cannot be won, and what would mend it."""
        why_not: dict[str, Any] | None = self._fields["why_not"]
        return why_not

    @property
    def lint(self) -> list[dict[str, str]]:
        """What is odd about the level."""
        lint: list[dict[str, str]] = self._fields["lint"]
        return lint

    def __repr__(self) -> str:
        return (
            f"Report(verdict={self.verdict!r}, winnable={self.winnable}, unlosable={self.unlosable}, "
            f"states={self.states}, dead_states={self.dead_states})"
        )


@dataclass(frozen=True)
class Rating:
    """How hard a level is: a figure of 0 to 100, and the parts that make it; no figure where it cannot be won."""

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
    """A hint for whoever plays: how things stand, where to go, what for, and the next moves, as far as its rung goes."""

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
    """A level, or the level of what has one."""
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
    """Finds a cheapest plan through a level, or proves that there is none.

    :param level: a level, or something made that has one.
    :param rules: the rules, over those of the level.
    :param limits: the limits; by itself 200,000 states and half of the machine's memory, at most 4 GiB.
    :param search: ``cost`` (moves or pushes), ``heuristic``, ``weight``, ``collect`` ("all"), ``anytime``, ``tie_break``,
        ``key_boost``, as the command line has them.
    """
    level = _level(level)
    return Solution(_native.solve(level._native, rules, limits, progress, **search), level)


def check(
    level: Any, *, rules: Rules | None = None, limits: Limits | None = None, progress: Progress | None = None
) -> Report:
    """Finds out whether a level can be won, and whether a player can get stuck.

    :param level: a level, or something made that has one.
    :param rules: the rules, over those of the level.
    :param limits: the limits; by itself 10,000,000 states and half of the machine's memory, at most
        4 GiB.
    """
    level = _level(level)
    return Report(_native.check(level._native, rules, limits, progress), level)


def rate(
    level: Any, *, rules: Rules | None = None, name: str | None = None, progress: Progress | None = None
) -> Rating:
    """Says how hard a level is, from 0 to 100.

    :raises LimitReached: where it was not decided whether it can be won.
    """
    level = _level(level)
    text = _native.rate(level._native, name or level.name or "level", rules, progress)
    told = json.loads(text)
    if told["winnable"] is None:
        raise LimitReached("it was not decided whether the level can be won", "states")
    parts, adds = told.get("parts", {}), told.get("adds", {})
    return Rating(told["winnable"], told.get("figure"), bool(told.get("is_sure")), parts, adds, text)


def hint(
    level: Any,
    at: str = "",
    rung: int = 1,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Hint:
    """Helps whoever plays a level.

    :param at: the steps so far, such as ``"right 3, down"``.
    :param rung: how much is told: 1 how things stand, 2 where to go, 3 what for, 4 the next moves.
    """
    text, words = _native.hint(_level(level)._native, at, rung, rules, limits, progress)
    told = json.loads(text)
    moves = told.get("moves")
    moves = None if moves is None else tuple(moves)
    return Hint(told["rung"], told["standing"], told.get("where"), told.get("what"), moves, words, text)
