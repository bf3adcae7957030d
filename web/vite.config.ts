import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker, which caches every file of the site for use without a network. */
function offline(): Plugin {
  return {
    name: "offline",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => !name.endsWith(".map"))
        .sort();
      const mark = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
      const source = readFileSync("src/offline.js", "utf8")
        .replace('"MARK"', JSON.stringify(mark))
        .replace('["FILES"]', JSON.stringify(["./", ...files, ...readdirSync("public").sort()]));
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [svelte(), offline()],
  worker: { format: "es" },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
  test: { include: ["tests/*.test.{ts,mjs}"] },
} as Parameters<typeof defineConfig>[0]);
