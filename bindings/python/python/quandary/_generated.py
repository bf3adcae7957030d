"""Generators: dungeons, missions, layouts, areas, caves, riddles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import numpy.typing as npt

from . import _native
from ._level import Level
from ._verdict import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack


class _Generated:
    """The common base of all generated content."""

    def __init__(self, native: _native.Generated) -> None:
        self._native = native

    @property
    def seed(self) -> int:
        """The seed. The same seed and request generate the same content."""
        return self._native.seed

    @property
    def attempt(self) -> int:
        """The number of the attempt that succeeded."""
        return self._native.attempt

    def _text(self, format: str, spoiler: bool = False) -> str:
        return bytes(self._native.render(format, spoiler)).decode()

    def to_json(self, *, line: bool = False) -> str:
        """The JSON that the command line prints for one result, or with ``line`` for many results."""
        return self._text("line" if line else "json")

    @cached_property
    def json(self) -> Mapping[str, Any]:
        """The parsed JSON."""
        fields: Mapping[str, Any] = json.loads(self.to_json(line=True))
        return fields

    def to_text(self, *, spoiler: bool = False) -> str:
        """The text that the command line prints; with the solution if ``spoiler``."""
        return self._text("text", spoiler)

    def to_svg(self, *, spoiler: bool = False) -> str:
        """A picture (SVG); with the solution if ``spoiler``."""
        return self._text("svg", spoiler)

    def draw(self, path: str | None = None, *, spoiler: bool = False) -> bytes:
        """A picture (PNG); with the solution if ``spoiler``. Also written to the file ``path``, if given."""
        png = bytes(self._native.render("png", spoiler))
        if path is not None:
            with open(path, "wb") as file:
                file.write(png)
        return png

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return self.to_text()


class _WithLevel(_Generated):
    """Generated content that can be verified and played."""

    @cached_property
    def level(self) -> Level:
        """The level, to be verified and played."""
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
    """A passage between two rooms: its kind, and its requirements in each direction (``None`` if it is closed)."""

    a: int
    b: int
    kind: str
    a_to_b: tuple[str, ...] | None
    b_to_a: tuple[str, ...] | None
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Cycle:
    """A loop: its pattern, and the rooms of its two arcs from the entry to the goal."""

    pattern: str
    entry: int
    goal: int
    arc_a: tuple[int, ...]
    arc_b: tuple[int, ...]
    claims: tuple[int, ...]


@dataclass(frozen=True)
class Claim:
    """A proved claim about a dungeon: the verifier's results before and after a change."""

    claim: str
    about: tuple[str, ...]
    given: tuple[str, ...]
    change: tuple[str, ...]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    holds: bool


class Dungeon(_WithLevel):
    """A dungeon, generated from a seed and proved, with its level."""

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
        passages = []
        for passage in self.json["passages"]:
            needs = passage.get("needs") or {}
            ways = [needs.get(way) for way in ("a_to_b", "b_to_a")]
            there, back = (None if way is None else tuple(way) for way in ways)
            passages.append(Passage(passage["a"], passage["b"], passage["kind"], there, back, passage))
        return tuple(passages)

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        """The loops with a proved pattern."""
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
        """The proved claims."""
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
        """The commands that win the dungeon as a text adventure."""
        return tuple(self.json["walkthrough"])

    def __repr__(self) -> str:
        request = self.json["provenance"]["request"]
        return f"Dungeon(category={request['category']!r}, rooms={request['rooms']}, seed={self.seed}, attempt={self.attempt})"


class Mission(_WithLevel):
    """A proved graph of rooms, keys and locks."""

    def to_dot(self) -> str:
        """The graph in the DOT format of Graphviz."""
        return self._text("dot")

    def __repr__(self) -> str:
        return f"Mission(rooms={len(self.json['rooms'])}, seed={self.seed}, attempt={self.attempt})"


class Layout(_Generated):
    """Rooms in space."""

    def __repr__(self) -> str:
        return f"Layout(category={self.json['category']!r}, rooms={len(self.json['rooms'])}, seed={self.seed})"


