/** The sentences about a program: every hint of the core and every operation has its own, in each language. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { confusions } from "../../web/src/lessons/confusions/confusions.js";
import type { HintRule, ProgramHint, ProgramStep } from "../../web/src/module/python/types.js";
import { confusionOf, hintText } from "../../web/src/notebook/hint_text.js";
import { operationText } from "../../web/src/notebook/operation_text.js";
import { ANSWERING } from "../../web/src/page/notebook/notebook_name.js";
import type { NotebookWords } from "../../web/src/words/words.js";
import { locales, placeholdersOf } from "./locales.js";

const root = path.join(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

const languages = locales.map(([language]) => language);
const wordsOf = (language: string): NotebookWords => new Map(locales).get(language).notebook;

/** What cpp/python/torch/hints.cpp gives with a rule: how many cells, and which values. */
const GIVEN: Readonly<Record<HintRule, readonly [cells: number, ...values: string[]]>> = {
  "softmax-axis": [2, "dim", "keys", "sum"],
  "softmax-twice": [2],
  "softmax-before-loss": [2, "classes", "least"],
  "scale-d-model": [2, "d_k", "d_model"],
  "scale-missing": [1, "d_k"],
  "heads-view": [2, "token", "got", "length", "heads", "d_k"],
  "heads-join": [2, "token", "got", "length", "d_model"],
  "mask-added": [4],
  "mask-weak": [2, "value"],
  "mask-upside-down": [2],
  "mask-hides-self": [1],
  "mask-shows-next": [1],
  "mask-batch": [2, "dim", "keys"],
  "padding-upside-down": [2, "pad"],
  "padding-queries": [2, "keys"],
  "row-hidden": [2, "keys"],
  "targets-not-shifted": [3],
  "dropout-on": [2, "p"],
};
const rules = Object.keys(GIVEN) as HintRule[];

/** Operations of the core that no program has: they belong to lessons and to the trainer. */
const OF_LESSONS = [
  ...["ndtr", "half", "scaled_dot_product", "weighted_sum", "adamw", "sgd"],
  ...["batch", "pad", "position_ids", "sinusoid"],
];
const operations = [...textOf("docs/operations.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, op = ""]) => op);

test("the table of hints has the values that the core gives", () => {
  const core = textOf("cpp/python/torch/hints.cpp");
  const told = new Map<string, Set<string>>();
  for (const [, rule = "", rest = ""] of core.matchAll(/tell\("([a-z-]+)",([\s\S]*?)\);\n/g))
    told.set(rule, new Set([...rest.matchAll(/\{"(\w+)",/g)].map(([, name = ""]) => name)));
  const given = rules.map((rule) => [rule, new Set(GIVEN[rule].slice(1))]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(given));
});

describe.each(languages)("%s", (language) => {
  const words = wordsOf(language);

  test("has words for every rule and no other", () => {
    expect(Object.keys(words.hints).sort()).toEqual(rules.toSorted());
  });

  test.each(rules)("%s: the sentences use what the rule gives", (rule) => {
    const [cells, ...values] = GIVEN[rule];
    const { title, says } = words.hints[rule];
    const indices = Array.from({ length: cells }, (_, i) => i);
    const known = [...values, ...indices.flatMap((i) => [`cell${i}`, `value${i}`])];
    expect(placeholdersOf(title)).toEqual([]);
    expect(title).not.toMatch(/[`.]/);
    expect(placeholdersOf(says).filter((name) => !known.includes(name))).toEqual([]);
    expect(values.filter((name) => !placeholdersOf(says).includes(name))).toEqual([]);
  });

  test("has a sentence for every operation that a program can have", () => {
    expect(operations.length).toBeGreaterThan(100);
    const others = operations.filter(
      (op) => operationText(words, op).includes(op) && !(op in words.operations),
    );
    expect(others.sort()).toEqual(OF_LESSONS.toSorted());
  });

  test("has no sentence that no operation has", () => {
    const known = [...operations, "grad", "other"];
    expect(Object.keys(words.operations).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("says of any gradient what a gradient is, and names what it does not know", () => {
    expect(operationText(words, "grad_matmul")).toBe(words.operations.grad);
    expect(operationText(words, "grad_sum")).toBe(words.operations.grad);
    expect(operationText(words, "half")).toContain("half");
    expect(operationText(words, "toString")).toContain("toString");
  });

  test("keeps the sentences on operations short", () => {
    const long = Object.values(words.operations).filter((text) => text.length > 110);
    expect(long).toEqual([]);
  });
});

test("Korean keeps one level of speech", () => {
  const { hints, operations: sentences } = wordsOf("ko");
  const texts = [...Object.values(hints).map(({ says }) => says), ...Object.values(sentences)];
  for (const text of texts) expect(text).toMatch(/니다(\.|: `[^`]+`)$/);
});

test("a hint is told with its numbers and cells", () => {
  const hint: ProgramHint = {
    rule: "softmax-axis",
    step: "weights",
    message: "",
    cells: [
      { step: "weights", index: [0, 1, 4, 0] },
      { step: "weights", index: [0, 1, 4, 4] },
    ],
    values: { dim: 2, keys: 3, sum: 2.25136 },
  };
  const data = Float32Array.from({ length: 50 }, (_, i) => i / 8);
  const step = { name: "weights", shape: [1, 2, 5, 5], dtype: "float32", data } as unknown as ProgramStep;
  expect(hintText(wordsOf("en"), hint, [step])).toEqual({
    title: "Softmax over the wrong axis",
    says: "Softmax runs over axis 2, but the keys are axis 3: the row from `weights[0, 1, 4, 0] = 5.6250` to `weights[0, 1, 4, 4] = 6.1250` adds up to 2.2514 instead of 1. Write `softmax(dim=-1)`.",
  });
  expect(hintText(wordsOf("ko"), hint, [step]).says).toContain("합이 1이 아니라 2.2514입니다");
});

test("a mistake leads to a question of the lessons, if one is about it", () => {
  const asked = rules.map(confusionOf).filter((id) => id !== undefined);
  expect(asked.length).toBeGreaterThan(10);
  for (const id of asked) expect(confusions[id].steps).toHaveProperty(ANSWERING);
});
