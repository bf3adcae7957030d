// An independent reader of a dungeon's file, without the program: its tiles, and the requirements of steps between
// rooms.

/** The names of tiles by id. */
export const TILES = {
  0: "VOID", 1: "FLOOR", 2: "WALL", 3: "BLOCK", 10: "DOOR_OPEN", 11: "DOOR_LOCKED", 12: "DOOR_BOMB", 13: "DOOR_PUZZLE",
  14: "DOOR_BOSS", 15: "DOOR_SOFT", 20: "ENEMY", 21: "START", 22: "TRIFORCE", 23: "BOSS", 30: "KEY_SMALL", 31: "KEY_BOSS",
  32: "KEY_ITEM", 33: "ITEM_MINOR", 40: "ELEMENT", 41: "ELEMENT_FLOOR", 42: "STAIR", 43: "PUZZLE",
  44: "PIT",
};
const [VOID, WALL, BLOCK] = [0, 2, 3];
const DOOR_ASKS = { 11: "key_locked", 12: "bombable", 14: "boss_locked" };

/** The level of a dungeon's JSON, with the queries of the proofs. */
export function read(json) {
  const level = json.level ?? json;
  const grids = level.floors.map((floor) => floor.grid);
  const rooms = level.rooms ?? [];
  const tile = (floor, row, col) => grids[floor]?.[row]?.[col] ?? VOID;
  const isOpen = (floor, row, col) => ![VOID, WALL].includes(tile(floor, row, col));
  const inside = (room, floor, row, col) =>
    room.floor === floor && row >= room.row && row < room.row + room.rows && col >= room.col && col < room.col + room.cols;
  const roomAt = (floor, row, col) => rooms.find((room) => inside(room, floor, row, col))?.node;
  const edges = level.graph?.edges ?? [];
  const list = (requires) => (Array.isArray(requires) ? requires : requires ? [requires] : []);
  const between = (from, to) =>
    edges.filter((edge) => edge.from === from && edge.to === to && !list(edge.requires).includes("stair"));
  const needs = (edge) => list(edge.requires).filter((need) => !["stair", "soft_locked", "open"].includes(need));

  /** The requirements of a step from one room into another; null if it is not allowed. */
  function step(from, to, doors) {
    const [onward, back] = [between(from, to), between(to, from)];
    if (onward.length > 0) return needs(onward[0]);
    if (back.length > 0) {
      const open = back.find((edge) => !list(edge.requires).includes("soft_locked"));
      return open ? needs(open) : null;
    }
    const asks = doors.map((door) => DOOR_ASKS[door]).filter(Boolean);
    return asks.slice(0, 1);
  }

  /** Pairs of adjacent open cells in different rooms. */
  function crossings() {
    const found = [];
    grids.forEach((grid, floor) => grid.forEach((line, row) => line.forEach((_, col) => {
      for (const [down, right] of [[0, 1], [1, 0]]) {
        const [r, c] = [row + down, col + right];
        if (!isOpen(floor, row, col) || !isOpen(floor, r, c)) continue;
        const [a, b] = [roomAt(floor, row, col), roomAt(floor, r, c)];
        if (a === b || a === undefined || b === undefined) continue;
        const doors = [tile(floor, row, col), tile(floor, r, c)];
        found.push({ floor, a: [row, col], b: [r, c], down, right, rooms: [a, b], there: step(a, b, doors), back: step(b, a, doors) });
      }
    })));
    return found;
  }

  return { level, grids, rooms, tile, isOpen, roomAt, crossings, edges, list, BLOCK, VOID, WALL };
}

/** The sources of a requirement: texts of `gives`, or tiles. */
export function givers(need) {
  const plain = need.replace(/^lacks:/, "");
  if (plain.startsWith("symbol:")) return [plain];
  if (plain.startsWith("toggle:")) return [plain.split("=")[0]];
  return { key_locked: ["key"], boss_locked: ["boss_key"], bombable: ["item_minor", "key_item"], item_locked: ["key_item"] }[plain] ?? [];
}
