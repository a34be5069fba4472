/**
 * An activation maps every number by itself: it moves to its place on the x axis, to the curve, and leaves at the height of
 * the curve. gelu(x) = x · Φ(x), Φ the share of the standard normal distribution below x; relu(x) = max(0, x).
 */
import { phase } from "../../../timeline/easing.js";
import { fitCells, ofCells, placeParts } from "../../layout/parts.js";
import { cellRoom, monoSize, type Room } from "../../layout/room.js";
import { bandAboveAll, block, sideOf } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import type { CellSize } from "../../marks/matrix.js";
import { moving, standing, type Token, written } from "../../marks/written.js";
import { type Operand, operand, sourceOf, thinned, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { digits, rangeOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { isNarrow } from "../../text.js";
import { answerFlight, answerShown, cellOf, cellSweep } from "../pace/cell_sweep.js";
import { stepBack } from "../pace/rhythm.js";

const BEND = { from: 0.05, to: 0.97 } as const;
/** Within a slow cell: it comes to the axis, rises to the curve, goes over to the height, the rule is written, it lands. */
const MOMENT = { light: 0.06, foot: 0.24, curve: 0.38, height: 0.5, rule: 0.62, lands: 0.95 } as const;
/** Each number leaves a dot on the curve; of more numbers than this, only every n-th does. */
const MOST_DOTS = 400;
const DIGITS = 5;
const LARGEST = 28;
const TITLE = 22;
const LINE = 34;
const GAP = 22;
/** The cell that stands at the curve's foot, and at its right end. */
const TOKEN: CellSize = { width: 42, height: 22 };
/** How far the plot reaches below the axis, as a share of its half width: both axes have one scale. */
const BELOW = 0.3;

interface Bend {
  readonly name: string;
  readonly rule: string;
  of(x: number): number;
  /** The arithmetic written between a number and its result. */
  line(x: Token, at: number, made: number): readonly Token[];
}

const bends: Readonly<Record<string, Bend>> = {
  gelu: {
    name: "gelu(x)",
    rule: "x · Φ(x)",
    of: (x) => x * below(x),
    // The core's result is x · Φ(x), so Φ(x) is the result divided by x.
    line: (x, at, made) => {
      const share = at === 0 ? 0.5 : made / at;
      return [x, { text: `× Φ(${digits(at)}) = ${digits(at)} × ${digits(share)} =` }];
    },
  },
  relu: {
    name: "relu(x)",
    rule: "max(0, x)",
    of: (x) => Math.max(0, x),
    line: (x) => [{ text: "max(0," }, x, { text: ") =" }],
  },
};

/** Φ by Abramowitz and Stegun 7.1.26, used only to draw the curve: its error of 1.5e-7 is not visible. */
function below(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - series * Math.exp(-z * z);
  return x < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}

type Parts = ReturnType<typeof partsOf>;

export const bend: Scene = (input, t) => {
  const { theme, width, height } = input;
  const parts = partsOf(input, t);
  const { before, after, layout, act } = parts;
  const back = stepBack(theme, act.within, MOMENT.light, MOMENT.lands);
  const shared = { theme, cell: layout.cell, rowLabel: "above" } as const;
  const dim = (row: number, col: number): number => (act.isSlow(row, col) ? 1 : back);
  const marks: Mark[] = [
    ...block({ ...shared, ...before, ...layout.before, lit: act.isSlow, dim }),
    ...block({ ...shared, ...after, ...layout.after, shown: act.shown, lit: act.landed }),
    ...curve(parts),
    ...dots(parts),
  ];
  if (act.slow >= 0) marks.push(...journey(parts));
  return { width, height, marks };
};

function partsOf(input: SceneInput, t: number) {
  const { step, theme } = input;
  const source = sourceOf(input);
  const bend = bends[step.op];
  if (!bend)
    throw new Error(`${step.name}: got op ${step.op}, wants one of ${Object.keys(bends).join(", ")}`);
  const [before, after] = [thinned(operand(input, source)), thinned(operand(input, step))];
  const layout = layoutOf(input, before, after);
  const range = rangeOf(source, theme);
  // A range below ±2 would not show the bend of the curve.
  const reach = Math.max(2, Math.ceil(range));
  const { plot } = layout;
  const unit = plot.width / (2 * reach);
  return {
    ...{ bend, before, after, layout, theme, reach },
    act: cellSweep(t, BEND, after, ...telling(before, range)),
    /** From a number to its place on the plot. */
    at: (x: number, y: number): Place => ({
      x: plot.x + (place(x) + reach) * unit,
      y: plot.y + plot.height - (place(y) + BELOW * reach) * unit,
    }),
  };
}

/** The curve between the two blocks, or on a narrow stage above them. */
function layoutOf({ width, height }: CellSize, { rows, cols, title }: Operand, after: Operand) {
  const narrow = isNarrow(width);
  const margin = narrow ? 8 : 14;
  const most = narrow ? Math.min(width - 2 * margin - TOKEN.width - 6, 210) : Math.min(380, width * 0.36);
  const size = { width: most, height: (most * (1 + BELOW)) / 2 };
  // The plot, the cells around it and the arithmetic under it.
  const group = { width: most + TOKEN.width + 6, height: size.height + TITLE + TOKEN.height + 6 + LINE };
  const [between, apart] = narrow ? [0, 0] : [group.width, GAP];
  // Few columns leave the labels wider than the cells.
  const slot = ofCells(cols.size, Math.min(110, (width - 2 * margin - between - GAP - apart) / 2));
  const names = sideOf(rows, 0);
  const beside = names === 0 ? GAP : Math.max(GAP, names + 4);
  const across = { names, before: slot, gap: narrow ? beside : GAP, group: between, apart, after: slot };
  const wide = fitCells(width - 2 * margin, across, LARGEST);
  const used = cols.size * wide;
  const band = bandAboveAll([title, after.title], { rows, cols, rowLabel: "above" }, used);
  const down = { group: narrow ? group.height + 10 : 0, band, rows: ofCells(rows.size) };
  const high = fitCells(height - (narrow ? 1 : 2) * margin - 4, down, LARGEST);
  const x = placeParts(width, across, wide);
  const y = narrow ? down.group + band : placeParts(height, down, high).rows;
  const inset = narrow ? Math.max(0, slot.least - used) / 2 : 0;
  const [left, top] = narrow ? [(width - group.width) / 2, 2] : [x.group, (height - group.height) / 2];
  return {
    cell: { width: wide, height: high },
    before: { x: x.before + inset, y },
    after: { x: x.after + inset, y },
    plot: { x: left, y: top + TITLE, ...size },
    titleY: top + TITLE / 2,
    line: { x: left, y: top + group.height - LINE, width: group.width, height: LINE },
  };
}

/** NaN has no place on an axis: it is shown at 0. */
const place = (value: number): number => (Number.isNaN(value) ? 0 : value);

/** A number above zero and one below it, both large enough for the bend to show. */
function telling({ rows, cols, value }: Operand, range: number): readonly [number, number] {
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
    const dot = { width: 4, height: 4, radius: 2, fill: theme.ink, opacity };
    marks.push({ kind: "rect", x: x - 2, y: y - 2, ...dot });
  }
  return marks;
}

/** One number on its way: to the foot of the curve, up or down to it, over to the right, and into its place. */
function journey({ before, after, layout, theme, act, at, bend }: Parts): Mark[] {
  const { row, col, within } = act;
  const { plot, cell } = layout;
  const [x, y] = [before.value(row, col), after.value(row, col)];
  const [own, result] = [tokenOf(before, row, col), tokenOf(after, row, col)];
  const met = at(x, y);
  const floor = plot.y + plot.height + 4;
  const foot: Room = { x: met.x - TOKEN.width / 2, y: floor, ...TOKEN };
  const come = phase(within, MOMENT.light, MOMENT.foot);
  const rise = phase(within, MOMENT.foot, MOMENT.curve);
  const over = phase(within, MOMENT.curve, MOMENT.height);
  const high: Room = { x: plot.x + plot.width + 6, y: met.y - TOKEN.height / 2, ...TOKEN };
  const from = cellRoom(layout.before, cell, row, col);
  const line = { width: 2 };
  const marks: Mark[] = [];
  if (rise > 0) marks.push(stroke(met.x, floor, met.x, floor + (met.y - floor) * rise, theme.accent, line));
  if (over > 0) {
    const end = met.x + (high.x - met.x) * over;
    marks.push(stroke(met.x, met.y, end, met.y, theme.accent, { ...line, arrow: true }));
  }
  if (come > 0) marks.push(moving(own.cell, from, foot, come, DIGITS, theme, own.ref, true));
  const there = answerShown(within, MOMENT.height - 0.04, MOMENT.height);
  if (there > 0) marks.push(standing(result.cell, high, theme, result.ref, true, there));
  const shown = phase(within, MOMENT.height, MOMENT.rule);
  const tokens = [...bend.line({ ...own, lit: false }, x, y), { ...result, lit: false }];
  const said = tokens.map((one) => ({ ...one, shown }));
  const rule = written(said, layout.line, theme, { width: 40, height: 22 }, 13);
  const home = cellRoom(layout.after, cell, row, col);
  const flight = answerFlight(within, result.cell, high, home, DIGITS, theme, result.ref);
  return [...marks, ...rule.marks, ...flight];
}
