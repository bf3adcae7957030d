// The page Play.
import assert from "node:assert/strict";
import { ask } from "../engine.mjs";
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
