/** The notebook's examples: each runs as it says, has its words, and a lesson's program gives the lesson's numbers. */
import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import type { LessonName } from "../../web/src/module/types.js";
import { examples } from "../../web/src/notebook/examples.js";
import { locales } from "../unit/locales.js";
import { type HeadsUp, loadInstalled } from "./packed.js";

let hu: HeadsUp;
beforeAll(async () => {
  hu = await loadInstalled();
}, 60_000);

/** What is wrong with each mistake: the rule of its only hint, or the type and the words of its error. */
const MISTAKES: Readonly<Record<string, string>> = {
  heads_view: "heads-view",
  heads_join: "heads-join",
  view_not_contiguous: "RuntimeError: view size is not compatible",
  shapes_do_not_match: "RuntimeError: mat1 and mat2 shapes cannot be multiplied (6x8 and 4x8)",
  scale_missing: "scale-missing",
  softmax_axis: "softmax-axis",
  mask_upside_down: "mask-upside-down",
  mask_added: "mask-added",
  row_hidden: "row-hidden",
  targets_not_shifted: "targets-not-shifted",
};
const of = (group: string) => examples.filter((example) => example.group === group);

test("every program is an example, and every mistake is expected below", () => {
  const files = readdirSync(inRoot("web/programs")).map((file) => file.replace(/\.py$/, ""));
  expect(examples.map(({ id }) => id).sort()).toEqual(files.sort());
  expect(of("mistake").map(({ id }) => id)).toEqual(Object.keys(MISTAKES));
});

test.each(examples)("$id: only a mistake has a hint or an error", async ({ id, load }) => {
  const { error, hints } = hu.runPython(await load());
  const found = [...hints.map(({ rule }) => rule), ...(error ? [`${error.type}: ${error.message}`] : [])];
  const wanted = MISTAKES[id];
  expect(found).toEqual(wanted === undefined ? [] : [expect.stringContaining(wanted)]);
});

test.each(examples)(
  "$id: lines fit the editor, and the first says what the program wants",
  async ({ load }) => {
    const lines = (await load()).trimEnd().split("\n");
    expect(lines[0]).toMatch(/^# [A-Z].*[^.]$/);
    expect(lines.length).toBeLessThanOrEqual(64);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(84);
  },
);

test.each(of("lesson"))("$id: its last tensor is that of the lesson", async ({ id, load }) => {
  const { variables } = hu.runPython(await load());
  const last = hu.run(openingSpec(id as LessonName)).steps.at(-1) ?? expect.fail();
  const own = variables[id === "masked-self-attention" ? "values" : "output"];
  if (typeof own !== "object") return expect.fail(`${id} has no result`);
  expect(own.shape).toEqual(last.shape);
  for (const [i, number] of Array.from(last.data as ArrayLike<number>).entries())
    expect(own.data[i], `${i}`).toBeCloseTo(number, 5);
});

/** The letters of the weights of each lesson's program, which its comments and shapes tell. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  "masked-self-attention": ["B", "L", "L"],
  "multi-head": ["B", "H", "L", "L"],
  "masked-multi-head": ["B", "H", "L", "L"],
  "encoder-decoder": ["B", "H", "T", "S"],
  "transformer-block": ["B", "H", "L", "L"],
};

test.each(of("lesson"))("$id: its axes have the lesson's letters", async ({ id, load }) => {
  const { steps } = hu.runPython(await load()).trace;
  expect(steps.find(({ name }) => name === "attention")?.axes).toEqual(LETTERS[id]);
});

test("every example has its words in every language", () => {
  for (const [language, { notebook }] of locales) {
    expect(Object.keys(notebook.examples).sort(), language).toEqual(examples.map(({ id }) => id).sort());
    for (const { title } of Object.values(notebook.examples) as { readonly title: string }[])
      expect(title.length, title).toBeLessThanOrEqual(40);
  }
});
