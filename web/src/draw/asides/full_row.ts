/** A fully masked row, side by side: a large negative fill gives equal weights, −inf gives NaN. */
import type { Step, Trace } from "../../module/types.js";
import { mono, stroke } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits, diverging, type Scale, sequential } from "../scale.js";
import type { StageStep } from "../scene.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { added, type Core, softmaxOf, sumOf } from "./arithmetic.js";
import { type Aside, centred, grid, MARGIN, SIZE } from "./aside.js";
import { fillOf, rowOf } from "./row.js";

/** Enough keys to make the point, few enough to read their digits at 320 pixels. */
const MAX_KEYS = 3;
const LABEL_WIDTH = 50;
const GAP = 14;
const CELL_HEIGHT = 22;
const LINE_HEIGHT = 17;
const DEFAULT_FILL = -1e12;

export const fullRow: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const scores = rowOf(sliceOf(unmasked(trace, step), focus), 0).slice(0, MAX_KEYS);
  const lessonFill = fillOf(trace);
  const fills = [Number.isFinite(lessonFill) ? lessonFill : DEFAULT_FILL, Number.NEGATIVE_INFINITY];
  const cell = {
    width: Math.min(64, (width - 2 * MARGIN - LABEL_WIDTH - GAP) / (2 * scores.length)),
    height: CELL_HEIGHT,
  };
  const blockWidth = cell.width * scores.length;
  const marks: Mark[] = [];
  let bottom = 0;
  fills.forEach((fill, i) => {
    const x = MARGIN + LABEL_WIDTH + i * (blockWidth + GAP);
    let y: number = MARGIN;
    for (const line of linesOf(hu, scores, fill, theme)) {
      if (i === 0) marks.push(mono(line.name, MARGIN, y + line.height / 2, theme.muted, { size: SIZE }));
      marks.push(...line.marks(x, y, cell));
      y += line.height;
    }
    bottom = y;
  });
  const middle = MARGIN + LABEL_WIDTH + blockWidth + GAP / 2;
  marks.push(stroke(middle, MARGIN, middle, bottom, theme.hairline, { width: 1 }));
  const [even, broken] = fills.map(
    (fill) =>
      softmaxOf(
        hu,
        scores.map(() => fill),
      )[0] ?? Number.NaN,
  );
  return {
    width,
    height: bottom + MARGIN,
    marks,
    facts: {
      keys: String(scores.length),
      fill: digits(fills[0] ?? DEFAULT_FILL),
      even: digits(even ?? 0),
      broken: digits(broken ?? 0),
    },
  };
};

/** The scores before any fill, whether the note belongs to the fill or to the softmax. */
function unmasked(trace: Trace, step: StageStep): Step {
  const source = stepOf(trace, step.inputs[0] ?? "");
  return source.op === "masked_fill" ? stepOf(trace, source.inputs[0] ?? "") : source;
}

interface Line {
  readonly name: string;
  readonly height: number;
  marks(x: number, y: number, cell: { width: number; height: number }): Mark[];
}

/** Fill, minus the maximum, exp, over the sum. */
function linesOf(hu: Core, scores: readonly number[], fill: number, theme: Theme): Line[] {
  const values = diverging(Math.max(...scores.map(Math.abs)), theme);
  const filled = scores.map(() => fill);
  const shifted = added(hu, filled, [-fill]);
  const weights = softmaxOf(hu, filled);
  const powers = hu.softmaxRow(filled).powers;
  const cells = (name: string, row: readonly number[], scale: Scale, masked = false): Line => ({
    name,
    height: CELL_HEIGHT + 1,
    marks: (x, y, cell) =>
      grid({ x, y, cell, values: [row], scale, theme, ...(masked ? { hatched: () => true } : {}) }),
  });
  const text = (content: string): Line => ({
    name: "",
    height: LINE_HEIGHT,
    marks: (x, y, cell) => [
      centred(content, x + (cell.width * scores.length) / 2, y + LINE_HEIGHT / 2, theme.ink),
    ],
  });
  const fillText = digits(fill);
  return [
    cells("scores", scores, values, true),
    cells("fill", filled, values),
    text(`${fillText} − (${fillText})`),
    cells("− max", shifted, withoutDecimals(values)),
    cells("exp", powers, withoutDecimals(sequential(theme))),
    text(`÷ ${digits(sumOf(hu, powers), 0)}`),
    cells("÷ sum", weights, sequential(theme)),
  ];
}

/** Whole numbers without decimals. */
const withoutDecimals =
  (scale: Scale): Scale =>
  (value) => ({ ...scale(value), text: digits(value, 0) });
