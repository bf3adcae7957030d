// Tests of the riddle of the day, with the program as its service.
import assert from "node:assert/strict";
import { guessed, position, press, settled } from "../hands.mjs";
import { searched } from "../memory.mjs";
import { service } from "../service.mjs";
import { open } from "../stage.mjs";

/** A pattern for a play in any text: its square and its word within 120 characters. */
function near({ co, w }) {
  const word = w.replaceAll("?", "");
  const spelt = [...w.matchAll(/\??./gu)].map(([one]) => one.replace("?", "\\??")).join("");
  const apart = "[^]{0,120}?";
  return { word, pattern: `\\b${co}\\b${apart}\\b${spelt}\\b|\\b${spelt}\\b${apart}\\b${co}\\b` };
}

/** The stored data and the document of the page, as texts. */
const stored = (page) =>
  page.evaluate(async () => {
    const texts = { "localStorage": JSON.stringify(localStorage), "sessionStorage": JSON.stringify(sessionStorage), "the page": document.documentElement.outerHTML, "the address": location.href };
    for (const { name } of await indexedDB.databases()) texts[`the database ${name}`] = "a database: there should be none";
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts[`${name}: ${request.url}`] = new TextDecoder("latin1").decode(await (await cache.match(request)).arrayBuffer());
    }
    return texts;
  });

const hitsIn = (texts, pattern) => Object.entries(texts).flatMap(([where, text]) => (new RegExp(pattern, "i").test(text) ? [where] : []));

export default ({ browser, best }) => ({
  async "the day's answer is nowhere before the guess, and the guess finds it"() {
    const served = await service();
    if (typeof served === "string") return served;
    try {
      const { page, go, done, context } = await open(browser, served.address);
      const bodies = {};
      const reading = [];
      page.on("response", (response) => reading.push(response.body().then((body) => (bodies[response.url()] = body.toString("latin1")), () => undefined)));
      await go("riddle");
      await settled(page, "riddle");
      await press(page, page.getByRole("button", { name: /A hint/ }));
      await page.locator(".hints li").first().waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready);
      await Promise.all(reading);
      const day = await position(page);
      const play = best(day);
      const { word, pattern } = near(play);
      const scripts = Object.keys(bodies).filter((url) => /\.(js|wasm)$/.test(url)).length;
      assert.ok(scripts > 4 && Object.keys(bodies).some((url) => url.includes("/daily/")), Object.keys(bodies).join(" "));
      assert.deepEqual(hitsIn(bodies, pattern), [], "responses and scripts");
      assert.deepEqual(hitsIn(await stored(page), pattern), [], "what is kept and shown");
      const memory = await searched(context, page, pattern);
      assert.ok(memory.workers >= 1 && memory.bytes > 1 << 20 && memory.texts > 5000, JSON.stringify(memory));
      assert.deepEqual(memory.hits, [], "memory");
      // The page also has no data to compute the answer from: no lexicon and no seed.
      assert.ok(!Object.keys(bodies).some((url) => /lexicons\//.test(url)), "no lexicon is loaded for the riddle of a day");
      for (const [url, text] of Object.entries(bodies)) if (url.includes("/daily/")) assert.doesNotMatch(text, /"(solution|seed|salt|attempt|moves)"\s*:/, url);

      // Control: the same search finds a planted answer in each of these places.
      const planted = `{"square":"${play.co}","move":"${play.w}"}`;
      await page.route("**/planted.json", (route) => route.fulfill({ body: planted }));
      await page.evaluate(() => fetch("./planted.json").then((reply) => reply.text()));
      await Promise.all(reading);
      assert.equal(hitsIn(bodies, pattern).length, 1, "found in a response");
      await page.evaluate(async (planted) => {
        localStorage.setItem("planted", planted);
        await (await caches.open("planted")).put("./planted", new Response(planted));
      }, planted);
      const kept = hitsIn(await stored(page), pattern);
      assert.ok(kept.includes("localStorage") && kept.some((where) => where.startsWith("planted")), `found in what is kept: ${kept}`);
      // A query to every worker contains the answer, which stays in the memory of the module.
      const filling = "a place where it stands ".repeat(20);
      for (const worker of page.workers()) {
        await worker.evaluate(([filling, planted]) => {
          const request = JSON.stringify({ ask: "board", locale: filling + planted + filling });
          self.dispatchEvent(new MessageEvent("message", { data: { type: "ask", id: -1, request } }));
        }, [filling, planted.replaceAll('"', "'")]);
      }
      await page.evaluate((planted) => (window.planted = { text: `${planted} ` }), planted);
      await page.waitForTimeout(300);
      const again = await searched(context, page, pattern);
      assert.ok(again.hits.some((hit) => hit.startsWith("memory of worker")), `found in memory: ${again.hits.join("\n")}`);
      assert.ok(again.hits.some((hit) => hit.startsWith("a text of the page")), `found in the page: ${again.hits.join("\n")}`);

      // Makes the guess by keys.
      await guessed(page, day, play);
      await page.getByText("Days in a row: 1").waitFor();
      assert.ok(word.length > 1);
      await done();
    } finally {
      served.stop();
    }
  },
});
