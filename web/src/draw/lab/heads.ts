/**
 * The attention of each head over one row of words: heads side by side, a line for each layer. In every row of a head, the cell
 * of the next word, which the row is to predict, has an outline: dashed, and solid once it has more than an even share.
 */
import type { FloatTensor } from "../../module/training/types.js";
import { mono } from "../marks/marks.js";
import { matrix } from "../marks/matrix.js";
import { columnNameRoom, columnNames, rowNameRoom, rowNames } from "../marks/token_names.js";
import { SMALLEST_LABEL } from "../measure.js";
import type { Mark, Picture } from "../picture.js";
import { sequential } from "../scale.js";
import type { Axis } from "../tensor_view.js";
import type { Palette } from "../theme.js";

/** The tensor name that every cell of the picture refers to, with its index (layer, head, row, column). */
export const ATTENTION = "attention";

export interface HeadsSpec {
  /** (layers, H, L, L) */
  readonly attention: FloatTensor;
  readonly words: readonly string[];
  readonly width: number;
  readonly theme: Palette;
  /** Above each head. */
  readonly titleOf: (layer: number, head: number) => string;
  /** The head that is shown below, too. */
  readonly front: { readonly layer: number; readonly head: number };
  /** The word whose row and column are in front. */
  readonly at: number | undefined;
}

const [MAX_CELL, MIN_CELL] = [40, 7] as const;
const [HEAD_GAP, TITLE_HEIGHT, NAMES_HEIGHT, LAYER_GAP] = [14, 17, 16, 12] as const;

interface Layout {
  readonly cell: number;
  /** The height of the words above a head. */
  readonly above: number;
  /** Where the first column of cells begins. */
  readonly left: number;
  /** The width and height of a head without its labels. */
  readonly side: number;
  readonly acrossHeads: number;
  readonly downLayers: number;
}

function layoutOf({ attention, width }: HeadsSpec, axis: Axis): Layout {
  const names = rowNameRoom(axis);
  const [, heads = 1, length = 1] = attention.shape;
  const free = width - names - HEAD_GAP * (heads - 1) - 2;
  const cell = Math.max(MIN_CELL, Math.min(MAX_CELL, Math.floor(free / heads / length)));
  const side = cell * length;
  const above = Math.max(NAMES_HEIGHT, columnNameRoom(axis, cell) + 1);
  return {
    cell,
    above,
    side,
    left: names,
    acrossHeads: side + HEAD_GAP,
    downLayers: TITLE_HEIGHT + above + side + LAYER_GAP,
  };
}

export function headsPicture(spec: HeadsSpec): Picture {
  const [layers = 0, heads = 0] = spec.attention.shape;
  const axis = axisOf(spec.words);
  const layout = layoutOf(spec, axis);
  const marks: Mark[] = [];
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) marks.push(...headMarks(spec, layout, axis, layer, head));
  return {
    width: Math.max(spec.width, layout.left + heads * layout.acrossHeads - HEAD_GAP + 2),
    height: layers * layout.downLayers - LAYER_GAP + 2,
    marks,
  };
}

const axisOf = (words: readonly string[]): Axis => ({
  letter: "L",
  size: words.length,
  names: {
    axis: 2,
    tokens: words.map((text, at) => ({ text, at, isPadding: false })),
    dimsPadding: false,
    size: SMALLEST_LABEL,
  },
});

function headMarks(spec: HeadsSpec, layout: Layout, axis: Axis, layer: number, head: number): Mark[] {
  const { attention, theme, at, front } = spec;
  const isFront = front.layer === layer && front.head === head;
  const { cell, above, left, acrossHeads, downLayers } = layout;
  const x = left + head * acrossHeads;
  const y = layer * downLayers + TITLE_HEIGHT + above;
  const index = (row: number, col: number) => [layer, head, row, col] as const;
  const value = (row: number, col: number) => weightAt(attention, index(row, col));
  const place = { x, y, cell: { width: cell, height: cell }, rows: axis, cols: axis, theme };
  const isInFront = (row: number, col: number) => at === undefined || row === at || col === at;
  return [
    mono(spec.titleOf(layer, head), x, y - above - TITLE_HEIGHT / 2, isFront ? theme.accent : theme.muted, {
      size: SMALLEST_LABEL,
      font: "sans",
      bold: isFront,
    }),
    ...columnNames({ ...place, y: y - 2 }),
    ...(head === 0 ? rowNames({ ...place, x: x - 6 }) : []),
    ...matrix({
      ...place,
      value: (row, col) => rounded(value(row, col)),
      ...{ scale: sequential(theme), labels: "none" },
      ref: (row, col) => ({ name: ATTENTION, index: index(row, col) }),
      dim: (row, col) => (isInFront(row, col) ? 1 : theme.rest),
    }),
    ...nextWordOutlines(spec, layout, { x, y }, value),
  ];
}

/** Rounded like its digits, so that colours can be cached. A weight that is not masked stays above 0. */
const rounded = (weight: number): number =>
  weight > 0 ? Math.round(weight * 100) / 100 || MIN_WEIGHT : weight;
const MIN_WEIGHT = 0.001;

/** (layers, H, L, L) at an index. */
export function weightAt(
  { shape, data }: FloatTensor,
  [layer, head, row, col]: readonly [number, number, number, number],
) {
  const [, heads = 0, length = 0] = shape;
  return data[((layer * heads + head) * length + row) * length + col] ?? 0;
}

/** The outline width for twice an even share or more. */
const MAX_STROKE = 2;

/** The weight of each word if a row gave all words the same weight. */
export const evenShare = ({ shape }: FloatTensor): number => 1 / (shape[3] ?? 1);

function nextWordOutlines(
  { attention, theme, at }: HeadsSpec,
  { cell }: Layout,
  { x, y }: { readonly x: number; readonly y: number },
  value: (row: number, col: number) => number,
): Mark[] {
  const share = evenShare(attention);
  return Array.from({ length: (attention.shape[3] ?? 1) - 1 }, (_, row): Mark => {
    const weight = value(row, row + 1);
    const opacity = at === undefined || row === at ? 1 : theme.rest;
    const box = {
      x: x + (row + 1) * cell + 1,
      y: y + row * cell + 1,
      width: cell - 2,
      height: cell - 2,
      opacity,
    };
    return weight > share
      ? { kind: "rect", ...box, stroke: theme.positive, strokeWidth: Math.min(MAX_STROKE, weight / share) }
      : { kind: "rect", ...box, stroke: theme.muted, strokeWidth: 1, dash: [2, 2] };
  });
}
