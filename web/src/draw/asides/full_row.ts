/** A row with nothing left to attend to: a large negative fill ends in equal weights, −inf in NaN. Side by side. */
import type { Step, Trace } from "../../module/types.js";
import { mono, stroke } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits, diverging, type Scale, sequential } from "../scale.js";
import type { StageStep } from "../scene.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { added, type Core, powersOf, softmaxOf, sumOf } from "./arithmetic.js";
import { type Aside, centred, MARGIN, SIZE } from "./aside.js";
import { grid } from "./grid.js";
import { fillOf, rowOf } from "./row.js";

/** Enough keys to make the point, few enough to read their digits at 320 pixels. */
const KEYS = 3;
const LABEL = 50;
const GAP = 14;
const CELL = 22;
const LINE = 17;
const USUAL = -1e12;

export const fullRow: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const scores = rowOf(sliceOf(unmasked(trace, step), focus), 0).slice(0, KEYS);
  const own = fillOf(trace);
  const fills = [Number.isFinite(own) ? own : USUAL, Number.NEGATIVE_INFINITY];
  const cell = {
    width: Math.min(64, (width - 2 * MARGIN - LABEL - GAP) / (2 * scores.length)),
    height: CELL,
  };
  const block = cell.width * scores.length;
  const marks: Mark[] = [];
  let bottom = 0;
  fills.forEach((fill, i) => {
    const x = MARGIN + LABEL + i * (block + GAP);
    let y: number = MARGIN;
    for (const line of movesOf(hu, scores, fill, theme)) {
      if (i === 0) marks.push(mono(line.name, MARGIN, y + line.height / 2, theme.muted, { size: SIZE }));
      marks.push(...line.marks(x, y, cell));
      y += line.height;
    }
    bottom = y;
  });
  const middle = MARGIN + LABEL + block + GAP / 2;
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
      fill: digits(fills[0] ?? USUAL),
      even: digits(even ?? 0),
      broken: digits(broken ?? 0),
    },
  };
};

/** The scores before any fill, whether the note stands beside the fill or the softmax. */
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
function movesOf(hu: Core, scores: readonly number[], fill: number, theme: Theme): Line[] {
  const values = diverging(Math.max(...scores.map(Math.abs)), theme);
  const filled = scores.map(() => fill);
  const less = added(hu, filled, [-fill]);
  const weights = softmaxOf(hu, filled);
  const powers = powersOf(weights);
  const cells = (name: string, row: readonly number[], scale: Scale, masked = false): Line => ({
    name,
    height: CELL + 1,
    marks: (x, y, cell) =>
      grid({ x, y, cell, values: [row], scale, theme, ...(masked ? { hatched: () => true } : {}) }),
  });
  const text = (written: string): Line => ({
    name: "",
    height: LINE,
    marks: (x, y, cell) => [centred(written, x + (cell.width * scores.length) / 2, y + LINE / 2, theme.ink)],
  });
  const own = digits(fill);
  return [
    cells("scores", scores, values, true),
    cells("fill", filled, values),
    text(`${own} − (${own})`),
    cells("− max", less, whole(values)),
    cells("exp", powers, whole(sequential(theme))),
    text(`÷ ${digits(sumOf(hu, powers), 0)}`),
    cells("÷ sum", weights, sequential(theme)),
  ];
}

/** Whole numbers without decimals. */
const whole =
  (scale: Scale): Scale =>
  (value) => ({ ...scale(value), text: digits(value, 0) });
