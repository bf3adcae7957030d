"""Tables, which other libraries read directly through the Arrow C stream interface."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal

from . import _native
from ._verdict import Limits, Progress, Rules, _level


class Table:
    """Rows with one schema. ``pyarrow.table(x)``, ``polars.DataFrame(x)`` and any other Arrow library read it."""

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
    """Measures levels: one row per level, with the numbers of ``quandary measure``; a value that is not counted is
    null.

    :param levels: levels, or generated content that has one.
    :param names: the values of the column ``level``; by default the names of the levels, or their numbers from 1.
    :param limits: the limits of each query to the verifier.
    :param corpus: read the levels like the dungeons of the reference corpus.
    """
    found = [_level(level) for level in levels]
    if names is None:
        labels = [level.name or str(number) for number, level in enumerate(found, 1)]
    else:
        labels = list(names)
        if len(labels) != len(found):
            raise ValueError(f"there are {len(found)} levels, but {len(labels)} names")
    natives = [level._native for level in found]
    return Table(_native.measure(natives, labels, rules, limits, corpus, threads, progress))


def corpus(
    count: int,
    seed: int = 1,
    *,
    kind: Literal["dungeon", "mission", "level", "riddle"] = "dungeon",
    threads: int = 0,
    progress: Progress | None = None,
    **make: Any,
) -> Table:
    """Generates the content of ``count`` seeds from ``seed`` on: one row per seed, as ``quandary corpus`` writes them.

    A row has the seed, the attempt, the request, all measures, the rating, the verdicts, the claims and the JSON. If a
    seed gives nothing, its row has the reason. The rows are the same for any number of threads.

    :param make: the request, as options of the command; ``category`` is one name or a list.
    """
    category = make.pop("category", None)
    if category is not None:
        make["categories"] = [category] if isinstance(category, str) else list(category)
    request = {"make": {kind: make}, "seed": seed, "count": count, "parts": 1}
    return Table(_native.corpus(json.dumps(request), threads, progress))
