// Packs the built site: compresses each file with Brotli and writes a manifest of hashes.
// node pack.mjs BUILT TARGET SOURCES ALGORITHM...
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [built, target, sources, ...algorithms] = process.argv.slice(2);
const files = (folder) =>
  readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? files(join(folder, name)) : [join(folder, name)]));

rmSync(target, { recursive: true, force: true });
const manifest = { sources, algorithms, files: {} };
let [whole, small, script] = [0, 0, 0];
for (const file of files(built).sort()) {
  const name = relative(built, file).split(sep).join("/");
  const bytes = readFileSync(file);
  const packed = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const to = join(target, `${name}.br`);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, packed);
  manifest.files[name] = createHash("sha256").update(bytes).digest("hex");
  whole += bytes.length;
  small += packed.length;
  if (name.endsWith(".js")) script += packed.length;
}
writeFileSync(join(target, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
console.log(`${Object.keys(manifest.files).length} files, ${whole} bytes, packed ${small}; JavaScript ${script}`);
