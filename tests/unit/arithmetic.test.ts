import { describe, expect, test } from "vitest";
import type { Explanation, Op, StepName, Term, Trace } from "../../web/src/module/types.js";
import type { Line } from "../../web/src/operations/arithmetic.js";
import { arithmetic } from "../../web/src/operations/operations.js";
import { hu } from "./core.js";
import { locales, placeholdersOf } from "./locales.js";
import { tinyTrace, variations } from "./traces.js";

const trace = tinyTrace();

const term = (name: string, index: readonly number[], value: number): Term => ({ name, index, value });

function example(
  op: Explanation["op"],
  value: number,
  terms: readonly Term[],
  detail: Explanation["detail"] = {},
): Explanation {
  const name = { scaled_dot_product: "scores", softmax: "attention" }[op as string] ?? "q";
  return { name, index: [0, 0, 0, 1], value, op, terms, detail };
}

/** The facts of a sum of products, as the core has them. */
function sumOf(products: readonly number[]): Explanation["detail"] {
  const order = [...products.keys()].sort((a, b) => Math.abs(products[b] ?? 0) - Math.abs(products[a] ?? 0));
  const rest = products
    .concat(0)
    .map((_, n) => order.slice(n).reduce((sum, at) => sum + (products[at] ?? 0), 0));
  return { products, order, rest };
}

/** The text of a line: its signs and numbers, and its result. */
const read = ({ pieces, result }: Line): string =>
  [pieces.map(({ text, width = 0 }) => text.padStart(width)).join(""), result]
    .filter((part) => part !== "")
    .join(" ");
const readAll = (e: Explanation): string[] => arithmetic(trace, e).map(read);

/** The first, a middle and the last cell of every step of the lessons, by operation. */
const explained = new Map<Op, [Trace, Explanation][]>();
for (const [, of] of variations)
  for (const { op, name, shape } of of.steps)
    for (const part of [0, 0.5, 1]) {
      const index = shape.map((size) => Math.floor((size - 1) * part));
      explained.set(op, [...(explained.get(op) ?? []), [of, hu.explain(of, name as StepName, index)]]);
    }

