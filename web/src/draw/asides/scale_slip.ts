/** 1/d*0.5 against 1/d**0.5: a star is missing, and every weight is nearly the same. */

import type { Rect } from "../layout/rect.js";
import { mono } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits } from "../scale.js";
import { sliceOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { type Core, rootOf, scaled, softmaxOf } from "./arithmetic.js";
import { type Aside, bars, MARGIN, SIZE } from "./aside.js";
import { headSize, mostVariedQuery, rowOf } from "./row.js";

/** d_k of the tutorial. */
const TUTORIAL_DK = 64;
const GAP = 20;
const LINE_HEIGHT = 18;
const BARS_HEIGHT = 84;
const HEIGHT = MARGIN + 4 * LINE_HEIGHT + BARS_HEIGHT + 2 * MARGIN;

const first = ({ data }: { readonly data: Float32Array }): number => data[0] ?? Number.NaN;

const factors = [
  { sign: "✗", code: "1/d*0.5", of: (hu: Core, d: number) => first(hu.mul(hu.div([1], [d]), [0.5])) },
  { sign: "✓", code: "1/d**0.5", of: (hu: Core, d: number) => first(hu.div([1], hu.sqrt([d]))) },
] as const;

export const scaleSlip: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const slice = sliceOf(step, focus);
  if (slice.cols.size < 2) return undefined;
  const d = headSize(trace);
  const products = scaled(hu, rowOf(slice, mostVariedQuery(trace, slice, focus.batch)), rootOf(hu, d));
  const sides = factors.map((factor) => ({
    ...factor,
    weights: softmaxOf(hu, scaled(hu, products, factor.of(hu, d))),
  }));
  const sideWidth = (width - 2 * MARGIN - GAP) / 2;
  const largest = sides.map(({ weights }) => Math.max(...weights));
  const marks = sides.flatMap((side, i): Mark[] => {
    const room = { x: MARGIN + i * (sideWidth + GAP), y: MARGIN, width: sideWidth, height: HEIGHT };
    const y = MARGIN + 4 * LINE_HEIGHT;
    return [
      ...factorLines(hu, side, [...new Set([d, TUTORIAL_DK])], room, i === 0, theme),
      mono(`max ${digits(largest[i] ?? 0)}`, room.x, y - LINE_HEIGHT / 2, theme.ink, { size: SIZE }),
      ...bars({ ...room, y, height: BARS_HEIGHT, weights: side.weights, theme }),
    ];
  });
  const factorText = (i: number, of: number): string => digits(factors[i]?.of(hu, of) ?? 0, 4);
  return {
    width,
    height: HEIGHT,
    marks,
    facts: {
      dK: String(d),
      slip: factorText(0, d),
      right: factorText(1, d),
      slipUsual: factorText(0, TUTORIAL_DK),
      rightUsual: factorText(1, TUTORIAL_DK),
      slipLargest: digits(largest[0] ?? 0),
      rightLargest: digits(largest[1] ?? 0),
    },
  };
};

/** The code with its sign, and its value for each d. */
function factorLines(
  hu: Core,
  { sign, code, of }: (typeof factors)[number],
  sizes: readonly number[],
  { x, y, width }: Rect,
  isSlip: boolean,
  theme: Theme,
): Mark[] {
  const color = isSlip ? theme.positive : theme.accent;
  return [
    mono(code, x, y + LINE_HEIGHT / 2, theme.ink, { bold: true }),
    mono(sign, x + width, y + LINE_HEIGHT / 2, color, { align: "end", font: "sans", bold: true }),
    ...sizes.flatMap((d, i): Mark[] => {
      const at = y + (i + 1.5) * LINE_HEIGHT;
      return [
        mono(`d = ${d}`, x, at, theme.axes.K ?? theme.muted, { size: SIZE }),
        mono(digits(of(hu, d), 4), x + width, at, theme.ink, { size: SIZE, align: "end" }),
      ];
    }),
  ];
}
