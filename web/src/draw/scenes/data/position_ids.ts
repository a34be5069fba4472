/**
 * Positions: tokens are counted from 1 along each sentence, and padding is 0: positions[b, l] = ids[b, l] ≠ padId ? l + 1
 * : 0. The count is above the ids; each token takes the number of its column.
 */
import type { Scene } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { answeredIds, compareWithPad } from "./answered_ids.js";

const COUNTING = { from: 0.04, to: 0.96 } as const;
/** Room for the numbers above the ids. */
const COUNTED = 18;

export const positionIds: Scene = (input, t) =>
  answeredIds(input, t, {
    slice: sliceOf(input.step, input.focus, 0, 1),
    span: COUNTING,
    kind: (place) => place > 0,
    counted: COUNTED,
    indices: ({ within, col }) => ({
      cols: { room: COUNTED, text: (l) => String(l + 1), strong: (l) => within > 0 && col === l },
    }),
    // 62 ≠ 0 → 1, or 0 = 0 → 0.
    line: (stage) => {
      const isPadding = stage.ids.value(stage.sweep.row, stage.sweep.col) === input.trace.spec.padId;
      return compareWithPad(input, stage, isPadding ? "=" : "≠").marks;
    },
  });
