/**
 * Values: every query takes the average of the value rows, weighted by attention, a whole row at a time. The rows with a weight are
 * listed, each with its weight; each is multiplied by it; the columns are added up, and the sum moves to the result. Where there is no
 * room for all rows, those with the largest weights are listed.
 */
import { range } from "../../../module/shape.js";
import { phase } from "../../../timeline/easing.js";
import { asFlying, inTransit } from "../../flight.js";
import { CORNER, cornerLayout, matricesOf } from "../../layout/tables.js";
import { shutter } from "../../marks/arithmetic_line.js";
import { cellMark, fontFor } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import { between, cellRect, leastDigits, monoWidth, SMALLEST_LABEL } from "../../measure.js";
import { inputsOf, type Operand, operand, wholeRow } from "../../operand.js";
import type { CellMark, Mark, Point, Rect, Scene } from "../../picture.js";
import { digits } from "../../scale.js";
import { type DrawnAxis, indexIn, sliceOf } from "../../tensor_view.js";
import { DOTS_WIDTH, workedColumns } from "../lenses/worked_lines.js";
import { restOpacityAt, rowBoxes, rowShown, workedSweepAt } from "../sweep.js";
import { inRole } from "./product.js";

/** Within a slow row: light it, list the values, bring the weights, multiply, add up, land. */
const MOMENT = {
  ...{ lit: 0.08, list: 0.22, bring: 0.34, multiply: 0.42, multiplied: 0.56 },
  ...{ add: 0.6, added: 0.68, start: 0.76, land: 0.96 },
} as const;

export const weightedSum: Scene = (input, t) => {
  const { hu, step, focus, theme, width } = input;
  const [attention, source] = inputsOf(input);
  const operands = {
    left: operand(input, attention, undefined, attention.name, CORNER.left),
    above: operand(input, source, sliceOf(source, focus), inRole("V", source), CORNER.above),
    result: operand(input, step),
  };
  const { left: weights, above: values, result } = operands;
  const layout = cornerLayout(input, operands);
  const { cell, labelSize: size } = layout;
  const sweep = workedSweepAt(t, input, result);
  const { slow, last } = sweep;
  /** The moment of the row in the list: the last one stays there as an example. */
  const within = slow >= 0 ? sweep.within : Number(last >= 0);
  const restOpacity = restOpacityAt(theme, sweep.within, MOMENT.lit, MOMENT.land);
  const states = {
    left: { dim: (row: number) => (row === slow ? 1 : restOpacity) },
    // Rows without weight are dimmed.
    above: {
      dim: (row: number) => (slow < 0 || weightOf(indexIn(values.rows, row)) !== 0 ? 1 : restOpacity),
    },
    result: { shown: rowShown(sweep, MOMENT.land) },
  };

  function weightOf(key: number): number {
    return weights.whole.value(indexIn(weights.rows, last), key);
  }

  /** The rows, each with its weight, and under a rule the sum of the weights and that of every column. */
  const list = (): Mark[] => {
    const given = range(weights.whole.cols.size).filter((key) => weightOf(key) !== 0);
    const { keys, x, y, row, columns, weightX, weightWidth, column, middle } = listIn(
      layout.room,
      values.cols,
      given.map((key) => [key, weightOf(key)] as const),
      leastDigits(width),
    );
    const place = (line: number, k: number): Rect => ({
      x: x + k * column,
      y: y + line * row,
      width: column,
      height: row,
    });
    const weightPlace = (line: number): Rect => ({
      x: weightX,
      y: y + line * row,
      width: weightWidth,
      height: row,
    });
    const font = Math.min(
      fontFor({ width: column, height: row }, 5),
      fontFor({ width: weightWidth, height: row }, 4),
    );
    const text = { size: Math.max(font, SMALLEST_LABEL), align: "middle" } as const;
    const multiplied = phase(within, MOMENT.multiply, MOMENT.multiplied);
    const added = phase(within, MOMENT.add, MOMENT.added);
    /** A number of a table, on its way to its place in the list; one outside the window appears there. */
    const brought = (of: Operand, r: number, c: number, at: Point, to: Rect, p: number): CellMark[] => {
      const [top, left] = [r - indexIn(of.rows, 0), c - indexIn(of.cols, 0)];
      const isDrawn = top >= 0 && top < of.rows.size && left >= 0 && left < of.cols.size;
      const from = isDrawn ? cellRect(at, cell, top, left) : to;
      const value = of.whole.value(r, c);
      return inTransit(
        cellMark(between(from, to, p), of.scale(value), font, 1, undefined, of.whole.ref(r, c)),
        p,
      );
    };
    const products = range(columns).map((k) => {
      const col = indexIn(values.cols, k);
      return hu.dotProduct(
        given.map(weightOf),
        given.map((key) => values.whole.value(key, col)),
      ).products;
    });
    const listed = keys.flatMap((key, line): Mark[] => {
      if (key === undefined)
        return [
          mono("⋮", x + (columns * column) / 2, y + (line + 0.5) * row, theme.muted, {
            size,
            align: "middle",
          }),
        ];
      const queryRow = indexIn(weights.rows, last);
      const shownWeight = phase(within, MOMENT.list, MOMENT.bring);
      const sign = mono(
        multiplied < 1 ? "×" : "·",
        x - SIGN_WIDTH / 2,
        y + (line + 0.5) * row,
        theme.ink,
        text,
      );
      return [
        ...brought(weights, queryRow, key, layout.left, weightPlace(line), shownWeight),
        ...(shownWeight >= 1 ? [sign] : []),
        ...range(columns).flatMap((k): Mark[] => {
          const col = indexIn(values.cols, k);
          const to = place(line, k);
          const product = values.scale(products[k]?.[given.indexOf(key)] ?? Number.NaN);
          if (multiplied >= 1) return [cellMark(to, product, font)];
          if (multiplied > 0)
            return shutter(to, [values.scale(values.whole.value(key, col)), product], multiplied, theme);
          return brought(values, key, col, layout.above, to, phase(within, MOMENT.lit, MOMENT.list));
        }),
      ];
    });
    const frame = { kind: "rect", y, height: keys.length * row, stroke: theme.hairline } as const;
    listed.push({ ...frame, x, width: columns * column }, { ...frame, x: weightX, width: weightWidth });
    if (added <= 0) return listed;
    const total = hu.sum(wholeRow(weights, last)).data[0] ?? Number.NaN;
    const foot = keys.length;
    const move = slow < 0 ? 0 : phase(within, MOMENT.start, MOMENT.land);
    const moving = range(move < 1 ? columns : 0).map((k) => {
      const at = between(place(foot, k), cellRect(layout.result, cell, last, k), move);
      const style = result.scale(result.value(last, k));
      return cellMark(
        at,
        style,
        font,
        move > 0 ? 1 : added,
        move > 0 ? theme.accent : undefined,
        result.ref(last, k),
      );
    });
    const sum = `Σ ${digits(total).replace(/\.00$/, "")}`;
    return [
      ...listed,
      stroke(weightX, y + foot * row, x + columns * column, y + foot * row, theme.ink, { width: 1 }),
      mono(sum, weightX + weightWidth / 2, y + (foot + 0.5) * row, theme.accent, {
        ...text,
        bold: true,
        opacity: added,
      }),
      ...(columns < values.whole.cols.size
        ? [mono("⋯", middle, y + (foot + 0.5) * row, theme.muted, text)]
        : []),
      ...(move > 0 ? asFlying(moving) : moving),
    ];
  };

  return [
    ...(last < 0 ? [] : list()),
    ...matricesOf(layout, operands, states, theme, width),
    ...rowBoxes(sweep, MOMENT, layout, operands, theme),
  ];
};

