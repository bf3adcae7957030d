// Mutation test of the pages: makes one change at a time and requires that a given test fails. node tests/break.mjs
// [NAME ...]
// The changed sources are a copy, which is built and tested; the WebAssembly modules are the prebuilt ones. A stand-in
// replaces
// the program for changes to it. QUANDARY=FILE is the program, as for run.mjs.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist, root, unpacked } from "./engine.mjs";
import { PROGRAMS, SABOTAGES } from "./sabotages.mjs";
import { standin } from "./standin.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const copy = join(web, ".build/broken");

/** The bindings and modules of the prebuilt site. */
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

function test(names, more = {}) {
  const env = { ...process.env, ...more, STUDIO_SITE: join(copy, "site"), STUDIO_PATIENCE: process.env.STUDIO_PATIENCE ?? "12000" };
  const { stdout, stderr, status } = spawnSync("node", [join(web, "tests/run.mjs"), ...names], { encoding: "utf8", env, timeout: 900_000 });
  return { status, out: `${stdout}\n${stderr}` };
}

const wanted = process.argv.slice(2);
const named = ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const chosen = SABOTAGES.filter(named);
const programs = PROGRAMS.filter(named);
const program = process.env.QUANDARY ?? join(root, "target/release/quandary");
/** Compares the bytes of a few results of each kind with those of a program. */
const bytes = (file) => spawnSync("node", [join(web, "tests/bytes.mjs"), "--program", file, "--dungeons", "2", "--checks", "2", "--riddles", "1"], { encoding: "utf8", timeout: 900_000 });
const begin = performance.now();
fresh();
build();
const whole = test([...new Set([...chosen, ...programs].flatMap(({ test }) => test ?? []))]);
const alike = programs.some(({ test }) => !test) ? bytes(program) : { status: 0, stdout: "" };
if (whole.status !== 0 || alike.status !== 0 || /skipped/.test(whole.out + alike.stdout)) {
  console.error(`the tests have to pass before anything is broken\n${whole.out}${alike.stderr ?? ""}`);
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
for (const { name, breaks, test: held } of programs) {
  const file = standin(join(copy, "program.mjs"), program, breaks);
  const { status, out } = held ? test([held], { QUANDARY: file }) : { ...bytes(file), out: "" };
  const failed = status === 1;
  if (!failed) missed += 1;
  console.log(`${failed ? "noticed" : "NOT NOTICED"} · ${name} · by "${held ?? "bytes.mjs"}"${failed ? "" : `\n${out}`}`);
}
if (existsSync(copy)) rmSync(copy, { recursive: true, force: true });
const all = chosen.length + programs.length;
console.log(`${all} broken on purpose, ${all - missed} noticed, in ${Math.round((performance.now() - begin) / 1000)} s`);
process.exit(missed > 0 ? 1 : 0);
