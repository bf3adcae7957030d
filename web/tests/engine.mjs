// The engine in Node: the two modules of the prebuilt site.
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const dist = join(root, "crates/studio/dist");

/** Reads a file of the site. */
export const unpacked = (name) => brotliDecompressSync(readFileSync(join(dist, `${name}.br`)));

/** Unpacks the whole site into a folder. */
export function site() {
  const folder = mkdtempSync(join(tmpdir(), "quandary-studio-"));
  return { folder, files: JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8")).files };
}

/** Loads a module: `levels` or `words`. */
export async function load(kind) {
  const names = readdirSync(join(dist, "assets"));
  const wasm = names.find((name) => name.startsWith(`${kind}_bg-`))?.replace(/\.br$/, "");
  const glue = names.find((name) => name.startsWith(`${kind}-`) && name.endsWith(".js.br"))?.replace(/\.br$/, "");
  if (!wasm || !glue) throw new Error(`the module ${kind} was not built: cargo xtask web --build`);
  // The bindings are bundled; their exports keep their names.
  const folder = mkdtempSync(join(tmpdir(), "quandary-glue-"));
  const file = join(folder, `${kind}.mjs`);
  writeFileSync(file, unpacked(`assets/${glue}`));
  const bound = await import(pathToFileURL(file));
  await bound.default({ module_or_path: unpacked(`assets/${wasm}`) });
  bound.begin(() => undefined);
  return bound;
}

/** Sends a query and returns the answer; throws a refusal. */
export function ask(bound, kind, request) {
  try {
    return bound[kind](JSON.stringify(request));
  } catch (error) {
    throw typeof error === "string" ? new Error(JSON.parse(error).error) : error;
  }
}

/** The dungeon of the first seed that satisfies a condition. */
export function dungeonWith(levels, request, wanted) {
  for (let seed = 1; seed <= 40; seed++) {
    const dungeon = JSON.parse(ask(levels, "levels", { ask: "dungeon", dungeon: { ...request, seed }, show: "json" }));
    if (wanted(dungeon)) return dungeon;
  }
  throw new Error(`no dungeon of forty seeds has it: ${wanted}`);
}
