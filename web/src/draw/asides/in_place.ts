/** The meaning of a trailing underscore: after `masked_fill_` both names mean one changed tensor, after `masked_fill` there are two. */

import { range } from "../../module/shape.js";
import type { CellSize } from "../marks/cells.js";
import { stroke } from "../marks/marks.js";
import type { Mark, Point } from "../picture.js";
import { type Scale, scaleOf } from "../scale.js";
import { type Slice, sliceOf, stepOf } from "../tensor_view.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
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
  const [scores, filled] = [sliceOf(source, focus), sliceOf(step, focus)];
  const excerpt = firstMasked(filled);
  if (!excerpt) return undefined;
  const [before, after] = [scores, filled].map((slice) =>
    excerpt.rows.map((r) => excerpt.cols.map((c) => slice.value(r, c))),
  );
  const scale = scaleOf(source, trace.spec.padId, theme);
  // Left half: one tensor. Right half: two.
  const each = (width - 2 * MARGIN - 2 * GAP) / 3;
  const cell = { width: Math.min(44, each / excerpt.cols.length), height: CELL_HEIGHT };
  const blockWidth = cell.width * excerpt.cols.length;
  const options: DrawOptions = { theme, cell, scale, blockWidth };
  const centres = [0, 1, 2].map((i) => MARGIN + each / 2 + i * (each + GAP));
  const [inPlaceX = 0, sourceX = 0, copyX = 0] = centres;
  const y = MARGIN + LINE_HEIGHT;
  const tensorY = y + LINE_HEIGHT + ARROW_HEIGHT;
  const height = tensorY + excerpt.rows.length * CELL_HEIGHT + MARGIN;
  const dividerX = (inPlaceX + sourceX) / 2;
  const nameOffset = monoWidth(NAMES[0], SIZE) / 2 + 4;
  return {
    width,
    height,
    marks: [
      centred("masked_fill_", inPlaceX, MARGIN + LINE_HEIGHT / 2 - 2, theme.ink, true),
      centred("masked_fill", (sourceX + copyX) / 2, MARGIN + LINE_HEIGHT / 2 - 2, theme.ink, true),
      stroke(dividerX, MARGIN, dividerX, height - MARGIN, theme.hairline, { width: 1 }),
      ...NAMES.flatMap((name, i) =>
        nameWithArrow(name, inPlaceX + (i * 2 - 1) * nameOffset, { x: inPlaceX, y }, options),
      ),
      ...tensor(after ?? [], inPlaceX, tensorY, options),
      ...nameWithArrow(NAMES[0], sourceX, { x: sourceX, y }, options),
      ...tensor(before ?? [], sourceX, tensorY, options),
      ...nameWithArrow(NAMES[1], copyX, { x: copyX, y }, options),
      ...tensor(after ?? [], copyX, tensorY, options),
    ],
    facts: { gone: String((after ?? []).flat().filter(isMasked).length) },
  };
};

interface DrawOptions {
  readonly theme: Theme;
  readonly cell: CellSize;
  readonly scale: Scale;
  readonly blockWidth: number;
}

/** A few rows and columns around the first cell that the mask has filled, with one beside it that it has not. */
function firstMasked(filled: Slice): { rows: number[]; cols: number[] } | undefined {
  const [height, width] = [filled.rows.size, filled.cols.size];
  for (const row of range(height))
    for (const col of range(width))
      if (isMasked(filled.value(row, col))) return { rows: around(row, height), cols: around(col, width) };
  return undefined;
}

/** As many as are shown, with `i` among them. */
function around(i: number, size: number): number[] {
  const from = Math.max(0, Math.min(i - 1, size - MAX_CELLS));
  return range(Math.min(MAX_CELLS, size)).map((k) => from + k);
}

/** A name, and the arrow to the tensor it stands for. */
const nameWithArrow = (name: string, x: number, to: Point, { theme }: DrawOptions): Mark[] => [
  centred(name, x, to.y + LINE_HEIGHT / 2, theme.accent),
  stroke(x, to.y + LINE_HEIGHT, to.x + (x - to.x) / 3, to.y + LINE_HEIGHT + ARROW_HEIGHT - 3, theme.accent, {
    arrow: true,
  }),
];

const tensor = (values: readonly (readonly number[])[], x: number, y: number, options: DrawOptions): Mark[] =>
  grid({ x: x - options.blockWidth / 2, y, ...options, values });
