// Tests of the page Make.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { dungeonWith } from "../engine.mjs";
import { press, settled, tab } from "../hands.mjs";
import { open } from "../stage.mjs";

const made = (page) => page.waitForFunction(() => document.querySelector(".facts dl") && document.querySelector('.map[aria-busy="false"]'), null, { timeout: 40_000 });

/** Downloads the shown dungeon in a format, and returns the file. */
async function take(page, form) {
  const saved = page.waitForEvent("download");
  await press(page, page.getByRole("button", { name: "Download" }));
  await page.getByRole("menuitem", { name: form, exact: true }).press("Enter");
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

export default ({ browser, address, levels }) => ({
  async "a dungeon is asked for, looked at and saved by keys alone, and its link makes it again"() {
    const { page, go, done } = await open(browser, address);
    await go("make?category=temple&rooms=14&seed=5&attempts=3");
    await settled(page, "make");
    await made(page);
    const title = page.locator(".head h2");
    const first = await title.innerText();
    const paint = () => page.locator(".view canvas").evaluate((canvas) => canvas.toDataURL());
    for (const name of ["Passages and locks", "Loops", "A way to win", "Spheres"]) {
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
    for (const ending of [".tscn", ".ldtk", ".tmj", ".foundry.json", "-0.png", "quandary-tiles-temple.png"]) assert.ok(names.some((name) => name.endsWith(ending)), `${ending} is not in ${names}`);
    // The README lists exactly the files of the archive.
    const listed = [...strFromU8(files["README.md"]).matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(names.filter((name) => name !== "README.md").toSorted(), listed.toSorted());
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

  async "each form is saved by itself, and the claims of a loop are told with and without"() {
    const { page, go, done } = await open(browser, address);
    const { seed } = dungeonWith(levels, { category: "temple", rooms: 10, attempts: 2 }, ({ cycles }) => cycles[0]?.claims.length > 0);
    await go(`make?category=temple&rooms=10&seed=${seed}&attempts=2`);
    await settled(page, "make");
    await made(page);
    const PNG = [0x89, 0x50, 0x4e, 0x47];
    /** For each format: the file name, and a check of the content. */
    const forms = {
      "Level (JSON)": [`temple-${seed}.level.json`, (text) => JSON.parse(text).format.startsWith("quandary/level/")],
      "Picture (SVG)": [`temple-${seed}.svg`, (text) => text.startsWith("<svg") || text.startsWith("<?xml")],
      "Picture (PNG)": [`temple-${seed}.png`, (_, bytes) => PNG.every((byte, at) => bytes[at] === byte) && bytes.readUInt32BE(16) > 200],
      "Tiled map": [/\.tmj$/, (text) => JSON.parse(text).orientation === "orthogonal" && JSON.parse(text).tilesets[0].image === "quandary-tiles-temple.png"],
      Text: [`temple-${seed}.txt`, (text) => text.includes("█") && text.split("\n").length > 10],
      "Godot scene": [/\.tscn$/, (text) => text.startsWith("[gd_scene")],
      "LDtk, one level per floor": [/\.ldtk$/, (text) => JSON.parse(text).levels.length === 1],
      "LDtk, one level per room": [/-rooms\.ldtk$/, (text) => JSON.parse(text).levels.length === 10],
      "Universal VTT, this floor": [/-0\.dd2vtt$/, (text) => JSON.parse(text).image.length > 1000],
      "Foundry scene, this floor": [/-0\.foundry\.json$/, (text) => JSON.parse(text).walls.length > 10],
      "Picture of the tiles (PNG)": ["quandary-tiles-temple.png", (_, bytes) => PNG.every((byte, at) => bytes[at] === byte)],
      "Picture of this floor (PNG)": [/-0\.png$/, (_, bytes) => PNG.every((byte, at) => bytes[at] === byte)],
    };
    for (const [form, [wanted, good]] of Object.entries(forms)) {
      const { name, bytes } = await take(page, form);
      assert.ok(typeof wanted === "string" ? name === wanted : wanted.test(name), `${form} is called ${name}`);
      assert.ok(good(bytes.toString(), bytes), `${form}: ${bytes.toString().slice(0, 90)}`);
      if (["Godot scene", "Tiled map"].includes(form)) await page.getByText("quandary-tiles-temple.png in the same folder").waitFor();
    }
    // A loop of this dungeon has a claim.
    const claims = page.locator(".loops .claims").first();
    await press(page, claims.locator("summary"));
    assert.match(await claims.locator(".proofs").innerText(), /won in \d+ moves[^]*:.*(won in|cannot be won)/);
    const all = page.locator(".claims.all");
    await press(page, all.locator("summary"));
    assert.match(await all.locator(".proofs").innerText(), /needed[^]*without[^]*cannot be won/);
    await done();
  },

  async "what is saved and linked is the dungeon that is shown, whatever the form says"() {
    const { page, go, done } = await open(browser, address);
    await go("make?category=temple&rooms=8&seed=5&attempts=3");
    await settled(page, "make");
    await made(page);
    const shown = { title: await page.locator(".head h2").innerText(), facts: await page.locator(".facts").innerText() };
    await page.getByLabel("Seed").fill("77");
    await page.getByLabel("Category").selectOption("cave");
    const json = await take(page, "Dungeon (JSON)");
    assert.deepEqual([json.name, JSON.parse(json.bytes).name, JSON.parse(json.bytes).seed], ["temple-5.json", shown.title, 5]);
    await press(page, page.getByRole("button", { name: "Download" }));
    const archive = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "ZIP" }).press("Enter");
    const files = unzipSync(readFileSync(await (await archive).path()));
    assert.equal((await archive).suggestedFilename(), "temple-5.zip");
    assert.ok(Object.values(files).some((bytes) => strFromU8(bytes).includes('"seed": 5,')), Object.keys(files).join());
    const copied = async () => {
      await press(page, "Copy link");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const same = async (link, { title, facts }) => {
      const other = await open(browser, address);
      await other.page.goto(link);
      await made(other.page);
      assert.deepEqual([await other.page.locator(".head h2").innerText(), await other.page.locator(".facts").innerText()], [title, facts]);
      await other.done();
    };
    await same(await copied(), shown);
    // While many attempts run, the page shows the first, and the link generates it.
    await page.getByLabel("Best of").fill("400");
    await press(page, "Generate");
    await page.locator(".head p", { hasText: "trying" }).waitFor();
    await page.waitForFunction((title) => document.querySelector(".head h2").innerText !== title, shown.title);
    const first = { title: await page.locator(".head h2").innerText(), facts: await page.locator(".facts").innerText() };
    const link = await copied();
    assert.match(link, /category=cave.*seed=77/);
    assert.ok(await page.locator('.map[aria-busy="true"]').isVisible(), "attempts still run");
    // The user can leave the page while attempts run.
    await page.getByRole("link", { name: "About" }).click();
    await page.locator("article").waitFor();
    await same(link, first);
    assert.match(page.url(), /#\/about$/);
    await done();
  },
});
