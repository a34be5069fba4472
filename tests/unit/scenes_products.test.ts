/**
 * The scenes that multiply, weigh, normalise and rearrange: pictures depend only on their input, nothing leaves the stage,
 * no labels overlap, the result at the end shows the trace's numbers, and a rearrangement loses no cell.
 */

import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { highlight } from "../../web/src/draw/overlay.js";
import { type CellMark, type Picture, sameRef } from "../../web/src/draw/picture.js";
import { scaleOf } from "../../web/src/draw/scale.js";
import { offsetOf, stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { dark, light } from "../../web/src/draw/theme.js";
import { thumbnail } from "../../web/src/draw/thumbnail.js";
import type { Step, Trace } from "../../web/src/module/types.js";
import { draw } from "../../web/src/operations/operations.js";
import { essential, sampled } from "../sampled.js";
import {
  boxOf,
  cells,
  expectReadable,
  isOnStage,
  marksOutside,
  matchesNumber,
  STAGES,
  sceneOf,
} from "./picture_checks.js";
import { tinyTrace } from "./traces.js";

const OPS = new Set(["linear", "view", "transpose", "scaled_dot_product", "softmax", "weighted_sum"]);
const TIMES = [0, 0.25, 0.5, 0.75, 1];
const sentence = (length: number, from = 1): number[] => Array.from({ length }, (_, i) => from + (i % 90));

/** The long lesson comes last; `npm run walks` draws it. */
const TRACES: Readonly<Record<string, Trace>> = {
  tiny: tinyTrace(),
  "other lengths": tinyTrace({
    lesson: "encoder-decoder",
    sequences: [sentence(7), sentence(2)],
    target: [sentence(9), sentence(4)],
    mask: { padding: true },
  }),
  "one token, one head": tinyTrace({ sequences: [[3]], numHeads: 1 }),
  "one wide": tinyTrace({ sequences: [sentence(5)], dModel: 1, numHeads: 1 }),
  "three heads of an own width": tinyTrace({
    sequences: [sentence(10)],
    dAttention: 12,
    numHeads: 3,
    dModel: 6,
  }),
  "no bias, no mask": tinyTrace({ bias: false, mask: null }),
  "only padding masked, an empty sentence": tinyTrace({
    sequences: [[], sentence(4)],
    mask: { padding: true, causal: false },
  }),
  "minus infinity in whole rows": tinyTrace({ sequences: [[], sentence(4)], maskFill: "-inf" }),
  long: tinyTrace({ sequences: [sentence(64)], dModel: 128, numHeads: 16, vocabSize: 100 }),
};

const stepsOf = ({ steps }: Trace): Step[] => steps.filter(({ op }) => OPS.has(op));

/** Labels on top of a cell. Moving cells may pass under a label. */
function labelsOnCells(picture: Picture): string[] {
  const shown = cells(picture).filter((cell) => (cell.opacity ?? 1) > 0.2);
  return picture.marks.flatMap((mark) => {
    if (mark.kind !== "text" || (mark.opacity ?? 1) <= 0.2) return [];
    const { left, right, top, bottom } = boxOf(mark);
    const on = shown.find(
      (cell) =>
        Math.min(right, cell.x + cell.width) - Math.max(left, cell.x) > 2 &&
        Math.min(bottom, cell.y + cell.height) - Math.max(top, cell.y) > 3,
    );
    return on ? [`"${mark.text}" on ${on.ref?.name}[${on.ref?.index}]`] : [];
  });
}

describe.each(sampled(Object.entries(TRACES), 8))("%s", (_, trace) => {
  it.each(stepsOf(trace))("$name has readable labels, on no cell before and after it moves", (step) => {
    for (const size of [STAGES[0], STAGES[2]]) {
      const scene = sceneOf(trace, step, size);
      expectReadable(scene, TIMES, 0.2);
      for (const t of [0, 1])
        expect(labelsOnCells(draw(scene, t)), `labels on cells at t = ${t}`).toEqual([]);
    }
  });

  it("every cell of a result shows the trace's number, and nothing is highlighted", () => {
    for (const step of stepsOf(trace)) {
      const scale = scaleOf(step, trace, light);
      const shown = cells(draw(sceneOf(trace, step), 1)).filter((cell) => cell.ref?.name === step.name);
      expect(shown.length, step.name).toBeGreaterThan(0);
      const faults = shown.filter((cell) => {
        const { fill, text } = scale(valueAt(step, cell.ref?.index ?? []));
        const isDone = isOnStage(cell, trace) && cell.outline === undefined && cell.fill === fill;
        return !isDone || !matchesNumber(cell, text);
      });
      expect(faults, step.name).toEqual([]);
    }
  });

  it("every step has a thumbnail that stays inside its frame", () => {
    for (const step of trace.steps) {
      const picture = thumbnail(sceneOf(trace, step, { width: 64, height: 40 }));
      expect(cells(picture).length, step.name).toBeGreaterThan(0);
      expect(marksOutside(picture), step.name).toEqual([]);
    }
  });
});

describe("softmax over more keys than are drawn", () => {
  const trace = tinyTrace({ sequences: [sentence(90)], numHeads: 1, mask: null, vocabSize: 100 });
  const [scores, attention] = ["scores", "attention"].map((name) => trace.steps.find((s) => s.name === name));
  const rows = Array.from({ length: 90 }, (_, row) =>
    Array.from(scores?.data.slice(90 * row, 90 * row + 90) ?? []),
  );
  const sums = rows.map((row) => row.reduce((sum, x) => sum + Math.exp(x - Math.max(...row)), 0));
  const texts = (t: number): string[] =>
    attention
      ? draw(sceneOf(trace, attention), t).marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []))
      : [];

  essential("adds up the powers of all keys", () => {
    const [sum] = texts(1).flatMap((text) => /^Σ (\d+\.\d\d)$/.exec(text)?.[1] ?? []);
    expect(sums.map((one) => one.toFixed(2))).toContain(sum);
  });

  essential("ends every row in 1", () => {
    const ends = texts(1).filter((text) => /^(0\.\d+|1)$/.test(text));
    expect(new Set(ends)).toEqual(new Set(["1"]));
  });
});

