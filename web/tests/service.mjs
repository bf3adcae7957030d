// Runs the program as a service, for tests. A proxy serves the site under test if the program does not contain it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { request as ask } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./engine.mjs";
import { serve } from "./serve.mjs";

export const KEY = "a key of the tests, which opens nothing else";
const program = process.env.QUANDARY ?? join(root, "target/release/quandary");

async function port() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/**
 * Starts the service in an empty folder with an empty PATH. Returns a text if it cannot start. Pages of the `origins` may send
 * requests.
 */
export async function service(site = process.env.STUDIO_SITE, origins = []) {
  if (!existsSync(program)) return "skipped: there is no program with `serve` (QUANDARY=FILE)";
  const at = `127.0.0.1:${await port()}`;
  const folder = mkdtempSync(join(tmpdir(), "quandary-served-"));
  const config = join(folder, "quandary.toml");
  writeFileSync(config, `[cors]\norigins = ${JSON.stringify(origins)}\n`);
  const served = spawn(program, ["serve", "--config", config, "--listen", at, "--store", `sqlite:${join(folder, "a.db")}`], {
    stdio: ["ignore", "ignore", "pipe"], cwd: folder, env: { PATH: "", HOME: folder, QUANDARY_OPERATOR_KEY: KEY },
  });
  let said = "";
  served.stderr.on("data", (data) => (said += data));
  for (let n = 0; ; n++) {
    const up = await fetch(`http://${at}/health/ready`).then((reply) => reply.ok, () => false);
    if (up) break;
    if (said.includes("without the service")) return "skipped: the program was built without `serve`";
    if (served.exitCode !== null || n > 150) assert.fail(`the service did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = () => served.kill();
  // While the lexicon is loading, the service has no riddle yet.
  for (let n = 0; n < 150 && origins.length > 0; n++) {
    if ((await fetch(`http://${at}/daily/riddle/en_US/today`)).ok) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (!site) return { address: `http://${at}/`, stop };
  const { server, address } = await serve([site], { mark: true, also: (asked, reply, path) => path.length > 1 && !existsSync(join(site, path)) && pass(at, asked, reply) });
  return { address, stop: () => (stop(), server.closeAllConnections(), server.close()) };
}

/** Forwards a request to the service. */
function pass(at, asked, reply) {
  const [hostname, port] = at.split(":");
  const onward = ask({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (answer) => {
    reply.writeHead(answer.statusCode, answer.headers);
    answer.pipe(reply);
  });
  onward.on("error", () => reply.writeHead(502).end());
  asked.pipe(onward);
  return true;
}
