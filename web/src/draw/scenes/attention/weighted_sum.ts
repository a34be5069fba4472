/**
 * Values: every query takes the average of the value rows, weighted by attention, a whole row at a time. The rows are stacked
 * enlarged, each with its weight; then each shrinks to a height in proportion to its weight (masked rows to none), and they
 * blend. The weights of a row sum to 1, so the weighted rows fill exactly the stack's height.
 */
import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying, inTransit } from "../../flight.js";
import { CORNER, cornerLayout, matricesOf } from "../../layout/tables.js";
import { fontFor } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { between, cellRect, monoWidth, SMALLEST_LABEL } from "../../measure.js";
import { inputsOf, type Operand, operand, operandCell, wholeRow } from "../../operand.js";
import type { Mark, Rect, Scene } from "../../picture.js";
import { digits } from "../../scale.js";
import { type DrawnAxis, sliceOf } from "../../tensor_view.js";
import { DOTS_WIDTH, workedColumns } from "../lenses/worked_lines.js";
import { restOpacityAt, rowBoxes, rowShown, rowSweepAt } from "../sweep.js";
import { inRole } from "./product.js";

/** Within a slow row: light it, stack the values, bring the weights, scale the rows, pause, blend, land. */
const MOMENT = {
  ...{ lit: 0.08, stack: 0.23, bring: 0.36, weigh: 0.62 },
  ...{ blend: 0.74, blended: 0.82, land: 0.96 },
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
  const { cell, labelSize } = layout;
  const sweep = rowSweepAt(t, weights.rows.size);
  const { slow, within } = sweep;
  const restOpacity = restOpacityAt(theme, within, MOMENT.lit, MOMENT.land);
  // Rows without weight are dimmed.
  const hasWeight = (row: number): boolean => within <= 0 || weights.value(slow, row) > 0;
  const states = {
    left: { dim: (row: number) => (row === slow ? 1 : restOpacity) },
    above: { dim: (row: number) => (hasWeight(row) ? 1 : restOpacity) },
    result: { shown: rowShown(sweep, MOMENT.land) },
  };

  const stack = stackIn(layout.room, values.cols);
  const blended = phase(within, MOMENT.blend, MOMENT.blended);
  const rows = weights.cols.size;
  const columnX = (k: number): number => stack.x + k * stack.columnWidth;

  /** The value rows, each with its weight before it; their heights sum to that of the stack. */
  const stackedRows = (opacity: number): Mark[] => {
    const stacked = phase(within, MOMENT.lit, MOMENT.stack);
    const brought = phase(within, MOMENT.stack, MOMENT.bring);
    const weighed = phase(within, MOMENT.bring, MOMENT.weigh);
    const given = range(rows).map((s) => weights.value(slow, s) || 0);
    // Either all rows with weight have signs or none: if one becomes too low for its sign, the others have none either.
    const isSigned = [1 / rows, ...given.filter((weight) => weight > 0)].every(
      (share) => share * stack.height >= MIN_SIGNED_HEIGHT,
    );
    const cellOf = (
      operand: Operand,
      [row, col]: [number, number],
      from: Rect,
      to: Rect,
      p: number,
    ): Mark[] => {
      const at = between(from, to, p);
      const look = { fontSize: fontFor(at, operand === weights ? 4 : 5), opacity };
      return inTransit(operandCell(operand, row, col, at, look), p);
    };
    let top = 0;
    return given.flatMap((weight, s): Mark[] => {
      const share = lerp(1 / rows, weight, weighed);
      const span = { y: stack.y + top * stack.height, height: share * stack.height };
      top += share;
      if (span.height <= 0.2) return [];
      const weightAt = { x: stack.weightX, width: stack.weightWidth, ...span };
      const sign = { align: "middle", opacity } as const;
      return [
        ...cellOf(weights, [slow, s], cellRect(layout.left, cell, slow, s), weightAt, brought),
        // A row without weight vanishes, and its sign with it.
        ...(brought >= 1 && isSigned && span.height >= MIN_SIGNED_HEIGHT
          ? [mono("×", stack.x - SIGN_WIDTH / 2, span.y + span.height / 2, theme.ink, sign)]
          : []),
        ...range(stack.columns).flatMap((k) => {
          const to = { x: columnX(k), width: stack.columnWidth, ...span };
          return cellOf(values, [s, k], cellRect(layout.above, cell, s, k), to, stacked);
        }),
      ];
    });
  };

  /** Under the stack: the weights sum to 1, and each column to its average. */
  const sums = (opacity: number): Mark[] => {
    const y = stack.y + stack.height + FOOT_HEIGHT / 2 + 1;
    const label = (text: string, x: number, color = theme.accent, size = labelSize): Mark =>
      mono(text, x, y, color, { size, align: "middle", bold: true, opacity });
    const total = digits(hu.sum(wholeRow(weights, slow)).data[0] ?? Number.NaN).replace(/\.00$/, "");
    const size = Math.min(labelSize, stack.columnWidth / monoWidth("−0.00", 1));
    return [
      label(`Σ ${total}`, stack.weightX + stack.weightWidth / 2),
      ...(stack.columns < values.whole.cols.size
        ? [label("⋯", columnX(stack.columns) + DOTS_WIDTH / 2, theme.muted)]
        : []),
      ...range(size < SMALLEST_LABEL ? 0 : stack.columns).map((k) =>
        label(digits(result.value(slow, k)), columnX(k + 0.5), theme.accent, size),
      ),
    ];
  };

  /** The blended row moves to its place in the result. */
  const blend = (): Mark[] => {
    if (blended <= 0 || within >= MOMENT.land) return [];
    const move = phase(within, MOMENT.blended - 0.02, MOMENT.land);
    const marks = range(stack.columns).map((k) => {
      const from = { x: columnX(k), y: stack.y, width: stack.columnWidth, height: stack.height };
      const at = between(from, cellRect(layout.result, cell, slow, k), move);
      return operandCell(result, slow, k, at, { fontSize: fontFor(at, 5), opacity: blended });
    });
    return move > 0 ? asFlying(marks) : marks;
  };

  const sumsShown = (1 - blended) * phase(within, MOMENT.weigh - 0.04, MOMENT.weigh + 0.04);
  return [
    ...matricesOf(layout, operands, states, theme, width),
    ...rowBoxes(sweep, MOMENT, layout, operands, theme),
    ...(within > 0 && blended < 1 ? stackedRows(1 - blended) : []),
    ...(sumsShown > 0 ? sums(sumsShown) : []),
    ...blend(),
  ];
};

const SIGN_WIDTH = 18;
/** The minimum height of a row with a sign. */
const MIN_SIGNED_HEIGHT = 12;
/** Room under the stack for the sum of the weights. */
const FOOT_HEIGHT = 20;

/** A column of weights, a sign between, a column for each column of the values; only as many as have room for digits. */
function stackIn(room: Rect, cols: DrawnAxis) {
  const weightWidth = Math.min(48, Math.max(26, room.width * 0.2));
  const free = room.width - weightWidth - SIGN_WIDTH - 4;
  const { columns, dots, width: columnWidth } = workedColumns(cols, free, 60);
  const height = Math.max(10, Math.min(240, room.height - FOOT_HEIGHT));
  const x = room.x + room.width - columns * columnWidth - dots;
  const y = room.y + (room.height - FOOT_HEIGHT - height) / 2;
  return { x, y, height, weightX: x - SIGN_WIDTH - weightWidth, weightWidth, columnWidth, columns };
}
