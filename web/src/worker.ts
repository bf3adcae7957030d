// A worker: one module of WebAssembly, one question at a time, in the order in which they come.
import { VERSION, type FromWorker, type Kind, type Refusal, type ToWorker } from "./lib/protocol";

interface Bound {
  ask: (request: string) => string;
  lexicon?: (file: Uint8Array) => string;
}

let bound: Promise<Bound> | null = null;
let asked: number | null = null;

const say = (message: FromWorker) => self.postMessage(message);

function progress(attempts: number, accepted: number) {
  if (asked !== null) say({ type: "progress", id: asked, attempts, accepted });
}

// The name of a worker is its kind, so that the bindings are loaded while the module is.
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
  asked = id;
  try {
    if (!bound) throw new Error("a question came before the module");
    say({ type: "answer", id, answer: work(await bound) });
  } catch (error) {
    const told = refusal(error);
    if (told) say({ type: "refusal", id, refusal: told });
    else say({ type: "broken", id, error: String(error) });
  } finally {
    asked = null;
  }
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "start":
      if (data.version !== VERSION) {
        say({ type: "broken", id: null, error: "the page is of another version; load it anew" });
        return;
      }
      bound = bind(data.kind, data.module);
      bound.then(
        () => say({ type: "ready", version: VERSION }),
        (error: unknown) => say({ type: "broken", id: null, error: String(error) }),
      );
      return;
    case "ask":
      void answer(data.id, ({ ask }) => ask(data.request));
      return;
    case "lexicon":
      void answer(data.id, ({ lexicon }) => {
        if (!lexicon) throw new Error("this module has no words");
        return lexicon(data.file);
      });
  }
});
