/**
 * The sweep of a matrix product: a row of A and a column of B light up, their products are written out in the free
 * quadrant between them, the sum lands in the corner; the first cell slowly, the second faster, the rest in one wave.
 * Linear layers and scores are this picture with other tensors.
 */
import { phase } from "../../../timeline/easing.js";
import { type CornerLayout, cornerLayout } from "../../layout/corner.js";
import { mono } from "../../marks/marks.js";
import { matrix } from "../../marks/matrix.js";
import type { Mark, Picture, RectMark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { SceneInput } from "../../scene.js";
import { type Slice, through } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { type DrawnSlice, picked, thin } from "../../thin.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { type Rhythm, rhythm, stepBack } from "../pace/rhythm.js";
import { rowBox } from "../pace/row_box.js";
import type { Current, Operand, Product } from "./product_parts.js";

export const transposed = ({ rows, cols, value, ref }: Slice): Slice => ({
  rows: cols,
  cols: rows,
  value: through(value, "transposed", (row, col) => value(col, row)),
  ref: through(ref, "transposed", (row, col) => ref(col, row)),
});

const BIAS_HEIGHT = { least: 14, largest: 24 } as const;

export function productPicture(product: Product, input: SceneInput, t: number): Picture {
  const { theme, width, height } = input;
  const { left, above, result, bias } = product;
  const [a, b, c] = [thin(left.slice), thin(above.slice), thin(result.slice)] as const;
  const biasHeight = bias ? (height < 450 ? BIAS_HEIGHT.least : BIAS_HEIGHT.largest) : 0;
  const layout = cornerLayout(
    { width, height },
    {
      rows: c.rows,
      inner: a.cols,
      cols: c.cols,
      between: bias ? biasHeight + 6 : 0,
      titles: { left: left.title, above: above.title, result: result.title },
    },
  );
  const beat = rhythm(t, c.rows.size * c.cols.size);
  const now = currentCell(product, c, beat.slow, beat.within);
  const back = stepBack(theme, now?.within ?? 0, MOMENT.light, MOMENT.land);
  const marks = matrices(product, [a, b, c], layout, input, beat, now, back);
  if (bias) marks.push(...biasRow(bias, layout, theme, biasHeight, now, back));
  if (now)
    marks.push(
      ...readNow(now, layout, a, b, theme),
      ...workings(product, layout, theme, now, bias ? biasHeight : 0),
    );
  else if (beat.wave) marks.push(...waveFront(beat, a, c, layout, theme));
  return { width, height, marks };
}

/** A, B and as much of the result as is there. */
function matrices(
  { left, above, result }: Product,
  [a, b, c]: readonly [DrawnSlice, DrawnSlice, DrawnSlice],
  layout: CornerLayout,
  { theme, width }: SceneInput,
  beat: Rhythm,
  now: Current | undefined,
  back: number,
): Mark[] {
  const of = ({ title, scale }: Operand, slice: DrawnSlice, at: Place) =>
    ({ cell: layout.cell, theme, labelSize: layout.labelSize, ...slice, ...at, title, scale }) as const;
  const labels = layout.narrow ? "columns" : "all";
  const titleEnd = width - 4;
  return [
    ...matrix({
      ...of(left, a, layout.left),
      titleEnd: layout.result.x - 12,
      dim: (row) => (row === now?.row ? 1 : back),
    }),
    ...matrix({
      ...of(above, b, layout.above),
      titleEnd,
      labels,
      dim: (_, col) => (col === now?.col ? 1 : back),
    }),
    ...matrix({
      ...of(result, c, layout.result),
      titleEnd,
      labels,
      shown: (row, col) => {
        const p = beat.progress(row * c.cols.size + col);
        return row === now?.row && col === now.col ? Number(p >= MOMENT.land) : phase(p, 0, 1);
      },
    }),
  ];
}

function currentCell(
  { result }: Product,
  drawn: DrawnSlice,
  slow: number,
  within: number,
): Current | undefined {
  if (slow < 0 || within <= 0) return undefined;
  const row = Math.floor(slow / drawn.cols.size);
  const col = slow % drawn.cols.size;
  const trueRow = picked(row, drawn.rows.size, result.slice.rows.size);
  const trueCol = picked(col, drawn.cols.size, result.slice.cols.size);
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
      x,
      y: layout.betweenY,
      cell,
      theme,
      scale: bias.scale,
      ...thin(bias.slice),
      labels: "none",
      dim: (_, col) => (col === now?.col ? 1 : back),
      lit: (_, col) => col === now?.col && now.within >= MOMENT.extras,
    }),
    mono(`+ ${bias.title}`, x - 8, layout.betweenY + height / 2, theme.ink, {
      size,
      align: "end",
      bold: true,
    }),
  ];
}

/** One line around the row that is read, one around the column, and the place in the corner where they meet. */
function readNow(now: Current, layout: CornerLayout, a: DrawnSlice, b: DrawnSlice, theme: Theme): Mark[] {
  const { cell, left, above, result } = layout;
  const opacity = phase(now.within, 0, MOMENT.light);
  const around = (x: number, y: number, columns: number, rows: number): RectMark => ({
    kind: "rect",
    x: x - 1,
    y: y - 1,
    width: columns * cell.width + 2,
    height: rows * cell.height + 2,
    stroke: theme.accent,
    strokeWidth: 2,
    radius: 2,
    opacity,
  });
  return [
    around(left.x, left.y + now.row * cell.height, a.cols.size, 1),
    around(above.x + now.col * cell.width, above.y, 1, b.rows.size),
    {
      ...around(result.x + now.col * cell.width, result.y + now.row * cell.height, 1, 1),
      ...(now.within < MOMENT.land ? { dash: [3, 3] } : {}),
    },
  ];
}

/** In the wave the row that is being read runs down A with the cells that appear. */
function waveFront(
  beat: Rhythm,
  a: DrawnSlice,
  c: DrawnSlice,
  { cell, left, result }: CornerLayout,
  theme: Theme,
): Mark[] {
  const cols = c.cols.size;
  let row = 0;
  while (row < c.rows.size - 1 && beat.progress(row * cols + cols - 1) >= 0.5) row++;
  return [rowBox(left, cell, row, a.cols.size, theme), rowBox(result, cell, row, cols, theme)];
}
