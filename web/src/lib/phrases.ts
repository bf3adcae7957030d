// Texts for the player about rooms, things and steps, with the names of the dungeon if it has them.
import { cell, type Cell } from "./board";
import type { DungeonJson, HintJson, LevelJson, Room } from "./protocol";
import { content, thing } from "./things";

/** The state that texts depend on: the dungeon, if any, the level, the position of the player, and the entered rooms. */
export interface Scene {
  dungeon: DungeonJson | null;
  level: LevelJson;
  here: Cell | null;
  entered: ReadonlySet<string | number>;
}

const STEPS = /^(up|down|left|right)(_left|_right)?$/;

export const roomAt = (level: LevelJson, at: Cell): Room | undefined =>
  level.rooms?.find(({ floor, row, col, rows, cols }) => floor === at.floor && at.row >= row && at.col >= col && at.row < row + rows && at.col < col + cols);

const roomOf = (level: LevelJson, id: string | number) => level.rooms?.find(({ node }) => String(node) === String(id));

export function roomName({ dungeon }: Scene, id: string | number): string {
  return dungeon?.rooms.find((room) => String(room.id) === String(id))?.name ?? `room ${id}`;
}

/** The text for a thing of the level: `key`, `symbol:A`, or several joined by `+`. */
export function thingName({ dungeon }: Pick<Scene, "dungeon">, name: string): string {
  const one = (name: string): string => {
    const symbol = name.replace(/^symbol:/, "");
    const known = dungeon?.things.find((one) => one.thing === name || one.thing === `symbol:${symbol}`)?.name;
    if (known) return known;
    if (symbol.startsWith("plate:")) return "the stones on their plates";
    if (symbol.startsWith("puzzle:")) return "the lever";
    return symbol.startsWith("treasure:") ? `the ${symbol.slice(9).replaceAll("-", " ")}` : content(name);
  };
  return name.split("+").map(one).join(" and ");
}

/** The action that obtains a thing. */
export function gets(scene: Pick<Scene, "dungeon">, name: string): string {
  const symbol = name.replace(/^symbol:/, "");
  if (symbol.startsWith("plate:")) return "push the stones onto their plates";
  return `${symbol.startsWith("puzzle:") ? "pull" : "take"} ${thingName(scene, name)}`;
}

/** The direction of a cell, relative to the player. */
export function direction(from: Cell | null, to: Cell): string {
  if (!from) return `at row ${to.row}, column ${to.col}`;
  if (from.floor !== to.floor) return `on floor ${to.floor}`;
  const [rows, cols] = [to.row - from.row, to.col - from.col];
  const upright = Math.abs(rows) * 2 >= Math.abs(cols) && rows !== 0 ? (rows < 0 ? "above" : "below") : "";
  const across = Math.abs(cols) * 2 >= Math.abs(rows) && cols !== 0 ? (cols < 0 ? "to the left" : "to the right") : "";
  return [upright, across].filter(Boolean).join(" and ") || "here";
}

/** The room of a cell, or its direction if it is in no room. */
function place(scene: Scene, at: Cell): string {
  const room = roomAt(scene.level, at);
  if (!room) return direction(scene.here, at);
  const here = scene.here && roomAt(scene.level, scene.here);
  return room === here ? direction(scene.here, at) : `in ${roomName(scene, room.node)}`;
}

const middle = ({ floor, row, col, rows, cols }: Room): Cell => ({ floor, row: row + Math.floor(rows / 2), col: col + Math.floor(cols / 2) });

/** The text for a step such as `warp 8`, `flip 0` or `goto 5 by 2`. */
export function stepText(scene: Scene, words: string): string {
  const [, verb = "", id = "", by = ""] = /^(warp|goto|flip) (.+?)(?: by (\d+))?$/.exec(words) ?? [];
  const name = id.startsWith('"') ? (JSON.parse(id) as string) : id;
  const way = by ? `, in another way (${by})` : "";
  if (verb === "flip") return `flip switch ${name}${way}`;
  if (verb === "goto") return `go to ${roomName(scene, name)}${way}`;
  if (verb !== "warp") return words.replaceAll("_", " and ");
  const room = roomOf(scene.level, name);
  const other = room && room.floor !== scene.here?.floor ? ` to floor ${room.floor}` : "";
  const seen = !room || scene.entered.has(room.node) || !scene.dungeon;
  return `take the stairs${seen ? ` to ${roomName(scene, name)}` : other}${way}`;
}

