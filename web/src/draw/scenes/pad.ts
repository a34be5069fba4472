/**
 * Pad: ragged rows of token ids become one tensor. The rows are measured, the longest sets L, and each shorter row is
 * filled with padId at its end: ids[b, l] = sequence[b][l], or padId from its length on.
 */
import { phase } from "../../timeline/easing.js";
import { bandAbove, block, SIDE } from "../block.js";
import { stroke } from "../marks.js";
import type { CellSize } from "../matrix.js";
import type { Mark } from "../picture.js";
import { cellIn, monoSize } from "../room.js";
import type { Scene, SceneInput } from "../scene.js";
import { type Slice, sliceOf } from "../tensor_view.js";
import { isNarrow, monoWidth } from "../text.js";
import { tokens } from "../written.js";
import { type Sweep, sweep } from "./sweep.js";

const MEASURE = { from: 0.05, to: 0.22 } as const;
const LONGEST = { from: 0.22, to: 0.32 } as const;
const FILL = { from: 0.34, to: 0.88 } as const;
const CLOSE = { from: 0.9, to: 1 } as const;
/** Within a slow row: its missing cells are counted, then they come. */
const COUNTED = 0.4;

interface Layout {
  readonly cell: CellSize;
  readonly x: number;
  readonly y: number;
  /** Air between the rows while they are lists of their own. */
  readonly gap: number;
  readonly counted: number;
  readonly rule: number;
}

export const pad: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const lengths = lengthsOf(input);
  const slice = sliceOf(step, focus, 0, 1);
  const longest = slice.cols.size;
  const short = lengths.map((length, row) => ({ length, row })).filter(({ length }) => length < longest);
  const layout = layoutOf(input, slice);
  const { cell, x, y } = layout;
  const fill = sweep(t, FILL, short.length);
  const rank = new Map(short.map(({ row }, i) => [row, i]));
  const closed = phase(t, CLOSE.from, CLOSE.to);
  const spread = (row: number): number => row * layout.gap * (1 - closed);
  const bracket = phase(t, LONGEST.from, LONGEST.to);
  const slowRow = short[fill.slow]?.row ?? -1;
  const come = (row: number, col: number): number =>
    arrival(fill, rank.get(row), row === slowRow, col - (lengths[row] ?? 0), longest - (lengths[row] ?? 0));
  const marks: Mark[] = block({
    ...slice,
    x,
    y,
    cell,
    theme,
    title: step.name,
    scale: tokens(trace.spec.padId, cell, theme),
    framed: closed >= 1,
    labelled: closed,
    shown: (row, col) => (col < (lengths[row] ?? 0) ? 1 : come(row, col)),
    shift: (row, col) => [col < (lengths[row] ?? 0) ? 0 : 14 * (1 - come(row, col)), spread(row)],
    lit: (row, col) => row === slowRow && col >= (lengths[row] ?? 0) && come(row, col) > 0,
  });
  const cells = (row: number, length: number): number => {
    let arrived = length;
    for (let col = length; col < longest; col++) arrived += Number(come(row, col) >= 1);
    return arrived;
  };
  marks.push(...lists(layout, input, lengths, cells, spread, closed));
  const bar = y + focus.batch * cell.height + spread(focus.batch);
  marks.push(stroke(x - 4, bar, x - 4, bar + cell.height, theme.accent, { width: 4 }));
  marks.push(...longestMarks(input, layout, lengths, longest, bracket, closed, spread));
  lengths.forEach((length, row) => {
    const from = MEASURE.from + (row / lengths.length) * 0.12;
    const seen = Math.min(phase(t, from, from + 0.05), 1 - closed);
    const isSlow = row === slowRow;
    const missing = phase(fill.progress(rank.get(row) ?? -1), 0, isSlow ? COUNTED : 0.3);
    const middle = y + (row + 0.5) * cell.height + spread(row);
    marks.push(...countOf(input, layout, length, longest, middle, seen, rank.has(row) ? missing : 0, isSlow));
  });
  return { width, height, marks };
};

/** A hairline around each row while it is a list of its own. */
const lists = (
  { cell, x, y }: Layout,
  { theme }: SceneInput,
  lengths: readonly number[],
  cells: (row: number, length: number) => number,
  spread: (row: number) => number,
  closed: number,
): Mark[] =>
  closed >= 1
    ? []
    : lengths.map((length, row) => ({
        kind: "rect",
        x,
        y: y + row * cell.height + spread(row),
        width: Math.max(4, cells(row, length) * cell.width),
        height: cell.height,
        stroke: theme.hairline,
        strokeWidth: 1,
        opacity: 1 - closed,
      }));

