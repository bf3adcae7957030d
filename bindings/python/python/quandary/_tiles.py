"""The tiles of a map."""

from __future__ import annotations

from typing import NamedTuple

from . import _native


class Tile(NamedTuple):
    """A tile: its id in arrays and files, its name, and its letter in a drawing."""

    id: int
    name: str
    letter: str


TILES: dict[str, Tile] = {name: Tile(id, name, letter) for id, name, letter in _native.TILES}
"""All tiles by name."""
