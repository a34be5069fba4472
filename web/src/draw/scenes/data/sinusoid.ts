/**
 * Sinusoidal positions: position_table[p, 2i] = sin(p / 10000^(2i / d)), [p, 2i + 1] = cos of the same angle. Two columns
 * share a frequency; read downwards each column is a wave, longer from left to right. The waves are plotted below, the sine
 * as a line and the cosine dashed, with the table's values on them.
 */
import { range } from "../../../module/shape.js";
import type { SinusoidCell } from "../../../module/types.js";
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { arithmeticLine } from "../../marks/arithmetic_line.js";
import { bandAbove, block, ROW_LABEL_ROOM } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { cellRect, isNarrow, monoWidth } from "../../measure.js";
import { operand, tokenOf } from "../../operand.js";
import type { Mark, Rect, Scene, SceneInput } from "../../picture.js";
import { digits } from "../../scale.js";
import { indexIn, windowed } from "../../tensor_view.js";
import { answerFlight, answerShown, sweepAt } from "../sweep.js";

const FILL = { from: 0.04, to: 0.96 } as const;
/** Within a slow pair: its cells are framed, the angle is written, then its sine and cosine. */
const MOMENT = { light: 0.06, period: 0.2, angle: 0.32, wave: 0.42, result: 0.58, landed: 0.97 } as const;

const BASE = 10000;

/** The columns 2i and 2i + 1: sine and cosine of one frequency. The last of an odd number of columns has no cosine. */
interface Pair {
  /** i */
  readonly index: number;
  /** The first of its drawn columns, and their number (1 or 2). */
  readonly col: number;
  readonly columns: number;
}

