/**
 * The weighted average of the value rows, enlarged: the rows are stacked, each with its weight; then every row
 * shrinks to a height in proportion to its weight (masked rows to none), and the rows blend.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying, inTransit } from "../../flight.js";
import { between, cellRect, type Rect } from "../../layout/rect.js";
import type { Corner, CornerLayout } from "../../layout/tables.js";
import { fontFor } from "../../marks/cells.js";
import { mono } from "../../marks/marks.js";
import { type Operand, operandCell, wholeRow } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { digits } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import { monoWidth, SMALLEST_LABEL } from "../../text.js";
import type { Theme } from "../../theme.js";
import type { RowSweep } from "../sweep.js";
import { DOTS_WIDTH, workedColumns } from "./worked_lines.js";

/** Within a slow row: light it, stack the values, bring the weights, scale the rows, pause, blend, land. */
export const AVERAGE_MOMENT = {
  light: 0.08,
  stack: 0.23,
  bring: 0.36,
  weigh: 0.62,
  blend: 0.74,
  blended: 0.82,
  land: 0.96,
} as const;

/** The weights at the left, the values above, their averages in the corner. */
export interface Average extends Corner<Operand>, Pick<SceneInput, "hu"> {
  readonly layout: CornerLayout;
  readonly theme: Theme;
}

/** The stack: a column of weights, a sign between, a column for each column of the values. */
type Frame = ReturnType<typeof frameOf>;

const SIGN_WIDTH = 18;
/** The minimum height of a row with a sign. */
const MIN_SIGNED_HEIGHT = 12;
/** Room under the stack for the sum of the weights. */
const FOOT_HEIGHT = 20;
/** Only as many columns are worked out as have room for digits. */
function frameOf({ above: values, layout }: Average) {
  const { room } = layout;
  const total = values.cols.size;
  const weightWidth = Math.min(48, Math.max(26, room.width * 0.2));
  const free = room.width - weightWidth - SIGN_WIDTH - 4;
  const { columns, dots, width: columnWidth } = workedColumns(total, free, 60);
  const width = columns * columnWidth;
  const height = Math.max(10, Math.min(240, room.height - FOOT_HEIGHT));
  const x = room.x + room.width - width - dots;
  return {
    ...{ x, y: room.y + (room.height - FOOT_HEIGHT - height) / 2, width, height },
    ...{ weightX: x - SIGN_WIDTH - weightWidth, weightWidth, columnWidth, columns },
  };
}

export function averageLens(average: Average, { slow, within }: RowSweep): Mark[] {
  const frame = frameOf(average);
  const { left: weights } = average;
  const marks: Mark[] = [];
  const rows = weights.cols.size;
  const weighed = phase(within, AVERAGE_MOMENT.bring, AVERAGE_MOMENT.weigh);
  const shownUntil = 1 - phase(within, AVERAGE_MOMENT.blend, AVERAGE_MOMENT.blended);
  let stacked = 0;
  for (let s = 0; s < rows && shownUntil > 0; s++) {
    const weight = weights.value(slow, s) || 0;
    const share = lerp(1 / rows, weight, weighed);
    const layerSpan = { y: frame.y + stacked * frame.height, height: share * frame.height };
    stacked += share;
    if (layerSpan.height > 0.2) marks.push(...layer(average, frame, layerSpan, slow, s, within, shownUntil));
  }
  const sumsOpacity = shownUntil * phase(within, AVERAGE_MOMENT.weigh - 0.04, AVERAGE_MOMENT.weigh + 0.04);
  if (sumsOpacity > 0) marks.push(...sums(average, frame, slow, sumsOpacity));
  return [...marks, ...blend(average, frame, slow, within)];
}

