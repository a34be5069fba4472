/** The scenes of data and masks: pure, inside the stage, moving, and equal to the trace at the end. */

import { describe, expect, it } from "vitest";
import type { CellMark, Picture, StageStep } from "../../web/src/draw/picture.js";
import { digits } from "../../web/src/draw/scale.js";
import { hasStep, stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { dark, light } from "../../web/src/draw/theme.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { draw } from "../../web/src/operations/operations.js";
import { essential, sampled } from "../sampled.js";
import { cells, expectReadable, matchesNumber, STAGES, sceneOf, stageOf, texts } from "./picture_checks.js";
import { tinyTrace } from "./traces.js";

const OPS: readonly string[] = [
  ...["normal", "uniform", "pad", "embedding", "not_equal"],
  ...["tril", "logical_and", "unsqueeze", "masked_fill"],
];
const TIMES = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1];

const many = (rows: number, longest: number): number[][] =>
  Array.from({ length: rows }, (_, r) =>
    Array.from({ length: longest - ((r * 5) % longest) }, (_, i) => 1 + ((r * 31 + i * 17) % 90)),
  );

const TUTORIAL: Partial<LessonSpec> = {
  vocabSize: 100,
  dModel: 8,
  sequences: [
    [62, 13, 47, 39, 78, 33, 56, 13],
    [60, 96, 51, 32, 90],
    [35, 45, 48, 65, 91, 99, 92, 10, 3, 21],
    [66, 88, 98, 47],
    [77, 65, 51, 77, 19, 15, 35, 19, 23],
  ],
};
const LESSONS: Record<string, Partial<LessonSpec>> = {
  "a tiny lesson": {},
  "the tutorial's data": TUTORIAL,
  "padding only, −inf": { mask: { padding: true, causal: false }, maskFill: "-inf" },
  "causal only": { mask: { padding: false, causal: true } },
  "encoder and decoder of different lengths": {
    lesson: "encoder-decoder",
    target: [[4, 2, 1, 3, 5, 6], [1], [2, 2]],
    mask: { padding: true, causal: false },
  },
  "one token": { vocabSize: 2, dModel: 1, numHeads: 1, sequences: [[1]] },
  "an empty sequence": { sequences: [[1, 2, 3], [], [4]] },
  "twelve sentences of up to 64 tokens, 16 heads": {
    vocabSize: 100,
    dModel: 32,
    numHeads: 16,
    sequences: many(12, 64),
  },
  "512 wide": { vocabSize: 120, dModel: 512, numHeads: 8, sequences: [[5, 9, 119], [7]], mask: null },
};

const stepsOf = (trace: Trace): StageStep[] => [
  ...trace.steps.filter((s) => OPS.includes(s.op) && !/^w_[kv]/.test(s.name)),
  ...(hasStep(trace, "mask") ? [stageOf(trace, "masks")] : []),
];

const refName = (step: StageStep): string => (step.op === "unsqueeze" ? "mask" : step.name);
// The last two lessons are large; `npm run walks` draws them.
describe.each(sampled(Object.entries(LESSONS), 7))("%s", (lesson, spec) => {
  const trace = tinyTrace(spec);
  const focus = { batch: trace.spec.sequences.length > 1 ? 1 : 0, head: 0 };

  it.each(stepsOf(trace))("$name has readable labels, moves, and ends with the trace's numbers", (step) => {
    const held = stepOf(trace, refName(step));
    for (const size of [STAGES[0], STAGES[2]]) {
      const scene = sceneOf(trace, step, { ...size, focus });
      expectReadable(scene, TIMES);
      expect(draw(scene, 0)).not.toEqual(draw(scene, 0.5));
      const end = draw(scene, 1);
      // A 1 × 1 triangle hides nothing, and sentences of equal length need no padding.
      if (!(lesson === "one token" && ["tril", "pad"].includes(step.op)))
        expect(draw(scene, 0.5)).not.toEqual(end);
      const own = cells(end).filter((c) => c.ref?.name === held.name);
      expect(own.length).toBeGreaterThan(0);
      const wrong = own.filter((cell) => {
        const value = valueAt(held, cell.ref?.index ?? []);
        return !matchesNumber(cell, held.dtype === "float32" ? digits(value) : String(value));
      });
      expect(wrong).toEqual([]);
      const faults = cells(end).filter(
        ({ ref, outline }) => !ref || outline || Number.isNaN(valueAt(stepOf(trace, ref.name), ref.index)),
      );
      expect(faults).toEqual([]);
    }
  });
});