const examples = {
  linear: example(
    "linear",
    -0.5,
    [
      ...[term("embedding", [0, 0, 0], 0.5), term("w_q.weight", [1, 0], -2)],
      ...[term("embedding", [0, 0, 1], -0.25), term("w_q.weight", [1, 1], -1)],
      term("w_q.bias", [1], 0.25),
    ],
    sumOf([-1, 0.25]),
  ),
  scaled_dot_product: example(
    "scaled_dot_product",
    0.5,
    [
      ...[term("q_heads", [0, 0, 0, 0], 1), term("k_heads", [0, 0, 1, 0], 0.5)],
      ...[term("q_heads", [0, 0, 0, 1], 0.5), term("k_heads", [0, 0, 1, 1], 1)],
    ],
    { ...sumOf([0.5, 0.5]), dot: 1, dK: 4, divisor: 2 },
  ),
  weighted_sum: example(
    "weighted_sum",
    0.375,
    [
      ...[term("attention", [0, 0, 0, 0], 0.25), term("v_heads", [0, 0, 0, 1], -0.5)],
      ...[term("attention", [0, 0, 0, 1], 0.5), term("v_heads", [0, 0, 1, 1], 1)],
    ],
    sumOf([-0.125, 0.5]),
  ),
  softmax: example(
    "softmax",
    0.5,
    [0.25, 0.25, -1e12]
      .map((value, i) => term("masked_scores", [0, 0, 0, i], value))
      .concat([term("maximum", [], 0.25), term("sum", [], 2)]),
    { position: 1, maximum: 0.25, powers: [1, 1, 0], sum: 2 },
  ),
  masked_fill: example(
    "masked_fill",
    -1e12,
    [term("scores", [0, 0, 0, 1], 0.3), term("mask", [0, 0, 1], 0)],
    {
      fill: -1e12,
      maskedBit: 0,
      filled: 1,
    },
  ),
  logical_and: example("logical_and", 0, [
    term("padding_mask", [0, 0, 1], 1),
    term("nopeak_mask", [0, 0, 1], 0),
  ]),
  not_equal: example("not_equal", 1, [term("ids", [0, 1], 3), term("padId", [], 0)]),
  tril: example("tril", 0, [term("query", [], 1), term("key", [], 2)]),
  uniform: example("uniform", 0.1, [term("draw", [816], 0.75)], {
    ...{ distribution: "uniform", seed: 42, draw: 816, raw: 4294967295, uniform: 0.75, bound: 0.35355338 },
  }),
  sinusoid: example("sinusoid", 0.995, [term("position", [], 1), term("column", [], 3)], {
    period: 10,
    angle: 0.1,
    part: "cos",
  }),
  position_ids: example("position_ids", 2, [
    term("ids", [0, 1], 3),
    term("padId", [], 0),
    term("place", [], 2),
  ]),
  add: example("add", 0.75, [term("embedding", [0, 0, 1], 1), term("q", [0, 0, 1], -0.25)]),
  eq: example("eq", 0, [term("ids", [0, 1], 3), term("padId", [], 0)]),
  triu: example("triu", 1, [term("query", [], 1), term("key", [], 2)]),
  logical_or: example("logical_or", 1, [term("padding_mask", [0, 0, 1], 0), term("mask", [0, 0, 1], 1)]),
  gelu: example("gelu", 0.8413, [term("q", [0, 0, 1], 1)], { cdf: 0.8413447 }),
  relu: example("relu", 0, [term("q", [0, 0, 1], -0.5)]),
  layer_norm: example(
    "layer_norm",
    1.5,
    [
      ...[-1, 1].map((value, i) => term("values", [0, 0, 0, i], value)),
      ...[term("mean", [], 0), term("rstd", [], 1)],
      ...[term("w_q.weight", [1], 1), term("w_q.bias", [1], 0.5)],
    ],
    { position: 1, mean: 0, rstd: 1, eps: 1e-5, normalized: [-1, 1] },
  ),
};

test("the lessons use every operation", () => {
  expect(explained.size).toBe(26);
});

