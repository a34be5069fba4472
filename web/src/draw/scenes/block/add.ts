/**
 * A sum of two matrices of one shape, cell by cell: input_sum = embedding + position_embedding, and the residual sums. The
 * two stand side by side with the sum in the corner, or on a narrow stage one under the other as in a written sum.
 */
import { phase } from "../../../timeline/easing.js";
import { cellIn, cellRoom, type Room } from "../../layout/room.js";
import { bandAbove, block, SIDE } from "../../marks/block.js";
import { mono } from "../../marks/marks.js";
import type { CellSize } from "../../marks/matrix.js";
import { written } from "../../marks/written.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { type Scale, scaleOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Slice, sliceOf, stepOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { thin } from "../../thin.js";
import { answerFlight, answerShown, type CellSweep, cellSweep } from "../pace/cell_sweep.js";

const ADD = { from: 0.05, to: 0.96 } as const;
/** Within a slow cell: the two numbers light up, are written with their sign, their sum is written. */
const MOMENT = { light: 0.1, numbers: 0.28, sign: 0.36, sum: 0.58 } as const;
const DIGITS = 5;
const WRITTEN: CellSize = { width: 56, height: 30 };

interface Term {
  readonly title: string;
  readonly slice: Slice;
  readonly scale: Scale;
}

interface Layout {
  readonly cell: CellSize;
  /** Of the two numbers and their sum. */
  readonly at: readonly [Place, Place, Place];
  /** Where + and = stand. */
  readonly signs: readonly [Place, Place];
  readonly room: Room;
  readonly rowLabel: "left" | "above";
}

export const add: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const [a, b] = step.inputs.map((name) => stepOf(trace, name));
  if (!a || !b) throw new Error(`${step.name} wants two inputs, has ${step.inputs.length}`);
  const terms = [a, b, step].map(
    (one): Term => ({
      title: one.name,
      slice: thin(sliceOf(one, focus)),
      scale: scaleOf(one, trace.spec.padId, theme),
    }),
  );
  const layout = layoutOf(input, terms);
  const act = cellSweep(t, ADD, (terms[2] as Term).slice, 0, 1);
  const lit = (row: number, col: number): boolean => act.within > 0 && act.isSlow(row, col);
  const marks = terms.flatMap(({ slice, ...term }, i): Mark[] => {
    const state = i === 2 ? { shown: act.shown, lit: act.landed } : { lit };
    const { cell, rowLabel } = layout;
    return block({ ...slice, ...term, ...(layout.at[i] as Place), ...state, cell, theme, rowLabel });
  });
  for (const [i, sign] of ["+", "="].entries()) {
    const { x, y } = layout.signs[i] as Place;
    marks.push(mono(sign, x, y, theme.ink, { size: 20, align: "middle", bold: true }));
  }
  if (act.slow >= 0) marks.push(...sum(terms, layout, input, act));
  return { width, height, marks };
};

/** 1.18 + 0.84 = 2.02, and the sum on its way to its place. */
function sum(
  terms: readonly Term[],
  { room, cell, at }: Layout,
  { theme }: SceneInput,
  { within, row, col }: CellSweep,
): Mark[] {
  const [a, b, c] = terms.map(({ slice, scale }) => ({
    cell: scale(slice.value(row, col)),
    ref: slice.ref(row, col),
    lit: true,
  }));
  if (!a || !b || !c) return [];
  const seen = phase(within, MOMENT.light, MOMENT.numbers);
  const size = {
    width: Math.min(WRITTEN.width, room.width / 4.5),
    height: Math.min(WRITTEN.height, room.height),
  };
  const line = written(
    [
      { ...a, shown: seen },
      { text: "+", shown: seen },
      { ...b, shown: seen },
      { text: "=", shown: phase(within, MOMENT.numbers, MOMENT.sign) },
      { ...c, shown: answerShown(within, MOMENT.sign, MOMENT.sum) },
    ],
    room,
    theme,
    size,
  );
  const end = cellRoom(at[2], cell, row, col);
  return [...line.marks, ...answerFlight(within, c.cell, line.places[4], end, DIGITS, theme, c.ref)];
}

function layoutOf(input: SceneInput, terms: readonly Term[]): Layout {
  return isNarrow(input.width) ? narrowLayout(input, terms) : wideLayout(input, terms);
}

function bandOf(terms: readonly Term[], width: number, rowLabel: Layout["rowLabel"]): number {
  return Math.max(...terms.map(({ title, slice }) => bandAbove(title, { ...slice, rowLabel }, width)));
}

/** The two above, the sum below the second, the arithmetic in the free corner. */
function wideLayout({ width, height }: CellSize, terms: readonly Term[]): Layout {
  const { rows, cols } = (terms[2] as Term).slice;
  const gap = 30;
  const wide = cellIn((width - 2 * SIDE - gap - 16) / 2, 1, 1, cols.size).width;
  const band = bandOf(terms, wide * cols.size, "left");
  const between = 12;
  const cell = {
    width: wide,
    height: cellIn(1, (height - 2 * band - between - 16) / 2, rows.size, 1).height,
  };
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  // Few columns leave the names wider than the cells.
  const slot = Math.max(size.width, 150);
  const x = (width - 2 * (SIDE + slot) - gap) / 2 + SIDE;
  const right = x + slot + gap + SIDE;
  const y = (height - 2 * (band + size.height) - between) / 2 + band;
  const below = y + size.height + between + band;
  const sign = right - SIDE - gap / 2;
  const middle = size.height / 2;
  return {
    cell,
    at: [
      { x, y },
      { x: right, y },
      { x: right, y: below },
    ],
    signs: [
      { x: sign, y: y + middle },
      { x: sign, y: below + middle },
    ],
    room: { x, y: below + middle - 20, width: slot, height: 40 },
    rowLabel: "left",
  };
}

/** One under the other, with the arithmetic above the sum. */
function narrowLayout({ width, height }: CellSize, terms: readonly Term[]): Layout {
  const { rows, cols } = (terms[2] as Term).slice;
  const side = 28;
  const line = 28;
  const wide = cellIn(width - side - 10, 1, 1, cols.size).width;
  const band = bandOf(terms, wide * cols.size, "above");
  const cell = { width: wide, height: cellIn(1, (height - 3 * band - line - 8) / 3, rows.size, 1).height };
  const size = { width: cols.size * cell.width, height: rows.size * cell.height };
  const x = (width - side - Math.max(size.width, 150)) / 2 + side;
  const y = (height - 3 * (band + size.height) - line) / 2 + band;
  const second = y + size.height + band;
  const third = second + size.height + line + band;
  const sign = (top: number): Place => ({ x: x - side / 2 - 4, y: top + size.height / 2 });
  return {
    cell,
    at: [
      { x, y },
      { x, y: second },
      { x, y: third },
    ],
    signs: [sign(second), sign(third)],
    room: { x: 8, y: second + size.height + 3, width: width - 16, height: line - 4 },
    rowLabel: "above",
  };
}
