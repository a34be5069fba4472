/**
 * Positions: tokens are counted from 1 along each sentence, and padding is 0: positions[b, l] = ids[b, l] ≠ padId ? l + 1
 * : 0. The count stands above the ids; what is a token takes its number down.
 */
import { phase } from "../../../timeline/easing.js";
import { bothAnswers, type IdsLayout, idsLayout } from "../../layout/ids.js";
import { cellRoom } from "../../layout/room.js";
import { block, focusBar } from "../../marks/block.js";
import { tokens, written } from "../../marks/written.js";
import type { Mark } from "../../picture.js";
import { type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Slice, sliceOf, stepOf } from "../../tensor_view.js";
import { answerFlight, answerShown, type CellSweep, cellSweep } from "../pace/cell_sweep.js";

const COUNTING = { from: 0.04, to: 0.96 } as const;
/** Within a slow cell: the id lights up, is compared with padId, its number is written. */
const MOMENT = { light: 0.12, sign: 0.28, number: 0.55 } as const;
/** Room for the numbers above the ids. */
const COUNTED = 18;

interface Parts {
  readonly title: string;
  readonly ids: Slice;
  readonly positions: Slice;
  readonly scales: { readonly ids: Scale; readonly positions: Scale };
}

function partsOf({ trace, step, focus, theme }: SceneInput): Parts {
  const source = stepOf(trace, step.inputs[0] ?? "ids");
  const { padId } = trace.spec;
  return {
    title: source.name,
    ids: sliceOf(source, focus, 0, 1),
    positions: sliceOf(step, focus, 0, 1),
    scales: { ids: scaleOf(source, padId, theme), positions: scaleOf(step, padId, theme) },
  };
}

export const positionIds: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const parts = partsOf(input);
  const { title, ids, positions } = parts;
  const act = cellSweep(t, COUNTING, positions, ...bothAnswers(positions, focus.batch, (place) => place > 0));
  const layout = idsLayout(input, ids, { ids: title, answers: step.name, counted: COUNTED });
  const { cell } = layout;
  const isNow = (col: number): boolean => act.within > 0 && act.col === col;
  const count = { room: COUNTED, text: (l: number) => String(l + 1), strong: isNow };
  const shared = { cell, theme } as const;
  const marks: Mark[] = [
    ...block({
      ...ids,
      ...layout.ids,
      ...shared,
      title,
      scale: tokens(trace.spec.padId, cell, theme),
      indices: { cols: count },
      lit: (row, col) => act.isSlow(row, col) && act.within > 0,
    }),
    focusBar(layout.ids.x, layout.ids.y, focus.batch, cell, theme),
    ...block({
      ...positions,
      ...layout.answers,
      ...shared,
      title: step.name,
      scale: tokens(0, cell, theme),
      shown: act.shown,
      lit: act.landed,
    }),
    focusBar(layout.answers.x, layout.answers.y, focus.batch, cell, theme),
  ];
  if (act.slow >= 0) marks.push(...counting(input, layout, parts, act));
  return { width, height, marks };
};

/** 62 ≠ 0 → 1, or 0 = 0 → 0: what is compared with padId, and the number that goes to its place. */
function counting(
  { trace, theme }: SceneInput,
  { cell, answers: to, room }: IdsLayout,
  { ids, positions, scales }: Parts,
  { within, row, col }: CellSweep,
): Mark[] {
  const id = ids.value(row, col);
  const place = {
    cell: scales.positions(positions.value(row, col)),
    ref: positions.ref(row, col),
    lit: true,
  };
  const seen = phase(within, 0, MOMENT.light);
  const compared = phase(within, MOMENT.light, MOMENT.sign);
  const line = written(
    [
      { cell: scales.ids(id), ref: ids.ref(row, col), lit: true, shown: seen },
      { text: id === trace.spec.padId ? "=" : "≠", shown: compared },
      { cell: scales.ids(trace.spec.padId), shown: compared },
      { text: "→", shown: phase(within, MOMENT.sign, MOMENT.number) },
      { ...place, shown: answerShown(within, MOMENT.sign + 0.06, MOMENT.number) },
    ],
    room,
    theme,
  );
  const end = cellRoom(to, cell, row, col);
  return [...line.marks, ...answerFlight(within, place.cell, line.places[4], end, 2, theme, place.ref)];
}
