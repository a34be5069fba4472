/**
 * Compares one tensor of two runs in three panels: the first run, the other run, and other minus first, on one colour
 * scale. In the difference panel, cells that differ are framed.
 */
import { range } from "../module/shape.js";
import type { Step, Trace } from "../module/types.js";
import { bandAbove, block, rowLabelRoom } from "./marks/block.js";
import { mono } from "./marks/marks.js";
import { columnNameRoom } from "./marks/token_names.js";
import { monoWidth } from "./measure.js";
import { withTokenNames } from "./names.js";
import {
  type CellRef,
  type CellSize,
  cellsShowing,
  type Focus,
  type Mark,
  type Picture,
  type Rect,
  type SceneInput,
  type Tokens,
} from "./picture.js";
import { bits, digits, diverging, isFill, maskedBit, rangeOf, type Scale, sequential } from "./scale.js";
import { type Slice, sliceOf, type TensorLike, thin, valueAt } from "./tensor_view.js";
import type { Theme } from "./theme.js";

export const SIDES = ["asItIs", "other", "difference"] as const;
export type Side = (typeof SIDES)[number];

export interface Compared {
  readonly asItIs: Step;
  readonly other: Step;
}

const TOLERANCE = 1e-6;

/** Whether two numbers are differ by more than rounding. −1e12 and −∞ both mean masked, so they are equal. */
export function differs(a: number, b: number): boolean {
  if (Object.is(a, b)) return false;
  if (isFill(a) || isFill(b)) return isFill(a) !== isFill(b);
  const distance = Math.abs(b - a);
  return !(distance <= TOLERANCE + TOLERANCE * Math.abs(a));
}

/** The others minus the first ones; 0 where they do not differ. */
export function differencesOf(
  hu: SceneInput["hu"],
  pairs: readonly (readonly [first: number, other: number])[],
): number[] {
  const exact = hu.sub(
    pairs.map(([, other]) => other),
    pairs.map(([first]) => first),
  ).data;
  return pairs.map(([first, other], i) => (differs(first, other) ? (exact[i] ?? Number.NaN) : 0));
}

/** The same cell in the other run, which may have fewer heads. */
const otherIndex = ({ other }: Compared, index: readonly number[]): number[] =>
  index.map((i, axis) => Math.min(i, (other.shape[axis] ?? 1) - 1));

export const valuesAt = (pair: Compared, index: readonly number[]): readonly [number, number] => [
  valueAt(pair.asItIs, index),
  valueAt(pair.other, otherIndex(pair, index)),
];

const clampFocus = ({ axes, shape }: TensorLike, { batch, head }: Focus): Focus => {
  const clampIndex = (letter: string, at: number): number =>
    Math.min(at, (shape[axes.indexOf(letter)] ?? 1) - 1);
  return { batch: clampIndex("B", batch), head: clampIndex("H", head) };
};

/** The slice that the panels show, taken from the first run; `valuesAt` reads both runs. */
export function comparedSlice(pair: Compared, focus: Focus): Slice {
  return sliceOf(pair.asItIs, clampFocus(pair.asItIs, focus));
}

export interface Differences {
  readonly cells: number;
  readonly changed: number;
  /** Masked in one run and not in the other. */
  readonly masked: number;
  readonly broken: number;
  /** The cell where two numbers, neither masked nor NaN, are furthest apart. */
  readonly largest?: CellRef;
}

/** The differences among the cells that the panels show. */
export function differences(pair: Compared, focus: Focus): Differences {
  const { rows, cols, ref } = comparedSlice(pair, focus);
  const counts = { cells: rows.size * cols.size, changed: 0, masked: 0, broken: 0 };
  let largest: { cell: CellRef; size: number } | undefined;
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      const cell = ref(row, col);
      const [a, b] = valuesAt(pair, cell.index);
      if (!differs(a, b)) continue;
      counts.changed++;
      const size = Math.abs(b - a);
      if (Number.isNaN(a) || Number.isNaN(b)) counts.broken++;
      else if (isFill(a) || isFill(b)) counts.masked++;
      else if (size > (largest?.size ?? 0)) largest = { cell, size };
    }
  return largest ? { ...counts, largest: largest.cell } : counts;
}

/** With many keys all weights are small, so the largest one gets the full colour. */
const sharesUpTo = (range: number, theme: Theme): Scale => {
  const base = sequential(theme);
  return (value) => (value > 0 ? { ...base(value / (range || 1)), text: digits(value) } : base(value));
};

/** Equal cells stay blank; cells that only one of the runs masks are hatched. */
const differenceScale =
  (signed: Scale, theme: Theme): Scale =>
  (value) => {
    if (value === 0) return { fill: theme.paper, ink: theme.muted, text: "" };
    if (!Number.isNaN(value) && Math.abs(value) >= 1e9)
      return { fill: theme.blank, ink: theme.muted, text: digits(value), hatch: theme.hatch };
    return signed(value);
  };

export interface PanelInput extends Pick<SceneInput, "hu"> {
  readonly pair: Compared;
  readonly side: Side;
  readonly focus: Focus;
  readonly theme: Theme;
  /** Names the tokens of rows and columns; without it they are numbered. */
  readonly trace?: Trace | undefined;
  readonly tokens?: Tokens | undefined;
  readonly width: number;
  /** The height that the cells should not exceed. */
  readonly height: number;
  /** The cell whose numbers are reported below, framed in ink. */
  readonly pointed?: CellRef | undefined;
}