const lengthsOf = ({ trace, step }: SceneInput): readonly number[] =>
  ((step.name === "target_ids" ? trace.spec.target : trace.spec.sequences) ?? []).map((row) => row.length);

/** How far the i-th of a row's `missing` padding cells has come. */
function arrival(fill: Sweep, rank: number | undefined, slow: boolean, i: number, missing: number): number {
  if (rank === undefined) return 0;
  const p = fill.progress(rank);
  const start = slow ? COUNTED : 0.3;
  const each = (1 - start) / 2;
  const from = start + (missing < 2 ? 0 : (i / (missing - 1)) * (1 - start - each));
  return phase(p, from, from + each);
}

function layoutOf({ width, height, step }: SceneInput, slice: Slice): Layout {
  const rows = slice.rows.size;
  const narrow = isNarrow(width);
  const side = narrow ? 36 : SIDE;
  const counted =
    monoWidth(`${slice.cols.size} − ${slice.cols.size} = ${slice.cols.size}`, narrow ? 11 : 13) + 16;
  const gap = rows < 2 ? 0 : Math.min(8, (height * 0.12) / (rows - 1));
  const rule = 34;
  const gaps = gap * (rows - 1);
  const cellWidth = cellIn(width - side - counted - 12, 1, 1, slice.cols.size).width;
  const band = bandAbove(step.name, slice, cellWidth * slice.cols.size);
  const cell = cellIn(cellWidth * slice.cols.size, height - rule - band - gaps - 20, rows, slice.cols.size);
  const used = side + slice.cols.size * cell.width + counted;
  const tall = rule + band + gaps + rows * cell.height;
  const top = (height - tall) / 2;
  return { cell, gap, counted, x: (width - used) / 2 + side, y: top + rule + band, rule: top + rule / 2 };
}

/** L = max(8, 5, 10, 4, 9) = 10, and the line that every row is to reach. */
function longestMarks(
  { step, theme, width }: SceneInput,
  { cell, x, y, rule }: Layout,
  lengths: readonly number[],
  longest: number,
  shown: number,
  closed: number,
  spread: (row: number) => number,
): Mark[] {
  if (shown <= 0) return [];
  const letter = step.axes[1] ?? "L";
  const all = `${letter} = max(${lengths.join(", ")}) = ${longest}`;
  const room = width - 24;
  const text = monoWidth(all, 11) <= room ? all : `${letter} = max(…) = ${longest}`;
  const reach = x + longest * cell.width + 2;
  const marks: Mark[] = [
    {
      kind: "text",
      x: width / 2,
      y: rule,
      text,
      size: monoSize(text, room, 16),
      color: theme.axes[letter] ?? theme.ink,
      align: "middle",
      font: "mono",
      opacity: shown,
    },
  ];
  if (closed < 1)
    marks.push({
      kind: "line",
      color: theme.axes[letter] ?? theme.ink,
      width: 1.5,
      dash: [4, 4],
      opacity: shown * (1 - closed),
      points: [
        [reach, y + spread(0) - 4],
        [reach, y + lengths.length * cell.height + spread(lengths.length - 1) + 4],
      ],
    });
  return marks;
}

/** A row's length behind it; in a short row it becomes the number of cells that are missing. */
function countOf(
  { theme, width }: SceneInput,
  { x, cell }: Layout,
  length: number,
  longest: number,
  y: number,
  shown: number,
  missing: number,
  slow: boolean,
): Mark[] {
  const size = isNarrow(width) ? 11 : 13;
  if (shown <= 0 || cell.height < 11) return [];
  const at = x + longest * cell.width + 12;
  const marks: Mark[] = [
    {
      kind: "text",
      x: at,
      y,
      text: String(length),
      size,
      color: length === longest ? theme.ink : theme.muted,
      align: "start",
      font: "mono",
      bold: length === longest,
      opacity: shown * Math.max(0, 1 - 2 * missing),
    },
  ];
  if (missing > 0.5)
    marks.push({
      kind: "text",
      x: at,
      y,
      text: `${longest} − ${length} = ${longest - length}`,
      size,
      color: slow ? theme.accent : theme.muted,
      align: "start",
      font: "mono",
      bold: slow,
      opacity: shown * (2 * missing - 1),
    });
  return marks.filter((m) => m.opacity !== 0);
}
