/**
 * An activation maps every number by itself: it moves to its place on the x axis, to the curve, and leaves at the height of
 * the curve. gelu(x) = x · Φ(x), Φ the share of the standard normal distribution below x; relu(x) = max(0, x).
 */
import { phase } from "../../../timeline/easing.js";
import { cellRoom, monoSize, type Room } from "../../layout/room.js";
import { block } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { moving, standing, type Token, written } from "../../marks/written.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { digits, rangeOf, type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { sliceOf, stepOf } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { type DrawnSlice, thin } from "../../thin.js";
import { answerFlight, answerShown, type CellSweep, cellOf, cellSweep } from "../pace/cell_sweep.js";
import { stepBack } from "../pace/rhythm.js";
import { BELOW, type BendLayout, bendLayout } from "./bend_layout.js";

const BEND = { from: 0.05, to: 0.97 } as const;
/** Within a slow cell: it comes to the axis, rises to the curve, goes over to the height, the rule is written, it lands. */
const MOMENT = { light: 0.06, foot: 0.24, curve: 0.38, height: 0.5, rule: 0.62, lands: 0.95 } as const;
/** Each number leaves a dot on the curve; of more numbers than this, only every n-th does. */
const MOST_DOTS = 400;
const DIGITS = 5;

interface Bend {
  readonly name: string;
  readonly rule: string;
  of(x: number): number;
  /** The arithmetic written between a number and its result. */
  line(x: Token, at: number): readonly Token[];
}

const bends: Readonly<Record<string, Bend>> = {
  gelu: {
    name: "gelu(x)",
    rule: "x · Φ(x)",
    of: (x) => x * below(x),
    line: (x, at) => [x, { text: `× Φ(${digits(at)}) = ${digits(at)} × ${digits(below(at))} =` }],
  },
  relu: {
    name: "relu(x)",
    rule: "max(0, x)",
    of: (x) => Math.max(0, x),
    line: (x) => [{ text: "max(0," }, x, { text: ") =" }],
  },
};

/** Φ by Abramowitz and Stegun 7.1.26: good to 1.5e-7, more than a curve or two digits show. */
function below(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - series * Math.exp(-z * z);
  return x < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}

interface Parts {
  readonly bend: Bend;
  readonly before: DrawnSlice;
  readonly after: DrawnSlice;
  readonly scales: { readonly before: Scale; readonly after: Scale };
  readonly layout: BendLayout;
  readonly theme: Theme;
  readonly act: CellSweep;
  /** From a number to its place on the plot. */
  readonly at: (x: number, y: number) => Place;
  readonly reach: number;
}

export const bend: Scene = (input, t) => {
  const { step, trace, theme, width, height } = input;
  const parts = partsOf(input, t);
  const { before, after, scales, layout, act } = parts;
  const back = stepBack(theme, act.within, MOMENT.light, MOMENT.lands);
  const shared = { theme, cell: layout.cell, rowLabel: "above" } as const;
  const title = stepOf(trace, step.inputs[0] ?? "").name;
  const marks: Mark[] = [
    ...block({
      ...{ ...shared, ...before, ...layout.before, title, scale: scales.before },
      lit: act.isSlow,
      dim: (row, col) => (act.isSlow(row, col) ? 1 : back),
    }),
    ...block({
      ...{ ...shared, ...after, ...layout.after, title: step.name, scale: scales.after },
      ...{ shown: act.shown, lit: act.landed },
    }),
    ...curve(parts),
    ...dots(parts),
  ];
  if (act.slow >= 0) marks.push(...journey(parts));
  return { width, height, marks };
};

function partsOf({ trace, step, focus, theme, width, height }: SceneInput, t: number): Parts {
  const source = stepOf(trace, step.inputs[0] ?? "");
  const bend = bends[step.op];
  if (!bend)
    throw new Error(`${step.name}: got op ${step.op}, wants one of ${Object.keys(bends).join(", ")}`);
  const [before, after] = [thin(sliceOf(source, focus)), thin(sliceOf(step, focus))];
  const { rows, cols } = after;
  const layout = bendLayout({ width, height }, { rows, cols, titles: [source.name, step.name] });
  // A range below ±2 would not show the bend of the curve.
  const reach = Math.max(2, Math.ceil(rangeOf(source, theme)));
  const { plot } = layout;
  const unit = plot.width / (2 * reach);
  const { padId } = trace.spec;
  return {
    ...{ bend, before, after, layout, theme, reach },
    scales: { before: scaleOf(source, padId, theme), after: scaleOf(step, padId, theme) },
    act: cellSweep(t, BEND, after, ...telling(before, rangeOf(source, theme))),
    at: (x, y) => ({
      x: plot.x + (place(x) + reach) * unit,
      y: plot.y + plot.height - (place(y) + BELOW * reach) * unit,
    }),
  };
}

