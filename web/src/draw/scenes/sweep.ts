/**
 * The time of a scene that repeats one rule over many items, such as cells, rows or tokens: which item is shown slowly now,
 * and the progress of each. The two items that show the rule best go first; the rest follow in one wave. Halfway, which is
 * also the still of reduced motion, the second one has its rule written out.
 */

import { cadence, cadenceSpan, linearPhase, phase, slowItem } from "../../timeline/easing.js";
import { matricesOf, type Pair, type PairLayout } from "../layout/tables.js";
import {
  arithmeticLine,
  type CellToken,
  type Line,
  movingCell,
  type Token,
} from "../marks/arithmetic_line.js";
import { cellRect } from "../measure.js";
import { type Operand, tokenOf } from "../operand.js";
import type { CellMark, CellSize, Mark, Point, Rect, RectMark, SceneInput } from "../picture.js";
import type { Slice } from "../tensor_view.js";
import type { Theme } from "../theme.js";

/** Starts before and ends after ½. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Nearly the whole step: before it only the inputs are shown, after it the result is complete. */
export const WHOLE_STEP: Span = { from: 0.05, to: 0.97 };
/** Progress of the slow item at t = ½: its rule is written, its result has not started to move. */
export const RULE_SHOWN = 0.72;

export function sweepAt(t: number, { from, to }: Span, count: number, first = 0, second = 1) {
  const [slowStart, slowEnd] = cadenceSpan(count > 2 ? 1 : 0, Math.max(count, 1));
  const halfTime = slowStart + (slowEnd - slowStart) * RULE_SHOWN;
  const time =
    t < 0.5 ? linearPhase(t, from, 0.5) * halfTime : halfTime + linearPhase(t, 0.5, to) * (1 - halfTime);
  /** The items that go first. */
  const lead = leadItems(count, first, second);
  const rank = (item: number): number =>
    lead.includes(item) ? lead.indexOf(item) : item + lead.filter((l) => l > item).length;
  const progress = (item: number): number => (t <= from ? 0 : cadence(time, rank(item), count));
  /** The item shown slowly, or -1 before the sweep and in its wave; and its progress: linear, 0…1; 0 if there is none. */
  const slow = t <= from || count === 0 ? -1 : (lead[slowItem(time, count)] ?? -1);
  const within = slow < 0 ? 0 : progress(slow);
  /** True once the slow items are over and the rest follows. */
  const wave = time > 0 && time < 1 && slow < 0;
  return { slow, within, lead, wave, progress };
}
export type Sweep = ReturnType<typeof sweepAt>;

/** The items that go first: the requested ones, then the first of the others. */
function leadItems(count: number, first: number, second: number): readonly number[] {
  const requested = [...new Set([first, second])].filter((i) => i >= 0 && i < count);
  const others = [0, 1, 2].filter((i) => i < count && !requested.includes(i));
  return [...requested, ...others].slice(0, 2);
}

/** The first item of 0…count−1 that differs from the item `than`, or `than + 1` if all are equal. */
export function firstDiffering(count: number, than: number, of: (item: number) => unknown): number {
  for (let i = 0; i < count; i++) if (of(i) !== of(than)) return i;
  return than + 1;
}

/**
 * The opacity of all other items while one is explained. They are dimmed from 0 to `lit`, and return between `land` and
 * the end, when the result has arrived.
 */
export const restOpacityAt = (theme: Theme, within: number, lit: number, land: number): number =>
  1 - (1 - theme.rest) * phase(within, 0, lit) * (1 - phase(within, land, 1));

export function rowSweepAt(t: number, rows: number) {
  const sweep = sweepAt(t, WHOLE_STEP, rows);
  const { lead, slow, wave, progress } = sweep;
  /** The first row of the wave that has not appeared yet, or -1 outside the wave. */
  let front = wave ? lead.length : -1;
  while (wave && front < rows - 1 && progress(front) >= 0.5) front++;
  /** The row explained last, or -1 before the first. */
  const last = slow >= 0 || progress(0) <= 0 ? slow : lead.length - 1;
  return { ...sweep, last, front };
}
export type RowSweep = ReturnType<typeof rowSweepAt>;

/** A sweep whose last row stays worked out at the end, boxed: the first one, until the reader asks about another one. */
export function workedSweepAt(t: number, { row }: SceneInput, { rows, ref }: Operand): RowSweep {
  const sweep = rowSweepAt(t, rows.size);
  if (t < WHOLE_STEP.to) return sweep;
  const asked = Array.from({ length: rows.size }, (_, i) => ref(i, 0).index.at(-2)).indexOf(row);
  const last = asked < 0 ? sweep.last : asked;
  return { ...sweep, last, front: last };
}

/** How far a row of the result has appeared: the explained row at `land`, the others with the wave. */
export const rowShown =
  ({ slow, progress }: RowSweep, land: number) =>
  (row: number): number =>
    row === slow ? Number(progress(row) >= land) : phase(progress(row), 0, 1);

/** Within a slow cell: when its answer leaves the line, and when it arrives in the cell. */
const ANSWER = { leaves: 0.76, landed: 0.97 } as const;

/** The row and column of the i-th cell. */
export const cellOf = (item: number, cols: number): readonly [number, number] => [
  Math.floor(item / cols),
  item % cols,
];

/** The marks of all cells of a matrix, row by row. */
export function everyCell<M>(
  { rows, cols }: Pick<Slice, "rows" | "cols">,
  marksOf: (row: number, col: number) => readonly M[],
): M[] {
  const marks: M[] = [];
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) marks.push(...marksOf(row, col));
  return marks;
}

