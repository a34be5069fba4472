import { describe, expect, test } from "vitest";
import type { Term } from "../../web/src/module/types.js";
import { partsOf, productOf, rowPieces } from "../../web/src/views/callout/arithmetic/long.js";

const term = (value: number, i: number): Term => ({ name: "x", index: [i], value });
/** The product of pair i is i, alternating in sign. */
const pairs = (count: number): (readonly [Term, Term])[] =>
  Array.from({ length: count }, (_, i) => [term(i, i), term(i % 2 ? -1 : 1, i)] as const);

describe("a sum of products", () => {
  test("is written whole while it can be read", () => {
    const all = pairs(24);
    expect(partsOf(all)).toEqual({ first: all, largest: [], rest: { count: 0, sum: 0 } });
  });

  test("that is long shows the first and the largest products in order, and the sum of the rest", () => {
    const all = pairs(512);
    const { first, largest, rest } = partsOf(all);
    expect(first).toEqual(all.slice(0, 6));
    expect(largest).toEqual(all.slice(-6));
    expect(rest.count).toBe(500);
    const stated = [...first, ...largest].reduce((sum, pair) => sum + productOf(pair), rest.sum);
    expect(stated).toBeCloseTo(
      all.reduce((sum, pair) => sum + productOf(pair), 0),
      6,
    );
  });
});

describe("a row of cells", () => {
  const piece = (one: Term) => ({ text: String(one.value), term: one });

  test("is written whole while it can be read", () => {
    expect(
      rowPieces(
        pairs(40).map(([a]) => a),
        piece,
      ),
    ).toHaveLength(40);
  });

  test("that is long shows the first and the last cells, and how many are left out", () => {
    const texts = rowPieces(
      pairs(100).map(([a]) => a),
      piece,
    ).map(({ text }) => text);
    expect(texts).toHaveLength(25);
    expect(texts[19]).toBe("19");
    expect(texts[20]).toBe("⋯ 76 ⋯");
    expect(texts.at(-1)).toBe("99");
  });
});
