// Texts for the things of a level, and their cells.
import { cell, type Cell } from "./board";
import type { Place, Thing, WhyNotJson } from "./protocol";

const CONTENT: Record<string, string> = {
  key: "a small key", boss_key: "the boss key", key_item: "the key item", bombs: "bombs", item_minor: "bombs", goal: "the goal",
};
const DOORS: Record<string, string> = {
  DOOR_LOCKED: "the locked door", DOOR_BOMB: "the cracked wall", DOOR_BOSS: "the boss door", DOOR_PUZZLE: "the puzzle door",
  DOOR_SOFT: "the one-way door", DOOR_OPEN: "the doorway", ELEMENT: "the water", BLOCK: "the block", PIT: "the pit",
};

export function content(name: string): string {
  if (CONTENT[name]) return CONTENT[name];
  if (name.startsWith("symbol:")) return `key ${name.slice(7)}`;
  if (name.startsWith("toggle:")) return `switch ${name.slice(7)}`;
  return name.replaceAll("_", " ");
}

export function cells(thing: Thing): Cell[] {
  const places: (Place | undefined)[] = [thing.cell, thing.at, ...(thing.cells ?? [])];
  return places.map(cell).filter((found): found is Cell => found !== null);
}

/** All cells that occur anywhere in a JSON value of the engine. */
export function named(value: unknown): Cell[] {
  if (Array.isArray(value)) {
    const numbers = value.every((one) => typeof one === "number");
    if (numbers && (value.length === 2 || value.length === 3)) {
      const found = cell(value as unknown as Place);
      return found ? [found] : [];
    }
    return value.flatMap(named);
  }
  if (value && typeof value === "object") return Object.values(value).flatMap(named);
  return [];
}

export function where(found: Cell | undefined): string {
  return found ? `row ${found.row}, column ${found.col}` : "";
}

export function thing(one: Thing): string {
  const place = where(cells(one)[0]);
  const at = place ? ` at ${place}` : "";
  if (one.content) return `${content(one.content)}${at}`;
  if (one.tile) return `${DOORS[one.tile] ?? one.tile.toLowerCase().replaceAll("_", " ")}${at}`;
  if (one.kind === "symbol" || one.kind === "toggle") return `${one.kind === "symbol" ? "key" : "switch"} ${one.name ?? ""}${at}`;
  return `${one.kind.replaceAll("_", " ")}${one.name ? ` ${one.name}` : ""}${at}`;
}

/** The text for a thing of a level without a goal, where symbols may stand for objects of any kind. */
export function sight(one: Thing): string {
  const symbol = /^symbol:(.*)$/.exec(one.content ?? "")?.[1];
  const place = where(cells(one)[0]);
  return symbol === undefined ? thing(one) : `${symbol}${place ? ` at ${place}` : ""}`;
}

/** The reason why a level cannot be won: the obstacles, the smallest repair, and alternatives. */
export function whyNotLines(why: WhyNotJson | null): string[] {
  if (!why) return [];
  const missing = (one: Thing) => content(one.content ?? "").replace(/^(a|the) /, "");
  const back = (one: Thing) => `way back from ${one.from} to ${one.to}`;
  const lacks = (one: Thing) => {
    if (one.kind === "missing") return `no ${missing(one)}`;
    if (one.kind === "way_back") return `no ${back(one)}`;
    if (one.kind === "pit") return `the ${thing(one)}`;
    if (one.kind === "condition") return `the condition ${one.requires} of win`;
    return one.kind === "rule" ? `${one.rule} is not the rule` : thing(one);
  };
  const change = (one: Thing) => {
    if (one.kind === "missing") return `give the player ${content(one.content ?? "")}`;
    if (one.kind === "way_back") return `add a ${back(one)}`;
    if (one.kind === "pit") return `fill the ${thing(one)}`;
    if (one.kind === "condition") return `leave out the condition ${one.requires} of win`;
    return one.kind === "rule" ? `play by ${one.rule}` : `open ${thing(one)}`;
  };
  const lines = [];
  if (why.core.length) lines.push(`Blocked by: ${why.core.map(lacks).join(", ")}.`);
  if (why.repair?.length) lines.push(`${why.smallest ? "The smallest repair" : "A repair"}: ${why.repair.map(change).join(", and ")}.`);
  if (why.also.length) lines.push(`Alternatives: ${why.also.map(change).join(", or ")}.`);
  return lines;
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}
