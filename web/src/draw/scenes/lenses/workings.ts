/** The arithmetic of one cell of a product, written in the free quadrant, and its result moving to its cell. */

import { range } from "../../../module/shape.js";
import type { SumOfProducts } from "../../../module/types.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import type { CornerLayout, Current, Product } from "../../layout/tables.js";
import { cellMark, fontFor } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { monoWidth, SMALLEST_LABEL } from "../../measure.js";
import type { Mark, SceneInput } from "../../picture.js";
import { digits } from "../../scale.js";
import { MAX_CELLS } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";

/** Within a slow cell: light the operands, write the products, the bias, the sum; then it lands. */
export const MOMENT = {
  light: 0.1,
  products: 0.5,
  extras: 0.5,
  sum: 0.6,
  result: 0.7,
  start: 0.75,
  land: 0.95,
} as const;

interface Line {
  readonly text: string;
  /** The moment within the cell when it is written. */
  readonly from: number;
  readonly to: number;
  readonly strong?: boolean;
  /** Which pair of cells it multiplies. */
  readonly pair?: number;
}

/** If there are more products than this, only some are written. */
const MAX_PRODUCTS = 10;
const LINE = { least: 13, largest: 22 } as const;

export function workings(
  { hu }: SceneInput,
  product: Product,
  layout: CornerLayout,
  theme: Theme,
  current: Current,
  biasHeight: number,
): Mark[] {
  const room = layout.room;
  const fullLength = fullLine(0, 0, 0, formatOf(product)).length;
  const roomHeight = room.height - (biasHeight ? 4 : 0);
  // Where the room is too narrow for the products, only their sum is written.
  const isBrief = monoWidth("0".repeat(fullLength), SMALLEST_LABEL) > room.width;
  const inner = range(product.left.whole.cols.size);
  const sum = hu.dotProduct(
    inner.map((k) => product.left.whole.value(current.trueRow, k)),
    inner.map((k) => product.above.whole.value(k, current.trueCol)),
  );
  const lines = linesOf(product, current, sum, Math.floor(roomHeight / LINE.least), isBrief);
  const lineHeight = Math.min(LINE.largest, roomHeight / lines.length);
  const widest = Math.max(...lines.map((line) => line.text.length));
  const size = Math.max(SMALLEST_LABEL, Math.min(15, lineHeight * 0.78, room.width / (widest * 0.62)));
  const right = room.x + room.width;
  const top = room.y + roomHeight - lines.length * lineHeight;
  const marks: Mark[] = lines
    .filter((line) => current.within > line.from)
    .map(({ text, strong: bold = false, from, to }, i) => {
      const look = { size, align: "end", bold, opacity: phase(current.within, from, to) } as const;
      return mono(text, right, top + (i + 0.5) * lineHeight, bold ? theme.accent : theme.ink, look);
    });
  const trueInner = product.left.whole.cols.size;
  // On a thinned axis the lines do not correspond to drawn cells.
  const drawnInner = trueInner <= MAX_CELLS ? trueInner : 0;
  marks.push(...operandHighlights(lines, layout, theme, current, drawnInner));
  marks.push(...landingCell(product, layout, theme, current, right, top + (lines.length - 0.5) * lineHeight));
  return marks;
}

type NumberFormat = (value: number) => string;

/** The weights of a wide layer are so small that two decimals would say 0.00 for most. */
function formatOf({ left }: Product): NumberFormat {
  const decimals = left.whole.cols.size > MAX_CELLS ? 3 : 2;
  return (value) => digits(value, decimals).padStart(decimals + 3);
}

const fullLine = (a: number, b: number, product: number, format: NumberFormat): string =>
  `${format(a)} × ${format(b)} = ${format(product)}`;

