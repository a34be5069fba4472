/**
 * Drawing parameters: the seeded generator gives one number after the other, and they fill the tensor row
 * by row. nn.Linear draws uniformly between ±1/√fan_in, nn.Embedding from the standard normal distribution.
 */

import { cellCount, range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { foldAround, foldIn, GAP, LARGEST_CELL, monoSize, type Rect } from "../../layout/rect.js";
import { looseCell, movingCell } from "../../marks/arithmetic_line.js";
import { block, type Folded, foldDots, folded, shapeLine, shapeWidth } from "../../marks/block.js";
import { type CellSize, fontFor } from "../../marks/cells.js";
import {
  type Distribution,
  distributionMarks,
  placeOn,
  standardNormal,
  uniformOf,
} from "../../marks/distribution.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor } from "../../marks/matrix.js";
import type { CellRef, Mark, Point } from "../../picture.js";
import { type CellStyle, digits, type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { axesOf, type Focus, hasStep, type Slice, sliceOf, stepOf } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { cellOf, countArrived, type Sweep, sweepAt } from "../sweep.js";

const DRAW = { from: 0.06, to: 0.96 } as const;
/** Within a slow draw: the number appears, moves to its place on the axis, then to its cell. */
const MOMENT = { out: 0.2, axis: 0.45, hold: 0.6, landed: 0.95 } as const;
const DIGITS = 5;
const TAPE = { width: 42, height: 24 } as const;

export const drawParameters: Scene = (input, t) => {
  const { trace, step, theme } = input;
  const scale = scaleOf(step, trace.spec.padId, theme);
  const layout = layoutOf(input);
  const distribution = distributionOf(input);
  const count = step.data.length;
  const sweep = sweepAt(t, DRAW, count);
  return [
    ...codeMarks(input, layout.code, distribution),
    ...distributionMarks(distribution, step.data, drawnSoFar(sweep, count, t), layout.plot, theme),
    ...tableMarks(input, layout.table, scale, sweep, MOMENT.landed),
    ...(sweep.slow >= 0 ? currentDraw(input, scale, layout, distribution, sweep) : []),
  ];
};

/** The code at the top left, the plot at the top right, the tensor below. */
function layoutOf(input: SceneInput) {
  const { width, height, step, focus } = input;
  const margin = isNarrow(width) ? 10 : 20;
  const top = Math.min(130, Math.max(96, height * 0.26));
  const code = { x: margin, y: 10, width: Math.min(200, width * 0.4), height: top - 10 };
  const x = code.x + code.width + margin;
  const plot = { x, y: 8, width: Math.min(420, width - x - margin), height: top - 4 };
  const room = { x: margin + 6, y: top, width: width - 2 * margin - 8, height: height - top - 16 };
  return { code, plot, table: tensorTable(input, tableSlice(step, focus), room) };
}

/** The number of draws so far; they come in order. */
function drawnSoFar(sweep: Sweep, count: number, t: number): number {
  if (sweep.slow >= 0) return sweep.slow + Number(sweep.within >= MOMENT.axis);
  if (t <= DRAW.from) return 0;
  return countArrived(count, (item) => sweep.progress(item) > 0);
}

/** The fan-in of a layer: the number of inputs of each output. A bias has that of its weight. */
function fanIn({ trace, step }: SceneInput): number {
  const name = step.name.replace(/\.bias$/, ".weight");
  const { shape } = hasStep(trace, name) ? stepOf(trace, name) : step;
  return cellCount(shape.slice(1));
}

function distributionOf(input: SceneInput): Distribution {
  if (input.step.op === "normal") return standardNormal;
  const fan = fanIn(input);
  const bound = 1 / Math.sqrt(fan);
  return uniformOf(bound, `−1/√${fan}`, `1/√${fan}`);
}

/** The calls that draw, and for a uniform draw the arithmetic of its bound. */
function codeMarks(input: SceneInput, room: Rect, distribution: Distribution): Mark[] {
  const { trace, theme, step } = input;
  const lines = [
    `manual_seed(${trace.spec.seed})`,
    distribution.bound === undefined
      ? "normal_(0, 1)"
      : `uniform_(−${digits(distribution.bound)}, ${digits(distribution.bound)})`,
    ...(step.op === "uniform" ? [`1/√${fanIn(input)} = ${digits(1 / Math.sqrt(fanIn(input)), 4)}`] : []),
  ];
  const size = Math.min(...lines.map((line) => monoSize(line, room.width, 13)));
  return lines.map((text, i) =>
    mono(text, room.x, room.y + 9 + i * 19, i === 2 ? theme.muted : theme.ink, { size }),
  );
}

/** A drawn number: the style of its cell, and its reference in the tensor. */
interface Drawn {
  readonly style: CellStyle;
  readonly ref: CellRef;
}

/** The next numbers of the generator stand in a row; the first falls on the axis and goes to its cell. */
function currentDraw(
  { step, theme }: SceneInput,
  scale: Scale,
  { code, plot, table }: ReturnType<typeof layoutOf>,
  distribution: Distribution,
  { slow, within }: Sweep,
): Mark[] {
  const { slice } = table;
  const cols = slice.cols.size;
  const drawn = (item: number): Drawn => ({
    ...{ style: scale(step.data[item] ?? 0), ref: slice.ref(...cellOf(item, cols)) },
  });
  const tapeCells = Math.max(1, Math.floor((code.width + 4) / (TAPE.width + 4)));
  const tapeY = code.y + code.height - TAPE.height;
  const tape = (i: number): Rect => ({
    x: code.x + (tapeCells - 1 - i) * (TAPE.width + 4),
    y: tapeY,
    ...TAPE,
  });
  const marks: Mark[] = [];
  for (let i = 1; i < tapeCells && slow + i < step.data.length; i++) {
    const { style, ref } = drawn(slow + i);
    const opacity = phase(within, 0, MOMENT.out) * (0.75 - (0.5 * i) / tapeCells);
    marks.push(looseCell(style, tape(i), theme, ref, false, opacity));
  }
  const foot = placeOn(distribution, plot, step.data[slow] ?? 0);
  const target = tableCell(table, ...cellOf(slow, cols));
  return [...marks, ...numberPath(drawn(slow), tape(0), foot, plot, target, theme, within)];
}

/** A number goes from the tape to above its place on the axis, a line falls from it to the axis, it goes to its cell. */
function numberPath(
  { style, ref }: Drawn,
  tape: Rect,
  foot: Point,
  plot: Rect,
  target: Rect,
  theme: Theme,
  within: number,
): Mark[] {
  if (within >= MOMENT.landed) return [];
  const toAxis = phase(within, MOMENT.out, MOMENT.axis);
  const x = Math.min(Math.max(foot.x - TAPE.width / 2, plot.x), plot.x + plot.width - TAPE.width);
  const aboveAxis = { x, y: plot.y, ...TAPE };
  const marks: Mark[] = [];
  if (toAxis > 0) {
    const top = lerp(plot.y + TAPE.height, foot.y, toAxis);
    marks.push(stroke(foot.x, top, foot.x, foot.y, theme.accent, { width: 2, opacity: toAxis }));
  }
  const cell =
    toAxis < 1
      ? movingCell(style, tape, aboveAxis, toAxis, DIGITS, theme, ref, true)
      : movingCell(
          style,
          aboveAxis,
          target,
          phase(within, MOMENT.hold, MOMENT.landed),
          DIGITS,
          theme,
          ref,
          true,
        );
  return [...marks, cell];
}

const FILL = { from: 0.05, to: 0.95 } as const;
const MARGIN = 16;
/** Height of the line with the call that fills a constant. */
const CALL_HEIGHT = 20;
/** The slow number appears at this progress, at once. */
const LANDED = 0.3;

export const appear: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const slice = tableSlice(step, focus);
  const room = {
    x: MARGIN,
    y: CALL_HEIGHT,
    width: width - 2 * MARGIN,
    height: height - MARGIN - CALL_HEIGHT,
  };
  const table = tensorTable(input, slice, room);
  const sweep = sweepAt(t, FILL, slice.rows.size * slice.cols.size);
  const call = step.data[0] === 0 ? "zeros_" : "ones_";
  return [
    ...tableMarks(input, table, scaleOf(step, trace.spec.padId, theme), sweep, LANDED),
    ...(step.op === "constant" ? [mono(`${call}(${step.name})`, table.x, table.y - 50, theme.muted)] : []),
  ];
};

interface TensorTable extends Point {
  readonly slice: Slice;
  readonly panels: Panels;
}

/** Room above the cells for the name and the shape, in two lines where they are long. */
const BAND = 44;
/** A vector too long to show its digits in one line is drawn upright, as a column of a page. */
const LONGEST_LINE = 16;

/** A parameter as a matrix. */
const tableSlice = (step: StageStep, focus: Focus): Slice =>
  step.shape.length === 1 && (step.shape[0] ?? 1) > LONGEST_LINE
    ? sliceOf(step, focus, 0, -1)
    : sliceOf(step, focus);

/** The table in the middle of a room. A table of tokens has its rows numbered, and keeps the rows of this sentence. */
function tensorTable(
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
function tableCell({ panels, x, y }: TensorTable, row: number, col: number): Rect {
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
function tableMarks(
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

interface Panels {
  readonly cell: CellSize;
  /** The table's rows in page-column order; rows are left out only when there are too many. */
  readonly columns: readonly (readonly number[])[];
  readonly colAt: readonly number[];
  /** From one column's first cell to the next's. */
  readonly stride: number;
  readonly numbersWidth: number;
  readonly width: number;
  readonly height: number;
}

const COLUMN_GAP = 14;
const MIN_CELL = 3.2;
const MAX_COLUMNS = 12;

/** Rows in `keep` are drawn even where the table is folded. */
function panelsOf(
  rows: number,
  cols: number,
  room: { width: number; height: number },
  numbered: boolean,
  keep: readonly number[],
): Panels {
  const numbersWidth = numbered ? monoWidth(String(rows - 1), 11) + 12 : 0;
  const colAt = foldIn(cols, room.width - numbersWidth, 96);
  const unfolded = bestColumns(rows, colAt.length, room, numbersWidth);
  const fits = unfolded.cell.height >= MIN_CELL && unfolded.cell.width >= MIN_CELL;
  const maxRows = Math.max(6, Math.floor(room.height / 12));
  const rowAt = fits ? range(rows) : foldedRows(rows, maxRows, keep);
  const { count, cell } = fits ? unfolded : bestColumns(rowAt.length, colAt.length, room, numbersWidth);
  const rowsPerColumn = Math.ceil(rowAt.length / count);
  const columns = Array.from({ length: Math.ceil(rowAt.length / rowsPerColumn) }, (_, p) =>
    rowAt.slice(p * rowsPerColumn, (p + 1) * rowsPerColumn),
  );
  const stride = numbersWidth + colAt.length * cell.width + COLUMN_GAP;
  return {
    cell,
    columns,
    colAt,
    stride,
    numbersWidth,
    width: columns.length * stride - COLUMN_GAP,
    height: rowsPerColumn * cell.height,
  };
}

/** The first rows, those to keep and the last, with gaps between. */
function foldedRows(rows: number, maxRows: number, keep: readonly number[]): readonly number[] {
  const kept = [...new Set(keep)].slice(0, Math.floor(maxRows / 3));
  const head = range(Math.max(1, maxRows - 2 * kept.length - 2));
  return foldAround(rows, [...head, ...kept, rows - 1]).filter(
    (row, i, all) => row !== GAP || i < all.length - 1,
  );
}

/** The number of page columns that gives the largest cells. */
function bestColumns(
  rows: number,
  cols: number,
  room: { width: number; height: number },
  numbersWidth: number,
): { count: number; cell: CellSize } {
  let best = { count: 1, cell: { width: 0, height: 0 } };
  let bestSize = -1;
  for (let count = 1; count <= Math.min(MAX_COLUMNS, rows); count++) {
    const width = Math.min(
      LARGEST_CELL.width,
      (room.width - count * numbersWidth - (count - 1) * COLUMN_GAP) / (count * cols),
    );
    const height = Math.min(LARGEST_CELL.height, room.height / Math.ceil(rows / count));
    const size = Math.min(width, 1.5 * height);
    if (size > bestSize + 0.01) {
      bestSize = size;
      best = { count, cell: { width, height } };
    }
  }
  return best;
}
