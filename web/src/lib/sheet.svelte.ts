// A picture of every tile, for the palette.
import { drawing } from "./engine";
import { TILE } from "./editor.svelte";
import { painted, type Board } from "./board";
import type { BoardJson } from "./protocol";

const TILES = Object.values(TILE);

export const tileSheet: { urls: Record<number, string>; board: Board | null } = $state({ urls: {}, board: null });

let loading = false;

/** Loads the sheet on the first call. */
export function loadTileSheet() {
  if (loading) return;
  loading = true;
  load().catch(() => (loading = false));
}

async function load() {
  // One level with all tiles, three cells apart, each surrounded by floor.
  const grid = [0, 1, 2].map((row) =>
    TILES.flatMap((tile) => [1, row === 1 ? tile : 1, 1]),
  );
  const level = JSON.stringify({ format: "quandary/level/1", floors: [{ grid }] });
  const board = await painted(await drawing.ask<BoardJson>({ ask: "board", level }), 48);
  const unit = 16 * board.scale;
  for (const [at, tile] of TILES.entries()) {
    if (tile === TILE.void) continue;
    const canvas = new OffscreenCanvas(48, 48);
    canvas.getContext("2d")?.drawImage(board.bitmap, (at * 3 + 1) * unit, unit, unit, unit, 0, 0, 48, 48);
    tileSheet.urls[tile] = URL.createObjectURL(await canvas.convertToBlob({ type: "image/png" }));
  }
  tileSheet.board = board;
}
