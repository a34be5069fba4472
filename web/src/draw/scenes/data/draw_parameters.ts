/**
 * Drawing parameters: the seeded generator gives one number after the other, and they fill the tensor row
 * by row. nn.Linear draws uniformly between ±1/√fan_in, nn.Embedding from the standard normal distribution.
 */
import { cellCount } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { monoSize, type Rect } from "../../layout/rect.js";
import { looseCell, movingCell } from "../../marks/arithmetic_line.js";
import {
  type Distribution,
  distributionMarks,
  placeOn,
  standardNormal,
  uniformOf,
} from "../../marks/distribution.js";
import { mono, stroke } from "../../marks/marks.js";
import type { CellRef, Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import { type CellStyle, digits, type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { hasStep, stepOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import type { Theme } from "../../theme.js";
import { cellOf } from "../pace/cell_sweep.js";
import { countArrived, type Sweep, sweepAt } from "../pace/sweep.js";
import { tableCell, tableMarks, tableSlice, tensorTable } from "./tensor_table.js";

const DRAW = { from: 0.06, to: 0.96 } as const;
/** Within a slow draw: the number appears, moves to its place on the axis, then to its cell. */
const MOMENT = { out: 0.2, axis: 0.45, hold: 0.6, landed: 0.95 } as const;
const DIGITS = 5;
const TAPE = { width: 42, height: 24 } as const;

export const drawParameters: Scene = (input, t) => {
  const { trace, step, theme } = input;
  const scale = scaleOf(step, trace.spec.padId, theme);
  const layout = layoutOf(input);
  const distribution = distributionOf(input);
  const count = step.data.length;
  const sweep = sweepAt(t, DRAW, count);
  return [
    ...codeMarks(input, layout.code, distribution),
    ...distributionMarks(distribution, step.data, drawnSoFar(sweep, count, t), layout.plot, theme),
    ...tableMarks(input, layout.table, scale, sweep, MOMENT.landed),
    ...(sweep.slow >= 0 ? currentDraw(input, scale, layout, distribution, sweep) : []),
  ];
};

/** The code at the top left, the plot at the top right, the tensor below. */
function layoutOf(input: SceneInput) {
  const { width, height, step, focus } = input;
  const margin = isNarrow(width) ? 10 : 20;
  const top = Math.min(130, Math.max(96, height * 0.26));
  const code = { x: margin, y: 10, width: Math.min(200, width * 0.4), height: top - 10 };
  const x = code.x + code.width + margin;
  const plot = { x, y: 8, width: Math.min(420, width - x - margin), height: top - 4 };
  const room = { x: margin + 6, y: top, width: width - 2 * margin - 8, height: height - top - 16 };
  return { code, plot, table: tensorTable(input, tableSlice(step, focus), room) };
}

/** The number of draws so far; they come in order. */
function drawnSoFar(sweep: Sweep, count: number, t: number): number {
  if (sweep.slow >= 0) return sweep.slow + Number(sweep.within >= MOMENT.axis);
  if (t <= DRAW.from) return 0;
  return countArrived(count, (item) => sweep.progress(item) > 0);
}

/** The fan-in of a layer: the number of inputs of each output. A bias has that of its weight. */
function fanIn({ trace, step }: SceneInput): number {
  const name = step.name.replace(/\.bias$/, ".weight");
  const { shape } = hasStep(trace, name) ? stepOf(trace, name) : step;
  return cellCount(shape.slice(1));
}

function distributionOf(input: SceneInput): Distribution {
  if (input.step.op === "normal") return standardNormal;
  const fan = fanIn(input);
  const bound = 1 / Math.sqrt(fan);
  return uniformOf(bound, `−1/√${fan}`, `1/√${fan}`);
}

/** The calls that draw, and for a uniform draw the arithmetic of its bound. */
function codeMarks(input: SceneInput, room: Rect, distribution: Distribution): Mark[] {
  const { trace, theme, step } = input;
  const lines = [
    `manual_seed(${trace.spec.seed})`,
    distribution.bound === undefined
      ? "normal_(0, 1)"
      : `uniform_(−${digits(distribution.bound)}, ${digits(distribution.bound)})`,
    ...(step.op === "uniform" ? [`1/√${fanIn(input)} = ${digits(1 / Math.sqrt(fanIn(input)), 4)}`] : []),
  ];
  const size = Math.min(...lines.map((line) => monoSize(line, room.width, 13)));
  return lines.map((text, i) =>
    mono(text, room.x, room.y + 9 + i * 19, i === 2 ? theme.muted : theme.ink, { size }),
  );
}

/** A drawn number: the style of its cell, and its reference in the tensor. */
interface Drawn {
  readonly style: CellStyle;
  readonly ref: CellRef;
}

/** The next numbers of the generator stand in a row; the first falls on the axis and goes to its cell. */
function currentDraw(
  { step, theme }: SceneInput,
  scale: Scale,
  { code, plot, table }: ReturnType<typeof layoutOf>,
  distribution: Distribution,
  { slow, within }: Sweep,
): Mark[] {
  const { slice } = table;
  const cols = slice.cols.size;
  const drawn = (item: number): Drawn => ({
    ...{ style: scale(step.data[item] ?? 0), ref: slice.ref(...cellOf(item, cols)) },
  });
  const tapeCells = Math.max(1, Math.floor((code.width + 4) / (TAPE.width + 4)));
  const tapeY = code.y + code.height - TAPE.height;
  const tape = (i: number): Rect => ({
    x: code.x + (tapeCells - 1 - i) * (TAPE.width + 4),
    y: tapeY,
    ...TAPE,
  });
  const marks: Mark[] = [];
  for (let i = 1; i < tapeCells && slow + i < step.data.length; i++) {
    const { style, ref } = drawn(slow + i);
    const opacity = phase(within, 0, MOMENT.out) * (0.75 - (0.5 * i) / tapeCells);
    marks.push(looseCell(style, tape(i), theme, ref, false, opacity));
  }
  const foot = placeOn(distribution, plot, step.data[slow] ?? 0);
  const target = tableCell(table, ...cellOf(slow, cols));
  return [...marks, ...numberPath(drawn(slow), tape(0), foot, plot, target, theme, within)];
}

/** A number goes from the tape to above its place on the axis, a line falls from it to the axis, it goes to its cell. */
function numberPath(
  { style, ref }: Drawn,
  tape: Rect,
  foot: Point,
  plot: Rect,
  target: Rect,
  theme: Theme,
  within: number,
): Mark[] {
  if (within >= MOMENT.landed) return [];
  const toAxis = phase(within, MOMENT.out, MOMENT.axis);
  const x = Math.min(Math.max(foot.x - TAPE.width / 2, plot.x), plot.x + plot.width - TAPE.width);
  const aboveAxis = { x, y: plot.y, ...TAPE };
  const marks: Mark[] = [];
  if (toAxis > 0) {
    const top = lerp(plot.y + TAPE.height, foot.y, toAxis);
    marks.push(stroke(foot.x, top, foot.x, foot.y, theme.accent, { width: 2, opacity: toAxis }));
  }
  const cell =
    toAxis < 1
      ? movingCell(style, tape, aboveAxis, toAxis, DIGITS, theme, ref, true)
      : movingCell(
          style,
          aboveAxis,
          target,
          phase(within, MOMENT.hold, MOMENT.landed),
          DIGITS,
          theme,
          ref,
          true,
        );
  return [...marks, cell];
}
