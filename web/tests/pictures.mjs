// Takes pictures of every page, at three widths, in both colour schemes. node tests/pictures.mjs FOLDER [PART ...]: all
// of them, or
// those with a PART in their names. With QUANDARY=FILE the page Operator shows the days of a running service.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drop, UNTAGGED } from "./hands.mjs";
import { KEY, service } from "./service.mjs";
import { open, stage } from "./stage.mjs";

const [folder = "pictures", ...parts] = process.argv.slice(2);
/** JPEG by default; lossless PNG with PNG=1. */
const KIND = process.env.PNG ? { type: "png" } : { type: "jpeg", quality: 40 };
mkdirSync(folder, { recursive: true });
const { browser, address, close } = await stage();
const served = await service();

/** A level with many features, in which a player can get stuck. */
const LEVEL = ["#############", "#@..#..k#...#", "#.k.+.e.+.*.#", "#...#...#...#", "#####+#######", "#..~....o...#", "#.i~.e..o.b.#", "#..~....o...#", "#############"].join("\n");
const MAKE = "make?category=temple&rooms=16&seed=7&attempts=10";
const made = (page) => page.waitForFunction(() => document.querySelector(".facts dl") && document.querySelector('.map[aria-busy="false"]'), null, { timeout: 60_000 });

const PAGES = {
  async make({ page, go }) {
    await go(MAKE);
    await made(page);
  },
  async play({ page, go }) {
    await go(MAKE);
    await made(page);
    await page.getByRole("link", { name: "Play it" }).click();
    await page.locator(".view canvas").waitFor();
    for (const step of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "?", "?"]) await page.keyboard.press(step), await page.waitForTimeout(120);
    await page.locator("[data-hints] li").nth(1).waitFor();
  },
  async check({ page, go }) {
    await go("check");
    await page.locator("[data-verdict]").waitFor();
    await drop(page, [["the two cellars.txt", `${LEVEL}\n`]]);
    await page.locator("[data-verdict]:not(.stale)").waitFor();
  },
  async names({ page, go }) {
    await go("check");
    await page.locator("[data-verdict]").waitFor();
    await drop(page, [["cave.tmx", UNTAGGED]]);
    await page.getByText("cave.tmx: Tiled, 1 level").waitFor();
    await page.locator("[data-verdict]:not(.stale)").waitFor();
    await page.locator("[data-names] button.row").first().click();
    await page.locator("[data-names] .tiles img").last().waitFor();
  },
  async riddle({ page, go }) {
    await go("riddle");
    await page.locator('[data-rack="6"]').waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: /A hint/ }).click();
    for (const [tile, square] of [[1, 33], [2, 34]]) {
      await page.locator(`[data-rack="${tile}"]`).focus();
      await page.keyboard.press("Enter");
      const free = page.locator(`[data-square="${square}"]:not(.tile)`);
      if (await free.count()) await free.click();
    }
    const dialog = page.getByRole("dialog").getByRole("button", { name: "A", exact: true });
    if (await dialog.count()) await dialog.click();
  },
  async operator({ page, go }) {
    await go("operator");
    if (typeof served === "string") return;
    await page.getByLabel("Operator's key").fill(KEY);
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("evergreens left").waitFor();
    if ((await page.locator(".days > li").count()) === 0) {
      const last = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel("To", { exact: true }).fill(last);
      await page.getByRole("button", { name: "Generate missing riddles" }).click();
      await page.locator(".days > li").nth(3).waitFor({ timeout: 90_000 });
      await page.getByRole("button", { name: "Approve" }).nth(1).click();
      await page.getByText("approved").first().waitFor();
      await page.locator(".note input").first().fill("The second best is close: look at it again.");
      await page.locator(".note input").first().press("Enter");
      await page.locator("blockquote").waitFor();
    }
    await page.locator("summary", { hasText: "Metrics" }).click();
  },
  async about({ go }) {
    await go("about");
  },
};

let bytes = 0;
for (const width of [1440, 768, 360]) {
  for (const scheme of ["light", "dark"]) {
    for (const [name, show] of Object.entries(PAGES)) {
      const called = `${name}-${width}-${scheme}`;
      if (parts.length > 0 && !parts.some((part) => called.includes(part))) continue;
      const at = name === "operator" && typeof served !== "string" ? served.address : address;
      const opened = await open(browser, at, { width, height: width === 360 ? 740 : width === 768 ? 1024 : 900, scheme });
      await show(opened);
      await opened.page.waitForTimeout(1200);
      await opened.page.evaluate(() => document.activeElement?.blur?.());
      // The whole page, up to three screens high.
      const long = await opened.page.evaluate(() => Math.min(document.documentElement.scrollHeight, innerHeight * 3));
      const picture = await opened.page.screenshot({ ...KIND, fullPage: true, clip: { x: 0, y: 0, width, height: long } });
      writeFileSync(join(folder, `studio-${called}.${KIND.type === "png" ? "png" : "jpg"}`), picture);
      bytes += picture.length;
      await opened.context.close();
    }
  }
}
if (typeof served !== "string") served.stop();
await close();
console.log(`${folder}: ${Math.round(bytes / 1024)} KB`);
