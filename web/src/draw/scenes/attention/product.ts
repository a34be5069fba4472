/**
 * The sweep of a matrix product: a row of A and a column of B light up, their products are written out in the free
 * quadrant between them, the sum lands in the corner; the first cell slowly, the second faster, the rest in one wave.
 * Linear layers and scores are this picture with other tensors.
 */
import { phase } from "../../../timeline/easing.js";
import {
  type Corner,
  type CornerLayout,
  cornerLayout,
  cornerMarks,
  thinnedCorner,
} from "../../layout/corner.js";
import { cellRoom } from "../../layout/room.js";
import { mono } from "../../marks/marks.js";
import { matrix } from "../../marks/matrix.js";
import { type Operand, thinned } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { SceneInput } from "../../scene.js";
import type { Theme } from "../../theme.js";
import { type DrawnSlice, picked } from "../../thin.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { cellOf } from "../pace/cell_sweep.js";
import { boxAround, rowBox } from "../pace/row_box.js";
import { type Sweep, stepBack, sweep, WHOLE_STEP } from "../pace/sweep.js";
import type { Current, Product } from "./product_parts.js";

const BIAS_HEIGHT = { least: 14, largest: 24 } as const;

export function productMarks(product: Product, input: SceneInput, t: number): Mark[] {
  const { theme, width, height } = input;
  const { bias } = product;
  const of = thinnedCorner(product);
  const biasHeight = bias ? (height < 450 ? BIAS_HEIGHT.least : BIAS_HEIGHT.largest) : 0;
  const layout = cornerLayout(input, of, { between: bias ? biasHeight + 6 : 0 });
  const { rows, cols } = of.result;
  const act = sweep(t, WHOLE_STEP, rows.size * cols.size);
  const now = currentCell(product, of.result, act);
  const back = stepBack(theme, now?.within ?? 0, MOMENT.light, MOMENT.land);
  const states = {
    left: { dim: (row: number) => (row === now?.row ? 1 : back) },
    above: { dim: (_: number, col: number) => (col === now?.col ? 1 : back) },
    result: {
      shown: (row: number, col: number) => {
        const p = act.progress(row * cols.size + col);
        return row === now?.row && col === now.col ? Number(p >= MOMENT.land) : phase(p, 0, 1);
      },
    },
  };
  return [
    ...cornerMarks(layout, of, states, theme, width),
    ...(bias ? biasRow(bias, layout, theme, biasHeight, now, back) : []),
    ...(now ? readNow(now, layout, of, theme) : []),
    ...(now ? workings(product, layout, theme, now, biasHeight) : []),
    ...(act.wave ? waveFront(act, of, layout, theme) : []),
  ];
}

function currentCell({ result }: Product, drawn: DrawnSlice, { slow, within }: Sweep): Current | undefined {
  if (within <= 0) return undefined;
  const [row, col] = cellOf(slow, drawn.cols.size);
  const trueRow = picked(row, drawn.rows.size, result.rows.size);
  const trueCol = picked(col, drawn.cols.size, result.cols.size);
  return { row, col, trueRow, trueCol, within };
}

function biasRow(
  bias: Operand,
  layout: CornerLayout,
  theme: Theme,
  height: number,
  now: Current | undefined,
  back: number,
): Mark[] {
  const { x } = layout.above;
  const cell = { width: layout.cell.width, height };
  const size = layout.labelSize;
  return [
    ...matrix({
      ...{ ...thinned(bias), x, y: layout.betweenY, cell, theme, labels: "none" },
      dim: (_, col) => (col === now?.col ? 1 : back),
      lit: (_, col) => col === now?.col && now.within >= MOMENT.extras,
    }),
    mono(`+ ${bias.title}`, x - 8, layout.betweenY + height / 2, theme.ink, {
      ...{ size, align: "end", bold: true },
    }),
  ];
}

/** One line around the row that is read, one around the column, and the place in the corner where they meet. */
function readNow(now: Current, layout: CornerLayout, of: Corner<Operand>, theme: Theme): Mark[] {
  const { cell, left, above, result } = layout;
  const opacity = phase(now.within, 0, MOMENT.light);
  const column = { ...cellRoom(above, cell, 0, now.col), height: of.above.rows.size * cell.height };
  const corner = boxAround(cellRoom(result, cell, now.row, now.col), theme, opacity);
  const row = { ...cellRoom(left, cell, now.row, 0), width: of.left.cols.size * cell.width };
  return [
    boxAround(row, theme, opacity),
    boxAround(column, theme, opacity),
    now.within < MOMENT.land ? { ...corner, dash: [3, 3] } : corner,
  ];
}

/** In the wave the row that is being read runs down A with the cells that appear. */
function waveFront(
  { progress }: Sweep,
  of: Corner<Operand>,
  { cell, left, result }: CornerLayout,
  theme: Theme,
): Mark[] {
  const cols = of.result.cols.size;
  let row = 0;
  while (row < of.result.rows.size - 1 && progress(row * cols + cols - 1) >= 0.5) row++;
  return [rowBox(left, cell, row, of.left.cols.size, theme), rowBox(result, cell, row, cols, theme)];
}
