/**
 * Parameters, as a table that fills number by number. Drawn ones come from the seeded generator one after the other:
 * nn.Linear draws uniformly between ±1/√fan_in, nn.Embedding from the standard normal distribution. Given ones, and those that
 * are all ones or zeros, appear without arithmetic.
 */
import { cellCount, range } from "../../../module/shape.js";
import type { Step } from "../../../module/types.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { CORNER } from "../../layout/tables.js";
import { looseCell, movingCell } from "../../marks/arithmetic_line.js";
import { bandAbove, block } from "../../marks/block.js";
import { distributionMarks, placeOn, standardNormal, uniformOf } from "../../marks/distribution.js";
import { mono, stroke } from "../../marks/marks.js";
import { rowNameRoom } from "../../marks/token_names.js";
import { cellRect, isNarrow, monoSize, monoWidth } from "../../measure.js";
import { operand } from "../../operand.js";
import type { Mark, Rect, Scene, SceneInput } from "../../picture.js";
import { digits } from "../../scale.js";
import { axesOf, indexIn, sliceOf, transposed } from "../../tensor_view.js";
import { cellOf, type Sweep, sweepAt } from "../sweep.js";

const FILL = { from: 0.05, to: 0.95 } as const;
const MARGIN = 16;
/** Height of the line with the call that fills a constant. */
const CALL_HEIGHT = 20;
/** Room for the sign before a bias. */
const PLUS = 24;
/** The slow number appears at this progress, at once. */
const LANDED = 0.3;

export const appear: Scene = (input, t) => {
  const { step, theme, width, height } = input;
  const room = {
    x: MARGIN,
    y: CALL_HEIGHT,
    width: width - 2 * MARGIN,
    height: height - MARGIN - CALL_HEIGHT,
  };
  const table = tableIn(input, room);
  const sweep = sweepAt(t, FILL, table.slice.rows.size * table.slice.cols.size);
  const call = step.data[0] === 0 ? "zeros_" : "ones_";
  return [
    ...table.marks(sweep, LANDED),
    ...(step.op === "constant" ? [mono(`${call}(${step.name})`, table.x, table.callY, theme.muted)] : []),
  ];
};

const DRAW = { from: 0.06, to: 0.96 } as const;
/** Within a slow draw: the number appears, moves to its place on the axis, then to its cell. */
const MOMENT = { out: 0.2, axis: 0.45, hold: 0.6, landed: 0.95 } as const;
const DIGITS = 5;
const TAPE = { width: 48, height: 24 } as const;

/** The calls at the top left, the plot at the top right, the tensor below. */
export const drawParameters: Scene = (input, t) => {
  const { hu, trace, step, theme, width, height } = input;
  const { data } = step;
  const margin = isNarrow(width) ? 10 : 20;
  const top = Math.min(130, Math.max(96, height * 0.26));
  const code = { x: margin, y: 10, width: Math.min(200, width * 0.4), height: top - 10 };
  const x = code.x + code.width + margin;
  const plot = { x, y: 8, width: Math.min(420, width - x - margin), height: top - 4 };
  const room = { x: margin + 6, y: top, width: width - 2 * margin - 8, height: height - top - 16 };
  const table = tableIn(input, room);
  const { scale } = table.slice;
  const fan = fanIn(input);
  const bound = hu.div([1], hu.sqrt([fan])).data[0] ?? Number.NaN;
  const isNormal = step.op === "normal";
  const distribution = isNormal ? standardNormal : uniformOf(bound, `−1/√${fan}`, `1/√${fan}`);
  const { rows, cols, whole } = table.slice;
  const count = rows.size * cols.size;
  const sweep = sweepAt(t, DRAW, count);
  const { slow, within } = sweep;
  /** The number of the draw, in the whole tensor, of an item of the window. */
  const drawOf = (item: number): number => {
    const [row, col] = cellOf(item, cols.size);
    return indexIn(rows, row) * whole.cols.size + indexIn(cols, col);
  };

  /** The number of draws so far; they come in order, those before the window included. */
  const drawnSoFar = (): number => {
    if (slow >= 0) return drawOf(slow) + Number(within >= MOMENT.axis);
    if (t <= DRAW.from) return 0;
    const arrived = range(count).filter((item) => sweep.progress(item) > 0).length;
    return arrived === 0 ? drawOf(0) : drawOf(arrived - 1) + 1;
  };

  /** The calls that draw, and for a uniform draw the arithmetic of its bound. */
  const calls = (): Mark[] => {
    const call = isNormal ? "normal_(0, 1)" : `uniform_(−${digits(bound)}, ${digits(bound)})`;
    const arithmetic = isNormal ? [] : [`1/√${fan} = ${digits(bound, 4)}`];
    const lines = [`manual_seed(${trace.spec.seed})`, call, ...arithmetic];
    const size = Math.min(...lines.map((line) => monoSize(line, code.width, 13)));
    return lines.map((text, i) =>
      mono(text, code.x, code.y + 9 + i * 19, i === 2 ? theme.muted : theme.ink, { size }),
    );
  };

  /** The next numbers of the generator stand in a row; the first falls on the axis and goes to its cell. */
  const currentDraw = (): Mark[] => {
    const tapeCells = Math.max(1, Math.floor((code.width + 4) / (TAPE.width + 4)));
    const tapeY = code.y + code.height - TAPE.height;
    const tape = (i: number): Rect => ({
      x: code.x + (tapeCells - 1 - i) * (TAPE.width + 4),
      y: tapeY,
      ...TAPE,
    });
    const token = (item: number) => ({
      ...{ cell: scale(data[drawOf(item)] ?? 0), ref: table.slice.ref(...cellOf(item, cols.size)) },
    });
    const next = range(Math.min(tapeCells, count - slow)).slice(1);
    const waiting = next.map((i) => {
      const shown = phase(within, 0, MOMENT.out) * (0.75 - (0.5 * i) / tapeCells);
      return looseCell({ ...token(slow + i), shown }, tape(i), theme);
    });
    if (within >= MOMENT.landed) return waiting;
    const foot = placeOn(distribution, plot, data[drawOf(slow)] ?? 0);
    const toAxis = phase(within, MOMENT.out, MOMENT.axis);
    const aboveAxisX = Math.min(Math.max(foot.x - TAPE.width / 2, plot.x), plot.x + plot.width - TAPE.width);
    const aboveAxis = { x: aboveAxisX, y: plot.y, ...TAPE };
    const fall = lerp(plot.y + TAPE.height, foot.y, toAxis);
    const line = stroke(foot.x, fall, foot.x, foot.y, theme.accent, { width: 2, opacity: toAxis });
    const [from, to, p] =
      toAxis < 1
        ? [tape(0), aboveAxis, toAxis]
        : [aboveAxis, table.cellIn(...cellOf(slow, cols.size)), phase(within, MOMENT.hold, MOMENT.landed)];
    const cell = movingCell(token(slow), from, to, p, DIGITS, theme);
    return [...waiting, ...(toAxis > 0 ? [line] : []), cell];
  };

  return [
    ...calls(),
    ...distributionMarks(distribution, data, drawnSoFar(), plot, theme),
    ...table.marks(sweep, MOMENT.landed),
    ...(slow >= 0 ? currentDraw() : []),
  ];
};

