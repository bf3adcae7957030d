// Tests of the page Operator, with the program as its service.
import assert from "node:assert/strict";
import { press, serious, tab } from "../hands.mjs";
import { KEY, service } from "../service.mjs";
import { AXE, open } from "../stage.mjs";

export default ({ browser }) => ({
  async "the operator makes, approves, replaces, bans and leaves notes with the key, which is kept nowhere"() {
    const served = await service();
    if (typeof served === "string") return served;
    try {
      const { page, go, done, context, complaints } = await open(browser, served.address);
      await go("about");
      await press(page, page.getByRole("link", { name: "Operator" }));
      const day = (n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel("From", { exact: true }).fill(day(1));
      await page.getByLabel("To", { exact: true }).fill(day(2));
      const key = page.getByLabel("Operator's key");
      // A wrong key is refused; the browser logs the error.
      await tab(page, key);
      await page.keyboard.type("another key");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      assert.ok(complaints.length > 0 && complaints.every((one) => /40[13]/.test(one)), complaints.join("\n"));
      complaints.length = 0;
      await key.fill(KEY);
      await press(page, "Show");
      await page.getByText("There are no riddles for these days.").waitFor();
      await press(page, "Generate missing riddles");
      const days = page.locator(".days > li");
      await days.nth(1).waitFor({ timeout: 60_000 });
      const told = async (n) => ({ head: await days.nth(n).locator("div").first().innerText(), play: await days.nth(n).locator(".play").innerText() });
      const first = await told(0);
      assert.ok(first.head.startsWith(day(1)), first.head);
      await press(page, days.nth(0).getByRole("button", { name: "Approve" }));
      await days.nth(0).getByText("approved").waitFor();
      const second = await told(1);
      await press(page, days.nth(1).getByRole("button", { name: "Replace" }));
      // The replaced riddle is listed last as withdrawn, without buttons.
      const withdrawn = page.locator(".days li.withdrawn");
      await withdrawn.waitFor({ timeout: 60_000 });
      assert.equal(await withdrawn.locator(".play").innerText(), second.play);
      assert.equal(await withdrawn.getByRole("button").count(), 0);
      assert.notEqual((await told(1)).play, second.play);
      await press(page, days.nth(0).getByRole("button", { name: "Ban the word" }));
      await page.getByText(/banned: \w+/).waitFor();
      await press(page, page.locator("summary", { hasText: "Metrics" }));
      assert.ok((await page.locator("dl.figures dt").count()) > 5);
      // The difficulty, the plays and the audit log are shown, accessible, and fit a phone.
      const parts = page.locator(".days > li details").first();
      await press(page, parts.locator("summary"));
      assert.ok((await parts.locator(".near li").count()) > 3 && (await parts.locator("dt").count()) > 3);
      // A note stays with its day.
      const note = page.locator(".days .note input").first();
      await note.fill("The second best is close.");
      await note.press("Enter");
      const left = days.first().locator("blockquote", { hasText: "The second best is close." });
      await left.waitFor();
      assert.equal(await note.inputValue(), "");
      await press(page, page.getByRole("button", { name: "Show" }));
      await left.waitFor();
      await press(page, page.locator("summary", { hasText: "Audit log" }));
      const acts = await page.locator(".acts li").allInnerTexts();
      for (const act of ["make", "approve", "replace", "ban"]) assert.ok(acts.some((one) => one.includes(act) && one.includes("done")), `${act}: ${acts.join("; ")}`);
      await page.setViewportSize({ width: 360, height: 740 });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "it is too wide");
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await serious(page, AXE()), [], colorScheme);
      }
      await page.setViewportSize({ width: 1280, height: 860 });
      // The key is in no storage, cache or address, and a reload forgets it.
      const kept = await page.evaluate(async () => {
        const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href, document.cookie];
        for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) texts.push(request.url, JSON.stringify([...request.headers]));
        return texts.join("\n");
      });
      assert.ok(!kept.includes(KEY) && !JSON.stringify(await context.storageState()).includes(KEY));
      await page.reload();
      assert.equal(await page.getByLabel("Operator's key").inputValue(), "");
      await done();
    } finally {
      served.stop();
    }
  },
});
