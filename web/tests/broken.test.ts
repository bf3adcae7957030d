import { expect, test } from "vitest";
import docs from "../../docs/studio.md?raw";
// @ts-expect-error The list of the tests in a browser has no types.
import { PROGRAMS, SABOTAGES } from "./sabotages.mjs";

const all = [...SABOTAGES, ...PROGRAMS] as { name: string; file?: string; from?: string }[];
const sources = import.meta.glob<string>(["../src/**/*", "../index.html", "../vite.config.ts"], { query: "?raw", import: "default", eager: true });

test("each thing that is broken on purpose is in its file once, and in the docs", () => {
  for (const { name, file, from } of all) {
    expect([name, docs.includes(name)]).toEqual([name, true]);
    // This test cannot read styles; break.mjs checks them.
    if (file && from && !file.endsWith(".css")) expect([name, (sources[`../${file}`] ?? "").split(from).length - 1]).toEqual([name, 1]);
  }
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});
