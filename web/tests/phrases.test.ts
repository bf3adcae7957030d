import { expect, test } from "vitest";
import type { DungeonJson, HintJson, LevelJson } from "../src/lib/protocol";
import { direction, gets, hintLines, refusal, stepText, thingName, type Scene } from "../src/lib/phrases";

const room = (node: number, floor: number, row: number, col: number) => ({ node, floor, row, col, rows: 5, cols: 5 });
const level = { format: "", floors: [{ grid: [[1]] }, { grid: [[1]] }], rooms: [room(0, 0, 0, 0), room(7, 0, 0, 20), room(8, 1, 0, 0)] } as LevelJson;
const dungeon = {
  goal: "the crown",
  rooms: [{ id: 0, name: "Porch" }, { id: 7, name: "Hall of bells" }, { id: 8, name: "Loft" }],
  things: [{ thing: "symbol:puzzle:1", name: "the statue's arm" }, { thing: "symbol:A", name: "the cook's key" }, { thing: "key_item", name: "the raft" }],
} as unknown as DungeonJson;
const scene: Scene = { dungeon, level, here: { floor: 0, row: 2, col: 2 }, entered: new Set([0]) };
const plain: Scene = { ...scene, dungeon: null };
const hintOf = (more: Partial<HintJson>): HintJson => ({ rung: 4, standing: { state: "winnable" }, words: ["It can be won from here.", "Next: room 7.", "There: take symbol:puzzle:1 at [2,22]."], cheapest: true, ...more });

test("a hint has the names of the dungeon, and says where", () => {
  const what: HintJson["what"] = { do: "take", thing: "symbol:puzzle:1", at: [0, 2, 22], for: { kind: "lock", at: [0, 4, 2], asks: ["symbol:puzzle:1"] } };
  const lines = hintLines(scene, hintOf({ where: { room: 7, here: false }, what, moves: ["right", "right", "down", "warp 8", "flip 0"] }));
  expect(lines).toEqual([
    "It can be won from here.",
    "Next: Hall of bells, to the right.",
    "There: pull the statue's arm; without it bars would stop you below.",
    "The next moves: right 2, down, take the stairs to floor 1, flip switch 0.",
  ]);
  const lock: HintJson["what"] = { do: "take", thing: "symbol:A", at: [0, 2, 2], for: { kind: "lock", at: [1, 2, 2], asks: ["symbol:A", "key_locked"] } };
  expect(hintLines(scene, hintOf({ where: { room: 0, here: true }, what: lock })).slice(1)).toEqual(["Next: Porch, where you are.", "There: take the cook's key; the lock in Loft asks for the cook's key and a small key."]);
  expect(hintLines(scene, hintOf({ what: { do: "open", thing: "DOOR_LOCKED [0,4,2]", at: [0, 3, 2], for: { kind: "way" } } }))[1]).toBe("There: open the locked door below; the way leads on from there.");
  expect(hintLines(scene, hintOf({ what: { do: "win", thing: null, at: [0, 2, 2], for: { kind: "win" } } }))[1]).toBe("There: take the crown.");
});

test("a level that is no dungeon has plain words", () => {
  const what: HintJson["what"] = { do: "press", thing: "A", at: [0, 2, 3], for: { kind: "lock", at: [0, 2, 22], asks: ["plate:A"] } };
  expect(hintLines(plain, hintOf({ where: { floor: 0, part: "upper left", here: false }, what })).slice(1)).toEqual(["Next: the upper left of floor 0.", "There: push a block onto plate A; without it a portcullis would stop you in room 7."]);
  expect([stepText(plain, "warp 8"), stepText(plain, "goto 7 by 2"), stepText(plain, 'goto "the north"')]).toEqual(["take the stairs to room 8", "go to room 7, in another way (2)", "go to room the north"]);
  expect([thingName(plain, "key"), thingName(plain, "symbol:A"), gets(plain, "symbol:plate:stones 1")]).toEqual(["a small key", "key A", "push the stones onto their plates"]);
});

test("stairs are named by the room that they lead to once it was entered", () => {
  expect(stepText(scene, "warp 8")).toBe("take the stairs to floor 1");
  expect(stepText({ ...scene, entered: new Set([8]) }, "warp 8")).toBe("take the stairs to Loft");
});

test("a refusal has the names of what is asked for", () => {
  expect(refusal(scene, "it is locked: it asks for symbol puzzle:1 and symbol A not to be held and a small key")).toBe("it is locked: it asks for the statue's arm and the cook's key not to be held and a small key");
  expect(refusal(scene, "it is locked: it asks for symbol plate:stones 1")).toBe("it is locked: it asks for the stones on their plates");
  expect(refusal(scene, "there is water, and nothing to cross it with: it asks for the key item")).toMatch(/asks for the raft$/);
});

test("a direction is told by the way that is longer, or by both", () => {
  const from = { floor: 0, row: 10, col: 10 };
  const to = (row: number, col: number, floor = 0) => direction(from, { floor, row, col });
  expect([to(10, 10), to(2, 10), to(11, 30), to(20, 4), to(1, 1, 2), direction(null, from)]).toEqual(["here", "above", "to the right", "below and to the left", "on floor 2", "at row 10, column 10"]);
});
