/** A parameter as a table that fills number by number: the columns of a page where it is tall, with its name and shape. */
import { phase } from "../../../timeline/easing.js";
import { type Panels, panelsOf } from "../../layout/panels.js";
import { GAP, type Rect } from "../../layout/rect.js";
import { block, type Folded, foldDots, folded, shapeLine, shapeWidth } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, fontFor } from "../../marks/matrix.js";
import type { Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import type { Scale } from "../../scale.js";
import type { SceneInput, StageStep } from "../../scene.js";
import { axesOf, type Focus, type Slice, sliceOf } from "../../tensor_view.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { countArrived, type Sweep } from "../pace/sweep.js";

export interface TensorTable extends Point {
  readonly slice: Slice;
  readonly panels: Panels;
}

/** Room above the cells for the name and the shape, in two lines where they are long. */
const BAND = 44;
/** A vector too long to show its digits in one line is drawn upright, as a column of a page. */
const LONGEST_LINE = 16;

/** A parameter as a matrix. */
export const tableSlice = (step: StageStep, focus: Focus): Slice =>
  step.shape.length === 1 && (step.shape[0] ?? 1) > LONGEST_LINE
    ? sliceOf(step, focus, 0, -1)
    : sliceOf(step, focus);

/** The table in the middle of a room. A table of tokens has its rows numbered, and keeps the rows of this sentence. */
export function tensorTable(
  { step, trace, focus }: SceneInput,
  slice: Slice,
  { x, y, width, height }: Rect,
): TensorTable {
  const numbered = step.axes[0] === "V";
  const usedIds = (trace.spec.sequences[focus.batch] ?? []).filter((id) => id < slice.rows.size);
  const room = { width, height: height - BAND };
  const keep = numbered ? [...usedIds, trace.spec.padId] : [];
  const panels = panelsOf(slice.rows.size, slice.cols.size, room, numbered, keep);
  return {
    slice,
    panels,
    x: x + (width - panels.width) / 2,
    y: y + BAND + Math.max(0, (room.height - panels.height) / 2),
  };
}

/** The rectangle of a cell of the table. */
export function tableCell({ panels, x, y }: TensorTable, row: number, col: number): Rect {
  const p = Math.max(
    0,
    panels.columns.findIndex((rows) => rows.includes(row)),
  );
  const at = Math.max(0, panels.columns[p]?.indexOf(row) ?? 0);
  return {
    x:
      x +
      panels.numbersWidth +
      p * panels.stride +
      Math.max(0, panels.colAt.indexOf(col)) * panels.cell.width,
    y: y + at * panels.cell.height,
    ...panels.cell,
  };
}

/** The numbers that have appeared so far; the slow one appears at progress `landed`. */
export function tableMarks(
  { step, theme }: SceneInput,
  table: TensorTable,
  scale: Scale,
  sweep: Sweep,
  landed: number,
): Mark[] {
  const { panels, x, y, slice } = table;
  const axes = axesOf(step);
  const left = x + panels.numbersWidth;
  const width = panels.width - panels.numbersWidth;
  const shape = shapeWidth(axes);
  const inTwoLines = monoWidth(step.name, 13) + 12 + shape > width;
  const base = { theme, scale, sweep, landed };
  return [
    ...panels.columns.flatMap((rowAt, p) => panelMarks(base, table, folded(slice, rowAt, panels.colAt), p)),
    mono(step.name, left, inTwoLines ? y - 31 : y - 14, theme.ink, { bold: true }),
    ...shapeLine(axes, inTwoLines ? left + shape : left + width, y - 14, theme),
  ];
}

/** One column of rows, with its brackets. */
function panelMarks(
  { theme, scale, sweep, landed }: { theme: Theme; scale: Scale; sweep: Sweep; landed: number },
  { panels, x, y, slice }: TensorTable,
  part: Folded,
  p: number,
): Mark[] {
  const { cell, stride, numbersWidth } = panels;
  const { rowAt, colAt } = part;
  const left = x + numbersWidth + p * stride;
  const height = rowAt.length * cell.height;
  const number = (i: number): string => (rowAt[i] === GAP ? "⋮" : String(rowAt[i]));
  const itemAt = (row: number, col: number): number =>
    (rowAt[row] ?? 0) * slice.cols.size + (colAt[col] ?? 0);
  const hasLanded = sweep.within >= landed;
  const appeared = (i: number): number =>
    i === sweep.slow ? Number(hasLanded) : phase(sweep.progress(i), 0, 1);
  // Cells without digits do not fade, so counting the visible ones is enough, and faster.
  const countShown = (): number =>
    sweep.slow >= 0
      ? sweep.slow + appeared(sweep.slow)
      : countArrived(slice.rows.size * slice.cols.size, (i) => appeared(i) >= 0.5);
  const shownCount = fontFor(cell, 2) > 0 ? undefined : countShown();
  const share = (i: number): number => (shownCount === undefined ? appeared(i) : Number(i < shownCount));
  return [
    ...block({
      ...part,
      ...{ x: left, y, cell, theme, scale, labelled: 0, rowLabel: "none" },
      ...(numbersWidth > 0 ? { indices: { rows: { room: numbersWidth, text: number } } } : {}),
      shown: (row, col) => (part.isGap(row, col) ? 0 : share(itemAt(row, col))),
      lit: (row, col) => hasLanded && itemAt(row, col) === sweep.slow,
    }),
    ...foldDots(colAt, left, y, cell, height, theme),
    ...(part.cols.letter === "1"
      ? []
      : [stroke(left, y - 4, left + colAt.length * cell.width, y - 4, axisColor(part.cols, theme))]),
    ...(part.rows.letter === "1"
      ? []
      : [
          stroke(
            left - numbersWidth - 4,
            y,
            left - numbersWidth - 4,
            y + height,
            axisColor(part.rows, theme),
          ),
        ]),
  ];
}
