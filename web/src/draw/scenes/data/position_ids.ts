/**
 * Positions: tokens are counted from 1 along each sentence, and padding is 0: positions[b, l] = ids[b, l] ≠ padId ? l + 1
 * : 0. The count stands above the ids; what is a token takes its number down.
 */
import { phase } from "../../../timeline/easing.js";
import { tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import { sliceOf } from "../../tensor_view.js";
import { answerLine } from "../pace/cell_sweep.js";
import { type AnsweredIds, answeredIds } from "./answered_ids.js";

const COUNTING = { from: 0.04, to: 0.96 } as const;
/** Within a slow cell: the id lights up, is compared with padId, its number is written. */
const MOMENT = { light: 0.12, sign: 0.28, number: 0.55 } as const;
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
    line: (stage) => counting(input, stage),
  });

/** 62 ≠ 0 → 1, or 0 = 0 → 0: what is compared with padId, and the number that goes to its place. */
function counting({ trace, theme }: SceneInput, { ids, answers, layout, act }: AnsweredIds): readonly Mark[] {
  const { within, row, col } = act;
  const { padId } = trace.spec;
  const compared = phase(within, MOMENT.light, MOMENT.sign);
  const line = [
    { ...tokenOf(ids, row, col), shown: phase(within, 0, MOMENT.light) },
    { text: ids.value(row, col) === padId ? "=" : "≠", shown: compared },
    { cell: ids.scale(padId), shown: compared },
    { text: "→", shown: phase(within, MOMENT.sign, MOMENT.number) },
  ];
  const written = [MOMENT.sign + 0.06, MOMENT.number] as const;
  const place = { at: layout.answers, cell: layout.cell };
  return answerLine(act, line, answers, written, layout.room, place, theme).marks;
}
