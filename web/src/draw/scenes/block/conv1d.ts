/**
 * A convolution of kernel 1 over a sequence: a window one position wide slides along it, and at every position the same
 * weight turns the column in the window into a column of the result: y[:, l] = W x[:, l] + b. No position sees another.
 */

import { phase } from "../../../timeline/easing.js";
import { type Current, channelsLayout, type Product, thinnedCorner } from "../../layout/corner.js";
import { between, cellRect, fitCell } from "../../layout/rect.js";
import { type CellSize, cellMark } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { type MatrixSpec, matrix } from "../../marks/matrix.js";
import { inputsOf, operand, thinned } from "../../operand.js";
import type { Mark, Point, RectMark } from "../../picture.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { type DrawnSlice, pickedIndex, type Slice, sliceOf, transposed } from "../../tensor_view.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { boxAround, RULE_SHOWN, restOpacityAt, rowBox, type Sweep, sweepAt } from "../sweep.js";

/** conv1 transposes its input first, conv2 its result at the end. */
const TRANSPOSE_INPUT = { from: 0.02, to: 0.13 } as const;
const TRANSPOSE_RESULT = { from: 0.86, to: 0.97 } as const;
/** Within a position: the window arrives, its first number is worked out, and the rest of the column fills. */
const WINDOW_ARRIVED = 0.08;
const COLUMN = { from: 0.84, each: 0.08 } as const;

type Stage = ReturnType<typeof stageOf>;

export const conv1d: Scene = (input, t) => {
  const stage = stageOf(input, t);
  const { product, layout, theme, currentCell } = stage;
  return [
    ...sequence(stage),
    ...weightAndBias(stage),
    ...result(stage),
    ...(stage.inputTransposed >= 1 && stage.resultTransposed <= 0 ? windowMarks(stage) : []),
    ...(currentCell ? workings(input, product, layout, theme, currentCell, 0) : []),
  ];
};

function stageOf(input: SceneInput, t: number) {
  const { step, focus, theme, width } = input;
  const [x, weight, bias] = inputsOf(input);
  const [inputChannelsFirst, resultChannelsFirst] = [
    x.axes[1] === weight.axes[1],
    step.axes[1] === weight.axes[0],
  ];
  const slice = (tensor: StageStep, channelsFirst: boolean): Slice =>
    channelsFirst ? sliceOf(tensor, focus) : transposed(sliceOf(tensor, focus));
  const layer = `${weight.name.replace(/\.weight$/, "")}(${x.name})`;
  const product: Product = {
    left: operand(input, weight),
    above: operand(input, x, slice(x, inputChannelsFirst), inputChannelsFirst ? x.name : `${x.name}ᵀ`),
    result: operand(input, step, slice(step, resultChannelsFirst), resultChannelsFirst ? step.name : layer),
    bias: bias && operand(input, bias, sliceOf(bias, focus, 0, -1)),
  };
  const drawn = thinnedCorner(product);
  const { cols } = drawn.result;
  const span = {
    from: inputChannelsFirst ? 0.05 : TRANSPOSE_INPUT.to + 0.01,
    to: resultChannelsFirst ? 0.97 : TRANSPOSE_RESULT.from - 0.02,
  };
  const sweep = sweepAt(t, span, cols.size);
  const currentCell = currentCellOf(sweep, cols.size, product.result.cols.size);
  return {
    ...{
      theme,
      product,
      drawn,
      sweep,
      currentCell,
      layout: channelsLayout(input, drawn, !resultChannelsFirst),
    },
    // 1 for an input that needs no transpose, 0 for a result that needs none.
    inputTransposed: inputChannelsFirst ? 1 : phase(t, TRANSPOSE_INPUT.from, TRANSPOSE_INPUT.to),
    resultTransposed: resultChannelsFirst ? 0 : phase(t, TRANSPOSE_RESULT.from, TRANSPOSE_RESULT.to),
    names: { input: x.name, result: step.name },
    /** The opacity of everything that is not read now. */
    restOpacity: restOpacityAt(theme, currentCell?.within ?? 0, MOMENT.light, MOMENT.land),
    titleEnd: width - 4,
  };
}

/** The first number of the column in the window is the one that is worked out; it is done when the others follow. */
function currentCellOf({ slow, within }: Sweep, drawn: number, total: number): Current | undefined {
  if (within <= 0) return undefined;
  const warped = within < RULE_SHOWN ? within : RULE_SHOWN + (within - RULE_SHOWN) * 2;
  return {
    row: 0,
    col: slow,
    trueRow: 0,
    trueCol: pickedIndex(slow, drawn, total),
    within: Math.min(1, warped),
  };
}

function sequence({
  drawn: { above },
  layout,
  currentCell,
  inputTransposed,
  names,
  restOpacity,
  theme,
  titleEnd,
}: Stage): Mark[] {
  const cell = { width: layout.cell.width, height: layout.inner.height };
  const labels = layout.narrow ? "columns" : "all";
  const base = { theme, labels, labelSize: layout.labelSize, scale: above.scale, titleEnd } as const;
  const dim = (_: number, col: number): number => (col === currentCell?.col ? 1 : restOpacity);
  if (inputTransposed >= 1) return matrix({ ...base, ...above, ...layout.above, cell, dim });
  // The transposed matrix takes the same room.
  const { rows, cols } = above;
  const height = rows.size * cell.height;
  const transposedCell = fitCell(cols.size * cell.width, height, cols.size, rows.size);
  const from = {
    x: layout.above.x,
    y: layout.above.y + height - cols.size * transposedCell.height,
    cell: transposedCell,
  };
  const slice = { ...base, slice: transposed(above), titles: [names.input, above.title] } as const;
  return transposing(slice, from, { ...layout.above, cell }, inputTransposed);
}

