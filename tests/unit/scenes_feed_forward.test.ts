/**
 * The scenes of the feed-forward layer, of layer norm, and of the bridges on heads and on generation: inside the stage,
 * without overlapping labels, with no result at t = 0 and the whole result at t = 1, and the rule written out halfway.
 */

import { describe, expect, it } from "vitest";
import english from "../../web/locales/en.json";
import korean from "../../web/locales/ko.json";
import type { CellMark, Picture } from "../../web/src/draw/picture.js";
import { digits, scaleOf } from "../../web/src/draw/scale.js";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { light } from "../../web/src/draw/theme.js";
import { thumbnail } from "../../web/src/draw/thumbnail.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { draw, stageStep } from "../../web/src/operations/operations.js";
import { visibleMatrix } from "../../web/src/views/common/visible_matrix.js";
import { essential, sampled } from "../sampled.js";
import { hu } from "./core.js";
import {
  cells,
  expectReadable,
  hasWindows,
  isOnStage,
  labels,
  matchesNumber,
  STAGES,
  sceneOf,
} from "./picture_checks.js";
import { blockTrace } from "./traces.js";

const TIMES = [0, 0.06, 0.1, 0.2, 0.35, 0.5, 0.6, 0.75, 0.9, 1];
const IDS = [
  ...["conv1.weight", "conv1.bias", "norm_1.weight", "norm_1.bias", "norm_1"],
  ...["ff_1", "ff_2", "ff_3", "wrong_view", "generation"],
];
const sentence = (length: number): number[] => Array.from({ length }, (_, i) => 1 + (i % 8));
/** The larger lessons come last; `npm run walks` draws them. */
const SPECS: Record<string, Partial<LessonSpec>> = {
  "the opening sizes": { dModel: 8, feedForward: { dFf: 32 }, sequences: [sentence(8), sentence(5)] },
  "one token, one head": { numHeads: 1, dModel: 1, feedForward: { dFf: 1 }, sequences: [[3]] },
  "two tokens, four heads": { numHeads: 4, dModel: 8, sequences: [[3, 1]] },
  "an empty sentence, −inf": { sequences: [[], sentence(4)], maskFill: "-inf" },
  "d_model 128, d_ff 512, relu": {
    dModel: 128,
    feedForward: { dFf: 512, activation: "relu" },
    sequences: [sentence(8)],
  },
  "64 tokens": { dModel: 8, feedForward: { dFf: 32 }, sequences: [sentence(64)] },
};
const TRACES = Object.entries(SPECS).map(([name, spec]) => {
  return [name, blockTrace({ layerNorm: "post", ...spec })] as const;
});
const OPENING = TRACES[0]?.[1] as Trace;

const written = (picture: Picture): string[] =>
  labels(picture).map((m) => m.text.replace(/\s+/g, " ").trim());

/** The step whose cells serve as a bridge's result. */
const resultOf = (id: string): string =>
  ({ wrong_view: "q_heads", generation: "values" })[id as string] ?? id;

describe.each(sampled(TRACES, 4))("%s", (_, trace) => {
  const drawn = IDS.filter((id) => stageStep(trace, id));
  it.each(drawn.flatMap((id) => STAGES.map((size) => ({ id, ...size }))))(
    "$id on $width × $height",
    ({ id, ...size }) => {
      const scene = sceneOf(trace, id, size);
      const result = stepOf(trace, resultOf(id));
      const own = (t: number): CellMark[] =>
        cells(draw(scene, t)).filter((cell) => cell.ref?.name === result.name);
      expectReadable(scene, TIMES);
      expect(own(0)).toEqual([]);
      const scale = scaleOf(result, trace, light);
      const last = own(1);
      const faults = last.filter(
        (cell) =>
          !isOnStage(cell, trace) ||
          cell.outline !== undefined ||
          !matchesNumber(cell, scale(valueAt(result, cell.ref?.index ?? [])).text),
      );
      expect(faults).toEqual([]);
      // All cells of one sentence and one head, or those in the windows.
      if (hasWindows(draw(scene, 1))) expect(last.length).toBeGreaterThan(0);
      else {
        const held = result.axes.reduce(
          (n, letter, axis) => (letter === "B" || letter === "H" ? n * (result.shape[axis] ?? 1) : n),
          1,
        );
        expect(new Set(last.map((cell) => cell.ref?.index.join())).size).toBe(result.data.length / held);
      }
    },
  );
});