/** Under the stack: the weights sum to 1, and each column to its average. */
function sums(
  { hu, left: weights, above: values, result, layout, theme }: Average,
  frame: Frame,
  slow: number,
  opacity: number,
): Mark[] {
  const y = frame.y + frame.height + FOOT_HEIGHT / 2 + 1;
  const label = (text: string, x: number, color = theme.accent, size = layout.labelSize): Mark =>
    mono(text, x, y, color, { size, align: "middle", bold: true, opacity });
  const total = digits(hu.sum(wholeRow(weights, slow)).data[0] ?? Number.NaN).replace(/\.00$/, "");
  const marks = [label(`Σ ${total}`, frame.weightX + frame.weightWidth / 2)];
  if (frame.columns < values.cols.size)
    marks.push(label("⋯", frame.x + frame.width + DOTS_WIDTH / 2, theme.muted));
  const size = Math.min(layout.labelSize, frame.columnWidth / monoWidth("−0.00", 1));
  if (size < SMALLEST_LABEL) return marks;
  for (let k = 0; k < frame.columns; k++) {
    const x = frame.x + (k + 0.5) * frame.columnWidth;
    marks.push(label(digits(result.value(slow, k)), x, theme.accent, size));
  }
  return marks;
}

/** Either all rows with weight have signs or none: if one of them becomes too low for its sign, the others have none either. */
function isSigned({ left: weights }: Average, { height }: Frame, slow: number): boolean {
  const rows = weights.cols.size;
  const shares = Array.from({ length: rows }, (_, s) => weights.value(slow, s)).filter(
    (weight) => weight > 0,
  );
  return [1 / rows, ...shares].every((share) => share * height >= MIN_SIGNED_HEIGHT);
}

/** One value row with its weight before it. */
function layer(
  average: Average,
  frame: Frame,
  layerSpan: { y: number; height: number },
  slow: number,
  s: number,
  within: number,
  opacity: number,
): Mark[] {
  const { left: weights, above: values, layout, theme } = average;
  const { cell, left, above } = layout;
  const stacked = phase(within, AVERAGE_MOMENT.light, AVERAGE_MOMENT.stack);
  const brought = phase(within, AVERAGE_MOMENT.stack, AVERAGE_MOMENT.bring);
  const transit = (
    operand: Operand,
    row: number,
    col: number,
    at: Rect,
    digits: number,
    move: number,
  ): Mark[] => {
    return inTransit(operandCell(operand, row, col, at, { fontSize: fontFor(at, digits), opacity }), move);
  };
  const weightTarget = { x: frame.weightX, width: frame.weightWidth, ...layerSpan };
  const at = between(cellRect(left, cell, slow, s), weightTarget, brought);
  const marks = transit(weights, slow, s, at, 4, brought);
  // A row without weight vanishes, and its sign with it.
  if (brought >= 1 && isSigned(average, frame, slow) && layerSpan.height >= MIN_SIGNED_HEIGHT)
    marks.push(
      mono("×", frame.x - SIGN_WIDTH / 2, layerSpan.y + layerSpan.height / 2, theme.ink, {
        align: "middle",
        opacity,
      }),
    );
  for (let k = 0; k < frame.columns; k++) {
    const target = { x: frame.x + k * frame.columnWidth, width: frame.columnWidth, ...layerSpan };
    marks.push(...transit(values, s, k, between(cellRect(above, cell, s, k), target, stacked), 5, stacked));
  }
  return marks;
}

/** The blended row moves to its place in the result. */
function blend({ result, layout }: Average, frame: Frame, slow: number, within: number): Mark[] {
  const blended = phase(within, AVERAGE_MOMENT.blend, AVERAGE_MOMENT.blended);
  if (blended <= 0 || within >= AVERAGE_MOMENT.land) return [];
  const move = phase(within, AVERAGE_MOMENT.blended - 0.02, AVERAGE_MOMENT.land);
  const { cell } = layout;
  const marks: Mark[] = [];
  for (let k = 0; k < frame.columns; k++) {
    const { x, y, columnWidth, height } = frame;
    const from = { x: x + k * columnWidth, y, width: columnWidth, height };
    const box = between(from, cellRect(layout.result, cell, slow, k), move);
    marks.push(operandCell(result, slow, k, box, { fontSize: fontFor(box, 5), opacity: blended }));
  }
  return move > 0 ? asFlying(marks) : marks;
}
