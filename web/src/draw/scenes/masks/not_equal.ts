/** Padding mask: every token id is compared with padId; padding_mask[b, 0, l] = ids[b, l] ≠ padId, 1 = attend. */
import { phase } from "../../../timeline/easing.js";
import { bothAnswers, type IdsLayout, idsLayout } from "../../layout/ids.js";
import { cellRoom } from "../../layout/room.js";
import { block, focusBar } from "../../marks/block.js";
import { moving, tokens, written } from "../../marks/written.js";
import type { Mark } from "../../picture.js";
import { type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Axis, type Slice, sliceOf, stepOf } from "../../tensor_view.js";
import { answerFlight, answerShown, type CellSweep, cellSweep } from "../pace/cell_sweep.js";

const COMPARE = { from: 0.04, to: 0.96 } as const;
/** Within a slow cell: the id lights up, is compared, the bit is written. */
const MOMENT = { light: 0.12, sign: 0.28, bit: 0.55 } as const;

interface Parts {
  readonly title: string;
  readonly ids: Slice;
  readonly bits: Slice;
  readonly scales: { readonly ids: Scale; readonly bits: Scale };
}

export const notEqual: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const parts = partsOf(input);
  const { ids, bits, scales, title } = parts;
  const act = cellSweep(t, COMPARE, bits, ...bothAnswers(bits, focus.batch, (bit) => bit));
  const layout = idsLayout(input, ids, { ids: title, answers: step.name, shape: shapeOf(step) });
  const { cell } = layout;
  const marks: Mark[] = [
    ...block({
      ...ids,
      ...layout.ids,
      cell,
      theme,
      title,
      scale: tokens(trace.spec.padId, cell, theme),
      lit: (row, col) => act.isSlow(row, col) && act.within > 0,
    }),
    focusBar(layout.ids.x, layout.ids.y, focus.batch, cell, theme),
    ...block({
      ...bits,
      ...layout.answers,
      cell,
      theme,
      title: step.name,
      scale: scales.bits,
      shape: shapeOf(step),
      shown: act.shown,
      lit: act.landed,
    }),
    focusBar(layout.answers.x, layout.answers.y, focus.batch, cell, theme),
  ];
  if (act.slow >= 0) marks.push(...comparison(input, layout, parts, act));
  return { width, height, marks };
};

function partsOf({ trace, step, focus, theme }: SceneInput): Parts {
  const source = stepOf(trace, step.inputs[0] ?? "ids");
  const { padId } = trace.spec;
  return {
    title: source.name,
    ids: sliceOf(source, focus, 0, 1),
    bits: sliceOf(step, focus, 0, 2),
    scales: { ids: scaleOf(source, padId, theme), bits: scaleOf(step, padId, theme) },
  };
}

const shapeOf = (step: SceneInput["step"]): readonly Axis[] =>
  step.shape.map((size, i) => ({ letter: step.axes[i] ?? "1", size }));

/** 62 ≠ 0 → 1: the id comes from its place, the bit goes to its own. */
function comparison(
  { trace, theme }: SceneInput,
  { cell, ids: from, answers: to, room }: IdsLayout,
  { ids, bits, scales }: Parts,
  { within, row, col }: CellSweep,
): Mark[] {
  const id = { cell: scales.ids(ids.value(row, col)), ref: ids.ref(row, col), lit: true };
  const bit = { cell: scales.bits(bits.value(row, col)), ref: bits.ref(row, col), lit: true };
  const came = phase(within, MOMENT.light, MOMENT.sign);
  const line = written(
    [
      { ...id, shown: Number(came >= 1) },
      { text: "≠", shown: came },
      { cell: scales.ids(trace.spec.padId), shown: came },
      { text: "→", shown: phase(within, MOMENT.sign, MOMENT.bit) },
      { ...bit, shown: answerShown(within, MOMENT.sign + 0.06, MOMENT.bit) },
    ],
    room,
    theme,
  );
  const [left, , , , right] = line.places;
  const marks = [...line.marks];
  if (left && came > 0 && came < 1)
    marks.push(moving(id.cell, cellRoom(from, cell, row, col), left, came, 2, theme, id.ref, true));
  const place = cellRoom(to, cell, row, col);
  return [...marks, ...answerFlight(within, bit.cell, right, place, 2, theme, bit.ref)];
}
