// Checks that the WebAssembly modules and the program give the same bytes for the same request.
// node tests/bytes.mjs [--program FILE] [--dungeons N] [--makes N] [--checks N] [--riddles N]
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ask, load, root } from "./engine.mjs";

const { values } = parseArgs({
  options: {
    program: { type: "string", default: join(root, "target/release/quandary") },
    dungeons: { type: "string", default: "200" }, makes: { type: "string", default: "100" }, checks: { type: "string", default: "100" },
    riddles: { type: "string", default: "50" },
  },
});
const [dungeons, makes, checks, riddles] = [values.dungeons, values.makes, values.checks, values.riddles].map(Number);
if (!existsSync(values.program)) {
  console.log(`skipped: there is no program at ${values.program}; name it with --program`);
  process.exit(0);
}
const native = (...options) => {
  try {
    return execFileSync(values.program, options, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }).toString();
  } catch (error) {
    // Also compares a level that is not softlock-free, and a search that finds nothing.
    return error.stdout.toString();
  }
};
let wrong = 0;
function same(what, ours, theirs) {
  if (ours === theirs) return;
  wrong += 1;
  const at = [...ours].findIndex((letter, index) => letter !== theirs[index]);
  console.error(`${what}: other bytes from ${at} on: ${ours.slice(at, at + 60)} | ${theirs.slice(at, at + 60)}`);
}
/** A random number generator (mulberry32). */
function dice(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const folder = mkdtempSync(join(tmpdir(), "quandary-bytes-"));
const levels = await load("levels");
/** All files of an export, with the pictures rendered by the program. */
function packs(what, dungeon, json) {
  const [from, to] = [join(folder, `${dungeon.seed}.json`), join(folder, String(dungeon.seed))];
  writeFileSync(from, json);
  native("export", from, "--to", to);
  const { pictures } = JSON.parse(ask(levels, "levels", { ask: "pack", dungeon }));
  const painted = pictures.map(({ name }) => readFileSync(join(to, name)).toString("base64"));
  const { files } = JSON.parse(ask(levels, "levels", { ask: "pack", dungeon, painted }));
  same(what, files.map(({ name }) => name).sort().join(), readdirSync(to).sort().join());
  for (const { name, text, base64 } of files) same(`${what}: ${name}`, text ?? base64, readFileSync(join(to, name)).toString(base64 ? "base64" : "utf8"));
}
const about = JSON.parse(ask(levels, "levels", { ask: "about" }));
const kinds = about.categories.map(({ name }) => name);
const begin = performance.now();
for (let seed = 1; seed <= dungeons; seed++) {
  const roll = dice(seed);
  const [category, rooms, floors] = [kinds[seed % kinds.length], 6 + roll(18), 1 + (seed % 5 === 0 ? 1 : 0)];
  // Most use few attempts, some the default number.
  const attempts = seed % 25 === 0 ? 50 : 3;
  const options = ["--category", category, "--rooms", rooms, "--floors", floors, "--seed", seed, "--attempts", attempts, "--threads", 1];
  const theirs = native("dungeon", ...options.map(String), "--format", "json");
  let ours = "";
  try {
    ours = ask(levels, "levels", { ask: "dungeon", dungeon: { category, rooms, floors, seed, attempts }, show: "json" });
  } catch (error) {
    if (theirs !== "") throw error;
  }
  same(`dungeon ${options.join(" ")}`, ours, theirs);
  if (seed % 10 === 1 && ours !== "") packs(`files of dungeon ${options.join(" ")}`, { category, rooms, floors, seed, attempts }, theirs);
}
console.log(`${dungeons} dungeons in ${Math.round(performance.now() - begin)} ms`);

for (let seed = 1; seed <= makes; seed++) {
  const category = kinds[seed % kinds.length];
  for (const [kind, request] of [["mission", { rooms: 12 + (seed % 20) }], ["layout", { category }], ["area", { category }]]) {
    const options = Object.entries(request).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const theirs = native(kind, ...options, "--seed", String(seed), "--format", "json");
    let ours = "";
    try {
      ours = JSON.parse(ask(levels, "levels", { ask: "make", kind, request: { ...request, seed } })).text;
    } catch (error) {
      if (theirs !== "") throw error;
    }
    same(`${kind} ${options.join(" ")} ${seed}`, ours, theirs);
  }
}
console.log(`${makes} missions, layouts and areas each`);

const file = join(folder, "level.txt");
for (let seed = 1; seed <= checks; seed++) {
  const roll = dice(seed + 10_000);
  const [rows, cols] = [5 + roll(5), 6 + roll(7)];
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => (row % (rows - 1) === 0 || col % (cols - 1) === 0 ? "#" : "....##kk+oi%|~I,eX"[roll(18)])),
  );
  grid[1][1] = "@";
  grid[rows - 2][cols - 2] = "*";
  const level = `${grid.map((row) => row.join("")).join("\n")}\n`;
  writeFileSync(file, level);
  const theirs = native("check", file, "--format", "json", "--max-states", "300000");
  const limits = { max_states: 300_000, memory: 4 * 2 ** 30 };
  same(`check ${seed}`, `${ask(levels, "levels", { ask: "check", level, limits })}\n`, theirs);
  // The same level in the other text formats.
  for (const ending of seed % 10 === 0 ? ["json", "tmj"] : []) {
    const other = join(folder, `level.${ending}`);
    native("convert", file, "-o", other);
    const checked = native("check", other, "--format", "json", "--max-states", "300000");
    same(`check ${seed} as ${ending}`, `${ask(levels, "levels", { ask: "check", level: readFileSync(other, "utf8"), limits })}\n`, checked);
  }
}
console.log(`${checks} checks`);

if (riddles > 0) {
  const words = await load("words");
  words.lexicon(readFileSync(join(root, "crates/crossword/data/lexicons/en_US.qlex")));
  for (let seed = 1; seed <= riddles; seed++) {
    const options = ["--locale", "en_US", "--seed", String(seed), "--attempts", "200", "--profile", seed % 2 ? "design" : "daily", "--threads", "1"];
    const theirs = native("riddle", ...options, "--format", "json");
    let ours = "";
    try {
      ours = ask(words, "words", { ask: "riddle", seed, attempts: 200, profile: seed % 2 ? "design" : "daily" });
    } catch (error) {
      if (theirs !== "") throw error;
    }
    same(`riddle ${seed}`, ours, theirs);
  }
  console.log(`${riddles} riddles`);
}
if (wrong > 0) {
  console.error(`${wrong} answers differ`);
  process.exit(1);
}
console.log("all bytes are the same");
