/**
 * An activation maps every number by itself: it moves to its place on the x axis, to the curve, and leaves at the height of
 * the curve. gelu(x) = x · Φ(x), Φ the share of the standard normal distribution below x; relu(x) = max(0, x).
 */
import { phase } from "../../../timeline/easing.js";
import { fitCells, ofCells, placeParts } from "../../layout/parts.js";
import { cellRoom, type Room } from "../../layout/room.js";
import { arithmeticLine, looseCell, moving } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, sideOf } from "../../marks/block.js";
import { stroke } from "../../marks/marks.js";
import type { CellSize } from "../../marks/matrix.js";
import { type Operand, operand, sourceOf, thinned, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { rangeOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { isNarrow } from "../../text.js";
import { answerFlight, answerShown, cellOf, cellSweep } from "../pace/cell_sweep.js";
import { stepBack, WHOLE_STEP } from "../pace/sweep.js";
import { activationOf, BELOW, curve, type Plot, placeOn } from "./activation.js";

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

type Stage = ReturnType<typeof stageOf>;

export const bend: Scene = (input, t) => {
  const stage = stageOf(input, t);
  const { before, after, cell, at, activation, plot, act, theme } = stage;
  const back = stepBack(theme, act.within, MOMENT.light, MOMENT.lands);
  const shared = { theme, cell, rowLabel: "above" } as const;
  const dim = (row: number, col: number): number => (act.isSlow(row, col) ? 1 : back);
  return [
    ...block({ ...shared, ...before, ...at.before, lit: act.isSlow, dim }),
    ...block({ ...shared, ...after, ...at.after, shown: act.shown, lit: act.landed }),
    ...curve(activation, plot, theme),
    ...dots(stage),
    ...(act.slow >= 0 ? journey(stage) : []),
  ];
};

function stageOf(input: SceneInput, t: number) {
  const { step, theme } = input;
  const source = sourceOf(input);
  const [before, after] = [thinned(operand(input, source)), thinned(operand(input, step))];
  const layout = layoutOf(input, before, after);
  const range = rangeOf(source, theme);
  // A range below ±2 would not show the bend of the curve.
  const plot: Plot = { ...layout.plot, reach: Math.max(2, Math.ceil(range)) };
  const act = cellSweep(t, WHOLE_STEP, after, telling(before, range));
  return { ...layout, activation: activationOf(step.op), before, after, theme, plot, act };
}

/** A number above zero and one below it, both large enough for the bend to show. */
function telling({ rows, cols, value }: Operand, range: number): readonly [number, number] {
  const find = (sign: number): number => {
    for (let item = 0; item < rows.size * cols.size; item++)
      if (sign * value(...cellOf(item, cols.size)) > 0.3 * range) return item;
    return -1;
  };
  return [find(1), find(-1)];
}

/** A dot on the curve for every number that is finished. */
function dots({ before, after, act, plot, theme }: Stage): Mark[] {
  const count = before.rows.size * before.cols.size;
  const every = Math.ceil(count / MOST_DOTS);
  return Array.from({ length: Math.ceil(count / every) }, (_, i): Mark[] => {
    const cell = cellOf(i * every, before.cols.size);
    const opacity = 0.5 * act.shown(...cell);
    if (opacity <= 0) return [];
    const { x, y } = placeOn(plot, before.value(...cell), after.value(...cell));
    const dot = { width: 4, height: 4, radius: 2, fill: theme.ink, opacity };
    return [{ kind: "rect", x: x - 2, y: y - 2, ...dot }];
  }).flat();
}

/** One number on its way: to the foot of the curve, up or down to it, over to the right, and into its place. */
function journey({ before, after, cell, at, line, plot, theme, act, activation }: Stage): Mark[] {
  const { row, col, within } = act;
  const [x, y] = [before.value(row, col), after.value(row, col)];
  const [own, result] = [tokenOf(before, row, col), tokenOf(after, row, col)];
  const dot = placeOn(plot, x, y);
  const floor = plot.y + plot.height + 4;
  const foot: Room = { x: dot.x - TOKEN.width / 2, y: floor, ...TOKEN };
  const high: Room = { x: plot.x + plot.width + 6, y: dot.y - TOKEN.height / 2, ...TOKEN };
  const lowered = phase(within, MOMENT.light, MOMENT.foot);
  const rise = floor + (dot.y - floor) * phase(within, MOMENT.foot, MOMENT.curve);
  const over = dot.x + (high.x - dot.x) * phase(within, MOMENT.curve, MOMENT.height);
  const there = answerShown(within, MOMENT.height - 0.04, MOMENT.height);
  const shown = phase(within, MOMENT.height, MOMENT.rule);
  const tokens = [...activation.line({ ...own, lit: false }, x, y), { ...result, lit: false }];
  const texts = tokens.map((one) => ({ ...one, shown }));
  const home = cellRoom(at.after, cell, row, col);
  const upwards = stroke(dot.x, floor, dot.x, rise, theme.accent, { width: 2 });
  const across = stroke(dot.x, dot.y, over, dot.y, theme.accent, { width: 2, arrow: true });
  const from = cellRoom(at.before, cell, row, col);
  return [
    ...(within > MOMENT.foot ? [upwards] : []),
    ...(within > MOMENT.curve ? [across] : []),
    ...(lowered > 0 ? [moving(own.cell, from, foot, lowered, DIGITS, theme, own.ref, true)] : []),
    ...(there > 0 ? [looseCell(result.cell, high, theme, result.ref, true, there)] : []),
    ...arithmeticLine(texts, line, theme, { width: 40, height: 22 }, 13).marks,
    ...answerFlight(within, result.cell, high, home, DIGITS, theme, result.ref),
  ];
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
    at: { before: { x: x.before + inset, y }, after: { x: x.after + inset, y } },
    plot: { x: left, y: top + TITLE, ...size },
    line: { x: left, y: top + group.height - LINE, width: group.width, height: LINE },
  };
}
