// Tests of pages with content: verdicts, hints, won games, a dialog; at 360 pixels, in both colour schemes, in each
// language.
import assert from "node:assert/strict";
import { drop, press, serious, settled, tab, UNTAGGED } from "../hands.mjs";
import { serve } from "../serve.mjs";
import { AXE, open, verdict } from "../stage.mjs";

const PHONE = { width: 360, height: 740, touch: true };

/** Replies of a service: a riddle with a blank, its hints, and the result of a guess. */
const DAY = "2026-11-24";
const REPLIES = {
  today: { date: DAY, board_type: "standard", board: Array.from({ length: 15 }, (_, row) => (row === 7 ? "......cats....." : "...............")), blanks: [], rack: "?aeinrt", best_score: 77 },
  "hint/1": { hint: 1, word_length: 8, tiles_used: 7 }, "hint/2": { hint: 2, lane: "H", direction: "across" }, "hint/3": { hint: 3, first_letter: "c" },
  guess: { legal: true, score: 9, best: false, rank: 7 }, list: { riddles: [{ date: "2026-11-22" }, { date: "2026-11-23" }] },
};
const SERVICE = "http://127.0.0.1:9";

/** Opens a page whose service these tests simulate. */
async function openWithService(browser, address, more) {
  const opened = await open(browser, address, more);
  const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  await opened.page.route(`${SERVICE}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const name = Object.keys(REPLIES).find((name) => path.endsWith(`/${name}`)) ?? "list";
    return route.fulfill({ headers, json: REPLIES[name] });
  });
  await opened.page.addInitScript((service) => localStorage.setItem("quandary.service", service), SERVICE);
  return opened;
}

/** Requests all hints and makes a guess that is not the best. */
async function filled(page) {
  await page.locator('[data-rack="6"]').waitFor();
  const hint = page.getByRole("button", { name: "/3" });
  for (let n = 1; n <= 3; n++) {
    await press(page, hint);
    await page.locator(".hints li").nth(n - 1).waitFor();
  }
  await page.locator('[data-square="97"]').focus();
  await page.keyboard.type("a");
  await page.keyboard.press("Enter");
  await page.locator('[data-answer="unsure"]').waitFor();
}

const unfold = (page) => page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));

export default ({ browser, address, folder, lexicons }) => ({
  async "pages that are filled are for everybody, on a telephone too"() {
    const plain = await serve([folder, lexicons], { plain: true });
    for (const scheme of ["light", "dark"]) {
      const { page, go, done } = await openWithService(browser, plain.address, { ...PHONE, scheme });
      const fine = async (what) => {
        assert.deepEqual(await serious(page, AXE()), [], `${what}, ${scheme}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${what} is ${wide} pixels wide`);
      };
      await go("check");
      await settled(page, "check");
      await drop(page, [["trap.txt", "#########\n#.+.@k+*#\n#########\n"]]);
      await verdict(page, "losable");
      await unfold(page);
      await page.getByRole("button", { name: "Save as" }).click();
      await fine("a level that can be lost, with a menu");
      await page.keyboard.press("Escape");
      await drop(page, [["shut.txt", "#######\n#@..+*#\n#######\n"]]);
      await verdict(page, "unwinnable");
      await fine("a level that cannot be won");
      await drop(page, [["cave.tmx", UNTAGGED]]);
      await verdict(page, "no-goal");
      await page.locator("[data-names] button.row").first().click();
      await page.locator("[data-names] .choice img").last().waitFor();
      await unfold(page);
      await fine("a level without a goal, with its names");
      await drop(page, [["mine.txt", "######\n#@k+*#\n######\n"]]);
      await verdict(page, "unlosable");
      await page.getByRole("link", { name: "Play it" }).click();
      await settled(page, "play");
      await page.keyboard.press("?");
      await page.locator("[data-hints] li").first().waitFor();
      await fine("a game with a hint");
      for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowRight");
      await page.locator("[data-won]").waitFor();
      await fine("a game that is won");
      await go("riddle");
      await filled(page);
      await fine("a riddle with hints and a guess");
      await press(page, page.locator('[data-tile="?"]'));
      await tab(page, page.locator(".square.at"), { back: true });
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await fine("a riddle whose blank is asked for");
      await go("make?category=temple&rooms=8&seed=3&attempts=2");
      await settled(page, "make");
      await page.locator('.map[aria-busy="false"]').waitFor({ timeout: 40_000 });
      await unfold(page);
      await fine("a dungeon with its claims");
      await done();
    }
    plain.server.closeAllConnections();
    plain.server.close();
  },

  async "a riddle speaks each of its languages, in what is read aloud too"() {
    const plain = await serve([folder, lexicons], { plain: true });
    const { page, go, done } = await openWithService(browser, plain.address);
    /** All visible texts and labels, except the names of languages. */
    const texts = () =>
      page.evaluate(() => {
        const main = document.querySelector("main");
        const found = new Set();
        for (const one of main.querySelectorAll("*")) {
          for (const name of ["aria-label", "title", "placeholder", "alt"]) found.add(one.getAttribute(name) ?? "");
          if (one.tagName !== "OPTION") for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent.trim());
        }
        return [...found].filter((text) => /\p{L}{3}/u.test(text) && !text.startsWith("https"));
      });
    await go("riddle");
    const spoken = {};
    for (const locale of ["en_US", "is_IS", "pl_PL", "nb_NO", "nn_NO"]) {
      await page.evaluate((locale) => localStorage.setItem("quandary.locale", locale), locale);
      await page.reload();
      await filled(page);
      spoken[locale] = await texts();
      const same = locale === "en_US" ? [] : spoken[locale].filter((text) => spoken.en_US.includes(text));
      assert.deepEqual(same, [], `${locale} has words of English`);
    }
    assert.ok(spoken.en_US.length > 20, spoken.en_US.join("; "));
    await done();
    plain.server.closeAllConnections();
    plain.server.close();
  },
});
