/**
 * An activation maps each number independently: it moves to its place on the x axis, up or down to the curve, and its
 * result leaves at the height of the curve. gelu(x) = x · Φ(x), Φ the share of the standard normal distribution below x; relu(x) = max(0, x).
 */
import { range } from "../../../module/shape.js";
import { phase } from "../../../timeline/easing.js";
import { fitCells, ofCells, placeParts } from "../../layout/parts.js";
import { arithmeticLine, looseCell, movingCell, type Token } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, rowLabelRoom } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { cellRect, isNarrow, monoSize } from "../../measure.js";
import { type Operand, operand, sourceOf, tokenOf } from "../../operand.js";
import type { CellSize, Mark, Point, Rect, Scene, SceneInput } from "../../picture.js";
import { digits, rangeOf } from "../../scale.js";
import {
  answerFlight,
  answerShown,
  cellOf,
  cellSweepAt,
  everyCell,
  restOpacityAt,
  WHOLE_STEP,
} from "../sweep.js";

type Core = SceneInput["hu"];

/** Within a slow cell: it moves to the axis, to the curve, across to its result, the rule is written, it lands. */
const MOMENT = { light: 0.06, foot: 0.24, curve: 0.38, height: 0.5, rule: 0.62, lands: 0.95 } as const;
const DIGITS = 5;
const LARGEST = 48;
const TITLE = 22;
const LINE = 34;
const GAP = 22;
/** Size of the moving cell, below the curve and at the plot's right end. */
const TOKEN: CellSize = { width: 54, height: 22 };

export const bend =
  (activation: Activation): Scene =>
  (input, t) => {
    const { hu, step, theme } = input;
    const source = sourceOf(input);
    const [before, after] = [operand(input, source), operand(input, step)];
    const { cell, at, line, ...layout } = layoutOf(input, before, after);
    const largest = rangeOf(source, theme);
    // A range below ±2 would not show the bend of the curve.
    const plot: Plot = { ...layout.plot, reach: Math.max(2, Math.ceil(largest)) };
    const sweep = cellSweepAt(t, WHOLE_STEP, after, exampleCells(before, largest));
    const { within } = sweep;

    /** A dot on the curve for every number that is finished. */
    const dots = (): Mark[] =>
      everyCell(before, (row, col): Mark[] => {
        const opacity = 0.5 * sweep.shown(row, col);
        if (opacity <= 0) return [];
        const { x, y } = placeOn(plot, before.value(row, col), after.value(row, col));
        const dot = { width: 4, height: 4, radius: 2, fill: theme.ink, opacity };
        return [{ kind: "rect", x: x - 2, y: y - 2, ...dot }];
      });

    /** One number's path: to the axis, up or down to the curve, to the right, and into its cell. */
    const numberPath = ({ row, col } = sweep): Mark[] => {
      const [x, y] = [before.value(row, col), after.value(row, col)];
      const [number, result] = [tokenOf(before, row, col), tokenOf(after, row, col)];
      const [from, target] = [cellRect(at.before, cell, row, col), cellRect(at.after, cell, row, col)];
      const dot = placeOn(plot, x, y);
      const floorY = plot.y + plot.height + 4;
      const foot: Rect = { x: dot.x - TOKEN.width / 2, y: floorY, ...TOKEN };
      const curveEnd: Rect = { x: plot.x + plot.width + 6, y: dot.y - TOKEN.height / 2, ...TOKEN };
      const lowered = phase(within, MOMENT.light, MOMENT.foot);
      const riseY = floorY + (dot.y - floorY) * phase(within, MOMENT.foot, MOMENT.curve);
      const acrossX = dot.x + (curveEnd.x - dot.x) * phase(within, MOMENT.curve, MOMENT.height);
      const resultShown = answerShown(within, MOMENT.height - 0.04, MOMENT.height);
      const shown = phase(within, MOMENT.height, MOMENT.rule);
      const rule = [...activation.line(hu, { ...number, lit: false }, x), { ...result, lit: false }];
      const tokens = rule.map((token) => ({ ...token, shown }));
      const rise = stroke(dot.x, floorY, dot.x, riseY, theme.accent, { width: 2 });
      const across = stroke(dot.x, dot.y, acrossX, dot.y, theme.accent, { width: 2, arrow: true });
      return [
        ...(within > MOMENT.foot ? [rise] : []),
        ...(within > MOMENT.curve ? [across] : []),
        ...(lowered > 0 ? [movingCell(number, from, foot, lowered, DIGITS, theme)] : []),
        ...(resultShown > 0 ? [looseCell({ ...result, shown: resultShown }, curveEnd, theme)] : []),
        ...arithmeticLine(tokens, line, theme, { width: 40, height: 22 }, 13).marks,
        ...answerFlight(within, result, curveEnd, target, DIGITS, theme),
      ];
    };

    const restOpacity = restOpacityAt(theme, within, MOMENT.light, MOMENT.lands);
    const shared = { theme, cell, rowLabel: "above" } as const;
    const dim = (row: number, col: number): number => (sweep.isSlow(row, col) ? 1 : restOpacity);
    return [
      ...block({ ...shared, ...before, ...at.before, lit: sweep.isSlow, dim }),
      ...block({ ...shared, ...after, ...at.after, shown: sweep.shown, lit: sweep.landed }),
      ...curve(input, activation, plot),
      ...dots(),
      ...(sweep.slow >= 0 ? numberPath() : []),
    ];
  };

