/** The figures in the notes are pure, inside their frame, described in every language, and consistent with the trace. */
import { isDeepStrictEqual } from "node:util";
import { describe, expect } from "vitest";
import { softmaxOf, sumOf } from "../../web/src/draw/asides/arithmetic.js";
import type { Aside, AsideInput, Figure } from "../../web/src/draw/asides/aside.js";
import { type AsideName, asides } from "../../web/src/draw/asides/asides.js";
import { mostVariedQuery } from "../../web/src/draw/asides/row.js";
import { monoWidth } from "../../web/src/draw/measure.js";
import type { Mark } from "../../web/src/draw/picture.js";
import { digits } from "../../web/src/draw/scale.js";
import { hasStep, sliceOf, stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { dark, light } from "../../web/src/draw/theme.js";
import { figures } from "../../web/src/lessons/asides.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { essential, exhaustive } from "../sampled.js";
import { hu } from "./core.js";
import { locales, placeholdersOf } from "./locales.js";
import { tinyTrace } from "./traces.js";

const WIDTHS = [320, 340, 480] as const;
const STEPS: Readonly<Record<AsideName, readonly string[]>> = {
  scale_slip: ["scores"],
  full_row: ["masked_scores", "attention"],
  in_place: ["masked_scores"],
  softmax_dim: ["attention"],
  only_keys: ["mask", "attention"],
  padding_share: ["attention"],
  strides: ["q_heads", "concat"],
  two_heads: ["attention"],
  position_products: ["embedding"],
};
const LESSONS: Readonly<Record<string, Partial<LessonSpec>>> = {
  "a tiny lesson": {},
  "filled with −inf": { maskFill: "-inf" },
  "padding only": { mask: { padding: true, causal: false } },
  unmasked: { mask: null },
  crossed: {
    lesson: "encoder-decoder",
    mask: null,
    target: [[4, 2, 1, 3, 5, 6], [1], [2, 2]],
  },
  "an empty sequence, −inf": { sequences: [[1, 2, 3], [], [4]], maskFill: "-inf" },
  "one token": { dModel: 1, numHeads: 1, sequences: [[1]] },
  "64 tokens, 4 heads of 8": {
    dModel: 32,
    numHeads: 4,
    sequences: [Array.from({ length: 64 }, (_, i) => 1 + (i % 8)), [1, 2]],
  },
};

const input = (trace: Trace, step: string, more: Partial<AsideInput> = {}): AsideInput => ({
  hu,
  trace,
  step: stepOf(trace, step),
  focus: { batch: 0, head: 0 },
  theme: light,
  width: 340,
  ...more,
});

function figure(name: AsideName, trace: Trace, step: string, more: Partial<AsideInput> = {}): Figure {
  const drawn = (asides[name] as Aside)(input(trace, step, more));
  if (!drawn) throw new Error(`${name} has nothing to show`);
  return drawn;
}

/** Left, top, right and bottom of a mark; a text as wide as its widest face. */
function extent(mark: Mark): readonly [number, number, number, number] {
  if (mark.kind === "line") {
    const [xs, ys] = [mark.points.map(([x]) => x), mark.points.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  if (mark.kind === "text") {
    const width = monoWidth(mark.text, mark.size);
    const left = mark.x - { start: 0, middle: width / 2, end: width }[mark.align ?? "start"];
    return [left, mark.y - mark.size / 2, left + width, mark.y + mark.size / 2];
  }
  return [mark.x, mark.y, mark.x + mark.width, mark.y + mark.height];
}

const outside = ({ marks, width, height }: Figure): Mark[] =>
  marks.filter((mark) => {
    const [left, top, right, bottom] = extent(mark);
    return !(left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5);
  });

const traces = Object.entries(LESSONS).map(([lesson, spec]) => ({ lesson, trace: tinyTrace(spec) }));
const every = (Object.keys(asides) as AsideName[]).flatMap((name) =>
  STEPS[name].flatMap((step) =>
    traces.filter(({ trace }) => hasStep(trace, step)).map((one) => ({ ...one, name, step })),
  ),
);

/** The largest figure is the same in each lesson. */
const isRepeated = ({ name, lesson }: (typeof every)[number]): boolean =>
  name === "position_products" && lesson !== traces[0]?.lesson;

const STAYS_IN_FRAME = "$name at $step of $lesson stays in its frame, and is pure";
essential.each(every.filter((one) => !isRepeated(one)))(STAYS_IN_FRAME, staysInFrame);
exhaustive.each(every.filter(isRepeated))(STAYS_IN_FRAME, staysInFrame);

/** Figures that are not drawn for the lesson "one token". */
const NEEDS_SEVERAL_TOKENS: readonly AsideName[] = [
  ...(["scale_slip", "in_place", "softmax_dim", "only_keys", "padding_share", "strides"] as const),
];

function staysInFrame({ name, step, lesson, trace }: (typeof every)[number]): void {
  const aside: Aside = asides[name];
  let drawings = 0;
  for (const width of WIDTHS)
    for (const theme of [light, dark])
      for (const batch of trace.spec.sequences.keys()) {
        const figureInput = input(trace, step, { width, theme, focus: { batch, head: 0 } });
        const drawn = aside(figureInput);
        if (!drawn) continue;
        drawings += 1;
        expect(outside(drawn)).toEqual([]);
        expect(drawn.width).toBe(width);
        expect(isDeepStrictEqual(drawn, aside(figureInput))).toBe(true);
      }
  expect(drawings > 0).toBe(lesson !== "one token" || !NEEDS_SEVERAL_TOKENS.includes(name));
}

describe.each(locales)("%s", (_language, { asides: said, steps }) => {
  essential("has a sentence for every figure, with exactly the placeholders that the figure fills", () => {
    expect(Object.keys(said).sort()).toEqual(Object.keys(asides).sort());
    const trace = tinyTrace({
      sequences: [
        [3, 1, 4],
        [5, 2],
        [6, 5, 3, 1],
      ],
    });
    for (const name of Object.keys(asides) as AsideName[]) {
      const { facts, dial } = figure(name, trace, STEPS[name][0] ?? "");
      expect([...new Set(placeholdersOf(said[name].says))].sort(), name).toEqual(Object.keys(facts).sort());
      expect("dial" in said[name], name).toBe(dial !== undefined);
    }
  });

  essential("has every note that contains a figure", () => {
    for (const [key, notes] of Object.entries(figures))
      for (const note of Object.keys(notes))
        expect(steps[key]?.[note], `${key}.${note}`).toBeTypeOf("string");
  });
});

essential("every figure belongs to a note, but for the one of the readable weights", () => {
  const placed = new Set([...Object.values(figures).flatMap((notes) => Object.values(notes)), "two_heads"]);
  expect([...placed].sort()).toEqual(Object.keys(asides).sort());
});

describe("the helpers of the figures", () => {
  const [infinite, softmax] = [Number.NEGATIVE_INFINITY, (row: readonly number[]) => softmaxOf(hu, row)];

  essential("softmax equals PyTorch's, also for a row without keys", () => {
    expect(softmax([1, 2, 3]).map((w) => w.toFixed(4))).toEqual(["0.0900", "0.2447", "0.6652"]);
    expect(softmax([-1e12, -1e12])).toEqual([0.5, 0.5]);
    expect(softmax([infinite, infinite])).toEqual([Number.NaN, Number.NaN]);
    expect(softmax([0, infinite])).toEqual([1, 0]);
    expect(sumOf(hu, [1, 2, 3.5])).toBe(6.5);
  });
});

const texts = ({ marks }: Figure): string[] =>
  marks.flatMap((mark) => ("text" in mark && mark.text ? [mark.text] : []));

/** The second sentence of the tiny lesson: two tokens, then padding. */
const PADDED = 1;

describe("the numbers in the figures", () => {
  const trace = tinyTrace();

  essential("position_products: depend on the distance of two positions alone, and are largest at 0", () => {
    const factsAt = (dial: number) => figure("position_products", trace, "embedding", { dial }).facts;
    const { position, ...products } = factsAt(20);
    expect(position).toBe("20");
    expect(Number(products.same)).toBeCloseTo(64, 5); // sin² + cos² = 1 in each of the 64 pairs
    expect(Number(products.near)).toBeLessThan(64);
    expect(Number(products.middle)).toBeLessThan(Number(products.near));
    expect(Number(products.far)).toBeLessThan(Number(products.middle));
    for (const dial of [0, 7, 63]) expect(factsAt(dial)).toMatchObject(products);
    const angle = (pair: number): number => 16 / 10000 ** (pair / 64);
    const sum = Array.from({ length: 64 }, (_, pair) => Math.cos(angle(pair))).reduce((a, b) => a + b, 0);
    expect(products.far).toBe(digits(sum));
  });

  essential("scale_slip: takes the row of a token, not of padding", () => {
    for (const batch of [0, PADDED]) {
      const scores = sliceOf(stepOf(trace, "scores"), { batch, head: 1 });
      const row = mostVariedQuery(trace, scores, batch);
      expect(row).toBeLessThan(trace.spec.sequences[batch]?.length ?? 0);
      const products = [0, 1, 2, 3].map((key) => scores.value(row, key) * Math.SQRT2);
      const slip = softmaxOf(
        hu,
        products.map((product) => (product / 2) * 0.5),
      );
      const { facts } = figure("scale_slip", trace, "scores", { focus: { batch, head: 1 } });
      expect(facts.slipLargest).toBe(digits(Math.max(...slip)));
    }
  });

  essential("full_row: a fill ends in equal weights, −∞ in NaN", () => {
    const drawn = figure("full_row", trace, "masked_scores");
    expect(drawn.facts).toEqual({ keys: "3", fill: "−1e12", even: "0.33", broken: "NaN" });
    expect(texts(drawn).filter((text) => text === "NaN")).toHaveLength(9);
    expect(texts(drawn)).toContain("−∞ − (−∞)");
    expect(figure("full_row", tinyTrace({ maskFill: "-inf" }), "attention").facts.fill).toBe("−1e12");
    expect(figure("full_row", tinyTrace({ maskFill: -1e9 }), "masked_scores").facts.fill).toBe("−1e9");
  });

  essential(
    "softmax_dim: rows sum to 1 with dim=-1, columns with dim=-2; the rows are those of the trace",
    () => {
      const drawn = figure("softmax_dim", trace, "attention");
      expect(drawn.facts.rowOfRows).toBe("1.00");
      expect(drawn.facts.columnOfColumns).toBe("1.00");
      expect(drawn.facts.columnOfRows).not.toBe("1.00");
      for (const row of [1, 2, 3])
        expect(texts(drawn)).toContain(digits(valueAt(stepOf(trace, "attention"), [0, 0, row, 0])));
    },
  );

  essential("softmax_dim: a column of −∞ alone becomes NaN, and says so", () => {
    const filled = tinyTrace({ maskFill: "-inf" });
    const drawn = figure("softmax_dim", filled, "attention", { focus: { batch: PADDED, head: 0 } });
    expect(texts(drawn)).toContain("NaN");
    expect(drawn.facts.rowOfRows).toBe("1.00");
  });

  essential("scale_slip: the two numbers of the tutorial, and a slip that flattens", () => {
    const wide = tinyTrace({ dModel: 8, numHeads: 1 });
    const { facts } = figure("scale_slip", wide, "scores");
    expect(facts).toMatchObject({
      dK: "8",
      slip: "0.0625",
      right: "0.3536",
      slipUsual: "0.0078",
      rightUsual: "0.1250",
    });
    expect(Number(facts.slipLargest)).toBeLessThan(Number(facts.rightLargest));
  });

  essential("strides: as PyTorch has them, and the addresses are those of the numbers", () => {
    const { facts } = figure("strides", trace, "q_heads");
    // (B, L, H, K) = (3, 4, 2, 2)
    expect(facts).toEqual({
      before: "(16, 4, 2, 1)",
      jumping: "(16, 2, 4, 1)",
      after: "(16, 8, 2, 1)",
      addresses: "0, 4, 2, 6",
    });
    const heads = stepOf(trace, "q_heads");
    const first = [0, 1].flatMap((h) => [0, 1].map((l) => valueAt(heads, [0, h, l, 0])));
    expect(first).toEqual(facts.addresses?.split(", ").map((at) => stepOf(trace, "q").data[Number(at)]));
    expect(figure("strides", trace, "concat").facts.jumping).toBe("(16, 2, 8, 1)");
  });

  essential("strides: one head or one token moves nothing, and there is no figure", () => {
    const aside: Aside = asides.strides;
    expect(aside(input(tinyTrace({ numHeads: 1 }), "q_heads"))).toBeUndefined();
    expect(aside(input(tinyTrace({ sequences: [[1], [2]] }), "q_heads"))).toBeUndefined();
  });

  essential("in_place: counts the scores that are gone, and shows nothing where nothing is filled", () => {
    const drawn = figure("in_place", trace, "masked_scores");
    const filled = texts(drawn).filter((text) => text === "−1e12").length;
    // Two of the three drawn tensors have filled cells.
    expect(filled).toBe(2 * Number(drawn.facts.gone));
    expect(filled).toBeGreaterThan(0);
    const open = tinyTrace({ mask: { padding: true, causal: false } });
    const aside: Aside = asides.in_place;
    expect(aside(input(open, "masked_scores", { focus: { batch: 2, head: 0 } }))).toBeUndefined();
  });

  essential("only_keys: shows no padded row whose weights are NaN", () => {
    const masked = (row: number[]): Trace =>
      hu.run({ lesson: "masked-multi-head", sequences: [row, [3, 4, 5, 6]], maskFill: "-inf" });
    const both = figure("only_keys", masked([0, 5, 7, 0]), "attention");
    expect(both.facts).toEqual({ sentence: "1", query: "3", sum: "1.00" });
    const aside: Aside = asides.only_keys;
    expect(aside(input(masked([0, 0, 5, 7]), "attention"))).toBeUndefined();
  });

  essential("only_keys: takes a sentence with padding, and its padded row sums to 1", () => {
    // The third sentence is the longest and has no padding, so the first sentence with padding is shown instead.
    const drawn = figure("only_keys", trace, "mask", { focus: { batch: 2, head: 1 } });
    expect(drawn.facts).toEqual({ sentence: "1", query: "3", sum: "1.00" });
    expect(texts(drawn)).toContain("attention[0, 1, 3]");
    expect(texts(drawn)).toContain(digits(valueAt(stepOf(trace, "attention"), [0, 1, 3, 0])));
    const aside: Aside = asides.only_keys;
    expect(
      aside(
        input(
          tinyTrace({
            sequences: [
              [1, 2],
              [3, 4],
            ],
          }),
          "attention",
        ),
      ),
    ).toBeUndefined();
  });

  essential("padding_share: both rows match the lesson with and without the mask", () => {
    const lesson = { lesson: "encoder-decoder", target: [[4, 2], [1], [2, 2]] } as const;
    const bare = tinyTrace({ ...lesson, mask: null });
    const masked = tinyTrace({ ...lesson, mask: { padding: true, causal: false } });
    const focus = { batch: PADDED, head: 1 };
    const { facts } = figure("padding_share", bare, "attention", { focus });
    expect(figure("padding_share", masked, "attention", { focus }).facts).toEqual(facts);
    const toPadding = (of: Trace): number =>
      [2, 3].reduce((sum, key) => sum + valueAt(stepOf(of, "attention"), [PADDED, 1, 0, key]), 0);
    expect(facts).toEqual({
      sentence: "2",
      without: digits(toPadding(bare)),
      with: digits(toPadding(masked)),
    });
    expect(facts.with).toBe("0.00");
  });
});