function weightAndBias({ product: { bias }, drawn, layout, currentCell, restOpacity, theme }: Stage): Mark[] {
  const { labelSize: size, narrow, cell, inner, result } = layout;
  const dim = (row: number): number => (row === currentCell?.row ? 1 : restOpacity);
  const named = { labelSize: size, titleEnd: result.x - 12 };
  const weightCell = { width: inner.width, height: cell.height };
  const marks = matrix({ ...drawn.left, ...layout.left, ...named, cell: weightCell, theme, dim });
  if (!bias) return marks;
  const { x, y, width } = layout.bias;
  const end = narrow ? Math.max(x + width, 110) : x + width;
  const label = { size, align: "end", bold: true } as const;
  const column = matrix({
    ...{ ...thinned(bias), x, y, theme, dim, labels: "none", cell: { width, height: cell.height } },
    lit: (row) =>
      row === currentCell?.row && currentCell.within >= MOMENT.extras && currentCell.within < MOMENT.land,
  });
  return [...marks, ...column, mono(`+ ${bias.title}`, end, layout.betweenY, theme.ink, label)];
}

function result({
  drawn: { result },
  layout,
  sweep,
  currentCell,
  resultTransposed,
  names,
  theme,
  titleEnd,
}: Stage): Mark[] {
  const { labelSize, cell, result: at } = layout;
  const base = { theme, labelSize, scale: result.scale, labels: "columns", titleEnd } as const;
  if (resultTransposed > 0) {
    const slice = { ...base, labels: "names", slice: result, titles: [result.title, names.result] } as const;
    return transposing(slice, { ...at, cell }, { ...at, cell: layout.transposedCell }, resultTransposed);
  }
  const rows = result.rows.size;
  /** A column fills downwards; in the explained column the first number lands separately. */
  const shown = (row: number, col: number): number => {
    if (col !== sweep.slow) return phase(sweep.progress(col), 0.5 * (row / rows), 0.5 + 0.5 * (row / rows));
    if (row === 0) return Number((currentCell?.within ?? 0) >= MOMENT.land);
    const from = COLUMN.from + (1 - COLUMN.from - COLUMN.each) * (row / rows);
    return phase(sweep.within, from, from + COLUMN.each);
  };
  return matrix({ ...base, ...result, ...at, cell, shown });
}

/** Boxes around the window, the column of the result and the weights that are read for it. */
function windowMarks({ drawn, layout, sweep, currentCell, theme }: Stage): Mark[] {
  const { cell, inner, above, result, left } = layout;
  const { left: weight, above: x, result: y } = drawn;
  const at = windowAt(sweep, y.cols.size);
  if (at < 0) return [];
  const windowBox = ({ x, y }: Point, height: number): RectMark =>
    boxAround({ x: x + at * cell.width - 1, y: y - 1, width: cell.width + 2, height: height + 2 }, theme);
  const columnHeight = x.rows.size * inner.height;
  const weightCell = { width: inner.width, height: cell.height };
  const whole = {
    ...left,
    width: weight.cols.size * weightCell.width,
    height: weight.rows.size * weightCell.height,
  };
  const look = { size: 11, align: "middle", bold: true } as const;
  return [
    { ...windowBox(above, columnHeight), fill: theme.accent, opacity: 0.1 },
    windowBox(above, columnHeight),
    mono("1", above.x + (at + 0.5) * cell.width, above.y + columnHeight + 11, theme.accent, look),
    windowBox(result, y.rows.size * cell.height),
    currentCell && currentCell.within < MOMENT.land
      ? rowBox(left, weightCell, 0, weight.cols.size, theme)
      : boxAround(whole, theme),
  ];
}

/** The window's position, fractional while it moves; −1 before and after the sweep. */
function windowAt({ slow, within, progress }: Sweep, positions: number): number {
  if (slow >= 0) return Math.max(0, slow - 1 + phase(within, 0, WINDOW_ARRIVED));
  if (progress(0) <= 0 || progress(positions - 1) >= 1) return -1;
  let at = 1;
  for (let i = 2; i < positions; i++) at += phase(progress(i), 0, 0.35);
  return at;
}

interface TransposingSpec extends Pick<MatrixSpec, "theme" | "scale" | "labels" | "labelSize" | "titleEnd"> {
  /** The matrix before the move. */
  readonly slice: DrawnSlice;
  /** Its names before and after. */
  readonly titles: readonly [string, string];
}

type Position = Point & { readonly cell: CellSize };

function transposing(
  { slice, titles, ...base }: TransposingSpec,
  from: Position,
  to: Position,
  p: number,
): Mark[] {
  const { rows, cols } = slice;
  const after: DrawnSlice = transposed(slice);
  if (p <= 0) return matrix({ ...base, ...slice, ...from, title: titles[0] });
  if (p >= 1) return matrix({ ...base, ...after, ...to, title: titles[1] });
  // The labels are those of the nearer end; only the cells move.
  const labels =
    p < 0.5
      ? matrix({ ...base, ...slice, ...from, title: titles[0], shown: () => 0 })
      : matrix({ ...base, ...after, ...to, title: titles[1], shown: () => 0 });
  const marks = labels.filter((mark) => mark.kind !== "rect");
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      const at = between(cellRect(from, from.cell, row, col), cellRect(to, to.cell, col, row), p);
      const style = base.scale(slice.value(row, col));
      marks.push(cellMark(at, style, 0, 1, undefined, slice.ref(row, col)));
    }
  return marks;
}
