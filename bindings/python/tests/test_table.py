"""Measures as Arrow, read by others with nothing in between."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import polars
import pyarrow
import pytest
import quandary


def test_measures_are_those_of_the_command_line(program: Callable[..., bytes], tmp_path: Path) -> None:
    dungeons = [quandary.dungeon(rooms=6, seed=seed) for seed in (1, 2)]
    small = quandary.Level.from_text("#######\n#@...*#\n#######\n")
    levels = [dungeon.level for dungeon in dungeons] + [small]
    files = [tmp_path / f"{number}.json" for number in range(3)]
    for file, level in zip(files, levels):
        file.write_text(level.to_json())
    printed = list(csv.DictReader(io.StringIO(program("measure", *files, "--format", "csv").decode())))
    table = quandary.measure(levels, names=[str(file) for file in files])
    rows = pyarrow.table(table).to_pylist()
    assert list(rows[0]) == list(printed[0]) == table.column_names
    for row, line in zip(rows, printed):
        for name, value in row.items():
            if isinstance(value, float):
                assert float(line[name]) == pytest.approx(value, abs=1e-6), name
            elif isinstance(value, str):
                assert line[name] == value, name
            else:
                assert line[name] == {True: "yes", False: "no", None: ""}[value], name


def test_pyarrow_and_polars_read_it() -> None:
    table = quandary.measure([quandary.Level.from_text("#####\n#@.*#\n#####\n")] * 3)
    assert repr(table) == f"Table(rows=3, columns={len(table.column_names)})"
    read = pyarrow.table(table)
    assert read.num_rows == 3 and read["level"].to_pylist() == ["1", "2", "3"]
    assert read.schema.field("winnable").type == pyarrow.bool_()
    assert read.schema.field("difficulty").type == pyarrow.float64()
    frame = polars.DataFrame(table)
    assert frame.shape == (3, len(table.column_names)) and frame["unlosable"].to_list() == [True] * 3
    # Each asks for a stream of its own.
    assert pyarrow.table(table).equals(read)
    assert len(pyarrow.RecordBatchReader.from_stream(table).read_all()) == 3


def test_names_are_as_many_as_levels() -> None:
    level = quandary.Level.from_text("#####\n#@.*#\n#####\n")
    with pytest.raises(ValueError, match="there are 1 levels, but 2 names"):
        quandary.measure([level], names=["a", "b"])
    assert len(quandary.measure([])) == 0
