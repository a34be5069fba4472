/**
 * The opening picture: inside the stage, without overlapping labels, no weights at t = 0, all weights at t = 0.5, the output
 * vector at t = 1, and only numbers of the trace.
 */

import { describe, expect, it } from "vitest";
import english from "../../web/locales/en.json";
import korean from "../../web/locales/ko.json";
import type { CellMark, LineMark, Picture, SceneInput, Terms } from "../../web/src/draw/picture.js";
import { digits } from "../../web/src/draw/scale.js";
import { queryOf } from "../../web/src/draw/scenes/opening.js";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { light } from "../../web/src/draw/theme.js";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { draw } from "../../web/src/operations/operations.js";
import { hu } from "./core.js";
import { cells, expectReadable, matchesNumber, STAGES, sceneOf, texts } from "./picture_checks.js";

const run = (spec: LessonSpec): Trace => hu.run(spec) as Trace;
const SIZES = [...STAGES, { width: 320, height: 260 }];
const TIMES = [0, 0.06, 0.1, 0.2, 0.35, 0.5, 0.6, 0.68, 0.75, 0.9, 0.95, 1];

const masked = (spec: Partial<LessonSpec>): Trace => run({ lesson: "masked-multi-head", ...spec });
const TRACES: readonly (readonly [string, Trace])[] = [
  ...lessonNames.map((name) => [name, run(openingSpec(name))] as const),
  ["one token", masked({ sequences: [[3]] })],
  ["an empty sentence, −inf", masked({ sequences: [[], [1, 2]], maskFill: "-inf" })],
  ["64 tokens", masked({ sequences: [Array.from({ length: 64 }, (_, i) => 1 + (i % 8))] })],
  ["one number a head", masked({ dModel: 2, numHeads: 2 })],
];
const traceOf = (name: string): Trace => TRACES.find(([one]) => one === name)?.[1] as Trace;

const scene = (trace: Trace, more: Partial<SceneInput> = {}): SceneInput => sceneOf(trace, "opening", more);
const at = (name: string, t: number): Picture => draw(scene(traceOf(name)), t);
const ofStep = (picture: Picture, name: string): CellMark[] =>
  cells(picture).filter((cell) => cell.ref?.name === name);
const weightOf = (trace: Trace, cell: CellMark): number =>
  valueAt(stepOf(trace, "attention"), cell.ref?.index ?? []);

describe.each(TRACES)("%s", (_, trace) => {
  it.each(SIZES)("has readable labels on $width × $height, in both languages", (size) => {
    for (const terms of [undefined, korean.terms]) expectReadable(scene(trace, { ...size, terms }), TIMES);
  });

  it("shows the trace's own numbers", () => {
    for (const cell of cells(draw(scene(trace), 1))) {
      const step = stepOf(trace, cell.ref?.name ?? "");
      const value = valueAt(step, cell.ref?.index ?? []);
      const whole = step.dtype === "int32" ? String(value) : value === 0 ? "0" : digits(value);
      // The target sentence is dimmed.
      if (step.name !== "target_ids") expect(cell.opacity ?? 1).toBe(1);
      expect(matchesNumber(cell, whole), `${cell.text} for ${whole}`).toBe(true);
    }
  });

  it.each(SIZES)(
    "writes the weight over each value, and all of them add up to 1, on $width × $height",
    (size) => {
      const picture = draw(scene(trace, size), 1);
      const factors = texts(picture).flatMap((text) => /^([\d.]+|NaN)×$/.exec(text)?.[1] ?? []);
      const isRestShown = texts(picture).includes("+ …");
      expect(factors).toHaveLength(ofStep(picture, "attention").length + Number(isRestShown));
      const sum = factors.reduce((total, factor) => total + Number(factor), 0);
      if (!factors.includes("NaN")) expect(Math.abs(sum - 1)).toBeLessThanOrEqual(0.005 * factors.length);
    },
  );

  it("shows only words at t = 0, all weights at t = 0.5, and the output vector at t = 1", () => {
    const picture = (t: number): Picture => draw(scene(trace), t);
    const query = queryOf(trace, 0);
    for (const name of ["attention", "values"]) expect(ofStep(picture(0), name)).toEqual([]);
    expect(ofStep(picture(0.5), "values")).toEqual([]);
    const weights = ofStep(picture(0.5), "attention");
    expect(weights.length).toBeGreaterThan(0);
    expect(weights.length).toBe(ofStep(picture(1), "attention").length);
    for (const cell of weights) expect(cell.ref?.index.at(-2)).toBe(query);
    const made = ofStep(picture(1), "values");
    expect(made.length).toBeGreaterThan(0);
    for (const cell of made) expect(cell.ref?.index.at(-2)).toBe(query);
  });
});

