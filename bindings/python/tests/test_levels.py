"""Levels: arrays, graphs, files, and the errors of invalid ones."""

from __future__ import annotations

import gc
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import quandary
from quandary import TILES, InvalidLevel, Level

DRAWN = "#######\n#@k#.*#\n#..+..#\n#######\n"


def test_floors_are_views_of_the_level() -> None:
    level = Level.from_text(DRAWN)
    [one], [other] = level.floors, level.floors
    assert np.shares_memory(one, other)
    assert (one.shape, one.dtype, one.flags.owndata, one.flags.writeable) == ((4, 7), np.uint8, False, False)
    assert one.base is not None
    with pytest.raises(ValueError, match="read-only"):
        one[0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        one.flags.writeable = True


def test_floors_outlive_their_level() -> None:
    level = Level.from_text(DRAWN)
    [floor] = level.floors
    before = floor.copy()
    del level
    gc.collect()
    [Level.from_text(DRAWN.replace("#", ".")).floors for _ in range(100)]
    assert np.array_equal(floor, before)


def test_arrays_and_levels() -> None:
    level = Level.from_text(DRAWN)
    assert Level.from_array(level.floors) == level == Level.from_array(level.floors[0])
    assert Level.from_array(level.floors[0].astype(np.int64).tolist()) == level
    two = Level.from_array([level.floors[0], np.full((2, 3), TILES["FLOOR"].id)], name="two")
    assert [floor.shape for floor in two.floors] == [(4, 7), (2, 3)]
    assert repr(two) == "Level(name='two', floors=[7x4, 3x2])"
    strided = np.zeros((8, 14), np.uint8)
    strided[::2, ::2] = level.floors[0]
    assert Level.from_array(strided[::2, ::2]) == level


def test_levels_are_values() -> None:
    level = quandary.dungeon(rooms=6, seed=1).level
    assert pickle.loads(pickle.dumps(level)) == level == Level.from_json(level.to_json())
    assert Level.from_text(level.to_text()) == level
    assert len({level, Level.from_json(level.to_json())}) == 1
    assert level != Level.from_text(DRAWN)


def test_graphs() -> None:
    dungeon = quandary.dungeon(category="temple", rooms=12, seed=7)
    graph, drawn = dungeon.level.graph, dungeon.level.to_networkx()
    assert len(graph.nodes) == len(drawn) == 12 == len(dungeon.rooms)
    assert drawn.number_of_edges() == len(graph.edges)
    assert drawn.graph["start"] == graph.start
    assert {edge.requires for edge in graph.edges} == {data["requires"] for *_, data in drawn.edges(data=True)}
    assert Level.from_text(DRAWN).graph.nodes == ()


def test_files(tmp_path: Path) -> None:
    level = Level.from_text(DRAWN)
    for name, text in [("a.txt", DRAWN), ("a.json", level.to_json()), ("b.txt", "\ufeff" + DRAWN)]:
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert Level.read(tmp_path / name) == level
    (tmp_path / "a.xsb").write_text("#####\n#@$.#\n#####\n")
    assert quandary.check(Level.read(tmp_path / "a.xsb")).winnable
    (tmp_path / "many.xsb").write_text("#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n")
    with pytest.raises(InvalidLevel, match="holds 2 levels; expected one"):
        Level.read(tmp_path / "many.xsb")
    with pytest.raises(FileNotFoundError):
        Level.read(tmp_path / "none.txt")
    (tmp_path / "wide.txt").write_bytes(DRAWN.encode("utf-16"))
    assert Level.read(tmp_path / "wide.txt") == level
    for wrong, encoding in [(b"\xff\xfe\x00", "UTF-16"), (b"#\xff#", "UTF-8")]:
        (tmp_path / "bytes").write_bytes(wrong)
        with pytest.raises(InvalidLevel, match=f"is not {encoding} text"):
            Level.read(tmp_path / "bytes")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_kind_of_file_has_its_verdicts() -> None:
    seeds = Path(__file__).parents[3] / "fuzz" / "seeds"
    for row in json.loads((seeds / "verdicts.json").read_text()):
        file, costs = row.pop("file"), [cost for cost in row.pop("costs") if cost != "left out"]
        found = [json.loads(quandary.solve(level).to_json()) for level in Level.read_all(seeds / file, **row)]
        assert [level.get("cost") or level["verdict"] for level in found] == costs, file


def test_a_mapping_and_one_level_of_several(tmp_path: Path) -> None:
    file = tmp_path / "unknown.txt"
    file.write_text("#####\n#@Z.#\n#####\n")
    with pytest.raises(InvalidLevel, match="'Z'"):
        Level.read(file)
    file = tmp_path / "own.txt"
    file.write_text("#####\n#&BX#\n#####\n")
    level = Level.read(file, mapping={"&": "START", "B": "FLOOR", "X": "TRIFORCE"})
    assert quandary.solve(level).cost == 2
    assert quandary.solve(Level.read(file, mapping={"&": "FLOOR", "B": "START", "X": "FLOOR"}, goal=(1, 1))).cost == 1
    with pytest.raises(InvalidLevel, match="mapping: X: unknown tile"):
        Level.read(file, mapping={"X": "WAL"})
    file = tmp_path / "two.xsb"
    file.write_text("#####\n#@$.#\n#####\n\n######\n#@$ .#\n######\n\n####\n#$.#\n####\n")
    with pytest.warns(UserWarning, match="level 3 is left out: .*no player"):
        assert [quandary.solve(level).cost for level in Level.read_all(file)] == [1, 2]
    assert quandary.solve(Level.read(file, level=2)).cost == 2
    with pytest.raises(InvalidLevel, match="holds 3 levels"):
        Level.read(file, level=4)


def test_what_is_no_level_says_where() -> None:
    with pytest.raises(InvalidLevel, match="'Z' stands for no tile") as caught:
        Level.from_text("###\n#Z#\n###\n")
    assert (caught.value.line, caught.value.column, caught.value.field) == (2, 2, None)
    with pytest.raises(InvalidLevel) as caught:
        Level.from_json('{"format": "quandary/level/1", "floors": 3}')
    assert (caught.value.line, caught.value.field) == (1, "floors")
    with pytest.raises(InvalidLevel, match="there is no tile 99") as caught:
        Level.from_array([[21, 22], [1, 99]])
    assert caught.value.field == "floors[0][1][1]"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.field) == (str(caught.value), caught.value.field)
    for wrong in ([[21, 300]], [[21.0, 22.0]], [21, 22], [[-1, 21]]):
        with pytest.raises(InvalidLevel):
            Level.from_array(wrong)
    with pytest.raises(InvalidLevel, match="START") as caught:
        Level.from_array([[1, 22]])
    assert caught.value.field == "start"
    with pytest.raises(TypeError):
        Level()


