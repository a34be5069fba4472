/** 1/d*0.5 against 1/d**0.5: a star is missing, and every weight is nearly the same. */
import { mono } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits } from "../scale.js";
import { sliceOf } from "../tensor_view.js";
import { type Core, rootOf, scaled, softmaxOf } from "./arithmetic.js";
import { type Aside, bars, MARGIN, SIZE } from "./aside.js";
import { headSize, mostVariedQuery, rowOf } from "./row.js";

/** d_k of the tutorial. */
const TUTORIAL_DK = 64;
const GAP = 20;
const LINE_HEIGHT = 18;
const BARS_HEIGHT = 84;
const BARS_Y = MARGIN + 4 * LINE_HEIGHT;
const HEIGHT = BARS_Y + BARS_HEIGHT + 2 * MARGIN;

const first = ({ data }: { readonly data: Float32Array }): number => data[0] ?? Number.NaN;
const slip = (hu: Core, d: number): number => first(hu.mul(hu.div([1], [d]), [0.5]));
const right = (hu: Core, d: number): number => first(hu.div([1], hu.sqrt([d])));

export const scaleSlip: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const slice = sliceOf(step, focus);
  if (slice.cols.size < 2) return undefined;
  const d = headSize(trace);
  const products = scaled(hu, rowOf(slice, mostVariedQuery(trace, slice, focus.batch)), rootOf(hu, d));
  const weightsOf = (factor: number): number[] => softmaxOf(hu, scaled(hu, products, factor));
  const [slipWeights, rightWeights] = [weightsOf(slip(hu, d)), weightsOf(right(hu, d))];
  const largest = (weights: readonly number[]): string => digits(Math.max(...weights));
  const sideWidth = (width - 2 * MARGIN - GAP) / 2;

  /** The code with its sign, its value for each d, and the weights that it gives. */
  const side = (x: number, code: string, sign: "✗" | "✓", of: typeof slip, weights: number[]): Mark[] => {
    const line = (i: number): number => MARGIN + (i + 0.5) * LINE_HEIGHT;
    const end = { align: "end" } as const;
    const color = sign === "✗" ? theme.positive : theme.accent;
    return [
      mono(code, x, line(0), theme.ink, { bold: true }),
      mono(sign, x + sideWidth, line(0), color, { ...end, font: "sans", bold: true }),
      ...[...new Set([d, TUTORIAL_DK])].flatMap((size, i): Mark[] => [
        mono(`d = ${size}`, x, line(i + 1), theme.axes.K ?? theme.muted, { size: SIZE }),
        mono(digits(of(hu, size), 4), x + sideWidth, line(i + 1), theme.ink, { size: SIZE, ...end }),
      ]),
      mono(`max ${largest(weights)}`, x, BARS_Y - LINE_HEIGHT / 2, theme.ink, { size: SIZE }),
      ...bars({ x, y: BARS_Y, width: sideWidth, height: BARS_HEIGHT, weights, theme }),
    ];
  };

  return {
    ...{ width, height: HEIGHT },
    marks: [
      ...side(MARGIN, "1/d*0.5", "✗", slip, slipWeights),
      ...side(MARGIN + sideWidth + GAP, "1/d**0.5", "✓", right, rightWeights),
    ],
    facts: {
      ...{ dK: String(d), slip: digits(slip(hu, d), 4), right: digits(right(hu, d), 4) },
      ...{ slipUsual: digits(slip(hu, TUTORIAL_DK), 4), rightUsual: digits(right(hu, TUTORIAL_DK), 4) },
      ...{ slipLargest: largest(slipWeights), rightLargest: largest(rightWeights) },
    },
  };
};
