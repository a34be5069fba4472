/**
 * Why scores are divided by √d_k: the same row of products under a divisor that the reader turns. Below it, products of
 * random vectors with d_k = 64 (torch.randn of a fixed seed, not the lesson's numbers), where only dividing by √64 helps.
 */
import { range } from "../../module/shape.js";
import { clamp01 } from "../../timeline/easing.js";
import { stroke } from "../marks/marks.js";
import { monoWidth } from "../measure.js";
import type { Mark } from "../picture.js";
import { digits } from "../scale.js";
import { sliceOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { type Core, dotProducts, rootOf, scaled, softmaxOf, varianceOf } from "./arithmetic.js";
import { type Aside, CAPTION_HEIGHT, captionedBars, centred, MARGIN, SIZE } from "./aside.js";
import { headSize, mostVariedQuery, rowOf } from "./row.js";

const LARGE_DK = 64;
/**
 * Seed of the illustration, chosen so that with 3 keys or more one key dominates without division. Divided by √64, the variance
 * is about 1, as it is on average over all seeds.
 */
const SEED = 56_977;
const BARS_HEIGHT = 52;
const GAP = 10;
const SCALE_HEIGHT = 30;
const HEIGHT = MARGIN + 2 * (CAPTION_HEIGHT + BARS_HEIGHT) + GAP + SCALE_HEIGHT;

export const sqrtDk: Aside = ({ hu, trace, step, focus, theme, width, dial }) => {
  const slice = sliceOf(step, focus);
  if (slice.cols.size < 2) return undefined;
  const dK = headSize(trace);
  const root = rootOf(hu, dK);
  const most = Math.max(rootOf(hu, LARGE_DK), 4 * root);
  const value = Math.min(most, Math.max(1, dial ?? root));
  const query = mostVariedQuery(trace, slice, focus.batch);
  const index = slice.ref(query, 0).index.slice(0, -1).join(", ");
  const products = scaled(hu, rowOf(slice, query), root);
  const lesson = dividedBy(hu, `d_k ${dK} ${step.name}[${index}]`, products, value);
  const large = dividedBy(hu, `d_k ${LARGE_DK} randn`, productsOf(hu, LARGE_DK, slice.cols.size), value);
  const room = { x: MARGIN, width: width - 2 * MARGIN };
  const marks = [lesson, large].flatMap(({ name, weights, variance, largest }, i): Mark[] => {
    const y = MARGIN + i * (CAPTION_HEIGHT + BARS_HEIGHT + GAP);
    const facts = `σ² ${digits(variance)}  max ${digits(largest)}`;
    return captionedBars(name, facts, { ...room, y, height: BARS_HEIGHT, weights, theme }, theme.axes.K);
  });
  return {
    width,
    height: HEIGHT,
    marks: [
      ...marks,
      ...divisorScale(
        { value, most, roots: [dK, LARGE_DK].map((of) => ({ of, at: rootOf(hu, of) })) },
        width,
        theme,
      ),
    ],
    facts: {
      divisor: digits(value),
      largest: digits(lesson.largest),
      variance: digits(lesson.variance),
      otherLargest: digits(large.largest),
      otherVariance: digits(large.variance),
    },
    // √d_k is a whole number of steps away, so that the dial can return to it exactly.
    dial: { least: 1, most, step: root > 1 ? (root - 1) / 10 : 0.1, value },
  };
};

interface DividedScores {
  readonly name: string;
  readonly weights: readonly number[];
  readonly variance: number;
  readonly largest: number;
}

function dividedBy(hu: Core, name: string, products: readonly number[], divisor: number): DividedScores {
  const scores = Array.from(hu.div(products, [divisor]).data);
  const weights = softmaxOf(hu, scores);
  return { name, weights, variance: varianceOf(hu, scores), largest: Math.max(...weights) };
}

/** The dial's scale from 1 to its end, with the roots marked and a pointer at its value. */
function divisorScale(
  { value, most, roots }: { value: number; most: number; roots: readonly { of: number; at: number }[] },
  width: number,
  theme: Theme,
): Mark[] {
  const y = HEIGHT - SCALE_HEIGHT + 12;
  // As far from the edges as the thumb of a range input is at its ends.
  const [from, to] = [MARGIN + 6, width - MARGIN - 6];
  const at = (dividedBy: number): number => from + (to - from) * clamp01((dividedBy - 1) / (most - 1));
  const labelled: number[] = [];
  const ticks = [{ text: "÷ 1", x: from }, ...roots.map((root) => ({ text: `√${root.of}`, x: at(root.at) }))];
  return [
    stroke(from, y, to, y, theme.muted, { width: 1 }),
    ...ticks.flatMap(({ text, x }): Mark[] => {
      if (labelled.some((large) => Math.abs(large - x) < 26)) return [];
      labelled.push(x);
      const half = monoWidth(text, SIZE) / 2;
      const middle = Math.min(width - half - 1, Math.max(half + 1, x));
      return [
        stroke(x, y - 3, x, y + 3, theme.ink, { width: 1 }),
        centred(text, middle, y + 11, theme.muted),
      ];
    }),
    stroke(at(value), y - 10, at(value), y, theme.accent, { width: 2, arrow: true }),
  ];
}

/** Dot products of a random query with random keys, the rows of `torch.randn(1 + keys, d_k)`. */
function productsOf(hu: Core, dK: number, keys: number): number[] {
  const { data } = hu.randn(SEED, [1 + keys, dK]);
  const [query = [], ...rest] = range(1 + keys).map((row) => [...data.subarray(row * dK, (row + 1) * dK)]);
  return dotProducts(hu, rest, query);
}
