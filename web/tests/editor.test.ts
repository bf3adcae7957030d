import { expect, test } from "vitest";
import { Editor, TILE, blank, row } from "../src/lib/editor.svelte";
import { cell } from "../src/lib/board";
import { named, whyNotLines, thing } from "../src/lib/things";

const at = (row: number, col: number) => ({ floor: 0, row, col });

test("a stroke is one step of the history", () => {
  const editor = new Editor(JSON.stringify(blank(4, 5)));
  editor.begin();
  editor.use({ kind: "tile", tile: TILE.key }, at(1, 1));
  editor.use({ kind: "tile", tile: TILE.key }, at(1, 2));
  editor.end();
  expect(editor.tile(at(1, 2))).toBe(TILE.key);
  editor.undo();
  expect(editor.tile(at(1, 1))).toBe(TILE.floor);
  editor.redo();
  expect(editor.tile(at(1, 1))).toBe(TILE.key);
  expect(editor.canRedo).toBe(false);
});

test("there is one start, and nothing lies under what is laid", () => {
  const editor = new Editor(JSON.stringify(blank(4, 5)));
  editor.use({ kind: "tile", tile: TILE.start }, at(1, 1));
  editor.use({ kind: "tile", tile: TILE.start }, at(2, 2));
  expect([editor.tile(at(1, 1)), editor.tile(at(2, 2))]).toEqual([TILE.floor, TILE.start]);
  editor.use({ kind: "mark", gives: "symbol:A" }, at(1, 3));
  editor.use({ kind: "lock", needs: "symbol:A" }, at(2, 3));
  expect(editor.level.marks).toEqual([{ floor: 0, row: 1, col: 3, gives: "symbol:A" }]);
  expect(editor.level.locks).toEqual([{ cells: [[0, 2, 3]], needs: ["symbol:A"] }]);
  editor.use({ kind: "erase" }, at(1, 3));
  editor.use({ kind: "tile", tile: TILE.wall }, at(2, 3));
  expect([editor.level.marks, editor.level.locks]).toEqual([undefined, undefined]);
});

test("a smaller level keeps nothing that lies outside", () => {
  const editor = new Editor(JSON.stringify(blank(6, 6)));
  editor.use({ kind: "mark", gives: "symbol:A" }, at(4, 4));
  editor.room(0, at(5, 5), at(3, 3));
  editor.room(0, at(2, 2), at(0, 0));
  editor.resize(0, 4, 4);
  expect([editor.rows(0), editor.cols(0), editor.level.marks]).toEqual([4, 4, undefined]);
  expect(editor.level.rooms).toEqual([{ node: 1, floor: 0, row: 0, col: 0, rows: 3, cols: 3 }]);
});

test("drawings, places and things are read as the engine writes them", () => {
  expect(row("#.@*k")).toEqual([TILE.wall, TILE.floor, TILE.start, TILE.goal, TILE.key]);
  expect([cell([1, 2]), cell([1, 2, 3]), cell({ node: 4 })]).toEqual([at(1, 2), { floor: 1, row: 2, col: 3 }, null]);
  expect(named({ a: [{ at: [1, 2] }], cells: [[3, 4]] })).toEqual([at(1, 2), at(3, 4)]);
  expect(thing({ kind: "pickup", cell: [1, 5], content: "key" })).toBe("a small key at row 1, column 5");
});

test("a floor is taken away with its rooms, nodes, ways and marks, and what is above comes down", () => {
  const editor = new Editor(JSON.stringify(blank(4, 4)));
  expect([editor.addFloor(0), editor.addFloor(0)]).toEqual([1, 2]);
  for (const floor of [0, 1, 2]) {
    expect(editor.room(floor, { floor, row: 0, col: 0 }, { floor, row: 3, col: 3 })).toBe(true);
    editor.use({ kind: "mark", gives: "symbol:A" }, { floor, row: 1, col: 1 });
  }
  expect(editor.room(1, { floor: 1, row: 3, col: 3 }, { floor: 1, row: 3, col: 3 })).toBe(false);
  editor.join(0, 1);
  editor.join(1, 2);
  editor.join(2, 1);
  editor.join(2, 0);
  expect(editor.stairs).toEqual([[0, 1], [1, 2], [2, 0]]);
  editor.removeFloor(1);
  expect(editor.stairs).toEqual([[2, 0]]);
  expect(editor.level.rooms?.map(({ node, floor }) => [node, floor])).toEqual([[0, 0], [2, 1]]);
  expect(editor.level.marks?.map(({ floor }) => floor)).toEqual([0, 1]);
  editor.part(0, 2);
  expect(editor.stairs).toEqual([]);
  editor.removeRoom(0);
  editor.removeRoom(2);
  expect([editor.level.rooms, editor.level.graph]).toEqual([undefined, undefined]);
});

test("why a level cannot be won is told in words", () => {
  const door = { kind: "door", tile: "DOOR_LOCKED", cells: [[1, 4]] as [number, number][] };
  const key = { kind: "missing", content: "key" };
  expect(whyNotLines({ core: [door, key], repair: [door], smallest: true, also: [], tried: "together" })).toEqual([
    "Blocked by: the locked door at row 1, column 4, no small key.",
    "The smallest repair: open the locked door at row 1, column 4.",
  ]);
  const back = { kind: "way_back", from: "drop", to: "start" };
  const rule = { kind: "rule", rule: "one_way=ignored" };
  expect(whyNotLines({ core: [key], repair: [key], smallest: false, also: [back, rule], tried: "singly" })).toEqual([
    "Blocked by: no small key.",
    "A repair: give the player a small key.",
    "Alternatives: add a way back from drop to start, or play by one_way=ignored.",
  ]);
  expect(whyNotLines(null)).toEqual([]);
});

test("a plate has cells, lies under blocks, and goes with what asks for it", () => {
  const editor = new Editor(JSON.stringify(blank(5, 6)));
  editor.use({ kind: "tile", tile: TILE.block }, at(1, 1));
  editor.use({ kind: "plate", name: "A" }, at(1, 1));
  editor.use({ kind: "plate", name: "A" }, at(1, 2));
  editor.use({ kind: "plate", name: "A" }, at(1, 2));
  editor.use({ kind: "lock", needs: "plate:A" }, at(2, 2));
  expect([editor.tile(at(1, 1)), editor.level.plates]).toEqual([TILE.block, [{ name: "A", cells: [[0, 1, 1], [0, 1, 2]] }]]);
  editor.use({ kind: "tile", tile: TILE.block }, at(1, 2));
  editor.use({ kind: "erase" }, at(1, 1));
  expect(editor.level.plates).toEqual([{ name: "A", cells: [[0, 1, 2]] }]);
  editor.resize(0, 5, 2);
  expect([editor.level.plates, editor.level.locks]).toEqual([undefined, undefined]);
  editor.undo();
  editor.use({ kind: "mark", gives: "symbol:A" }, at(1, 2));
  expect([editor.level.plates, editor.level.locks]).toEqual([undefined, undefined]);
});
