// The page Play.
import assert from "node:assert/strict";
import { ask, dungeonWith } from "../engine.mjs";
import { KEYS, drop, press, settled, tab } from "../hands.mjs";
import { open, verdict } from "../stage.mjs";

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
    // Nothing has the focus: keys walk all the same; each of the four goes a step, or says why not.
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
    // What has a button is reached by Tab.
    for (const way of ["left", "right", "up", "down"]) await press(page, `Go ${way}`);
    await page.waitForFunction(() => !document.querySelector(".figures").innerText.startsWith("0 "));
    await press(page, "Undo");
    await press(page, "This room again");
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
    // The map says where one stands, for whoever does not see it.
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
    const hides = ({ rooms }) => rooms.some(({ purpose }) => purpose === "secret");
    const dungeon = dungeonWith(levels, { category: "temple", rooms: 10, attempts: 2 }, hides);
    const text = JSON.stringify(dungeon);
    await go("about");
    await page.evaluate((text) => localStorage.setItem("quandary.play", JSON.stringify({ text, title: "deep", at: "" })), text);
    await go("play");
    await settled(page, "play");
    // The part of what is seen of the map that fog lies on.
    const fog = () =>
      page.locator(".view canvas").evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] === 0x17 && data[at + 1] === 0x1c && data[at + 2] === 0x1e) dark += 1;
        return (4 * dark) / data.length;
      });
    const hidden = dungeon.rooms.filter(({ purpose }) => purpose === "secret");
    const room = dungeon.level.rooms.find(({ node }) => node === hidden[0].id);
    const figures = () => page.locator(".figures").first().innerText();
    assert.ok(hidden.length > 0 && (await figures()).includes(`0 of ${hidden.length} secret`), await figures());
    const before = await fog();
    assert.ok(before > 0.1, `fog lies on ${before} of the map`);
    // The way to the secret room: that of the same level with its goal there.
    const level = structuredClone(dungeon.level);
    for (const { grid } of level.floors) for (const row of grid) row.forEach((tile, col) => tile === 22 && (row[col] = 1));
    const [row, col] = [room.row + Math.floor(room.rows / 2), room.col + Math.floor(room.cols / 2)];
    level.floors[room.floor].grid[row][col] = 22;
    const walk = async (action) => page.keyboard.press(KEYS[action] ?? "e");
    let steps = 0;
    const { plan } = JSON.parse(ask(levels, "levels", { ask: "solve", level: JSON.stringify(level), limits: { states: 2_000_000 } }));
    for (const { action } of plan) await walk(action), (steps += 1);
    await page.waitForFunction((steps) => document.querySelector(".figures").innerText.startsWith(`${steps} `), steps);
    assert.ok((await figures()).includes(`1 of ${hidden.length} secret`), await figures());
    const opened = await page.locator(".log").innerText();
    assert.ok(opened.includes(dungeon.rooms.find(({ id }) => id === hidden[0].id).name), opened);
    // On to the goal, by the hints of the engine.
    for (let n = 0; n < 40 && (await page.locator("[data-won]").count()) === 0; n++) {
      const at = await page.evaluate(() => localStorage.getItem("quandary.play.at"));
      const { moves } = JSON.parse(ask(levels, "levels", { ask: "hint", level: text, at, rung: 4 }));
      for (const move of moves) await walk(move), (steps += 1);
      await page.waitForFunction((steps) => document.querySelector(".figures").innerText.startsWith(`${steps} `), steps);
    }
    await page.locator("[data-won]").waitFor();
    await press(page, "Copy the result");
    await page.getByText("Copied: it tells nothing of the way.").waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    const seen = Number(/(\d+) of \d+ rooms seen/.exec(shared)?.[1]);
    assert.ok(shared.includes(`won · ${steps} moves`) && shared.includes(`1 of ${hidden.length} secret`) && seen > 2 && seen <= dungeon.rooms.length, shared);
    const told = [...dungeon.rooms.flatMap(({ name, text }) => [name, text]), ...dungeon.things.flatMap(({ name, text }) => [name, text]), "left", "right", "key", "lock"];
    for (const spoiler of told) assert.ok(!shared.includes(spoiler), `${spoiler} is told: ${shared}`);
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
    // The stick goes on as long as it is held.
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
