// Godot packs, and pictures as imported by its editor.
import { createHash } from "node:crypto";

const u32 = (value) => { const bytes = Buffer.alloc(4); bytes.writeUInt32LE(value); return bytes; };
const u64 = (value) => { const bytes = Buffer.alloc(8); bytes.writeBigUInt64LE(BigInt(value)); return bytes; };
const fill = (bytes, to) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);

/** Builds a pack (version 3) from files with path and bytes. */
export function pack(files) {
  const head = 112;
  let at = 0;
  const parts = [];
  const entries = files.map(([path, bytes]) => {
    const body = Buffer.from(bytes);
    const entry = { path: fill(Buffer.from(path), 4), offset: at, size: body.length, hash: createHash("md5").update(body).digest() };
    parts.push(fill(body, 16));
    at += parts.at(-1).length;
    return entry;
  });
  const table = entries.map(({ path, offset, size, hash }) =>
    Buffer.concat([u32(path.length), path, u64(offset), u64(size), hash, u32(0)]));
  const relative = 2;
  const header = Buffer.concat([
    Buffer.from("GDPC"), u32(3), u32(4), u32(6), u32(0), u32(relative), u64(head), u64(head + at), Buffer.alloc(64),
  ]);
  return Buffer.concat([header, Buffer.alloc(head - header.length), ...parts, u32(entries.length), ...table]);
}

/** The files of an imported PNG: the texture that is loaded instead, and the file with its path. */
export function imported(path, png) {
  const [wide, high] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const name = `.godot/imported/${createHash("md5").update(path).digest("hex")}.ctex`;
  const [FORMAT_PNG, RGBA8] = [1, 5];
  const data = Buffer.concat([Buffer.from("PNG "), png]);
  const image = Buffer.concat([u32(FORMAT_PNG), Buffer.from([wide & 255, wide >> 8, high & 255, high >> 8]), u32(0), u32(RGBA8), u32(data.length), data]);
  const head = Buffer.concat([Buffer.from("GST2"), u32(1), u32(wide), u32(high), u32(0), u32(0), Buffer.alloc(12)]);
  const remap = `[remap]\n\nimporter="texture"\ntype="CompressedTexture2D"\npath="res://${name}"\n`;
  return [[name, Buffer.concat([head, image])], [`${path}.import`, remap]];
}
