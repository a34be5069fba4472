/** The numbers that scenes write on the way to a result are those of the core, digit by digit. */
import { describe, expect, test } from "vitest";
import { digits } from "../../web/src/draw/scale.js";
import { sliceOf, stepOf } from "../../web/src/draw/tensor_view.js";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { range } from "../../web/src/module/shape.js";
import { draw } from "../../web/src/operations/operations.js";
import { hu } from "./core.js";
import { cells, labels, STAGES, sceneOf } from "./picture_checks.js";

const trace = hu.run({ ...openingSpec("transformer-block"), layerNorm: "pre" });
const focus = { batch: 0, head: 0 };
const TIMES = range(101).map((i) => i / 100);

/** Everything that a step writes at any moment, without line breaks and padding. */
function writtenBy(name: string): Set<string> {
  const scene = sceneOf(trace, name, STAGES[1]);
  return new Set(
    TIMES.flatMap((t) => {
      const picture = draw(scene, t);
      const texts = [
        ...labels(picture).map(({ text }) => text),
        ...cells(picture).map(({ text = "" }) => text),
      ];
      return texts.map((text) => text.replace(/\s+/g, " ").trim());
    }),
  );
}

const rowOf = (name: string, row: number): number[] => {
  const slice = sliceOf(stepOf(trace, name), focus);
  return range(slice.cols.size).map((col) => slice.value(row, col));
};

describe("what is written while a row is worked out", () => {
  test("softmax: the shifted scores, their powers and the sum", () => {
    const [input = ""] = stepOf(trace, "attention").inputs;
    const { maximum, shifted, powers, sum } = hu.softmaxRow(rowOf(input, 0));
    const written = writtenBy("attention");
    // Numbers of a whole row are written without decimals.
    for (const number of [...shifted, ...powers].slice(0, 4))
      expect([digits(number), String(number)].some((text) => written.has(text))).toBe(true);
    expect(written).toContain(`max ${digits(maximum)}`);
    expect(written).toContain(`Σ ${digits(sum)}`);
    expect(written).toContain("1");
  });

  test("softmax: a fill stays hatched once the maximum is subtracted", () => {
    const picture = draw(sceneOf(trace, "attention", STAGES[1]), 0.5);
    const fills = cells(picture).filter(({ text }) => text === digits(Number(trace.spec.maskFill)));
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.filter(({ hatch }) => !hatch)).toEqual([]);
  });

  test("layer norm: deviations, squares, variance, divisor and normalised numbers", () => {
    const [input = ""] = stepOf(trace, "norm_1").inputs;
    const row = hu.layerNormRow(rowOf(input, 0));
    const written = writtenBy("norm_1");
    for (const list of [row.deviations, row.squares, row.normalized])
      for (const number of list) expect(written).toContain(digits(number));
    expect(written).toContain(`μ ${digits(row.mean)}`);
    expect(written).toContain(`σ² ${digits(row.variance)}`);
    expect(written).toContain(`√(σ² + ε) ${digits(row.divisor)}`);
  });

  test("scores: each product, their sum and its division", () => {
    const [q, k] = [rowOf("q_heads", 0), rowOf("k_heads", 0)];
    const { products, sum } = hu.dotProduct(q, k);
    const written = [...writtenBy("scores")];
    q.forEach((a, i) => {
      const line = `${digits(a)} × ${digits(k[i] ?? 0)} = ${digits(products[i] ?? 0)}`;
      expect(written.map((text) => text.replace(/ +/g, " "))).toContain(line);
    });
    expect(written).toContain(`Σ = ${digits(sum)}`);
  });

  test("positions: period and angle", () => {
    const { period, angle } = hu.sinusoid([2, 0], trace.spec.dModel);
    const written = writtenBy("position_table");
    expect(written).toContain(`= 2 / ${digits(period)}`);
    expect(written).toContain(`= ${digits(angle)}`);
  });

  test("generation: the counts of multiplications", () => {
    const { dModel } = trace.spec;
    const written = [...writtenBy("generation")];
    const tokens = stepOf(trace, "v_heads").shape[2] ?? 0;
    const { cached, uncached, saved } = hu.cacheCounts(dModel, dModel, tokens, 3);
    for (const count of [cached, uncached, saved]) expect(written).toContain(`Σ ${count}`);
  });
});
