// Tests of the static site with a service of another origin for the riddle of the day.
import assert from "node:assert/strict";
import { guessed, position, press, settled, tab } from "../hands.mjs";
import { serve } from "../serve.mjs";
import { KEY, service } from "../service.mjs";
import { open } from "../stage.mjs";

const day = (n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

export default ({ browser, folder, lexicons, best }) => ({
  async "a static site asks a service of another origin, keeps hints, and counts days in a row"() {
    const plain = await serve([folder, lexicons], { plain: true });
    const stranger = await serve([folder, lexicons], { plain: true });
    const served = await service("", [new URL(plain.address).origin]);
    if (typeof served === "string") return served;
    try {
      const made = await fetch(`${served.address}admin/riddles/make`, {
        method: "POST", headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" }, body: JSON.stringify({ locale: "en_US", from: day(-3), to: day(-1) }),
      });
      assert.equal(made.status, 200, "riddles of earlier days are made");
      const { page, go, done } = await open(browser, plain.address);
      const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("quandary.days.en_US") ?? "{}"));
      const ask = async (page) => {
        await press(page, "Today's riddle");
        await tab(page, page.getByLabel("Address of the service"));
        await page.keyboard.type(served.address);
        await page.keyboard.press("Enter");
      };
      await go("riddle");
      await settled(page, "riddle");
      await ask(page);
      await page.getByRole("heading", { name: day(0) }).waitFor();
      // The two previous days are won. Today's hints survive a reload and are counted.
      await page.evaluate((days) => localStorage.setItem("quandary.days.en_US", JSON.stringify(Object.fromEntries(days.map((one) => [one, { won: true, guesses: 1, hints: 0 }])))), [day(-1), day(-2)]);
      for (let n = 1; n <= 2; n++) {
        await press(page, page.getByRole("button", { name: /A hint/ }));
        await page.locator(".hints li").nth(n - 1).waitFor();
        const hints = await page.locator(".hints").innerText();
        await page.reload();
        await page.locator(".hints li").nth(n - 1).waitFor();
        assert.equal(await page.locator(".hints").innerText(), hints);
        assert.equal((await kept())[day(0)].hints, n);
      }
      await page.getByText("Days in a row: 2").waitFor();
      const today = await position(page);
      await guessed(page, today, best(today));
      await page.getByText("Days in a row: 3").waitFor();
      // A riddle won after its day is marked as won and does not extend the streak.
      await press(page, page.locator(".days button", { hasText: day(-3).slice(5) }));
      await page.getByRole("heading", { name: day(-3) }).waitFor();
      await settled(page, "riddle");
      const late = await position(page);
      await guessed(page, late, best(late));
      await page.locator(".days .done", { hasText: day(-3).slice(5) }).waitFor();
      assert.deepEqual([(await kept())[day(-3)].won, (await kept())[day(-3)].late], [true, true]);
      await page.getByText("Days in a row: 3").waitFor();
      await page.reload();
      await page.getByText("Days in a row: 3").waitFor();
      await done();
      // A site with an origin that the service does not allow gets no riddle, and shows an error.
      const other = await open(browser, stranger.address);
      await other.go("riddle");
      await settled(other.page, "riddle");
      await ask(other.page);
      await other.page.getByRole("alert").waitFor();
      assert.ok(other.complaints.length > 0 && other.complaints.every((one) => /CORS|ERR_FAILED/.test(one)), other.complaints.join("\n"));
      other.complaints.length = 0;
      await other.done();
    } finally {
      served.stop();
      for (const { server } of [plain, stranger]) server.closeAllConnections(), server.close();
    }
  },
});