export const sinusoid: Scene = (input, t) => {
  const { hu, step, theme } = input;
  const { table, pairs, cell, at, plots, room } = layoutOf(input);
  const { scale } = table;
  const d = step.shape.at(-1) ?? 1;
  // A pair in the first column, then one further right at the same position, where the angle is smaller.
  const exampleRow = Math.min(2, table.rows.size - 1);
  const secondPair = plots[Math.max(1, Math.floor(plots.length / 4))]?.pair ?? pairs[0];
  const first = exampleRow * pairs.length;
  const second = first + (secondPair?.col ?? 0) / 2;
  const { slow, within, progress } = sweepAt(t, FILL, table.rows.size * pairs.length, first, second);
  /** What is worked out now: a position and a pair of columns. */
  const worked = slow >= 0 && within > 0 ? pairs[slow % pairs.length] : undefined;
  const row = Math.floor(slow / pairs.length);
  const position = indexIn(table.rows, Math.max(0, row));
  const isWorked = (r: number, col: number): boolean =>
    worked !== undefined && r === row && col >= worked.col && col < worked.col + worked.columns;
  const landed = within >= MOMENT.landed;
  // Precomputed, because every cell and every dot of a wave reads it.
  const filled = range(table.rows.size * pairs.length).map((i) => phase(progress(i), 0, 1));
  const appeared = (r: number, col: number): number =>
    isWorked(r, col) ? Number(landed) : (filled[r * pairs.length + Math.floor(col / 2)] ?? 0);
  /** The angle of a position in a pair of columns, and its divisor: the wave's period is 2π times that. */
  const angleOf = ({ index }: Pair, p: number): SinusoidCell => hu.sinusoid([p, 2 * index], d);

  /** 2 / 10000^(2/8) = 2 / 10.00 = 0.20, then sin 0.20 and cos 0.20, which go to their cells, framed until then. */
  const arithmetic = (pair: Pair): Mark[] => {
    const { period, angle: exact } = angleOf(pair, position);
    const angle = digits(exact);
    const half = { ...room, height: room.height / 2 };
    const firstLine = [
      { text: `${position} / ${BASE}^(${2 * pair.index}/${d})`, shown: phase(within, 0, MOMENT.light) },
      { text: `= ${position} / ${digits(period)}`, shown: phase(within, MOMENT.light, MOMENT.period) },
      { text: `= ${angle}`, bold: true, shown: phase(within, MOMENT.period, MOMENT.angle) },
    ];
    const results = ["sin", "cos"].slice(0, pair.columns).map((wave, i) => {
      const token = tokenOf(table, row, pair.col + i);
      return { wave, token, end: cellRect(at, cell, row, pair.col + i) };
    });
    const secondLine = results.flatMap(({ wave, token }) => [
      { text: `${wave} ${angle} =`, shown: phase(within, MOMENT.angle, MOMENT.wave) },
      { ...token, shown: answerShown(within, MOMENT.wave, MOMENT.result) },
    ]);
    const line = arithmeticLine(secondLine, { ...half, y: room.y + half.height }, theme);
    const target = { ...cellRect(at, cell, row, pair.col), width: pair.columns * cell.width };
    const frame = {
      stroke: theme.accent,
      strokeWidth: 2,
      dash: [3, 3],
      opacity: phase(within, 0, MOMENT.light),
    };
    return [
      ...(landed ? [] : [{ kind: "rect" as const, ...target, ...frame }]),
      ...arithmeticLine(firstLine, half, theme).marks,
      ...line.marks,
      ...results.flatMap(({ token, end }, i) =>
        answerFlight(within, token, line.places[2 * i + 1], end, 5, theme),
      ),
    ];
  };

  /** The waves of a pair as far as the table is filled, with its values as dots where these do not merge. */
  const waveMarks = ({ pair, x, y, width, height }: Plot): Mark[] => {
    const isNow = worked === pair;
    const xOf = (p: number): number =>
      x + (width * p) / Math.max(1, (table.rows.total ?? table.rows.size) - 1);
    const yOf = (value: number): number => y + (height / 2) * (1 - 0.92 * value);
    const { period } = angleOf(pair, 0);

    /** The zero line, the columns the wave belongs to, and what divides the position. */
    const axes = (): Mark[] => {
      const [left, right] = [at.x + pair.col * cell.width, at.x + (pair.col + pair.columns) * cell.width];
      const [foot, middle] = [at.y + table.rows.size * cell.height + 4, x + width / 2];
      const color = isNow ? theme.accent : theme.muted;
      const text = `p / ${digits(period).replace(/\.00$/, "")}`;
      const size = Math.max(11, Math.min(13, (width + 8) / monoWidth(text, 1)));
      const look = { size, align: "middle", bold: isNow } as const;
      const thin = { width: 1 };
      return [
        stroke(left + 2, foot, right - 2, foot, color, { width: isNow ? 2 : 1.5 }),
        stroke((left + right) / 2, foot, middle, y - 2, isNow ? theme.accent : theme.hairline, thin),
        stroke(x, yOf(0), x + width, yOf(0), theme.hairline, thin),
        mono(text, middle, y + height + PERIOD_HEIGHT / 2, color, look),
      ];
    };

    /** The position up to which the table is filled. */
    const filledUpTo = (): number => {
      let r = 0;
      while (r < table.rows.size && appeared(r, pair.col) >= 1) r++;
      const last = Math.max(0, indexIn(table.rows, r - 1));
      return last + (r > 0 && r < table.rows.size ? appeared(r, pair.col) : 0);
    };

    const curves = (): Mark[] => {
      const end = filledUpTo();
      const points = Math.max(MIN_POINTS, Math.min(400, POINTS_PER_POSITION * table.rows.size));
      const hasDots = xOf(1) - x >= DOT + 1;
      return [Math.sin, Math.cos].slice(0, pair.columns).flatMap((wave, i): Mark[] => {
        const curve = range(points + 1).map((k) => {
          const p = (end * k) / points;
          return [xOf(p), yOf(wave(p / period))] as const;
        });
        const look = { color: theme.muted, width: 1.25, ...(i === 1 ? { dash: [3, 3] } : {}) };
        const dots = range(table.rows.size).flatMap((r): Mark[] => {
          const p = indexIn(table.rows, r);
          const opacity = appeared(r, pair.col + i);
          if (!hasDots || opacity <= 0) return [];
          const value = table.value(r, pair.col + i);
          const place = { x: xOf(p) - DOT / 2, y: yOf(value) - DOT / 2, width: DOT, height: DOT };
          const dot = {
            radius: DOT / 2,
            stroke: theme.ink,
            strokeWidth: 1,
            fill: scale(value).fill,
            opacity,
          };
          return [{ kind: "rect", ...place, ...dot }];
        });
        return [...(end > 0 ? [{ kind: "line", points: curve, ...look } as const] : []), ...dots];
      });
    };

    /** The position that is worked out, on the wave's axis. */
    const positionX = xOf(position);
    const marker = stroke(positionX, y, positionX, y + height, theme.accent, { width: 1, dash: [2, 3] });
    return [...axes(), ...curves(), ...(isNow ? [marker] : [])];
  };

  const namesWaves = cell.width >= monoWidth("0 sin", 11) + 4;
  const colText = (i: number): string =>
    `${indexIn(table.cols, i)}${namesWaves ? ` ${i % 2 === 0 ? "sin" : "cos"}` : ""}`;
  return [
    ...block({
      ...{ ...table, ...at, cell, theme, title: step.name, shown: appeared },
      lit: (r, col) => landed && isWorked(r, col),
      indices: {
        rows: {
          room: COUNT.x,
          text: (i) => String(indexIn(table.rows, i)),
          strong: (i) => worked !== undefined && i === row,
        },
        cols: { room: COUNT.y, text: colText, strong: (i) => isWorked(row, i) },
      },
    }),
    ...plots.flatMap(waveMarks),
    ...(worked ? arithmetic(worked) : []),
  ];
};

