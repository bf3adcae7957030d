// File servers for tests: one sends the built site with the policy of the service, one is a plain server.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".qlex": "application/octet-stream", ".json": "application/json", ".webmanifest": "application/manifest+json",
};
/** The MIME type that a server without WebAssembly support sends. */
const PLAIN = { ...TYPES, ".wasm": "application/octet-stream" };
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SERVED = '<meta name="quandary-served" content="1" />';

/**
 * Serves a list of folders below the path `under`; the first folder that has a file wins. `also` may answer first. `plain` sends
 * no policy and no WebAssembly type. `mark` marks the page as served by a service.
 */
export function serve(folders, { under = "/", also = () => false, plain = false, mark = false } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (also(request, response, path)) return;
    const below = path.startsWith(under) ? `/${path.slice(under.length)}` : null;
    const name = below === "/" ? "/index.html" : below;
    const file = name && folders.map((folder) => join(folder, name)).find((file) => existsSync(file) && statSync(file).isFile());
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const type = (plain ? PLAIN : TYPES)[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, ...(plain ? {} : { "content-security-policy": POLICY }) });
    const bytes = readFileSync(file);
    response.end(mark && name === "/index.html" ? String(bytes).replace("<title>", `${SERVED}<title>`) : bytes);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, address: `http://127.0.0.1:${server.address().port}${under}` }));
  });
}
