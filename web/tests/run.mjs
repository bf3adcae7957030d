// The studio in Chromium. node tests/run.mjs [NAME]: all tests, or those whose names hold NAME.
import assert from "node:assert/strict";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, dist, load, root } from "./engine.mjs";
import { AXE, open, stage, verdict } from "./stage.mjs";

const { browser, address, close } = await stage();
const levels = await load("levels");
const words = await load("words");
words.lexicon(readFileSync(join(root, "crates/crossword/data/lexicons/en_US.qlex")));
const PAGES = ["make?category=temple&rooms=8&seed=7&attempts=3", "play", "check", "riddle", "operator", "about"];

/** The page has done what it does at first. */
async function settled(page, name) {
  if (name.startsWith("make")) await page.locator(".facts dl").waitFor({ timeout: 20_000 });
  if (name.startsWith("play")) await page.locator(".pad").waitFor();
  if (name.startsWith("play")) await page.waitForFunction(() => document.querySelector(".view canvas"), null, { timeout: 20_000 });
  if (name.startsWith("check")) await page.locator("[data-verdict]").waitFor({ timeout: 20_000 });
  if (name.startsWith("riddle")) await page.locator('[data-rack="6"]').waitFor({ timeout: 40_000 });
}

const KEYS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight", flip: "e" };

