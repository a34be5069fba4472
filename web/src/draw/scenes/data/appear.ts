/** A tensor that was given, or that is all ones or zeros: it fills row by row, without arithmetic. */
import { mono } from "../../marks/marks.js";
import { scaleOf } from "../../scale.js";
import type { Scene } from "../../scene.js";
import { sweep } from "../pace/sweep.js";
import { tableMarks, tableSlice, tensorTable } from "./tensor_table.js";

const FILL = { from: 0.05, to: 0.95 } as const;
const MARGIN = 16;
/** Room for the call that makes a constant. */
const CALL = 20;
/** The slow number appears at once. */
const LANDED = 0.3;

export const appear: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const slice = tableSlice(step, focus);
  const room = { x: MARGIN, y: CALL, width: width - 2 * MARGIN, height: height - MARGIN - CALL };
  const table = tensorTable(input, slice, room);
  const act = sweep(t, FILL, slice.rows.size * slice.cols.size);
  const call = step.data[0] === 0 ? "zeros_" : "ones_";
  return [
    ...tableMarks(input, table, scaleOf(step, trace.spec.padId, theme), act, LANDED),
    ...(step.op === "constant" ? [mono(`${call}(${step.name})`, table.x, table.y - 50, theme.muted)] : []),
  ];
};
