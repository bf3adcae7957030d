// File servers for tests: the built site with the policy that the service sends, and one that knows nothing of it.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".qlex": "application/octet-stream", ".json": "application/json", ".webmanifest": "application/manifest+json",
};
/** What a server that knows nothing of WebAssembly calls it. */
const PLAIN = { ...TYPES, ".wasm": "application/octet-stream" };
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SERVED = '<meta name="quandary-served" content="1" />';

/**
 * Serves folders, the first that has a file, below `under`. `also` may answer before; `plain` sends no policy and no type of
 * WebAssembly; `mark` tells the page that a service is behind it.
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
