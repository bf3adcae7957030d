import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, load, root } from "./engine.mjs";

const seeds = join(root, "fuzz/seeds");

test("every kind of file has its verdicts", async () => {
  const levels = await load("levels");
  const query = (request) => JSON.parse(ask(levels, "levels", request));
  for (const { file, costs, ...options } of JSON.parse(readFileSync(join(seeds, "verdicts.json"), "utf8"))) {
    const read = query({ ask: "read", name: file, text: readFileSync(join(seeds, file), "utf8"), ...options });
    const found = read.levels.map((level) => query({ ask: "solve", level }));
    expect([file, found.map((one) => one.cost ?? one.verdict)])
      .toEqual([file, costs.filter((cost) => cost !== "left out")]);
  }
});
