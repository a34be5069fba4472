/** A tensor that was given, or that is all ones or zeros: it fills row by row, without arithmetic. */
import { mono } from "../../marks/marks.js";
import { scaleOf } from "../../scale.js";
import type { Scene } from "../../scene.js";
import { sweepAt } from "../pace/sweep.js";
import { tableMarks, tableSlice, tensorTable } from "./tensor_table.js";

const FILL = { from: 0.05, to: 0.95 } as const;
const MARGIN = 16;
/** Height of the line with the call that fills a constant. */
const CALL_HEIGHT = 20;
/** The slow number appears at this progress, at once. */
const LANDED = 0.3;

export const appear: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const slice = tableSlice(step, focus);
  const room = {
    x: MARGIN,
    y: CALL_HEIGHT,
    width: width - 2 * MARGIN,
    height: height - MARGIN - CALL_HEIGHT,
  };
  const table = tensorTable(input, slice, room);
  const sweep = sweepAt(t, FILL, slice.rows.size * slice.cols.size);
  const call = step.data[0] === 0 ? "zeros_" : "ones_";
  return [
    ...tableMarks(input, table, scaleOf(step, trace.spec.padId, theme), sweep, LANDED),
    ...(step.op === "constant" ? [mono(`${call}(${step.name})`, table.x, table.y - 50, theme.muted)] : []),
  ];
};
