"""The typed keyword arguments of each request are the fields that the engine reads."""

from __future__ import annotations

from typing import get_type_hints

import pytest

import quandary
from quandary import _made
from quandary.errors import InvalidRequest

#: Fields of JSON that are no keyword arguments: what a provenance says, how an answer is shown, other names.
OTHER = {"style", "algorithm", "format", "floor", "worlds", "tiles", "spoiler", "time", "timeLimitSeconds", "boardType"}


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("dungeon", _made.DungeonRequest),
        ("mission", _made.MissionRequest),
        ("layout", _made.LayoutRequest),
        ("area", _made.AreaRequest),
        ("cave", _made.CaveRequest),
        ("riddle", _made.RiddleRequest),
    ],
)
def test_typed_fields_are_those_that_are_read(kind: str, typed: type) -> None:
    with pytest.raises(InvalidRequest) as refused:
        getattr(quandary, kind)(nothing_of_the_kind=1)
    known = set(str(refused.value).partition("known are ")[2].split(", ")) - OTHER
    # Threads decide nothing, and the locale of a riddle stands before its other fields.
    assert set(get_type_hints(typed)) - {"threads"} == known - ({"locale"} if kind == "riddle" else set())
