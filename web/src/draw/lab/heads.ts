/**
 * The attention of each head over one row of words: heads side by side, a line for each layer. In every row of a head, the cell
 * of the next word, which the row is to predict, has an outline: dashed, and solid once it has more than an even share.
 */
import { range } from "../../module/shape.js";
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

export function headsPicture({ attention, words, width, theme, titleOf, front, at }: HeadsSpec): Picture {
  const [layers = 0, heads = 0, length = 1] = attention.shape;
  const axis: Axis = {
    letter: "L",
    size: words.length,
    names: {
      axis: 2,
      tokens: words.map((text, at) => ({ text, at, isPadding: false })),
      dimsPadding: false,
      size: SMALLEST_LABEL,
    },
  };
  const left = rowNameRoom(axis);
  const free = width - left - HEAD_GAP * (heads - 1) - 2;
  const cell = Math.max(MIN_CELL, Math.min(MAX_CELL, Math.floor(free / heads / length)));
  /** The height of the words above a head, and the width and height of its cells. */
  const [above, side] = [Math.max(NAMES_HEIGHT, columnNameRoom(axis, cell) + 1), cell * length];
  const acrossHeads = side + HEAD_GAP;
  const downLayers = TITLE_HEIGHT + above + side + LAYER_GAP;
  const share = evenShare(attention);

  const headMarks = (layer: number, head: number): Mark[] => {
    const isFront = front.layer === layer && front.head === head;
    const x = left + head * acrossHeads;
    const y = layer * downLayers + TITLE_HEIGHT + above;
    const index = (row: number, col: number) => [layer, head, row, col] as const;
    const value = (row: number, col: number) => weightAt(attention, index(row, col));
    const place = { x, y, cell: { width: cell, height: cell }, rows: axis, cols: axis, theme };
    const isInFront = (row: number, col: number) => at === undefined || row === at || col === at;
    const title = { size: SMALLEST_LABEL, font: "sans", bold: isFront } as const;
    const titleColor = isFront ? theme.accent : theme.muted;

    const nextWordOutline = (row: number): Mark => {
      const weight = value(row, row + 1);
      const opacity = at === undefined || row === at ? 1 : theme.rest;
      const inner = { x: x + (row + 1) * cell + 1, y: y + row * cell + 1, width: cell - 2, height: cell - 2 };
      return weight > share
        ? {
            ...{ kind: "rect", ...inner, opacity, stroke: theme.positive },
            strokeWidth: Math.min(MAX_STROKE, weight / share),
          }
        : { kind: "rect", ...inner, opacity, stroke: theme.muted, strokeWidth: 1, dash: [2, 2] };
    };

    return [
      mono(titleOf(layer, head), x, y - above - TITLE_HEIGHT / 2, titleColor, title),
      ...columnNames({ ...place, y: y - 2 }),
      ...(head === 0 ? rowNames({ ...place, x: x - 6 }) : []),
      ...matrix({
        ...place,
        value: (row, col) => rounded(value(row, col)),
        ...{ scale: sequential(theme), labels: "none" },
        ref: (row, col) => ({ name: ATTENTION, index: index(row, col) }),
        dim: (row, col) => (isInFront(row, col) ? 1 : theme.rest),
      }),
      ...range(length - 1).map(nextWordOutline),
    ];
  };

  return {
    width: Math.max(width, left + heads * acrossHeads - HEAD_GAP + 2),
    height: layers * downLayers - LAYER_GAP + 2,
    marks: range(layers).flatMap((layer) => range(heads).flatMap((head) => headMarks(layer, head))),
  };
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
