// The picture of a level: the SVG of the renderer, rasterised once and then copied.
import type { BoardJson, Place } from "./protocol";

/** Side of a cell in the renderer's pictures, in SVG units. */
export const SIDE = 16;
/** Maximum side of a rasterised picture, in pixels. */
const LONGEST = 8192;
const MOST_PIXELS = 24_000_000;

export interface Board {
  bitmap: ImageBitmap;
  /** Bitmap pixels per SVG unit. */
  scale: number;
  width: number;
  height: number;
  corners: [number, number][];
}

/** Rasterises a picture; `side` is the wanted size of a cell in pixels. */
export async function painted(json: BoardJson, side: number): Promise<Board> {
  const { width, height, corners, svg } = json;
  const fits = Math.min(LONGEST / Math.max(width, height, 1), Math.sqrt(MOST_PIXELS / Math.max(width * height, 1)));
  const scale = Math.min(side / SIDE, fits);
  const canvas = await canvasOf(svg, Math.ceil(width * scale), Math.ceil(height * scale));
  return { bitmap: canvas.transferToImageBitmap(), scale, width, height, corners };
}

/** Rasterises an SVG to a new canvas of the given size in pixels. */
export async function canvasOf(svg: string, width: number, height: number): Promise<OffscreenCanvas> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The phase of a pointer gesture on a map. */
export type Phase = "down" | "move" | "up" | "cancel";

export interface Cell {
  floor: number;
  row: number;
  col: number;
}

/** The cells of a straight line between two cells, both included. */
export function between(from: Cell, to: Cell): Cell[] {
  const [rows, cols] = [to.row - from.row, to.col - from.col];
  const steps = Math.max(Math.abs(rows), Math.abs(cols), 1);
  const on = (n: number) => ({ floor: to.floor, row: from.row + Math.round((rows * n) / steps), col: from.col + Math.round((cols * n) / steps) });
  return from.row === to.row && from.col === to.col ? [to] : Array.from({ length: steps + 1 }, (_, n) => on(n));
}

/** Parses a place of the engine's JSON; null for a node of a graph. */
export function cell(place: Place | undefined | null): Cell | null {
  if (!Array.isArray(place)) return null;
  const [a, b, c] = place;
  return c === undefined ? { floor: 0, row: a, col: b } : { floor: a, row: b, col: c };
}
