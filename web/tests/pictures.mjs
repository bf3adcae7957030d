// Pictures of every page, at three widths, in both schemes. node tests/pictures.mjs FOLDER [few]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { open, stage } from "./stage.mjs";

const [folder = "pictures", few] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const PAGES = { make: "make?category=temple&rooms=16&seed=7&attempts=10", play: "play", check: "check", riddle: "riddle", operator: "operator", about: "about" };
/** Those of the book. */
const FEW = ["make-1440-light", "play-1440-dark", "check-1440-light", "riddle-768-light", "check-360-dark"];
const { browser, address, close } = await stage();
for (const width of [1440, 768, 360]) {
  for (const scheme of ["light", "dark"]) {
    for (const [name, hash] of Object.entries(PAGES)) {
      const called = `${name}-${width}-${scheme}`;
      if (few && !FEW.includes(called)) continue;
      const { page, go, context } = await open(browser, address, { width, height: width === 360 ? 740 : width === 768 ? 1024 : 900, scheme });
      await go(hash);
      const ready = { make: ".facts dl", play: ".view canvas", check: "[data-verdict]", riddle: '[data-rack="6"]' }[name];
      if (ready) await page.locator(ready).first().waitFor({ timeout: 60_000 });
      if (name === "make") await page.waitForFunction(() => location.hash.includes("algorithm="), null, { timeout: 60_000 });
      await page.waitForTimeout(1500);
      await page.screenshot({ path: join(folder, `studio-${called}.jpg`), type: "jpeg", quality: 62 });
      await context.close();
    }
  }
}
await close();