/** The slow cells are the first one and the first with a different number, unless `lead` gives others. */
export function cellSweepAt(
  t: number,
  span: Span,
  { rows, cols, value }: Pick<Slice, "rows" | "cols" | "value">,
  lead?: readonly [first: number, second: number],
) {
  const count = rows.size * cols.size;
  const [first, second] = lead ?? [0, firstDiffering(count, 0, (i) => value(...cellOf(i, cols.size)))];
  const sweep = sweepAt(t, span, count, first, second);
  /** The position of the slow cell; -1 if there is none. */
  const [row, col] = sweep.slow < 0 ? [-1, -1] : cellOf(sweep.slow, cols.size);
  const isSlow = (r: number, c: number): boolean => r === row && c === col;
  /** Whether this is the slow cell and its explanation has begun; and whether its answer has arrived. */
  const isCurrent = (r: number, c: number): boolean => sweep.within > 0 && isSlow(r, c);
  const landed = (r: number, c: number): boolean => isSlow(r, c) && sweep.within >= ANSWER.landed;
  /** How far a cell's answer has appeared: the slow cell's when it lands, the others' with the wave. */
  const shown = (r: number, c: number): number =>
    isSlow(r, c) ? Number(landed(r, c)) : phase(sweep.progress(r * cols.size + c), 0, 1);
  return { ...sweep, row, col, isSlow, isCurrent, landed, shown };
}
export type CellSweep = ReturnType<typeof cellSweepAt>;

/** The opacity of the answer at the end of its line; 0 once it moves to its cell. */
export const answerShown = (within: number, from: number, to: number): number =>
  within < ANSWER.leaves ? phase(within, from, to) : 0;

/** The answer on its way from the line to its place. */
export function answerFlight(
  within: number,
  answer: CellToken,
  from: Rect | undefined,
  to: Rect,
  characters: number,
  theme: Theme,
): CellMark[] {
  if (!from || within < ANSWER.leaves || within >= ANSWER.landed) return [];
  const p = phase(within, ANSWER.leaves, ANSWER.landed);
  return [movingCell(answer, from, to, p, characters, theme)];
}

/** The cell that is answered, the room for its arithmetic, and the size of the cell that the answer goes to. */
interface Answering {
  readonly sweep: CellSweep;
  readonly room: Rect;
  readonly cell: CellSize;
  readonly theme: Theme;
}

/** The slow cell's arithmetic: a line of tokens that ends in the answer, which then moves to its cell. */
export function answerLine(
  { sweep: { within, row, col }, room, cell, theme }: Answering,
  tokens: readonly Token[],
  answer: Pick<Operand, "value" | "ref" | "scale">,
  [from, to]: readonly [from: number, to: number],
  at: Point,
  characters = 2,
  size?: CellSize,
): Line {
  const answerToken = tokenOf(answer, row, col);
  const line = arithmeticLine(
    [...tokens, { ...answerToken, shown: answerShown(within, from, to) }],
    room,
    theme,
    size,
  );
  const target = cellRect(at, cell, row, col);
  const flight = answerFlight(within, answerToken, line.places.at(-1), target, characters, theme);
  return { ...line, marks: [...line.marks, ...flight] };
}

/** A line around cells that are read or written together. */
export const boxAround = ({ x, y, width, height }: Rect, theme: Theme, opacity = 1): RectMark => ({
  ...{ kind: "rect", x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
  ...{ stroke: theme.accent, strokeWidth: 2, radius: 2, opacity },
});

export function rowBox(
  at: Point,
  cell: CellSize,
  row: number,
  columns: number,
  theme: Theme,
  opacity = 1,
): RectMark {
  return boxAround({ ...cellRect(at, cell, row, 0), width: columns * cell.width }, theme, opacity);
}

/** Boxes around the explained row, or the front of the wave: one where it is read, one where it is written, dashed until it lands. */
export function rowBoxes(
  sweep: RowSweep,
  { lit, land }: { readonly lit: number; readonly land: number },
  { cell, ...at }: PairLayout,
  { left, result }: Pair<Operand>,
  theme: Theme,
): RectMark[] {
  const isExplaining = sweep.within > 0;
  const row = isExplaining ? sweep.slow : sweep.front;
  if (row < 0) return [];
  const opacity = isExplaining ? phase(sweep.within, 0, lit) : 1;
  const target = rowBox(at.result, cell, row, result.cols.size, theme, opacity);
  return [
    rowBox(at.left, cell, row, left.cols.size, theme, opacity),
    isExplaining && sweep.within < land ? { ...target, dash: [3, 3] } : target,
  ];
}

/** Moments within the step: `lit` highlights the explained row, `land` shows its result. */
export function explainedPair(
  layout: PairLayout,
  pair: Pair<Operand>,
  sweep: RowSweep,
  { lit, land }: { readonly lit: number; readonly land: number },
  workedRow: readonly Mark[],
  theme: Theme,
  stageWidth: number,
): Mark[] {
  const restOpacity = restOpacityAt(theme, sweep.within, lit, land);
  const states = {
    left: { dim: (row: number) => (row === sweep.slow ? 1 : restOpacity) },
    result: { shown: rowShown(sweep, land) },
  };
  // The worked row comes first, because the last mark of a number is the one that is framed when the reader asks about it.
  return [
    ...workedRow,
    ...matricesOf(layout, pair, states, theme, stageWidth),
    ...rowBoxes(sweep, { lit, land }, layout, pair, theme),
  ];
}
