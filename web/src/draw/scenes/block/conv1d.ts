/**
 * A convolution of kernel 1 over a sequence: a window one position wide slides along it, and at every position the same
 * weight turns the column in the window into a column of the result: y[:, l] = W x[:, l] + b. No position sees another.
 */
import { phase } from "../../../timeline/easing.js";
import { CORNER, type Current, channelsLayout, type Product } from "../../layout/tables.js";
import { cellMark } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { type MatrixSpec, matrix } from "../../marks/matrix.js";
import { between, cellRect, fitCell } from "../../measure.js";
import { inputsOf, type Operand, operand } from "../../operand.js";
import type { CellSize, Mark, Point, RectMark, Scene, StageStep } from "../../picture.js";
import { type DrawnSlice, indexIn, type Slice, sliceOf, transposed } from "../../tensor_view.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { boxAround, everyCell, RULE_SHOWN, restOpacityAt, rowBox, type Sweep, sweepAt } from "../sweep.js";

/** conv1 transposes its input first, conv2 its result at the end. */
const TRANSPOSE_INPUT = { from: 0.02, to: 0.13 } as const;
const TRANSPOSE_RESULT = { from: 0.86, to: 0.97 } as const;
/** Within a position: the window arrives, its first number is worked out, and the rest of the column fills. */
const WINDOW_ARRIVED = 0.08;
const COLUMN = { from: 0.84, each: 0.08 } as const;

export const conv1d: Scene = (input, t) => {
  const { step, focus, theme, width } = input;
  const [x, weight, bias] = inputsOf(input);
  const inputChannelsFirst = x.axes[1] === weight.axes[1];
  const resultChannelsFirst = step.axes[1] === weight.axes[0];
  const slice = (tensor: StageStep, channelsFirst: boolean): Slice =>
    channelsFirst ? sliceOf(tensor, focus) : transposed(sliceOf(tensor, focus));
  const layer = `${weight.name.replace(/\.weight$/, "")}(${x.name})`;
  const product: Product = {
    left: operand(input, weight, undefined, weight.name, CORNER.left),
    above: operand(
      input,
      x,
      slice(x, inputChannelsFirst),
      inputChannelsFirst ? x.name : `${x.name}ᵀ`,
      CORNER.above,
    ),
    result: operand(input, step, slice(step, resultChannelsFirst), resultChannelsFirst ? step.name : layer),
    bias: bias && operand(input, bias, sliceOf(bias, focus, 0, -1), bias.name, ["row", undefined]),
  };
  // Input and result as they are stored, where that is not as the convolution takes them.
  const stored = inputChannelsFirst
    ? undefined
    : operand(input, x, sliceOf(x, focus), x.name, ["col", "inner"]);
  const returned = resultChannelsFirst
    ? undefined
    : operand(input, step, sliceOf(step, focus), step.name, ["col", "row"]);
  const layout = channelsLayout(input, product, !resultChannelsFirst);
  const { cell, inner, narrow, labelSize } = layout;
  const span = {
    from: inputChannelsFirst ? 0.05 : TRANSPOSE_INPUT.to + 0.01,
    to: resultChannelsFirst ? 0.97 : TRANSPOSE_RESULT.from - 0.02,
  };
  const sweep = sweepAt(t, span, product.result.cols.size);
  const current = currentCellOf(sweep, product.result);
  const within = current?.within ?? 0;
  // 1 for an input that needs no transpose, 0 for a result that needs none.
  const inputTransposed = inputChannelsFirst ? 1 : phase(t, TRANSPOSE_INPUT.from, TRANSPOSE_INPUT.to);
  const resultTransposed = resultChannelsFirst ? 0 : phase(t, TRANSPOSE_RESULT.from, TRANSPOSE_RESULT.to);
  /** The opacity of everything that is not read now. */
  const restOpacity = restOpacityAt(theme, within, MOMENT.light, MOMENT.land);
  const dim = (row: number): number => (row === current?.row ? 1 : restOpacity);
  const weightCell = { width: inner.width, height: cell.height };
  const right = { theme, labelSize, titleEnd: width - 4 };

  const sequence = (): Mark[] => {
    const { above } = product;
    const at = { ...layout.above, cell: { width: cell.width, height: inner.height } };
    const base = { ...right, labels: narrow ? "columns" : "all" } as const;
    const dimColumn = (_: number, col: number): number => (col === current?.col ? 1 : restOpacity);
    if (inputTransposed >= 1 || !stored) return matrix({ ...base, ...above, ...at, dim: dimColumn });
    // The transposed matrix takes the same room.
    const { rows, cols } = above;
    const height = rows.size * inner.height;
    const from = fitCell(cols.size * cell.width, height, cols.size, rows.size);
    const start = { x: at.x, y: at.y + height - cols.size * from.height, cell: from };
    return transposing(base, stored, above, start, at, inputTransposed);
  };

  const weightAndBias = (): Mark[] => {
    const named = { labelSize, titleEnd: layout.result.x - 12 };
    const marks = matrix({ ...product.left, ...layout.left, ...named, cell: weightCell, theme, dim });
    if (!product.bias) return marks;
    const { x, y, width } = layout.bias;
    const end = narrow ? Math.max(x + width, 110) : x + width;
    const label = { size: labelSize, align: "end", bold: true } as const;
    const isRead = within >= MOMENT.extras && within < MOMENT.land;
    const column = matrix({
      ...{ ...product.bias, x, y, theme, dim, labels: "none" },
      ...{ cell: { width, height: cell.height }, lit: (row) => row === current?.row && isRead },
    });
    return [...marks, ...column, mono(`+ ${product.bias.title}`, end, layout.betweenY, theme.ink, label)];
  };

  const result = (): Mark[] => {
    const at = { ...layout.result, cell };
    const { rows } = product.result;
    if (resultTransposed > 0 && returned) {
      const to = { ...layout.result, cell: layout.transposedCell };
      const base = { ...right, labels: "names" } as const;
      return transposing(base, product.result, returned, at, to, resultTransposed);
    }
    /** A column fills downwards; in the explained column the first number lands separately. */
    const shown = (row: number, col: number): number => {
      const share = row / rows.size;
      if (col !== sweep.slow) return phase(sweep.progress(col), 0.5 * share, 0.5 + 0.5 * share);
      if (row === 0) return Number(within >= MOMENT.land);
      const from = COLUMN.from + (1 - COLUMN.from - COLUMN.each) * share;
      return phase(sweep.within, from, from + COLUMN.each);
    };
    return matrix({ ...right, labels: "columns", ...product.result, ...at, shown });
  };

  /** Boxes around the window, the column of the result and the weights that are read for it. */
  const windowMarks = (): Mark[] => {
    const at = windowAt(sweep, product.result.cols.size);
    if (at < 0) return [];
    const { left, above } = layout;
    const windowBox = ({ x, y }: Point, height: number): RectMark =>
      boxAround({ x: x + at * cell.width - 1, y: y - 1, width: cell.width + 2, height: height + 2 }, theme);
    const columnHeight = product.above.rows.size * inner.height;
    const { rows, cols } = product.left;
    const whole = { ...left, width: cols.size * weightCell.width, height: rows.size * weightCell.height };
    const look = { size: 11, align: "middle", bold: true } as const;
    return [
      windowBox(above, columnHeight),
      mono("1", above.x + (at + 0.5) * cell.width, above.y + columnHeight + 11, theme.accent, look),
      windowBox(layout.result, product.result.rows.size * cell.height),
      current && within < MOMENT.land
        ? rowBox(left, weightCell, 0, cols.size, theme)
        : boxAround(whole, theme),
    ];
  };

  return [
    ...sequence(),
    ...weightAndBias(),
    ...result(),
    ...(inputTransposed >= 1 && resultTransposed <= 0 ? windowMarks() : []),
    ...(current ? workings(input, product, layout, current, 0) : []),
  ];
};

