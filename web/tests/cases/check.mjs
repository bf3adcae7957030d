// Tests of the page Check.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ask } from "../engine.mjs";
import { alike, blank, choose, draw, drop, press, settled, spot, tab, untagged, walk } from "../hands.mjs";
import { open, verdict } from "../stage.mjs";

export default ({ browser, address, levels }) => ({
  async "a level that can be lost is drawn by keys, its witness walks, and Mend makes it safe"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await draw(page, ["#########", "#.+.@k+*#", "#########"]);
    await verdict(page, "losable");
    assert.match(await page.locator(".walk").innerText(), /The shortest way to get stuck: step 0 of 4/);
    await press(page, "Walk it");
    await page.waitForFunction(() => /step 4 of 4/.test(document.querySelector(".walk").innerText));
    await press(page, "Mend");
    await verdict(page, "unlosable");
    await page.keyboard.press("Control+z");
    await verdict(page, "losable");
    await page.keyboard.press("Control+Shift+Z");
    await verdict(page, "unlosable");
    await done();
  },

  async "a map that is larger than its place covers nothing, on any screen"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    const inner = `#${".".repeat(62)}#`;
    await drop(page, [["wide.txt", [`#@${".".repeat(60)}*#`, ...Array(62).fill(inner), "#".repeat(64)].join("\n")]]);
    await page.getByText("wide.txt: Quandary, 1 level").waitFor();
    await verdict(page, "unlosable");
    for (const width of [1440, 1280, 900, 360]) {
      await page.setViewportSize({ width, height: 860 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} pixels wide on ${width}`);
      const told = page.locator("[data-verdict]");
      await told.scrollIntoViewIfNeeded();
      const above = await told.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [0.02, 0.5, 0.98].map((part) => one.contains(document.elementFromPoint(left + width * part, top + height / 2)));
      });
      assert.deepEqual(above, [true, true, true], `the verdict is covered on ${width}`);
    }
    await done();
  },

  async "a new level is drawn at once, and so is each stroke, with a start or without"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    const use = async (tool, cell, cols = 13) => {
      await page.getByRole("button", { name: tool, exact: true }).click();
      await page.mouse.click(...(await spot(page, cols, cell)));
    };
    // The start of the example is at row 2, column 2.
    await alike(page, 13, [2, 2], [2, 3], false);
    await blank(page, 9, 13);
    await page.getByText("Not a valid level yet").waitFor();
    await alike(page, 13, [2, 2], [2, 3]);
    await alike(page, 13, [4, 4], [4, 8]);
    await use("Wall", [5, 6]);
    await alike(page, 13, [5, 6], [5, 8], false);
    await use("Start", [2, 10]);
    await alike(page, 13, [2, 10], [2, 9], false);
    await use("Goal", [2, 3]);
    await verdict(page, "unlosable");
    await use("Floor", [2, 10]);
    await page.getByText("Not a valid level yet").waitFor();
    await alike(page, 13, [2, 10], [2, 9]);
    await use("Small key", [6, 3]);
    await alike(page, 13, [6, 3], [6, 9], false);
    // Painting also replaces a start and a goal that are separate fields of the file.
    const grid = [5, 5, 5].map((cols, row) => Array.from({ length: cols }, (_, col) => (row === 1 && col > 0 && col < 4 ? 1 : 2)));
    const place = (col) => ({ floor: 0, row: 1, col });
    await drop(page, [["said.json", JSON.stringify({ format: "quandary/level/1", floors: [{ grid }], start: place(1), goals: [place(3)] })]]);
    await verdict(page, "unlosable");
    await alike(page, 5, [1, 1], [1, 2], false);
    await use("Floor", [1, 1], 5);
    await alike(page, 5, [1, 1], [1, 2]);
    await use("Floor", [1, 3], 5);
    await alike(page, 5, [1, 3], [1, 2]);
    await use("Start", [1, 3], 5);
    await use("Goal", [1, 1], 5);
    await verdict(page, "unlosable");
    await done();
  },

  async "a fast stroke leaves no gaps, inside the map and over its edge"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await blank(page, 12, 16);
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("quandary.check")).floors[0].grid[0].length === 16);
    await page.getByRole("button", { name: "Wall", exact: true }).click();
    const stroke = async (...cells) => {
      await page.mouse.move(...(await spot(page, 16, cells[0])));
      await page.mouse.down();
      for (const cell of cells.slice(1)) await page.mouse.move(...(await spot(page, 16, cell)), { steps: 1 });
      await page.mouse.up();
    };
    const walls = async () => {
      const { floors } = await page.evaluate(() => JSON.parse(localStorage.getItem("quandary.check")));
      return floors[0].grid.flatMap((row, r) => row.flatMap((tile, c) => (tile === 2 && r % 11 !== 0 && c % 15 !== 0 ? [`${r},${c}`] : [])));
    };
    await stroke([2, 2], [2, 13], [9, 6]);
    const row = Array.from({ length: 12 }, (_, n) => `2,${n + 2}`);
    const slope = ["3,12", "4,11", "5,10", "6,9", "7,8", "8,7", "9,6"];
    assert.deepEqual(await walls(), [...row, ...slope]);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await walls(), [], "a stroke is one step of the history");
    // Out of the map and back with the button held.
    await stroke([4, 4], [4, 22], [6, 4]);
    assert.deepEqual((await walls()).filter((one) => one.startsWith("4,")), Array.from({ length: 11 }, (_, n) => `4,${n + 4}`));
    await page.mouse.move(...(await spot(page, 16, [9, 9])));
    assert.ok(!(await walls()).includes("9,9"), "nothing is painted without a button");
    await done();
  },

  async "a level that cannot be won says why, and what it names is lit"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["shut.txt", "#######\n#@..+*#\n#######\n"]]);
    await verdict(page, "unwinnable");
    assert.match(await page.locator(".why .line").first().innerText(), /locked door at row 1, column 4, no small key/);
    const paint = () => page.locator(".map canvas").evaluate((canvas) => canvas.toDataURL().length);
    const before = await paint();
    await page.locator(".why .line").first().hover();
    await page.waitForFunction((before) => document.querySelector(".map canvas").toDataURL().length !== before, before);
    await done();
  },

  async "files of Tiled, Sokoban and the corpus are dropped and judged"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    const tiled = ask(levels, "levels", { ask: "convert", level: "######\n#@.k.#\n#..+*#\n######\n", to: "tmj" });
    await drop(page, [["cellar.tmj", tiled]]);
    await page.getByText("cellar.tmj: Tiled, 1 level").waitFor();
    await verdict(page, "unlosable");
    await drop(page, [["boxes.xsb", "; First\n######\n#@$. #\n######\n\n; Second\n#######\n#@ $ .#\n#######\n"]]);
    await page.getByText("boxes.xsb: Sokoban, 2 levels").waitFor();
    await page.getByLabel("Level of the file").selectOption({ index: 1 });
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("quandary.check")).name === "Second");
    const room = ["WWWWWWWWWWW", "WWWWWWWWWWW", ...Array(5).fill("WWFFFFFFFWW"), ...Array(2).fill("WWFFFFFFFDW"), ...Array(5).fill("WWFFFFFFFWW"), "WWWWWWWWWWW", "WWWWWWWWWWW"].join("\n");
    const graph = 'digraph {\n0 [label="s"]\n1 [label="t"]\n0 -> 1 [label=""]\n}';
    await drop(page, [["tiny.txt", room], ["tiny.dot", graph]]);
    await page.getByText("tiny.txt: VGLC, 1 level").waitFor();
    // Only the graph has the goal.
    await verdict(page, "unlosable");
    await drop(page, [["broken.txt", "#####\n#@*Q#\n"]]);
    await page.getByText(/broken.txt: .*Q/).waitFor();
    await done();
  },

  async "a map of Tiled in XML is dropped with the file of its tiles, and is told what is missing without it"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    const tiles = '<?xml version="1.0" encoding="UTF-8"?>\n<tileset version="1.10" name="cave" tilewidth="16" tileheight="16" tilecount="4" columns="4">\n <image source="cave.png" width="64" height="16"/>\n <tile id="0" type="WALL"/>\n <tile id="1" type="FLOOR"/>\n <tile id="2" type="KEY_SMALL"/>\n <tile id="3" type="DOOR_LOCKED"/>\n</tileset>\n';
    const cells = ["1,1,1,1,1,1,1", "1,2,2,3,4,2,1", "1,1,1,1,1,1,1"].join(",\n");
    const object = (id, type, col) => `<object id="${id}" type="${type}" x="${col * 16 + 8}" y="24"><point/></object>`;
    const map = `<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" orientation="orthogonal" width="7" height="3" tilewidth="16" tileheight="16" infinite="0">\n <tileset firstgid="1" source="../sets/cave.tsx"/>\n <layer id="1" name="ground" width="7" height="3">\n  <data encoding="csv">\n${cells}\n</data>\n </layer>\n <objectgroup id="2" name="things">${object(1, "start", 1)}${object(2, "goal", 5)}</objectgroup>\n</map>\n`;
    await drop(page, [["alone.tmx", map]]);
    await page.getByText(/alone.tmx: .*cave.tsx is not there; drop it together with the map/).waitFor();
    await drop(page, [["cave.tsx", tiles], ["cavern.tmx", map]]);
    await page.getByText("cavern.tmx: Tiled, 1 level").waitFor();
    await verdict(page, "unlosable");
    const { floors } = await page.evaluate(() => JSON.parse(localStorage.getItem("quandary.check")));
    assert.deepEqual(floors[0].grid[1].slice(3, 5), [30, 11]);
    await done();
  },

  async "a level is saved for engines by the writers of dungeons, and comes back"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["mine.txt", "######\n#@k+*#\n######\n"]]);
    await verdict(page, "unlosable");
    const take = async (form) => {
      const saved = page.waitForEvent("download");
      await press(page, page.getByRole("button", { name: "Save as" }));
      await page.getByRole("menuitem", { name: form, exact: true }).press("Enter");
      const file = await saved;
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const scene = await take("Godot scene");
    assert.ok(scene.name.endsWith(".tscn") && scene.text.startsWith("[gd_scene"), scene.text.slice(0, 80));
    const table = JSON.parse((await take("Universal VTT, this floor")).text);
    assert.deepEqual([table.resolution.map_size.x, table.resolution.map_size.y], [6, 3]);
    assert.ok(JSON.parse((await take("Foundry scene, this floor")).text).walls.length > 3);
    // The level has no rooms.
    await press(page, page.getByRole("button", { name: "Save as" }));
    await page.getByRole("menuitem", { name: "LDtk, one level per room", exact: true }).press("Enter");
    await page.getByText("requires rooms").waitFor();
    const project = await take("LDtk, one level per floor");
    await drop(page, [["again.ldtk", project.text]]);
    await page.getByText("again.ldtk: LDtk, 1 level").waitFor();
    await verdict(page, "unlosable");
    await done();
  },

  async "a plate is laid under a block, and a gate goes by it"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["stones.txt", "########\n#@o..*.#\n########\n"]]);
    await verdict(page, "unwinnable");
    const map = page.getByRole("application");
    const lay = async (name, cell) => {
      await press(page, name);
      await tab(page, map);
      for (let n = 0; n < 8; n++) for (const key of ["ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
      await walk(page, [0, 0], cell);
      await page.keyboard.press("Space");
    };
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("quandary.check")));
    await drop(page, [["stones.txt", "########\n##..o.@#\n#...#.*#\n########\n"]]);
    await verdict(page, "unlosable");
    await lay("Plate A", [1, 3]);
    await lay("Gate of A", [2, 6]);
    await page.locator("[data-verdict]:not(.stale)").waitFor();
    const level = await kept();
    assert.deepEqual([level.plates, level.locks.map(({ needs }) => needs)], [[{ name: "A", cells: [[0, 1, 3]] }], [["plate:A"]]]);
    assert.equal(await page.getByText("Not a valid level yet").count(), 0);
    // Removing the plate removes the lock that requires it.
    await lay("Wall", [1, 3]);
    const left = await kept();
    assert.deepEqual([left.plates, left.locks], [undefined, undefined]);
    for (const name of ["Puzzle", "Puzzle door"]) assert.ok(await page.getByRole("button", { name, exact: true }).locator("img").isVisible(), name);
    await done();
  },

  async "a level goes through a link, and is kept"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["mine.txt", "######\n#@k+*#\n######\n"]]);
    await verdict(page, "unlosable");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The link is copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open(browser, address);
    await other.page.goto(link);
    await verdict(other.page, "unlosable");
    await other.page.getByText(/1 level/).waitFor();
    const kept = (one) => one.evaluate(() => JSON.stringify(JSON.parse(localStorage.getItem("quandary.check")).floors));
    assert.equal(await kept(other.page), await kept(page));
    await other.done();
    await page.reload();
    await verdict(page, "unlosable");
    assert.match(await kept(page), /30/);
    await done();
  },

  async "all there is in the editor is done by keys alone"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("quandary.check")));
    const until = (what, arg) => page.waitForFunction(what, arg);
    await draw(page, ["#######", "#@...*#", "#######"]);
    await verdict(page, "unlosable");
    // A named key and its lock, which blocks the way.
    const map = page.getByRole("application");
    await choose(page, page.getByLabel("Which key"), "C");
    await press(page, "Lock C");
    await tab(page, map);
    for (let n = 0; n < 8; n++) for (const key of ["ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
    const at = [0, 0];
    await walk(page, at, [1, 4]);
    await page.keyboard.press("Space");
    await verdict(page, "unwinnable");
    await press(page, "Key C");
    await tab(page, map);
    await walk(page, at, [1, 2]);
    await page.keyboard.press("Enter");
    await verdict(page, "unlosable");
    assert.deepEqual((await kept()).marks, [{ floor: 0, row: 1, col: 2, gives: "symbol:C" }]);
    // The focus highlights a needed thing.
    const paint = () => page.locator(".map canvas").evaluate((canvas) => canvas.toDataURL());
    const before = await paint();
    await tab(page, page.locator(".verdict .line").first());
    await page.waitForFunction((before) => document.querySelector(".map canvas").toDataURL() !== before, before);
    await press(page, "Show a way to win");
    await page.locator(".walk", { hasText: "A cheapest way to win" }).waitFor();
    const slider = page.getByRole("slider");
    await tab(page, slider);
    // Home has no effect before the walk has started, which may take a while: wait until it ends.
    await page.locator(".walk", { hasText: /step (\d+) of \1/ }).waitFor();
    await page.keyboard.press("Home");
    await page.locator(".walk", { hasText: "step 0 of" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".walk", { hasText: "step 1 of" }).waitFor();
    // Shift with arrows draws, Delete clears; undo reverts both.
    await press(page, "Wall");
    await tab(page, map);
    await walk(page, at, [0, 2]);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Delete");
    await until(() => JSON.parse(localStorage.getItem("quandary.check")).floors[0].grid[0][3] === 1);
    await press(page, "Undo");
    await until(() => JSON.parse(localStorage.getItem("quandary.check")).floors[0].grid[0][3] === 2);
    await press(page, "Redo");
    await until(() => JSON.parse(localStorage.getItem("quandary.check")).floors[0].grid[0][3] === 1);
    await page.keyboard.press("Control+z");
    // Saves a file, opens a file, copies a link.
    const saved = page.waitForEvent("download");
    await press(page, page.getByRole("button", { name: "Save as" }));
    await press(page, page.getByRole("menuitem", { name: "Drawing (text)" }));
    assert.equal((await saved).suggestedFilename(), "level.txt");
    const chooser = page.waitForEvent("filechooser");
    await press(page, "Open a file");
    await (await chooser).setFiles([{ name: "mine.txt", mimeType: "text/plain", buffer: Buffer.from("######\n#@k+*#\n######\n") }]);
    await page.getByText("mine.txt: Quandary, 1 level").waitFor();
    await press(page, "Copy link");
    await page.getByText("The link is copied.").waitFor();
    await press(page, page.getByRole("link", { name: "Play it" }));
    await settled(page, "play");
    await done();
  },

  async "floors and rooms: a level of two floors, joined by stairs, is drawn and proved"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["one.txt", "#######\n#@..>.#\n#######\n"]]);
    await verdict(page, "no-goal");
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("quandary.check")));
    await press(page, page.locator("summary", { hasText: "Floors and rooms" }));
    const map = page.getByRole("application");
    const enclose = async () => {
      await press(page, "Room");
      await tab(page, map);
      for (let n = 0; n < 8; n++) for (const key of ["ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
      await page.keyboard.press("Space");
      await walk(page, [0, 0], [2, 6]);
      await page.keyboard.press("Space");
    };
    await enclose();
    await page.getByText("room 0").first().waitFor();
    // An overlapping room is refused.
    await enclose();
    await page.getByText("another room is in the way").waitFor();
    await press(page, "Add a floor");
    await page.getByRole("heading", { name: "2 floors" }).waitFor();
    await enclose();
    const lay = async (name, cell) => {
      await press(page, name);
      await tab(page, map);
      for (let n = 0; n < 8; n++) for (const key of ["ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
      await walk(page, [0, 0], cell);
      await page.keyboard.press("Space");
    };
    await lay("Stair", [1, 2]);
    await lay("Goal", [1, 5]);
    await verdict(page, "unwinnable");
    await press(page, "Join");
    await verdict(page, "unlosable");
    const level = await kept();
    assert.deepEqual(level.rooms.map(({ floor, rows, cols }) => [floor, rows, cols]), [[0, 3, 7], [1, 3, 7]]);
    assert.deepEqual(level.graph.edges.map(({ requires }) => requires), [["stair"], ["stair"]]);
    await press(page, "Remove the stairs between room 0 and room 1");
    await verdict(page, "unwinnable");
    await page.keyboard.press("Control+z");
    await verdict(page, "unlosable");
    await press(page, "Remove room 1");
    await verdict(page, "unwinnable");
    await page.keyboard.press("Control+z");
    await verdict(page, "unlosable");
    await press(page, "Remove floor 1");
    await page.getByRole("heading", { name: "1 floor" }).waitFor();
    const left = await kept();
    assert.equal(left.floors.length, 1);
    assert.deepEqual([left.rooms.length, left.graph.nodes.length, left.graph.edges.length], [1, 1, 0]);
    await done();
  },

  async "a project of LDtk is read with the names that are said"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    const layer = (identifier, more) => ({ __identifier: identifier, __type: "IntGrid", __cWid: 5, __cHei: 3, __gridSize: 16, layerDefUid: 1, __tilesetDefUid: null, overrideTilesetUid: null, intGridCsv: [], autoLayerTiles: [], gridTiles: [], entityInstances: [], ...more });
    const entity = (name, col) => ({ __identifier: name, __grid: [col, 1], px: [col * 16, 16], width: 16, height: 16 });
    const project = {
      jsonVersion: "1.5.3",
      defs: { layers: [{ uid: 1, identifier: "Ground", intGridValues: [{ value: 1, identifier: "bricks" }, { value: 2, identifier: "moss" }] }], tilesets: [] },
      levels: [{ identifier: "Cellar", layerInstances: [layer("Things", { entityInstances: [entity("Player", 1), entity("Cupboard", 2), entity("WayOut", 3)] }), layer("Ground", { intGridCsv: [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1] })] }],
    };
    await drop(page, [["cellar.ldtk", JSON.stringify(project)]]);
    await page.getByText("cellar.ldtk: LDtk, 1 level").waitFor();
    await verdict(page, "no-goal");
    // Common names are guessed. The others come first: values are taken as floor, and entities as nothing.
    const names = [["bricks", "floor"], ["moss", "floor"], ["Cupboard", "nothing"], ["WayOut", "nothing"], ["Player", "start"]];
    assert.deepEqual(await listed(page), names);
    const say = async (name, tile) => {
      await page.locator("[data-names]").getByRole("button", { name: new RegExp(`^${name}`) }).click();
      await page.getByRole("group", { name: `What ${name} means` }).getByRole("button", { name: tile, exact: true }).click();
      await page.getByRole("button", { name: new RegExp(`^${name}.*${tile.toLowerCase()} · as you said`, "s") }).waitFor();
    };
    await say("bricks", "Wall");
    await say("WayOut", "Goal");
    await verdict(page, "unlosable");
    assert.deepEqual((await listed(page)).map(([name]) => name), names.map(([name]) => name), "a choice moves no name");
    // The choices are kept for the file.
    await page.reload();
    await page.locator("[data-verdict]").waitFor();
    await drop(page, [["cellar.ldtk", JSON.stringify(project)]]);
    await page.getByText("cellar.ldtk: LDtk, 1 level").waitFor();
    await verdict(page, "unlosable");
    await page.getByRole("button", { name: "Forget my 2 choices" }).click();
    await verdict(page, "no-goal");
    await done();
  },

  async "a guess about a map of Tiled is corrected by keys alone, and the verdict follows"() {
    const { page, go, done } = await open(browser, address, { width: 360, height: 740 });
    await go("check");
    await settled(page, "check");
    await drop(page, [["cave.tmx", CAVE], ["cave.png", "no picture"]]);
    await page.getByText("cave.tmx: Tiled, 1 level. Pictures are not read: cave.png.").waitFor();
    // A tile of which nothing is known is taken as floor: it can be won.
    await verdict(page, "unlosable");
    const title = () => page.locator("[data-verdict] h2").innerText();
    assert.match(await title(), /^By 5 guesses: winnable/);
    assert.deepEqual((await listed(page))[0], ["cave:3", "floor"], "the unknown name is the first");
    assert.match(await page.getByRole("button", { name: /^cave:3/ }).innerText(), /1 time.*floor · nothing says what it is/s);
    for (const row of await page.locator("[data-names] li").all()) assert.ok(await row.locator(".pictures > *").first().isVisible());
    const row = page.getByRole("button", { name: /^cave:3/ });
    await press(page, row);
    const choice = page.getByRole("group", { name: "What cave:3 means" });
    await press(page, choice.getByRole("button", { name: "Wall", exact: true }));
    await verdict(page, "unwinnable");
    await page.waitForFunction(() => /^cave:3/.test(document.activeElement.innerText));
    assert.match(await row.innerText(), /wall · as you said/);
    assert.match(await title(), /^By 4 guesses: it cannot be won/);
    // Escape closes the choice, and several tiles are said in words; faults are told, and change nothing.
    await press(page, row);
    await page.keyboard.press("Escape");
    await choice.waitFor({ state: "detached" });
    await press(page, row);
    await tab(page, choice.getByLabel("In words"));
    await page.keyboard.press("Control+a");
    await page.keyboard.type("DOR_LOCKED");
    await page.keyboard.press("Enter");
    await page.locator("[data-names] [role=alert]", { hasText: "did you mean DOOR_LOCKED?" }).waitFor();
    await verdict(page, "unwinnable");
    await press(page, row);
    await press(page, choice.getByRole("button", { name: "Take my choice back" }));
    await verdict(page, "unlosable");
    // The mapping is that of the program, and says the choice.
    await press(page, row);
    await press(page, choice.getByRole("button", { name: "Pit", exact: true }));
    await verdict(page, "unwinnable");
    const saved = page.waitForEvent("download");
    await press(page, "Save as a mapping (TOML)");
    const file = await saved;
    const table = readFileSync(await file.path(), "utf8");
    assert.equal(file.suggestedFilename(), "cave.toml");
    assert.match(table, /^"cave:3" = "PIT"$/m);
    assert.match(table, /^"Walls" = "WALL"$/m);
    await go("about");
    await go("check");
    await verdict(page, "unwinnable");
    assert.match(await title(), /^By 4 guesses/);
    await press(page, page.locator("summary", { hasText: "New level and size" }));
    await press(page, "The example");
    await verdict(page, "losable");
    assert.equal(await title(), "A player can get stuck");
    await done();
  },

  async "a level without a goal says what comes into reach and what never does, until a goal is painted"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["open.txt", "#########\n#@.k.#.i#\n#########\n"]]);
    await verdict(page, "no-goal");
    assert.equal(await page.locator("[data-verdict] h2").innerText(), "No goal");
    assert.deepEqual(await page.locator("[data-reached] .line").allInnerTexts(), ["a small key at row 1, column 3"]);
    assert.deepEqual(await page.locator("[data-unreached] .line").allInnerTexts(), ["bombs at row 1, column 7"]);
    for (const name of ["Mend", "Show a way to win"]) assert.equal(await page.getByRole("button", { name }).count(), 0);
    const paint = () => page.locator(".map canvas").evaluate((canvas) => canvas.toDataURL());
    const before = await paint();
    await tab(page, page.locator("[data-unreached] .line"));
    await page.waitForFunction((before) => document.querySelector(".map canvas").toDataURL() !== before, before);
    await page.getByRole("button", { name: "Goal", exact: true }).click();
    await page.mouse.click(...(await spot(page, 9, [1, 4])));
    await verdict(page, "unlosable");
    await done();
  },

  async "a drawing with other letters is read when they are explained, one by one or by a mapping"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    const drawing = "#######\n#S...G#\n#######\n";
    await drop(page, [["letters.txt", drawing]]);
    await page.getByText(/letters.txt: .*'S' stands for no tile/).waitFor();
    assert.deepEqual((await listed(page)).map(([name]) => name), ["S", "G"]);
    await drop(page, [["letters.txt", drawing], ["letters.toml", '# letters\n"S" = "START"\nG = "TRIFORCE" # the end\n']]);
    await page.getByText("letters.txt: Quandary, 1 level").waitFor();
    await verdict(page, "unlosable");
    await drop(page, [["letters.toml", "S = 3\n"]]);
    await page.getByText('letters.toml: line 1: expected a line such as "Walls" = "WALL", found S = 3').waitFor();
    await done();
  },

  async "files of each ending are taken and told"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    // The chooser refuses no ending.
    assert.equal(await page.locator('input[type="file"]').getAttribute("accept"), null);
    const files = {
      "three.sok": ["#####\n#@$.#\n#####\n", "Sokoban"],
      "one.des": ['LEVEL: "x"\nMAP\n-----\n|...|\n-----\nENDMAP\nSTAIR:(1,1),up\nSTAIR:(3,1),down\n', "NetHack"],
      "mission.dot": ['digraph m { a [label="Start"] b [label="Goal"] a -> b }', "graph"],
      "mission.mmd": ["graph LR\n a[Start] --> b[Goal]\n", "graph"],
    };
    for (const [name, [text, form]] of Object.entries(files)) {
      await drop(page, [[name, text]]);
      await page.getByText(`${name}: ${form}, 1 level`).waitFor();
      await verdict(page, "unlosable");
    }
    await page.getByText("a graph without a map").waitFor();
    // Latin 1 is a guess, which is told; UTF-16 has a mark.
    const bytes = { "old.txt": [...Buffer.from("#####\n#@.*#\n#####\n; \xe9\n", "latin1")], "new.txt": [0xff, 0xfe, ...Buffer.from("#####\n#@.*#\n#####\n", "utf16le")] };
    for (const [name, numbers] of Object.entries(bytes)) {
      await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(numbers) });
      await page.getByText(new RegExp(`${name}: `)).first().waitFor();
    }
    await done();
  },
});

/** The listed names of a file with their meanings, in order. */
const listed = (page) =>
  page.locator("[data-names] button.row").evaluateAll((rows) =>
    rows.map((row) => [row.querySelector("strong").innerText, row.querySelector(".words > span:last-child").firstChild.textContent.trim()]),
  );

/** A map whose tiles say nothing: the way is barred by a tile of which nothing is known. */
const CAVE = untagged([["Ground", ["1,1,1,1,1,1,1", "1,1,1,1,1,1,1", "1,1,1,1,1,1,1"]], ["Layer 2", ["0,0,0,0,0,0,0", "0,0,0,4,0,0,0", "0,0,0,0,0,0,0"]], ["Walls", ["2,2,2,2,2,2,2", "2,0,0,0,0,0,2", "2,2,2,2,2,2,2"]]], [["player", 1, 1], ["exit", 5, 1]]);
