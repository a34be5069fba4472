/** Every comparison of every lesson, and every exercise, computed by the core: complete, of equal shapes, and as described. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Compared } from "../../web/src/draw/compare.js";
import { differs } from "../../web/src/draw/compare.js";
import { hasStep, stepOf } from "../../web/src/draw/tensor_view.js";
import {
  canCompare,
  comparedSteps,
  compare as comparison,
  comparisonsAt,
} from "../../web/src/lessons/comparisons.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { canShow, exercise } from "../../web/src/lessons/mistakes.js";
import { COMPARISON_IDS, MISTAKE_IDS, MISTAKES } from "../../web/src/lessons/offers.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { replay } from "../../web/src/lessons/replay.js";
import type { HeadsUp as Inner } from "../../web/src/module/heads_up.js";
import type { LessonName, LessonSpec, Step, Tensor, Trace } from "../../web/src/module/types.js";
import { expectClose } from "./compare.js";
import { loadInstalled } from "./packed.js";

const hu = (await loadInstalled()) as unknown as Inner;

const VARIATIONS: Readonly<Record<string, Partial<LessonSpec>>> = {
  "as it opens": {},
  "without a mask": { mask: null },
  "padding alone": { mask: { padding: true, causal: false } },
  "an empty sentence, −inf": { sequences: [[1, 2, 3], [], [4, 5]], maskFill: "-inf" },
  "one head": { dModel: 8, numHeads: 1 },
  "heads of one": { dModel: 4, numHeads: 4 },
  "one token": { sequences: [[7]] },
};
const made: [name: string, trace: Trace][] = lessonNames.flatMap((lesson) =>
  Object.entries(VARIATIONS).flatMap(([name, change]): [string, Trace][] => {
    const target = lesson === "encoder-decoder" && change.sequences ? { target: change.sequences } : {};
    const spec = { ...openingSpec(lesson), ...change, ...target };
    if (lesson === "masked-self-attention" && (spec.numHeads ?? 1) > 1) return [];
    return [[`${lesson}, ${name}`, hu.run(spec)]];
  }),
);
const opened = (lesson: LessonName): Trace => hu.run(openingSpec(lesson));
const matrixOf = ({ shape }: Tensor): readonly number[] => shape.slice(-2);
const changed = ({ asItIs, other }: Compared): number =>
  Array.from(other.data).filter((value, i) => differs(asItIs.data[i] ?? 0, value)).length;

/** Only a row of nothing but −inf, and what is computed from it, may be NaN. */
const mayBeNaN = ({ spec }: Trace): boolean =>
  spec.maskFill === "-inf" && spec.sequences.some((ids) => ids.length === 0);

describe.each(made)("%s", (_, trace) => {
  const steps = lessonNamed(trace.spec.lesson).steps(trace);

  test("offers comparisons exactly at the steps that list them", () => {
    for (const { id } of steps) {
      if (id === "concat" || id === "output" || id.startsWith("demo_")) continue;
      expect(comparisonsAt(trace, id).length > 0, id).toBe(canCompare(id));
    }
  });

  test("gives both tensors of a pair the same shape and valid numbers", () => {
    for (const id of COMPARISON_IDS)
      for (const step of comparedSteps(trace, id)) {
        const { asItIs, other } = comparison(hu, trace, id, step);
        expect(matrixOf(other), `${id} ${step}`).toEqual(matrixOf(asItIs));
        expect(other.shape[0], `${id} ${step}`).toBe(asItIs.shape[0]);
        if (mayBeNaN(trace)) continue;
        const broken = [...other.data, ...asItIs.data].filter(Number.isNaN);
        expect(broken, `${id} ${step}`).toEqual([]);
      }
  });
});

describe("a comparison", () => {
  test("of equal runs differs nowhere", () => {
    for (const [name, trace] of made)
      for (const step of trace.steps) expect(replay(hu, trace, {})(step.name), name).toBe(step);
  });

  /** Recomputing each step from the trace's inputs gives the trace's numbers. */
  test.each(made)("reproduces the core's run: %s", (_, trace) => {
    const touched = Object.fromEntries(
      trace.steps
        .filter(({ op }) => op === "embedding")
        .map(({ name }) => [name, (__: unknown, s: Step) => ({ ...s })]),
    );
    const of = replay(hu, trace, touched);
    for (const step of trace.steps) {
      const again = of(step.name);
      expect(again.shape, step.name).toEqual(step.shape);
      expectClose(step.name, again.data, [...step.data]);
    }
  });

  test("changes exactly the fields it names", () => {
    for (const lesson of lessonNames) {
      const trace = opened(lesson);
      for (const id of COMPARISON_IDS)
        for (const step of comparedSteps(trace, id))
          expect(changed(comparison(hu, trace, id, step)), `${lesson} ${id} ${step}`).toBeGreaterThan(0);
    }
  });

  test("without √d_k gives the scores times √d_k", () => {
    const trace = opened("masked-multi-head");
    const { asItIs, other } = comparison(hu, trace, "unscaled", "scores");
    expect(other.data[0]).toBeCloseTo(2 * (asItIs.data[0] ?? 0), 5);
  });
});

