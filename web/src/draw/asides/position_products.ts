/**
 * The tutorial's position table, 64 positions of 128 dimensions, and below it the dot product of every two positions. The
 * dial chooses a position, whose row is framed in both.
 */
import type { Tensor } from "../../module/types.js";
import { mono, stroke } from "../marks/marks.js";
import type { Mark, Point, RectMark } from "../picture.js";
import { digits, diverging, type Scale, sequential } from "../scale.js";
import type { Theme } from "../theme.js";
import { type Aside, MARGIN, SIZE } from "./aside.js";

const [POSITIONS, DIMENSIONS] = [64, 128] as const;
const DEFAULT_POSITION = 20;
/** The distances whose dot products the sentence gives. */
const [NEAR, MIDDLE, FAR] = [1, 4, 16] as const;
const ROW_HEIGHT = 2;
const TITLE_HEIGHT = 16;
const AXIS_WIDTH = 14;

export const positionProducts: Aside = ({ hu, theme, width, dial = DEFAULT_POSITION }) => {
  const position = Math.max(0, Math.min(POSITIONS - 1, Math.round(dial)));
  const table = hu.positionalEncoding(POSITIONS, DIMENSIONS);
  // A linear layer computes x Wᵀ; with the table as its weight, the dot product of every two rows.
  const products = hu.linear(table, table);
  const free = width - 2 * MARGIN - AXIS_WIDTH;
  // Whole pixels, because narrow gaps between cells would draw a pattern of their own.
  const column = Math.max(1, Math.floor(free / DIMENSIONS));
  const cell = Math.max(1, Math.floor((free * 0.8) / POSITIONS));
  const at = { x: MARGIN + AXIS_WIDTH, y: MARGIN + TITLE_HEIGHT };
  const below = { x: at.x, y: at.y + POSITIONS * ROW_HEIGHT + 10 + TITLE_HEIGHT };
  const height = below.y + POSITIONS * cell + MARGIN;
  const product = (distance: number): string => {
    const other = position + distance < POSITIONS ? position + distance : position - distance;
    return digits(products.data[position * POSITIONS + other] ?? Number.NaN);
  };
  const [least, most] = extent(products);
  const productScale: Scale = (value) => sequential(theme)((value - least) / (most - least));
  const marks = [
    ...caption(`P ${POSITIONS} × D ${DIMENSIONS}`, at, theme),
    ...heatmap(table, at, { width: column, height: ROW_HEIGHT }, diverging(1, theme)),
    ...caption("dot products, P × P", below, theme),
    ...heatmap(products, below, { width: cell, height: cell }, productScale),
    frame({ x: at.x, y: at.y + position * ROW_HEIGHT }, DIMENSIONS * column, ROW_HEIGHT, theme),
    frame({ x: below.x, y: below.y + position * cell }, POSITIONS * cell, cell, theme),
  ];
  return {
    ...{ width, height, marks },
    facts: {
      position: String(position),
      ...{ same: product(0), near: product(NEAR), middle: product(MIDDLE), far: product(FAR) },
    },
    dial: { least: 0, most: POSITIONS - 1, step: 1, value: position },
  };
};

function extent({ data }: Tensor): readonly [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of data) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return [least, most];
}

/** Positions run down from the bracket at the left. */
const caption = (title: string, { x, y }: Point, theme: Theme): Mark[] => [
  mono(title, x, y - TITLE_HEIGHT / 2, theme.ink, { size: SIZE, bold: true }),
  mono("P", x - 4, y + SIZE / 2, theme.axes["P"] ?? theme.muted, { size: SIZE, align: "end" }),
  stroke(x - 2, y, x - 2, y + SIZE, theme.axes["P"] ?? theme.muted),
];

/** One rectangle for each run of cells of one colour. */
function heatmap(
  { data, shape: [rows = 0, cols = 0] }: Tensor,
  { x, y }: Point,
  { width, height }: { readonly width: number; readonly height: number },
  scale: Scale,
): RectMark[] {
  const marks: RectMark[] = [];
  for (let row = 0; row < rows; row++)
    for (let from = 0, col = 0; col < cols; col = from) {
      const { fill } = scale(data[row * cols + col] ?? 0);
      from = col + 1;
      while (from < cols && scale(data[row * cols + from] ?? 0).fill === fill) from++;
      const at = { x: x + col * width, y: y + row * height };
      marks.push({ kind: "rect", ...at, width: (from - col) * width, height, fill });
    }
  return marks;
}

const frame = ({ x, y }: Point, width: number, height: number, theme: Theme): RectMark => ({
  ...{ kind: "rect", x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
  ...{ stroke: theme.ink, strokeWidth: 1 },
});
