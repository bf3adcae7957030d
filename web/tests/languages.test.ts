import { expect, test } from "vitest";
import { LOCALES, TEXTS, fill, textsOf } from "../src/lib/languages";

const fields = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort().join();

test("every language says all that English says, with the same fields, and in words of its own", () => {
  const english = Object.entries(textsOf("en_US"));
  for (const [language, texts] of Object.entries(TEXTS)) {
    expect(Object.keys(texts).sort()).toEqual(english.map(([name]) => name).sort());
    for (const [name, sentence] of english) {
      const here = (texts as Record<string, string>)[name] ?? "";
      expect([language, name, fields(here)]).toEqual([language, name, fields(sentence)]);
      if (language !== "en") expect([language, name, here]).not.toEqual([language, name, sentence]);
    }
  }
});

test("each language of a lexicon has a tongue", () => {
  expect(LOCALES.map(({ language }) => language in TEXTS)).toEqual(LOCALES.map(() => true));
  expect(fill(textsOf("nn_NO").row, { lane: "H" })).toContain("H");
});
