import { expect, test } from "vitest";
import { Editor, TILE, blank, row } from "../src/lib/editor.svelte";
import { cell } from "../src/lib/board";
import { named, thing } from "../src/lib/told";

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
  editor.room(0, at(0, 0), at(5, 5));
  editor.room(0, at(2, 2), at(0, 0));
  editor.resize(0, 4, 4);
  expect([editor.rows(0), editor.cols(0), editor.level.marks]).toEqual([4, 4, []]);
  expect(editor.level.rooms).toEqual([{ node: 1, floor: 0, row: 0, col: 0, rows: 3, cols: 3 }]);
});

test("drawings, places and things are read as the engine writes them", () => {
  expect(row("#.@*k")).toEqual([TILE.wall, TILE.floor, TILE.start, TILE.goal, TILE.key]);
  expect([cell([1, 2]), cell([1, 2, 3]), cell({ node: 4 })]).toEqual([at(1, 2), { floor: 1, row: 2, col: 3 }, null]);
  expect(named({ a: [{ at: [1, 2] }], cells: [[3, 4]] })).toEqual([at(1, 2), at(3, 4)]);
  expect(thing({ kind: "pickup", cell: [1, 5], content: "key" })).toBe("a small key at row 2, column 6");
});
