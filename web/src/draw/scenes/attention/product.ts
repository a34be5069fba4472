/**
 * The sweep of a matrix product: a row of A and a column of B are highlighted, their products are written out in the
 * free quadrant between them, and the sum moves to the result; the first cell slowly, the second faster, the rest in one wave.
 * Linear layers and scores are this picture with other tensors.
 */
import type { Step } from "../../../module/types.js";
import { phase } from "../../../timeline/easing.js";
import { CORNER, type Current, cornerLayout, matricesOf, type Product } from "../../layout/tables.js";
import { mono } from "../../marks/marks.js";
import { matrix } from "../../marks/matrix.js";
import { cellRect } from "../../measure.js";
import { inputsOf, type Operand, operand } from "../../operand.js";
import type { Mark, Scene, SceneInput } from "../../picture.js";
import { indexIn, sliceOf, transposed } from "../../tensor_view.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { boxAround, cellOf, restOpacityAt, rowBox, sweepAt, WHOLE_STEP } from "../sweep.js";

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

const BIAS_HEIGHT = { least: 20, largest: 24 } as const;

function productMarks(product: Product, input: SceneInput, t: number): Mark[] {
  const { theme, width, height } = input;
  const { bias } = product;
  const biasHeight = bias ? (height < 450 ? BIAS_HEIGHT.least : BIAS_HEIGHT.largest) : 0;
  const layout = cornerLayout(input, product, { between: bias ? biasHeight + 6 : 0 });
  const { cell, left, above, result, betweenY, labelSize: size } = layout;
  const [rows, inner, cols] = [product.result.rows.size, product.left.cols.size, product.result.cols.size];
  const sweep = sweepAt(t, WHOLE_STEP, rows * cols);
  const current = sweep.within > 0 ? currentCell(cellOf(sweep.slow, cols)) : undefined;
  /** The cell that stays worked out afterwards, until the reader asks about another one. */
  const example =
    !current && sweep.progress(0) > 0 && input.row === undefined
      ? { ...currentCell(cellOf(sweep.lead.at(-1) ?? 0, cols)), within: 1 }
      : undefined;
  const within = current?.within ?? 0;
  const restOpacity = restOpacityAt(theme, within, MOMENT.light, MOMENT.land);
  const dimColumn = (_: number, col: number): number => (col === current?.col ? 1 : restOpacity);
  const states = {
    left: { dim: (row: number) => (row === current?.row ? 1 : restOpacity) },
    above: { dim: dimColumn },
    result: {
      shown: (row: number, col: number) => {
        const p = sweep.progress(row * cols + col);
        return row === current?.row && col === current.col ? Number(p >= MOMENT.land) : phase(p, 0, 1);
      },
    },
  };

  function currentCell([row, col]: readonly [number, number]): Current {
    const { rows: rowAxis, cols: colAxis } = product.result;
    const { within } = sweep;
    return { row, col, trueRow: indexIn(rowAxis, row), trueCol: indexIn(colAxis, col), within };
  }

  const biasRow = (row: Operand): Mark[] => {
    const at = { x: above.x, y: betweenY, cell: { width: cell.width, height: biasHeight } };
    const isRead = within >= MOMENT.extras;
    const look = { size, align: "end", bold: true } as const;
    return [
      ...matrix({
        ...{ ...row, ...at, theme, labels: "none", dim: dimColumn },
        lit: (_, col) => isRead && col === current?.col,
      }),
      mono(`+ ${row.title}`, above.x - 8, betweenY + biasHeight / 2, theme.ink, look),
    ];
  };

  /** Boxes around the row and the column that are read, and around the result cell, dashed until it is filled. */
  const currentBoxes = ({ row, col, within }: Current): Mark[] => {
    const opacity = phase(within, 0, MOMENT.light);
    const corner = boxAround(cellRect(result, cell, row, col), theme, opacity);
    return [
      boxAround({ ...cellRect(left, cell, row, 0), width: inner * cell.width }, theme, opacity),
      boxAround({ ...cellRect(above, cell, 0, col), height: inner * cell.height }, theme, opacity),
      within < MOMENT.land ? { ...corner, dash: [3, 3] } : corner,
    ];
  };

  /** In the wave, boxes around the row of A that is read and the row of the result that appears. */
  const waveFront = (): Mark[] => {
    let row = 0;
    while (row < rows - 1 && sweep.progress(row * cols + cols - 1) >= 0.5) row++;
    return [rowBox(left, cell, row, inner, theme), rowBox(result, cell, row, cols, theme)];
  };

  return [
    ...matricesOf(layout, product, states, theme, width),
    ...(bias ? biasRow(bias) : []),
    ...(current ? currentBoxes(current) : []),
    ...(sweep.wave ? waveFront() : example ? currentBoxes(example) : []),
    ...[current ?? example ?? []]
      .flat()
      .flatMap((cell) => workings(input, product, layout, cell, biasHeight)),
  ];
}
