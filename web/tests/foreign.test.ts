import { expect, test, vi } from "vitest";
import { decoded, here, isMendable, keepMeanings, keptMeanings, mappingOf, meant, ordered, parts, reason, sorted } from "../src/lib/foreign";
import type { ForeignName, Thing } from "../src/lib/protocol";
import { sight } from "../src/lib/things";

const ids = new Map([["VOID", 0], ["WALL", 2], ["BLOCK", 3], ["TRIFORCE", 22], ["KEY_SMALL", 30], ["NEW_TILE", 99]]);
const name = (name: string, basis: ForeignName["basis"], more: Partial<ForeignName> = {}): ForeignName => ({ name, basis, kind: "layer", times: 1, first: "", meaning: "WALL", why: "", ...more });

test("a meaning has the tiles that are shown", () => {
  expect(parts("BLOCK on TRIFORCE", ids)).toEqual([{ tile: 3, words: "block" }, { tile: 22, words: "goal" }]);
  expect(parts("lock needs=symbol:iron on WALL", ids)).toEqual([{ tile: null, words: "lock needs=symbol:iron" }, { tile: 2, words: "wall" }]);
  expect(["nothing", "VOID", "NEW_TILE", "KEY_SMALL"].map((one) => meant(one, ids))).toEqual(["nothing", "empty", "new tile", "small key"]);
  expect(parts("nothing", ids)).toEqual([]);
});

test("unknown names come first, and a choice moves none", () => {
  const names = [name("a", "guessed"), name("b", "given"), name("c", "unknown"), name("d", "guessed")];
  expect(ordered(names).map(({ name }) => name)).toEqual(["c", "a", "d", "b"]);
  const after = [name("c", "given"), name("a", "guessed"), name("b", "given"), name("d", "unknown"), name("e", "unknown")];
  expect(ordered(after, ["c", "a", "d", "b"]).map(({ name }) => name)).toEqual(["c", "a", "d", "b", "e"]);
});

test("the reason of a meaning is told", () => {
  expect(reason(name("a", "unknown"))).toBe("nothing says what it is");
  expect(reason(name("a", "guessed", { why: "its name" }))).toBe("guessed: its name");
  expect(reason(name("a", "given"))).toBe("as you said");
});

test("dropped files have their parts, in any order", () => {
  expect(sorted(["cave.png", "cave.tsx", "map.tmx", "names.toml"])).toEqual({ main: "map.tmx", beside: ["cave.tsx"], mapping: "names.toml", pictures: ["cave.png"] });
  expect(sorted(["World/Level_0.ldtkl", "world.ldtk"])).toMatchObject({ main: "world.ldtk", beside: ["World/Level_0.ldtkl"] });
  expect(sorted(["room.txt", "room.dot"])).toMatchObject({ main: "room.txt", beside: ["room.dot"] });
  expect(sorted(["cave.tsx"])).toMatchObject({ main: "cave.tsx", beside: [] });
  expect(sorted(["a.PNG"])).toMatchObject({ main: null, pictures: ["a.PNG"] });
});

test("texts are decoded by their marks, and a guess is told", () => {
  const text = (...bytes: number[]) => decoded(new Uint8Array(bytes));
  expect(text(0xff, 0xfe, 0x23, 0, 0x40, 0)).toEqual({ text: "#@", guessed: false });
  expect(text(0xfe, 0xff, 0, 0x23, 0, 0x40)).toEqual({ text: "#@", guessed: false });
  expect(text(0xef, 0xbb, 0xbf, 0xc3, 0xb0)).toEqual({ text: "ð", guessed: false });
  expect(text(0xf0, 0x23)).toEqual({ text: "ð#", guessed: true });
});

test("a mapping in TOML is read as it is written, and its faults have a line", () => {
  const text = `# What the names mean\n\n# layer "Walls", 24 times\n"Walls" = "WALL"\nmoss = 'nothing' # soft\n# "x" = "FLOOR"\n"a \\"b\\"" = "BLOCK on TRIFORCE"\r\n`;
  expect(mappingOf(text)).toEqual({ Walls: "WALL", moss: "nothing", 'a "b"': "BLOCK on TRIFORCE" });
  expect(() => mappingOf("a = 3")).toThrow('line 1: expected a line such as "Walls" = "WALL", found a = 3');
  expect(() => mappingOf("\n[table]")).toThrow("line 2");
  expect(() => mappingOf('"\\q" = "WALL"')).toThrow("line 1");
});

test("messages of the engine name the list of the page", () => {
  expect(here("stands for no tile; --map FILE says what letters mean")).toBe("stands for no tile; the list of names says what letters mean");
  expect(here('empty = "FLOOR" in the file of --map names another tile')).toBe('empty = "FLOOR" in the list of names names another tile');
  expect(here("has no start; --start X,Y gives one")).toBe("has no start; the field Start gives one");
  expect(here("say --game zelda|sokoban")).toBe("say the field Game: zelda|sokoban");
  expect(["stands for no tile; --map FILE says", "has no start; --start X,Y gives one", "line 3: expected a comma"].map(isMendable)).toEqual([true, true, false]);
  expect(here('--map: "a" names no tile')).toBe('the list of names: "a" names no tile');
});

test("an object of a level without a goal is not called a key", () => {
  const object: Thing = { kind: "pickup", cell: [1, 2], content: "symbol:chest 4" };
  expect([sight(object), sight({ ...object, content: "key" })]).toEqual(["chest 4 at row 1, column 2", "a small key at row 1, column 2"]);
});

test("meanings are kept for the last files", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (name: string) => stored.get(name) ?? null, setItem: (name: string, text: string) => stored.set(name, text) });
  for (let n = 0; n < 25; n++) keepMeanings(`${n}.tmx`, { Walls: `WALL ${n}` });
  expect([keptMeanings("4.tmx"), keptMeanings("5.tmx"), keptMeanings("24.tmx")]).toEqual([{}, { Walls: "WALL 5" }, { Walls: "WALL 24" }]);
  keepMeanings("24.tmx", {});
  expect(keptMeanings("24.tmx")).toEqual({});
  stored.set("quandary.meanings", "broken");
  expect(keptMeanings("5.tmx")).toEqual({});
  vi.unstubAllGlobals();
});