const SIGN_WIDTH = 18;
/** The height of a line at the least size of digits, and the largest. */
const LINE = { least: 1.54, largest: 44 } as const;

/**
 * The place of the list in its room: a column of weights, a sign between, a column for each column of the values; only as many as have
 * room for digits, and an undefined key where rows are left out.
 */
function listIn(
  room: Rect,
  cols: DrawnAxis,
  given: readonly (readonly [key: number, weight: number])[],
  least: number,
) {
  const weightWidth = Math.min(72, Math.max(monoWidth("0.00", least) + 8, room.width * 0.18));
  const free = room.width - weightWidth - SIGN_WIDTH - 4;
  const { columns, dots, width: column } = workedColumns(cols, free, 84);
  const most = Math.max(1, Math.floor(room.height / (LINE.least * least)) - 1);
  const byWeight = [...given].sort(([, a], [, b]) => b - a).slice(0, Math.max(1, most - 1));
  const cut = given.filter((one) => byWeight.includes(one)).map(([key]): number | undefined => key);
  const keys =
    given.length <= most
      ? given.map(([key]): number | undefined => key)
      : most < 2
        ? cut
        : [...cut, undefined];
  const row = Math.min(LINE.largest, room.height / (keys.length + 1));
  const x = room.x + room.width - columns * column - dots;
  const y = room.y + (room.height - (keys.length + 1) * row) / 2;
  const middle = x + columns * column + DOTS_WIDTH / 2;
  return { keys, x, y, row, columns, column, middle, weightX: x - SIGN_WIDTH - weightWidth, weightWidth };
}