essential.each(stepsOf(tinyTrace()))("$name moves over time, in the dark theme too", ({ name }) => {
  for (const theme of [light, dark]) {
    const scene = sceneOf(tinyTrace(), name, { theme });
    expectReadable(scene, TIMES, 0.2);
    expect(new Set([0, 0.5, 1].map((t) => JSON.stringify(draw(scene, t)))).size).toBe(3);
  }
});

describe("the result at the end", () => {
  essential("shows every cell of the sentence in focus if no axis is thinned", () => {
    const trace = tinyTrace();
    for (const step of stepsOf(trace)) {
      const refs = new Set(
        cells(draw(sceneOf(trace, step), 1))
          .filter((c) => c.ref?.name === step.name)
          .map((c) => c.ref?.index.join()),
      );
      const perSentence = step.data.length / (step.axes[0] === "B" ? (step.shape[0] ?? 1) : 1);
      const heads =
        step.op === "view" || step.op === "transpose" || !step.axes.includes("H") ? 1 : (step.shape[1] ?? 1);
      expect(refs.size, step.name).toBe(perSentence / heads);
    }
  });

  essential("shows NaN as NaN where a whole row is minus infinity", () => {
    const trace = TRACES["minus infinity in whole rows"] as Trace;
    const picture = draw(sceneOf(trace, "attention"), 1);
    expect(cells(picture).some((cell) => cell.ref?.name === "attention" && cell.text === "NaN")).toBe(true);
  });
});

describe("a rearrangement", () => {
  const trace = tinyTrace();
  for (const step of trace.steps.filter((s) => s.op === "view" && s.dtype === "float32")) {
    essential(`${step.name}: has the same cells in every frame`, () => {
      const source = stepOf(trace, step.inputs[0] ?? "");
      // Every number is identified by its position in the result.
      const place = (cell: CellMark): string => {
        const { name, index } = cell.ref ?? { name: "", index: [] };
        if (name === step.name) return `${offsetOf(step.shape, index)}`;
        expect(name).toBe(source.name);
        return `${offsetOf(source.shape, index)}`;
      };
      const frame = (t: number): string[] =>
        cells(draw(sceneOf(trace, step), t))
          .map((cell) => `${place(cell)} ${cell.text} ${cell.fill}`)
          .sort();
      const end = frame(1);
      for (let t = 0; t < 1; t += 0.05) expect(isDeepStrictEqual(frame(t), end), `t = ${t}`).toBe(true);
    });
  }
});

describe("a transpose", () => {
  const trace = tinyTrace();
  for (const step of trace.steps.filter((s) => s.op === "transpose")) {
    essential(`${step.name}: has every number before and after, each in the order of its tensor`, () => {
      const source = stepOf(trace, step.inputs[0] ?? "");
      const picture = draw(sceneOf(trace, step), 1);
      for (const tensor of [source, step]) {
        const shown = cells(picture).filter(({ ref }) => ref?.name === tensor.name);
        expect(shown.length).toBe(tensor.data.length / (tensor.shape[0] ?? 1));
        const inOrder = shown
          .sort((a, b) => a.y - b.y || a.x - b.x)
          .map(({ ref }) => offsetOf(tensor.shape, ref?.index ?? []));
        expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
      }
    });
  }
});

describe("where a number comes from", () => {
  const trace = tinyTrace();
  const picture = draw(sceneOf(trace, "scores"), 1);
  const selected = { name: "scores", index: [0, 0, 1, 0] };
  const dK = stepOf(trace, "q_heads").shape.at(-1) ?? 1;
  const terms = Array.from({ length: dK }, (_, k) => [
    { name: "q_heads", index: [0, 0, 1, k] },
    { name: "k_heads", index: [0, 0, 0, k] },
  ]).flat();
  const shown = highlight(picture, selected, terms, light);

  essential("dims cells that do not contribute and leaves the rest", () => {
    expect(cells(shown).length).toBeGreaterThan(terms.length);
    for (const cell of cells(shown)) {
      const part = sameRef(cell.ref, selected) || terms.some((term) => sameRef(cell.ref, term));
      expect(cell.opacity).toBe(part ? 1 : light.rest);
    }
  });

  essential("draws one line for each run of operands", () => {
    const lines =
      shown.marks.filter((m) => m.kind === "line").length -
      picture.marks.filter((m) => m.kind === "line").length;
    expect(lines).toBe(2);
    expect(marksOutside(shown)).toEqual([]);
  });
});