describe("what is shown", () => {
  const shown = (trace: Trace, name: string, t: number, batch = 0): Picture =>
    draw(sceneOf(trace, name, { focus: { batch, head: 0 }, theme: dark }), t);
  const named = (picture: Picture, name: string): CellMark[] =>
    cells(picture).filter((c) => c.ref?.name === name);

  essential("before a step its result is empty", () => {
    const trace = tinyTrace(TUTORIAL);
    const names = ["embedding.weight", "w_q.weight", "w_q.bias", "embedding", "padding_mask", "mask"];
    for (const name of [...names, "masked_scores"])
      expect(named(shown(trace, name, 0), name), name).toEqual([]);
  });

  essential("padding is counted from the rows' own lengths", () => {
    const trace = tinyTrace(TUTORIAL);
    expect(texts(shown(trace, "ids", 0.4))).toContain("L = max(8, 5, 10, 4, 9) = 10");
    expect(texts(shown(trace, "ids", 0.75))).toContain("10 − 5 = 5");
  });

  essential("of twenty ids side by side a phone shows a window, where the count is abbreviated", () => {
    const trace = tinyTrace({ ...TUTORIAL, sequences: many(10, 20) });
    const at = (t: number): Picture =>
      draw(sceneOf(trace, "ids", { width: 358, height: 400, theme: light }), t);
    const columnsAt = (t: number): number[] => named(at(t), "ids").map((c) => c.ref?.index[1] ?? -1);
    expect(Math.min(...columnsAt(0.5))).toBe(0);
    expect(Math.max(...columnsAt(1))).toBe(19);
    expect(named(at(1), "ids").every((c) => (c.fontSize ?? 0) >= 12)).toBe(true);
    expect(texts(at(0.75))).toContain("+5");
  });

  essential("the end shows the whole batch and the whole mask of a sentence", () => {
    const trace = tinyTrace(TUTORIAL);
    expect(named(shown(trace, "ids", 1), "ids")).toHaveLength(50);
    expect(named(shown(trace, "padding_mask", 1), "padding_mask")).toHaveLength(50);
    expect(named(shown(trace, "mask", 1), "mask")).toHaveLength(100);
  });

  essential(
    "a table of 100 tokens shows a window of its rows, which passes over the last and ends at the first",
    () => {
      const rowsAt = (t: number): readonly number[] => {
        const rows = named(shown(tinyTrace(TUTORIAL), "embedding.weight", t), "embedding.weight");
        return [...new Set(rows.map((cell) => cell.ref?.index[0] ?? -1))];
      };
      expect(rowsAt(0.6).slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(rowsAt(0.8).at(-1)).toBeGreaterThan(90);
      expect(rowsAt(1).slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
    },
  );

  essential("a padded position fetches the row of padId", () => {
    const trace = tinyTrace(TUTORIAL);
    const row = named(shown(trace, "embedding", 1, 3), "embedding").filter((c) => c.ref?.index[1] === 9);
    const pads = named(shown(trace, "embedding", 1, 3), "embedding.weight").filter(
      (c) => c.ref?.index[0] === 0,
    );
    expect(row.map((c) => c.text)).toEqual(pads.map((c) => c.text));
  });

  essential("halfway, a token and a padding cell have been compared with padId", () => {
    const line = cells(shown(tinyTrace(TUTORIAL), "padding_mask", 0.5))
      .filter((c) => c.outline)
      .map((c) => c.text);
    expect(line).toContain("0");
  });
});
