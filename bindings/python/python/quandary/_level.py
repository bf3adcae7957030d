"""Levels and their room graphs."""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import InvalidLevel, InvalidRequest

if TYPE_CHECKING:
    import networkx

NativeLevel = _native.Level

NodeId = Union[int, str]
"""The id of a node: a number or a name, as in the level."""


@dataclass(frozen=True)
class Node:
    """A room of the graph, with its contents."""

    id: NodeId
    contents: tuple[str, ...]


@dataclass(frozen=True)
class Edge:
    """An edge from one room to another, with its requirements."""

    source: NodeId
    target: NodeId
    requires: tuple[str, ...]


@dataclass(frozen=True)
class Graph:
    """The room graph of a level. A level of tiles only has no nodes."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    start: NodeId | None
    goals: tuple[NodeId, ...]

    def to_networkx(self) -> networkx.MultiDiGraph[NodeId]:
        """Converts to a networkx graph: nodes have ``contents``, edges ``requires``."""
        import networkx

        graph: networkx.MultiDiGraph[NodeId] = networkx.MultiDiGraph(start=self.start, goals=self.goals)
        for node in self.nodes:
            graph.add_node(node.id, contents=node.contents)
        for edge in self.edges:
            graph.add_edge(edge.source, edge.target, requires=edge.requires)
        return graph


def _several(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else (value,)


def _graph(fields: dict[str, Any]) -> Graph:
    nodes = tuple(Node(node["id"], _several(node.get("contents"))) for node in fields.get("nodes", ()))
    edges = tuple(
        Edge(edge["from"], edge["to"], _several(edge.get("requires"))) for edge in fields.get("edges", ())
    )
    return Graph(nodes, edges, fields.get("start"), _several(fields.get("goals")))


def _text(path: str | PathLike[str], encoding: str) -> str:
    """The text of a file: UTF-16 with a byte order mark, or else in the encoding."""
    data = Path(path).read_bytes()
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.upper()
        raise InvalidLevel(f"{path}: is not {name} text; encoding= names another, such as latin1") from error


def _places(
    start: Sequence[int] | None, goal: Sequence[int] | None
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    def pair(place: Sequence[int] | None) -> tuple[int, int] | None:
        if place is None:
            return None
        column, row = place
        return column, row

    return pair(start), pair(goal)


def _pairs(mapping: Mapping[str, str] | None) -> list[tuple[str, str]]:
    return list((mapping or {}).items())


class Level:
    """A level: a map of tiles, a graph of rooms, or both. It is immutable.

    Create one with :meth:`from_text`, :meth:`from_json`, :meth:`from_array` or :meth:`read`, or take that of a dungeon.
    Levels compare by value, and can be hashed and pickled.
    """

    __slots__ = ("_graph", "_native")
    _native: NativeLevel
    _graph: Graph | None

    def __init__(self) -> None:
        raise TypeError("a level is made by from_text, from_json, from_array or read")

    @classmethod
    def _of(cls, native: NativeLevel) -> Level:
        level = cls.__new__(cls)
        level._native = native
        level._graph = None
        return level

    @classmethod
    def from_text(cls, text: str) -> Level:
        """Reads a drawing, such as ``"#####\\n#@.*#\\n#####\\n"``."""
        return cls._of(NativeLevel.from_text(text))

    @classmethod
    def from_json(cls, text: str) -> Level:
        """Reads the JSON of a level, an area or a dungeon."""
        return cls._of(NativeLevel.from_json(text))

    @classmethod
    def from_array(
        cls, tiles: npt.ArrayLike | Sequence[npt.ArrayLike], *, name: str | None = None
    ) -> Level:
        """Creates a level from tile ids (:data:`quandary.TILES`): one floor of rows and columns, or several."""
        try:
            array = np.asarray(tiles)
        except ValueError:  # Floors of different sizes.
            floors = [np.asarray(floor) for floor in tiles]  # type: ignore[union-attr]
        else:
            floors = [array] if array.ndim == 2 else list(array)
        return cls._of(NativeLevel.from_floors([_floor(n, floor) for n, floor in enumerate(floors)], name))

    @classmethod
    def read(
        cls,
        path: str | PathLike[str],
        *,
        mapping: Mapping[str, str] | None = None,
        game: str | None = None,
        start: Sequence[int] | None = None,
        goal: Sequence[int] | None = None,
        level: int | str | None = None,
        encoding: str = "utf-8",
    ) -> Level:
        """Reads a file of any kind that the command line reads: our own, Tiled, LDtk, Sokoban, NetHack and others.

        Notes about a map, for example on hidden layers, and guesses become a ``UserWarning``.

        :param mapping: what foreign names mean, such as ``{"Crate": "BLOCK on TRIFORCE", "otherwise": "FLOOR"}``.
        :param game: the game of a level of GVGAI or of an array: its name, or the text of its description.
        :param start: the column and the row of the start, counted from 0, in place of what the file says.
        :param goal: the same for the goal.
        :param level: the number, counted from 1, or the name of one level of a file of several.
        :param encoding: the encoding of a file without a byte order mark.
        """
        wanted = "" if level is None else str(level)
        [native] = NativeLevel.read(str(path), _text(path, encoding), _pairs(mapping), game, _places(start, goal), wanted)
        return cls._of(native)

    @classmethod
    def read_all(
        cls,
        path: str | PathLike[str],
        *,
        mapping: Mapping[str, str] | None = None,
        game: str | None = None,
        start: Sequence[int] | None = None,
        goal: Sequence[int] | None = None,
        encoding: str = "utf-8",
    ) -> list[Level]:
        """Reads all levels of a file, such as a Sokoban collection, with the parameters of :meth:`read`.

        A level with a fault is left out, with a ``UserWarning``.
        """
        found = NativeLevel.read(str(path), _text(path, encoding), _pairs(mapping), game, _places(start, goal), None)
        return [cls._of(native) for native in found]

    @property
    def name(self) -> str | None:
        """The name, if any."""
        return self._native.name

    @property
    def floors(self) -> list[npt.NDArray[np.uint8]]:
        """The tile ids (:data:`quandary.TILES`) of each floor, by row and column.

        The arrays are read-only views of the memory of the level, without a copy. They stay valid after the level is
        deleted.
        """
        return self._native.floors

    @property
    def graph(self) -> Graph:
        """The room graph."""
        if self._graph is None:
            self._graph = _graph(json.loads(self.to_json()).get("graph", {}))
        return self._graph

    def to_json(self) -> str:
        """The JSON (``quandary/level/1``) that the command line prints."""
        return self._native.to_json()

    def to_text(self) -> str:
        """A drawing, under header lines for everything that cannot be drawn."""
        return self._native.to_text()

    def to_networkx(self) -> networkx.MultiDiGraph[NodeId]:
        """The room graph as a networkx graph; requires networkx."""
        return self.graph.to_networkx()

    def to_svg(self) -> str:
        """A picture (SVG).

        :raises InvalidRequest: if the level has no tiles.
        """
        svg = self._native.svg()
        if svg is None:
            raise InvalidRequest("a level without tiles has no picture")
        return svg

    def _repr_svg_(self) -> str | None:
        return self._native.svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Level) and self._native == other._native

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Level.from_json, (self.to_json(),))

    def __repr__(self) -> str:
        sizes = ", ".join("x".join(str(n) for n in reversed(floor.shape)) for floor in self.floors)
        parts = [f"name={self.name!r}"] if self.name else []
        parts += [f"floors=[{sizes}]"] if sizes else []
        nodes = len(self.graph.nodes)
        parts += [f"rooms={nodes}"] if nodes else []
        return f"Level({', '.join(parts)})"


def _floor(number: int, floor: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Converts a floor to bytes; checks that every value is a byte."""
    if floor.ndim != 2:
        raise InvalidLevel(f"floors[{number}]: expected two dimensions, not {floor.ndim}", field=f"floors[{number}]")
    if floor.dtype == np.uint8:
        return floor
    if not np.issubdtype(floor.dtype, np.integer):
        raise InvalidLevel(f"floors[{number}]: expected whole numbers, not {floor.dtype}", field=f"floors[{number}]")
    wrong = np.argwhere((floor < 0) | (floor > 255))
    if len(wrong):
        row, col = (int(at) for at in wrong[0])
        field = f"floors[{number}][{row}][{col}]"
        raise InvalidLevel(f"{field}: there is no tile {floor[row, col]}", field=field)
    return floor.astype(np.uint8)