/** The weight of a bias. */
const weightOf = ({ trace, step }: SceneInput): Step | undefined =>
  trace.steps.find(({ name }) => name !== step.name && name === step.name.replace(/\.bias$/, ".weight"));

/** The fan-in of a layer: the number of inputs of each output. A bias has that of its weight. */
const fanIn = (input: SceneInput): number => cellCount((weightOf(input) ?? input.step).shape.slice(1));

/**
 * A parameter in the middle of a room. A table of tokens has its rows numbered, or named if their words are known. A bias stands
 * beneath its weight, because it adds one number to each of its columns.
 */
function tableIn(input: SceneInput, room: Rect) {
  const { step, theme, focus } = input;
  const slice = operand(input, step);
  const { rows, cols, whole } = slice;
  const weight = weightOf(input);
  const outputs = weight && sliceOf(weight, focus);
  const above =
    outputs && outputs.rows.size > 1
      ? operand(input, weight, transposed(outputs), `${weight.name}ᵀ`, CORNER.above)
      : undefined;
  const isNumbered = step.axes[0] === "V" && !rows.names;
  const beside = isNumbered
    ? monoWidth(String(whole.rows.size - 1), 11) + 12
    : Math.max(rowNameRoom(above?.rows ?? rows), above ? PLUS : 0);
  const labels = { ...slice, title: step.name, shape: axesOf(step), rowLabel: "above" } as const;
  const over = above && ({ ...above, rowLabel: "above" } as const);
  const free = room.width - beside;
  const width = fitWidth(free, { cells: ofCells(cols.size) });
  const down = {
    over: over ? bandAbove(over.title, over, cols.size * width) : 0,
    above: ofCells(above?.rows.size ?? 0),
    seam: above ? CALL_HEIGHT : 0,
    band: bandAbove(step.name, labels, cols.size * width),
    table: ofCells(rows.size),
  };
  const height = fitHeight(room.height, down);
  const y = placeParts(room.height, down, height, 0);
  const cell = { width, height };
  const x = room.x + beside + (free - cols.size * width) / 2;
  const at = { x, y: room.y + y.table };
  const look = { cell, theme, x };

  /** The numbers that have appeared so far; the slow one appears at progress `landed`. */
  const marks = (sweep: Sweep, landed: number): Mark[] => {
    const hasLanded = sweep.within >= landed;
    const appeared = (i: number): number =>
      i === sweep.slow ? Number(hasLanded) : phase(sweep.progress(i), 0, 1);
    const itemAt = (row: number, col: number): number => row * cols.size + col;
    const text = (row: number): string => String(indexIn(rows, row));
    return [
      ...(over ? block({ ...over, ...look, y: room.y + y.above }) : []),
      ...(over ? [mono("+", x - 8, at.y + height / 2, theme.ink, { size: 20, align: "end" })] : []),
      ...block({
        ...{ ...labels, ...at, ...look },
        ...(isNumbered ? { indices: { rows: { room: beside, text } } } : {}),
        shown: (row, col) => appeared(itemAt(row, col)),
        lit: (row, col) => hasLanded && itemAt(row, col) === sweep.slow,
      }),
    ];
  };

  /** The rectangle of a cell of the table. */
  const cellIn = (row: number, col: number): Rect => cellRect(at, cell, row, col);
  return { slice, ...at, callY: room.y + y.band - CALL_HEIGHT / 2, cellIn, marks };
}
