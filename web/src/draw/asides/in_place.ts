/** An underscore at the end: after `masked_fill_` both names mean one changed tensor, after `masked_fill` there are two. */

import { stroke } from "../marks/marks.js";
import type { CellSize } from "../marks/matrix.js";
import type { Mark } from "../picture.js";
import type { Place } from "../place.js";
import { type Scale, scaleOf } from "../scale.js";
import { type Slice, sliceOf, stepOf } from "../tensor_view.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { type Aside, centred, MARGIN, SIZE } from "./aside.js";
import { grid } from "./grid.js";
import { isMasked, range } from "./row.js";

/** As in `masked = scores.masked_fill(…)`. */
const NAMES = ["scores", "masked"] as const;
const MOST = 3;
const CELL_HEIGHT = 19;
const GAP = 12;
const LINE = 18;
const WIRE = 20;

export const inPlace: Aside = ({ trace, step, focus, theme, width }) => {
  const source = stepOf(trace, step.inputs[0] ?? "");
  const [scores, filled] = [sliceOf(source, focus), sliceOf(step, focus)];
  const at = firstMasked(filled);
  if (!at) return undefined;
  const [before, after] = [scores, filled].map((slice) =>
    at.rows.map((r) => at.cols.map((c) => slice.value(r, c))),
  );
  const scale = scaleOf(source, trace.spec.padId, theme);
  // Left half: one tensor. Right half: two.
  const each = (width - 2 * MARGIN - 2 * GAP) / 3;
  const cell = { width: Math.min(44, each / at.cols.length), height: CELL_HEIGHT };
  const block = cell.width * at.cols.length;
  const kit: Kit = { theme, cell, scale, block };
  const centres = [0, 1, 2].map((i) => MARGIN + each / 2 + i * (each + GAP));
  const [one = 0, two = 0, three = 0] = centres;
  const y = MARGIN + LINE;
  const tensorY = y + LINE + WIRE;
  const height = tensorY + at.rows.length * CELL_HEIGHT + MARGIN;
  const middle = (one + two) / 2;
  const spread = monoWidth(NAMES[0], SIZE) / 2 + 4;
  return {
    width,
    height,
    marks: [
      centred("masked_fill_", one, MARGIN + LINE / 2 - 2, theme.ink, true),
      centred("masked_fill", (two + three) / 2, MARGIN + LINE / 2 - 2, theme.ink, true),
      stroke(middle, MARGIN, middle, height - MARGIN, theme.hairline, { width: 1 }),
      ...NAMES.flatMap((name, i) => wire(name, one + (i * 2 - 1) * spread, { x: one, y }, kit)),
      ...tensor(after ?? [], one, tensorY, kit),
      ...wire(NAMES[0], two, { x: two, y }, kit),
      ...tensor(before ?? [], two, tensorY, kit),
      ...wire(NAMES[1], three, { x: three, y }, kit),
      ...tensor(after ?? [], three, tensorY, kit),
    ],
    facts: { gone: String((after ?? []).flat().filter(isMasked).length) },
  };
};

interface Kit {
  readonly theme: Theme;
  readonly cell: CellSize;
  readonly scale: Scale;
  readonly block: number;
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
  const from = Math.max(0, Math.min(i - 1, size - MOST));
  return range(Math.min(MOST, size)).map((k) => from + k);
}

/** A name, and the arrow to the tensor it stands for. */
const wire = (name: string, x: number, to: Place, { theme }: Kit): Mark[] => [
  centred(name, x, to.y + LINE / 2, theme.accent),
  stroke(x, to.y + LINE, to.x + (x - to.x) / 3, to.y + LINE + WIRE - 3, theme.accent, { arrow: true }),
];

const tensor = (values: readonly (readonly number[])[], x: number, y: number, kit: Kit): Mark[] =>
  grid({ x: x - kit.block / 2, y, ...kit, values });
