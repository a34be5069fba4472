/** The arithmetic of one cell of a product, written in the free quadrant, and its result on the way to the corner. */
import { lerp, phase } from "../../../timeline/easing.js";
import { flying } from "../../flight.js";
import type { CornerLayout } from "../../layout/corner.js";
import { mono } from "../../marks/marks.js";
import { cellMark, fontFor } from "../../marks/matrix.js";
import type { Mark } from "../../picture.js";
import { digits } from "../../scale.js";
import { monoWidth, SMALLEST_LABEL } from "../../text.js";
import type { Theme } from "../../theme.js";
import { MOST_CELLS } from "../../thin.js";
import type { Current, Product } from "../attention/product_parts.js";

/** Within a slow cell: light the operands, write the products, what is added, the sum; then it lands. */
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

/** Of more products than this only some are written. */
const MOST_PRODUCTS = 10;
const LINE = { least: 13, largest: 22 } as const;

export function workings(
  product: Product,
  layout: CornerLayout,
  theme: Theme,
  now: Current,
  below: number,
): Mark[] {
  const room = layout.room;
  const needed = fullLine(0, 0, writtenIn(product)).length;
  const roomHeight = room.height - (below ? 4 : 0);
  // Where the room is too narrow for the products, only their sum is written.
  const brief = monoWidth("0".repeat(needed), SMALLEST_LABEL) > room.width;
  const lines = written(product, now, Math.floor(roomHeight / LINE.least), brief);
  const lineHeight = Math.min(LINE.largest, roomHeight / lines.length);
  const widest = Math.max(...lines.map((line) => line.text.length));
  const size = Math.max(SMALLEST_LABEL, Math.min(15, lineHeight * 0.78, room.width / (widest * 0.62)));
  const right = room.x + room.width;
  const top = room.y + roomHeight - lines.length * lineHeight;
  const marks: Mark[] = lines
    .filter((line) => now.within > line.from)
    .map(({ text, strong: bold = false, from, to }, i) => {
      const own = { size, align: "end", bold, opacity: phase(now.within, from, to) } as const;
      return mono(text, right, top + (i + 0.5) * lineHeight, bold ? theme.accent : theme.ink, own);
    });
  const trueInner = product.left.whole.cols.size;
  // On a thinned axis the lines do not correspond to drawn cells.
  const drawnInner = trueInner <= MOST_CELLS ? trueInner : 0;
  marks.push(...pairs(lines, layout, theme, now, drawnInner));
  marks.push(...landing(product, layout, theme, now, right, top + (lines.length - 0.5) * lineHeight));
  return marks;
}

type Written = (value: number) => string;

/** The weights of a wide layer are so small that two decimals would say 0.00 for most. */
function writtenIn({ left }: Product): Written {
  const decimals = left.whole.cols.size > MOST_CELLS ? 3 : 2;
  return (value) => digits(value, decimals).padStart(decimals + 3);
}

const fullLine = (a: number, b: number, padded: Written): string =>
  `${padded(a)} × ${padded(b)} = ${padded(a * b)}`;

/** As many lines as fit: all products, or the first few, dots and the last; then what is added, the sum, the division. */
function written(product: Product, now: Current, most: number, brief: boolean): Line[] {
  const { left, above } = product;
  const { trueRow: row, trueCol: col } = now;
  const padded = writtenIn(product);
  const inner = left.whole.cols.size;
  const end = closing(product, now);
  const space = Math.min(MOST_PRODUCTS, Math.max(0, most - end.length));
  const shown = inner <= space ? inner : Math.max(0, space - 2);
  const each = (MOMENT.products - MOMENT.light) / Math.max(1, inner <= space ? inner : shown + 2);
  const lines: Line[] = [];
  const product_ = (k: number): void => {
    const [a, b] = [left.whole.value(row, k), above.whole.value(k, col)];
    const from = MOMENT.light + lines.length * each;
    const text = brief ? `${padded(a)} × ${padded(b)}` : fullLine(a, b, padded);
    lines.push({ text, from, to: from + each, pair: k });
  };
  for (let k = 0; k < shown; k++) product_(k);
  if (inner > space && space >= 2) {
    const from = MOMENT.light + lines.length * each;
    lines.push({ text: "⋮".padEnd(3), from, to: from + each });
    product_(inner - 1);
  }
  return [...lines, ...end];
}

function closing(product: Product, { trueRow: row, trueCol: col }: Current): Line[] {
  const { left, above, result, bias, divisor } = product;
  const value = result.whole.value(row, col);
  const padded = writtenIn(product);
  const lines: Line[] = [];
  if (bias) {
    const added = bias.whole.rows.size > 1 ? bias.whole.value(row, 0) : bias.whole.value(0, col);
    lines.push({ text: `+ ${padded(added)}`, from: MOMENT.extras, to: MOMENT.sum });
  }
  let sum = value;
  if (divisor) {
    sum = 0;
    for (let k = 0; k < left.whole.cols.size; k++)
      sum += left.whole.value(row, k) * above.whole.value(k, col);
  }
  lines.push({ text: `Σ = ${padded(sum)}`, from: MOMENT.sum - 0.06, to: MOMENT.sum + 0.04, strong: true });
  if (divisor)
    lines.push({
      ...{ text: `÷ ${divisor.text} = ${padded(value)}`, strong: true },
      ...{ from: MOMENT.sum + 0.04, to: MOMENT.result },
    });
  return lines;
}

/** The two cells whose product is being written. */
function pairs(
  lines: readonly Line[],
  layout: CornerLayout,
  theme: Theme,
  now: Current,
  inner: number,
): Mark[] {
  const line = lines.find((l) => l.pair !== undefined && now.within >= l.from && now.within < l.to);
  const { cell, inner: own = cell, left, above } = layout;
  if (line?.pair === undefined || line.pair >= inner || own.width < 7) return [];
  const mark = { kind: "rect", fill: theme.accent, opacity: 0.28 } as const;
  const inLeft = { x: left.x + line.pair * own.width, y: left.y + now.row * cell.height };
  const inAbove = { x: above.x + now.col * cell.width, y: above.y + line.pair * own.height };
  return [
    { ...mark, ...inLeft, width: own.width, height: cell.height },
    { ...mark, ...inAbove, width: cell.width, height: own.height },
  ];
}

function landing(
  product: Product,
  layout: CornerLayout,
  theme: Theme,
  now: Current,
  right: number,
  y: number,
): Mark[] {
  const move = phase(now.within, MOMENT.start, MOMENT.land);
  if (move <= 0 || now.within >= MOMENT.land) return [];
  const { cell, result } = layout;
  const { whole, scale } = product.result;
  const at = {
    x: lerp(right - cell.width, result.x + now.col * cell.width, move),
    y: lerp(y - cell.height / 2, result.y + now.row * cell.height, move),
    ...cell,
  };
  const style = scale(whole.value(now.trueRow, now.trueCol));
  const fontSize = fontFor(cell, Math.max(5, style.text.length));
  return flying([cellMark(at, style, fontSize, 1, theme.accent, whole.ref(now.trueRow, now.trueCol))]);
}
