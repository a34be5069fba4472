/** Padding mask: every token id is compared with padId; padding_mask[b, 0, l] = ids[b, l] ≠ padId, 1 = attend. */
import { phase } from "../../timeline/easing.js";
import { bandAbove, block, focusBar, SIDE } from "../block.js";
import type { CellSize } from "../matrix.js";
import type { Mark } from "../picture.js";
import { cellIn, cellRoom, type Place, type Room } from "../room.js";
import { type Scale, scaleOf } from "../scale.js";
import type { Scene, SceneInput } from "../scene.js";
import { type Axis, type Slice, sliceOf, stepOf } from "../tensor_view.js";
import { isNarrow } from "../text.js";
import { moving, tokens, written } from "../written.js";
import { answerFlight, answerShown, type CellSweep, cellOf, cellSweep } from "./cell_sweep.js";
import { differing } from "./sweep.js";

const COMPARE = { from: 0.04, to: 0.96 } as const;
/** Within a slow cell: the id lights up, is compared, the bit is written. */
const MOMENT = { light: 0.12, sign: 0.28, bit: 0.55 } as const;
const WRITTEN = 40;

interface Layout {
  readonly cell: CellSize;
  readonly ids: Place;
  readonly bits: Place;
  readonly room: Room;
}

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
  const act = cellSweep(t, COMPARE, bits, ...bothAnswers(bits, focus.batch));
  const layout = layoutOf(input, ids, title);
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
      ...layout.bits,
      cell,
      theme,
      title: step.name,
      scale: scales.bits,
      shape: shapeOf(step),
      shown: act.shown,
      lit: act.landed,
    }),
    focusBar(layout.bits.x, layout.bits.y, focus.batch, cell, theme),
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

/** Both answers are seen slowly: a token of this sentence, then a cell with the other answer, here if there is one. */
function bothAnswers(bits: Slice, sentence: number): readonly [number, number] {
  const cols = bits.cols.size;
  const first = sentence * cols;
  const bitOf = (item: number): number => bits.value(...cellOf(item, cols));
  const here = differing(cols, 0, (i) => bitOf(first + i)) + first;
  if (bitOf(here) !== bitOf(first) && here < first + cols) return [first, here];
  return [first, differing(bits.rows.size * cols, first, bitOf)];
}

const shapeOf = (step: SceneInput["step"]): readonly Axis[] =>
  step.shape.map((size, i) => ({ letter: step.axes[i] ?? "1", size }));

/** 62 ≠ 0 → 1: the id comes from its place, the bit goes to its own. */
function comparison(
  { trace, theme }: SceneInput,
  { cell, ids: from, bits: to, room }: Layout,
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

/** Ids above their bits, so that each bit stands under its id; beside them where that makes larger cells. */
function layoutOf({ width, height, step }: SceneInput, slice: Slice, title: string): Layout {
  const rows = slice.rows.size;
  const cols = slice.cols.size;
  const side = isNarrow(width) ? 36 : SIDE;
  const margin = 6;
  const band = (room: number): number =>
    Math.max(
      bandAbove(step.name, { ...slice, shape: shapeOf(step) }, cellIn(room, 1, 1, cols).width * cols),
      bandAbove(title, slice, cellIn(room, 1, 1, cols).width * cols),
    );
  const below = width - side - 2 * margin;
  const beside = (width - 2 * side - 4 * margin) / 2;
  const stacked = cellIn(below, (height - 2 * band(below) - WRITTEN - 2 * margin) / 2, rows, cols);
  const abreast = cellIn(beside, height - band(beside) - WRITTEN - 2 * margin, rows, cols);
  if (abreast.width * abreast.height <= 1.5 * stacked.width * stacked.height) {
    const top = (height - 2 * band(below) - WRITTEN - 2 * rows * stacked.height) / 2;
    const x = (width - side - cols * stacked.width) / 2 + side;
    const y = top + band(below);
    const middle = y + rows * stacked.height;
    return {
      cell: stacked,
      ids: { x, y },
      bits: { x, y: middle + WRITTEN + band(below) },
      room: { x: margin, y: middle + 6, width: width - 2 * margin, height: WRITTEN - 10 },
    };
  }
  const top = (height - band(beside) - WRITTEN - rows * abreast.height) / 2;
  const y = top + WRITTEN + band(beside);
  const used = cols * abreast.width;
  const x = side + margin + (beside - used) / 2;
  return {
    cell: abreast,
    ids: { x, y },
    bits: { x: x + beside + side + 2 * margin, y },
    room: { x: margin, y: top + 4, width: width - 2 * margin, height: WRITTEN - 12 },
  };
}
