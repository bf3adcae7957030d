import { expect, test } from "vitest";
import { between } from "../src/lib/board";
import { Editor, TILE, blank } from "../src/lib/editor.svelte";

const at = (row: number, col: number, floor = 0) => ({ floor, row, col });
const tile = (tile: number) => ({ kind: "tile", tile }) as const;

test("a line has no gaps, and both its ends", () => {
  expect(between(at(2, 2), at(2, 2))).toEqual([at(2, 2)]);
  for (const [to, length] of [[at(2, 9), 8], [at(7, 0), 6], [at(-3, -4), 7], [at(30, 3), 29]] as const) {
    const cells = between(at(2, 2), to);
    expect([cells[0], cells.at(-1), cells.length]).toEqual([at(2, 2), to, length]);
    cells.slice(1).forEach((cell, n) => {
      const before = cells[n] ?? cell;
      expect(Math.max(Math.abs(cell.row - before.row), Math.abs(cell.col - before.col))).toBe(1);
    });
  }
});

test("a tool is used on all cells of a line that are on the map, as one change", () => {
  const editor = new Editor(JSON.stringify(blank(4, 5)));
  expect(editor.use(tile(TILE.key), at(1, 9), at(1, 2))).toBe(true);
  expect([1, 2, 3, 4].map((col) => editor.tile(at(1, col)))).toEqual([TILE.floor, TILE.key, TILE.key, TILE.key]);
  editor.undo();
  expect(editor.tile(at(1, 3))).toBe(TILE.floor);
  expect(editor.use(tile(TILE.key), at(1, 9))).toBe(false);
});

test("a level without a start has one for its picture alone, on a floor beside", () => {
  const editor = new Editor(JSON.stringify(blank(4, 5)));
  const { floors } = JSON.parse(editor.pictured) as { floors: unknown[] };
  expect(floors).toEqual([...editor.floors, { grid: [[TILE.start]] }]);
  editor.use(tile(TILE.start), at(1, 1));
  expect(editor.pictured).toBe(editor.text);
  expect(editor.floors.length).toBe(1);
});

test("a start and goals that a level says beside its tiles are painted over", () => {
  const editor = new Editor(JSON.stringify({ ...blank(5, 6), start: at(1, 1), goals: [at(1, 4), at(3, 3)] }));
  expect(editor.pictured).toBe(editor.text);
  editor.use({ kind: "erase" }, at(1, 4));
  editor.use(tile(TILE.goal), at(2, 2));
  expect(editor.level.goals).toEqual([at(3, 3), at(2, 2)]);
  editor.use(tile(TILE.start), at(3, 1));
  expect([editor.level.start, editor.tile(at(3, 1))]).toEqual([undefined, TILE.start]);
  editor.use({ kind: "mark", gives: "symbol:A" }, at(3, 3));
  editor.resize(0, 5, 2);
  expect(editor.level.goals).toBeUndefined();
});

test("a start lies on no plate, where no block can", () => {
  const editor = new Editor(JSON.stringify(blank(4, 5)));
  editor.use({ kind: "plate", name: "A" }, at(1, 2));
  editor.use(tile(TILE.start), at(1, 2));
  expect([editor.level.plates, editor.tile(at(1, 2))]).toEqual([undefined, TILE.start]);
});