describe("an exercise", () => {
  test.each(MISTAKE_IDS)("%s shows the result of its wrong line", (id) => {
    const trace = opened(MISTAKES[id][0]);
    expect(canShow(trace, id)).toBe(true);
    const { code, wrong, right, pair } = exercise(hu, trace, id);
    expect(code.filter(([, name]) => name === undefined)).toHaveLength(1);
    expect(right).not.toBe(code[wrong]?.[0]);
    expect(pair.other.shape).toEqual(pair.asItIs.shape);
    expect(changed(pair)).toBeGreaterThan(0);
    const steps = lessonNamed(MISTAKES[id][0]).steps(trace);
    expect(steps.map((step) => step.id)).toContain(MISTAKES[id][1]);
  });

  const rowsOf = ({ shape, data }: Tensor): number[][] => {
    const size = shape.at(-1) ?? 1;
    return Array.from({ length: data.length / size }, (_, i) => [...data.slice(i * size, (i + 1) * size)]);
  };
  const sum = (row: readonly number[]): number => row.reduce((a, b) => a + b, 0);
  const wrongOf = (id: (typeof MISTAKE_IDS)[number]): Step =>
    exercise(hu, opened(MISTAKES[id][0]), id).pair.other;

  test("a shifted triangle leaves no key to the first row", () => {
    const [first, second] = rowsOf(wrongOf("shifted_triangle"));
    expect(first?.every(Number.isNaN)).toBe(true);
    expect(second).toEqual([1, 0, 0, 0]);
  });

  test("a mask after softmax leaves rows that sum to less than 1", () => {
    const sums = rowsOf(wrongOf("late_mask")).map(sum);
    expect(sums.slice(0, -1).every((row) => row < 0.999)).toBe(true);
    expect(sums.at(-1)).toBeCloseTo(1, 5);
  });

  test("the mask that comes too late is corrected before the softmax", () => {
    const { code, wrong, before } = exercise(hu, opened("masked-self-attention"), "late_mask");
    expect(code[before ?? -1]?.[0]).toContain("softmax");
    expect(before).toBeLessThan(wrong);
    for (const id of MISTAKE_IDS.filter((other) => other !== "late_mask"))
      expect(exercise(hu, opened(MISTAKES[id][0]), id).before, id).toBeUndefined();
  });

  test("scores that are not divided give sharp weights, and scores divided too often even ones", () => {
    const most = (step: Step): number => Math.max(...step.data);
    const sharp = exercise(hu, opened("multi-head"), "unscaled");
    expect(most(sharp.pair.other)).toBeGreaterThan(0.9);
    expect(most(sharp.pair.asItIs)).toBeLessThan(0.4);
    const even = exercise(hu, opened("transformer-block"), "scale_slip");
    expect(most(even.pair.other)).toBeLessThan(0.35);
    expect(most(even.pair.asItIs)).toBeGreaterThan(0.9);
    for (const { trace, pair } of [sharp, even]) expect(stepOf(trace, pair.asItIs.name)).toBe(pair.asItIs);
  });

  test("softmax over the queries makes columns add up to 1", () => {
    const rows = rowsOf(wrongOf("softmax_axis")).slice(0, 20);
    expect(sum(rows.map((row) => row[3] ?? 0))).toBeCloseTo(1, 5);
    expect(rows.map(sum).some((row) => Math.abs(row - 1) > 0.01)).toBe(true);
  });

  test("the wrong view and the lost transpose have the same numbers in another order", () => {
    for (const id of ["wrong_view", "lost_transpose"] as const) {
      const { asItIs, other } = exercise(hu, opened("multi-head"), id).pair;
      expect([...other.data].sort()).toEqual([...asItIs.data].sort());
    }
  });

  test("a fill of −1e12 in float16 makes fully masked rows NaN, and the lowest float16 makes them uniform", () => {
    const { asItIs, other } = exercise(hu, opened("masked-multi-head"), "half_overflow").pair;
    const [wrong, right] = [rowsOf(other)[0], rowsOf(asItIs)[0]];
    expect(wrong?.every(Number.isNaN)).toBe(true);
    expect(new Set(right).size).toBe(1);
    expect([...asItIs.data].some(Number.isNaN)).toBe(false);
  });

  test("two sines leave every odd column 0", () => {
    const rows = rowsOf(wrongOf("two_sines"));
    expect(rows.every((row) => row.every((value, i) => i % 2 === 0 || value === 0))).toBe(true);
    expect(rows[0]?.[0]).toBe(1);
  });

  test("masking queries instead of keys lets tokens attend to padding", () => {
    const { asItIs, other } = exercise(hu, opened("transformer-block"), "query_mask").pair;
    expect([asItIs, other].map((step) => (rowsOf(step)[0]?.at(-1) ?? 0) > 0)).toEqual([false, true]);
  });

  test("is not offered if the trace lacks its step", () => {
    const bare = hu.run({ lesson: "masked-multi-head", mask: null });
    expect(hasStep(bare, "masked_scores")).toBe(false);
    expect(canShow(bare, "inverted_mask")).toBe(false);
    expect(stepOf(bare, "attention").shape).toEqual([5, 2, 10, 10]);
  });
});

describe("words", () => {
  test.each(["en", "ko"])("describe every comparison, exercise and line in %s", (language) => {
    const file = new URL(`../../web/locales/${language}.json`, import.meta.url);
    const { compare: said, mistakes } = JSON.parse(readFileSync(file, "utf8"));
    expect(Object.keys(said.variants).sort()).toEqual([...COMPARISON_IDS].sort());
    expect(Object.keys(mistakes.items).sort()).toEqual([...MISTAKE_IDS].sort());
    const lines = MISTAKE_IDS.flatMap((id) => exercise(hu, opened(MISTAKES[id][0]), id).code).map(
      ([, name]) => name,
    );
    const used = [...new Set(lines.filter((name) => name !== undefined))];
    expect(used.sort()).toEqual(Object.keys(mistakes.lines).sort());
  });
});