/** NaN has no place on an axis: it is shown at 0. */
const place = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** A number above zero and one below it, both large enough for the bend to show. */
function telling({ rows, cols, value }: DrawnSlice, range: number): readonly [number, number] {
  const find = (sign: number): number => {
    for (let item = 0; item < rows.size * cols.size; item++)
      if (sign * value(...cellOf(item, cols.size)) > 0.3 * range) return item;
    return -1;
  };
  return [find(1), find(-1)];
}

/** The axes, the identity line, and the curve. */
function curve({ bend, layout, theme, at, reach }: Parts): Mark[] {
  const { plot, titleY } = layout;
  const [origin, far] = [at(0, 0), at(reach, reach)];
  const line = (from: Place, to: Place, color: string, more = {}): Mark =>
    stroke(from.x, from.y, to.x, to.y, color, { width: 1, ...more });
  const samples = 48;
  const points = Array.from({ length: samples + 1 }, (_, i) => {
    const x = reach * ((2 * i) / samples - 1);
    const { x: left, y: top } = at(x, bend.of(x));
    return [left, top] as const;
  });
  const tick = (value: number, place: Place, align: "start" | "middle" | "end"): Mark =>
    mono(digits(value, 0), place.x, place.y, theme.muted, { size: 11, align });
  const name = `${bend.name} = ${bend.rule}`;
  return [
    line(at(-reach, 0), at(reach, 0), theme.muted),
    line({ x: origin.x, y: plot.y + plot.height }, { x: origin.x, y: plot.y }, theme.muted),
    line(at(-BELOW * reach, -BELOW * reach), far, theme.muted, { dash: [3, 4], opacity: 0.7 }),
    tick(-reach, { x: plot.x, y: origin.y - 8 }, "start"),
    tick(reach, { x: plot.x + plot.width, y: origin.y - 8 }, "end"),
    tick(reach, { x: origin.x - 5, y: plot.y + 6 }, "end"),
    { kind: "line", points, color: theme.accent, width: 2.5 },
    mono(name, plot.x, titleY, theme.ink, { size: monoSize(name, plot.width), bold: true }),
  ];
}

/** A dot on the curve for every number that is finished. */
function dots({ before, after, act, at, theme }: Parts): Mark[] {
  const count = before.rows.size * before.cols.size;
  const every = Math.ceil(count / MOST_DOTS);
  const marks: Mark[] = [];
  for (let item = 0; item < count; item += every) {
    const cell = cellOf(item, before.cols.size);
    const opacity = 0.5 * act.shown(...cell);
    if (opacity <= 0) continue;
    const { x, y } = at(before.value(...cell), after.value(...cell));
    marks.push({
      kind: "rect",
      x: x - 2,
      y: y - 2,
      width: 4,
      height: 4,
      radius: 2,
      fill: theme.ink,
      opacity,
    });
  }
  return marks;
}

/** One number on its way: to the foot of the curve, up or down to it, over to the right, and into its place. */
function journey(parts: Parts): Mark[] {
  const { before, after, scales, layout, theme, act, at, bend } = parts;
  const { row, col, within } = act;
  const { plot, token, cell } = layout;
  const [x, y] = [before.value(row, col), after.value(row, col)];
  const styles = { before: scales.before(x), after: scales.after(y) };
  const met = at(x, y);
  const floor = plot.y + plot.height + 4;
  const foot: Room = { x: met.x - token.width / 2, y: floor, ...token };
  const come = phase(within, MOMENT.light, MOMENT.foot);
  const rise = phase(within, MOMENT.foot, MOMENT.curve);
  const over = phase(within, MOMENT.curve, MOMENT.height);
  const high: Room = { x: plot.x + plot.width + 6, y: met.y - token.height / 2, ...token };
  const from = cellRoom(layout.before, cell, row, col);
  const marks: Mark[] = [];
  if (rise > 0)
    marks.push(stroke(met.x, floor, met.x, floor + (met.y - floor) * rise, theme.accent, { width: 2 }));
  if (over > 0)
    marks.push(
      stroke(met.x, met.y, met.x + (high.x - met.x) * over, met.y, theme.accent, { width: 2, arrow: true }),
    );
  if (come > 0)
    marks.push(moving(styles.before, from, foot, come, DIGITS, theme, before.ref(row, col), true));
  const shown = answerShown(within, MOMENT.height - 0.04, MOMENT.height);
  const ref = after.ref(row, col);
  if (shown > 0) marks.push(standing(styles.after, high, theme, ref, true, shown));
  const rule = phase(within, MOMENT.height, MOMENT.rule);
  const own: Token = { cell: styles.before, ref: before.ref(row, col), shown: rule };
  const tokens = [...bend.line(own, x), { cell: styles.after, ref }].map((one) => ({ ...one, shown: rule }));
  const size = { width: 40, height: 22 };
  marks.push(...written(tokens, layout.line, theme, size, 13).marks);
  const home = cellRoom(layout.after, cell, row, col);
  return [...marks, ...answerFlight(within, styles.after, high, home, DIGITS, theme, ref)];
}