it("names its rows in the reader's language and by their standard names, each once in English", () => {
  const trace = traceOf("masked-multi-head");
  const named = (terms?: Terms): string[] =>
    texts(draw(scene(trace, { terms }), 1)).filter((text) => /^(가중치|weight)$/.test(text));
  expect(named(korean.terms)).toEqual(["가중치", "weight"]);
  expect(named(english.terms)).toEqual(["weight"]);
  expect(named()).toEqual(["weight"]);
});

const arcs = (picture: Picture): LineMark[] =>
  picture.marks.filter((mark): mark is LineMark => mark.kind === "line" && mark.points.length > 2);

describe("an arc", () => {
  it("is as thick as its weight", () => {
    const trace = traceOf("masked-self-attention");
    const picture = at("masked-self-attention", 1);
    const weights = ofStep(picture, "attention").map((cell) => weightOf(trace, cell));
    const drawn = arcs(picture);
    const [one = 0, two = 0] = weights;
    expect((drawn[0]?.width ?? 0) / (drawn[1]?.width ?? 1)).toBeCloseTo(one / two, 5);
  });

  it("to a masked key is dashed and ends before the key, whose weight is 0 and hatched", () => {
    const trace = traceOf("masked-multi-head");
    const picture = at("masked-multi-head", 1);
    const weights = ofStep(picture, "attention");
    const zeros = weights.filter((cell) => weightOf(trace, cell) === 0);
    expect(zeros.length).toBeGreaterThan(0);
    for (const cell of zeros) expect(cell).toMatchObject({ text: "0", hatch: light.hatch });
    const dashed = arcs(picture).filter((line) => line.dash);
    expect(dashed).toHaveLength(zeros.length);
    const end = Math.min(...weights.map(({ y }) => y));
    for (const line of dashed) expect(line.points.at(-1)?.[1]).toBeLessThan(end - 20);
  });
});

describe("the keys", () => {
  it.each([1000, 800, 390, 375, 360, 320])(
    "of the first sentence that are open are all shown, with the digits of their values, on a stage %i wide",
    (width) => {
      const trace = traceOf("masked-multi-head");
      const picture = draw(scene(trace, { width, height: 420 }), 1);
      const weights = ofStep(picture, "attention").map((cell) => weightOf(trace, cell));
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
      expect(texts(picture)).not.toContain("+ …");
      const values = ofStep(picture, "v_heads");
      expect(values.length).toBeGreaterThan(weights.length);
      for (const cell of values) expect(cell.text).toMatch(/\d/);
    },
  );

  it("are those of the source, and the query is one of the target, between encoder and decoder", () => {
    const picture = at("encoder-decoder", 1);
    expect(ofStep(picture, "ids").length).toBeGreaterThan(0);
    expect(ofStep(picture, "target_ids").map((cell) => cell.ref?.index[1])).toContain(
      queryOf(traceOf("encoder-decoder"), 0),
    );
  });

  it("that are padding are hatched, although they get weight without a mask", () => {
    const trace = traceOf("encoder-decoder");
    const ids = ofStep(at("encoder-decoder", 1), "ids");
    const padding = ids.filter((cell) => cell.text === String(trace.spec.padId));
    expect(padding.length).toBeGreaterThan(0);
    for (const cell of ids) expect(cell.hatch !== undefined).toBe(padding.includes(cell));
  });

  it("of a long sentence are those with the largest weights, with “+ …” for the others", () => {
    const trace = traceOf("multi-head");
    const picture = at("multi-head", 1);
    const query = queryOf(trace, 0);
    const shown = ofStep(picture, "attention");
    expect(shown).toHaveLength(8);
    const least = Math.min(
      ...shown.flatMap((cell) => (cell.ref?.index.at(-1) === query ? [] : weightOf(trace, cell))),
    );
    const attention = stepOf(trace, "attention");
    const all = Array.from({ length: attention.shape.at(-1) ?? 0 }, (_, key) =>
      valueAt(attention, [0, 0, query, key]),
    );
    expect(all.filter((weight) => weight > least).length).toBeLessThanOrEqual(8);
    expect(texts(picture)).toContain("+ …");
  });
});

it("labels its parts when they appear: value, then query, then weight and key, then output", () => {
  const parts = (t: number): string[] =>
    texts(at("masked-multi-head", t)).filter((text) => /^[a-z]+$/.test(text));
  expect(parts(0)).toEqual(["value"]);
  expect(parts(0.16)).toEqual(["query", "value"]);
  expect(parts(0.5)).toEqual(["query", "weight", "key", "value"]);
  expect(parts(0.65)).toEqual(["query", "weight", "key", "value", "output"]);
});
