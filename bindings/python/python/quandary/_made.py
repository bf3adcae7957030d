"""What is made: dungeons, missions, layouts, areas, caves, riddles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import numpy.typing as npt

from . import _native
from ._judge import Progress
from ._level import Level

if TYPE_CHECKING:
    from typing_extensions import Unpack


class _Made:
    """What all things that are made have in common."""

    def __init__(self, native: _native.Made) -> None:
        self._native = native

    @property
    def seed(self) -> int:
        """The seed that made it; with the same request it makes it again."""
        return self._native.seed

    @property
    def attempt(self) -> int:
        """The attempt of the seed that made it."""
        return self._native.attempt

    def _text(self, format: str, spoiler: bool = False) -> str:
        return bytes(self._native.shown(format, spoiler)).decode()

    def to_json(self, *, line: bool = False) -> str:
        """The JSON that the command line prints of one, or with ``line`` that which it prints of many."""
        return self._text("line" if line else "json")

    @cached_property
    def json(self) -> Mapping[str, Any]:
        """The same, read."""
        fields: Mapping[str, Any] = json.loads(self.to_json(line=True))
        return fields

    def to_text(self, *, spoiler: bool = False) -> str:
        """What the command line prints of it, with the solution if asked for."""
        return self._text("text", spoiler)

    def to_svg(self, *, spoiler: bool = False) -> str:
        """A picture, with the solution if asked for."""
        return self._text("svg", spoiler)

    def draw(self, path: str | None = None, *, spoiler: bool = False) -> bytes:
        """The picture in pixels (PNG), with the solution if asked for; written to a file too, if one is named."""
        png = bytes(self._native.shown("png", spoiler))
        if path is not None:
            with open(path, "wb") as file:
                file.write(png)
        return png

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return self.to_text()


class _WithLevel(_Made):
    """Something that can be judged and played."""

    @cached_property
    def level(self) -> Level:
        """The level, to be judged and played."""
        return Level._of(self._native.level())


@dataclass(frozen=True)
class Room:
    """A room of a dungeon."""

    id: int
    coords: tuple[int, ...]
    kind: str
    name: str | None
    purpose: str | None
    intensity: float
    holds: tuple[str, ...]
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Passage:
    """A passage between two rooms: its kind, and what it asks for on the way from one to the other and back."""

    a: int
    b: int
    kind: str
    a_to_b: tuple[str, ...] | None
    b_to_a: tuple[str, ...] | None
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Cycle:
    """A loop: its pattern, and the rooms of its two ways from the entry to the goal."""

    pattern: str
    entry: int
    goal: int
    arc_a: tuple[int, ...]
    arc_b: tuple[int, ...]
    claims: tuple[int, ...]


@dataclass(frozen=True)
class Claim:
    """Something that was proved of a dungeon: the judge was asked with it and without it."""

    claim: str
    about: tuple[str, ...]
    given: tuple[str, ...]
    change: tuple[str, ...]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    holds: bool


class Dungeon(_WithLevel):
    """A whole dungeon: made from a seed, proved, with its level."""

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms."""
        return tuple(
            Room(
                room["id"],
                tuple(room["coords"]),
                room["kind"],
                room.get("name"),
                room.get("purpose"),
                room.get("intensity", 0.0),
                tuple(room.get("holds", ())),
                room,
            )
            for room in self.json["rooms"]
        )

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The passages."""
        made = []
        for passage in self.json["passages"]:
            needs = passage.get("needs") or {}
            ways = [needs.get(way) for way in ("a_to_b", "b_to_a")]
            there, back = (None if way is None else tuple(way) for way in ways)
            made.append(Passage(passage["a"], passage["b"], passage["kind"], there, back, passage))
        return tuple(made)

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        """The loops that mean something."""
        return tuple(
            Cycle(
                cycle["pattern"],
                cycle["entry"],
                cycle["goal"],
                tuple(cycle["arc_a"]),
                tuple(cycle["arc_b"]),
                tuple(cycle["claims"]),
            )
            for cycle in self.json["cycles"]
        )

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """All that was proved."""
        return tuple(
            Claim(
                claim["claim"],
                tuple(claim["about"]),
                tuple(claim["given"]),
                tuple(claim["change"]),
                claim["before"],
                claim["after"],
                claim["holds"],
            )
            for claim in self.json["claims"]
        )

    @property
    def walkthrough(self) -> tuple[str, ...]:
        """The commands that win it as a game of words."""
        return tuple(self.json["walkthrough"])

    def __repr__(self) -> str:
        request = self.json["provenance"]["request"]
        return f"Dungeon(category={request['category']!r}, rooms={request['rooms']}, seed={self.seed}, attempt={self.attempt})"


class Mission(_WithLevel):
    """A graph of rooms, keys and locks, proved."""

    def to_dot(self) -> str:
        """A graph for Graphviz."""
        return self._text("dot")

    def __repr__(self) -> str:
        return f"Mission(rooms={len(self.json['rooms'])}, seed={self.seed}, attempt={self.attempt})"


class Layout(_Made):
    """Rooms in space."""

    def __repr__(self) -> str:
        return f"Layout(category={self.json['category']!r}, rooms={len(self.json['rooms'])}, seed={self.seed})"


class Area(_WithLevel):
    """A layout with puzzles in its passages, proved."""

    def __repr__(self) -> str:
        rooms, puzzles = len(self.json["rooms"]), len(self.json.get("puzzles", ()))
        return f"Area(category={self.json['category']!r}, rooms={rooms}, puzzles={puzzles}, seed={self.seed})"


class Riddle(_Made):
    """A crossword position with one best play. ``str`` and pictures do not tell the answer unless asked to."""

    @property
    def board(self) -> tuple[str, ...]:
        """Fifteen rows of fifteen squares; ``.`` is an empty one."""
        return tuple(self.json["board"])

    @property
    def rack(self) -> str:
        """Seven tiles."""
        return str(self.json["rack"])

    @property
    def answer(self) -> str:
        """The word of the best play."""
        return str(self.json["solution"]["move"])

    @property
    def square(self) -> str:
        """Where it begins: ``H8`` across, ``8H`` down."""
        return str(self.json["solution"]["square"])

    @property
    def score(self) -> int:
        """What it is worth."""
        return int(self.json["solution"]["score"])

    def __repr__(self) -> str:
        return f"Riddle(rack={self.rack!r}, best={self.score}, seed={self.seed}, attempt={self.attempt})"


class _Seeded(TypedDict, total=False):
    seed: int | None
    threads: int


class _Shaped(_Seeded, total=False):
    category: str
    bounds: str | Sequence[int]
    fill: float
    passes: int
    birth: int
    survive: int
    plain: bool
    border: str
    keep: str
    min_rooms: int | None
    stairs: int | str
    treasure_share: float
    puzzle_share: float


class LayoutRequest(_Shaped, total=False):
    """The fields of :func:`layout`."""


class AreaRequest(_Shaped, total=False):
    """The fields of :func:`area`."""

    puzzles: int | str | None
    key_style: str


class DungeonRequest(_Seeded, total=False):
    """The fields of :func:`dungeon`."""

    category: str
    rooms: int
    floors: int
    room_size: tuple[int, int]
    keys: int | None
    switches: int | None
    puzzles: int | None
    difficulty: str | None
    attempts: int | None
    attempt: int | None
    seconds: float | None
    blocks: int | None
    room_templates: str | None


class MissionRequest(_Seeded, total=False):
    """The fields of :func:`mission`."""

    rooms: int | None
    space: Sequence[tuple[int, int]] | None
    colors: Sequence[Sequence[tuple[int, int]]] | None
    keys: int
    switches: int
    switch_style: str
    order: str
    key_style: str
    start: tuple[int, int] | None
    link_chance: float | None
    require: Sequence[str] | None
    linearity: int | None
    goal_room: bool
    boss_locked: bool
    attempts: int


class CaveRequest(_Seeded, total=False):
    """The fields of :func:`cave`."""

    size: tuple[int, int]
    fill: float
    passes: int
    birth: int
    survive: int
    border: str
    keep: str
    min: int


class RiddleRequest(_Seeded, total=False):
    """The fields of :func:`riddle`, besides the locale."""

    board_type: str
    profile: str
    difficulty: str | None
    ban: Sequence[str]
    attempts: int | None
    attempt: int | None
    seconds: float | None


def _plain(value: Any) -> Any:
    """A value that JSON has: numbers of numpy as numbers, and what can be gone through as a list."""
    return value.item() if isinstance(value, np.generic) else list(value)


def _asked(request: Mapping[str, Any]) -> tuple[str, int]:
    """The JSON of a request, and the number of threads. What is ``None`` is as usual."""
    given = {name: value for name, value in request.items() if value is not None}
    threads = given.pop("threads", 0)
    return json.dumps(given, default=_plain), threads


def dungeon(*, progress: Progress | None = None, **request: Unpack[DungeonRequest]) -> Dungeon:
    """Makes a dungeon, as ``quandary dungeon`` does: the same seed and request give the same bytes.

    The keyword arguments are the options of the command: ``category``, ``rooms``, ``floors``, ``room_size`` (width and
    height), ``keys``, ``switches``, ``puzzles``, ``blocks``, ``difficulty`` ("40..55"), ``room_templates`` (the text of a
    file), ``seed``, and one of ``attempts``, ``attempt`` and ``seconds``. ``threads`` is 0 for one a core; the dungeon does not depend on it.

    :raises NotFound: where no attempt gave one.
    """
    return Dungeon(_native.make("dungeon", *_asked(request), progress))


def mission(*, progress: Progress | None = None, **request: Unpack[MissionRequest]) -> Mission:
    """Makes a mission: a graph of rooms with keys, locks and switches.

    The keyword arguments are the options of ``quandary mission``; ``space`` is a list of cells that are to be
    rooms, ``colors`` one of lists of cells, a room each.
    """
    return Mission(_native.make("mission", *_asked(request), progress))


def layout(*, progress: Progress | None = None, **request: Unpack[LayoutRequest]) -> Layout:
    """Makes a layout: rooms in space. The keyword arguments are the options of ``quandary layout``."""
    return Layout(_native.make("layout", *_asked(request), progress))


def area(*, progress: Progress | None = None, **request: Unpack[AreaRequest]) -> Area:
    """Makes an area: a layout with puzzles, proved. The keyword arguments are the options of ``quandary area``."""
    return Area(_native.make("area", *_asked(request), progress))


def cave(*, progress: Progress | None = None, **request: Unpack[CaveRequest]) -> npt.NDArray[np.uint8]:
    """Grows a cave: rows and columns, 1 where it is solid and 0 where it is open.

    The keyword arguments are the options of ``quandary cave``; ``size`` is its width and height.
    """
    return _native.cave(*_asked(request), progress)


def riddle(
    locale: str = "en_US", *, progress: Progress | None = None, **request: Unpack[RiddleRequest]
) -> Riddle:
    """Makes a riddle: a crossword position with one best play.

    The keyword arguments are the options of ``quandary riddle``; without ``attempts`` or ``seconds`` it searches for 15
    seconds.
    """
    return Riddle(_native.riddle(*_asked({"locale": locale, **request}), progress))
