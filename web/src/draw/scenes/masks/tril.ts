/**
 * A square of ones of which one side of the diagonal is set to 0. tril keeps j ≤ i: nopeak_mask[0, i, j] = 1 where the key
 * does not lie ahead (1 = attend). triu(1) keeps j > i: attn_dec_mask[b, i, j] = 1 where it does (1 = ignore).
 */
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { arithmeticLine, shutter } from "../../marks/arithmetic_line.js";
import { bandAbove, block, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import { mono } from "../../marks/marks.js";
import { cellRect, isNarrow } from "../../measure.js";
import { operand } from "../../operand.js";
import type { Mark, Scene, SceneInput } from "../../picture.js";
import type { Slice } from "../../tensor_view.js";
import { everyCell, sweepAt } from "../sweep.js";

const TURN = { from: 0.06, to: 0.96 } as const;
/** Within a slow row: the row lights up, what it keeps is read, the rest turns. */
const MOMENT = { light: 0.1, keep: 0.4, turned: 0.95 } as const;
const RULE_HEIGHT = 66;
/** Room for the position numbers i and j. */
const COUNT = { x: 22, y: 18 } as const;

/** Draws tril and triu. */
export const tril: Scene = (input, t) => {
  const { step, theme } = input;
  const mask = operand(input, step);
  const [rows, cols] = [mask.rows.size, mask.cols.size];
  const { cell, at, room } = layoutOf(input, mask);
  const isUpper = step.op === "triu";
  // tril's last row keeps all its ones, so it is not counted, except in a mask of one row.
  const turningRows = isUpper ? rows : Math.max(1, Math.min(rows, cols - 1));
  const { slow, within, progress } = sweepAt(t, TURN, turningRows);
  const isCurrent = (row: number): boolean => row === slow && within > 0;
  const isReading = within < MOMENT.keep;
  const styles = [mask.scale(1), mask.scale(0)] as const;

  /** How far a cell has turned, one after the other in each row; undefined where it keeps its 1. */
  const turned = (row: number, col: number): number | undefined => {
    const [first, end] = isUpper ? [0, Math.min(row + 1, cols)] : [row + 1, cols];
    if (col < first || col >= end) return undefined;
    const [from, to] = row === slow ? [MOMENT.keep, MOMENT.turned] : [0, 1];
    const [i, count, each] = [col - first, end - first, (to - from) * 0.4];
    const start = from + (count < 2 ? 0 : (i / (count - 1)) * (to - from - each));
    return phase(progress(row), start, start + each);
  };
  const isDone = (row: number, col: number): boolean => (turned(row, col) ?? 1) >= 1;
  // First what the row keeps is lit, then what has begun to turn.
  const isLit = (p: number | undefined): boolean => (isReading ? p === undefined : (p ?? 0) > 0);

  /** j ≤ i stays 1, j > i becomes 0, or the other way round: with the row's own number. */
  const rule = (): Mark[] => {
    const height = room.height / 2;
    const [, key] = lettersOf(step);
    const line = (y: number, sign: string, bit: number, shown: number, lit: boolean): readonly Mark[] => {
      const tokens = [
        { text: `${key} ${sign} ${slow}`, shown, color: lit ? theme.accent : theme.ink, bold: lit },
        { text: "→", shown },
        { cell: mask.scale(bit), shown, lit },
      ];
      return arithmeticLine(tokens, { ...room, y, height }, theme, { width: 34, height: 24 }).marks;
    };
    const [stays, turns] = isUpper ? [">", "≤"] : ["≤", ">"];
    const [kept, cleared] = [
      phase(within, MOMENT.light, MOMENT.light + 0.12),
      phase(within, MOMENT.keep, MOMENT.keep + 0.08),
    ];
    return [
      ...line(room.y, stays, 1, kept, isReading),
      ...line(room.y + height, turns, 0, cleared, !isReading),
    ];
  };

  return [
    ...block({
      ...{ ...mask, ...at, cell, theme },
      indices: {
        rows: { room: COUNT.x, text: (i) => String(i), strong: isCurrent },
        cols: { room: COUNT.y, text: (j) => String(j) },
      },
      // A cell shows 1 until it has turned to 0; only cells that show the trace's number can be pointed at.
      value: (row, col) => (isDone(row, col) ? mask.value(row, col) : 1),
      ref: (row, col) => (isDone(row, col) ? mask.ref(row, col) : undefined),
      lit: (row, col) => isCurrent(row) && isLit(turned(row, col)),
    }),
    ...everyCell(mask, (row, col) =>
      shutter(cellRect(at, cell, row, col), styles, turned(row, col) ?? 0, theme),
    ),
    mono(lettersOf(input.step).join("\\"), at.x - COUNT.x / 2 - 4, at.y - COUNT.y / 2, theme.muted, {
      size: 11,
      align: "middle",
    }),
    ...(slow >= 0 ? rule() : []),
  ];
};

/** The letters that count queries and keys, as in the formula: those of two axes, or i and j along one. */
function lettersOf({ axes }: SceneInput["step"]): readonly [query: string, key: string] {
  const [query = "", key = ""] = axes.slice(-2);
  return query === key ? ["i", "j"] : [query.toLowerCase(), key.toLowerCase()];
}

/** The matrix, and the rule at its right on a wide stage, below it on a narrow one. */
function layoutOf(input: SceneInput, { rows, cols }: Slice) {
  const narrow = isNarrow(input.width);
  const side = rowLabelRoom(rows, narrow ? 38 : ROW_LABEL_ROOM) + COUNT.x;
  const across = { side, matrix: ofCells(cols.size), rule: narrow ? 0 : 150 };
  const downOf = (cellWidth: number) => ({
    band: bandAbove(input.step.name, { rows, cols }, cellWidth * cols.size) + COUNT.y,
    ...{ matrix: ofCells(rows.size), rule: narrow ? RULE_HEIGHT : 0 },
  });
  const { cell, x, y } = placeOnStage(input, [8, 8], across, downOf, [2.4, Number.POSITIVE_INFINITY]);
  const room = narrow
    ? { x: 8, y: y.rule + 8, width: input.width - 16, height: RULE_HEIGHT - 10 }
    : {
        x: x.rule + 20,
        y: (y.matrix + y.rule - RULE_HEIGHT) / 2,
        width: across.rule - 20,
        height: RULE_HEIGHT,
      };
  return { cell, at: { x: x.matrix, y: y.matrix }, room };
}
