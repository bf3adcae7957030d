// Tests of the page Play.
import assert from "node:assert/strict";
import { ask, dungeonWith } from "../engine.mjs";
import { KEYS, alike, drop, press, settled, tab } from "../hands.mjs";
import { open, verdict } from "../stage.mjs";

/** Starts a game of a dungeon after some steps. */
async function begin(page, go, text, at = "") {
  await go("about");
  await page.evaluate(([text, at]) => {
    for (const name of ["play", "play.at", "play.passed"]) localStorage.removeItem(`quandary.${name}`);
    localStorage.setItem("quandary.play", JSON.stringify({ text, title: "deep" }));
    localStorage.setItem("quandary.play.at", at);
  }, [text, at]);
  await go("play");
  await settled(page, "play");
}

/** The share of the visible map under fog. */
const fogged = (page) =>
  page.locator(".view canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] === 0x17 && data[at + 1] === 0x1c && data[at + 2] === 0x1e) dark += 1;
    return (4 * dark) / data.length;
  });

/** The moves to the middle of a room: the plan of the level with its goal moved there. */
function wayTo(levels, dungeon, id) {
  const level = structuredClone(dungeon.level);
  const room = level.rooms.find(({ node }) => node === id);
  for (const { grid } of level.floors) for (const row of grid) row.forEach((tile, col) => tile === 22 && (row[col] = 1));
  const [row, col] = [room.row + Math.floor(room.rows / 2), room.col + Math.floor(room.cols / 2)];
  level.floors[room.floor].grid[row][col] = 22;
  const { plan } = JSON.parse(ask(levels, "levels", { ask: "solve", level: JSON.stringify(level), limits: { max_states: 2_000_000 } }));
  return plan.map(({ action }) => action);
}

const hides = ({ rooms }) => rooms.some(({ purpose }) => purpose === "secret");
const figures = (page) => page.locator(".figures").first().innerText();
const walked = (page, steps) => page.waitForFunction((steps) => document.querySelector(".figures").innerText.startsWith(`${steps} `), steps);

