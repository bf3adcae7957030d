"""Tables: rows that other programs read by the C stream interface of Arrow, with nothing in between."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal

from . import _native
from ._judge import Limits, Progress, Rules, _level


class Table:
    """Rows of one kind. ``pyarrow.table(x)`` and ``polars.DataFrame(x)`` read it; so does whatever else knows Arrow."""

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return self._native.column_names

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"Table(rows={len(self)}, columns={len(self.column_names)})"


def measure(
    levels: Iterable[Any],
    *,
    names: Iterable[str] | None = None,
    rules: Rules | None = None,
    limits: Limits | None = None,
    corpus: bool = False,
    threads: int = 0,
    progress: Progress | None = None,
) -> Table:
    """Measures levels: a row each, with the numbers of ``quandary measure``; nothing stands where nothing is counted.

    :param levels: levels, or things made that have one.
    :param names: what stands in the column ``level``; by itself the names of the levels, else their numbers from 1.
    :param limits: the limits of each question that the judge is asked.
    :param corpus: read the levels as the dungeons of the corpus are read.
    """
    asked = [_level(level) for level in levels]
    if names is None:
        called = [level.name or str(number) for number, level in enumerate(asked, 1)]
    else:
        called = list(names)
        if len(called) != len(asked):
            raise ValueError(f"there are {len(asked)} levels, but {len(called)} names")
    natives = [level._native for level in asked]
    return Table(_native.measure(natives, called, rules, limits, corpus, threads, progress))


def corpus(
    count: int,
    seed: int = 1,
    *,
    kind: Literal["dungeon", "mission", "level", "riddle"] = "dungeon",
    threads: int = 0,
    progress: Progress | None = None,
    **make: Any,
) -> Table:
    """Makes the things that ``count`` seeds from ``seed`` on stand for: a row each, as ``quandary corpus`` writes them.

    A row has the seed, the attempt, the request, all measures, the rating, the verdicts, the claims and the JSON. A seed
    that gives nothing has a row that says why. The rows are the same for any number of threads.

    :param make: what decides them, by the names of the command's options; ``category`` is one or a list of them.
    """
    category = make.pop("category", None)
    if category is not None:
        make["categories"] = [category] if isinstance(category, str) else list(category)
    request = {"make": {kind: make}, "seed": seed, "count": count, "parts": 1}
    return Table(_native.corpus(json.dumps(request), threads, progress))
