import { beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../src/lib/protocol";

vi.mock("../.build/levels/levels_bg.wasm?url", () => ({ default: "levels.wasm" }));
vi.mock("../.build/words/words_bg.wasm?url", () => ({ default: "words.wasm" }));

/** A fake worker; the test triggers its answers. */
class Fake {
  static all: Fake[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: unknown = null;
  asked: { id: number; request: string }[] = [];
  ended = false;
  constructor() {
    Fake.all.push(this);
  }
  postMessage(message: ToWorker) {
    if (message.type === "ask") this.asked.push(message);
  }
  terminate() {
    this.ended = true;
  }
  say(data: FromWorker) {
    this.onmessage?.({ data });
  }
  answer(answer: string) {
    const asked = this.asked.at(-1);
    if (asked) this.say({ type: "answer", id: asked.id, answer });
  }
}

beforeEach(() => {
  Fake.all = [];
  vi.stubGlobal("Worker", Fake);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))));
});

/** Waits until a worker has received `n` queries. */
const asked = (worker: number, n = 1) => vi.waitFor(() => expect(Fake.all[worker]?.asked.length).toBe(n), 5000);

test("a newer question takes the place of those that wait, and ends one that runs for long", async () => {
  const { Lane, Superseded } = await import("../src/lib/engine");
  const lane = new Lane("levels");
  const first = lane.latest<number>({ n: 1 });
  const second = lane.latest<number>({ n: 2 });
  const third = lane.latest<number>({ n: 3 });
  await expect(second).rejects.toBeInstanceOf(Superseded);
  await expect(first).rejects.toBeInstanceOf(Superseded);
  await asked(1);
  expect(Fake.all.map(({ ended }) => ended)).toEqual([true, false]);
  expect(Fake.all[1]?.asked.map(({ request }) => request)).toEqual(['{"n":3}']);
  Fake.all[1]?.answer("33");
  expect(await third).toBe(33);
});

test("one that is soon answered is not ended, and plain questions are never dropped by others", async () => {
  const { Lane } = await import("../src/lib/engine");
  const lane = new Lane("levels");
  const plain = lane.ask<string>({ plain: true });
  const newest = lane.latest<string>({ n: 1 });
  await asked(0);
  Fake.all[0]?.answer('"a"');
  await asked(0, 2);
  Fake.all[0]?.answer('"b"');
  expect([await plain, await newest]).toEqual(["a", "b"]);
  expect(Fake.all.length).toBe(1);
});

test("a refusal is told, and a broken worker is replaced", async () => {
  const { Lane, Refused } = await import("../src/lib/engine");
  const lane = new Lane("levels");
  const refused = lane.ask({ n: 1 });
  await asked(0);
  const id = Fake.all[0]?.asked[0]?.id ?? -1;
  Fake.all[0]?.say({ type: "refusal", id, refusal: { kind: "input", error: "no level" } });
  await expect(refused).rejects.toBeInstanceOf(Refused);
  const broken = lane.ask({ n: 2 });
  await asked(0, 2);
  Fake.all[0]?.say({ type: "broken", id: null, error: "out of memory" });
  await expect(broken).rejects.toThrow("out of memory");
  const again = lane.ask({ n: 3 });
  await asked(1);
  Fake.all[1]?.answer("3");
  expect(await again).toBe(3);
});
