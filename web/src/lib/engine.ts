// Queries the engine. Each lane has its own worker. A newer query of a lane may supersede older ones: waiting queries
// are
// dropped, and a query that runs too long is ended together with its worker.
import { VERSION, type FromWorker, type Kind, type Refusal, type ToWorker } from "./protocol";
import levelsUrl from "../../.build/levels/levels_bg.wasm?url";
import wordsUrl from "../../.build/words/words_bg.wasm?url";

/** The error of a query that a newer one superseded. */
export class Superseded extends Error {}

/** The error of a query that the engine refused. */
export class Refused extends Error {
  constructor(public refusal: Refusal) {
    super(refusal.error);
  }
}

/** Maximum time that a running query may take while a newer one waits, in milliseconds. */
const PATIENCE = 120;

const modules: Partial<Record<Kind, Promise<WebAssembly.Module>>> = {};

function compiled(kind: Kind): Promise<WebAssembly.Module> {
  const load = async () => {
    const answer = await fetch(kind === "levels" ? levelsUrl : wordsUrl);
    if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.status}`);
    return answer.headers.get("content-type") === "application/wasm"
      ? WebAssembly.compileStreaming(answer)
      : WebAssembly.compile(await answer.arrayBuffer());
  };
  const known = modules[kind] ?? load().then((module) => (performance.mark(`quandary-module-${kind}`), module));
  modules[kind] = known;
  known.catch(() => delete modules[kind]);
  return known;
}

interface Pending {
  id: number;
  message: (id: number) => ToWorker;
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
  progress: ((attempts: number, accepted: number) => void) | undefined;
  since: number;
  /** True if a newer query supersedes this one. */
  passing: boolean;
}

let lastId = 0;

export class Lane {
  #kind: Kind;
  #worker: Worker | null = null;
  #running: Pending | null = null;
  #queue: Pending[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The message that a replacement worker must receive again. */
  #before: ((id: number) => ToWorker) | null = null;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** Loads the module before the first query. */
  warm() {
    this.#start();
  }

  /** Sends a query, after all earlier ones. */
  ask<T>(request: object, progress?: Pending["progress"]): Promise<T> {
    return this.text(request, progress).then((text) => JSON.parse(text) as T);
  }

  /** The same, but returns the answer as text. */
  text(request: object, progress?: Pending["progress"], passing = false): Promise<string> {
    const text = JSON.stringify(request);
    return this.#push((id) => ({ type: "ask", id, request: text }), progress, passing);
  }

  /** Sends a query that supersedes all earlier ones sent by this method. */
  latest<T>(request: object, progress?: Pending["progress"]): Promise<T> {
    this.drop(PATIENCE, (one) => one.passing);
    return this.text(request, progress, true).then((text) => JSON.parse(text) as T);
  }

  /** Drops queries; a running one may continue for `patience` milliseconds, since a new worker takes time to start. */
  drop(patience = 0, which: (one: Pending) => boolean = () => true): void {
    const dropped = this.#queue.filter(which);
    this.#queue = this.#queue.filter((one) => !which(one));
    for (const one of dropped) one.reject(new Superseded());
    const running = this.#running;
    if (!running || !which(running)) return;
    clearTimeout(this.#timer);
    const left = Math.max(0, patience - (performance.now() - running.since));
    this.#timer = setTimeout(() => this.#running === running && this.#restart(), left);
  }

  /** Opens a lexicon, and opens it again if the worker is replaced. */
  lexicon(file: Uint8Array): Promise<{ locale: string; words: number }> {
    this.#before = (id) => ({ type: "lexicon", id, file });
    return this.#push(this.#before).then((text) => JSON.parse(text) as { locale: string; words: number });
  }

  #push(message: Pending["message"], progress?: Pending["progress"], passing = false): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ id: ++lastId, message, resolve, reject, progress, since: 0, passing });
      this.#next();
    });
  }

  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running?.reject(new Superseded());
    this.#running = null;
    const again = this.#before;
    if (again) {
      const quiet = () => undefined;
      this.#queue.unshift({ id: ++lastId, message: again, resolve: quiet, reject: quiet, progress: undefined, since: 0, passing: false });
    }
    this.#next();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("../worker.ts", import.meta.url), { type: "module", name: this.#kind });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => this.#broke(event.message || "the worker could not be started");
    this.#worker = worker;
    compiled(this.#kind).then(
      (module) => worker.postMessage({ type: "start", version: VERSION, kind: this.#kind, module } satisfies ToWorker),
      (error: unknown) => this.#broke(String(error)),
    );
    return worker;
  }

  #next() {
    if (this.#running) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#running = next;
    next.since = performance.now();
    const worker = this.#start();
    compiled(this.#kind).then(
      () => this.#running === next && worker.postMessage(next.message(next.id)),
      () => undefined,
    );
  }

  #receive(message: FromWorker) {
    if (message.type === "ready") {
      performance.mark(`quandary-worker-${this.#kind}`);
      return;
    }
    const running = this.#running;
    if (message.type === "broken") return this.#broke(message.error);
    if (!running || message.id !== running.id) return;
    if (message.type === "progress") return running.progress?.(message.attempts, message.accepted);
    clearTimeout(this.#timer);
    this.#running = null;
    if (message.type === "answer") running.resolve(message.answer);
    else running.reject(new Refused(message.refusal));
    this.#next();
  }

  /** Ends a broken worker; the next query starts another. */
  #broke(error: string) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running?.reject(new Error(error));
    this.#running = null;
    for (const one of this.#queue.splice(0)) one.reject(new Error(error));
  }
}

/** The lanes of the studio. Each purpose has its own, so pictures never wait for the verifier. */
export const drawing = new Lane("levels");
export const judging = new Lane("levels");
export const making = new Lane("levels");
export const wording = new Lane("words");
