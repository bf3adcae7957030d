// Tests of the page Riddle, with riddles generated in the browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { choose, guessed, laid, position, press, settled, stepTo, tab } from "../hands.mjs";
import { serve } from "../serve.mjs";
import { open } from "../stage.mjs";

/** A riddle of a service whose best play uses a blank. About one of sixty generated riddles does. */
const BLANK = {
  board: [
    "...............", "...............", "...........v...", ".r.........a...", ".e.........u...",
    ".d.........n...", ".r..traiks.t...", "hongi..dooly...", ".o.............", ".t.....s.......",
    ".spacelab......", ".......w.......", "..inertiae.....", ".......n.haj...", ".......e.......",
  ],
  blanks: ["K8"], rack: "giiitz?", best_score: 104, board_type: "standard", date: "2026-09-07",
};

/** Opens a page whose daily riddles come from these tests; `judged` answers guesses, and `told` returns the riddle. */
async function openWithService(browser, address, judged, told = () => BLANK) {
  const opened = await open(browser, address);
  await opened.page.addInitScript((address) => localStorage.setItem("quandary.service", address), address);
  await opened.page.route("**/daily/riddle/**", (route) => {
    if (route.request().method() === "POST") return route.fulfill({ json: judged(route.request().postDataJSON()) });
    return route.fulfill({ json: /\/en_US\/?$/.test(route.request().url()) ? { riddles: [] } : told() });
  });
  return opened;
}

