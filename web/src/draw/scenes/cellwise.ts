/**
 * Operations that make each number from the numbers at its place: the tables, and the arithmetic of a number whose result then
 * moves to its cell. A sum, input_sum = embedding + position_embedding, and ids that are compared with padId: not_equal gives the
 * padding mask of 1 = attend, padding_mask[b, 0, l] = ids[b, l] ≠ padId, and position_ids the number of each token that is no padding.
 */
import { phase } from "../../timeline/easing.js";
import { type Arranged, arrange, SIGN } from "../layout/arrange.js";
import type { Token } from "../marks/arithmetic_line.js";
import { type BlockSpec, block, focusBar, rowLabelRoom } from "../marks/block.js";
import { mono } from "../marks/marks.js";
import { inputsOf, type Operand, operand, sourceOf, tokenOf } from "../operand.js";
import type { CellSize, Mark, Point, Scene, SceneInput, StageStep } from "../picture.js";
import { axesOf, indexIn, type Slice, sliceOf } from "../tensor_view.js";
import {
  answerLine,
  type CellSweep,
  cellOf,
  cellSweepAt,
  firstDiffering,
  type Span,
  WHOLE_STEP,
} from "./sweep.js";

/** Within a slow cell: the numbers light up, are written with their sign, their result is written. */
const MOMENT = { light: 0.1, numbers: 0.28, sign: 0.36, result: 0.58 } as const;
const LARGEST_WRITTEN: CellSize = { width: 72, height: 40 };

export type Table = Operand & Pick<BlockSpec, "indices" | "shape"> & { readonly stretched?: number };

export interface Cellwise {
  readonly inputs: readonly Table[];
  readonly result: Table;
  /** What is written of a number, up to its result. */
  line(row: number, col: number): readonly Token[];
  readonly span?: Span;
  /** What is made number by number, if not all of the result; its first rows. */
  readonly made?: Slice;
  /** How far the other rows have appeared. */
  readonly copied?: number;
  /** The numbers that are worked out. */
  readonly lead?: readonly [first: number, second: number];
  /** At the left of the second input and of the result. */
  readonly signs?: readonly string[];
  /** Height kept free for what is said besides. */
  readonly foot?: number;
}

/** The tables with their arithmetic, and what a scene needs that adds to them. */
export function cellwise(
  input: SceneInput,
  t: number,
  {
    inputs,
    result,
    line,
    span = WHOLE_STEP,
    made = result,
    copied = 0,
    lead,
    signs = [],
    foot = 0,
  }: Cellwise,
): { readonly marks: Mark[]; readonly layout: Arranged; readonly sweep: CellSweep } {
  const { theme } = input;
  const tables = [...inputs, result];
  const above = Math.max(...tables.map(({ indices }) => indices?.cols?.room ?? 0));
  const layout = arrange(input, tables, { signs: signs.length > 0, foot, above });
  const { cell, at, room } = layout;
  const sweep = cellSweepAt(t, span, made, lead);
  const { row, col } = sweep;
  const shown = (i: number, j: number): number => (i < made.rows.size ? sweep.shown(i, j) : copied);
  const marks = tables.flatMap((table, i): Mark[] => {
    const { x = 0, y = 0 } = at[i] ?? {};
    const sign = i > 0 ? signs[i - 1] : undefined;
    const left = x - rowLabelRoom(table.rows, 8) - SIGN / 2;
    const look = { size: 20, align: "middle", bold: true } as const;
    return [
      ...block({
        ...{ ...table, x, y, cell, theme, rowLabel: "above" },
        ...(table === result ? { shown, lit: sweep.landed } : { lit: sweep.isCurrent }),
      }),
      ...(sign ? [mono(sign, left, y + (result.rows.size * cell.height) / 2, theme.ink, look)] : []),
    ];
  });
  const written =
    sweep.slow < 0 ? [] : writtenLine({ ...layout, sweep, theme }, line(row, col), result, at.at(-1) ?? room);
  return { marks: [...marks, ...written], layout, sweep };
}

