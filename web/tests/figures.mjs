// Measures the studio in Chromium and checks the budgets: sizes, first dungeon, checks, frames, memory.
// node tests/figures.mjs
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { ask, load } from "./engine.mjs";
import { drop, settled } from "./hands.mjs";
import { footprint } from "./memory.mjs";
import { open, stage } from "./stage.mjs";

const { browser, address, folder, close } = await stage();
const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const middle = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
const megabytes = (bytes) => Math.round(bytes / 2 ** 20);
let over = 0;
/** Prints a figure, and whether it is within its budget. */
function figure(name, value, unit, budget, more = "") {
  const within = budget === undefined || value <= budget;
  if (!within) over += 1;
  const told = budget === undefined ? "" : ` (budget ${budget} ${unit}${within ? "" : ": OVER"})`;
  console.log(`${name}: ${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}${told}${more}`);
}

/** Total busy time of the page's thread, in milliseconds. */
const busy = async (session) => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;

const files = readdirSync(join(folder, "assets"));
const size = (fits) => files.filter(fits).reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, "assets", name))).length, 0) / 1024;
figure("scripts, compressed", size((name) => name.endsWith(".js")), "KB", 120);
figure("styles, compressed", size((name) => name.endsWith(".css")), "KB");
for (const kind of ["levels", "words"]) figure(`the module of ${kind}, compressed`, size((name) => name.startsWith(`${kind}_bg`)), "KB");

const first = [];
for (let n = 0; n < 10; n++) {
  const { page, context } = await open(browser, address);
  await page.goto(`${address}#/make?category=${["temple", "crypt", "cave", "city", "mine"][n % 5]}&rooms=16&seed=${n + 1}`);
  await page.waitForFunction(() => performance.getEntriesByName("quandary-dungeon").length > 0, null, { timeout: 60_000 }).catch(() => undefined);
  first.push(await page.evaluate(() => performance.getEntriesByName("quandary-dungeon")[0]?.startTime ?? 60_000));
  if (n === 0) {
    await page.locator('.map[aria-busy="false"]').waitFor({ timeout: 60_000 });
    figure("memory on Make, all workers and the page", megabytes((await footprint(context, page)).all), "MB", 256);
  }
  await context.close();
}
figure("the first dungeon after a cold load, the slowest of ten", Math.max(...first), "ms", 1500, `; the median ${Math.round(middle(first))}`);

for (const side of [16, 32, 64]) {
  const { page, go, context } = await open(browser, address);
  await go("check");
  await settled(page, "check");
  const grid = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, col) => (row % (side - 1) === 0 || col % (side - 1) === 0 || (row * 7 + col * 3) % 11 === 5 ? "#" : ".")),
  );
  const put = (row, col, letter) => (grid[row][col] = letter);
  put(1, 1, "@"), put(2, 2, "k"), put(3, 2, "k"), put(side - 2, side - 2, "*"), put(side - 3, side - 2, "+"), put(side - 2, side - 3, "+"), put(side - 3, side - 3, "I");
  await drop(page, [["big.txt", `${grid.map((row) => row.join("")).join("\n")}\n`]]);
  await page.getByText("big.txt:").waitFor();
  await page.locator("[data-verdict]:not(.stale)").waitFor();
  await page.getByRole("application").focus();
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowRight");
  const took = [];
  for (let n = 0; n < 20; n++) {
    await page.evaluate(() => performance.clearMeasures());
    await page.keyboard.press(n % 2 ? "Delete" : "Space");
    await page.waitForFunction(() => performance.getEntriesByName("quandary-check").length > 0, null, { timeout: 30_000 });
    took.push(await page.evaluate(() => performance.getEntriesByName("quandary-check").at(-1).duration));
  }
  figure(`a check at ${side}×${side}, the median of ${took.length} strokes`, middle(took), "ms", side <= 32 ? 100 : undefined, `; the slowest ${Math.round(Math.max(...took))}`);
  if (side === 64) figure("memory on Check, after them", megabytes((await footprint(context, page)).all), "MB", 256);
  await context.close();
}

{
  const levels = await load("levels");
  const big = ask(levels, "levels", { ask: "dungeon", dungeon: { category: "dungeon", rooms: 100, seed: 3, attempts: 2 }, show: "json" });
  const { page, go, context } = await open(browser, address, { width: 1440, height: 900 });
  await go("about");
  await page.evaluate((big) => localStorage.setItem("quandary.play", JSON.stringify({ text: big, title: "big", at: "" })), big);
  await go("play");
  await settled(page, "play");
  await page.waitForTimeout(3000);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const steps = () => page.evaluate(() => performance.getEntriesByName("quandary-step").length);
  // Measures the drawing time per step, for a map with all rooms in view.
  const before = [await busy(session), await steps()];
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press(n % 8 < 4 ? "ArrowLeft" : "ArrowRight");
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(500);
  const walked = (await steps()) - before[1];
  figure(`100 rooms: the page's thread for a step with all that is drawn, of ${walked}`, ((await busy(session)) - before[0]) / walked, "ms", 16);
  figure("memory on Play, 100 rooms", megabytes((await footprint(context, page)).all), "MB", 256);
  await context.close();
}
{
  const { page, go, context } = await open(browser, address, { width: 1440, height: 900 });
  await go("make?category=dungeon&rooms=100&seed=3&attempts=1");
  await page.locator('.map[aria-busy="false"] canvas').waitFor({ timeout: 90_000 });
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const before = await busy(session);
  const frames = await page.evaluate(async () => {
    const box = [...document.querySelectorAll("fieldset input")];
    const took = [];
    for (let n = 0; n < 24; n++) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const begin = performance.now();
      box[n % 2 ? 2 : 1].click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      took.push(performance.now() - begin);
    }
    return took;
  });
  // Measures the work of the page per frame, without the wait for the screen, which shows a frame every 16 ms.
  figure("100 rooms: the page's thread for a frame of the whole map, an overlay turned, of 24", ((await busy(session)) - before) / frames.length, "ms", 16, `; until it is seen, with the wait for the screen, the median ${Math.round(middle(frames))}`);
  figure("memory on Make, 100 rooms", megabytes((await footprint(context, page)).all), "MB", 256);
  await context.close();
}
{
  const { page, go, context } = await open(browser, address);
  await go("riddle");
  await settled(page, "riddle");
  figure("memory on Riddle, with a lexicon", megabytes((await footprint(context, page)).all), "MB", 256);
  await context.close();
}
await close();
process.exit(over > 0 ? 1 : 0);
