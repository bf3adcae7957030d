// A mutated program: starts the real one and changes its output. break.mjs writes a file that calls this, for tests of
// the program
// without pages.
import { spawn, spawnSync } from "node:child_process";
import { createServer, request as ask } from "node:http";
import { chmodSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The mutations of a service: of request headers, response headers and response bodies. */
const SERVICE = {
  "nothing is packed": { asked: (headers) => delete headers["accept-encoding"] },
  "the policy is not sent": { answered: (headers) => delete headers["content-security-policy"] },
  // Requests the page uncompressed, to change it.
  "the page is not told of the service": { asked: (headers, path) => path === "/" && delete headers["accept-encoding"], text: (page) => page.replace(/<meta name="quandary-served"[^>]*>/, "") },
};
/** The mutations of a command's output: one byte. */
const COMMAND = {
  "a byte of a dungeon": ["dungeon", (text) => text.replace(/"seed": ?\d/, (found) => found.slice(0, -1) + ((Number(found.at(-1)) + 1) % 10))],
  "a byte of a verdict": ["check", (text) => text.replace(/.(?=\n$)/, " ")],
  "a byte of a riddle": ["riddle", (text) => text.replace(/.(?=\n$)/, " ")],
};

/** Writes a program with one mutation. */
export function standin(file, real, broken) {
  writeFileSync(file, `#!${process.execPath}\nimport { run } from ${JSON.stringify(fileURLToPath(import.meta.url))};\nrun(${JSON.stringify(real)}, ${JSON.stringify(broken)});\n`);
  chmodSync(file, 0o755);
  return file;
}

export function run(real, broken) {
  const options = process.argv.slice(2);
  if (options[0] === "serve") return served(real, options, SERVICE[broken]);
  const { status, stdout, stderr } = spawnSync(real, options, { maxBuffer: 1 << 28, encoding: "utf8" });
  const [command, change] = COMMAND[broken] ?? [];
  process.stdout.write(command === options[0] ? change(stdout) : stdout);
  process.stderr.write(stderr);
  process.exitCode = status;
}

function served(real, options, { asked: ask_, answered, text }) {
  const at = options.indexOf("--listen") + 1;
  const [host, port] = options[at].split(":");
  const behind = Number(port) > 60_000 ? Number(port) - 1000 : Number(port) + 1000;
  const program = spawn(real, options.with(at, `${host}:${behind}`), { stdio: "inherit" });
  program.on("exit", (code) => process.exit(code ?? 1));
  process.on("SIGTERM", () => program.kill());
  createServer((request, reply) => {
    const headers = { ...request.headers };
    ask_?.(headers, request.url);
    const onward = ask({ hostname: host, port: behind, path: request.url, method: request.method, headers }, (answer) => {
      answered?.(answer.headers);
      const isPage = text && String(answer.headers["content-type"]).startsWith("text/html") && !answer.headers["content-encoding"];
      if (!isPage) {
        reply.writeHead(answer.statusCode, answer.headers);
        return answer.pipe(reply);
      }
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const page = Buffer.from(text(Buffer.concat(parts).toString()));
        reply.writeHead(answer.statusCode, { ...answer.headers, "content-length": page.length }).end(page);
      });
    });
    onward.on("error", () => reply.writeHead(502).end());
    request.pipe(onward);
  }).listen(Number(port), host);
}
