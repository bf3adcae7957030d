import { expect, test } from "vitest";
import { LOCALES, TONGUES, said, words } from "../src/lib/tongue";

const fields = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort().join();

test("every language says all that English says, with the same fields, and in words of its own", () => {
  const english = Object.entries(words("en_US"));
  for (const [tongue, told] of Object.entries(TONGUES)) {
    expect(Object.keys(told).sort()).toEqual(english.map(([name]) => name).sort());
    for (const [name, sentence] of english) {
      const here = (told as Record<string, string>)[name] ?? "";
      expect([tongue, name, fields(here)]).toEqual([tongue, name, fields(sentence)]);
      if (tongue !== "en") expect([tongue, name, here]).not.toEqual([tongue, name, sentence]);
    }
  }
});

test("each language of a lexicon has a tongue", () => {
  expect(LOCALES.map(({ tongue }) => tongue in TONGUES)).toEqual(LOCALES.map(() => true));
  expect(said(words("nn_NO").row, { lane: "H" })).toContain("H");
});