const MARGIN = 6;
const MAX_CELL: CellSize = { width: 46, height: 30 };
const MIN_HEIGHT = 10;
const NUMBERS_HEIGHT = 16;
const FONT_SIZE = 11;
/** Width of the column of row sums. */
const SUMS_WIDTH = 32;
/** In narrower cells a frame would hide the colour. */
const MIN_FRAMED_WIDTH = 20;

export function comparePanel(input: PanelInput): Picture {
  const { hu, pair, side, focus, theme, trace, tokens, pointed } = input;
  const { asItIs, other } = pair;
  const isDifference = side === "difference";
  const isSoftmax = asItIs.op === "softmax";
  const whole = comparedSlice(pair, focus);
  const sentence = trace && { trace, tokens, width: input.width, focus: clampFocus(asItIs, focus) };
  const slice = thin(sentence ? withTokenNames(sentence, asItIs, whole) : whole);
  const { rows, cols, ref } = slice;

  // All three panels share one range, so that their colours can be compared.
  const masked = maskedBit(asItIs);
  const largest = masked === undefined ? Math.max(rangeOf(asItIs, theme), rangeOf(other, theme)) : 1;
  const signed = diverging(largest, theme);
  const values = masked !== undefined ? bits(theme, masked) : isSoftmax ? sharesUpTo(largest, theme) : signed;
  const scale = isDifference ? differenceScale(signed, theme) : values;

  // The position of the first cell, the cell size, and the index labels of axes without token names.
  const rowNumbersWidth = rows.names ? 0 : monoWidth(String(rows.size - 1), FONT_SIZE) + 8;
  const x = MARGIN + rowLabelRoom(rows) + rowNumbersWidth;
  const cellWidth = Math.min(
    MAX_CELL.width,
    (input.width - x - (isSoftmax ? SUMS_WIDTH : 0) - MARGIN) / cols.size,
  );
  const cellHeight = Math.min(MAX_CELL.height, cellWidth * 0.75, input.height / rows.size);
  const cell: CellSize = { width: cellWidth, height: Math.max(MIN_HEIGHT, cellHeight) };
  const columnNumbersHeight = columnNameRoom(cols, cellWidth) > 0 ? 0 : NUMBERS_HEIGHT;
  const y = MARGIN + bandAbove(asItIs.name, { rows, cols }, cols.size * cellWidth) + columnNumbersHeight;
  const indices = {
    ...(rowNumbersWidth > 0 ? { rows: { room: rowNumbersWidth, text: String } } : {}),
    ...(columnNumbersHeight > 0 ? { cols: { room: columnNumbersHeight, text: String } } : {}),
  };
  const [width, height] = [cols.size * cell.width, rows.size * cell.height];

  const both = range(rows.size).flatMap((row) =>
    range(cols.size).map((col) => valuesAt(pair, ref(row, col).index)),
  );
  const numbers = isDifference ? differencesOf(hu, both) : both.map(([a, b]) => (side === "asItIs" ? a : b));
  const numberAt = (row: number, col: number): number => numbers[row * cols.size + col] ?? Number.NaN;

  /** The sum of each row of attention weights: 1, unless something is wrong. */
  const rowSums = (): Mark[] => {
    const every = Math.ceil(12 / cell.height);
    const label = (text: string, at: number): Mark =>
      mono(text, x + width + 4, at, theme.muted, { size: FONT_SIZE });
    const sums = range(Math.ceil(rows.size / every)).map((i) => {
      const row = i * every;
      const sum = hu.sum(range(cols.size).map((col) => numberAt(row, col))).data[0] ?? Number.NaN;
      return label(digits(sum).replace(/\.00$/, ""), y + (row + 0.5) * cell.height);
    });
    return [label("Σ", y - NUMBERS_HEIGHT / 2), ...sums];
  };

  // Frames around all cells, or around most of many small ones, would only hide them: then one is around them all.
  const nearlyAllDiffer = ({ cells, changed } = differences(pair, focus)): boolean =>
    changed === cells || (cell.width < MIN_FRAMED_WIDTH && changed > cells / 2);
  const framesAll = isDifference && nearlyAllDiffer();
  const marks = block({
    ...{ ...slice, x, y, cell, theme, title: asItIs.name, indices, value: numberAt, scale },
    lit: (row, col) => isDifference && !framesAll && numberAt(row, col) !== 0,
  }).map((mark) => (mark.kind === "cell" && mark.outline ? { ...mark, outlineWidth: 1 } : mark));
  if (framesAll) marks.push(frameAround({ x, y, width, height }, theme.accent));
  if (isSoftmax && !isDifference) marks.push(...rowSums());
  const picture = { width: input.width, height: y + height + MARGIN, marks };
  if (pointed) marks.push(...cellsShowing(picture, pointed).map((mark) => frameAround(mark, theme.ink)));
  return picture;
}

const frameAround = ({ x, y, width, height }: Rect, stroke: string): Mark => ({
  ...{ kind: "rect", x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
  ...{ stroke, strokeWidth: 2 },
});
