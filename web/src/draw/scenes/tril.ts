/** No-peek mask: ones, with everything above the diagonal set to 0: nopeak_mask[0, i, j] = 1 where j ≤ i (1 = attend). */
import { phase } from "../../timeline/easing.js";
import { bandAbove, block, SIDE } from "../block.js";
import { mono } from "../marks.js";
import type { CellSize } from "../matrix.js";
import type { CellMark, Mark } from "../picture.js";
import { cellIn, cellRoom, type Room } from "../room.js";
import type { Scene, SceneInput } from "../scene.js";
import { type Slice, sliceOf } from "../tensor_view.js";
import { isNarrow } from "../text.js";
import type { Theme } from "../theme.js";
import { standing, tones, written } from "../written.js";
import { type Sweep, sweep } from "./sweep.js";

const TURN = { from: 0.06, to: 0.96 } as const;
/** Within a slow row: the row lights up, what it keeps is read, the rest turns. */
const MOMENT = { light: 0.1, keep: 0.4, turned: 0.95 } as const;
const WRITTEN = 66;
/** Room for the position numbers i and j. */
const COUNT = { x: 22, y: 18 } as const;

interface Layout {
  readonly cell: CellSize;
  readonly x: number;
  readonly y: number;
  readonly room: Room;
}

export const tril: Scene = (input, t) => {
  const { step, focus, theme, width, height } = input;
  const slice = sliceOf(step, focus, 1, 2);
  const [rows, cols] = [slice.rows.size, slice.cols.size];
  const scale = tones(theme);
  // The last row keeps all its ones; a mask of one row still shows the rule.
  const turning = Math.max(1, Math.min(rows, cols - 1));
  const act = sweep(t, TURN, turning);
  const layout = layoutOf(input, slice);
  const { cell, x, y } = layout;
  const isNow = (row: number): boolean => row === act.slow && act.within > 0;
  const turned = (row: number, col: number): number => (col <= row ? 0 : turn(act, row, col, cols));
  const marks: Mark[] = [
    ...block({
      ...slice,
      x,
      y,
      cell,
      theme,
      scale,
      title: step.name,
      indices: {
        rows: { room: COUNT.x, text: (i) => String(i), strong: isNow },
        cols: { room: COUNT.y, text: (j) => String(j) },
      },
      // Above the diagonal a 1 stands until it has turned; only what the trace holds can be pointed at.
      value: (row, col) => (turned(row, col) >= 1 || col <= row ? slice.value(row, col) : 1),
      ref: (row, col) => (turned(row, col) >= 1 || col <= row ? slice.ref(row, col) : undefined),
      lit: (row, col) => isNow(row) && (act.within < MOMENT.keep ? col <= row : turned(row, col) > 0),
    }),
    ...turningCells(slice, layout, input, turned),
    letters(layout, theme),
  ];
  if (act.slow >= 0) marks.push(...rule(input, layout, act));
  return { width, height, marks };
};

/** How far the cells right of the diagonal have turned: in a row one after the other. */
function turn(act: Sweep, row: number, col: number, cols: number): number {
  const from = row === act.slow ? MOMENT.keep : 0;
  const to = row === act.slow ? MOMENT.turned : 1;
  const each = (to - from) * 0.4;
  const missing = cols - row - 1;
  const start = from + (missing < 2 ? 0 : ((col - row - 1) / (missing - 1)) * (to - from - each));
  return phase(act.progress(row), start, start + each);
}

/** A turning cell closes like a shutter and opens as 0. */
function turningCells(
  slice: Slice,
  { cell, ...at }: Layout,
  { theme }: SceneInput,
  turned: (row: number, col: number) => number,
): CellMark[] {
  const cells: CellMark[] = [];
  const scale = tones(theme);
  for (let row = 0; row < slice.rows.size; row++)
    for (let col = row + 1; col < slice.cols.size; col++) {
      const p = turned(row, col);
      if (p <= 0 || p >= 1) continue;
      const place = cellRoom(at, cell, row, col);
      const open = Math.abs(2 * p - 1) * cell.height;
      cells.push({ kind: "cell", ...place, fill: theme.paper });
      cells.push(
        standing(
          scale(p < 0.5 ? 1 : 0),
          { ...place, y: place.y + (cell.height - open) / 2, height: open },
          theme,
        ),
      );
    }
  return cells;
}

/** i counts queries and j counts keys: the letters that the rule speaks of. */
const letters = ({ x, y }: Layout, { muted }: Theme): Mark =>
  mono("i\\j", x - COUNT.x / 2 - 4, y - COUNT.y / 2, muted, { size: 11, align: "middle" });

/** j ≤ i stays 1, j > i becomes 0: with the row's own number. */
function rule({ theme }: SceneInput, { room }: Layout, { slow, within }: Sweep): Mark[] {
  const scale = tones(theme);
  const line = (y: number, sign: string, bit: number, shown: number, now: boolean): readonly Mark[] =>
    written(
      [
        { text: `j ${sign} ${slow}`, shown, color: now ? theme.accent : theme.ink, bold: now },
        { text: "→", shown },
        { cell: scale(bit), shown, lit: now },
      ],
      { ...room, y, height: room.height / 2 },
      theme,
      { width: 34, height: 24 },
    ).marks;
  const kept = within < MOMENT.keep;
  return [
    ...line(room.y, "≤", 1, phase(within, MOMENT.light, MOMENT.light + 0.12), kept),
    ...line(room.y + room.height / 2, ">", 0, phase(within, MOMENT.keep, MOMENT.keep + 0.08), !kept),
  ];
}

/** The matrix, and the rule at its right on a wide stage, below it on a narrow one. */
function layoutOf({ width, height, step }: SceneInput, { rows, cols }: Slice): Layout {
  const narrow = isNarrow(width);
  const side = (narrow ? 38 : SIDE) + COUNT.x;
  const aside = narrow ? 0 : 150;
  const below = narrow ? WRITTEN : 0;
  const wide = cellIn(width - side - aside - 16, 1, 1, cols.size).width;
  const band = bandAbove(step.name, { rows, cols }, wide * cols.size) + COUNT.y;
  const fit = cellIn(wide * cols.size, height - band - below - 16, rows.size, cols.size);
  const cell = { width: Math.min(fit.width, fit.height * 1.4), height: fit.height };
  const used = side + cols.size * cell.width + aside;
  const x = (width - used) / 2 + side;
  const y = (height - band - below - rows.size * cell.height) / 2 + band;
  const room = narrow
    ? { x: 8, y: y + rows.size * cell.height + 8, width: width - 16, height: WRITTEN - 10 }
    : {
        x: x + cols.size * cell.width + 20,
        y: y + (rows.size * cell.height - WRITTEN) / 2,
        width: aside - 20,
        height: WRITTEN,
      };
  return { cell, x, y, room };
}
