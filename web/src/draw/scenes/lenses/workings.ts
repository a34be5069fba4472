/** The arithmetic of one cell of a product, written in the free quadrant, and its result moving to its cell. */

import { range } from "../../../module/shape.js";
import { phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import type { CornerLayout, Current, Product } from "../../layout/tables.js";
import { cellMark, digitsFor } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { between, cellRect, monoWidth, SMALLEST_LABEL } from "../../measure.js";
import type { Mark, SceneInput } from "../../picture.js";
import { digits } from "../../scale.js";
import { indexIn } from "../../tensor_view.js";

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
  /** What is written before its moment: the two factors, or nothing. */
  readonly before?: string;
  /** What its column of A means. */
  readonly name?: string | undefined;
  /** The moment within the cell when it is written. */
  readonly from: number;
  readonly to: number;
  readonly strong?: boolean;
  /** Which pair of cells it multiplies. */
  readonly pair?: number;
}

/** If there are more products than this, only some are written. */
const MAX_PRODUCTS = 10;
/** The numbers of a layer with more inputs are smaller. */
const WIDE = 64;
const LINE = { least: 13, largest: 34 } as const;
const LARGEST_TEXT = 24;
/** Names beside the lines may not make them smaller than this. */
const LEAST_NAMED = 14;

export function workings(
  { hu, theme }: SceneInput,
  { left, above, result, bias, divisor }: Product,
  layout: CornerLayout,
  { row, col, trueRow, trueCol, within }: Current,
  biasHeight: number,
): Mark[] {
  const { room, cell } = layout;
  const inner = left.whole.cols.size;
  const value = result.whole.value(trueRow, trueCol);
  const factors = range(inner).map(
    (k) => [left.whole.value(trueRow, k), above.whole.value(k, trueCol)] as const,
  );
  const areWhole = [value, ...factors.flat()].every(Number.isInteger);
  // The weights of a wide layer are so small that two decimals would say 0.00 for most.
  const decimals = areWhole ? 0 : inner > WIDE ? 3 : 2;
  const format = (number: number): string => digits(number, decimals).padStart(areWhole ? 2 : decimals + 3);
  const fullLine = (a: number, b: number, product: number): string =>
    `${format(a)} × ${format(b)} = ${format(product)}`;
  const roomHeight = room.height - (biasHeight ? 4 : 0);
  // Where the room is too narrow for the products, only their sum is written.
  const isBrief = monoWidth("0".repeat(fullLine(0, 0, 0).length), SMALLEST_LABEL) > room.width;
  const { products, sum: dot } = hu.dotProduct(
    factors.map(([a]) => a),
    factors.map(([, b]) => b),
  );

  /** The bias, the sum, the division. */
  const closing = (): Line[] => {
    const { extras, sum, result: written } = MOMENT;
    const added =
      bias && (bias.whole.rows.size > 1 ? bias.whole.value(trueRow, 0) : bias.whole.value(0, trueCol));
    const total = `Σ = ${format(divisor ? dot : value)}`;
    return [
      ...(added === undefined ? [] : [{ text: `+ ${format(added)}`, from: extras, to: sum }]),
      { text: total, from: sum - 0.06, to: sum + 0.04, strong: true },
      ...(divisor
        ? [{ text: `÷ ${divisor.text} = ${format(value)}`, strong: true, from: sum + 0.04, to: written }]
        : []),
    ];
  };

  /** As many lines as fit: all products, or the first few, dots and the last; then the closing lines. */
  const allLines = (): Line[] => {
    const endLines = closing();
    const most = Math.floor(roomHeight / LINE.least) - endLines.length;
    const roomForProducts = Math.min(MAX_PRODUCTS, Math.max(0, most));
    const isCut = inner > roomForProducts;
    const shown = isCut ? Math.max(0, roomForProducts - 2) : inner;
    const written: (number | undefined)[] = range(shown);
    if (isCut && roomForProducts >= 2) written.push(undefined, inner - 1);
    const each = (MOMENT.products - MOMENT.light) / Math.max(1, isCut ? shown + 2 : inner);
    const productLines = written.map((pair, i): Line => {
      const from = MOMENT.light + i * each;
      if (pair === undefined) return { text: "⋮".padEnd(3), from, to: from + each };
      const [a, b] = factors[pair] ?? [Number.NaN, Number.NaN];
      const before = `${format(a)} × ${format(b)}`;
      const full = fullLine(a, b, products[pair] ?? Number.NaN);
      const text = isBrief ? before : full;
      const name = left.whole.cols.names?.tokens[pair]?.text;
      return { text, before: before.padEnd(text.length, "\u00a0"), name, from, to: from + each, pair };
    });
    return [...productLines, ...endLines];
  };

  const lines = allLines();
  const lineHeight = Math.min(LINE.largest, roomHeight / lines.length);
  const widest = Math.max(...lines.map((line) => line.text.length)) * 0.62;
  const widestName = Math.max(...lines.map(({ name }) => (name ? 1.5 + monoWidth(name, 1) : 0)));
  const largest = Math.min(LARGEST_TEXT, lineHeight * 0.72);
  const namedSize = Math.min(largest, room.width / (widest + widestName));
  const isNamed = namedSize >= LEAST_NAMED;
  const size = isNamed ? namedSize : Math.max(SMALLEST_LABEL, Math.min(largest, room.width / widest));
  const right = room.x + room.width;
  const middleOf = (line: number): number => room.y + roomHeight + (line + 0.5 - lines.length) * lineHeight;

  /** Frames of the two cells whose product is being written. The window may leave them out. */
  const operandHighlights = (): Mark[] => {
    const pair = lines.find((l) => l.pair !== undefined && within >= l.from && within < l.to)?.pair;
    const { left: leftAt, above: aboveAt } = layout;
    if (pair === undefined) return [];
    const at = pair - indexIn(left.cols, 0);
    if (at < 0 || at >= left.cols.size) return [];
    const mark = { kind: "rect", stroke: theme.ink, strokeWidth: 2.5 } as const;
    return [
      { ...mark, ...cellRect(leftAt, cell, row, at) },
      { ...mark, ...cellRect(aboveAt, cell, at, col) },
    ];
  };

  const landingCell = (): Mark[] => {
    const move = phase(within, MOMENT.start, MOMENT.land);
    if (move <= 0 || within >= MOMENT.land) return [];
    const y = middleOf(lines.length - 1) - cell.height / 2;
    const at = between({ x: right - cell.width, y, ...cell }, cellRect(layout.result, cell, row, col), move);
    const [fontSize, styleOf] = digitsFor(cell, result.digits, result.scale);
    return asFlying([
      cellMark(at, styleOf(value), fontSize, 1, theme.accent, result.whole.ref(trueRow, trueCol)),
    ]);
  };

  return [
    ...lines.flatMap(({ text, before, name, strong: bold = false, from, to }, i): Mark[] => {
      const opacity = phase(within, from, to);
      const [y, look] = [middleOf(i), { size, align: "end", bold } as const];
      const written = (words: string, opacity: number, color = bold ? theme.accent : theme.ink): Mark[] =>
        opacity > 0 ? [mono(words, right, y, color, { ...look, opacity })] : [];
      if (before === undefined) return written(text, opacity);
      const nameX = right - (widest + 0.8) * size;
      return [
        ...(name && isNamed ? [mono(name, nameX, y, theme.muted, { ...look, size: size * 0.85 })] : []),
        ...(opacity > 0 ? written(text, 1) : written(before, 1, theme.muted)),
      ];
    }),
    ...operandHighlights(),
    ...landingCell(),
  ];
}
