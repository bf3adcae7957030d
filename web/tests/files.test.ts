import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, load, root } from "./engine.mjs";

const seeds = join(root, "fuzz/seeds");
type Row = { file: string; costs: (number | string)[]; game?: string; start?: number[]; goal?: number[] };

test("every kind of file has its verdicts", async () => {
  const levels = await load("levels");
  const query = (request: object) => JSON.parse(ask(levels, "levels", request));
  for (const { file, costs, ...options } of JSON.parse(readFileSync(join(seeds, "verdicts.json"), "utf8")) as Row[]) {
    const read = query({ ask: "read", name: file, text: readFileSync(join(seeds, file), "utf8"), ...options });
    const found = read.levels.map((level: string) => query({ ask: "solve", level }));
    expect([file, found.map((one: { cost?: number; verdict: string }) => one.cost ?? one.verdict)])
      .toEqual([file, costs.filter((cost) => cost !== "left out")]);
  }
});