/** Draws a level on the page Check by keys alone. */
async function draw(page, rows) {
  await page.locator("summary", { hasText: "New, and size" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("spinbutton", { name: "Rows" }).fill(String(rows.length));
  await page.getByRole("spinbutton", { name: "Columns" }).fill(String(rows[0].length));
  await page.getByRole("button", { name: "New level" }).focus();
  await page.keyboard.press("Enter");
  const names = { "#": "Wall", "@": "Start", "*": "Goal", k: "Small key", "+": "Locked", "|": "One way" };
  const map = page.getByRole("application");
  let at = [1, 1];
  await map.focus();
  for (let n = 0; n < 40; n++) await page.keyboard.press("ArrowUp");
  for (let n = 0; n < 40; n++) await page.keyboard.press("ArrowLeft");
  at = [0, 0];
  for (const [letter, name] of Object.entries(names)) {
    const cells = rows.flatMap((row, r) => [...row].flatMap((one, c) => (one === letter && (letter !== "#" || (r % (rows.length - 1) && c % (row.length - 1))) ? [[r, c]] : [])));
    if (cells.length === 0) continue;
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await map.focus();
    for (const [row, col] of cells) {
      for (; at[0] < row; at[0]++) await page.keyboard.press("ArrowDown");
      for (; at[0] > row; at[0]--) await page.keyboard.press("ArrowUp");
      for (; at[1] < col; at[1]++) await page.keyboard.press("ArrowRight");
      for (; at[1] > col; at[1]--) await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Space");
    }
  }
}

/** Drops files on the page. */
const drop = (page, files) =>
  page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    document.querySelector(".page").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);

/** The riddle on the page, as the engine is asked for its plays. */
async function position(page) {
  const { board, blanks, rack } = await page.evaluate(() => {
    const squares = [...document.querySelectorAll("[data-square]")];
    const letter = (one) => (one.classList.contains("tile") ? one.textContent.trim().toLowerCase() : ".");
    const rows = Array.from({ length: 15 }, (_, row) => squares.slice(row * 15, row * 15 + 15).map(letter).join(""));
    const blanks = squares.flatMap((one, at) => (one.classList.contains("blank") ? [`${String.fromCharCode(65 + Math.floor(at / 15))}${(at % 15) + 1}`] : []));
    const tiles = [...document.querySelectorAll("[data-rack]")].map((one) => (one.getAttribute("aria-label") === "blank" ? "?" : one.getAttribute("aria-label").toLowerCase()));
    return { board: rows, blanks, rack: tiles };
  });
  return { board, blanks, rack: rack.join(""), tiles: rack };
}

/** The squares and letters that a play lays. */
function laid({ board }, { co, w }) {
  const down = /^\d/.test(co);
  let row = co.match(/[A-O]/)[0].charCodeAt(0) - 65;
  let col = Number(co.match(/\d+/)[0]) - 1;
  const found = [];
  for (const one of w.matchAll(/(\?)?(.)/gu)) {
    if (board[row][col] === ".") found.push({ square: row * 15 + col, letter: one[2], blank: Boolean(one[1]) });
    if (down) row += 1;
    else col += 1;
  }
  return { down, tiles: found };
}
const best = (at) => JSON.parse(ask(words, "words", { ask: "plays", board: at.board, blanks: at.blanks, rack: at.rack })).moves[0];

async function port() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

const tests = {
  async "a dungeon is made, and its walkthrough is played to the win by keys"() {
    const { page, go, done } = await open(browser, address);
    await go("make?category=temple&rooms=8&seed=11&attempts=4");
    await settled(page, "make");
    await page.waitForFunction(() => location.hash.includes("algorithm="));
    await page.getByRole("link", { name: "Play it" }).focus();
    await page.keyboard.press("Enter");
    await settled(page, "play");
    const kept = JSON.parse(await page.evaluate(() => localStorage.getItem("quandary.play")));
    const { plan } = JSON.parse(ask(levels, "levels", { ask: "solve", level: kept.text }));
    assert.ok(plan.length > 20, `${plan.length} moves`);
    assert.equal(await page.locator("[data-won]").count(), 0);
    for (const { action } of plan) {
      if (KEYS[action]) await page.keyboard.press(KEYS[action]);
      else await page.keyboard.press("e");
    }
    await page.locator("[data-won]").waitFor({ timeout: 20_000 });
    assert.match(await page.locator(".figures").first().innerText(), new RegExp(`^${plan.length} moves`));
    await done();
  },

  async "keys do all there is in a game: steps, taking back, a room again, hints"() {
    const { page, go, done } = await open(browser, address);
    await go("play");
    await settled(page, "play");
    const moves = () => page.locator(".figures span").first().innerText();
    const walk = async () => {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
    };
    await walk();
    await page.waitForFunction(() => !document.querySelector(".figures").innerText.startsWith("0 "));
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press("?");
      await page.waitForTimeout(60);
      await page.locator("[data-hints] li").nth(0).waitFor();
    }
    await page.waitForFunction(() => document.querySelectorAll("[data-hints] li").length >= 4);
    const before = await moves();
    await page.keyboard.press("u");
    await page.waitForFunction((before) => document.querySelector(".figures span").innerText !== before, before);
    await page.keyboard.press("r");
    await page.waitForFunction(() => document.querySelector(".figures span").innerText.startsWith("0 "));
    await done();
  },

  async "the referee says when a game can no longer be won, and taking back helps"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["trap.txt", "#########\n#.+.@k+*#\n#########\n"]]);
    await verdict(page, "losable");
    await page.getByRole("link", { name: "Play it" }).click();
    await settled(page, "play");
    await page.getByLabel("Referee").check();
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector(".figures").innerText.startsWith("3 "));
    assert.equal(await page.locator("[data-lost]").count(), 0);
    await page.keyboard.press("ArrowLeft");
    await page.locator("[data-lost]").waitFor();
    await page.keyboard.press("u");
    await page.locator("[data-lost]").waitFor({ state: "detached" });
    await done();
  },

  async "a level that can be lost is drawn by keys, its witness walks, and Mend makes it safe"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await draw(page, ["#########", "#.+.@k+*#", "#########"]);
    await verdict(page, "losable");
    assert.match(await page.locator(".walk").innerText(), /The shortest way to get stuck: step 0 of 4/);
    await page.getByRole("button", { name: "Walk it" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /step 4 of 4/.test(document.querySelector(".walk").innerText));
    await page.getByRole("button", { name: "Mend" }).focus();
    await page.keyboard.press("Enter");
    await verdict(page, "unlosable");
    await page.keyboard.press("Control+z");
    await verdict(page, "losable");
    await page.keyboard.press("Control+Shift+Z");
    await verdict(page, "unlosable");
    await done();
  },

  async "a level that cannot be won says why, and what it names is lit"() {
    const { page, go, done } = await open(browser, address);
    await go("check");
    await settled(page, "check");
    await drop(page, [["shut.txt", "#######\n#@..+*#\n#######\n"]]);
    await verdict(page, "unwinnable");
    assert.match(await page.locator(".verdict pre").innerText(), /key/);
    const paint = () => page.locator(".map canvas").evaluate((canvas) => canvas.toDataURL().length);
    const before = await paint();
    await page.locator(".verdict pre").hover();
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
    await page.locator("[data-verdict]:not(.stale)").waitFor();
    await drop(page, [["broken.txt", "#####\n#@*Q#\n"]]);
    await page.getByText(/broken.txt: .*Q/).waitFor();
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

  async "a riddle is solved by dragging tiles"() {
    const { page, go, done } = await open(browser, address);
    await go("riddle");
    await settled(page, "riddle");
    const at = await position(page);
    const play = best(at);
    const tiles = [...at.tiles];
    for (const { square, letter, blank } of laid(at, play).tiles) {
      const from = tiles.indexOf(blank ? "?" : letter);
      assert.ok(from >= 0, `${letter} is in the rack ${at.rack}`);
      tiles[from] = null;
      await page.locator(`[data-rack="${from}"]`).hover();
      await page.mouse.down();
      const box = await page.locator(`[data-square="${square}"]`).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
      await page.mouse.up();
      if (blank) await page.getByRole("dialog").getByRole("button", { name: letter.toUpperCase(), exact: true }).click();
    }
    await page.getByRole("button", { name: "Play it", exact: true }).click();
    await page.locator('[data-answer="good"]').waitFor();
    await done();
  },

  async "a riddle is solved by keys alone, after a wrong guess and three hints"() {
    const { page, go, done } = await open(browser, address);
    await go("riddle");
    await settled(page, "riddle");
    const at = await position(page);
    const play = best(at);
    const { down, tiles } = laid(at, play);
    const board = page.locator('[data-square="112"]');
    await board.focus();
    let here = 112;
    const to = async (square) => {
      const step = async (key, by) => {
        await page.keyboard.press(key);
        here += by;
      };
      while (Math.floor(here / 15) < Math.floor(square / 15)) await step("ArrowDown", 15);
      while (Math.floor(here / 15) > Math.floor(square / 15)) await step("ArrowUp", -15);
      while (here % 15 < square % 15) await step("ArrowRight", 1);
      while (here % 15 > square % 15) await step("ArrowLeft", -1);
    };
    await to(tiles[0].square);
    await page.keyboard.type(tiles[0].letter);
    await page.keyboard.press("Enter");
    await page.locator("[data-answer]").waitFor();
    await page.keyboard.press("Escape");
    here = Number(await page.evaluate(() => document.activeElement.dataset.square));
    for (let n = 1; n <= 3; n++) {
      await page.getByRole("button", { name: /A hint/ }).focus();
      await page.keyboard.press("Enter");
      await page.locator(".hints li").nth(n - 1).waitFor();
    }
    const hints = await page.locator(".hints").innerText();
    const word = play.w.replaceAll("?", "");
    assert.ok(hints.includes(`${word.length} letters, ${tiles.length} of them`) && hints.includes(`begins with ${word[0].toUpperCase()}`), hints);
    await page.locator(`[data-square="${here}"]`).focus();
    await to(tiles[0].square);
    // The last arrow decides which way is typed; Space turns it.
    const across = await page.evaluate(() => !document.querySelector(".square.at").classList.contains("down"));
    if (across === down) await page.keyboard.press("Space");
    for (const { letter } of tiles) await page.keyboard.type(letter);
    await page.keyboard.press("Enter");
    await page.locator('[data-answer="good"]').waitFor();
    await done();
  },

  async "the day's answer is nowhere before the guess, and the guess finds it"() {
    const program = process.env.QUANDARY ?? join(root, "target/release/quandary");
    if (!existsSync(program)) return "skipped: there is no program with `serve` (QUANDARY=FILE)";
    const at = `127.0.0.1:${await port()}`;
    const folder = mkdtempSync(join(tmpdir(), "quandary-served-"));
    const served = spawn(program, ["serve", "--listen", at, "--store", `sqlite:${join(folder, "a.db")}`], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    served.stderr.on("data", (data) => (said += data));
    try {
      for (let n = 0; ; n++) {
        const up = await fetch(`http://${at}/health/ready`).then((reply) => reply.ok, () => false);
        if (up) break;
        if (said.includes("without the service")) return "skipped: the program was built without `serve`";
        if (served.exitCode !== null || n > 100) return assert.fail(`the service did not start: ${said}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const { page, go, done, context } = await open(browser, `http://${at}/`);
      const bodies = [];
      page.on("response", async (response) => {
        if (!/\.wasm$/.test(response.url())) bodies.push([response.url(), await response.text().catch(() => "")]);
      });
      await go("riddle");
      await settled(page, "riddle");
      await page.getByRole("button", { name: /A hint/ }).click();
      await page.locator(".hints li").first().waitFor();
      const day = await position(page);
      const play = best(day);
      const word = play.w.replaceAll("?", "");
      const stored = await page.evaluate(async () => {
        const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.documentElement.outerHTML];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) if (!/\.wasm$/.test(request.url)) texts.push(await (await cache.match(request)).text());
        }
        return texts;
      });
      assert.ok(bodies.length > 5 && stored.length > 3);
      const near = new RegExp(`\\b${play.co}\\b[\\s\\S]{0,80}\\b${word}\\b|\\b${word}\\b[\\s\\S]{0,80}\\b${play.co}\\b`, "i");
      for (const [where, text] of [...bodies, ...stored.map((text, n) => [`store ${n}`, text])]) {
        assert.doesNotMatch(text, near, `the answer stands in ${where}`);
        assert.ok(!/"(solution|seed|salt|attempt)"\s*:/.test(/\/daily\//.test(where) ? text : ""), where);
      }
      assert.ok(!bodies.some(([where]) => /lexicons\//.test(where)), "no lexicon is loaded for the riddle of a day");
      const tiles = [...day.tiles];
      for (const { square, letter, blank } of laid(day, play).tiles) {
        const from = tiles.indexOf(blank ? "?" : letter);
        tiles[from] = null;
        await page.locator(`[data-rack="${from}"]`).focus();
        await page.keyboard.press("Enter");
        await page.locator(`[data-square="${square}"]`).click();
        if (blank) await page.getByRole("dialog").getByRole("button", { name: letter.toUpperCase(), exact: true }).click();
      }
      await page.getByRole("button", { name: "Play it", exact: true }).click();
      await page.locator('[data-answer="good"]').waitFor();
      await page.getByText("Days in a row: 1").waitFor();
      await go("operator");
      await page.getByLabel("Operator's key").fill("x");
      assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes('"x"'));
      void context;
      await done();
    } finally {
      served.kill();
    }
  },

  async "after the first load it works without a network"() {
    const { page, go, done, context } = await open(browser, address);
    await go("about");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 10);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await page.locator("main h1").first().waitFor();
    await go("make?category=crypt&rooms=8&seed=3&attempts=2");
    await settled(page, "make");
    await go("check");
    await settled(page, "check");
    await done();
  },

  async "axe finds nothing serious, in both schemes"() {
    for (const scheme of ["light", "dark"]) {
      const { page, go, done } = await open(browser, address, { scheme });
      for (const name of PAGES) {
        await go(name);
        await settled(page, name);
        await page.evaluate(AXE());
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => [name, scheme, id, nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary?.slice(0, 200)}`)]), []);
      }
      await done();
    }
  },

  async "at 360 pixels nothing sticks out, and fingers can do it"() {
    const { page, go, done } = await open(browser, address, { width: 360, height: 740, touch: true });
    for (const name of PAGES) {
      await go(name);
      await settled(page, name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${name} is ${wide} pixels wide`);
    }
    await go("play");
    await settled(page, "play");
    for (const step of ["left", "right", "up", "down"]) await page.getByRole("button", { name: `Go ${step}` }).tap();
    await page.waitForFunction(() => !document.querySelector(".figures").innerText.startsWith("0 "));
    await go("check");
    await settled(page, "check");
    await page.getByRole("button", { name: "Wall", exact: true }).tap();
    const before = await page.evaluate(() => localStorage.getItem("quandary.check"));
    await page.locator(".map canvas").tap({ position: { x: 60, y: 60 } });
    await page.waitForFunction((before) => localStorage.getItem("quandary.check") !== before, before);
    await done();
  },

  async "errors are told: a link of another version, a damaged one, and a place that is none"() {
    const { page, go, done } = await open(browser, address);
    await go("make?category=temple&rooms=8&seed=7&algorithm=dungeon/1");
    await page.getByRole("alert").getByText("dungeon/1 is made no more here").waitFor();
    await go("make?category=nowhere&rooms=8&seed=7");
    await page.getByRole("alert").getByText("nowhere").waitFor();
    await go("check?level=%%%");
    await page.getByText("damaged").waitFor();
    await done();
  },

  async "all scripts together are small"() {
    const names = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js.br"));
    const size = names.reduce((sum, name) => sum + readFileSync(join(dist, "assets", name)).length, 0);
    assert.ok(names.length > 3 && size <= 120 * 1024, `${size} bytes`);
  },
};

const wanted = process.argv[2] ?? "";
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(wanted)) continue;
  const begin = performance.now();
  try {
    const told = await test();
    console.log(`${told ? told : "ok"} · ${name} · ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED · ${name}\n${error.stack ?? error}`);
  }
}
await close();
if (failed > 0) console.error(`${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