/** As many lines as fit: all products, or the first few, dots and the last; then the bias, the sum, the division. */
function linesOf(
  product: Product,
  current: Current,
  sum: SumOfProducts,
  maxLines: number,
  isBrief: boolean,
): Line[] {
  const { left, above } = product;
  const { trueRow: row, trueCol: col } = current;
  const format = formatOf(product);
  const inner = left.whole.cols.size;
  const endLines = closingLines(product, current, sum);
  const roomForProducts = Math.min(MAX_PRODUCTS, Math.max(0, maxLines - endLines.length));
  const shown = inner <= roomForProducts ? inner : Math.max(0, roomForProducts - 2);
  const each = (MOMENT.products - MOMENT.light) / Math.max(1, inner <= roomForProducts ? inner : shown + 2);
  const lines: Line[] = [];
  const pushProduct = (k: number): void => {
    const [a, b] = [left.whole.value(row, k), above.whole.value(k, col)];
    const from = MOMENT.light + lines.length * each;
    const text = isBrief
      ? `${format(a)} × ${format(b)}`
      : fullLine(a, b, sum.products[k] ?? Number.NaN, format);
    lines.push({ text, from, to: from + each, pair: k });
  };
  for (let k = 0; k < shown; k++) pushProduct(k);
  if (inner > roomForProducts && roomForProducts >= 2) {
    const from = MOMENT.light + lines.length * each;
    lines.push({ text: "⋮".padEnd(3), from, to: from + each });
    pushProduct(inner - 1);
  }
  return [...lines, ...endLines];
}

function closingLines(
  product: Product,
  { trueRow: row, trueCol: col }: Current,
  { sum: dot }: SumOfProducts,
): Line[] {
  const { result, bias, divisor } = product;
  const value = result.whole.value(row, col);
  const format = formatOf(product);
  const lines: Line[] = [];
  if (bias) {
    const added = bias.whole.rows.size > 1 ? bias.whole.value(row, 0) : bias.whole.value(0, col);
    lines.push({ text: `+ ${format(added)}`, from: MOMENT.extras, to: MOMENT.sum });
  }
  const sum = divisor ? dot : value;
  lines.push({ text: `Σ = ${format(sum)}`, from: MOMENT.sum - 0.06, to: MOMENT.sum + 0.04, strong: true });
  if (divisor)
    lines.push({
      ...{ text: `÷ ${divisor.text} = ${format(value)}`, strong: true },
      ...{ from: MOMENT.sum + 0.04, to: MOMENT.result },
    });
  return lines;
}

/** The two cells whose product is being written. */
function operandHighlights(
  lines: readonly Line[],
  layout: CornerLayout,
  theme: Theme,
  current: Current,
  inner: number,
): Mark[] {
  const line = lines.find((l) => l.pair !== undefined && current.within >= l.from && current.within < l.to);
  const { cell, inner: innerCell = cell, left, above } = layout;
  if (line?.pair === undefined || line.pair >= inner || innerCell.width < 7) return [];
  const mark = { kind: "rect", fill: theme.accent, opacity: 0.28 } as const;
  const inLeft = { x: left.x + line.pair * innerCell.width, y: left.y + current.row * cell.height };
  const inAbove = { x: above.x + current.col * cell.width, y: above.y + line.pair * innerCell.height };
  return [
    { ...mark, ...inLeft, width: innerCell.width, height: cell.height },
    { ...mark, ...inAbove, width: cell.width, height: innerCell.height },
  ];
}

function landingCell(
  product: Product,
  layout: CornerLayout,
  theme: Theme,
  current: Current,
  right: number,
  y: number,
): Mark[] {
  const move = phase(current.within, MOMENT.start, MOMENT.land);
  if (move <= 0 || current.within >= MOMENT.land) return [];
  const { cell, result } = layout;
  const { whole, scale } = product.result;
  const at = {
    x: lerp(right - cell.width, result.x + current.col * cell.width, move),
    y: lerp(y - cell.height / 2, result.y + current.row * cell.height, move),
    ...cell,
  };
  const style = scale(whole.value(current.trueRow, current.trueCol));
  const fontSize = fontFor(cell, Math.max(5, style.text.length));
  return asFlying([
    cellMark(at, style, fontSize, 1, theme.accent, whole.ref(current.trueRow, current.trueCol)),
  ]);
}