export default ({ browser, address, levels }) => ({
  async "a dungeon is made, and its walkthrough is played to the win by keys"() {
    const { page, go, done } = await open(browser, address);
    await go("make?category=temple&rooms=8&seed=11&attempts=4");
    await settled(page, "make");
    await page.waitForFunction(() => location.hash.includes("algorithm="));
    await press(page, page.getByRole("link", { name: "Play it" }));
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

  async "all there is in a game is done by keys alone"() {
    const { page, go, done } = await open(browser, address);
    await go("play");
    await settled(page, "play");
    const steps = (text) => page.waitForFunction((text) => document.querySelector(".figures").innerText.startsWith(text), text);
    const moves = async () => Number.parseInt(await page.locator(".figures span").first().innerText(), 10);
    // Keys work without focus; each of the four directions takes a step or shows a reason.
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "a", "d", "w", "s", "h", "l", "k", "j"]) await page.keyboard.press(key);
    await page.waitForFunction(() => !document.querySelector(".figures").innerText.startsWith("0 "));
    await page.waitForTimeout(300);
    const walked = await moves();
    assert.ok(walked >= 6, `${walked} moves`);
    for (let rung = 1; rung <= 4; rung++) {
      await page.keyboard.press("?");
      await page.locator("[data-hints] li").nth(rung - 1).waitFor();
    }
    await page.keyboard.press("u");
    await steps(`${walked - 1} `);
    await page.keyboard.press("r");
    await steps("0 ");
    // Buttons are reachable by Tab.
    for (const way of ["left", "right", "up", "down"]) await press(page, `Go ${way}`);
    await page.waitForFunction(() => !document.querySelector(".figures").innerText.startsWith("0 "));
    await press(page, "Undo");
    await press(page, "Restart room");
    await steps("0 ");
    await press(page, "Go left");
    await press(page, "Go right");
    await page.waitForFunction(() => !document.querySelector(".figures").innerText.startsWith("0 "));
    await press(page, "From the start");
    await steps("0 ");
    await press(page, "A hint");
    await page.locator("[data-hints] li").first().waitFor();
    await press(page, page.getByLabel("Referee"), "Space");
    assert.ok(await page.getByLabel("Referee").isChecked());
    // The label of the map has the player's position, for screen readers.
    await tab(page, page.getByRole("application"));
    const where = await page.getByRole("application").getAttribute("aria-label");
    assert.match(where, /You stand at row \d+, column \d+/);
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(80);
      if ((await page.getByRole("application").getAttribute("aria-label")) !== where) return done();
    }
    assert.fail("no step changes what the map says");
  },

  async "fog lies where nobody was, secrets are counted, and the result spoils nothing"() {
    const { page, go, done } = await open(browser, address);
    const dungeon = dungeonWith(levels, { category: "temple", rooms: 10, attempts: 2 }, hides);
    const text = JSON.stringify(dungeon);
    await begin(page, go, text);
    const hidden = dungeon.rooms.filter(({ purpose }) => purpose === "secret");
    assert.ok(hidden.length > 0 && (await figures(page)).includes(`0 of ${hidden.length} secret`), await figures(page));
    const before = await fogged(page);
    assert.ok(before > 0.1, `fog lies on ${before} of the map`);
    const walk = async (action) => page.keyboard.press(KEYS[action] ?? "e");
    let steps = 0;
    for (const action of wayTo(levels, dungeon, hidden[0].id)) await walk(action), (steps += 1);
    await walked(page, steps);
    assert.ok((await figures(page)).includes(`1 of ${hidden.length} secret`), await figures(page));
    const opened = await page.locator(".log").innerText();
    assert.ok(opened.includes(dungeon.rooms.find(({ id }) => id === hidden[0].id).name), opened);
    // Continues to the goal with the hints of the engine.
    for (let n = 0; n < 40 && (await page.locator("[data-won]").count()) === 0; n++) {
      const at = await page.evaluate(() => localStorage.getItem("quandary.play.at"));
      const { moves } = JSON.parse(ask(levels, "levels", { ask: "hint", level: text, at, rung: 4 }));
      for (const move of moves) await walk(move), (steps += 1);
      await walked(page, steps);
    }
    await page.locator("[data-won]").waitFor();
    await press(page, "Copy result");
    await page.getByText("Copied, without spoilers.").waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    const seen = Number(/(\d+) of \d+ rooms seen/.exec(shared)?.[1]);
    assert.ok(shared.includes(`won · ${steps} moves`) && shared.includes(`1 of ${hidden.length} secret`) && seen > 2 && seen <= dungeon.rooms.length, shared);
    const told = [...dungeon.rooms.flatMap(({ name, text }) => [name, text]), ...dungeon.things.flatMap(({ name, text }) => [name, text]), "left", "right", "key", "lock"];
    for (const spoiler of told) assert.ok(!shared.includes(spoiler), `${spoiler} is told: ${shared}`);
    await done();
  },

  async "a game is as it was when the page is loaded again: fog, time, hints, secrets and what happened"() {
    // The window is large enough for the whole map.
    const { page, go, done } = await open(browser, address, { width: 2800, height: 2800 });
    const dungeon = dungeonWith(levels, { category: "temple", rooms: 10, attempts: 2 }, hides);
    await begin(page, go, JSON.stringify(dungeon));
    const way = wayTo(levels, dungeon, dungeon.rooms.find(({ purpose }) => purpose === "secret").id);
    for (const action of way) await page.keyboard.press(KEYS[action] ?? "e");
    await walked(page, way.length);
    for (let rung = 1; rung <= 3; rung++) {
      await page.keyboard.press("?");
      await page.locator("[data-hints] li").nth(rung - 1).waitFor();
    }
    await page.waitForFunction(() => / [1-9]\d*:\d\d| 0:0[2-9]| 0:[1-5]\d/.test(document.querySelector(".figures").innerText));
    const look = async () => ({ fog: await fogged(page), log: await page.locator(".log").innerText() });
    const seconds = async () => {
      const [, minutes, rest] = /(\d+):(\d\d)/.exec(await figures(page));
      return Number(minutes) * 60 + Number(rest);
    };
    const told = async () => (await figures(page)).replace(/\d+:\d\d/, "");
    const [before, was, time] = [await look(), await told(), await seconds()];
    assert.match(was, /3 hints.*1 of \d+ secret/);
    for (const again of [() => page.reload(), async () => (await go("about"), await go("play"))]) {
      await again();
      await settled(page, "play");
      await page.waitForFunction((n) => document.querySelector(".figures").innerText.startsWith(`${n} `), way.length);
      assert.deepEqual([await look(), await told()], [before, was]);
      assert.ok((await seconds()) >= time && (await seconds()) < time + 30, `${await seconds()} seconds, and it was ${time}`);
    }
    // The hints are still counted, and the clock continues.
    await page.keyboard.press("u");
    await walked(page, way.length - 1);
    await page.waitForFunction((time) => Number(/:(\d\d)/.exec(document.querySelector(".figures").innerText)[1]) > time % 60, time);
    await press(page, "From the start");
    await walked(page, 0);
    assert.match(await figures(page), /0:00 · 3 hints · 0 of/);
    await done();
  },

  async "what is found, asked for and hinted at has the names of the dungeon, and no word of the engine"() {
    const { page, go, done } = await open(browser, address);
    const raw = /symbol|plate:|puzzle:|treasure:|warp|goto|\[\d+,|room \d|stones \d|what opens|DOOR_|_/;
    const wanted = ({ puzzles, level }) => puzzles.some(({ kind }) => kind === "lever") && level.floors.length > 1;
    const dungeon = dungeonWith(levels, { category: "temple", rooms: 12, floors: 2, attempts: 2 }, wanted);
    const text = JSON.stringify(dungeon);
    // One state per kind of hint: a lever, stairs, and others.
    const states = new Map();
    for (let at = "", n = 0; n < 60; n++) {
      const hint = JSON.parse(ask(levels, "levels", { ask: "hint", level: text, at, rung: 4 }));
      if (hint.standing.state !== "winnable") break;
      const kind = [hint.what.do, String(hint.what.thing).replace(/\d.*/, ""), hint.what.for.kind, hint.moves.some((one) => one.startsWith("warp"))].join(" ");
      if (!states.has(kind)) states.set(kind, { at, hint });
      at = [at, ...hint.moves].filter(Boolean).join(", ");
    }
    assert.ok([...states.keys()].some((kind) => kind.includes("puzzle:")) && [...states.keys()].some((kind) => kind.endsWith("true")), [...states.keys()].join("; "));
    let taken = 0;
    for (const [kind, { at, hint }] of states) {
      await begin(page, go, text, at);
      for (let rung = 1; rung <= 4; rung++) {
        await page.keyboard.press("?");
        await page.locator("[data-hints] li").nth(rung - 1).waitFor();
      }
      const hinted = await page.locator("[data-hints]").innerText();
      assert.ok(!raw.test(hinted), `${kind}: ${hinted}`);
      const room = dungeon.rooms.find(({ id }) => id === hint.where.room);
      assert.ok(hinted.includes(room.name), `${room.name} is not in ${hinted}`);
      const thing = dungeon.things.find(({ thing }) => thing === hint.what.thing);
      if (thing) assert.ok(hinted.includes(thing.name), `${thing.name} is not in ${hinted}`);
      // Follows the hint, and checks the log.
      const before = Number.parseInt(await figures(page), 10);
      for (const [n, move] of hint.moves.entries()) {
        // The list of actions depends on the position, so wait for it.
        if (!KEYS[move]) await walked(page, before + n);
        await page.keyboard.press(KEYS[move] ?? "e");
      }
      await walked(page, before + hint.moves.length);
      const rest = await page.locator(".side").innerText();
      assert.ok(!raw.test(rest), `${kind}: ${rest}`);
      const { held } = JSON.parse(ask(levels, "levels", { ask: "play", level: text, at, step: hint.moves.join(", ") }));
      if (held.symbols.some((symbol) => thing?.thing === `symbol:${symbol}`)) assert.ok(rest.includes(thing.name), `${thing.name} is not in ${rest}`), (taken += 1);
    }
    assert.ok(taken > 0, [...states.keys()].join("; "));
    await done();
  },

  async "the sign on a door is seen whole, and nothing behind it"() {
    const { page, go, done } = await open(browser, address);
    const room = (node, col) => ({ node, floor: 0, row: 0, col, rows: 5, cols: 5 });
    const head = 'quandary/level/1\ngraph: {"nodes":[{"id":0,"contents":[]},{"id":1,"contents":[]}],"edges":[{"from":0,"to":1,"requires":[]},{"from":1,"to":0,"requires":[]}]}';
    const level = JSON.parse(ask(levels, "levels", { ask: "convert", level: `${head}\n\n##########\n#...##...#\n#@..//..*#\n#...##...#\n##########\n`, to: "json" }));
    await begin(page, go, JSON.stringify({ ...level, rooms: [room(0, 0), room(1, 5)] }));
    /** Waits until fog covers exactly these columns of the third row. */
    const dark = (wanted) =>
      page.waitForFunction((wanted) => {
        const canvas = document.querySelector(".view canvas");
        const row = new OffscreenCanvas(10, 1).getContext("2d", { willReadFrequently: true });
        row.imageSmoothingEnabled = false;
        row.drawImage(canvas, 0, canvas.width * 0.25, canvas.width, 1, 0, 0, 10, 1);
        const { data } = row.getImageData(0, 0, 10, 1);
        const found = Array.from({ length: 10 }, (_, col) => (data.slice(4 * col, 4 * col + 3).join() === "23,28,30" ? col : "")).join("");
        return found === wanted;
      }, wanted);
    await dark("6789");
    for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowRight");
    await walked(page, 4);
    await dark("");
    await done();
  },

  async "what was opened looks open, and a wall that falls is told of"() {
    const { page, go, done } = await open(browser, address);
    const head = 'quandary/level/1\nmarks: [{"floor":0,"row":1,"col":2,"gives":"symbol:A"}]\nlocks: [{"cells":[[0,1,5]],"needs":["symbol:A"]}]';
    const level = ask(levels, "levels", { ask: "convert", level: `${head}\n\n#############\n#@.i./././%*#\n#############\n`, to: "json" });
    await begin(page, go, level);
    // There are three doorways; the first is locked.
    await alike(page, 13, [1, 5], [1, 7], false);
    await page.keyboard.press("ArrowRight");
    await page.getByText("You take key A.").waitFor();
    await alike(page, 13, [1, 5], [1, 7]);
    for (let n = 0; n < 8; n++) await page.keyboard.press("ArrowRight");
    await page.getByText("The wall falls to a bomb.").waitFor();
    await done();
  },

  async "a gamepad walks, does what can be done, and takes back"() {
    const { page, go, done } = await open(browser, address);
    await page.addInitScript(() => {
      const pad = { connected: true, index: 0, id: "a pad of the tests", mapping: "standard", axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) };
      navigator.getGamepads = () => [null, pad];
      window.pad = pad;
    });
    await go("check");
    await settled(page, "check");
    const head = 'quandary/level/1\nmarks: [{"floor":0,"row":1,"col":2,"gives":"toggle:0"}]\nlocks: [{"cells":[[0,1,4]],"needs":["toggle:0=on"]}]';
    await drop(page, [["lever.txt", `${head}\n\n#######\n#@...*#\n#######\n`]]);
    await verdict(page, "unlosable");
    await press(page, page.getByRole("link", { name: "Play it" }));
    await settled(page, "play");
    const steps = (n) => page.waitForFunction((n) => document.querySelector(".figures").innerText.startsWith(`${n} `), n);
    const button = async (n, down) => page.evaluate(([n, down]) => (window.pad.buttons[n].pressed = down), [n, down]);
    const push = async (n, wanted) => {
      await button(n, true);
      await steps(wanted);
      await button(n, false);
      await page.waitForTimeout(60);
    };
    await push(15, 1);
    await push(0, 2);
    await push(1, 1);
    await push(0, 2);
    // Holding the stick repeats the step.
    await page.evaluate(() => (window.pad.axes[0] = 0.9));
    await page.locator("[data-won]").waitFor();
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
});
