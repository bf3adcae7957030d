// Figures of the studio in Chromium: sizes, the first dungeon, checks, frames, memory. node tests/figures.mjs
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ask, dist, load } from "./engine.mjs";
import { open, stage, verdict } from "./stage.mjs";

const names = readdirSync(join(dist, "assets"));
const size = (end) => names.filter((name) => name.endsWith(`${end}.br`)).reduce((sum, name) => sum + readFileSync(join(dist, "assets", name)).length, 0);
const kilobytes = (bytes) => `${Math.round(bytes / 1024)} KB`;
console.log(`compressed: JavaScript ${kilobytes(size(".js"))}, styles ${kilobytes(size(".css"))}, WebAssembly ${names.filter((name) => name.endsWith(".wasm.br")).map((name) => `${name.split("_")[0]} ${kilobytes(readFileSync(join(dist, "assets", name)).length)}`).join(", ")}`);

const { browser, address, close } = await stage();
const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const first = [];
for (let n = 0; n < 5; n++) {
  const { page, context } = await open(browser, address);
  await page.goto(`${address}#/make?category=temple&rooms=16&seed=${n + 1}`);
  await page.waitForFunction(() => performance.getEntriesByName("quandary-dungeon").length > 0, null, { timeout: 60_000 });
  first.push(await page.evaluate(() => performance.getEntriesByName("quandary-dungeon")[0].startTime));
  await context.close();
}
console.log(`first dungeon after a cold load: ${Math.round(middle(first))} ms (median of ${first.length}; ${first.map(Math.round).join(", ")})`);

for (const side of [16, 32, 64]) {
  const { page, go, context } = await open(browser, address);
  await go("check");
  await page.locator("[data-verdict]").waitFor();
  const grid = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, col) => (row % (side - 1) === 0 || col % (side - 1) === 0 || (row * 7 + col * 3) % 11 === 5 ? "#" : ".")),
  );
  const put = (row, col, letter) => (grid[row][col] = letter);
  put(1, 1, "@"), put(2, 2, "k"), put(3, 2, "k"), put(side - 2, side - 2, "*"), put(side - 3, side - 2, "+"), put(side - 2, side - 3, "+"), put(side - 3, side - 3, "I");
  const text = `${grid.map((row) => row.join("")).join("\n")}\n`;
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "big.txt"));
    document.querySelector(".page").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await page.getByText("big.txt:").waitFor();
  await page.locator("[data-verdict]:not(.stale)").waitFor();
  await page.getByRole("application").focus();
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowRight");
  for (let n = 0; n < 12; n++) {
    await page.evaluate(() => performance.clearMeasures());
    await page.keyboard.press(n % 2 ? "Delete" : "Space");
    await page.waitForFunction(() => performance.getEntriesByName("quandary-check").length > 0, null, { timeout: 30_000 }).catch(() => undefined);
    const took = await page.evaluate(() => performance.getEntriesByName("quandary-check").at(-1)?.duration ?? -1);
    if (took >= 0) (grid.took ??= []).push(took);
  }
  console.log(`a check at ${side}×${side}: ${middle(grid.took).toFixed(0)} ms a stroke (median of ${grid.took.length}, most ${Math.max(...grid.took).toFixed(0)})`);
  await context.close();
}
void verdict;

{
  const levels = await load("levels");
  const big = ask(levels, "levels", { ask: "dungeon", dungeon: { category: "dungeon", rooms: 100, seed: 3, attempts: 2 }, show: "json" });
  const { page, go, context } = await open(browser, address, { width: 1440, height: 900 });
  await go("about");
  await page.evaluate((big) => localStorage.setItem("quandary.play", JSON.stringify({ text: big, title: "big", at: "" })), big);
  await go("play");
  await page.locator(".view canvas").waitFor({ timeout: 30_000 });
  await page.waitForTimeout(3000);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const metric = async (name) => (await session.send("Performance.getMetrics")).metrics.find((one) => one.name === name).value;
  const before = [await metric("TaskDuration"), await page.evaluate(() => performance.getEntriesByName("quandary-step").length)];
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press(n % 8 < 4 ? "ArrowLeft" : "ArrowRight");
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(500);
  const steps = (await page.evaluate(() => performance.getEntriesByName("quandary-step").length)) - before[1];
  const busy = ((await metric("TaskDuration")) - before[0]) * 1000;
  console.log(`100 rooms: ${steps} steps, ${(busy / steps).toFixed(1)} ms of the page's thread a step, drawing and all else`);
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
  console.log(`memory of the page's heap: ${Math.round(heap / 2 ** 20)} MB`);
  await context.close();
}
await close();
