/**
 * A square of ones of which one side of the diagonal is set to 0. tril keeps j ≤ i: nopeak_mask[0, i, j] = 1 where the key
 * does not lie ahead (1 = attend). triu(1) keeps j > i: attn_dec_mask[b, i, j] = 1 where it does (1 = ignore).
 */
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { cellRoom } from "../../layout/room.js";
import { arithmeticLine } from "../../marks/arithmetic_line.js";
import { bandAbove, block, SIDE, sideOf } from "../../marks/block.js";
import { mono } from "../../marks/marks.js";
import { shutter } from "../../marks/shutter.js";
import { operand } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import type { Slice } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { everyCell } from "../pace/cell_sweep.js";
import { sweep } from "../pace/sweep.js";

const TURN = { from: 0.06, to: 0.96 } as const;
/** Within a slow row: the row lights up, what it keeps is read, the rest turns. */
const MOMENT = { light: 0.1, keep: 0.4, turned: 0.95 } as const;
const WRITTEN = 66;
/** Room for the position numbers i and j. */
const COUNT = { x: 22, y: 18 } as const;

/** Which side of the diagonal keeps its ones. */
interface Side {
  /** The signs between j and i, of what stays and of what turns. */
  readonly signs: readonly [kept: string, turned: string];
  /** The columns of a row that turn, from one up to another. */
  spans(row: number, cols: number): readonly [from: number, to: number];
  /** How many of the rows have something to turn. */
  turning(rows: number, cols: number): number;
}

/** The last row keeps all its ones, so it is not counted, except in a mask of one row. */
const LOWER: Side = {
  signs: ["≤", ">"],
  spans: (row, cols) => [row + 1, cols],
  turning: (rows, cols) => Math.max(1, Math.min(rows, cols - 1)),
};
const UPPER: Side = {
  signs: [">", "≤"],
  spans: (row, cols) => [0, Math.min(row + 1, cols)],
  turning: (rows) => rows,
};

type Stage = ReturnType<typeof stageOf>;

/** Of tril and of triu. */
export const tril: Scene = (input, t) => {
  const stage = stageOf(input, t);
  const { theme, mask, act, turned, cell, at } = stage;
  const isNow = (row: number): boolean => row === act.slow && act.within > 0;
  const isKept = (row: number, col: number): boolean => (turned(row, col) ?? 1) >= 1;
  // First what the row keeps is lit, then what has begun to turn.
  const isLit = (turned: number | undefined): boolean =>
    act.within < MOMENT.keep ? turned === undefined : (turned ?? 0) > 0;
  const styles = [mask.scale(1), mask.scale(0)] as const;
  return [
    ...block({
      ...{ ...mask, ...at, cell, theme },
      indices: {
        rows: { room: COUNT.x, text: (i) => String(i), strong: isNow },
        cols: { room: COUNT.y, text: (j) => String(j) },
      },
      // A cell shows 1 until it has turned to 0; only cells that show the trace's number can be pointed at.
      value: (row, col) => (isKept(row, col) ? mask.value(row, col) : 1),
      ref: (row, col) => (isKept(row, col) ? mask.ref(row, col) : undefined),
      lit: (row, col) => isNow(row) && isLit(turned(row, col)),
    }),
    ...everyCell(mask, (row, col) =>
      shutter(cellRoom(at, cell, row, col), styles, turned(row, col) ?? 0, theme),
    ),
    // i counts queries and j counts keys: the letters that the rule speaks of.
    mono("i\\j", at.x - COUNT.x / 2 - 4, at.y - COUNT.y / 2, theme.muted, { size: 11, align: "middle" }),
    ...(act.slow >= 0 ? rule(stage) : []),
  ];
};

function stageOf(input: SceneInput, t: number) {
  const { step, theme } = input;
  const side = step.op === "triu" ? UPPER : LOWER;
  const mask = operand(input, step);
  const [rows, cols] = [mask.rows.size, mask.cols.size];
  const act = sweep(t, TURN, side.turning(rows, cols));
  /** How far a cell has turned, one after the other in each row; undefined where it keeps its 1. */
  const turned = (row: number, col: number): number | undefined => {
    const [first, end] = side.spans(row, cols);
    if (col < first || col >= end) return undefined;
    const [from, to] = row === act.slow ? [MOMENT.keep, MOMENT.turned] : [0, 1];
    const [i, count, each] = [col - first, end - first, (to - from) * 0.4];
    const start = from + (count < 2 ? 0 : (i / (count - 1)) * (to - from - each));
    return phase(act.progress(row), start, start + each);
  };
  return { ...layoutOf(input, mask), theme, mask, act, turned, signs: side.signs };
}

/** j ≤ i stays 1, j > i becomes 0, or the other way round: with the row's own number. */
function rule({ mask, room, theme, act: { slow, within }, signs: [stays, turns] }: Stage): Mark[] {
  const height = room.height / 2;
  const line = (y: number, sign: string, bit: number, shown: number, now: boolean): readonly Mark[] => {
    const look = { color: now ? theme.accent : theme.ink, bold: now };
    const tokens = [
      { text: `j ${sign} ${slow}`, shown, ...look },
      { text: "→", shown },
      { cell: mask.scale(bit), shown, lit: now },
    ];
    return arithmeticLine(tokens, { ...room, y, height }, theme, { width: 34, height: 24 }).marks;
  };
  const kept = within < MOMENT.keep;
  return [
    ...line(room.y, stays, 1, phase(within, MOMENT.light, MOMENT.light + 0.12), kept),
    ...line(room.y + height, turns, 0, phase(within, MOMENT.keep, MOMENT.keep + 0.08), !kept),
  ];
}

/** The matrix, and the rule at its right on a wide stage, below it on a narrow one. */
function layoutOf(input: SceneInput, { rows, cols }: Slice) {
  const narrow = isNarrow(input.width);
  const side = sideOf(rows, narrow ? 38 : SIDE) + COUNT.x;
  const across = { side, matrix: ofCells(cols.size), rule: narrow ? 0 : 150 };
  const downOf = (wide: number) => ({
    band: bandAbove(input.step.name, { rows, cols }, wide * cols.size) + COUNT.y,
    ...{ matrix: ofCells(rows.size), rule: narrow ? WRITTEN : 0 },
  });
  const { cell, x, y } = placeOnStage(input, [8, 8], across, downOf, [1.4, Number.POSITIVE_INFINITY]);
  const room = narrow
    ? { x: 8, y: y.rule + 8, width: input.width - 16, height: WRITTEN - 10 }
    : { x: x.rule + 20, y: (y.matrix + y.rule - WRITTEN) / 2, width: across.rule - 20, height: WRITTEN };
  return { cell, at: { x: x.matrix, y: y.matrix }, room };
}
