/**
 * Sinusoidal positions: position_table[p, 2i] = sin(p / 10000^(2i / d)), [p, 2i + 1] = cos of the same angle. Two columns
 * share a frequency; read downwards each column is a wave, longer from left to right. The waves are plotted below.
 */
import { phase } from "../../../timeline/easing.js";
import { cellRect, type Rect } from "../../layout/rect.js";
import { arithmeticLine } from "../../marks/arithmetic_line.js";
import { block } from "../../marks/block.js";
import type { Mark } from "../../picture.js";
import { digits, type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { monoWidth } from "../../text.js";
import { answerFlight, answerShown } from "../pace/cell_sweep.js";
import { type Sweep, sweepAt } from "../pace/sweep.js";
import { COUNT, layoutOf } from "./sinusoid_layout.js";
import { BASE, periodOf, type WorkedPair, waveMarks } from "./sinusoid_waves.js";

type Layout = ReturnType<typeof layoutOf>;

const FILL = { from: 0.04, to: 0.96 } as const;
/** Within a slow pair: its cells are framed, the angle is written, then its sine and cosine. */
const MOMENT = { light: 0.06, period: 0.2, angle: 0.32, wave: 0.42, result: 0.58, landed: 0.97 } as const;

export const sinusoid: Scene = (input, t) => {
  const { step, theme, trace } = input;
  const layout = layoutOf(input);
  const { table, pairs, cell, at } = layout;
  const scale = scaleOf(step, trace.spec.padId, theme);
  const sweep = sweepOf(layout, t);
  const worked = workedPairOf(layout, sweep);
  const isWorked = (row: number, col: number): boolean =>
    row === worked?.row && col >= worked.pair.col && col < worked.pair.col + worked.pair.columns;
  const landed = (worked?.within ?? 0) >= MOMENT.landed;
  // Precomputed, because every cell and every dot of a wave reads it.
  const progress = Array.from({ length: table.rows.size * pairs.length }, (_, i) =>
    phase(sweep.progress(i), 0, 1),
  );
  const appeared = (row: number, col: number): number =>
    isWorked(row, col) ? Number(landed) : (progress[row * pairs.length + Math.floor(col / 2)] ?? 0);
  const namesWaves = cell.width >= monoWidth("0 sin", 11) + 4;
  const colText = (i: number): string =>
    `${table.colAt[i]}${namesWaves ? ` ${isSine(i) ? "sin" : "cos"}` : ""}`;
  return [
    ...block({
      ...table,
      ...{ ...at, cell, theme, scale, title: step.name },
      shown: appeared,
      lit: (row, col) => landed && isWorked(row, col),
      indices: {
        rows: { room: COUNT.x, text: (i) => String(table.rowAt[i]), strong: (i) => i === worked?.row },
        cols: {
          room: COUNT.y,
          text: colText,
          strong: (i) => worked !== undefined && isWorked(worked.row, i),
        },
      },
    }),
    ...waveMarks(input, layout, scale, appeared, worked),
    ...(worked ? [...target(layout, worked, input), ...arithmetic(input, layout, worked, scale)] : []),
  ];
};

const isSine = (col: number): boolean => col % 2 === 0;

/** A pair in the first column, then one further right at the same position, where the angle is smaller. */
function sweepOf({ table, pairs, plots }: Layout, t: number): Sweep {
  const row = Math.min(2, table.rows.size - 1);
  const secondPair = plots[Math.max(1, Math.floor(plots.length / 4))]?.pair ?? pairs[0];
  const first = row * pairs.length;
  const second = first + (secondPair ? secondPair.col / 2 : 0);
  return sweepAt(t, FILL, table.rows.size * pairs.length, first, second);
}

function workedPairOf({ table, pairs }: Layout, { slow, within }: Sweep): WorkedPair | undefined {
  const pair = pairs[slow % pairs.length];
  if (slow < 0 || within <= 0 || !pair) return undefined;
  const row = Math.floor(slow / pairs.length);
  return { row, position: table.rowAt[row] ?? 0, pair, within };
}

/** The place of the two results. */
function target({ cell, at }: Layout, { row, pair, within }: WorkedPair, { theme }: SceneInput): Mark[] {
  if (within >= MOMENT.landed) return [];
  const place = cellRect(at, cell, row, pair.col);
  const opacity = phase(within, 0, MOMENT.light);
  const frame = { stroke: theme.accent, strokeWidth: 2, dash: [3, 3], opacity };
  return [{ kind: "rect", ...place, width: pair.columns * cell.width, ...frame }];
}

/** 2 / 10000^(2/8) = 2 / 10.00 = 0.20, then sin 0.20 and cos 0.20, which go to their cells. */
function arithmetic(input: SceneInput, layout: Layout, worked: WorkedPair, scale: Scale): Mark[] {
  const { step, theme } = input;
  const { row, position, pair, within } = worked;
  const { room, table, cell, at } = layout;
  const d = step.shape.at(-1) ?? 1;
  const period = periodOf(pair.index, d);
  const angle = digits(position / period);
  const line = (y: number): Rect => ({ ...room, y: room.y + y, height: room.height / 2 });
  const first = arithmeticLine(
    [
      { text: `${position} / ${BASE}^(${2 * pair.index}/${d})`, shown: phase(within, 0, MOMENT.light) },
      { text: `= ${position} / ${digits(period)}`, shown: phase(within, MOMENT.light, MOMENT.period) },
      { text: `= ${angle}`, bold: true, shown: phase(within, MOMENT.period, MOMENT.angle) },
    ],
    line(0),
    theme,
  );
  const places = ["sin", "cos"].slice(0, pair.columns).map((wave, i) => {
    const col = pair.col + i;
    const [style, ref] = [scale(table.value(row, col)), table.ref(row, col)];
    return { wave, style, ref, end: cellRect(at, cell, row, col) };
  });
  const second = arithmeticLine(
    places.flatMap(({ wave, style, ref }) => [
      { text: `${wave} ${angle} =`, shown: phase(within, MOMENT.angle, MOMENT.wave) },
      { cell: style, ref, lit: true, shown: answerShown(within, MOMENT.wave, MOMENT.result) },
    ]),
    line(room.height / 2),
    theme,
  );
  const flights = places.flatMap(({ style, ref, end }, i) =>
    answerFlight(within, style, second.places[2 * i + 1], end, 5, theme, ref),
  );
  return [...first.marks, ...second.marks, ...flights];
}
