/**
 * Softmax, a row at a time: the largest score of the row, each score minus it, e to that power, their sum, each
 * power divided by the sum. The explained row is worked out enlarged above the two matrices; every row ends in Σ = 1.
 */

import { range } from "../../../module/shape.js";
import { type PairLayout, pairLayout } from "../../layout/tables.js";
import { mono } from "../../marks/marks.js";
import { captionRoom } from "../../marks/matrix.js";
import { isNarrow, monoWidth } from "../../measure.js";
import { operand, sourceOf, wholeRow } from "../../operand.js";
import type { Mark, Scene } from "../../picture.js";
import { type CellStyle, digits, isFill, sequential } from "../../scale.js";
import type { DrawnAxis } from "../../tensor_view.js";
import { columnsIn, type LinesLayout, workedLines } from "../lenses/worked_lines.js";
import { explainedPair, rowShown, workedSweepAt } from "../sweep.js";

/** Within the slow row: light it, bring it, find the maximum, subtract it, exp, sum, divide; then the shares land. */
const MOMENT = {
  ...{ lit: 0.08, light: 0.04, bring: 0.18, max: 0.28, minus: 0.4, exp: 0.52 },
  ...{ sum: 0.6, divide: 0.7, start: 0.75, land: 0.95 },
} as const;

const LINES = ["x", "x − max", "exp", "÷ Σ"] as const;
const EXP = 2;
const SHARE = 3;

export const softmax: Scene = (input, t) => {
  const { hu, step, theme, width } = input;
  const [scores, result] = [operand(input, sourceOf(input)), operand(input, step)];
  const pair = { left: scores, result };
  const layout = pairLayout(input, pair, { top: isNarrow(width) ? 160 : 158, tail: 26 });
  const sweep = workedSweepAt(t, input, result);
  const { bars, ...place } = linesIn(layout, result.cols);
  const lines = workedLines(layout, pair, sweep, place, theme);

  /** The sum of each finished row, at its end. */
  const rowSums = (): Mark[] => {
    const { result: at, cell, labelSize: size } = layout;
    const end = result.cols.size * cell.width;
    const caption = captionRoom(result.title, result.cols, end, size);
    const shown = rowShown(sweep, MOMENT.land);
    const sum = (text: string, y: number, opacity = 1): Mark =>
      mono(text, at.x + end + 14, y, theme.muted, { size, align: "middle", opacity });
    const totals = hu.sum(range(result.rows.size).map((row) => wholeRow(result, row))).data;
    const total = (row: number): string => digits(totals[row] ?? Number.NaN).replace(/\.00$/, "");
    const sums = range(result.rows.size).map((row) =>
      sum(total(row), at.y + (row + 0.5) * cell.height, shown(row)),
    );
    return [sum("Σ", at.y - Math.min(caption, 20) / 2), ...sums.filter(({ opacity = 1 }) => opacity > 0)];
  };

  /** exp(x − max) is at most 1: a bar of full height, which holds the colour. Its digits stand on paper below it. */
  const bar = (value: number, col: number): Mark[] => {
    const span = [MOMENT.minus, MOMENT.exp] as const;
    const style = sequential(theme)(value);
    const onPaper = value > 0 ? { ...style, fill: theme.paper, ink: theme.ink } : style;
    const { x, y, width: cellWidth } = lines.place(EXP, col);
    const height = (Number.isNaN(value) ? 0 : value) * (bars - 6) * lines.progress(span);
    const pad = Math.min(6, cellWidth * 0.15);
    const room = { x: x + pad, y: y - height, width: cellWidth - 2 * pad, height };
    return [
      ...lines.cell(EXP, col, onPaper, span),
      ...(height > 0 ? [{ kind: "rect" as const, ...room, fill: theme.accent }] : []),
    ];
  };

  /** The row, line by line, its weights moving to their cells, and at the ends of the lines maximum and sums. */
  const workedRow = (): Mark[] => {
    const { bring, max, minus, exp, sum, divide } = MOMENT;
    const { last, slow, within } = sweep;
    const { maximum, shifted, powers, sum: total } = hu.softmaxRow(wholeRow(scores, last));
    const column = (col: number): Mark[] => {
      const score = scores.value(last, col);
      const difference = lines.number(shifted, col);
      // A fill stays hatched, even where it is no longer so low: in a row of fills.
      const shiftedStyle: CellStyle = isFill(score)
        ? { ...scores.scale(score), text: digits(difference) }
        : scores.scale(difference);
      // The largest score is outlined until it is subtracted.
      const isMax = score === maximum && slow >= 0 && within >= bring && within < minus;
      const share = result.scale(result.value(last, col));
      return [
        ...lines.bring(col, [MOMENT.light, bring], isMax ? theme.accent : undefined, place.cell),
        ...lines.cell(1, col, shiftedStyle, [max, minus]),
        ...bar(lines.number(powers, col), col),
        ...lines.cell(SHARE, col, share, [sum, divide], result.ref(last, col)),
        ...lines.land(SHARE, col, [MOMENT.start, MOMENT.land]),
      ];
    };
    return [
      ...lines.dots(LINES.length, "sans"),
      ...range(place.columns).flatMap(column),
      ...lines.after(0, `max ${digits(maximum)}`, [bring, max]),
      ...lines.after(EXP, `Σ ${digits(total)}`, [exp, sum]),
      ...lines.after(SHARE, `Σ ${Number.isNaN(total) ? "NaN" : "1"}`, [divide - 0.04, divide]),
    ];
  };

  const worked = [...rowSums(), ...lines.empty(LINES), ...(sweep.last < 0 ? [] : workedRow())];
  return explainedPair(layout, pair, sweep, MOMENT, worked, theme, width);
};

/** Height of the label over each line; on a narrow stage labels are there, so that cells keep room for digits. */
const LABEL_LINE = 14;

/** The layout of the lines, with room for the bars above the line of exp. */
function linesIn({ room, labelSize: size, narrow }: PairLayout, cols: DrawnAxis) {
  const labelHeight = narrow ? LABEL_LINE : 3;
  const before = narrow ? 0 : monoWidth("x − max", size) + 12;
  const after = narrow ? 0 : monoWidth("max −0.00", size) + 8;
  const { width, ...columns } = columnsIn(room, cols, { before, after, largest: 64 });
  const { x, end } = columns;
  const bars = room.height * (narrow ? 0.14 : 0.24);
  const height = (room.height - bars) / LINES.length - labelHeight;
  const y = (line: number): number =>
    room.y + labelHeight + line * (height + labelHeight) + (line >= EXP ? bars : 0);
  // A row of few cells is narrower than what stands above it.
  const labelReach = Math.max((end - x) / 2, monoWidth("x − max  max −0.00", size) / 2);
  const label: LinesLayout["label"] = (line, side) => {
    const isBefore = side === "before";
    if (!narrow) {
      const middle = y(line) + height / 2;
      return isBefore ? { x: x - 8, y: middle, align: "end" } : { x: end + 6, y: middle, align: "start" };
    }
    const overLine = y(line) - (line === EXP ? bars : 0) - LABEL_LINE / 2;
    return {
      ...{ x: (x + end) / 2 + (isBefore ? -labelReach : labelReach), y: overLine },
      align: isBefore ? "start" : "end",
    };
  };
  return { ...columns, cell: { width, height }, bars, y, size, label };
}
