// Files of other programs: their names with what they are taken for, and their texts.
import type { ForeignName } from "./protocol";
import { TILE } from "./editor.svelte";
import { keep, kept } from "./share";

/** The meaning of a name that stands for nothing. */
export const NOTHING = "nothing";

/** The tiles that a name can be taken for, with their words, in groups. */
export const GROUPS: { title: string; tiles: [number, string][] }[] = [
  { title: "Ground", tiles: [[TILE.wall, "Wall"], [TILE.floor, "Floor"], [TILE.void, "Nothing"], [TILE.water, "Water"], [TILE.bridge, "Water or floor"], [TILE.block, "Block"], [TILE.pit, "Pit"]] },
  { title: "Ends", tiles: [[TILE.start, "Start"], [TILE.goal, "Goal"], [TILE.boss, "Boss"], [TILE.enemy, "Enemy"]] },
  { title: "Things", tiles: [[TILE.key, "Small key"], [TILE.bossKey, "Boss key"], [TILE.keyItem, "Key item"], [TILE.bombs, "Bombs"], [TILE.puzzle, "Puzzle"]] },
  { title: "Doors", tiles: [[TILE.doorLocked, "Locked"], [TILE.doorBomb, "Cracked wall"], [TILE.doorBoss, "Boss door"], [TILE.doorPuzzle, "Puzzle door"], [TILE.doorSoft, "One way"], [TILE.doorOpen, "Doorway"], [TILE.stair, "Stair"]] },
];
const WORDS = new Map(GROUPS.flatMap(({ tiles }) => tiles));

/** A part of a meaning: the id of its tile, if it is one, and its words. */
export interface Part {
  tile: number | null;
  words: string;
}

/** The parts of a meaning such as `BLOCK on TRIFORCE`, the uppermost first; `ids` has the id of each tile's name. */
export function parts(meaning: string, ids: ReadonlyMap<string, number>): Part[] {
  if (meaning === NOTHING) return [];
  return meaning.split(" on ").map((part) => {
    const tile = ids.get(part) ?? null;
    if (tile === null) return { tile, words: part };
    // The empty tile is called as in the file, since a name may also mean nothing at all.
    const words = tile === TILE.void ? "empty" : WORDS.get(tile)?.toLowerCase();
    return { tile, words: words ?? part.toLowerCase().replaceAll("_", " ") };
  });
}

/** A meaning in words. */
export function meant(meaning: string, ids: ReadonlyMap<string, number>): string {
  return parts(meaning, ids).map(({ words }) => words).join(" on ") || NOTHING;
}

/** Why a name has its meaning. */
export function reason({ basis, why, kind }: ForeignName): string {
  if (kind === "place") return why;
  if (basis === "unknown") return "nothing says what it is";
  return basis === "guessed" ? `guessed: ${why}` : "as you said";
}

/** The names with the unknown ones first, then the guessed ones; names of `before` keep their order. */
export function ordered(names: ForeignName[], before: string[] = []): ForeignName[] {
  const ranks = ["unknown", "guessed", "given", "own"];
  const known = new Map(before.map((name, at) => [name, at]));
  const rank = ({ name, basis }: ForeignName) => known.get(name) ?? before.length + ranks.indexOf(basis);
  return [...names].sort((a, b) => rank(a) - rank(b));
}

/** A message of the engine, with the options of the program called as on the page. */
export function here(message: string): string {
  const names = message.replaceAll(/(the file of )?--map( FILE)?/g, "the list of names").replaceAll("--start X,Y", "the field Start");
  return names.replaceAll("--game FILE", "the file of the game, dropped with it,").replaceAll("--game", "the field Game:");
}

/** True if a file with this fault can be read when names have meanings, or the start or the game is known. */
export const isMendable = (message: string) => /--(map|start X|game)/.test(message);

const PICTURES = /\.(png|jpe?g|gif|webp|bmp|aseprite|ase|psd|svg)$/i;
const PARTS = /\.(tsx|tsj|tx|tj)$/i;
const MAPPING = /\.toml$/i;

/** The parts that dropped files play: the file to read, files beside it, a mapping, and pictures, which are not read. */
export function sorted(names: string[]): { main: string | null; beside: string[]; mapping: string | null; pictures: string[] } {
  const pictures = names.filter((name) => PICTURES.test(name));
  const mapping = names.find((name) => MAPPING.test(name)) ?? null;
  const texts = names.filter((name) => !pictures.includes(name) && name !== mapping);
  const maps = texts.filter((name) => !PARTS.test(name));
  // The levels of an LDtk project may lie in files of their own.
  const main = maps.find((name) => /\.ldtk$/i.test(name)) ?? maps[0] ?? texts[0] ?? null;
  return { main, beside: texts.filter((name) => name !== main), mapping, pictures };
}

/** The text of a file: UTF-16 by its mark, UTF-8, or otherwise Latin 1, which `guessed` tells. */
export function decoded(bytes: Uint8Array): { text: string; guessed: boolean } {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  try {
    return { text: new TextDecoder(utf16 ?? "utf-8", { fatal: true }).decode(bytes), guessed: false };
  } catch {
    return { text: new TextDecoder("latin1").decode(bytes), guessed: true };
  }
}

/** The names of a mapping in TOML with their meanings: lines such as `"Walls" = "WALL"`. Throws a fault with its line. */
export function mappingOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const said = /^\s*("(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/.exec(line);
    const plain = (word: string): string => (word.startsWith('"') ? (JSON.parse(word) as string) : word.replace(/^'(.*)'$/, "$1"));
    try {
      if (!said?.[1] || !said[2]) throw new SyntaxError();
      found[plain(said[1])] = plain(said[2]);
    } catch {
      throw new Error(`line ${at + 1}: expected a line such as "Walls" = "WALL", found ${line.trim().slice(0, 60)}`);
    }
  }
  return found;
}

/** The most files whose meanings are kept. */
const MOST_FILES = 20;

function meanings(): Record<string, Record<string, string>> {
  try {
    return JSON.parse(kept("meanings") ?? "{}") as Record<string, Record<string, string>>;
  } catch {
    return {};
  }
}

/** The meanings that the user gave to the names of a file. */
export const keptMeanings = (file: string): Record<string, string> => meanings()[file] ?? {};

/** Keeps the meanings that the user gave to the names of a file, the last one of those that are kept. */
export function keepMeanings(file: string, given: Record<string, string>) {
  const { [file]: _, ...others } = meanings();
  const all = [...Object.entries(others), ...(Object.keys(given).length > 0 ? [[file, given] as const] : [])];
  keep("meanings", JSON.stringify(Object.fromEntries(all.slice(-MOST_FILES))));
}
