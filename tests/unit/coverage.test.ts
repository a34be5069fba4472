/** docs/coverage.md: every address is valid, and the note or answer that a line names exists in every language. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { stepOf } from "../../web/src/draw/tensor_view.js";
import type { LessonStep } from "../../web/src/lessons/lesson.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { CONFUSION_IDS } from "../../web/src/lessons/offers.js";
import type { LessonName, Trace } from "../../web/src/module/types.js";
import { viewProblems } from "../../web/src/page/address/resolve.js";
import { type PageState, parseUrl } from "../../web/src/page/address/url_state.js";
import { hu } from "./core.js";
import { locales } from "./locales.js";

const text = readFileSync(new URL("../../docs/coverage.md", import.meta.url), "utf8");
const languages = locales.map(([, words]) => words);

/** By lesson and step. */
type Tutorials = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The lines of the tables: the topic, its address, and the note or answer at that address. */
const lines = text
  .split("\n")
  .filter((line) => line.includes("`?"))
  .map((line) => {
    const [, what = "", where = "", there = ""] = line.split(" | ").join("|").split("|");
    return { what, address: where.replaceAll("`", "").trim(), there: there.replaceAll("`", "").trim() };
  });

function lessonStepOf({ spec, step }: PageState): LessonStep | undefined {
  const trace = hu.run({ ...openingSpec(spec.lesson), ...spec }) as Trace;
  return lessonNamed(spec.lesson)
    .steps(trace)
    .find(({ id }) => id === step);
}

describe.each(lines)("$what", ({ address, there }) => {
  const { state, problems } = parseUrl(address, ["ko", "en"]);
  const { kind, id = "" } = state.sheet ?? {};

  test("has a valid address", () => {
    expect(problems).toEqual([]);
    const trace = hu.run({ ...openingSpec(state.spec.lesson), ...state.spec }) as Trace;
    const steps = lessonNamed(state.spec.lesson).steps(trace);
    expect(viewProblems(state, trace, steps)).toEqual([]);
  });

  test("exists in every language", () => {
    const words = lessonStepOf(state)?.words ?? "";
    for (const localeWords of languages) {
      if (kind !== "confusions") expect(localeWords.steps[words], words).toBeTypeOf("object");
      if (there.startsWith("note"))
        expect(localeWords.steps[words]?.[there], `${words}.${there}`).toBeTypeOf("string");
      if (there === "the tutorial")
        expect((localeWords.tutorials as Tutorials)[state.spec.lesson]?.[state.step ?? ""]).toBeTypeOf(
          "string",
        );
      if (kind === "confusions") expect(localeWords.confusions.items[id]?.answer).toBeTypeOf("string");
      if (there === "the class" || there === "the gaps") expect(kind).toBe("class");
    }
    expect([
      "",
      "note",
      "note2",
      "the step",
      "the tutorial",
      "the class",
      "the gaps",
      "the answer",
    ]).toContain(there);
  });
});

test("every common confusion has a line", () => {
  const named = lines.map(({ address }) => parseUrl(address, ["ko", "en"]).state.sheet?.id);
  expect(CONFUSION_IDS.filter((id) => !named.includes(id))).toEqual([]);
});

