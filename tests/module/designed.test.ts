/** The designed model: its words and column names fit the core's numbers, in both languages. */
import { describe, expect, test } from "vitest";
import { designedSpec, designedWords, namesOfNumbers } from "../../web/src/lessons/designed.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { writtenWeights } from "../../web/src/module/designed.js";
import { loadInstalled } from "./packed.js";
import { stepOf } from "./steps.js";

const hu = await loadInstalled();
const LESSONS = lessonNames.filter((name) => name !== "transformer-block");
const CASES = LESSONS.flatMap((lesson) => ["en", "ko"].map((lang) => [lesson, lang] as const));

describe.each(CASES)("%s in %s", (lesson, lang) => {
  const spec = designedSpec(lesson, lang);
  const trace = hu.run(spec, hu.designedWeights(spec));

  test("has a word for each row of the table that is not empty, and for each id of its sentences", () => {
    const words = designedWords(lesson, lang);
    const { data, shape } = stepOf(trace, "embedding.weight");
    const [rows = 0, columns = 0] = shape;
    const filled = Array.from({ length: rows }, (_, id) =>
      data.slice(id * columns, (id + 1) * columns).some((value) => value !== 0),
    );
    expect(filled).toEqual(Array.from({ length: rows }, (_, id) => Boolean(words[id])));
    for (const id of [...(spec.sequences ?? []), ...(spec.target ?? [])].flat())
      expect(words[id]).toBeTruthy();
  });

  test("names every number of queries, keys and values that is not always 0", () => {
    const names = namesOfNumbers(trace, lang);
    for (const tensor of ["q", "k", "v"]) {
      const { data, shape } = stepOf(trace, tensor);
      const width = shape.at(-1) ?? 1;
      const given = names[tensor]?.[0]?.names ?? [];
      expect(given).toHaveLength(width);
      data.forEach((value, at) => {
        if (value !== 0) expect(given[at % width]).toBeTruthy();
      });
    }
  });

  test("can be written out by hand", () => {
    expect(Object.keys(writtenWeights(trace) ?? {})).toContain("w_v.weight");
  });

  test("has a row with a reason in its attention: one key gets more than half of the weight", () => {
    const { data } = stepOf(trace, "attention");
    expect(Math.max(...data)).toBeGreaterThan(0.85);
  });
});
