// Tests of the whole site: offline use, accessibility, narrow screens, errors, sizes.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PAGES, drop, press, serious, settled } from "../hands.mjs";
import { serve } from "../serve.mjs";
import { service } from "../service.mjs";
import { AXE, open, verdict } from "../stage.mjs";

export default ({ browser, address, folder, lexicons }) => ({
  async "after the first load it works without a network, wherever it lies and whatever serves it"() {
    // A plain server with the site in a subfolder, which then stops.
    const away = await serve([folder, lexicons], { under: "/some/where/", plain: true });
    const { page, go, done, context, complaints } = await open(browser, away.address);
    await go("about");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const files = readdirSync(folder, { recursive: true }).filter((name) => /\.(js|css|wasm|svg)$/.test(name) && name !== "offline.js").length;
    await page.waitForFunction(async (files) => (await (await caches.open((await caches.keys())[0])).keys()).length >= files + 1, files);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // A lexicon is cached on first use.
    await go("riddle");
    await settled(page, "riddle");
    away.server.closeAllConnections();
    await new Promise((resolve) => away.server.close(resolve));
    await context.setOffline(true);
    await page.reload();
    await settled(page, "riddle");
    await go("make?category=crypt&rooms=8&seed=3&attempts=2");
    await page.reload();
    await settled(page, "make");
    await press(page, page.getByRole("link", { name: "Play it" }));
    await settled(page, "play");
    await go("check");
    await settled(page, "check");
    await drop(page, [["mine.txt", "######\n#@k+*#\n######\n"]]);
    await verdict(page, "unlosable");
    await go("about");
    assert.deepEqual(complaints.filter((one) => !/offline|ERR_(INTERNET|CONNECTION|FAILED)/.test(one)), []);
    complaints.length = 0;
    await done();
  },

  async "the program shows the studio alone: no Node, nothing on its path, nothing beside it"() {
    const served = await service("");
    if (typeof served === "string") return served;
    try {
      const { page, go, done } = await open(browser, served.address);
      await go("make?category=crypt&rooms=8&seed=3&attempts=2");
      await settled(page, "make");
      assert.ok(await page.getByRole("link", { name: "Operator" }).isVisible());
      const plain = await fetch(served.address, { headers: { "accept-encoding": "identity" } });
      assert.equal(plain.headers.get("content-encoding"), null);
      assert.match(plain.headers.get("content-security-policy"), /script-src 'self' 'wasm-unsafe-eval';/);
      const page_ = await plain.text();
      const [script] = /assets\/index-[\w-]+\.js/.exec(page_);
      const packed = await fetch(`${served.address}${script}`, { headers: { "accept-encoding": "br" } });
      assert.equal(packed.headers.get("content-encoding"), "br");
      await done();
    } finally {
      served.stop();
    }
  },

  async "nothing is loaded from elsewhere, and no script but the site's runs"() {
    // The server sends no policy, so the policy of the page applies.
    const plain = await serve([folder, lexicons], { plain: true });
    const { page, go, done, complaints } = await open(browser, plain.address);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const name of PAGES) {
      await go(name);
      await settled(page, name);
    }
    assert.ok(asked.length > 10);
    assert.deepEqual(asked.filter((url) => !url.startsWith(plain.address) && !url.startsWith("blob:") && !url.startsWith("data:")), []);
    // The policy refuses an injected script.
    const ran = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.slipped = true";
      document.body.append(script);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return window.slipped === true;
    });
    assert.equal(ran, false);
    assert.ok(complaints.some((one) => /Content Security Policy/.test(one)));
    complaints.length = 0;
    await done();
    plain.server.closeAllConnections();
    plain.server.close();
  },

  async "a browser can install it"() {
    const { page, go, done, context } = await open(browser, address);
    await go("about");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const { name, display, icons } = JSON.parse(data);
    assert.deepEqual([name, display], ["Quandary", "standalone"]);
    for (const { src, type } of icons) assert.equal((await page.request.get(`${address}${src}`)).headers()["content-type"], type);
    // Test contexts are incognito, where installation is not possible.
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
    await done();
  },

  async "axe finds nothing serious, in both schemes"() {
    for (const scheme of ["light", "dark"]) {
      const { page, go, done } = await open(browser, address, { scheme });
      for (const name of PAGES) {
        await go(name);
        await settled(page, name);
        assert.deepEqual(await serious(page, AXE()), [], `${name}, ${scheme}`);
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
    await page.getByRole("alert").getByText("dungeon/1").waitFor();
    await go("make?category=nowhere&rooms=8&seed=7");
    await page.getByRole("alert").getByText("nowhere").waitFor();
    await go("check?level=%%%");
    await page.getByText("damaged").waitFor();
    await done();
  },

  async "all scripts together are small"() {
    const names = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".js"));
    const size = names.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, "assets", name))).length, 0);
    assert.ok(names.length > 3 && size <= 120 * 1024, `${size} bytes`);
  },
});