describe("halfway the rule is written with its digits", () => {
  const half = (id: string): Picture => draw(sceneOf(OPENING, id), 0.5);
  const value = (name: string, ...index: number[]): number => valueAt(stepOf(OPENING, name), index);

  essential("a convolution computes the second position with the same weights as the first", () => {
    const [w, x] = [value("conv1.weight", 0, 0, 0), value("norm_1", 0, 1, 0)];
    expect(written(half("ff_1"))).toContain(`${digits(w)} × ${digits(x)} = ${digits(w * x)}`);
    expect(written(half("ff_1"))).toContain(`Σ = ${digits(value("ff_1", 0, 0, 1))}`);
    expect(written(half("ff_3"))).toContain(`Σ = ${digits(value("ff_3", 0, 1, 0))}`);
  });

  essential("the window covers one position, and no later column has been computed", () => {
    const shown = cells(half("ff_1")).filter((cell) => cell.ref?.name === "ff_1");
    expect(new Set(shown.map((cell) => cell.ref?.index[2]))).toEqual(new Set([0]));
    const full = cells(half("ff_1")).filter((cell) => cell.ref?.name === "norm_1" && cell.opacity === 1);
    expect(new Set(full.map((cell) => cell.ref?.index[1]))).toEqual(new Set([1]));
  });

  essential("gelu shows Φ(x), the share of the number that it keeps", () => {
    const line = written(half("ff_2")).find((text) => text.includes("Φ(") && text.startsWith("×"));
    const [, x = "", share = ""] = line?.match(/Φ\((.+)\) = .+ × (.+) =/) ?? [];
    const number = Number(x.replace("−", "-"));
    expect(number).toBeLessThan(0);
    expect(Number(share)).toBeCloseTo(hu.ndtr([number]).data[0] ?? 0, 1);
  });

  essential("relu writes the larger of 0 and the number", () => {
    const trace = blockTrace({ dModel: 8, feedForward: { dFf: 32, activation: "relu" } });
    expect(written(draw(sceneOf(trace, "ff_2"), 0.5))).toContain("max(0,");
  });

  essential("generating has appended the second token to the cache, and the third does not exist", () => {
    const shown = cells(half("generation"));
    const rows = (name: string, axis: number): number[] => [
      ...new Set(shown.filter((c) => c.ref?.name === name).map((c) => c.ref?.index[axis] ?? -1)),
    ];
    expect(rows("k_heads", 2)).toEqual([0, 1]);
    expect(rows("v_heads", 2)).toEqual([0, 1]);
    for (const newRow of ["q_heads", "scores", "attention"]) expect(rows(newRow, 2)).toEqual([1]);
    expect(rows("attention", 3)).toEqual([0, 1]);
    expect(rows("values", 2)).toEqual([0, 1]);
  });

  essential("generating counts the products with and without a cache", () => {
    // The projections are three of 8 × 8; the second query meets two keys, and two weights two values.
    expect(written(half("generation"))).toContain("3·8·8 + 2·8 = 208");
    expect(written(half("generation"))).toContain("2 · 208 = 416");
    const last = written(draw(sceneOf(OPENING, "generation"), 1));
    const own = Array.from({ length: 8 }, (_, i) => 3 * 8 * 8 + 2 * (i + 1) * 8);
    const sum = own.reduce((a, b) => a + b, 0);
    const again = own.reduce((all, one, i) => all + (i + 1) * one, 0);
    expect(last).toContain("3·8·8 + 8·8 + 8·8 = 320");
    expect(last).toContain("8 · 320 = 2560");
    for (const count of [sum, again, again - sum]) expect(last).toContain(`Σ ${count}`);
  });

  essential("the count of generating is named in the reader's language, inside a stage of any size", () => {
    for (const size of STAGES)
      for (const [terms, names] of [
        [korean.terms, ["KV 캐시", "캐시 없음", "아낀 곱셈"]],
        [english.terms, ["KV cache", "no cache", "saved"]],
      ] as const) {
        const scene = sceneOf(OPENING, "generation", { ...size, terms });
        expect(written(draw(scene, 1))).toEqual(expect.arrayContaining([...names]));
        expectReadable(scene, [1]);
      }
  });
});

describe("a wrong view", () => {
  const picture = draw(sceneOf(OPENING, "wrong_view"), 1);
  /** The name of q, whose table is between the wrong view and the right one. */
  const [from, to] = [
    (labels(picture).find(({ text }) => text === "q")?.x ?? 0) - 30,
    Math.min(
      ...cells(picture).flatMap((c) => (c.ref?.name === "q_split" || c.ref?.name === "q_heads" ? [c.x] : [])),
    ) - 30,
  ];
  const { width } = STAGES[0];
  /** The numbers beside the rows of a block, from the top. */
  const tokensIn = (from: number, to: number): string[] =>
    labels(picture)
      .filter((m) => /^\d+$/.test(m.text) && m.color === light.axes.L && m.x > from && m.x < to)
      .sort((a, b) => a.y - b.y)
      .map((m) => m.text);

  essential("labels every row with the token it came from", () => {
    expect(tokensIn(0, from)).toEqual(["1", "1", "2", "2", "3", "3", "4", "4"]);
    expect(tokensIn(to, width)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  });

  essential("has the numbers of q in memory order", () => {
    const left = cells(picture)
      .filter((cell) => cell.x < from)
      .sort((a, b) => a.y - b.y || a.x - b.x);
    expect(left.map((cell) => cell.ref?.name)).toEqual(left.map(() => "q"));
    const q = stepOf(OPENING, "q");
    expect(left.map((cell) => valueAt(q, cell.ref?.index ?? []))).toEqual([...q.data.slice(0, 32)]);
  });
});

describe("the weight of a convolution, (F, D, 1)", () => {
  const weight = stepOf(OPENING, "conv1.weight");

  essential("is F × D in its thumbnail and in the table", () => {
    const small = cells(thumbnail(sceneOf(OPENING, "conv1.weight", { width: 300, height: 200 })));
    expect(new Set(small.map((cell) => cell.ref?.index.join())).size).toBe(32 * 8);
    const table = visibleMatrix(OPENING, weight, { batch: 0, head: 0 });
    expect([table.rowLetter, table.rows, table.colLetter, table.cols]).toEqual(["F", 32, "D", 8]);
    expect(table.value(5, 3)).toBe(valueAt(weight, [5, 3, 0]));
  });

  essential("is drawn between ±1/√D, its kernel counted once", () => {
    expect(written(draw(sceneOf(OPENING, "conv1.weight"), 1))).toContain("1/√8 = 0.3536");
    expect(written(draw(sceneOf(OPENING, "conv2.bias"), 1))).toContain("1/√32 = 0.1768");
  });
});
