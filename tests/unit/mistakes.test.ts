/** "What is wrong here?" on other data than a lesson's own: the numbers, the code and the words agree there too. */
import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { differs } from "../../web/src/draw/compare.js";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { type Exercise, exercise } from "../../web/src/lessons/mistakes.js";
import { MISTAKE_IDS, MISTAKES, type MistakeId } from "../../web/src/lessons/offers.js";
import type { HeadsUp } from "../../web/src/module/heads_up.js";
import type { LessonSpec, Tensor, Trace } from "../../web/src/module/types.js";

const hu = (await load()) as unknown as HeadsUp;

const traceFor = (id: MistakeId, change: Partial<LessonSpec>): Trace =>
  hu.run({ ...openingSpec(MISTAKES[id][0]), ...change });
const exerciseWith = (id: MistakeId, change: Partial<LessonSpec>): Exercise =>
  exercise(hu, traceFor(id, change), id);
const textsOf = ({ code }: Exercise): string[] => code.map(([text]) => text);
const rowsOf = ({ shape, data }: Tensor): number[][] => {
  const size = shape.at(-1) ?? 1;
  return Array.from({ length: data.length / size }, (_, i) => [...data.slice(i * size, (i + 1) * size)]);
};
const sum = (row: readonly number[]): number => row.reduce((a, b) => a + b, 0);
const isSeen = ({ pair }: Exercise): boolean =>
  [...pair.other.data].some((value, i) => differs(pair.asItIs.data[i] ?? Number.NaN, value));

const UNPADDED = [
  [5, 6, 7],
  [8, 9, 10],
];
const VARIATIONS: Readonly<Record<string, Partial<LessonSpec>>> = {
  "one token": { sequences: [[7]], target: null },
  "one head": { numHeads: 1 },
  "no padding": { sequences: UNPADDED, target: null },
  "another width": { dAttention: 4 },
  "padding mask alone": { mask: { padding: true, causal: false } },
  "a fill of −∞": { maskFill: "-inf", mask: { padding: true, causal: false } },
  "a fill of −5": { maskFill: -5 },
};

describe.each(Object.entries(VARIATIONS))("with %s", (_, change) => {
  test.each(MISTAKE_IDS)("%s shows numbers that differ from the right ones", (id) => {
    const isCrossed = MISTAKES[id][0] === "encoder-decoder";
    const spec = change.sequences && isCrossed ? { ...change, target: change.sequences } : change;
    expect(isSeen(exerciseWith(id, spec))).toBe(true);
  });
});