describe("the arithmetic of a cell", () => {
  test("linear: lists every product, the bias and the sum", () => {
    expect(readAll(examples.linear)).toEqual([
      "   0.5000 × −2.0000 −1.0000",
      "+ −0.2500 × −1.0000 0.2500",
      "+ 0.2500 0.2500",
      "Σ = −0.5000",
    ]);
  });

  test("a layer without bias has no line for it", () => {
    const { terms } = examples.linear;
    expect(
      arithmetic(trace, example("linear", -0.75, terms.slice(0, 4), sumOf([-1, 0.25]))).some(
        ({ key }) => key === "bias",
      ),
    ).toBe(false);
  });

  test("scores: shows the products, the dot product and the division", () => {
    expect(readAll(examples.scaled_dot_product).slice(2)).toEqual(["Σ = 1.0000", "1.0000 ÷ √4 = 0.5000"]);
  });

  test("values: multiplies weights by values", () => {
    expect(readAll(examples.weighted_sum)).toEqual([
      "  0.2500 × −0.5000 −0.1250",
      "+ 0.5000 ×  1.0000 0.5000",
      "Σ = 0.3750",
    ]);
  });

  test("softmax: shows the row, its maximum, exp, the sum and the quotient", () => {
    const lines = arithmetic(trace, examples.softmax);
    expect(lines[0]?.pieces.map(({ text }) => text)).toEqual(["0.2500", "0.2500", "−1e12"]);
    expect(lines.slice(1).map(read)).toEqual([
      "max = 0.2500",
      "exp(0.2500 − 0.2500) 1.0000",
      "Σ exp = 2.0000",
      "1.0000 ÷ 2.0000 = 0.5000",
    ]);
  });

  test("softmax of a row masked entirely with −inf is NaN, and says so", () => {
    const row = [0, 1].map((i) => term("masked_scores", [0, 0, 0, i], Number.NEGATIVE_INFINITY));
    const powers = [Number.NaN, Number.NaN];
    const facts = { position: 1, maximum: Number.NEGATIVE_INFINITY, powers, sum: Number.NaN };
    const lines = arithmetic(trace, example("softmax", Number.NaN, row, facts)).map(read);
    expect(lines).toContain("exp(−∞ − (−∞)) NaN");
    expect(lines.at(-1)).toBe("NaN ÷ NaN = NaN");
  });

  test("masked scores: shows the effect of the mask bit", () => {
    expect(arithmetic(trace, examples.masked_fill).map(({ key }) => key)).toEqual([
      "score",
      "maskedBit",
      "filled",
    ]);
    const kept = example(
      "masked_fill",
      0.3,
      [term("scores", [0, 0, 0, 1], 0.3), term("mask", [0, 0, 1], 1)],
      { filled: 0 },
    );
    expect(arithmetic(trace, kept).map(({ key }) => key)).toEqual(["score", "openBit", "kept"]);
  });

  test("masks: shows bits and comparisons", () => {
    expect(readAll(examples.logical_and)).toEqual(["1 ∧ 0 = 0"]);
    expect(readAll(examples.not_equal)).toEqual(["3 ≠ 0 → 1"]);
    expect(readAll(examples.tril)).toEqual(["2 > 1 → 0"]);
  });

  test("masks with 1 = ignore: shows the same comparisons with inverted bits", () => {
    expect(readAll(examples.eq)).toEqual(["3 == 0 → 0"]);
    expect(readAll(examples.triu)).toEqual(["2 > 1 → 1"]);
    expect(readAll(examples.logical_or)).toEqual(["0 ∨ 1 = 1"]);
    const alone = example("logical_or", 0, [term("mask", [0, 0, 1], 0)]);
    expect(readAll(alone)).toEqual(["0 > 0 → 0"]);
    const keys = [examples.eq, examples.triu, examples.not_equal, examples.tril].map(
      (e) => arithmetic(trace, e)[0]?.key,
    );
    expect(keys).toEqual(["notPadding", "future", "notPadding", "future"]);
  });

  test("a filled score says which bit hides it", () => {
    const hidden = (bit: number, filled: number): unknown => {
      const terms = [term("scores", [0, 0, 0, 1], 0.3), term("mask", [0, 0, 1], bit)];
      const line = arithmetic(trace, example("masked_fill", 0.3, terms, { filled }))[1];
      return [line?.key, line?.facts];
    };
    expect(hidden(0, 1)).toEqual(["maskedBit", { bit: 0 }]);
    expect(hidden(1, 1)).toEqual(["maskedBit", { bit: 1 }]);
    expect(hidden(0, 0)).toEqual(["openBit", { bit: 0 }]);
  });

  test("positions: shows the position or 0, the angle, and its sine or cosine", () => {
    expect(readAll(examples.position_ids)).toEqual(["3 ≠ 0 → 2"]);
    const padded = example("position_ids", 0, [term("ids", [0, 2], 0), term("padId", [], 0)]);
    expect(readAll(padded)).toEqual(["0 == 0 → 0"]);
    expect(readAll(examples.sinusoid)).toEqual(["1 ÷ 10.0000 = 0.1000", "cos(0.1000) = 0.9950"]);
    const found = example("embedding", 0.5, [term("positions", [0, 1], 2), term("q", [0, 0, 1], 0.5)]);
    expect(arithmetic(trace, found).map(({ key }) => key)).toEqual(["position", "positionCell", undefined]);
  });

  test("shows the terms of sums, activations and norms", () => {
    expect(readAll(examples.add)).toEqual(["  1.0000 1.0000", "+ −0.2500 −0.2500", "= 0.7500"]);
    expect(readAll(examples.gelu)).toEqual(["Φ(1.0000) = 0.8413", "1.0000 × 0.8413 = 0.8413"]);
    expect(readAll(examples.relu)).toEqual(["max(0, −0.5000) = 0.0000"]);
    expect(readAll(examples.layer_norm).slice(1)).toEqual([
      "μ = 0.0000",
      "1 ÷ σ = 1.0000",
      "(1.0000 − 0.0000) × 1.0000 = 1.0000",
      "1.0000 × 1.0000 + 0.5000 = 1.5000",
    ]);
  });

  const long = (count: number): Explanation => {
    // The product of pair i is i, alternating in sign.
    const products = Array.from({ length: count }, (_, i) => (i % 2 ? -i : i));
    const terms = products.flatMap((_, i) => [
      term("q", [0, 0, i], i),
      term("w_q.weight", [0, i], i % 2 ? -1 : 1),
    ]);
    return example("weighted_sum", 0, terms, sumOf(products));
  };

  test("a sum of products is written whole while it can be read", () => {
    expect(arithmetic(trace, long(24))).toHaveLength(25);
  });

  test("of a long sum, the largest products stand in order, then the sum of the rest", () => {
    const lines = arithmetic(trace, long(512));
    expect(lines[0]).toMatchObject({ key: "largest", facts: { count: 12 } });
    expect(lines.slice(1, 13).map(({ result }) => result?.split(".")[0])).toEqual(
      Array.from({ length: 12 }, (_, i) => `${i % 2 ? "−" : ""}${500 + i}`),
    );
    // Σ ±i up to 499 is −250.
    expect(lines[13]).toMatchObject({ key: "others", facts: { count: 500 }, result: "−250.0000" });
  });

  test("of a long row, the first and the last cells are shown, and how many are left out", () => {
    const row = (count: number): string[] => {
      const cells = Array.from({ length: count }, (_, i) => term("masked_scores", [0, 0, 0, i], i));
      const [line] = arithmetic(trace, example("softmax", 0.5, cells, { position: 0, powers: [] }));
      return line?.pieces.map(({ text }) => text) ?? [];
    };
    expect(row(40)).toHaveLength(40);
    expect(row(100)).toHaveLength(25);
    expect(row(100).slice(19, 21)).toEqual(["19.0000", "⋯ 76 ⋯"]);
    expect(row(100).at(-1)).toBe("99.0000");
  });

  test("numbers of a hundred and more keep their decimals, so that they can be checked", () => {
    const large = example("scaled_dot_product", 22.5946, examples.scaled_dot_product.terms, {
      dot: 180.7568,
      dK: 64,
    });
    expect(readAll(large).at(-1)).toBe("180.7568 ÷ √64 = 22.5946");
  });

  test("whole numbers of the generator are written in full", () => {
    expect(arithmetic(trace, examples.uniform)[0]?.facts).toMatchObject({
      raw: "4294967295",
      draw: "816",
      bound: "0.3536",
    });
  });

  test.each([...explained])("%s: cells of the trace can be opened, other terms cannot", (_op, cells) => {
    for (const [trace, e] of cells) {
      const opened = arithmetic(trace, e).flatMap(({ pieces }) => pieces.flatMap(({ term }) => term ?? []));
      const isCell = ({ name }: Term): boolean => trace.steps.some((step) => step.name === name);
      expect(opened.filter((term) => !isCell(term))).toEqual([]);
      expect(opened).toEqual(expect.arrayContaining(e.terms.filter(isCell)));
    }
  });

  test.each([...explained])("%s: every language has every sentence, with all its facts", (_op, cells) => {
    const lines = cells.flatMap(([trace, e]) => arithmetic(trace, e));
    expect(lines.length).toBeGreaterThan(0);
    for (const { key, facts = {} } of lines) {
      if (key === undefined) continue;
      for (const [language, { cell }] of locales) {
        expect(cell[key], `${language}: cell.${key}`).toBeTruthy();
        expect(Object.keys(facts)).toEqual(expect.arrayContaining(placeholdersOf(cell[key])));
      }
    }
  });
});
