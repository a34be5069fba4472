/**
 * A sweep over the cells of a result: the slow cell's arithmetic is written out in a line, and its answer moves from
 * there into the cell.
 */
import { phase } from "../../../timeline/easing.js";
import { cellRect, type Rect } from "../../layout/rect.js";
import { arithmeticLine, type Line, movingCell, type Token } from "../../marks/arithmetic_line.js";
import type { CellSize } from "../../marks/cell.js";
import { type Operand, tokenOf } from "../../operand.js";
import type { CellMark, CellRef } from "../../picture.js";
import type { Point } from "../../point.js";
import type { CellStyle } from "../../scale.js";
import type { Slice } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { firstDiffering, type Span, type Sweep, sweepAt } from "./sweep.js";

/** Within a slow cell: when its answer leaves the line, and when it arrives in the cell. */
const ANSWER = { leaves: 0.76, landed: 0.97 } as const;

export interface CellSweep extends Sweep {
  /** The position of the slow cell; -1 if there is none. */
  readonly row: number;
  readonly col: number;
  isSlow(row: number, col: number): boolean;
  /** Whether this is the slow cell and its explanation has begun. */
  isCurrent(row: number, col: number): boolean;
  /** Whether this is the slow cell and its answer has arrived. */
  landed(row: number, col: number): boolean;
  /** How far a cell's answer has appeared: the slow cell's when it lands, the others' with the wave. */
  shown(row: number, col: number): number;
}

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
): CellSweep {
  const count = rows.size * cols.size;
  const [first, second] = lead ?? [0, firstDiffering(count, 0, (i) => value(...cellOf(i, cols.size)))];
  const sweep = sweepAt(t, span, count, first, second);
  const [row, col] = sweep.slow < 0 ? [-1, -1] : cellOf(sweep.slow, cols.size);
  const isSlow = (r: number, c: number): boolean => r === row && c === col;
  const isCurrent = (r: number, c: number): boolean => sweep.within > 0 && isSlow(r, c);
  const landed = (r: number, c: number): boolean => isSlow(r, c) && sweep.within >= ANSWER.landed;
  const shown = (r: number, c: number): number =>
    isSlow(r, c) ? Number(landed(r, c)) : phase(sweep.progress(r * cols.size + c), 0, 1);
  return { ...sweep, row, col, isSlow, isCurrent, landed, shown };
}

/** The opacity of the answer at the end of its line; 0 once it moves to its cell. */
export const answerShown = (within: number, from: number, to: number): number =>
  within < ANSWER.leaves ? phase(within, from, to) : 0;

/** The answer on its way from the line to its place. */
export function answerFlight(
  within: number,
  style: CellStyle,
  from: Rect | undefined,
  to: Rect,
  characters: number,
  theme: Theme,
  ref: CellRef,
): CellMark[] {
  if (!from || within < ANSWER.leaves || within >= ANSWER.landed) return [];
  const p = phase(within, ANSWER.leaves, ANSWER.landed);
  return [movingCell(style, from, to, p, characters, theme, ref, true)];
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
  const flight = answerFlight(
    within,
    answerToken.cell,
    line.places.at(-1),
    target,
    characters,
    theme,
    answerToken.ref,
  );
  return { ...line, marks: [...line.marks, ...flight] };
}
