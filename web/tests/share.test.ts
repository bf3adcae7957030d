import { expect, test } from "vitest";
import { packed, unpacked } from "../src/lib/share";
import { LOCALES, fill, textsOf } from "../src/lib/languages";

test("a text in a link comes out as it went in, and needs no escapes", async () => {
  for (const text of ["", "#@*#\n", "ætt þú żółć 漢字", JSON.stringify({ grid: Array(2000).fill(1) })]) {
    const link = await packed(text);
    expect(link).toMatch(/^[\w-]*$/);
    expect(await unpacked(link)).toBe(text);
  }
  expect((await packed("#".repeat(5000))).length).toBeLessThan(100);
});

test("every language says everything, with the same fields", () => {
  const fields = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  const english = textsOf("en_US");
  for (const { locale } of LOCALES) {
    const own = textsOf(locale);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(own)) {
      expect(text, `${locale} ${key}`).not.toBe("");
      expect(fields(text), `${locale} ${key}`).toEqual(fields(english[key as keyof typeof english]));
    }
  }
  expect(fill("{n} of {all}", { n: 1, all: 2 })).toBe("1 of 2");
});
