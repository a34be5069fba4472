/** docs/coverage.md: every address is valid, and the note or answer that a line names exists in every language. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import type { LessonStep } from "../../web/src/lessons/lesson.js";
import { openingSpec, taughtLesson } from "../../web/src/lessons/lessons.js";
import { CONFUSION_IDS } from "../../web/src/lessons/offers.js";
import type { Trace } from "../../web/src/module/types.js";
import { viewProblems } from "../../web/src/page/address/settle.js";
import { type PageState, parseUrl } from "../../web/src/page/address/url_state.js";

const hu = await load();
const text = readFileSync(new URL("../../docs/coverage.md", import.meta.url), "utf8");
const folder = new URL("../../web/locales/", import.meta.url);
const languages = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")));

/** The lines of the tables: what is taught, its address, and what is there. */
const lines = text
  .split("\n")
  .filter((line) => line.includes("`?"))
  .map((line) => {
    const [, what = "", where = "", there = ""] = line.split(" | ").join("|").split("|");
    return { what, address: where.replaceAll("`", "").trim(), there: there.replaceAll("`", "").trim() };
  });

function stepOf({ spec, step }: PageState): LessonStep | undefined {
  const trace = hu.run({ ...openingSpec(spec.lesson), ...spec }) as Trace;
  return taughtLesson(spec.lesson)
    .steps(trace)
    .find(({ id }) => id === step);
}

describe.each(lines)("$what", ({ address, there }) => {
  const { state, problems } = parseUrl(address, ["ko", "en"]);

  test("has a valid address", () => {
    expect(problems).toEqual([]);
    const trace = hu.run({ ...openingSpec(state.spec.lesson), ...state.spec }) as Trace;
    const steps = taughtLesson(state.spec.lesson).steps(trace);
    expect(viewProblems(state, trace, steps)).toEqual([]);
  });

  test("exists in every language", () => {
    const words = stepOf(state)?.words ?? "";
    for (const said of languages) {
      if (there.startsWith("note"))
        expect(said.steps[words]?.[there], `${words}.${there}`).toBeTypeOf("string");
      if (state.confusion) expect(said.confusions.items[state.confusion]?.answer).toBeTypeOf("string");
      if (there === "the class" || there === "the gaps") expect(state.class).toBeDefined();
    }
    expect(["", "note", "note2", "the step", "the class", "the gaps", "the answer"]).toContain(there);
  });
});

test("every common confusion has a line", () => {
  const named = lines.map(({ address }) => parseUrl(address, ["ko", "en"]).state.confusion);
  expect(CONFUSION_IDS.filter((id) => !named.includes(id))).toEqual([]);
});

/** Where each decimal number of the steps' words comes from, by the step's words; `printed` are the tutorials' own. */
function decimalsOf(words: string): {
  readonly computed: readonly string[];
  readonly printed: readonly string[];
} {
  const headSize = 64;
  switch (words) {
    case "demo_scores": {
      const { shape, data } = hu
        .run({ lesson: "masked-self-attention" })
        .steps.find(({ name }) => name === "demo_scores") as Trace["steps"][number];
      return { computed: [Number(data[2 * (shape[1] ?? 0)]).toFixed(4)], printed: [] };
    }
    case "warmup_scores":
      return {
        computed: [((1 / headSize) * 0.5).toFixed(4), (1 / headSize ** 0.5).toFixed(3)],
        printed: ["0.5"],
      };
    case "warmup_masked_scores":
      return {
        computed: [(22.5946 * headSize ** 0.5).toFixed(4)],
        printed: ["100.7564", "22.5946", "180.7564"],
      };
    case "attention_unmasked": {
      const ids = hu.run({ lesson: "multi-head" }).steps.find(({ name }) => name === "ids");
      return { computed: [(1 / Number(ids?.shape[1])).toFixed(2)], printed: [] };
    }
    default:
      return { computed: [], printed: [] };
  }
}

test("every decimal number in the words of a step is computed, or printed by its tutorial", () => {
  for (const { steps } of languages)
    for (const [words, said] of Object.entries<Record<string, string>>(steps)) {
      const found = Object.values(said).flatMap((part) => part.match(/−?\d+\.\d+/g) ?? []);
      const written = [...new Set(found.map((number) => number.replace("−", "-")))].sort();
      const { computed, printed } = decimalsOf(words);
      expect({ words, numbers: written }).toEqual({ words, numbers: [...computed, ...printed].sort() });
    }
});
