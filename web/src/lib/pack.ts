// A dungeon for engines, editors and virtual tables: the engine writes the files, the page paints their pictures.
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
type File = { name: string; text: string } | { name: string; base64: string };

async function png({ svg, width, height }: Picture): Promise<string> {
  const canvas = await canvasOf(svg, width, height);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return base64Of(new Uint8Array(await blob.arrayBuffer()));
}

/** All files of a dungeon, with a page that says what is what, in one archive. */
export async function zipped(lane: Lane, dungeon: object): Promise<Blob> {
  const { pictures } = await lane.ask<{ pictures: Picture[] }>({ ask: "pack", dungeon });
  const painted: string[] = [];
  for (const picture of pictures) painted.push(await png(picture));
  const { files } = await lane.ask<{ files: File[] }>({ ask: "pack", dungeon, painted });
  const bytes = Object.fromEntries(files.map((file) => [file.name, "text" in file ? strToU8(file.text) : bytesOf(file.base64)]));
  return new Blob([zipSync(bytes)], { type: "application/zip" });
}
