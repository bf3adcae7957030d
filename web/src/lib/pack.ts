// A dungeon or a level for engines, editors and virtual tables: the engine writes the files, the page paints their pictures.
import { zipSync, strToU8 } from "fflate";
import { canvasOf } from "./board";
import type { Lane } from "./engine";
import { bytesOf, base64Of } from "./share";

interface Picture {
  name: string;
  /** In pixels. */
  width: number;
  height: number;
  svg: string;
}
export type File = { name: string; text: string } | { name: string; base64: string };
/** What is written: a request for a dungeon, or the text of a level. */
export type Packed = { dungeon: object } | { level: string };

async function png({ svg, width, height }: Picture): Promise<string> {
  const canvas = await canvasOf(svg, width, height);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return base64Of(new Uint8Array(await blob.arrayBuffer()));
}

/** All files, with a page that says what is what. */
export async function files(lane: Lane, packed: Packed): Promise<File[]> {
  const { pictures } = await lane.ask<{ pictures: Picture[] }>({ ask: "pack", ...packed });
  const painted: string[] = [];
  for (const picture of pictures) painted.push(await png(picture));
  return (await lane.ask<{ files: File[] }>({ ask: "pack", ...packed, painted })).files;
}

const bytes = (file: File) => ("text" in file ? strToU8(file.text) : bytesOf(file.base64));

/** All files in one archive. */
export function zipped(files: File[]): Blob {
  return new Blob([zipSync(Object.fromEntries(files.map((file) => [file.name, bytes(file)])))], { type: "application/zip" });
}

/** The forms of one file, their names in a list, and the picture that has to lie beside the file. */
export const ENGINES: [string, string, "tiles" | "floor" | null][] = [
  ["tmj", "Map for Tiled", "tiles"],
  ["tscn", "Scene of Godot", "tiles"],
  ["ldtk", "LDtk, a level a floor", "tiles"],
  ["rooms", "LDtk, a level a room", "tiles"],
  ["dd2vtt", "Table (Universal VTT), this floor", null],
  ["foundry", "Scene of Foundry, this floor", "floor"],
  ["tiles", "Picture of the tiles (PNG)", null],
  ["floor", "Picture of this floor (PNG)", null],
];

const ENDINGS: Record<string, (floor: number) => RegExp> = {
  tmj: () => /\.tmj$/, tscn: () => /\.tscn$/, ldtk: () => /(?<!-rooms)\.ldtk$/, rooms: () => /-rooms\.ldtk$/, dd2vtt: (floor) => new RegExp(`-${floor}\\.dd2vtt$`),
  foundry: (floor) => new RegExp(`-${floor}\\.foundry\\.json$`), tiles: () => /^quandary-tiles-?[a-z]*\.png$/, floor: (floor) => new RegExp(`^(?!quandary-tiles).*-${floor}\\.png$`),
};

/** One of the files, and what is to be said of it. */
export function single(files: File[], form: string, floor: number): { name: string; data: Blob; words: string } {
  const find = (form: string) => files.find(({ name }) => ENDINGS[form]?.(floor).test(name));
  const file = find(form);
  if (!file) throw new Error(form === "rooms" ? "A level of LDtk for each room takes rooms, with everything in one of them." : "This floor is too large for that.");
  const beside = ENGINES.find(([name]) => name === form)?.[2];
  const picture = beside ? find(beside)?.name : undefined;
  const words = picture ? `${file.name} shows ${picture}, which has to lie beside it: download that too.` : "";
  return { name: file.name, data: new Blob([bytes(file)]), words };
}
