/** Padding mask: every token id is compared with padId; padding_mask[b, 0, l] = ids[b, l] ≠ padId, 1 = attend. */
import { phase } from "../../../timeline/easing.js";
import { cellRoom } from "../../layout/room.js";
import { moving } from "../../marks/written.js";
import { tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import { axesOf, sliceOf } from "../../tensor_view.js";
import { type AnsweredIds, answeredIds } from "../data/answered_ids.js";
import { answerLine } from "../pace/cell_sweep.js";

const COMPARE = { from: 0.04, to: 0.96 } as const;
/** Within a slow cell: the id lights up, is compared, the bit is written. */
const MOMENT = { light: 0.12, sign: 0.28, bit: 0.55 } as const;

export const notEqual: Scene = (input, t) =>
  answeredIds(input, t, {
    slice: sliceOf(input.step, input.focus, 0, 2),
    span: COMPARE,
    kind: (bit) => bit,
    shape: axesOf(input.step),
    line: (stage) => comparison(input, stage),
  });

/** 62 ≠ 0 → 1: the id comes from its place, the bit goes to its own. */
function comparison({ trace, theme }: SceneInput, { ids, answers, layout, act }: AnsweredIds): Mark[] {
  const { within, row, col } = act;
  const { cell, room } = layout;
  const id = tokenOf(ids, row, col);
  const came = phase(within, MOMENT.light, MOMENT.sign);
  const tokens = [
    { ...id, shown: Number(came >= 1) },
    { text: "≠", shown: came },
    { cell: ids.scale(trace.spec.padId), shown: came },
    { text: "→", shown: phase(within, MOMENT.sign, MOMENT.bit) },
  ];
  const written = [MOMENT.sign + 0.06, MOMENT.bit] as const;
  const line = answerLine(act, tokens, answers, written, room, { at: layout.answers, cell }, theme);
  const [left] = line.places;
  if (!left || came <= 0 || came >= 1) return [...line.marks];
  const from = cellRoom(layout.ids, cell, row, col);
  return [...line.marks, moving(id.cell, from, left, came, 2, theme, id.ref, true)];
}
