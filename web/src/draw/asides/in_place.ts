/** The meaning of a trailing underscore: after `masked_fill_` both names mean one changed tensor, after `masked_fill` there are two. */
import { range } from "../../module/shape.js";
import { stroke } from "../marks/marks.js";
import { monoWidth } from "../measure.js";
import type { Mark } from "../picture.js";
import { scaleOf } from "../scale.js";
import { type Slice, sliceOf, stepOf } from "../tensor_view.js";
import { type Aside, centred, grid, MARGIN, SIZE } from "./aside.js";
import { isMasked } from "./row.js";

/** As in `masked = scores.masked_fill(…)`. */
const NAMES = ["scores", "masked"] as const;
const MAX_CELLS = 3;
const CELL_HEIGHT = 19;
const GAP = 12;
const LINE_HEIGHT = 18;
const ARROW_HEIGHT = 20;

export const inPlace: Aside = ({ trace, step, focus, theme, width }) => {
  const source = stepOf(trace, step.inputs[0] ?? "");
  const filled = sliceOf(step, focus);
  const excerpt = firstMasked(filled);
  if (!excerpt) return undefined;
  const { rows, cols } = excerpt;
  const valuesOf = (slice: Slice): number[][] => rows.map((r) => cols.map((c) => slice.value(r, c)));
  const [before, after] = [valuesOf(sliceOf(source, focus)), valuesOf(filled)];
  const scale = scaleOf(source, trace, theme);
  // Left half: one tensor. Right half: two.
  const each = (width - 2 * MARGIN - 2 * GAP) / 3;
  const cell = { width: Math.min(44, each / cols.length), height: CELL_HEIGHT };
  const centreOf = (i: number): number => MARGIN + each / 2 + i * (each + GAP);
  const [inPlaceX, sourceX, copyX] = [centreOf(0), centreOf(1), centreOf(2)];
  const y = MARGIN + LINE_HEIGHT;
  const arrowY = y + LINE_HEIGHT;
  const tensorY = arrowY + ARROW_HEIGHT;
  const height = tensorY + rows.length * CELL_HEIGHT + MARGIN;
  const dividerX = (inPlaceX + sourceX) / 2;
  const nameOffset = monoWidth(NAMES[0], SIZE) / 2 + 4;
  const title = (text: string, x: number): Mark =>
    centred(text, x, MARGIN + LINE_HEIGHT / 2 - 2, theme.ink, true);
  /** A name, and the arrow to the tensor it stands for. */
  const named = (name: string, x: number, to = x): Mark[] => [
    centred(name, x, y + LINE_HEIGHT / 2, theme.accent),
    stroke(x, arrowY, to + (x - to) / 3, tensorY - 3, theme.accent, { arrow: true }),
  ];
  const tensor = (values: number[][], x: number): Mark[] =>
    grid({ x: x - (cell.width * cols.length) / 2, y: tensorY, cell, values, scale, theme });
  return {
    ...{ width, height },
    marks: [
      title("masked_fill_", inPlaceX),
      title("masked_fill", (sourceX + copyX) / 2),
      stroke(dividerX, MARGIN, dividerX, height - MARGIN, theme.hairline, { width: 1 }),
      ...named(NAMES[0], inPlaceX - nameOffset, inPlaceX),
      ...named(NAMES[1], inPlaceX + nameOffset, inPlaceX),
      ...tensor(after, inPlaceX),
      ...named(NAMES[0], sourceX),
      ...tensor(before, sourceX),
      ...named(NAMES[1], copyX),
      ...tensor(after, copyX),
    ],
    facts: { gone: String(after.flat().filter(isMasked).length) },
  };
};

/** A few rows and columns around the first cell that the mask has filled, with one beside it that it has not. */
function firstMasked({ rows, cols, value }: Slice): { rows: number[]; cols: number[] } | undefined {
  for (const row of range(rows.size))
    for (const col of range(cols.size))
      if (isMasked(value(row, col))) return { rows: around(row, rows.size), cols: around(col, cols.size) };
  return undefined;
}

/** As many as are shown, with `i` among them. */
function around(i: number, size: number): number[] {
  const from = Math.max(0, Math.min(i - 1, size - MAX_CELLS));
  return range(Math.min(MAX_CELLS, size)).map((k) => from + k);
}
