/**
 * Drawing parameters: the generator started with the seed gives one number after the other, and they fill the tensor row
 * by row. nn.Linear draws evenly between ±1/√fan_in, nn.Embedding from the standard normal distribution.
 */
import { lerp, phase } from "../../timeline/easing.js";
import { block, type Folded, foldDots, folded, shapeLine, shapeWidth } from "../block.js";
import { type Distribution, distributionMarks, placeOn, standardNormal, uniformOf } from "../distribution.js";
import { mono, stroke } from "../marks.js";
import { axisColor } from "../matrix.js";
import type { CellRef, Mark } from "../picture.js";
import { GAP, monoSize, type Place, type Room } from "../room.js";
import { type CellStyle, digits, type Scale, scaleOf } from "../scale.js";
import type { Scene, SceneInput } from "../scene.js";
import { hasStep, type Slice, sliceOf, stepOf } from "../tensor_view.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { moving, standing } from "../written.js";
import { cellPlace, type Layout, layoutOf } from "./draw_parameters_layout.js";
import { type Sweep, sweep } from "./sweep.js";

const DRAW = { from: 0.06, to: 0.96 } as const;
/** Within a slow draw: the number comes out, finds its place on the axis, goes to its cell. */
const MOMENT = { out: 0.2, axis: 0.45, hold: 0.6, landed: 0.95 } as const;
const DIGITS = 5;
const TAPE = { width: 42, height: 24 } as const;

export const drawParameters: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const slice = sliceOf(step, focus, step.shape.length - 2, step.shape.length - 1);
  const scale = scaleOf(step, trace.spec.padId, theme);
  const layout = layoutOf(input, slice);
  const own = distributionOf(input);
  const count = step.data.length;
  const act = sweep(t, DRAW, count);
  const marks: Mark[] = [
    ...codeMarks(input, layout.code, own),
    ...distributionMarks(own, step.data, drawnSoFar(act, count, t), layout.plot, theme),
    ...tableMarks(input, slice, scale, layout, act),
  ];
  if (act.slow >= 0) marks.push(...drawing(input, slice, scale, layout, own, act));
  return { width, height, marks };
};

