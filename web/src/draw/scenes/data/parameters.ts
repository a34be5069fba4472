/**
 * Parameters, as a table that fills number by number. Drawn ones come from the seeded generator one after the other:
 * nn.Linear draws uniformly between ±1/√fan_in, nn.Embedding from the standard normal distribution. Given ones, and those that
 * are all ones or zeros, appear without arithmetic.
 */
import { cellCount, range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { looseCell, movingCell } from "../../marks/arithmetic_line.js";
import { block, foldDots, folded, shapeLine, shapeWidth } from "../../marks/block.js";
import { fontFor } from "../../marks/cells.js";
import { distributionMarks, placeOn, standardNormal, uniformOf } from "../../marks/distribution.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor } from "../../marks/matrix.js";
import { foldAround, foldIn, GAP, isNarrow, LARGEST_CELL, monoSize, monoWidth } from "../../measure.js";
import type { CellSize, Mark, Rect, Scene, SceneInput } from "../../picture.js";
import { digits, type Scale, scaleOf } from "../../scale.js";
import { axesOf, hasStep, type Slice, sliceOf, stepOf } from "../../tensor_view.js";
import { cellOf, countArrived, type Sweep, sweepAt } from "../sweep.js";

const FILL = { from: 0.05, to: 0.95 } as const;
const MARGIN = 16;
/** Height of the line with the call that fills a constant. */
const CALL_HEIGHT = 20;
/** The slow number appears at this progress, at once. */
const LANDED = 0.3;

export const appear: Scene = (input, t) => {
  const { trace, step, theme, width, height } = input;
  const room = {
    x: MARGIN,
    y: CALL_HEIGHT,
    width: width - 2 * MARGIN,
    height: height - MARGIN - CALL_HEIGHT,
  };
  const table = tableIn(input, room);
  const sweep = sweepAt(t, FILL, table.slice.rows.size * table.slice.cols.size);
  const call = step.data[0] === 0 ? "zeros_" : "ones_";
  return [
    ...table.marks(scaleOf(step, trace, theme), sweep, LANDED),
    ...(step.op === "constant" ? [mono(`${call}(${step.name})`, table.x, table.y - 50, theme.muted)] : []),
  ];
};

const DRAW = { from: 0.06, to: 0.96 } as const;
/** Within a slow draw: the number appears, moves to its place on the axis, then to its cell. */
const MOMENT = { out: 0.2, axis: 0.45, hold: 0.6, landed: 0.95 } as const;
const DIGITS = 5;
const TAPE = { width: 42, height: 24 } as const;

/** The calls at the top left, the plot at the top right, the tensor below. */
export const drawParameters: Scene = (input, t) => {
  const { hu, trace, step, theme, width, height } = input;
  const { data } = step;
  const margin = isNarrow(width) ? 10 : 20;
  const top = Math.min(130, Math.max(96, height * 0.26));
  const code = { x: margin, y: 10, width: Math.min(200, width * 0.4), height: top - 10 };
  const x = code.x + code.width + margin;
  const plot = { x, y: 8, width: Math.min(420, width - x - margin), height: top - 4 };
  const room = { x: margin + 6, y: top, width: width - 2 * margin - 8, height: height - top - 16 };
  const table = tableIn(input, room);
  const scale = scaleOf(step, trace, theme);
  const fan = fanIn(input);
  const bound = hu.div([1], hu.sqrt([fan])).data[0] ?? Number.NaN;
  const isNormal = step.op === "normal";
  const distribution = isNormal ? standardNormal : uniformOf(bound, `−1/√${fan}`, `1/√${fan}`);
  const sweep = sweepAt(t, DRAW, data.length);
  const { slow, within } = sweep;
  const cols = table.slice.cols.size;

  /** The number of draws so far; they come in order. */
  const drawnSoFar = (): number => {
    if (slow >= 0) return slow + Number(within >= MOMENT.axis);
    return t <= DRAW.from ? 0 : countArrived(data.length, (item) => sweep.progress(item) > 0);
  };

  /** The calls that draw, and for a uniform draw the arithmetic of its bound. */
  const calls = (): Mark[] => {
    const call = isNormal ? "normal_(0, 1)" : `uniform_(−${digits(bound)}, ${digits(bound)})`;
    const arithmetic = isNormal ? [] : [`1/√${fan} = ${digits(bound, 4)}`];
    const lines = [`manual_seed(${trace.spec.seed})`, call, ...arithmetic];
    const size = Math.min(...lines.map((line) => monoSize(line, code.width, 13)));
    return lines.map((text, i) =>
      mono(text, code.x, code.y + 9 + i * 19, i === 2 ? theme.muted : theme.ink, { size }),
    );
  };

  /** The next numbers of the generator stand in a row; the first falls on the axis and goes to its cell. */
  const currentDraw = (): Mark[] => {
    const tapeCells = Math.max(1, Math.floor((code.width + 4) / (TAPE.width + 4)));
    const tapeY = code.y + code.height - TAPE.height;
    const tape = (i: number): Rect => ({
      x: code.x + (tapeCells - 1 - i) * (TAPE.width + 4),
      y: tapeY,
      ...TAPE,
    });
    const token = (item: number) => ({
      ...{ cell: scale(data[item] ?? 0), ref: table.slice.ref(...cellOf(item, cols)) },
    });
    const next = range(Math.min(tapeCells, data.length - slow)).slice(1);
    const waiting = next.map((i) => {
      const shown = phase(within, 0, MOMENT.out) * (0.75 - (0.5 * i) / tapeCells);
      return looseCell({ ...token(slow + i), shown }, tape(i), theme);
    });
    if (within >= MOMENT.landed) return waiting;
    const foot = placeOn(distribution, plot, data[slow] ?? 0);
    const toAxis = phase(within, MOMENT.out, MOMENT.axis);
    const aboveAxisX = Math.min(Math.max(foot.x - TAPE.width / 2, plot.x), plot.x + plot.width - TAPE.width);
    const aboveAxis = { x: aboveAxisX, y: plot.y, ...TAPE };
    const fall = lerp(plot.y + TAPE.height, foot.y, toAxis);
    const line = stroke(foot.x, fall, foot.x, foot.y, theme.accent, { width: 2, opacity: toAxis });
    const [from, to, p] =
      toAxis < 1
        ? [tape(0), aboveAxis, toAxis]
        : [aboveAxis, table.cellIn(...cellOf(slow, cols)), phase(within, MOMENT.hold, MOMENT.landed)];
    const cell = movingCell(token(slow), from, to, p, DIGITS, theme);
    return [...waiting, ...(toAxis > 0 ? [line] : []), cell];
  };

  return [
    ...calls(),
    ...distributionMarks(distribution, data, drawnSoFar(), plot, theme),
    ...table.marks(scale, sweep, MOMENT.landed),
    ...(slow >= 0 ? currentDraw() : []),
  ];
};

/** The fan-in of a layer: the number of inputs of each output. A bias has that of its weight. */
function fanIn({ trace, step }: SceneInput): number {
  const name = step.name.replace(/\.bias$/, ".weight");
  const { shape } = hasStep(trace, name) ? stepOf(trace, name) : step;
  return cellCount(shape.slice(1));
}

/** Room above the cells for the name and the shape, in two lines where they are long. */
const BAND = 44;
/** A vector too long to show its digits in one line is drawn upright, as a column of a page. */
const LONGEST_LINE = 16;

/** A parameter in the middle of a room. A table of tokens has its rows numbered, and keeps the rows of this sentence. */
function tableIn({ step, trace, focus, theme }: SceneInput, room: Rect) {
  const isUpright = step.shape.length === 1 && (step.shape[0] ?? 1) > LONGEST_LINE;
  const slice = isUpright ? sliceOf(step, focus, 0, -1) : sliceOf(step, focus);
  const isNumbered = step.axes[0] === "V";
  const usedIds = (trace.spec.sequences[focus.batch] ?? []).filter((id) => id < slice.rows.size);
  const free = { width: room.width, height: room.height - BAND };
  const panels = panelsOf(slice, free, isNumbered, isNumbered ? [...usedIds, trace.spec.padId] : []);
  const { cell, columns, stride, numbersWidth, colAt } = panels;
  const x = room.x + (room.width - panels.width) / 2;
  const y = room.y + BAND + Math.max(0, (free.height - panels.height) / 2);
  const left = x + numbersWidth;

  /** The rectangle of a cell of the table. */
  const cellIn = (row: number, col: number): Rect => {
    const page = Math.max(
      0,
      columns.findIndex((rows) => rows.includes(row)),
    );
    const at = Math.max(0, columns[page]?.indexOf(row) ?? 0);
    const start = left + page * stride + Math.max(0, colAt.indexOf(col)) * cell.width;
    return { x: start, y: y + at * cell.height, ...cell };
  };

  /** The numbers that have appeared so far; the slow one appears at progress `landed`. */
  const marks = (scale: Scale, sweep: Sweep, landed: number): Mark[] => {
    const axes = axesOf(step);
    const width = panels.width - numbersWidth;
    const shape = shapeWidth(axes);
    const inTwoLines = monoWidth(step.name, 13) + 12 + shape > width;
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

    /** One column of rows, with its brackets. */
    const panel = (rows: readonly number[], p: number): Mark[] => {
      const part = folded(slice, rows, colAt);
      const [start, height] = [left + p * stride, rows.length * cell.height];
      const number = (i: number): string => (rows[i] === GAP ? "⋮" : String(rows[i]));
      const itemAt = (row: number, col: number): number =>
        (rows[row] ?? 0) * slice.cols.size + (colAt[col] ?? 0);
      const bracketX = start - numbersWidth - 4;
      const over = stroke(
        start,
        y - 4,
        start + colAt.length * cell.width,
        y - 4,
        axisColor(part.cols, theme),
      );
      const beside = stroke(bracketX, y, bracketX, y + height, axisColor(part.rows, theme));
      return [
        ...block({
          ...{ ...part, x: start, y, cell, theme, scale, labelled: 0, rowLabel: "none" },
          ...(numbersWidth > 0 ? { indices: { rows: { room: numbersWidth, text: number } } } : {}),
          shown: (row, col) => (part.isGap(row, col) ? 0 : share(itemAt(row, col))),
          lit: (row, col) => hasLanded && itemAt(row, col) === sweep.slow,
        }),
        ...foldDots(colAt, start, y, cell, height, theme),
        ...(part.cols.letter === "1" ? [] : [over]),
        ...(part.rows.letter === "1" ? [] : [beside]),
      ];
    };

    return [
      ...columns.flatMap(panel),
      mono(step.name, left, inTwoLines ? y - 31 : y - 14, theme.ink, { bold: true }),
      ...shapeLine(axes, inTwoLines ? left + shape : left + width, y - 14, theme),
    ];
  };

  return { slice, x, y, cellIn, marks };
}

const COLUMN_GAP = 14;
const MIN_CELL = 3.2;
const MAX_COLUMNS = 12;

/**
 * A tall table set in columns like a page of print: rows run downwards, then on to the next column. A table of
 * token vectors has more rows than fit the height of a stage; in columns every row can be seen and pointed at. Rows in `keep`
 * are drawn even where the table is folded.
 */
function panelsOf({ rows, cols }: Slice, room: CellSize, isNumbered: boolean, keep: readonly number[]) {
  const numbersWidth = isNumbered ? monoWidth(String(rows.size - 1), 11) + 12 : 0;
  const colAt = foldIn(cols.size, room.width - numbersWidth, 96);

  /** The number of page columns that gives the largest cells. */
  const bestColumns = (count: number): { columns: number; cell: CellSize } => {
    let best = { columns: 1, cell: { width: 0, height: 0 } };
    let bestSize = -1;
    for (let columns = 1; columns <= Math.min(MAX_COLUMNS, count); columns++) {
      const free = room.width - columns * numbersWidth - (columns - 1) * COLUMN_GAP;
      const width = Math.min(LARGEST_CELL.width, free / (columns * colAt.length));
      const height = Math.min(LARGEST_CELL.height, room.height / Math.ceil(count / columns));
      const size = Math.min(width, 1.5 * height);
      if (size <= bestSize + 0.01) continue;
      bestSize = size;
      best = { columns, cell: { width, height } };
    }
    return best;
  };

  /** The first rows, those to keep and the last, with gaps between. */
  const foldedRows = (): readonly number[] => {
    const maxRows = Math.max(6, Math.floor(room.height / 12));
    const kept = [...new Set(keep)].slice(0, Math.floor(maxRows / 3));
    const head = range(Math.max(1, maxRows - 2 * kept.length - 2));
    const shown = foldAround(rows.size, [...head, ...kept, rows.size - 1]);
    return shown.filter((row, i) => row !== GAP || i < shown.length - 1);
  };

  const unfolded = bestColumns(rows.size);
  const fits = unfolded.cell.height >= MIN_CELL && unfolded.cell.width >= MIN_CELL;
  const rowAt = fits ? range(rows.size) : foldedRows();
  const { columns: count, cell } = fits ? unfolded : bestColumns(rowAt.length);
  const each = Math.ceil(rowAt.length / count);
  /** The table's rows in page-column order. */
  const columns = range(Math.ceil(rowAt.length / each)).map((p) => rowAt.slice(p * each, (p + 1) * each));
  /** From one column's first cell to the next's. */
  const stride = numbersWidth + colAt.length * cell.width + COLUMN_GAP;
  const size = { width: columns.length * stride - COLUMN_GAP, height: each * cell.height };
  return { cell, columns, colAt, stride, numbersWidth, ...size };
}
