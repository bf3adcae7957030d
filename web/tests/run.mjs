// Tests the studio in Chromium. node tests/run.mjs [NAME ...]: all tests, or those with one of the texts in their
// names.
// STUDIO_SITE=FOLDER tests another built site than crates/studio/dist; QUANDARY=FILE is the program.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import away from "./cases/away.mjs";
import check from "./cases/check.mjs";
import day from "./cases/day.mjs";
import filled from "./cases/filled.mjs";
import make from "./cases/make.mjs";
import operator from "./cases/operator.mjs";
import play from "./cases/play.mjs";
import riddle from "./cases/riddle.mjs";
import site from "./cases/site.mjs";
import { ask, load, root } from "./engine.mjs";
import { stage } from "./stage.mjs";

const { browser, address, folder, lexicons, close } = await stage();
const levels = await load("levels");
const words = await load("words");
words.lexicon(readFileSync(join(root, "crates/crossword/data/lexicons/en_US.qlex")));
/** The best play of a position. */
const best = (at) => JSON.parse(ask(words, "words", { ask: "plays", board: at.board, blanks: at.blanks, rack: at.rack })).moves[0];

const given = { browser, address, folder, lexicons, levels, best };
const tests = Object.assign({}, ...[make, play, check, riddle, day, away, operator, filled, site].map((cases) => cases(given)));

const wanted = process.argv.slice(2);
const chosen = Object.entries(tests).filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`no test is called ${wanted.join(" or ")}; there are:\n${Object.keys(tests).join("\n")}`);
  process.exit(2);
}
let failed = 0;
const all = performance.now();
for (const [name, test] of chosen) {
  const begin = performance.now();
  try {
    const skipped = await test();
    console.log(`${skipped ?? "ok"} · ${name} · ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED · ${name}\n${error.stack ?? error}`);
  }
}
await close();
console.log(`${chosen.length} tests, ${failed} failed, ${((performance.now() - all) / 1000).toFixed(0)} s`);
process.exit(failed > 0 ? 1 : 0);