/** Draws come in order, so the first one that has not begun is how many there are. */
function drawnSoFar(act: Sweep, count: number, t: number): number {
  if (act.slow >= 0) return act.slow + Number(act.within >= MOMENT.axis);
  if (t <= DRAW.from) return 0;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (act.progress(middle) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What nn.Linear divides by: the number of inputs of the layer, for its bias too. */
function fanIn({ trace, step }: SceneInput): number {
  const weight = step.name.replace(/\.bias$/, ".weight");
  return (hasStep(trace, weight) ? stepOf(trace, weight).shape.at(-1) : step.shape.at(-1)) ?? 1;
}

function distributionOf(input: SceneInput): Distribution {
  if (input.step.op === "normal") return standardNormal;
  const fan = fanIn(input);
  const bound = 1 / Math.sqrt(fan);
  return uniformOf(bound, `−1/√${fan}`, `1/√${fan}`);
}

/** The calls that draw, and for a layer what its bound is. */
function codeMarks(input: SceneInput, room: Room, own: Distribution): Mark[] {
  const { trace, theme, step } = input;
  const lines = [
    `manual_seed(${trace.spec.seed})`,
    own.bound === undefined ? "normal_(0, 1)" : `uniform_(−${digits(own.bound)}, ${digits(own.bound)})`,
    ...(step.op === "uniform" ? [`1/√${fanIn(input)} = ${digits(1 / Math.sqrt(fanIn(input)), 4)}`] : []),
  ];
  const size = Math.min(...lines.map((line) => monoSize(line, room.width, 13)));
  return lines.map((text, i) =>
    mono(text, room.x, room.y + 9 + i * 19, i === 2 ? theme.muted : theme.ink, { size }),
  );
}

function tableMarks(input: SceneInput, slice: Slice, scale: Scale, layout: Layout, act: Sweep): Mark[] {
  const { step, theme } = input;
  const { panels, x, y } = layout;
  const axes = step.shape.length === 1 ? [slice.cols] : [slice.rows, slice.cols];
  const left = x + panels.numbers;
  const width = panels.width - panels.numbers;
  const shape = shapeWidth(axes);
  const two = monoWidth(step.name, 13) + 12 + shape > width;
  return [
    ...panels.columns.flatMap((rowAt, p) =>
      panelMarks(input, folded(slice, rowAt, panels.colAt), p, scale, layout, act),
    ),
    mono(step.name, left, two ? y - 31 : y - 14, theme.ink, { bold: true }),
    ...shapeLine(axes, two ? left + shape : left + width, y - 14, theme),
  ];
}

/** One column of rows, with its brackets. */
function panelMarks(
  { step, theme }: SceneInput,
  part: Folded,
  p: number,
  scale: Scale,
  { panels, x, y }: Layout,
  act: Sweep,
): Mark[] {
  const { cell, stride, numbers } = panels;
  const { rowAt, colAt } = part;
  const left = x + numbers + p * stride;
  const high = rowAt.length * cell.height;
  const number = (i: number): string => (rowAt[i] === GAP ? "⋮" : String(rowAt[i]));
  const item = (row: number, col: number): number =>
    (rowAt[row] ?? 0) * (step.shape.at(-1) ?? 1) + (colAt[col] ?? 0);
  const landed = act.within >= MOMENT.landed;
  const come = (i: number): number => (i === act.slow ? Number(landed) : phase(act.progress(i), 0, 1));
  return [
    ...block({
      ...part,
      ...{ x: left, y, cell, theme, scale, labelled: 0, rowLabel: "none" },
      ...(numbers > 0 ? { indices: { rows: { room: numbers, text: number } } } : {}),
      shown: (row, col) => (part.isGap(row, col) ? 0 : come(item(row, col))),
      lit: (row, col) => landed && item(row, col) === act.slow,
    }),
    ...foldDots(colAt, left, y, cell, high, theme),
    stroke(left, y - 4, left + colAt.length * cell.width, y - 4, axisColor(part.cols, theme)),
    ...(step.shape.length === 1
      ? []
      : [stroke(left - numbers - 4, y, left - numbers - 4, y + high, axisColor(part.rows, theme))]),
  ];
}

/** A number of the generator as a cell: what it looks like and which one it is. */
interface Drawn {
  readonly style: CellStyle;
  readonly ref: CellRef;
}

/** The next numbers of the generator stand in a row; the first falls on the axis and goes to its cell. */
function drawing(
  { step, theme }: SceneInput,
  slice: Slice,
  scale: Scale,
  layout: Layout,
  own: Distribution,
  { slow, within }: Sweep,
): Mark[] {
  const { code, plot } = layout;
  const cols = slice.cols.size;
  const at = (item: number): readonly [number, number] => [Math.floor(item / cols), item % cols];
  const drawn = (item: number): Drawn => ({
    style: scale(step.data[item] ?? 0),
    ref: slice.ref(...at(item)),
  });
  const fit = Math.max(1, Math.floor((code.width + 4) / (TAPE.width + 4)));
  const tapeY = code.y + code.height - TAPE.height;
  const tape = (i: number): Room => ({ x: code.x + (fit - 1 - i) * (TAPE.width + 4), y: tapeY, ...TAPE });
  const marks: Mark[] = [];
  for (let i = 1; i < fit && slow + i < step.data.length; i++) {
    const { style, ref } = drawn(slow + i);
    const opacity = phase(within, 0, MOMENT.out) * (0.75 - (0.5 * i) / fit);
    marks.push(standing(style, tape(i), theme, ref, false, opacity));
  }
  const foot = placeOn(own, plot, step.data[slow] ?? 0);
  const end = cellPlace(layout, ...at(slow));
  return [...marks, ...falling(drawn(slow), tape(0), foot, plot, end, theme, within)];
}

/** A number goes from the tape to above its place on the axis, a line falls from it to the axis, it goes to its cell. */
function falling(
  { style, ref }: Drawn,
  tape: Room,
  foot: Place,
  plot: Room,
  end: Room,
  theme: Theme,
  within: number,
): Mark[] {
  if (within >= MOMENT.landed) return [];
  const moved = phase(within, MOMENT.out, MOMENT.axis);
  const x = Math.min(Math.max(foot.x - TAPE.width / 2, plot.x), plot.x + plot.width - TAPE.width);
  const over = { x, y: plot.y, ...TAPE };
  const marks: Mark[] = [];
  if (moved > 0) {
    const top = lerp(plot.y + TAPE.height, foot.y, moved);
    marks.push(stroke(foot.x, top, foot.x, foot.y, theme.accent, { width: 2, opacity: moved }));
  }
  const cell =
    moved < 1
      ? moving(style, tape, over, moved, DIGITS, theme, ref, true)
      : moving(style, over, end, phase(within, MOMENT.hold, MOMENT.landed), DIGITS, theme, ref, true);
  return [...marks, cell];
}
