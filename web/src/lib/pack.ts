// Export of a dungeon or a level to game engines, editors and virtual tabletops. The engine writes the files; the page
// rasterises their pictures.
import { zipSync, strToU8 } from "fflate";
import { canvasOf } from "./board";
import type { Lane } from "./engine";
import { bytesOf, base64Of } from "./share";

interface Picture {
  name: string;
  /** Width in pixels. */
  width: number;
  height: number;
  svg: string;
}
export type File = { name: string; text: string } | { name: string; base64: string };
/** The content to export: a request for a dungeon, or the text of a level. */
export type Packed = { dungeon: object } | { level: string };

async function png({ svg, width, height }: Picture): Promise<string> {
  const canvas = await canvasOf(svg, width, height);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return base64Of(new Uint8Array(await blob.arrayBuffer()));
}

/** All files, including a README that describes them. */
export async function packFiles(lane: Lane, packed: Packed): Promise<File[]> {
  const { pictures } = await lane.ask<{ pictures: Picture[] }>({ ask: "pack", ...packed });
  const painted: string[] = [];
  for (const picture of pictures) painted.push(await png(picture));
  return (await lane.ask<{ files: File[] }>({ ask: "pack", ...packed, painted })).files;
}

const bytes = (file: File) => ("text" in file ? strToU8(file.text) : bytesOf(file.base64));

/** All files in a ZIP archive. */
export function zipped(files: File[]): Blob {
  return new Blob([zipSync(Object.fromEntries(files.map((file) => [file.name, bytes(file)])))], { type: "application/zip" });
}

/** The formats of a single file: id, name in the menu, and the picture that the file needs in its folder. */
export const ENGINES: [string, string, "tiles" | "floor" | null][] = [
  ["tmj", "Tiled map", "tiles"],
  ["tscn", "Godot scene", "tiles"],
  ["ldtk", "LDtk, one level per floor", "tiles"],
  ["rooms", "LDtk, one level per room", "tiles"],
  ["dd2vtt", "Universal VTT, this floor", null],
  ["foundry", "Foundry scene, this floor", "floor"],
  ["tiles", "Picture of the tiles (PNG)", null],
  ["floor", "Picture of this floor (PNG)", null],
];

const ENDINGS: Record<string, (floor: number) => RegExp> = {
  tmj: () => /\.tmj$/, tscn: () => /\.tscn$/, ldtk: () => /(?<!-rooms)\.ldtk$/, rooms: () => /-rooms\.ldtk$/, dd2vtt: (floor) => new RegExp(`-${floor}\\.dd2vtt$`),
  foundry: (floor) => new RegExp(`-${floor}\\.foundry\\.json$`), tiles: () => /^quandary-tiles-?[a-z]*\.png$/, floor: (floor) => new RegExp(`^(?!quandary-tiles).*-${floor}\\.png$`),
};

/** A file of one format, and a note about it. */
export function single(files: File[], form: string, floor: number): { name: string; data: Blob; words: string } {
  const find = (form: string) => files.find(({ name }) => ENDINGS[form]?.(floor).test(name));
  const file = find(form);
  if (!file) throw new Error(form === "rooms" ? "LDtk with one level per room requires rooms, and everything must lie in a room." : "This floor is too large for this format.");
  const beside = ENGINES.find(([name]) => name === form)?.[2];
  const picture = beside ? find(beside)?.name : undefined;
  const words = picture ? `${file.name} needs ${picture} in the same folder: download that too.` : "";
  return { name: file.name, data: new Blob([bytes(file)]), words };
}