def test_pictures() -> None:
    level = Level.from_text(DRAWN)
    assert level.to_svg().startswith("<svg") and level._repr_svg_() == level.to_svg()
    rooms = quandary.mission(seed=1, rooms=8).level
    assert rooms._repr_svg_() is None
    with pytest.raises(quandary.InvalidRequest, match="no picture"):
        rooms.to_svg()
    assert "<svg" in (quandary.solve(level)._repr_svg_() or "")
    assert "<svg" in (quandary.check(level)._repr_svg_() or "")
    assert "<svg" in quandary.riddle(seed=7, attempts=300)._repr_svg_()
    assert "<svg" in quandary.dungeon(rooms=6, seed=1)._repr_svg_()


def test_what_is_told_of_a_map_is_a_warning(tmp_path: Path) -> None:
    tiles = [{"id": 0, "type": "START"}, {"id": 1, "type": "TRIFORCE"}]
    map_ = {
        "type": "map", "orientation": "orthogonal", "width": 3, "height": 1, "tilewidth": 8, "tileheight": 8,
        "tilesets": [{
            "firstgid": 1, "name": "own", "tilewidth": 8, "tileheight": 8, "tilecount": 2, "columns": 2, "tiles": tiles
        }],
        "layers": [{"type": "tilelayer", "name": "Ground", "width": 3, "height": 1, "data": [1, 0, 2]}],
    }  # fmt: skip
    file = tmp_path / "own.tmj"
    file.write_text(json.dumps(map_))
    with pytest.warns(UserWarning, match="1 of 3 cells is empty and is taken as VOID") as warnings:
        level = Level.read(file)
    assert (warnings[0].filename, level.to_text().splitlines()[-1]) == (__file__, "@-*")
