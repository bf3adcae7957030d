// Common setup of the browser tests: a server with the site, Chromium, and pages whose console must stay empty.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dist, root, unpacked } from "./engine.mjs";
import { serve } from "./serve.mjs";

const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const AXE = () => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Default timeout of a page, in milliseconds. */
const PATIENCE = Number(process.env.STUDIO_PATIENCE ?? 30_000);

/** Prints the reason why the tests are skipped, and exits. */
export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}

/** Unpacks the prebuilt site into a folder. */
function unpack() {
  const folder = mkdtempSync(join(tmpdir(), "quandary-site-"));
  for (const name of Object.keys(JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8")).files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), unpacked(name));
  }
  return folder;
}

export async function stage() {
  const path = CHROMIUM.find((path) => path && existsSync(path));
  if (!path) skip("Chromium is not installed (apt-get install chromium, or CHROMIUM=FILE)");
  if (!existsSync(join(root, "web/node_modules/playwright-core"))) skip("playwright-core is not installed (npm ci in web)");
  const { chromium } = await import("playwright-core");
  const folder = process.env.STUDIO_SITE ?? unpack();
  const lexicons = mkdtempSync(join(tmpdir(), "quandary-lexicons-"));
  mkdirSync(join(lexicons, "lexicons"));
  for (const file of ["crossword/data/lexicons/en_US.qlex", "crossword/data/lexicons/en_GB.qlex", "lexicon-is/is_IS.qlex", "lexicon-pl/pl_PL.qlex"]) {
    symlinkSync(join(root, "crates", file), join(lexicons, "lexicons", file.split("/").at(-1)));
  }
  const { server, address } = await serve([folder, lexicons]);
  const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--enable-precise-memory-info"] });
  return {
    browser, address, server, folder, lexicons,
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens a page in its own context and records its console errors. */
export async function open(browser, address, { width = 1280, height = 860, scheme = "light", touch = false } = {}) {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width, height }, colorScheme: scheme, hasTouch: touch, permissions: ["clipboard-read", "clipboard-write"], serviceWorkers: "allow",
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const go = async (hash) => {
    await page.goto(`${address}#/${hash}`);
    await page.locator("main h1").first().waitFor();
  };
  const done = async () => {
    assert.deepEqual(complaints, [], "the console is silent");
    await context.close();
  };
  return { context, page, go, done, complaints };
}

/** Waits for the verdict of the page Check. */
export async function verdict(page, expected) {
  await page.locator(`[data-verdict="${expected}"]:not(.stale)`).waitFor({ timeout: 20_000 });
}
