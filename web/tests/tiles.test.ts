import { expect, test } from "vitest";
import { play, SIZE, type PlacedTile } from "../src/lib/tiles";

const EMPTY = Array.from({ length: SIZE }, () => ".".repeat(SIZE));
const laid = (...tiles: [number, number, string, boolean?][]) =>
  new Map<number, PlacedTile>(tiles.map(([row, col, letter, blank], from) => [row * SIZE + col, { letter, blank: blank ?? false, from }]));

test("tiles in a row or a column are a play, with the letters between them", () => {
  expect(play(EMPTY, laid([7, 7, "c"], [7, 8, "a"], [7, 9, "b"]))).toEqual({ square: "H8", word: "cab" });
  expect(play(EMPTY, laid([7, 7, "c"], [8, 7, "a"], [9, 7, "b"]))).toEqual({ square: "8H", word: "cab" });
  const board = EMPTY.with(7, ".......a.......");
  expect(play(board, laid([7, 6, "c"], [7, 8, "b"]))).toEqual({ square: "H7", word: "cab" });
  expect(play(board, laid([6, 7, "c"]))).toEqual({ square: "8G", word: "ca" });
});

test("a blank has a question mark before its letter", () => {
  expect(play(EMPTY, laid([7, 7, "c"], [7, 8, "a", true]))).toEqual({ square: "H8", word: "c?a" });
});

test("gaps, corners and single letters are no play", () => {
  expect(play(EMPTY, laid([7, 7, "c"], [7, 9, "b"]))).toBeNull();
  expect(play(EMPTY, laid([7, 7, "c"], [8, 8, "b"]))).toBeNull();
  expect(play(EMPTY, laid([7, 7, "c"]))).toBeNull();
  expect(play(EMPTY, laid())).toBeNull();
});