/** The numbers of the slow cell with their sign, then what stands last, then the result, which moves to its cell. */
function writtenLine(
  { room, ...answering }: Parameters<typeof answerLine>[0],
  line: readonly Token[],
  result: Operand,
  at: Point,
): readonly Mark[] {
  const { light, numbers, sign, result: done } = MOMENT;
  const moment = (i: number): number =>
    i < line.length - 1 ? phase(within, light, numbers) : phase(within, numbers, sign);
  const { within } = answering.sweep;
  const tokens = line.map((token, i) => ({ ...token, shown: moment(i) }));
  const size = {
    width: Math.min(LARGEST_WRITTEN.width, room.width / 5),
    height: Math.min(LARGEST_WRITTEN.height, room.height),
  };
  const characters = Math.max(2, result.digits.full);
  return answerLine({ room, ...answering }, tokens, result, [sign, done], at, characters, size).marks;
}

export const add: Scene = (input, t) => {
  const [a, b] = inputsOf(input).map((term) => term && operand(input, term)) as [Operand, Operand];
  return cellwise(input, t, {
    ...{ inputs: [a, b], result: operand(input, input.step), lead: [0, 1], signs: ["+", "="] },
    line: (row, col) => [tokenOf(a, row, col), { text: "+" }, tokenOf(b, row, col), { text: "=" }],
  }).marks;
};

/** A view that changes nothing: the same numbers under another name. */
export const sameTensor =
  (source: StageStep): Scene =>
  (input, t) => {
    const result = operand(input, input.step);
    const from = { ...operand(input, source), scale: result.scale };
    const line = (row: number, col: number): Token[] => [tokenOf(from, row, col), { text: "→" }];
    return cellwise(input, t, { inputs: [from], result, line }).marks;
  };

/** Room for the numbers of positions above the ids. */
const COUNTED = 18;

/** Draws not_equal and position_ids: the ids of all sentences, and their answers. */
export const answeredIds: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const counts = step.op === "position_ids";
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, 0, 1));
  const answers = operand(input, step, sliceOf(step, focus, 0, counts ? 1 : 2));
  const { padId } = trace.spec;
  const position = (l: number): string => String(indexIn(ids.cols, l) + 1);
  const { marks, layout } = cellwise(input, t, {
    inputs: [{ ...ids, ...(counts && { indices: { cols: { room: COUNTED, text: position } } }) }],
    // The mask's shape has an axis that the picture has not.
    result: { ...answers, ...(!counts && { shape: axesOf(step) }) },
    lead: bothAnswers(answers, Math.max(0, focus.batch - indexIn(answers.rows, 0))),
    line: (row, col) => [
      tokenOf(ids, row, col),
      { text: counts && ids.value(row, col) === padId ? "=" : "≠" },
      { cell: ids.scale(padId) },
      { text: "→" },
    ],
  });
  const bars = [ids, answers].flatMap(({ rows }, i) => {
    const { x, y } = layout.at[i] ?? layout.room;
    return focusBar(x, y, focus.batch, rows, layout.cell, theme);
  });
  return [...marks, ...bars];
};

/**
 * Both kinds of answer, 0 and above, are shown slowly: first that of the sentence's first cell, then the other one, from
 * this sentence if possible.
 */
function bothAnswers({ rows, cols, value }: Slice, sentence: number): readonly [number, number] {
  const first = sentence * cols.size;
  const kindOf = (item: number): boolean => value(...cellOf(item, cols.size)) > 0;
  const inSentence = firstDiffering(cols.size, 0, (i) => kindOf(first + i)) + first;
  if (inSentence < first + cols.size && kindOf(inSentence) !== kindOf(first)) return [first, inSentence];
  return [first, firstDiffering(rows.size * cols.size, first, kindOf)];
}
