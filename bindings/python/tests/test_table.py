"""Tables of measures, which other libraries read through Arrow."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import polars
import pyarrow
import pyarrow.parquet
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
    # Each call gets its own stream.
    assert pyarrow.table(table).equals(read)
    assert len(pyarrow.RecordBatchReader.from_stream(table).read_all()) == 3


def test_names_are_as_many_as_levels() -> None:
    level = quandary.Level.from_text("#####\n#@.*#\n#####\n")
    with pytest.raises(ValueError, match="there are 1 levels, but 2 names"):
        quandary.measure([level], names=["a", "b"])
    assert len(quandary.measure([])) == 0


@pytest.mark.parametrize(
    ("words", "make"),
    [
        (["--kind", "dungeon", "--category", "cave,temple", "--rooms", "6"], {"category": ["cave", "temple"], "rooms": 6}),
        (["--kind", "mission", "--rooms", "12"], {"rooms": 12}),
        (["--kind", "level", "--rooms", "8"], {"rooms": 8}),
        (["--kind", "riddle", "--attempts", "60"], {"attempts": 60}),
    ],
)
def test_a_corpus_has_the_rows_of_the_command_line(
    program: Callable[..., bytes], tmp_path: Path, words: list[str], make: dict[str, object]
) -> None:
    if b"corpus" not in program("--help"):
        pytest.skip("the program was built without `quandary corpus`")
    program("corpus", *words, "--count", "5", "--seed", "3", "--of", "1", "-o", tmp_path / "made")
    [part] = (tmp_path / "made").rglob("*.parquet")
    printed = pyarrow.parquet.read_table(part)
    made = pyarrow.table(quandary.corpus(5, 3, kind=words[1], **make))
    assert made.to_pylist() == printed.to_pylist()
    assert made["seed"].to_pylist() == [3, 4, 5, 6, 7]


def test_a_corpus_is_the_same_on_any_number_of_threads() -> None:
    one, many = (pyarrow.table(quandary.corpus(300, kind="mission", rooms=8, keys=2, threads=n)) for n in (1, 3))
    assert one.equals(many) and one.num_rows == 300
    assert one["unlosable"].to_pylist() == [True] * 300


def test_a_corpus_that_cannot_be() -> None:
    with pytest.raises(quandary.InvalidRequest, match="roms.*rooms"):
        quandary.corpus(3, roms=4)
    with pytest.raises(quandary.InvalidRequest, match="dungeon.*mission"):
        quandary.corpus(3, kind="maze")
    with pytest.raises(quandary.InvalidRequest):
        quandary.corpus(0)
