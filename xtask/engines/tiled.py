"""Tests Tiled maps with pytiled-parser or with Tiled's own export: python3 tiled.py parser|export FOLDER.

Each subfolder of FOLDER has a dungeon.json and its exported files. The script compares the maps with the file of the
dungeon, then
reads maps that are broken on purpose and requires that each fault is detected. The exit code is 77 if Tiled is missing.
"""

import copy
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytiled_parser
from pytiled_parser.tiled_object import Point, Rectangle

SIDE = 32


def grid_of(floor, rows, cols):
    """The tiles of a floor as map numbers; 0 for an empty cell."""
    at = lambda row, col: floor[row][col] if row < len(floor) and col < len(floor[row]) else 0
    return [[at(row, col) + 1 if at(row, col) else 0 for col in range(cols)] for row in range(rows)]


def faults(path, dungeon):
    """The faults of a map."""
    wrong = []
    level = dungeon.get("level", dungeon)
    floors = [floor["grid"] for floor in level["floors"]]
    rows, cols = max(map(len, floors)), max(len(floor[0]) for floor in floors)
    try:
        read = pytiled_parser.parse_map(path)
    except Exception as error:  # noqa: BLE001
        return [f"pytiled-parser says {error!r}"]
    layers = [layer for layer in read.layers if isinstance(layer, pytiled_parser.TileLayer)]
    for number, (layer, floor) in enumerate(zip(layers, floors)):
        if layer.data != grid_of(floor, rows, cols):
            wrong.append(f"floor {number}: other tiles")
        if layer.properties["floor"] != number:
            wrong.append(f"floor {number} says it is {layer.properties['floor']}")
    if len(layers) != len(floors):
        wrong.append(f"{len(layers)} layers of tiles, {len(floors)} floors")
    groups = [layer for layer in read.layers if isinstance(layer, pytiled_parser.ObjectLayer)]
    objects = {thing.id: (floor, thing) for floor, group in enumerate(groups) for thing in group.tiled_objects}

    def cell(thing):
        return int(thing.coordinates.y // SIDE), int(thing.coordinates.x // SIDE)

    def of(kind):
        return [(floor, thing) for floor, thing in objects.values() if thing.properties.get("kind") == kind]

    def same(what, found, expected):
        if sorted(map(str, found)) != sorted(map(str, expected)):
            wrong.append(f"{what}: {found} and not {expected}")

    marks = [(m["floor"], m["row"], m["col"], m["gives"]) for m in level.get("marks", [])]
    taken = [thing for kind in ("key", "item", "puzzle", "switch") for thing in of(kind)]
    same("marks", [(f, *cell(t), t.properties["gives"]) for f, t in taken if "tile" not in t.properties], marks)
    rooms = [(r["floor"], r["row"], r["col"], r["rows"], r["cols"], r["node"]) for r in level.get("rooms", [])]
    same("rooms", [(f, *cell(t), int(t.size.height // SIDE), int(t.size.width // SIDE), t.properties["node"]) for f, t in of("room")], rooms)
    for kind, number in (("enemy", 20), ("boss", 23), ("block", 3)):
        there = [(f, r, c) for f, floor in enumerate(floors) for r, line in enumerate(floor) for c, tile in enumerate(line) if tile == number]
        same(kind, [(f, *cell(t)) for f, t in of(kind)], there)
    for floor, thing in objects.values():
        if thing.properties.get("kind") in ("lock", "secret", "door", "one_way") and not isinstance(thing, Rectangle):
            wrong.append(f"object {thing.id} is no rectangle")
        if thing.properties.get("kind") == "enemy" and not isinstance(thing, Point):
            wrong.append(f"object {thing.id} is no point")
        for name, value in thing.properties.items():
            if name.split("_")[0] in ("keys", "opens", "from", "into", "room") and value not in objects:
                wrong.append(f"object {thing.id}: {name} is {value}, and there is no such object")
    # Every lock references all things that satisfy its requirements.
    for floor, thing in of("lock") + of("secret"):
        asked = [need.removeprefix("lacks:").split("=")[0] for name in ("needs", "needs_back") for need in str(thing.properties.get(name, "")).split(", ")]
        keys = [objects[value][1].properties.get("gives") for name, value in thing.properties.items() if (name == "keys" or name.startswith("keys_")) and value in objects]
        for need in asked:
            if need.startswith(("symbol:", "toggle:")) and need not in keys:
                wrong.append(f"lock {thing.id} asks for {need} and has the keys {keys}")
    return wrong


def exported(path, dungeon, tiled):
    """The faults of a map exported by Tiled as tables of numbers."""
    level = dungeon.get("level", dungeon)
    floors = [floor["grid"] for floor in level["floors"]]
    rows, cols = max(map(len, floors)), max(len(floor[0]) for floor in floors)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "map.csv"
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": folder, "HOME": folder}
        run = subprocess.run([tiled, "--export-map", "csv", str(path), str(out)], env=environment, capture_output=True, text=True)
        tables = sorted(Path(folder).glob("*.csv"))
        if run.returncode != 0 or not tables:
            return [f"tiled says {run.stderr.strip() or run.stdout.strip() or run.returncode}"]
        found = []
        for table in tables:
            with table.open() as lines:
                found.append([[int(cell) + 1 for cell in line] for line in csv.reader(lines)])
    if found != [grid_of(floor, rows, cols) for floor in floors]:
        return [f"tiled exports other tiles ({len(found)} tables)"]
    return []


def broken(map_):
    """Maps with one kind of fault each, with true if the fault is in the tiles."""

    def change(name, what, is_tiles=False):
        copied = copy.deepcopy(map_)
        what(copied)
        return name, copied, is_tiles

    tiles = lambda m: next(layer for layer in m["layers"] if layer["type"] == "tilelayer")
    things = lambda m: [thing for layer in m["layers"] if layer["type"] == "objectgroup" for thing in layer["objects"]]
    of = lambda m, kind: next(t for t in things(m) if any(p["name"] == "kind" and p["value"] == kind for p in t["properties"]))

    def drop(m, kind):
        gone = of(m, kind)
        for layer in m["layers"]:
            if layer["type"] == "objectgroup":
                layer["objects"] = [thing for thing in layer["objects"] if thing is not gone]

    def no_wall(m):
        data = tiles(m)["data"]
        data[data.index(3)] = 0

    def other_wall(m):
        data = tiles(m)["data"]
        data[data.index(3)] = 2

    return [
        change("a missing wall", no_wall, True),
        change("a wall that is floor", other_wall, True),
        change("a lock without its key", lambda m: drop(m, "key")),
        change("a floor too few", lambda m: m["layers"].remove(tiles(m)), True),
        change("a moved enemy", lambda m: of(m, "enemy").update(x=0)),
        change("no width", lambda m: m.pop("width")),
    ]


def main():
    reader, folder = sys.argv[1], Path(sys.argv[2])
    tiled = shutil.which("tiled")
    if reader == "export" and not tiled:
        print("Tiled is not installed")
        sys.exit(77)
    # Tiled's tables contain only tile numbers, so this reader cannot detect other faults.
    look = faults if reader == "parser" else lambda path, dungeon: exported(path, dungeon, tiled)
    failed = many = 0
    subject = None
    for place in sorted(folder.iterdir()):
        dungeon_file, maps = place / "dungeon.json", list(place.glob("*.tmj"))
        if not dungeon_file.exists():
            continue
        dungeon = json.loads(dungeon_file.read_text())
        wrong = look(maps[0], dungeon) if maps else ["there is no map"]
        many += 1
        if wrong:
            failed += 1
            print(f"{place.name}: " + "\n  ".join(wrong[:5]), file=sys.stderr)
        if subject is None and maps:
            text = json.loads(maps[0].read_text())
            kinds = {p["value"] for layer in text["layers"] for t in layer.get("objects", []) for p in t["properties"] if p["name"] == "kind"}
            if {"key", "enemy", "lock"} <= kinds:
                subject = (text, dungeon, maps[0])
    found = total = 0
    if subject:
        text, dungeon, path = subject
        with tempfile.TemporaryDirectory() as scratch:
            for picture in path.parent.glob("quandary-tiles*.png"):
                shutil.copy(picture, scratch)
            for name, changed, is_tiles in broken(text):
                if reader == "export" and not is_tiles:
                    continue
                total += 1
                file = Path(scratch) / "map.tmj"
                file.write_text(json.dumps(changed))
                if look(file, dungeon):
                    found += 1
                else:
                    failed += 1
                    print(f"{name} was not found", file=sys.stderr)
    told = "read by pytiled-parser" if reader == "parser" else "exported by Tiled as tables"
    print(f"{many} maps {told}, {failed} faults; {found} of {total} that were broken on purpose were found")
    sys.exit(1 if failed or not many or not total or found < total else 0)


main()