describe("an exercise", () => {
  test("stays on the reader's own data if they show the mistake", () => {
    const sequences = [[5, 6, 7], [8]];
    for (const id of ["wrong_view", "inverted_mask", "late_mask", "half_overflow", "query_mask"] as const)
      expect(
        exerciseWith(id, { sequences })
          .trace.spec.sequences.flat()
          .filter((x) => x > 0),
      ).toEqual([5, 6, 7, 8]);
  });

  test.each<[MistakeId, Partial<LessonSpec>]>([
    ["wrong_view", { numHeads: 1 }],
    ["lost_transpose", { numHeads: 1 }],
    ["softmax_axis", { sequences: [[7]] }],
    ["late_mask", { sequences: [[7]] }],
    ["half_overflow", { sequences: UNPADDED }],
    ["query_mask", { sequences: UNPADDED }],
    ["forgotten_mask", { sequences: UNPADDED, target: UNPADDED }],
    ["inverted_mask", { sequences: [[7]] }],
  ])("%s goes to the lesson's own data if %o would hide the mistake", (id, change) => {
    const opened = exerciseWith(id, {}).trace.spec;
    expect(exerciseWith(id, change).trace.spec).toEqual(opened);
  });

  test("leaves designed weights whose queries and keys share a layer", () => {
    const spec = { ...openingSpec("encoder-decoder"), numHeads: 1 };
    const trace = hu.run(spec, hu.designedWeights(spec));
    expect(isSeen(exercise(hu, trace, "copied_layer"))).toBe(true);
  });

  test.each<[NonNullable<LessonSpec["mask"]>, string]>([
    [{ padding: true, causal: true }, "(padding_mask & nopeak_mask)"],
    [{ padding: true, causal: false }, "padding_mask"],
    [{ padding: false, causal: true }, "nopeak_mask"],
  ])("the inverted mask names only the masks that exist: %o", (mask, masks) => {
    expect(textsOf(exerciseWith("inverted_mask", { mask }))[0]).toBe(`masks = ${masks}.unsqueeze(1)`);
  });

  test.each([-1e12, -5, "-inf"] as const)(
    "with the inverted mask and a fill of %s a query sees the hidden keys alone, or all alike",
    (maskFill) => {
      const { asItIs, other } = exerciseWith("inverted_mask", { maskFill }).pair;
      expect([...other.data].some(Number.isNaN)).toBe(false);
      const rows = rowsOf(asItIs);
      rowsOf(other).forEach((row, i) => {
        const hidden = (rows[i] ?? []).map((weight) => weight === 0);
        if (!hidden.includes(true)) expect(new Set(row).size).toBe(1);
        else expect(row.map((weight) => weight > 0)).toEqual(hidden);
      });
    },
  );

  test("a late mask hides what lies ahead even if the reader's masks do not", () => {
    const { other } = exerciseWith("late_mask", {
      sequences: [[5, 6, 7], [8]],
      mask: { padding: true, causal: false },
    }).pair;
    expect(rowsOf(other)[0]?.slice(1)).toEqual([0, 0]);
  });

  test.each(["softmax_axis", "lost_transpose"] as const)("%s has no masks, like its code", (id) => {
    const { trace, pair } = exerciseWith(id, { mask: { padding: true, causal: true }, maskFill: "-inf" });
    expect(trace.spec.mask).toEqual(exerciseWith(id, { mask: null }).trace.spec.mask);
    expect([...pair.other.data, ...pair.asItIs.data].some(Number.isNaN)).toBe(false);
    expect(pair.asItIs.data).toEqual(exerciseWith(id, { mask: null }).pair.asItIs.data);
  });

  test("heads are joined into a width that fits the values", () => {
    const width = { dAttention: 4 };
    expect(textsOf(exerciseWith("softmax_axis", width)).at(-1)).toContain("reshape(B, L, d_attention)");
    const { right } = exerciseWith("lost_transpose", width);
    expect(right).toContain("reshape(B, L, d_attention)");
    expect(textsOf(exerciseWith("lost_transpose", width))).toContain(
      "concat = values.reshape(B, L, d_attention)",
    );
    expect(exerciseWith("lost_transpose", {}).right).toContain("reshape(B, L, d_model)");
  });

  test("a shifted triangle gives NaN whatever the lesson's fill", () => {
    const shown = exerciseWith("shifted_triangle", { maskFill: -1e12 });
    expect(rowsOf(shown.pair.other)[0]?.every(Number.isNaN)).toBe(true);
    expect(textsOf(shown)[2]).toContain("inf");
  });

  test("masked queries have equal weights whatever the lesson's fill", () => {
    const shown = exerciseWith("query_mask", { maskFill: "-inf", sequences: [[5, 6, 7], [8]] });
    const rows = rowsOf(shown.pair.other);
    expect(new Set(rows.at(-1)).size).toBe(1);
    expect(sum(rows.at(-1) ?? [])).toBeCloseTo(1, 5);
  });

  test.each([8, 7])("two sines put the cosines into the even columns of a table of %i", (dModel) => {
    const { asItIs, other } = exerciseWith("two_sines", { dModel, numHeads: 1 }).pair;
    const [right, wrong] = [rowsOf(asItIs), rowsOf(other)];
    wrong.forEach((row, pos) => {
      row.forEach((value, col) => {
        expect(value).toBeCloseTo(col % 2 === 0 ? Math.cos(pos / 10000 ** (col / dModel)) : 0, 5);
        if (col % 2 === 0 && col + 1 < dModel)
          expect(value).toBeCloseTo(right[pos]?.[col + 1] ?? Number.NaN, 5);
      });
    });
  });
});
