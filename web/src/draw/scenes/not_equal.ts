/** Padding mask: every token id is compared with padId; padding_mask[b, 0, l] = ids[b, l] ≠ padId, 1 = attend. */
import { phase } from "../../timeline/easing.js";
import { bandAbove, block, focusBar, SIDE } from "../block.js";
import type { CellSize } from "../matrix.js";
import type { Mark } from "../picture.js";
import { cellIn, type Room } from "../room.js";
import { type Scale, scaleOf } from "../scale.js";
import type { Scene, SceneInput } from "../scene.js";
import { type Axis, type Slice, sliceOf, stepOf } from "../tensor_view.js";
import { isNarrow } from "../text.js";
import { moving, tokens, written, writtenCell } from "../written.js";
import { differing, type Sweep, sweep } from "./sweep.js";

const COMPARE = { from: 0.04, to: 0.96 } as const;
/** Within a slow cell: the id lights up, is compared, the bit lands. */
const MOMENT = { light: 0.12, sign: 0.28, bit: 0.55, land: 0.76, landed: 0.97 } as const;
const WRITTEN = 40;

interface Layout {
  readonly cell: CellSize;
  readonly ids: { readonly x: number; readonly y: number };
  readonly bits: { readonly x: number; readonly y: number };
  readonly room: Room;
}

export const notEqual: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const ids = stepOf(trace, step.inputs[0] ?? "ids");
  const from = sliceOf(ids, focus, 0, 1);
  const to = sliceOf(step, focus, 0, 2);
  const scales = { ids: scaleOf(ids, trace.spec.padId, theme), bits: scaleOf(step, trace.spec.padId, theme) };
  const cols = to.cols.size;
  const count = to.rows.size * cols;
  const first = focus.batch * cols;
  const bitOf = (item: number): number => to.value(Math.floor(item / cols), item % cols);
  // Both answers are seen slowly: a token of this sentence, then a cell with the other answer, here if there is one.
  const here = differing(cols, 0, (i) => bitOf(first + i)) + first;
  const second = bitOf(here) !== bitOf(first) && here < first + cols ? here : differing(count, first, bitOf);
  const act = sweep(t, COMPARE, count, first, second);
  const at = (item: number): readonly [number, number] => [Math.floor(item / cols), item % cols];
  const [slowRow, slowCol] = act.slow < 0 ? [-1, -1] : at(act.slow);
  const isSlow = (row: number, col: number): boolean => row === slowRow && col === slowCol;
  const layout = layoutOf(input, from, ids.name);
  const { cell } = layout;
  const marks: Mark[] = [
    ...block({
      ...from,
      ...layout.ids,
      cell,
      theme,
      title: ids.name,
      scale: tokens(trace.spec.padId, cell, theme),
      lit: (row, col) => isSlow(row, col) && act.within > 0,
    }),
    focusBar(layout.ids.x, layout.ids.y, focus.batch, cell, theme),
    ...block({
      ...to,
      ...layout.bits,
      cell,
      theme,
      title: step.name,
      scale: scales.bits,
      shape: shapeOf(step),
      shown: (row, col) =>
        isSlow(row, col) ? Number(act.within >= MOMENT.landed) : phase(act.progress(row * cols + col), 0, 1),
      lit: (row, col) => isSlow(row, col) && act.within >= MOMENT.landed,
    }),
    focusBar(layout.bits.x, layout.bits.y, focus.batch, cell, theme),
  ];
  if (act.slow >= 0) marks.push(...comparison(input, layout, from, to, scales, act, slowRow, slowCol));
  return { width, height, marks };
};

const shapeOf = (step: SceneInput["step"]): readonly Axis[] =>
  step.shape.map((size, i) => ({ letter: step.axes[i] ?? "1", size }));

function comparison(
  { trace, theme }: SceneInput,
  { cell, ids, bits, room }: Layout,
  from: Slice,
  to: Slice,
  scales: { readonly ids: Scale; readonly bits: Scale },
  { within }: Sweep,
  row: number,
  col: number,
): Mark[] {
  const { padId } = trace.spec;
  const id = scales.ids(from.value(row, col));
  const bit = scales.bits(to.value(row, col));
  const came = phase(within, MOMENT.light, MOMENT.sign);
  const own = writtenCell(room);
  const line = written(
    [
      { cell: id, ref: from.ref(row, col), lit: true, shown: Number(came >= 1) },
      { text: "≠", shown: came },
      { cell: scales.ids(padId), shown: came },
      { text: "→", shown: phase(within, MOMENT.sign, MOMENT.bit) },
      {
        cell: bit,
        ref: to.ref(row, col),
        lit: true,
        shown: within < MOMENT.land ? phase(within, MOMENT.sign + 0.06, MOMENT.bit) : 0,
      },
    ],
    room,
    theme,
    own,
  );
  const marks = [...line.marks];
  const place = (origin: { x: number; y: number }): Room => ({
    x: origin.x + col * cell.width,
    y: origin.y + row * cell.height,
    ...cell,
  });
  const [left, , , , right] = line.places;
  if (left && came > 0 && came < 1)
    marks.push(moving(id, place(ids), left, came, 2, theme, from.ref(row, col), true));
  if (right && within >= MOMENT.land && within < MOMENT.landed)
    marks.push(
      moving(
        bit,
        right,
        place(bits),
        phase(within, MOMENT.land, MOMENT.landed),
        2,
        theme,
        to.ref(row, col),
        true,
      ),
    );
  return marks;
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
