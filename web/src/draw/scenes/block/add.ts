/**
 * A sum of two matrices of one shape, cell by cell: input_sum = embedding + position_embedding, and the residual sums. The
 * terms are side by side with the sum under the second, or on a narrow stage one under the other as in a written sum.
 */
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { bandAboveAll, block, rowLabelRoom } from "../../marks/block.js";
import { mono } from "../../marks/marks.js";
import { isNarrow } from "../../measure.js";
import { inputsOf, type Operand, operand, tokenOf } from "../../operand.js";
import type { CellSize, Mark, Point, Scene, StageStep } from "../../picture.js";
import { answerLine, cellSweepAt } from "../sweep.js";

const ADD = { from: 0.05, to: 0.96 } as const;
/** Within a slow cell: the two numbers light up, are written with their sign, their sum is written. */
const MOMENT = { light: 0.1, numbers: 0.28, sign: 0.36, sum: 0.58 } as const;
const DIGITS = 5;
const MAX_WRITTEN: CellSize = { width: 56, height: 30 };

type Layout = ReturnType<typeof wideLayout>;

export const add: Scene = (input, t) => {
  const { step, theme, width } = input;
  const terms = [...inputsOf(input).slice(0, 2), step].map((term) => operand(input, term as StageStep));
  const [a, b, c] = terms as [Operand, Operand, Operand];
  const narrow = isNarrow(width);
  const { cell, at, signs, room } = (narrow ? narrowLayout : wideLayout)(input, terms);
  const sweep = cellSweepAt(t, ADD, c, [0, 1]);
  const shared = { cell, theme, rowLabel: narrow ? "above" : "left" } as const;
  const marks: Mark[] = [
    ...block({ ...a, ...at[0], ...shared, lit: sweep.isCurrent }),
    ...block({ ...b, ...at[1], ...shared, lit: sweep.isCurrent }),
    ...block({ ...c, ...at[2], ...shared, shown: sweep.shown, lit: sweep.landed }),
    ...signs.map(({ x, y }, i) =>
      mono(i === 0 ? "+" : "=", x, y, theme.ink, { size: 20, align: "middle", bold: true }),
    ),
  ];
  if (sweep.slow < 0) return marks;
  const { within, row, col } = sweep;
  const termsShown = phase(within, MOMENT.light, MOMENT.numbers);
  const tokens = [
    { ...tokenOf(a, row, col), shown: termsShown },
    { text: "+", shown: termsShown },
    { ...tokenOf(b, row, col), shown: termsShown },
    { text: "=", shown: phase(within, MOMENT.numbers, MOMENT.sign) },
  ];
  const size = {
    width: Math.min(MAX_WRITTEN.width, room.width / 4.5),
    height: Math.min(MAX_WRITTEN.height, room.height),
  };
  const answerSpan = [MOMENT.sign, MOMENT.sum] as const;
  const line = answerLine({ sweep, room, cell, theme }, tokens, c, answerSpan, at[2], DIGITS, size);
  return [...marks, ...line.marks];
};

/** The two above, the sum below the second, the arithmetic in the free corner. */
function wideLayout(stage: CellSize, terms: readonly Operand[]) {
  const { rows, cols } = terms[2] as Operand;
  const gap = 30;
  // Few columns leave the names wider than the cells.
  const term = ofCells(cols.size, 150);
  const side = rowLabelRoom(rows);
  const across = { side, first: term, gap, secondSide: side, second: term };
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll(titlesOf(terms), { rows, cols }, cellWidth * cols.size);
    return { band, terms: ofCells(rows.size), between: 12, below: band, sum: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [8, 8], across, downOf);
  const sign = x.second - side - gap / 2;
  const middle = (rows.size * cell.height) / 2;
  return {
    cell,
    at: [point(x.first, y.terms), point(x.second, y.terms), point(x.second, y.sum)] as const,
    signs: [point(sign, y.terms + middle), point(sign, y.sum + middle)] as const,
    room: { x: x.first, y: y.sum + middle - 20, width: x.gap - x.first, height: 40 },
  };
}

/** One under the other, with the arithmetic above the sum. */
function narrowLayout(stage: CellSize, terms: readonly Operand[]): Layout {
  const { rows, cols } = terms[2] as Operand;
  const [sign, line] = [28, 28];
  const names = rowLabelRoom(rows, 0);
  const across = { side: sign + names, terms: ofCells(cols.size, 150) };
  const rowCells = ofCells(rows.size);
  const downOf = (cellWidth: number) => {
    const band = bandAboveAll(titlesOf(terms), { rows, cols, rowLabel: "above" }, cellWidth * cols.size);
    return { first: band, a: rowCells, second: band, b: rowCells, line, third: band, sum: rowCells };
  };
  const { cell, x, y } = placeOnStage(stage, [5, 4], across, downOf);
  const signAt = (top: number): Point =>
    point(x.terms - names - sign / 2 - 4, top + (rows.size * cell.height) / 2);
  return {
    cell,
    at: [point(x.terms, y.a), point(x.terms, y.b), point(x.terms, y.sum)],
    signs: [signAt(y.b), signAt(y.sum)],
    room: { x: 8, y: y.line + 3, width: stage.width - 16, height: line - 4 },
  };
}

const point = (x: number, y: number): Point => ({ x, y });
const titlesOf = (terms: readonly Operand[]): readonly string[] => terms.map(({ title }) => title);
