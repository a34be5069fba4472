/**
 * The sweep of a matrix product: a row of A and a column of B are highlighted, their products are written out in the
 * free quadrant between them, and the sum moves to the result; the first cell slowly, the second faster, the rest in one wave.
 * Linear layers, scores and convolutions are this picture with other tensors.
 */
import type { Step } from "../../../module/types.js";
import { phase } from "../../../timeline/easing.js";
import {
  CORNER,
  type CornerLayout,
  type Current,
  cornerLayout,
  matricesOf,
  type Product,
} from "../../layout/tables.js";
import { mono } from "../../marks/marks.js";
import { type MatrixSpec, matrix } from "../../marks/matrix.js";
import { cellRect, isNarrow } from "../../measure.js";
import { inputsOf, type Operand, operand } from "../../operand.js";
import type { Mark, Scene, SceneInput } from "../../picture.js";
import { indexIn, sliceOf, transposed } from "../../tensor_view.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { boxAround, restOpacityAt, rowBox, type Span, sweepAt, WHOLE_STEP } from "../sweep.js";

/** A linear layer, y = x Wᵀ + b. The weight is stored as in PyTorch, (out, in), and drawn transposed. */
export const linear: Scene = (input, t) => {
  const { step, focus } = input;
  const [x, weight, bias] = inputsOf(input);
  const product = {
    left: operand(input, x, undefined, x.name, CORNER.left),
    above: operand(input, weight, transposed(sliceOf(weight, focus)), `${weight.name}ᵀ`, CORNER.above),
    result: operand(input, step),
    bias: bias && operand(input, bias, sliceOf(bias, focus, -1, 0), bias.name, [undefined, "col"]),
  };
  return productMarks(product, input, t);
};

/**
 * The dot product of every query with every key: scores[b, h, t, s] = q_heads[b, h, t] · k_heads[b, h, s] / √d_k. Scores without
 * heads are also divided by the √d_k of a head.
 */
export const scaledDotProduct: Scene = (input, t) => {
  const { trace, step, focus } = input;
  const [q, k] = inputsOf(input);
  const { dAttention, dModel, numHeads } = trace.spec;
  const product = {
    left: operand(input, q, sliceOf(q, focus), inRole("Q", q), CORNER.left),
    above: operand(input, k, transposed(sliceOf(k, focus)), `${inRole("K", k)}ᵀ`, CORNER.above),
    result: operand(input, step),
    divisor: { text: `√${(dAttention ?? dModel) / numHeads}` },
  };
  return productMarks(product, input, t);
};

const PROJECTED: readonly string[] = ["linear", "transpose"];

/** "q_heads", or "Q = input_sum" for a tensor that no projection has made: then the input itself is Q, K and V. */
export const inRole = (role: "Q" | "K" | "V", { name, op }: Step): string =>
  PROJECTED.includes(op) ? name : `${role} = ${name}`;

/** Of a row of biases, and of the name alone. */
const BIAS_HEIGHT = { least: 20, largest: 24, name: 16 } as const;

/** What a convolution has that other products have not: it makes column after column, and may transpose its input and its result. */
export interface Columns {
  readonly span: Span;
  /** Whether the result has room for its transpose. */
  readonly isSquare: boolean;
  /** Its input and its result as they are drawn before and after, and cells on their way. */
  transposed(layout: CornerLayout): {
    readonly above?: Partial<MatrixSpec>;
    readonly result?: Partial<MatrixSpec>;
    readonly flying: readonly Mark[];
  };
}

