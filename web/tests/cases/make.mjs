// The page Make.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { press, settled, tab } from "../hands.mjs";
import { open } from "../stage.mjs";

const made = (page) => page.waitForFunction(() => document.querySelector(".facts dl") && document.querySelector('.map[aria-busy="false"]'), null, { timeout: 40_000 });

export default ({ browser, address }) => ({
  async "a dungeon is asked for, looked at and saved by keys alone, and its link makes it again"() {
    const { page, go, done } = await open(browser, address);
    await go("make?category=temple&rooms=14&seed=5&attempts=3");
    await settled(page, "make");
    await made(page);
    const title = page.locator(".head h2");
    const first = await title.innerText();
    const paint = () => page.locator(".view canvas").evaluate((canvas) => canvas.toDataURL());
    for (const name of ["Passages and locks", "Loops", "A way to win", "What comes when"]) {
      const before = await paint();
      const box = page.getByLabel(name);
      await tab(page, box);
      await page.keyboard.press("Space");
      await page.waitForFunction((before) => document.querySelector(".view canvas").toDataURL() !== before, before, { timeout: 10_000 }).catch(() => assert.fail(`${name} changes nothing on the map`));
      await page.keyboard.press("Space");
    }
    const saved = page.waitForEvent("download");
    await press(page, page.getByRole("button", { name: "Download" }));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal((await saved).suggestedFilename(), "temple-5.json");
    const packed = page.waitForEvent("download");
    await press(page, page.getByRole("button", { name: "Download" }));
    await page.getByRole("menuitem", { name: "ZIP" }).press("Enter");
    const archive = await packed;
    assert.equal(archive.suggestedFilename(), "temple-5.zip");
    const files = unzipSync(readFileSync(await archive.path()));
    const names = Object.keys(files);
    for (const ending of ["README.md", ".tscn", ".ldtk", ".tmj", ".foundry.json", "-0.png", "quandary-tiles-temple.png"]) assert.ok(names.some((name) => name.endsWith(ending)), `${ending} is not in ${names}`);
    const table = JSON.parse(strFromU8(files[names.find((name) => name.endsWith(".dd2vtt"))]));
    const picture = Buffer.from(table.image, "base64");
    const cells = table.resolution.map_size;
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [cells.x, cells.y].map((cells) => cells * table.resolution.pixels_per_grid));
    await press(page, "Copy link");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /category=temple.*seed=5.*algorithm=dungeon/);
    await press(page, "Another");
    await page.waitForFunction((first) => document.querySelector(".head h2").innerText !== first, first);
    const other = await open(browser, address);
    await other.page.goto(link);
    await made(other.page);
    assert.equal(await other.page.locator(".head h2").innerText(), first);
    await other.done();
    await done();
  },
});