class Area(_WithLevel):
    """A layout with proved puzzles in its passages."""

    def __repr__(self) -> str:
        rooms, puzzles = len(self.json["rooms"]), len(self.json.get("puzzles", ()))
        return f"Area(category={self.json['category']!r}, rooms={rooms}, puzzles={puzzles}, seed={self.seed})"


class Riddle(_Generated):
    """A crossword position with one best play. ``str`` and pictures show the answer only with ``spoiler``."""

    @property
    def board(self) -> tuple[str, ...]:
        """Fifteen rows of fifteen squares; ``.`` is an empty square."""
        return tuple(self.json["board"])

    @property
    def rack(self) -> str:
        """The seven tiles of the rack."""
        return str(self.json["rack"])

    @property
    def answer(self) -> str:
        """The word of the best play."""
        return str(self.json["solution"]["move"])

    @property
    def square(self) -> str:
        """The square where it begins: ``H8`` across, ``8H`` down."""
        return str(self.json["solution"]["square"])

    @property
    def score(self) -> int:
        """Its score in points."""
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
    bridges: int | None
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
    """The fields of :func:`riddle`, except the locale."""

    board_type: str
    profile: str
    difficulty: str | None
    ban: Sequence[str]
    attempts: int | None
    attempt: int | None
    seconds: float | None


def _plain(value: Any) -> Any:
    """Converts a value to JSON: a numpy number to a number, any other iterable to a list."""
    return value.item() if isinstance(value, np.generic) else list(value)


def _encode(request: Mapping[str, Any]) -> tuple[str, int]:
    """The JSON of a request, and the number of threads. ``None`` means the default."""
    given = {name: value for name, value in request.items() if value is not None}
    threads = given.pop("threads", 0)
    return json.dumps(given, default=_plain), threads


def dungeon(*, progress: Progress | None = None, **request: Unpack[DungeonRequest]) -> Dungeon:
    """Generates a dungeon, as ``quandary dungeon`` does. The same seed and request give the same bytes.

    The keyword arguments are the options of the command: ``category``, ``rooms``, ``floors``, ``room_size`` (width and
    height), ``keys``, ``switches``, ``puzzles``, ``blocks``, ``bridges``, ``difficulty`` ("40..55"), ``room_templates``
    (the text of a file), ``seed``, and one of ``attempts``, ``attempt`` and ``seconds``. ``threads`` is 0 for one thread per core;
    the dungeon does not depend on it.

    :raises NotFound: if no attempt succeeds.
    """
    return Dungeon(_native.make("dungeon", *_encode(request), progress))


def mission(*, progress: Progress | None = None, **request: Unpack[MissionRequest]) -> Mission:
    """Generates a mission: a graph of rooms with keys, locks and switches.

    The keyword arguments are the options of ``quandary mission``. ``space`` is a list of cells, one per room;
    ``colors``
    is a list of lists of cells, one list per room.
    """
    return Mission(_native.make("mission", *_encode(request), progress))


def layout(*, progress: Progress | None = None, **request: Unpack[LayoutRequest]) -> Layout:
    """Generates a layout: rooms in space. The keyword arguments are the options of ``quandary layout``."""
    return Layout(_native.make("layout", *_encode(request), progress))


def area(*, progress: Progress | None = None, **request: Unpack[AreaRequest]) -> Area:
    """Generates an area: a layout with proved puzzles. The keyword arguments are the options of ``quandary area``."""
    return Area(_native.make("area", *_encode(request), progress))


def cave(*, progress: Progress | None = None, **request: Unpack[CaveRequest]) -> npt.NDArray[np.uint8]:
    """Generates a cave: an array of rows and columns, 1 for rock and 0 for open ground.

    The keyword arguments are the options of ``quandary cave``; ``size`` is width and height.
    """
    return _native.cave(*_encode(request), progress)


def riddle(
    locale: str = "en_US", *, progress: Progress | None = None, **request: Unpack[RiddleRequest]
) -> Riddle:
    """Generates a riddle: a crossword position with one best play.

    The keyword arguments are the options of ``quandary riddle``. Without ``attempts`` and ``seconds`` it searches for
    15
    seconds.
    """
    return Riddle(_native.riddle(*_encode({"locale": locale, **request}), progress))