export function productMarks(product: Product, input: SceneInput, t: number, columns?: Columns): Mark[] {
  const { theme, width, height } = input;
  const { bias } = product;
  const row = height < 450 ? BIAS_HEIGHT.least : BIAS_HEIGHT.largest;
  const biasHeight = bias ? (columns ? BIAS_HEIGHT.name : row) : 0;
  const biasWidth = bias && columns ? (isNarrow(width) ? 36 : 46) : 0;
  const layout = cornerLayout(input, product, {
    between: bias ? biasHeight + 6 : 0,
    beside: biasWidth,
    isSquare: columns?.isSquare ?? false,
  });
  const { cell, left, above, result, betweenY, labelSize: size } = layout;
  const [rows, inner, cols] = [product.result.rows.size, product.left.cols.size, product.result.cols.size];
  /** Cells in the order in which they are made. */
  const itemOf = (row: number, col: number): number => (columns ? col * rows + row : row * cols + col);
  const sweep = sweepAt(t, columns?.span ?? WHOLE_STEP, rows * cols, 0, columns ? rows : 1);
  const current = sweep.within > 0 ? cellNumbered(sweep.slow) : undefined;
  /** The cell that stays worked out afterwards, until the reader asks about another one. */
  const example =
    !current && sweep.progress(0) > 0 && input.row === undefined
      ? { ...cellNumbered(sweep.lead.at(-1) ?? 0), within: 1 }
      : undefined;
  const within = current?.within ?? 0;
  const restOpacity = restOpacityAt(theme, within, MOMENT.light, MOMENT.land);
  const dimRow = (row: number): number => (row === current?.row ? 1 : restOpacity);
  const dimColumn = (_: number, col: number): number => (col === current?.col ? 1 : restOpacity);
  const swapped = columns?.transposed(layout);
  const states = {
    left: { dim: dimRow },
    above: { dim: dimColumn, ...swapped?.above },
    result: {
      shown: (row: number, col: number) => {
        const p = sweep.progress(itemOf(row, col));
        return row === current?.row && col === current.col ? Number(p >= MOMENT.land) : phase(p, 0, 1);
      },
      // A column of biases stands where the letter of the rows would.
      ...(biasWidth > 0 && ({ labels: "columns" } as const)),
      ...swapped?.result,
    },
  };

  function cellNumbered(item: number): Current {
    const { rows: rowAxis, cols: colAxis } = product.result;
    const [row, col] = columns
      ? [item % rows, Math.floor(item / rows)]
      : [Math.floor(item / cols), item % cols];
    const { within } = sweep;
    return { row, col, trueRow: indexIn(rowAxis, row), trueCol: indexIn(colAxis, col), within };
  }

  /** One bias for each column, between B and the result, or for each row, beside it. */
  const biasMarks = (one: Operand): Mark[] => {
    const isRead = within >= MOMENT.extras;
    const at = columns
      ? { x: layout.besideX, y: result.y, cell: { width: biasWidth, height: cell.height }, dim: dimRow }
      : { x: above.x, y: betweenY, cell: { width: cell.width, height: biasHeight }, dim: dimColumn };
    const end = columns ? Math.max(at.x + biasWidth, 110) : above.x - 8;
    return [
      ...matrix({
        ...{ ...one, ...at, theme, labels: "none" },
        lit: (row, col) => isRead && (columns ? row === current?.row : col === current?.col),
      }),
      mono(`+ ${one.title}`, end, betweenY + biasHeight / 2, theme.ink, { size, align: "end", bold: true }),
    ];
  };

  const columnOf = (at: typeof above, height: number, col: number, opacity = 1): Mark =>
    boxAround({ ...cellRect(at, cell, 0, col), height: height * cell.height }, theme, opacity);

  /** Boxes around the row and the column that are read, and around the result cell, dashed until it is filled. */
  const currentBoxes = ({ row, col, within }: Current): Mark[] => {
    const opacity = phase(within, 0, MOMENT.light);
    const corner = boxAround(cellRect(result, cell, row, col), theme, opacity);
    return [
      boxAround({ ...cellRect(left, cell, row, 0), width: inner * cell.width }, theme, opacity),
      columnOf(above, inner, col, opacity),
      within < MOMENT.land ? { ...corner, dash: [3, 3] } : corner,
    ];
  };

  /** In the wave, boxes around the row of A that is read and the row of the result that appears, or around such columns. */
  const waveFront = (): Mark[] => {
    const [count, each] = columns ? [cols, rows] : [rows, cols];
    let line = 0;
    while (line < count - 1 && sweep.progress(line * each + each - 1) >= 0.5) line++;
    return columns
      ? [columnOf(above, inner, line), columnOf(result, rows, line)]
      : [rowBox(left, cell, line, inner, theme), rowBox(result, cell, line, cols, theme)];
  };

  return [
    ...matricesOf(layout, product, states, theme, width),
    ...(swapped?.flying ?? []),
    ...(bias ? biasMarks(bias) : []),
    ...(current ? currentBoxes(current) : []),
    ...(sweep.wave ? waveFront() : example && !swapped?.result ? currentBoxes(example) : []),
    ...[current ?? example ?? []]
      .flat()
      .flatMap((cell) => workings(input, product, layout, cell, columns ? 0 : biasHeight)),
  ];
}
