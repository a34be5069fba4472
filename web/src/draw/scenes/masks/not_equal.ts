/** Padding mask: every token id is compared with padId; padding_mask[b, 0, l] = ids[b, l] ≠ padId, 1 = attend. */
import { phase } from "../../../timeline/easing.js";
import { cellRect } from "../../layout/rect.js";
import { movingCell } from "../../marks/arithmetic_line.js";
import { tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import { axesOf, sliceOf } from "../../tensor_view.js";
import { type AnsweredIds, answeredIds, COMPARED, compareWithPad } from "../data/answered_ids.js";

const COMPARE = { from: 0.04, to: 0.96 } as const;

export const notEqual: Scene = (input, t) =>
  answeredIds(input, t, {
    slice: sliceOf(input.step, input.focus, 0, 2),
    span: COMPARE,
    kind: (bit) => bit,
    shape: axesOf(input.step),
    line: (stage) => comparison(input, stage),
  });

/** 62 ≠ 0 → 1: the id moves from its cell into the line, the bit from the line to its cell. */
function comparison(input: SceneInput, stage: AnsweredIds): readonly Mark[] {
  const { ids, layout, sweep } = stage;
  const arrived = phase(sweep.within, COMPARED.light, COMPARED.sign);
  const { marks, places } = compareWithPad(input, stage, "≠", Number(arrived >= 1));
  const [idPlace] = places;
  if (!idPlace || arrived <= 0 || arrived >= 1) return marks;
  const id = tokenOf(ids, sweep.row, sweep.col);
  const from = cellRect(layout.ids, layout.cell, sweep.row, sweep.col);
  return [...marks, movingCell(id.cell, from, idPlace, arrived, 2, input.theme, id.ref, true)];
}