/** A number above zero and one below it, both large enough for the bend to show. */
function exampleCells({ rows, cols, value }: Operand, largest: number): readonly [number, number] {
  const items = range(rows.size * cols.size);
  const find = (sign: number): number =>
    items.findIndex((item) => sign * value(...cellOf(item, cols.size)) > 0.3 * largest);
  return [find(1), find(-1)];
}

/** The curve between the two blocks, or on a narrow stage above them. */
function layoutOf({ width, height }: CellSize, { rows, cols, title }: Operand, after: Operand) {
  const narrow = isNarrow(width);
  const margin = narrow ? 8 : 14;
  const plotWidth = narrow
    ? Math.min(width - 2 * margin - TOKEN.width - 6, 210)
    : Math.min(380, width * 0.36);
  const size = { width: plotWidth, height: (plotWidth * (1 + BELOW)) / 2 };
  // The plot, the cells around it and the arithmetic under it.
  const group = { width: plotWidth + TOKEN.width + 6, height: size.height + TITLE + TOKEN.height + 6 + LINE };
  const [between, rightGap] = narrow ? [0, 0] : [group.width, GAP];
  // Few columns leave the labels wider than the cells.
  const slot = ofCells(cols.size, Math.min(110, (width - 2 * margin - between - GAP - rightGap) / 2));
  const namesWidth = rowLabelRoom(rows, 0);
  const gapWithNames = namesWidth === 0 ? GAP : Math.max(GAP, namesWidth + 4);
  const gap = narrow ? gapWithNames : GAP;
  const across = { namesWidth, before: slot, gap, group: between, rightGap, after: slot };
  const cellWidth = fitCells(width - 2 * margin, across, LARGEST);
  const blockWidth = cols.size * cellWidth;
  const band = bandAboveAll([title, after.title], { rows, cols, rowLabel: "above" }, blockWidth);
  const down = { group: narrow ? group.height + 10 : 0, band, rows: ofCells(rows.size) };
  const cellHeight = fitCells(height - (narrow ? 1 : 2) * margin - 4, down, LARGEST);
  const x = placeParts(width, across, cellWidth);
  const y = narrow ? down.group + band : placeParts(height, down, cellHeight).rows;
  const inset = narrow ? Math.max(0, slot.least - blockWidth) / 2 : 0;
  const [left, top] = narrow ? [(width - group.width) / 2, 2] : [x.group, (height - group.height) / 2];
  return {
    cell: { width: cellWidth, height: cellHeight },
    at: { before: { x: x.before + inset, y }, after: { x: x.after + inset, y } },
    plot: { x: left, y: top + TITLE, ...size },
    line: { x: left, y: top + group.height - LINE, width: group.width, height: LINE },
  };
}

/** What is drawn of an activation; `of` gives the height of the curve at each place. */
export interface Activation {
  readonly name: string;
  readonly rule: string;
  of(hu: Core, x: readonly number[]): ArrayLike<number>;
  /** The arithmetic written between a number and its result. */
  line(hu: Core, x: Token, at: number): readonly Token[];
}

/** The extent of the plot below the axis, as a fraction of its half width. */
const BELOW = 0.3;
const SAMPLES = 48;

/** A plot from −reach to reach. */
interface Plot extends Rect {
  readonly reach: number;
}

/** The place of a number and its result. NaN has no position on an axis and is shown at 0. */
function placeOn({ x: left, y: top, width, height, reach }: Plot, x: number, y: number): Point {
  const unit = width / (2 * reach);
  return {
    x: left + ((Number.isNaN(x) ? 0 : x) + reach) * unit,
    y: top + height - ((Number.isNaN(y) ? 0 : y) + BELOW * reach) * unit,
  };
}

function curve({ hu, theme }: SceneInput, { name, rule, of }: Activation, plot: Plot): Mark[] {
  const { reach } = plot;
  const at = (x: number, y: number): Point => placeOn(plot, x, y);
  const line = (from: Point, to: Point, more = {}): Mark =>
    stroke(from.x, from.y, to.x, to.y, theme.muted, { width: 1, ...more });
  const xs = range(SAMPLES + 1).map((i) => reach * ((2 * i) / SAMPLES - 1));
  const heights = of(hu, xs);
  const points = xs.map((x, i) => {
    const { x: left, y: top } = at(x, heights[i] ?? 0);
    return [left, top] as const;
  });
  const tick = (value: number, x: number, y: number, align: "start" | "end"): Mark =>
    mono(digits(value, 0), x, y, theme.muted, { size: 11, align });
  const origin = at(0, 0);
  const text = `${name} = ${rule}`;
  return [
    line(at(-reach, 0), at(reach, 0)),
    line({ x: origin.x, y: plot.y + plot.height }, { x: origin.x, y: plot.y }),
    line(at(-BELOW * reach, -BELOW * reach), at(reach, reach), { dash: [3, 4], opacity: 0.7 }),
    tick(-reach, plot.x, origin.y - 8, "start"),
    tick(reach, plot.x + plot.width, origin.y - 8, "end"),
    tick(reach, origin.x - 5, plot.y + 6, "end"),
    { kind: "line", points, color: theme.accent, width: 2.5 },
    mono(text, plot.x, plot.y - 11, theme.ink, { size: monoSize(text, plot.width), bold: true }),
  ];
}
