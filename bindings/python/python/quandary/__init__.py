"""Generates, proves and rates puzzles.

>>> import quandary
>>> level = quandary.Level.from_text("#######\\n#@k#.*#\\n#..+..#\\n#######\\n")
>>> quandary.check(level).unlosable
True
"""

from ._generated import (
    Area,
    Claim,
    Cycle,
    Dungeon,
    Layout,
    Mission,
    Passage,
    Riddle,
    Room,
    area,
    cave,
    dungeon,
    layout,
    mission,
    riddle,
)
from ._level import Edge, Graph, Level, Node
from ._native import __version__
from ._table import Table, corpus, measure
from ._tiles import TILES, Tile
from ._verdict import Hint, Limits, Move, Rating, Report, Rules, Solution, Witness, check, hint, rate, solve
from .errors import InvalidLevel, InvalidRequest, LimitReached, NotFound, QuandaryError

__all__ = [
    "TILES",
    "Area",
    "Claim",
    "Cycle",
    "Dungeon",
    "Edge",
    "Graph",
    "Hint",
    "InvalidLevel",
    "InvalidRequest",
    "Layout",
    "Level",
    "LimitReached",
    "Limits",
    "Mission",
    "Move",
    "Node",
    "NotFound",
    "Passage",
    "QuandaryError",
    "Rating",
    "Report",
    "Riddle",
    "Room",
    "Rules",
    "Solution",
    "Table",
    "Tile",
    "Witness",
    "__version__",
    "area",
    "cave",
    "check",
    "corpus",
    "dungeon",
    "hint",
    "layout",
    "measure",
    "mission",
    "rate",
    "riddle",
    "solve",
]