/** The numbers in a step's words: `computed` ones are derived here, `printed` ones are in the tutorials or the paper. */
function numbersOf(words: string): {
  readonly computed: readonly string[];
  readonly printed: readonly string[];
} {
  const headSize = 64;
  const trace = (lesson: LessonName) => hu.run(openingSpec(lesson)) as Trace;
  switch (words) {
    case "demo_scores":
      return {
        computed: [stepOf(trace("masked-self-attention"), "demo_scores").shape.join(" × ")],
        printed: [],
      };
    case "masked-self-attention.demo_scores": {
      const { spec } = trace("masked-self-attention");
      const { shape, data } = stepOf(trace("masked-self-attention"), "demo_scores");
      const third = Number(data[2 * (shape[1] ?? 0)]).toFixed(4);
      return { computed: [third, String(spec.seed)], printed: [] };
    }
    case "multi-head.embedding":
      return { computed: [], printed: ["10", "10", "20", "20", "512", "512"] };
    case "multi-head.q_split":
      return { computed: [], printed: ["512", "64", "10", "20"] };
    case "multi-head.q_heads":
      return { computed: [], printed: ["10", "20", "64"] };
    case "multi-head.scores":
      return { computed: [String(512 / 8)], printed: ["512"] };
    case "multi-head.attention": {
      const keys = Number(stepOf(trace("multi-head"), "ids").shape[1]);
      return {
        computed: [(1 / keys).toFixed(2), String(keys), Math.E.toFixed(1)],
        printed: ["0.0155", "0.1312"],
      };
    }
    case "transformer-block.warmup_scores":
      return { computed: [], printed: ["0.5"] };
    case "transformer-block.q_heads":
      return { computed: [], printed: ["128", "64"] };
    case "block_ids": {
      const { data } = stepOf(trace("transformer-block"), "ids");
      const { vocabSize } = trace("transformer-block").spec;
      return { computed: [String(Math.max(...data)), String(vocabSize)], printed: [] };
    }
    case "position_table":
      return { computed: [], printed: ["64", "128"] };
    case "input_sum":
      return { computed: [String(512 * 4)], printed: ["512", "128"] };
    case "warmup_scores":
      return {
        computed: [((1 / headSize) * 0.5).toFixed(4), (1 / headSize ** 0.5).toFixed(3)],
        printed: ["0.5", String(headSize)],
      };
    case "transformer-block.warmup_masked_scores":
      return {
        computed: [(22.5946 * headSize ** 0.5).toFixed(4)],
        printed: ["100.7564", "22.5946"],
      };
    default:
      return { computed: [], printed: [] };
  }
}

test("every longer number in the words of a step is computed, or printed by its tutorial", () => {
  for (const { steps, tutorials } of languages) {
    const inTutorials = Object.entries(tutorials as Tutorials).flatMap(([lesson, texts]) =>
      Object.entries(texts).map(([step, text]): [string, Readonly<Record<string, string>>] => [
        `${lesson}.${step}`,
        { text },
      ]),
    );
    for (const [words, texts] of [...Object.entries<Record<string, string>>(steps), ...inTutorials]) {
      // Skips 1e12, the misprint −9,7521 and single digits.
      const longer = /(?<![\w.,])(?:−?\d+\.\d+|\d+ × \d+(?!\.)|\d{2,})(?![\w.]*\d)/g;
      const found = Object.values(texts).flatMap((part) => part.match(longer) ?? []);
      const written = [...new Set(found.map((number) => number.replace("−", "-")))].sort();
      const { computed, printed } = numbersOf(words);
      expect({ words, numbers: written }).toEqual({
        words,
        numbers: [...new Set([...computed, ...printed])].sort(),
      });
    }
  }
});

test("dim=-1 is axis 1 of the demonstration and axis 3 of scores with heads, as its note says", () => {
  const last = (lesson: LessonName, name: string) =>
    stepOf(hu.run(openingSpec(lesson)) as Trace, name).shape.length - 1;
  expect([last("masked-self-attention", "demo_attention"), last("multi-head", "attention")]).toEqual([1, 3]);
  for (const { steps } of languages) expect(steps.demo_attention.note).toMatch(/1.*3/);
});

test("with the mask a row does not depend on later tokens, as the note on generation says", () => {
  const values = (causal: boolean, length: number) => {
    const spec = { ...openingSpec("masked-self-attention"), mask: { padding: false, causal } };
    const [sentence = []] = (hu.run(spec) as Trace).spec.sequences;
    const run = hu.run({ ...spec, sequences: [sentence.slice(0, length)] }) as Trace;
    const { data, shape } = stepOf(run, "values");
    return [...data.slice(0, 3 * Number(shape.at(-1)))];
  };
  // To float32's rounding: a product of three rows sums in another order than one of four.
  expect(values(true, 3)).toEqual(values(true, 4).map((value) => expect.closeTo(value, 6)));
  expect(values(false, 3)).not.toEqual(values(false, 4));
});
