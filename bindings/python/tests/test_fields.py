"""The typed keyword arguments of each request equal the fields that the engine reads."""

from __future__ import annotations

from typing import get_type_hints

import pytest

import quandary
from quandary import _generated
from quandary.errors import InvalidRequest

#: JSON fields that are not keyword arguments: fields of a provenance, output options, aliases.
OTHER = {"style", "algorithm", "format", "floor", "worlds", "tiles", "spoiler", "time", "timeLimitSeconds", "boardType"}


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("dungeon", _generated.DungeonRequest),
        ("mission", _generated.MissionRequest),
        ("layout", _generated.LayoutRequest),
        ("area", _generated.AreaRequest),
        ("cave", _generated.CaveRequest),
        ("riddle", _generated.RiddleRequest),
    ],
)
def test_typed_fields_are_those_that_are_read(kind: str, typed: type) -> None:
    with pytest.raises(InvalidRequest) as refused:
        getattr(quandary, kind)(nothing_of_the_kind=1)
    known = set(str(refused.value).partition("known are ")[2].split(", ")) - OTHER
    # `threads` is not a field, and the locale of a riddle is a positional argument.
    assert set(get_type_hints(typed)) - {"threads"} == known - ({"locale"} if kind == "riddle" else set())
