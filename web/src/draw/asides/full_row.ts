/** A fully masked row, side by side: a large negative fill gives equal weights, −inf gives NaN. */
import type { Step, Trace } from "../../module/types.js";
import { mono, stroke } from "../marks/marks.js";
import type { CellSize, Mark, Point, StageStep } from "../picture.js";
import { digits, diverging, type Scale, sequential } from "../scale.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import { added, softmaxOf, sumOf } from "./arithmetic.js";
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
  const free = (width - 2 * MARGIN - LABEL_WIDTH - GAP) / (2 * scores.length);
  const cell: CellSize = { width: Math.min(64, free), height: CELL_HEIGHT };
  const blockWidth = cell.width * scores.length;
  const values = diverging(Math.max(...scores.map(Math.abs)), theme);

  /** The lines of one column: fill, minus the maximum, exp, over the sum. */
  const linesOf = (fill: number) => {
    const filled = scores.map(() => fill);
    const weights = softmaxOf(hu, filled);
    const { powers } = hu.softmaxRow(filled);
    const cells = (name: string, row: readonly number[], scale: Scale, isMasked = false) => ({
      name,
      height: CELL_HEIGHT + 1,
      marks: (at: Point): Mark[] =>
        grid({ ...at, cell, values: [row], scale, theme, ...(isMasked ? { hatched: () => true } : {}) }),
    });
    const text = (content: string) => ({
      name: "",
      height: LINE_HEIGHT,
      marks: ({ x, y }: Point): Mark[] => [
        centred(content, x + blockWidth / 2, y + LINE_HEIGHT / 2, theme.ink),
      ],
    });
    return [
      cells("scores", scores, values, true),
      cells("fill", filled, values),
      text(`${digits(fill)} − (${digits(fill)})`),
      cells("− max", added(hu, filled, [-fill]), withoutDecimals(values)),
      cells("exp", powers, withoutDecimals(sequential(theme))),
      text(`÷ ${digits(sumOf(hu, powers), 0)}`),
      cells("÷ sum", weights, sequential(theme)),
    ];
  };

  let y: number = MARGIN;
  const columns = fills.flatMap((fill, i) => {
    y = MARGIN;
    return linesOf(fill).flatMap(({ name, height, marks }) => {
      const line = marks({ x: MARGIN + LABEL_WIDTH + i * (blockWidth + GAP), y });
      const label = mono(name, MARGIN, y + height / 2, theme.muted, { size: SIZE });
      y += height;
      return i === 0 ? [label, ...line] : line;
    });
  });
  const middle = MARGIN + LABEL_WIDTH + blockWidth + GAP / 2;
  const [fill = DEFAULT_FILL] = fills;
  const weightOf = (of: number): string =>
    digits(
      softmaxOf(
        hu,
        scores.map(() => of),
      )[0] ?? Number.NaN,
    );
  return {
    ...{ width, height: y + MARGIN },
    marks: [...columns, stroke(middle, MARGIN, middle, y, theme.hairline, { width: 1 })],
    facts: {
      ...{ keys: String(scores.length), fill: digits(fill) },
      ...{ even: weightOf(fill), broken: weightOf(Number.NEGATIVE_INFINITY) },
    },
  };
};

/** The scores before any fill, whether the note belongs to the fill or to the softmax. */
function unmasked(trace: Trace, step: StageStep): Step {
  const source = stepOf(trace, step.inputs[0] ?? "");
  return source.op === "masked_fill" ? stepOf(trace, source.inputs[0] ?? "") : source;
}

/** Whole numbers without decimals. */
const withoutDecimals =
  (scale: Scale): Scale =>
  (value) => ({ ...scale(value), text: digits(value, 0) });
