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

  /** The weights of products under the divisor, and the facts about them. */
  const divided = (name: string, products: readonly number[]) => {
    const scores = Array.from(hu.div(products, [value]).data);
    const weights = softmaxOf(hu, scores);
    return { name, weights, variance: digits(varianceOf(hu, scores)), largest: digits(Math.max(...weights)) };
  };
  const lesson = divided(`d_k ${dK} ${step.name}[${index}]`, scaled(hu, rowOf(slice, query), root));
  const large = divided(`d_k ${LARGE_DK} randn`, randomProducts(hu, slice.cols.size));
  const room = { x: MARGIN, width: width - 2 * MARGIN };
  const rows = [lesson, large].flatMap(({ name, weights, variance, largest }, i): Mark[] => {
    const y = MARGIN + i * (CAPTION_HEIGHT + BARS_HEIGHT + GAP);
    const facts = `σ² ${variance}  max ${largest}`;
    return captionedBars(name, facts, { ...room, y, height: BARS_HEIGHT, weights, theme }, theme.axes.K);
  });

  /** The dial's scale from 1 to its end, with the roots marked and a pointer at its value. */
  const divisorScale = (): Mark[] => {
    const y = HEIGHT - SCALE_HEIGHT + 12;
    // As far from the edges as the thumb of a range input is at its ends.
    const [from, to] = [MARGIN + 6, width - MARGIN - 6];
    const at = (divisor: number): number => from + (to - from) * clamp01((divisor - 1) / (most - 1));
    const labelled: number[] = [];
    const roots = [dK, LARGE_DK].map((of) => ({ text: `√${of}`, x: at(rootOf(hu, of)) }));
    return [
      stroke(from, y, to, y, theme.muted, { width: 1 }),
      ...[{ text: "÷ 1", x: from }, ...roots].flatMap(({ text, x }): Mark[] => {
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
  };

  return {
    ...{ width, height: HEIGHT, marks: [...rows, ...divisorScale()] },
    facts: {
      ...{ divisor: digits(value), largest: lesson.largest, variance: lesson.variance },
      ...{ otherLargest: large.largest, otherVariance: large.variance },
    },
    // √d_k is a whole number of steps away, so that the dial can return to it exactly.
    dial: { least: 1, most, step: root > 1 ? (root - 1) / 10 : 0.1, value },
  };
};

/** Dot products of a random query with random keys, the rows of `torch.randn(1 + keys, d_k)`. */
function randomProducts(hu: Core, keys: number): number[] {
  const { data } = hu.randn(SEED, [1 + keys, LARGE_DK]);
  const row = (i: number): number[] => [...data.subarray(i * LARGE_DK, (i + 1) * LARGE_DK)];
  return dotProducts(
    hu,
    range(keys).map((key) => row(key + 1)),
    row(0),
  );
}
