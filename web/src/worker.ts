// A worker: runs one WebAssembly module and answers one query at a time, in order.
import { VERSION, type FromWorker, type Kind, type Refusal, type ToWorker } from "./lib/protocol";

interface Bound {
  ask: (request: string) => string;
  lexicon?: (file: Uint8Array) => string;
}

let bound: Promise<Bound> | null = null;
let current: number | null = null;

const send = (message: FromWorker) => self.postMessage(message);

function progress(attempts: number, accepted: number) {
  if (current !== null) send({ type: "progress", id: current, attempts, accepted });
}

// The name of a worker is its kind. It starts loading the bindings while the page loads the module.
const glue = {
  levels: () => import("../.build/levels/levels.js"),
  words: () => import("../.build/words/words.js"),
};
if (self.name === "levels" || self.name === "words") glue[self.name]().catch(() => undefined);

async function bind(kind: Kind, module: WebAssembly.Module): Promise<Bound> {
  if (kind === "levels") {
    const levels = await glue.levels();
    await levels.default({ module_or_path: module });
    levels.begin(progress);
    return { ask: levels.levels };
  }
  const words = await glue.words();
  await words.default({ module_or_path: module });
  words.begin(progress);
  return { ask: words.words, lexicon: words.lexicon };
}

function refusal(error: unknown): Refusal | null {
  if (typeof error !== "string") return null;
  try {
    return JSON.parse(error) as Refusal;
  } catch {
    return null;
  }
}

async function answer(id: number, work: (bound: Bound) => string) {
  current = id;
  try {
    if (!bound) throw new Error("a query arrived before the module");
    send({ type: "answer", id, answer: work(await bound) });
  } catch (error) {
    const refused = refusal(error);
    if (refused) send({ type: "refusal", id, refusal: refused });
    else send({ type: "broken", id, error: String(error) });
  } finally {
    current = null;
  }
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "start":
      if (data.version !== VERSION) {
        send({ type: "broken", id: null, error: "the page has another version; reload it" });
        return;
      }
      bound = bind(data.kind, data.module);
      bound.then(
        () => send({ type: "ready", version: VERSION }),
        (error: unknown) => send({ type: "broken", id: null, error: String(error) }),
      );
      return;
    case "ask":
      void answer(data.id, ({ ask }) => ask(data.request));
      return;
    case "lexicon":
      void answer(data.id, ({ lexicon }) => {
        if (!lexicon) throw new Error("this module has no lexicons");
        return lexicon(data.file);
      });
  }
});