/** Room for the numbers of columns and rows. */
const COUNT = { x: 24, y: 18 } as const;
const WAVE_MARGIN = 12;
const LINES_HEIGHT = 58;
/** Between table and waves. */
const BETWEEN = 26;
/** Under the waves, for their periods. */
const PERIOD_HEIGHT = 18;

/** The table, its waves and the arithmetic one above the other, at any width. */
function layoutOf(input: SceneInput) {
  const { width, height, step } = input;
  const narrow = isNarrow(width);
  const side = (narrow ? 36 : ROW_LABEL_ROOM) + COUNT.x;
  const { table, pairs } = drawnPart(input);
  const waves = Math.min(narrow ? 54 : 96, height * 0.18);
  const downOf = (cellWidth: number) => ({
    band: bandAbove(step.name, table, cellWidth * table.cols.size) + COUNT.y,
    ...{ table: ofCells(table.rows.size), gap: BETWEEN, waves, period: PERIOD_HEIGHT, lines: LINES_HEIGHT },
  });
  const { cell, x, y } = placeOnStage(input, [9, 6], { side, table: ofCells(table.cols.size) }, downOf);
  // Waves want more width than the columns of a narrow table have.
  const tableWidth = table.cols.size * cell.width;
  const plotWidth = Math.max(tableWidth, width - 2 * WAVE_MARGIN);
  const centred = x.table + tableWidth / 2 - plotWidth / 2;
  const waveX = Math.max(WAVE_MARGIN, Math.min(centred, width - WAVE_MARGIN - plotWidth));
  return {
    ...{ table, pairs, cell, at: { x: x.table, y: y.table } },
    plots: plotsOf(pairs, { x: waveX, width: plotWidth, y: y.waves, height: waves }),
    room: { x: 8, y: y.lines, width: width - 16, height: LINES_HEIGHT },
  };
}

/** The part of the table in its window, whole pairs of it. */
function drawnPart(input: SceneInput) {
  const table = operand(input, input.step);
  const { whole, rows, cols } = table;
  const first = indexIn(cols, 0) - (indexIn(cols, 0) % 2);
  const isWhole = cols.size === whole.cols.size;
  const count = isWhole ? cols.size : Math.max(2, cols.size - (cols.size % 2));
  const columns = { from: first, count };
  const pairs = range(Math.ceil(count / 2)).map(
    (k): Pair => ({ index: first / 2 + k, col: 2 * k, columns: Math.min(2, count - 2 * k) }),
  );
  const part = windowed(whole, { from: indexIn(rows, 0), count: rows.size }, columns);
  return { table: { ...table, ...part }, pairs };
}

interface Plot extends Rect {
  readonly pair: Pair;
}

const MIN_PLOT = 80;
const MAX_PLOT = 220;
const PLOT_MARGIN = 9;

/** The waves of some pairs, evenly picked, side by side in the order of their columns; of all where there is room. */
function plotsOf(pairs: readonly Pair[], { x, y, width, height }: Rect): Plot[] {
  const count = Math.max(1, Math.min(pairs.length, Math.floor(width / MIN_PLOT)));
  const each = Math.min(width / count, MAX_PLOT);
  const left = x + (width - count * each) / 2;
  return range(count).flatMap((k): Plot[] => {
    const pair = pairs[count === 1 ? 0 : Math.round((k * (pairs.length - 1)) / (count - 1))];
    return pair ? [{ pair, x: left + k * each + PLOT_MARGIN, y, width: each - 2 * PLOT_MARGIN, height }] : [];
  });
}

/** Points of a curve: per position, and in total at least. */
const POINTS_PER_POSITION = 8;
const MIN_POINTS = 48;
const DOT = 5;