/** The first number of the column in the window is the one that is worked out; it is done when the others follow. */
function currentCellOf({ slow, within }: Sweep, { rows, cols }: DrawnSlice): Current | undefined {
  if (within <= 0) return undefined;
  const warped = within < RULE_SHOWN ? within : RULE_SHOWN + (within - RULE_SHOWN) * 2;
  const [trueRow, trueCol] = [indexIn(rows, 0), indexIn(cols, slow)];
  return { row: 0, col: slow, trueRow, trueCol, within: Math.min(1, warped) };
}

/** The window's position, fractional while it moves; −1 before and after the sweep. */
function windowAt({ slow, within, progress }: Sweep, positions: number): number {
  if (slow >= 0) return Math.max(0, slow - 1 + phase(within, 0, WINDOW_ARRIVED));
  if (progress(0) <= 0 || progress(positions - 1) >= 1) return -1;
  let at = 1;
  for (let i = 2; i < positions; i++) at += phase(progress(i), 0, 0.35);
  return at;
}

type Position = Point & { readonly cell: CellSize };

/**
 * A matrix on its way to its transpose: every cell moves from (row, column) to (column, row). Cells have no digits while
 * they pass each other, because the digits would overlap.
 */
function transposing(
  base: Pick<MatrixSpec, "theme" | "labels" | "labelSize" | "titleEnd">,
  before: Operand,
  after: Operand,
  from: Position,
  to: Position,
  p: number,
): Mark[] {
  const at = (end: "before" | "after", shown?: () => number): Mark[] => {
    const more = { ...base, ...(shown ? { shown } : {}) };
    return end === "before" ? matrix({ ...before, ...from, ...more }) : matrix({ ...after, ...to, ...more });
  };
  if (p <= 0) return at("before");
  if (p >= 1) return at("after");
  // The labels are those of the nearer end; only the cells move.
  const labels = at(p < 0.5 ? "before" : "after", () => 0).filter((mark) => mark.kind !== "rect");
  const cells = everyCell(before, (row, col) => {
    const place = between(cellRect(from, from.cell, row, col), cellRect(to, to.cell, col, row), p);
    return [cellMark(place, before.scale(before.value(row, col)), 0, 1, undefined, before.ref(row, col))];
  });
  return [...labels, ...cells];
}