export default ({ browser, address, folder, lexicons, best }) => ({
  async "a riddle is solved by dragging tiles"() {
    const { page, go, done } = await open(browser, address);
    await go("riddle");
    await settled(page, "riddle");
    const at = await position(page);
    const play = best(at);
    await guessed(page, at, play, "drag");
    await done();
  },

  async "a blank stands for the letter that is chosen, by keys and by dragging"() {
    const { page, go, done } = await open(browser, address);
    const guesses = [];
    await page.route("**/daily/riddle/**", (route) => {
      if (route.request().method() !== "POST") return route.fulfill({ json: /\/en_US\/?$/.test(route.request().url()) ? { riddles: [] } : BLANK });
      guesses.push(route.request().postDataJSON());
      return route.fulfill({ json: { legal: true, score: 104, best: true, rank: 1 } });
    });
    await go("riddle");
    for (const way of ["keys", "drag"]) {
      await page.evaluate((address) => (localStorage.clear(), localStorage.setItem("quandary.service", address)), address);
      await page.reload();
      await page.getByRole("heading", { name: BLANK.date }).waitFor();
      await settled(page, "riddle");
      const at = await position(page);
      const play = best(at);
      assert.deepEqual([play.co, play.w, play.sc], ["O1", "?digitize", 104]);
      await guessed(page, at, play, way);
      assert.deepEqual(guesses.pop(), { square: "O1", move: "?digitize" });
    }
    await done();
  },

  async "a day that is won is shown as it was won; what is no play is no guess, and the result has a link"() {
    const { page, go, done } = await openWithService(browser, address, ({ move }) => (move === "?digitize" ? { legal: true, score: 104, best: true, rank: 1 } : { legal: false, score: 0, best: false, rank: null }));
    const kept = () => page.evaluate((date) => JSON.parse(localStorage.getItem("quandary.days.en_US"))[date], BLANK.date);
    await go("riddle");
    await settled(page, "riddle");
    await page.locator('[data-square="34"]').click();
    await page.keyboard.type("gz");
    await page.keyboard.press("Enter");
    await page.locator('[data-answer="bad"]').waitFor();
    assert.equal((await kept()).guesses, 0);
    await page.keyboard.press("Escape");
    const at = await position(page);
    await guessed(page, at, best(at));
    assert.deepEqual([(await kept()).guesses, (await kept()).won], [1, true]);
    await press(page, "Copy result");
    await page.getByText("Result copied.").waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(shared.endsWith(`\n${address}#/riddle`), shared);
    const tiles = () => page.locator(".laid").evaluateAll((all) => all.map((one) => `${one.dataset.square} ${one.innerText} ${one.classList.contains("blank")}`));
    const [laid, answer] = [await tiles(), await page.locator("[data-answer]").innerText()];
    await page.reload();
    await page.locator('[data-answer="good"]').waitFor();
    assert.deepEqual([await tiles(), await page.locator("[data-answer]").innerText()], [laid, answer]);
    assert.equal(laid.length, 7);
    await done();
  },

  async "rows and columns of the board have the names that hints give them, on a telephone too"() {
    const { page, go, done } = await openWithService(browser, address, () => ({ legal: false }));
    await go("riddle");
    await settled(page, "riddle");
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 860 });
      const apart = await page.evaluate(() => {
        const middle = (one) => (({ left, top, width, height }) => [left + width / 2, top + height / 2])(one.getBoundingClientRect());
        const square = (row, col) => middle(document.querySelector(`[data-square="${row * 15 + col}"]`));
        const label = (of, text) => middle([...document.querySelectorAll(`.names.${of} span`)].find((one) => one.innerText === text));
        return [0, 7, 14].flatMap((at) => [label("cols", String(at + 1))[0] - square(0, at)[0], label("rows", "ABCDEFGHIJKLMNO"[at])[1] - square(at, 0)[1]]);
      });
      assert.ok(apart.every((one) => Math.abs(one) < 2), `${apart} on ${width}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    }
    await done();
  },

  async "the language is shown whose riddle was asked for last"() {
    // One lexicon arrives late, after the user has chosen another language.
    const late = (request, response, path) => {
      if (!path.endsWith("/en_GB.qlex")) return false;
      setTimeout(() => response.writeHead(200).end(readFileSync(join(lexicons, path))), 2500);
      return true;
    };
    const slow = await serve([folder, lexicons], { also: late });
    const { page, go, done } = await open(browser, slow.address);
    await go("riddle");
    await settled(page, "riddle");
    const language = page.getByLabel("Language");
    assert.deepEqual(await language.locator("option:disabled").allInnerTexts(), ["Norsk bokmål", "Norsk nynorsk"]);
    await language.selectOption("en_GB");
    await language.selectOption("pl_PL");
    await page.getByRole("heading", { name: "Zagadka" }).waitFor();
    await page.waitForTimeout(3000);
    await settled(page, "riddle");
    await page.locator(".board .wait").waitFor({ state: "detached" });
    assert.equal(await page.getByRole("alert").count(), 0, await page.locator(".told").allInnerTexts().then((all) => all.join()));
    const { board, rack } = await position(page);
    assert.doesNotMatch([...board, rack].join(""), /[qvx]/, "letters that the language does not have");
    await done();
    slow.server.closeAllConnections();
    slow.server.close();
  },

  async "when the day ends it is told, and so is a service that does not answer"() {
    const { page, go, done, complaints } = await openWithService(browser, address, () => ({ legal: false }), () => ({ ...BLANK, date: today }));
    let today = "2026-09-07";
    await page.clock.setFixedTime(new Date(`${today}T12:00:00`));
    await go("riddle");
    await page.getByRole("heading", { name: today }).waitFor();
    const button = page.getByRole("button", { name: "Today's riddle", exact: true });
    assert.deepEqual([await button.count(), await button.getAttribute("aria-pressed")], [1, "true"]);
    today = "2026-09-08";
    await page.clock.setFixedTime(new Date(`${today}T00:01:00`));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await button.nth(1).waitFor();
    assert.deepEqual(await button.evaluateAll((all) => all.map((one) => one.getAttribute("aria-pressed"))), [null, "false"]);
    await press(page, button.first());
    await page.getByRole("heading", { name: today }).waitFor();
    assert.equal(await button.count(), 1);
    await page.unroute("**/daily/riddle/**");
    await page.route("**/daily/riddle/**", (route) => route.abort());
    await button.click();
    await page.getByRole("alert").getByText("no answer; is there a network connection?").waitFor();
    assert.ok(complaints.every((one) => /ERR_FAILED/.test(one)), complaints.join());
    complaints.length = 0;
    await done();
  },

  async "all there is in a riddle is done by keys alone, to the best play"() {
    const { page, go, done } = await open(browser, address);
    await go("riddle");
    await settled(page, "riddle");
    const board = page.locator(".square.at");
    const rack = () => page.locator("[data-rack]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")).join(""));
    const before = await rack();
    for (let n = 0; n < 6 && (await rack()) === before; n++) await press(page, "Shuffle");
    assert.notEqual(await rack(), before, "Shuffle shuffles");
    const at = await position(page);
    const play = best(at);
    const { down, tiles } = laid(at, play);
    // Selects a tile of the rack and places it; Escape removes it.
    const first = tiles[0].blank ? "blank" : tiles[0].letter.toUpperCase();
    await press(page, page.locator(`[data-rack][aria-label="${first}"]`).first());
    await tab(page, board, { back: true });
    await stepTo(page, tiles[0].square);
    await page.keyboard.press("Enter");
    if (tiles[0].blank) await press(page, page.getByRole("dialog").getByRole("button", { name: tiles[0].letter.toUpperCase(), exact: true }));
    await page.locator(`.laid[data-square="${tiles[0].square}"]`).waitFor();
    await tab(page, page.locator(`[data-square="${tiles[0].square}"]`), { back: true });
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".laid").count(), 0);
    // A guess that is not the best gets its rank.
    await page.keyboard.type(tiles[0].letter);
    await page.keyboard.press("Enter");
    await page.locator("[data-answer]").waitFor();
    assert.equal(await page.locator('[data-answer="good"]').count(), 0);
    await page.keyboard.press("Backspace");
    assert.equal(await page.locator(".laid").count(), 0);
    for (let n = 1; n <= 3; n++) {
      await press(page, page.getByRole("button", { name: /A hint/ }));
      await page.locator(".hints li").nth(n - 1).waitFor();
    }
    const hints = await page.locator(".hints").innerText();
    const word = play.w.replaceAll("?", "");
    assert.ok(hints.includes(`${word.length} letters, ${tiles.length} of them`) && hints.includes(`begins with ${word[0].toUpperCase()}`), hints);
    await tab(page, board, { back: true });
    await stepTo(page, tiles[0].square);
    // The last arrow key sets the typing direction; Space toggles it.
    const across = await page.evaluate(() => !document.querySelector(".square.at").classList.contains("down"));
    if (across === down) await page.keyboard.press("Space");
    for (const { letter } of tiles) await page.keyboard.type(letter);
    await page.keyboard.press("Enter");
    await page.locator('[data-answer="good"]').waitFor();
    await press(page, "Copy result");
    await page.getByText("✓").waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(shared.includes("★") && !shared.toLowerCase().includes(word), shared);
    await press(page, "Show answer");
    await page.getByText(`${play.co} ${word.toUpperCase()}`).waitFor();
    // Another riddle, in another language.
    await choose(page, page.getByLabel("Language"), "Polski");
    await page.getByRole("heading", { name: "Zagadka" }).waitFor();
    await settled(page, "riddle");
    await press(page, "Inna");
    await settled(page, "riddle");
    await done();
  },
});