/** The text for a list of steps; equal steps are counted. */
function steps(scene: Scene, all: string[]): string {
  const runs: [string, number][] = [];
  for (const one of all) {
    const last = runs.at(-1);
    if (last?.[0] === one && STEPS.test(one)) last[1] += 1;
    else runs.push([one, 1]);
  }
  return runs.map(([one, times]) => `${stepText(scene, one)}${times > 1 ? ` ${times}` : ""}`).join(", ");
}

/** The text for a requirement. */
function requirement(scene: Scene, name: string): string {
  const plain: Record<string, string> = { key_locked: "a small key", boss_locked: "the boss key", bombable: "a bomb" };
  if (name === "item_locked") return thingName(scene, "key_item");
  return plain[name] ?? thingName(scene, name);
}

/** The obstacle that a thing is needed for. */
function purpose(scene: Scene, at: Cell | null, asks: string[]): string {
  const there = at ? ` ${place(scene, at)}` : "";
  const kinds: [RegExp, string][] = [
    [/^symbol:puzzle:/, "bars"], [/^(symbol:)?plate:/, "a portcullis"], [/^lacks:/, "a shutter"], [/^toggle:/, "a gate"],
    [/^bombable$/, "a cracked wall"], [/^item_locked$/, "water"],
  ];
  const bar = kinds.find(([kind]) => asks.some((one) => kind.test(one)))?.[1];
  return bar ? `without it ${bar} would stop you${there}` : `the lock${there} asks for ${asks.map((one) => requirement(scene, one)).join(" and ")}`;
}

function action(scene: Scene, { do: verb, thing: name, at }: NonNullable<HintJson["what"]>): string {
  const spot = cell(at);
  const there = spot ? ` ${place(scene, spot)}` : "";
  if (verb === "take") return gets(scene, String(name));
  if (verb === "open") return `open ${String(name).startsWith("DOOR") ? thing({ kind: "door", tile: String(name).split(" ")[0] ?? "" }) : "the lock"}${there}`;
  if (verb === "flip") return `flip switch ${name}${there}`;
  if (verb === "press") return scene.dungeon ? "push the stones onto their plates" : `push a block onto plate ${name}`;
  if (verb === "push") return `push the block${there}`;
  return scene.dungeon ? `take ${scene.dungeon.goal}` : `go to the goal${there}`;
}

/** The next place to go to: a room with its direction, or a part of the map. */
function goal(scene: Scene, { room, floor, part, here }: NonNullable<HintJson["where"]>): string {
  const known = room === undefined ? undefined : roomOf(scene.level, room);
  const side = here ? ", where you are" : known ? `, ${direction(scene.here, middle(known))}` : "";
  const of = scene.level.floors.length > 1 ? `floor ${floor ?? 0}` : "the map";
  return `${room === undefined ? `the ${part ?? "middle"} of ${of}` : roomName(scene, room)}${side}`;
}

/** The purpose of a thing. */
function reason(scene: Scene, what: NonNullable<HintJson["what"]>): string {
  const { kind, at, asks } = what.for;
  if (kind === "lock") return `; ${purpose(scene, cell(at), asks ?? [])}`;
  if (kind === "way") return "; the way leads on from there";
  return what.do === "win" ? "" : "; you cannot win without it";
}

/** A hint as sentences, one per hint level. */
export function hintLines(scene: Scene, { words, where, what, moves, cheapest }: HintJson): string[] {
  const lines = words.slice(0, 1);
  if (where) lines.push(`Next: ${goal(scene, where)}.`);
  if (what) lines.push(`There: ${action(scene, what)}${reason(scene, what)}.`);
  if (moves) lines.push(`The next moves${cheapest ? "" : " of a way that may not be the shortest"}: ${steps(scene, moves)}.`);
  return lines;
}

/** The engine's reason against a step, with the names of the dungeon. */
export function refusal(scene: Pick<Scene, "dungeon">, words: string): string {
  const named = words.replaceAll(/symbol (.+?)(?=(?: not to be held)?(?: and |$))/g, (_, name: string) => thingName(scene, `symbol:${name}`));
  return named.replace("the key item", thingName(scene, "key_item"));
}

export const capital = (words: string) => `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
