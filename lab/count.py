"""An independent count of the rooms, passages and interiors of a level (`quandary/level/1`), which shares no code with
the
program. `docs/measures.md` defines the measures."""

from collections import defaultdict
from statistics import fmean

VOID, WALL, BLOCK, WATER, WET, STAIR, PUZZLE, PIT = 0, 2, 3, 40, 41, 42, 43, 44
FEATURES = {VOID, WALL, BLOCK, WATER, WET, STAIR, PUZZLE, PIT}
DOORS = range(10, 16)
LYING = {20: "enemy", 21: "start", 22: "goal", 23: "boss", 30: "key", 31: "boss_key", 32: "key_item", 33: "item_minor"}


def around(cell):
    floor, row, col = cell
    return [(floor, row - 1, col), (floor, row, col - 1), (floor, row + 1, col), (floor, row, col + 1)]


def flood(start, neighbours):
    """All places reachable from some places."""
    found, queue = set(start), list(start)
    while queue:
        for place in neighbours(queue.pop()):
            if place not in found:
                found.add(place)
                queue.append(place)
    return found


def pieces(places, neighbours=around):
    """The connected components of a set of places."""
    left, parts = set(places), []
    while left:
        part = flood([min(left)], lambda place: [other for other in neighbours(place) if other in left])
        parts.append(part)
        left -= part
    return parts


def interior(cells):
    """The cells within the outer wall of a room, except doors."""
    ring = {at for at in cells if sum(beside in cells for beside in around(at)) < 4}
    outer = ring | flood(ring, lambda at: [b for b in around(at) if cells.get(b) in (VOID, WALL)])
    return {at: tile for at, tile in cells.items() if at not in outer and tile not in DOORS}


def names(requires):
    """The requirements of an edge, except `open` and `stair`."""
    names = [requires] if isinstance(requires, str) else requires
    return frozenset(name for name in names if name not in ("open", "stair"))


def is_key(name):
    return name.startswith("symbol:") and ":" not in name.removeprefix("symbol:")


class Site:
    """A level with rooms numbered in the order of its nodes."""

    def __init__(self, level, contents=False):
        self.level, nodes = level, level["graph"]["nodes"]
        self.number = {node["id"]: n for n, node in enumerate(nodes)}
        self.held = [list(node.get("contents", [])) if contents else [] for node in nodes]
        self.cells, self.room_of = defaultdict(dict), {}
        for room in level.get("rooms", []):
            number, grid = self.number[room["node"]], level["floors"][room["floor"]]["grid"]
            for row in range(room["row"], room["row"] + room["rows"]):
                for col in range(room["col"], room["col"] + room["cols"]):
                    at = (room["floor"], row, col)
                    self.cells[number][at], self.room_of[at] = grid[row][col], number
        for at, name in self.things():
            if at in self.room_of:
                self.held[self.room_of[at]].append(name)
        self.doorways = self.find_doorways()
        self.passages = self.find_passages()
        self.near = defaultdict(set)
        for a, b in self.passages:
            self.near[a].add(b)
            self.near[b].add(a)

    def things(self):
        """All things on tiles or in fields of the level, with their cells."""
        level, named = self.level, {}
        if level.get("start") is not None:
            named["start"] = [level["start"]]
        if level.get("goals") is not None:
            named["goal"] = level["goals"]
        for cells in self.cells.values():
            for at, tile in cells.items():
                # If the level has fields for its start or goals, their tiles count as floor.
                if tile in LYING and LYING[tile] not in named:
                    yield at, LYING[tile]
        for name, cells in named.items():
            yield from ((place(cell), name) for cell in cells)
        yield from ((place(mark), mark["gives"]) for mark in level.get("marks", []))
        for plate in level.get("plates", []):
            yield from ((tuple(cell), f"plate:{plate['name']}") for cell in plate["cells"])

    def open_room(self, at):
        """The room of a cell; None for wall, void and cells outside of rooms."""
        room = self.room_of.get(at)
        return None if room is None or self.cells[room][at] in (VOID, WALL) else room

    def find_doorways(self):
        """The cells on both sides of each doorway, by pair of rooms."""
        doorways = defaultdict(set)
        for at in self.room_of:
            here = self.open_room(at)
            for there in map(self.open_room, around(at)):
                if here is not None and there is not None and here != there:
                    doorways[min(here, there), max(here, there)].add(at)
        return doorways

    def find_passages(self):
        """The requirements of both directions of each pair of rooms; None if there is no way."""
        passages = {}
        for edge in self.level["graph"].get("edges", []):
            a, b = self.number[edge["from"]], self.number[edge["to"]]
            if a == b:
                continue
            ways, asked = passages.setdefault((min(a, b), max(a, b)), [None, None]), names(edge.get("requires", "open"))
            way = int(a > b)
            if ways[way] is None or len(asked) < len(ways[way]):
                ways[way] = asked
        for lock in self.level.get("locks", []):
            for pair, ways in passages.items():
                if any(tuple(cell) in self.doorways.get(pair, ()) for cell in lock["cells"]):
                    ways[:] = [way if way is None else way | set(lock["needs"]) for way in ways]
        return passages

    def off_main_floor(self):
        """The passages with a doorway that does not touch the main floor of one of its rooms."""
        off = set()
        for room, cells in self.cells.items():
            mine = {pair: cells for pair, cells in self.doorways.items() if room in pair}
            floors = pieces(at for at, tile in cells.items() if tile not in (VOID, WALL, BLOCK, WATER, PIT))
            touched = [sum(not part.isdisjoint(door) for door in mine.values()) for part in floors]
            # The component that touches the most doorways; ties go to the largest, then to the first.
            order = sorted(range(len(floors)), key=lambda n: (-touched[n], -len(floors[n]), min(floors[n])))
            main = floors[order[0]] if order else set()
            off |= {pair for pair, door in mine.items() if main.isdisjoint(door)}
        return off & self.passages.keys()


