// Breaks the pages on purpose, one thing at a time, and asks that the test which holds it fails. node tests/break.mjs [NAME ...]
// The sources are changed in a copy, which is built and tested; the modules of WebAssembly are those that were built ahead.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist, unpacked } from "./engine.mjs";
import { SABOTAGES } from "./sabotages.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const copy = join(web, ".build/broken");

/** The bindings and modules, as they lie in what was built ahead. */
function modules() {
  const names = readdirSync(join(dist, "assets")).map((name) => name.replace(/\.br$/, ""));
  for (const kind of ["levels", "words"]) {
    mkdirSync(join(copy, ".build", kind), { recursive: true });
    const wasm = names.find((name) => name.startsWith(`${kind}_bg-`));
    const glue = names.find((name) => name.startsWith(`${kind}-`) && name.endsWith(".js"));
    writeFileSync(join(copy, ".build", kind, `${kind}_bg.wasm`), unpacked(`assets/${wasm}`));
    writeFileSync(join(copy, ".build", kind, `${kind}.js`), String(unpacked(`assets/${glue}`)).replaceAll(wasm, `${kind}_bg.wasm`));
  }
}

function fresh() {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of ["src", "public", "index.html", "package.json", "svelte.config.js", "tsconfig.json", "vite.config.ts"]) cpSync(join(web, name), join(copy, name), { recursive: true });
  modules();
}

function build() {
  const built = spawnSync("npx", ["vite", "build", "--outDir", "site", "--emptyOutDir"], { cwd: copy, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`it does not build: ${built.stderr}`);
}

function test(names) {
  const env = { ...process.env, STUDIO_SITE: join(copy, "site"), STUDIO_PATIENCE: process.env.STUDIO_PATIENCE ?? "12000" };
  const { stdout, stderr, status } = spawnSync("node", [join(web, "tests/run.mjs"), ...names], { encoding: "utf8", env, timeout: 900_000 });
  return { status, out: `${stdout}\n${stderr}` };
}

const wanted = process.argv.slice(2);
const chosen = SABOTAGES.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
fresh();
build();
const whole = test([...new Set(chosen.map(({ test }) => test))]);
if (whole.status !== 0 || /skipped/.test(whole.out)) {
  console.error(`the tests have to pass before anything is broken\n${whole.out}`);
  process.exit(2);
}
console.log("nothing broken: every test passes");
let missed = 0;
for (const { name, file, from, to, test: held } of chosen) {
  const path = join(copy, file);
  const before = readFileSync(join(web, file), "utf8");
  if (before.split(from).length !== 2) throw new Error(`${name}: ${file} has this ${before.split(from).length - 1} times, and once is wanted: ${from}`);
  writeFileSync(path, before.replace(from, () => to));
  build();
  const { status, out } = test([held]);
  const failed = status === 1 && new RegExp(`FAILED · .*${held.replaceAll(/[^\w ]/g, ".")}`).test(out);
  if (!failed) missed += 1;
  const why = out.split("FAILED")[1]?.split("\n")[1]?.trim().slice(0, 140) ?? "";
  console.log(`${failed ? "noticed" : "NOT NOTICED"} · ${name} · by "${held}"${failed ? ` · ${why}` : `\n${out}`}`);
  writeFileSync(path, before);
}
if (existsSync(copy)) rmSync(copy, { recursive: true, force: true });
console.log(`${chosen.length} broken on purpose, ${chosen.length - missed} noticed`);
process.exit(missed > 0 ? 1 : 0);
