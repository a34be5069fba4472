/**
 * The sweep of a matrix product: a row of A and a column of B are highlighted, their products are written out in the
 * free quadrant between them, and the sum moves to the result; the first cell slowly, the second faster, the rest in one wave.
 * Linear layers and scores are this picture with other tensors.
 */

import type { Step } from "../../../module/types.js";
import { phase } from "../../../timeline/easing.js";
import { cellRect } from "../../layout/rect.js";
import {
  type Corner,
  type CornerLayout,
  type Current,
  cornerLayout,
  matricesOf,
  type Product,
  thinnedCorner,
} from "../../layout/tables.js";
import { mono } from "../../marks/marks.js";
import { matrix } from "../../marks/matrix.js";
import { inputsOf, type Operand, operand, thinned } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type DrawnSlice, pickedIndex, sliceOf, transposed } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { boxAround, cellOf, restOpacityAt, rowBox, type Sweep, sweepAt, WHOLE_STEP } from "../sweep.js";

const BIAS_HEIGHT = { least: 14, largest: 24 } as const;

function productMarks(product: Product, input: SceneInput, t: number): Mark[] {
  const { theme, width, height } = input;
  const { bias } = product;
  const operands = thinnedCorner(product);
  const biasHeight = bias ? (height < 450 ? BIAS_HEIGHT.least : BIAS_HEIGHT.largest) : 0;
  const layout = cornerLayout(input, operands, { between: bias ? biasHeight + 6 : 0 });
  const { rows, cols } = operands.result;
  const sweep = sweepAt(t, WHOLE_STEP, rows.size * cols.size);
  const current = currentCell(product, operands.result, sweep);
  const restOpacity = restOpacityAt(theme, current?.within ?? 0, MOMENT.light, MOMENT.land);
  const states = {
    left: { dim: (row: number) => (row === current?.row ? 1 : restOpacity) },
    above: { dim: (_: number, col: number) => (col === current?.col ? 1 : restOpacity) },
    result: {
      shown: (row: number, col: number) => {
        const p = sweep.progress(row * cols.size + col);
        return row === current?.row && col === current.col ? Number(p >= MOMENT.land) : phase(p, 0, 1);
      },
    },
  };
  return [
    ...matricesOf(layout, operands, states, theme, width),
    ...(bias ? biasRow(bias, layout, theme, biasHeight, current, restOpacity) : []),
    ...(current ? currentBoxes(current, layout, operands, theme) : []),
    ...(current ? workings(input, product, layout, theme, current, biasHeight) : []),
    ...(sweep.wave ? waveFront(sweep, operands, layout, theme) : []),
  ];
}

function currentCell({ result }: Product, drawn: DrawnSlice, { slow, within }: Sweep): Current | undefined {
  if (within <= 0) return undefined;
  const [row, col] = cellOf(slow, drawn.cols.size);
  const trueRow = pickedIndex(row, drawn.rows.size, result.rows.size);
  const trueCol = pickedIndex(col, drawn.cols.size, result.cols.size);
  return { row, col, trueRow, trueCol, within };
}

function biasRow(
  bias: Operand,
  layout: CornerLayout,
  theme: Theme,
  height: number,
  current: Current | undefined,
  restOpacity: number,
): Mark[] {
  const { x } = layout.above;
  const cell = { width: layout.cell.width, height };
  const size = layout.labelSize;
  return [
    ...matrix({
      ...{ ...thinned(bias), x, y: layout.betweenY, cell, theme, labels: "none" },
      dim: (_, col) => (col === current?.col ? 1 : restOpacity),
      lit: (_, col) => col === current?.col && current.within >= MOMENT.extras,
    }),
    mono(`+ ${bias.title}`, x - 8, layout.betweenY + height / 2, theme.ink, {
      ...{ size, align: "end", bold: true },
    }),
  ];
}

/** Boxes around the row and the column that are read, and around the result cell, dashed until it is filled. */
function currentBoxes(
  current: Current,
  layout: CornerLayout,
  operands: Corner<Operand>,
  theme: Theme,
): Mark[] {
  const { cell, left, above, result } = layout;
  const opacity = phase(current.within, 0, MOMENT.light);
  const column = { ...cellRect(above, cell, 0, current.col), height: operands.above.rows.size * cell.height };
  const corner = boxAround(cellRect(result, cell, current.row, current.col), theme, opacity);
  const row = { ...cellRect(left, cell, current.row, 0), width: operands.left.cols.size * cell.width };
  return [
    boxAround(row, theme, opacity),
    boxAround(column, theme, opacity),
    current.within < MOMENT.land ? { ...corner, dash: [3, 3] } : corner,
  ];
}

/** In the wave, boxes around the row of A that is read and the row of the result that appears. */
function waveFront(
  { progress }: Sweep,
  operands: Corner<Operand>,
  { cell, left, result }: CornerLayout,
  theme: Theme,
): Mark[] {
  const cols = operands.result.cols.size;
  let row = 0;
  while (row < operands.result.rows.size - 1 && progress(row * cols + cols - 1) >= 0.5) row++;
  return [rowBox(left, cell, row, operands.left.cols.size, theme), rowBox(result, cell, row, cols, theme)];
}

export const linear: Scene = (input, t) => {
  const { step, focus } = input;
  const [x, weight, bias] = inputsOf(input);
  const product = {
    left: operand(input, x),
    above: operand(input, weight, transposed(sliceOf(weight, focus)), `${weight.name}ᵀ`),
    result: operand(input, step),
    bias: bias && operand(input, bias, sliceOf(bias, focus, -1, 0)),
  };
  return productMarks(product, input, t);
};

export const scaledDotProduct: Scene = (input, t) => {
  const { trace, step, focus } = input;
  const [q, k] = inputsOf(input);
  const { dAttention, dModel, numHeads } = trace.spec;
  const product = {
    left: operand(input, q, sliceOf(q, focus), inRole("Q", q)),
    above: operand(input, k, transposed(sliceOf(k, focus)), `${inRole("K", k)}ᵀ`),
    result: operand(input, step),
    divisor: { text: `√${(dAttention ?? dModel) / numHeads}` },
  };
  return productMarks(product, input, t);
};

const PROJECTED: readonly string[] = ["linear", "transpose"];

/** "q_heads", or "Q = input_sum" for a tensor that no projection has made. */
export const inRole = (role: "Q" | "K" | "V", { name, op }: Step): string =>
  PROJECTED.includes(op) ? name : `${role} = ${name}`;