def place(cell):
    return cell["floor"], cell["row"], cell["col"]


def look(inside):
    """Properties of an interior: true if plain, true if symmetric, true if split, and the share of features."""
    rows, cols = [at[1] for at in inside], [at[2] for at in inside]
    floor = next(iter(inside))[0]

    def sign(at):
        """The class of a cell: void counts as wall, and all kinds of floor are equal; None outside of the interior."""
        tile = inside.get(at)
        return tile if tile is None else WALL if tile == VOID else tile if tile in FEATURES else 1

    columns = range(min(cols), max(cols) + 1)
    picture = [[sign((floor, row, col)) for col in columns] for row in range(min(rows), max(rows) + 1)]
    share = sum(tile in FEATURES for tile in inside.values()) / len(inside)
    full = len(inside) == len(picture) * len(picture[0])
    open_floor = [at for at, tile in inside.items() if tile not in (VOID, WALL)]
    dry = [[at for at in part if inside[at] not in (BLOCK, WATER, PIT)] for part in pieces(open_floor)]
    return {
        "features": share,
        "plain": full and share == 0,
        "mirrors": picture == picture[::-1] or picture == [row[::-1] for row in picture],
        "split": any(len(pieces(part)) > 1 for part in dry),
    }


def rings(near, start):
    """The rooms at each distance from a room."""
    met, found = {start}, [{start}]
    while ring := {other for room in found[-1] for other in near[room]} - met:
        found.append(ring)
        met |= ring
    return found


def on_cycle(near, passages):
    """The rooms at the ends of passages that lie on a cycle."""
    found = set()
    for a, b in passages:
        others = lambda room: [o for o in near[room] if (min(room, o), max(room, o)) != (a, b)]
        if b in flood([a], others):
            found |= {a, b}
    return found


def measures(site, path):
    """All measures of a level; None for a measure without a count. `path` is the plan of `quandary solve`."""
    held, near, passages, off = site.held, site.near, site.passages, site.off_main_floor()
    many, found = len(held), {}

    def note(name, part, whole, scale=1):
        found[name] = scale * part / whole if whole else None

    def rooms_with(what):
        return sum(any(what(name) for name in room) for room in held)

    ends = [n for n in range(many) if len(near[n]) == 1 and "start" not in held[n]]
    note("empty", sum(not room for room in held), many)
    note("dead_ends", sum(any(name != "enemy" for name in held[n]) for n in ends), len(ends))
    note("enemies", rooms_with(lambda name: name in ("enemy", "boss")), many)
    note("keys", rooms_with(lambda name: name in ("key", "boss_key") or is_key(name)), many, 100)
    puzzles = ("toggle:", "plate:", "symbol:puzzle:", "symbol:plate:")
    note("puzzles", rooms_with(lambda name: name == "puzzle" or name.startswith(puzzles)), many, 100)

    starts = [n for n in range(many) if "start" in held[n]]
    goals = {n for n in range(many) if "goal" in held[n]}
    distances = rings(near, starts[0]) if starts else []
    goal = next((n for n, ring in enumerate(distances) if ring & goals), None)
    note("distance", goal or 0, many if goal is not None else 0)
    note("eccentric", goal or 0, len(distances) - 1 if goal is not None else 0)
    parts = len(pieces(range(many), lambda room: near[room]))
    note("cycles", len(passages) - many + parts, many)
    note("on_cycle", len(on_cycle(near, passages)), many)

    asked = {pair: frozenset().union(*(way or () for way in ways)) for pair, ways in passages.items()}
    one_way = {pair for pair, ways in passages.items() if None in ways}
    note("gated", sum(bool(asked[pair]) or pair in off or pair in one_way for pair in passages), len(passages))
    opened = lambda name: name in ("key_locked", "boss_locked") or is_key(name)
    note("locks", sum(any(map(opened, asked[pair])) for pair in passages), many, 100)
    note("bombable", sum("bombable" in asked[pair] for pair in passages), many, 100)
    uneven = lambda pair: pair in one_way or "soft_locked" in asked[pair] or len(set(passages[pair])) > 1
    note("one_sided", sum(map(uneven, passages)), many, 100)

    seen = [look(inside) for inside in map(interior, site.cells.values()) if inside]
    note("plain", sum(one["plain"] for one in seen), len(seen))
    furnished = [one for one in seen if not one["plain"]]
    note("symmetric", sum(one["mirrors"] for one in furnished), len(furnished))
    note("split", sum(one["split"] for one in seen), len(seen))
    found["features"] = fmean(one["features"] for one in seen) if seen else None

    way = [room for at in path if (room := room_at(site, at)) is not None]
    way = [room for n, room in enumerate(way) if n == 0 or way[n - 1] != room]
    note("reentry", len(way) - len(set(way)), max(len(way) - 1, 0))
    note("off_plan", many - len(set(way)), many if way else 0)
    return found


def room_at(site, at):
    """The room of a place of a plan: row and column, floor, row and column, or a node."""
    if isinstance(at, list):
        return site.room_of.get(tuple(at) if len(at) == 3 else (0, *at))
    return site.number[at]
