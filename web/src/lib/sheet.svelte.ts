// Every tile as the renderer draws it, for the palette and for quick repairs of a picture.
import { drawing } from "./engine";
import { painted, type Board } from "./board";
import type { BoardJson } from "./protocol";

const COUNT = 22;

export const tileSheet: { urls: Record<number, string>; board: Board | null } = $state({ urls: {}, board: null });

async function load() {
  // Each tile amid floor, three cells apart, in one level.
  const grid = [0, 1, 2].map((row) =>
    Array.from({ length: COUNT * 3 }, (_, col) => (row === 1 && col % 3 === 1 ? Math.floor(col / 3) : 1)),
  );
  const level = JSON.stringify({
    format: "quandary/level/1", floors: [{ grid }], start: undefined,
  });
  const board = await painted(await drawing.ask<BoardJson>({ ask: "board", level }), 48);
  const unit = 16 * board.scale;
  for (let tile = 1; tile < COUNT; tile++) {
    const canvas = new OffscreenCanvas(48, 48);
    canvas.getContext("2d")?.drawImage(board.bitmap, (tile * 3 + 1) * unit, unit, unit, unit, 0, 0, 48, 48);
    tileSheet.urls[tile] = URL.createObjectURL(await canvas.convertToBlob({ type: "image/png" }));
  }
  tileSheet.board = board;
}

load().catch(() => undefined);
