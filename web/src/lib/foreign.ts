// Names in files of other editors, and guesses of the tiles that they stand for.

interface Project {
  defs?: {
    layers?: { uid: number; intGridValues?: { value: number; identifier: string | null }[] }[];
    tilesets?: { enumTags?: { enumValueId: string; tileIds: number[] }[] }[];
  };
  levels?: RawLevel[];
  worlds?: { levels?: RawLevel[] }[];
}
interface RawLevel {
  layerInstances?: { __identifier: string; layerDefUid: number; intGridCsv?: number[]; entityInstances?: { __identifier: string }[] }[] | null;
}

/** The names in an LDtk project, in the order of their first occurrence; none in any other file. */
export function names(text: string): string[] {
  let project: Project;
  try {
    project = JSON.parse(text) as Project;
  } catch {
    return [];
  }
  const found = new Set<string>();
  const levels = [...(project.levels ?? []), ...(project.worlds ?? []).flatMap(({ levels }) => levels ?? [])];
  for (const layer of levels.flatMap(({ layerInstances }) => layerInstances ?? [])) {
    const values = project.defs?.layers?.find(({ uid }) => uid === layer.layerDefUid)?.intGridValues ?? [];
    for (const value of new Set(layer.intGridCsv ?? [])) {
      if (value !== 0) found.add(values.find((one) => one.value === value)?.identifier || `${layer.__identifier}.${value}`);
    }
    for (const { __identifier } of layer.entityInstances ?? []) found.add(__identifier);
  }
  for (const { enumTags } of project.defs?.tilesets ?? []) {
    for (const { enumValueId, tileIds } of enumTags ?? []) if (tileIds.length > 0) found.add(enumValueId);
  }
  return [...found];
}

/** The value for a name that stands for no tile. */
export const NOTHING = "nothing";

const OTHER: Record<string, string> = {
  WALLS: "WALL", BRICK: "WALL", BRICKS: "WALL", STONE: "WALL", ROCK: "WALL", GROUND: "FLOOR", GRASS: "FLOOR", DIRT: "FLOOR", PATH: "FLOOR", PLAYER: "START",
  PLAYERSTART: "START", SPAWN: "START", HERO: "START", EXIT: "TRIFORCE", GOAL: "TRIFORCE", END: "TRIFORCE", DOOR: "DOOR_LOCKED", LOCK: "DOOR_LOCKED", LOCKEDDOOR: "DOOR_LOCKED",
  WATER: "ELEMENT", LAVA: "ELEMENT", MONSTER: "ENEMY", MOB: "ENEMY", KEY: "KEY_SMALL", CRATE: "BLOCK", BOX: "BLOCK", STAIRS: "STAIR", LADDER: "STAIR",
};

/** A guess of the tile of a name: a tile of the same name, or one with this common synonym. */
export function likely(name: string, tiles: string[]): string {
  const plain = name.replaceAll(/[^a-z]/gi, "").toUpperCase();
  const same = tiles.find((tile) => tile.replaceAll("_", "") === plain);
  const other = OTHER[plain];
  return same ?? (other && tiles.includes(other) ? other : NOTHING);
}
