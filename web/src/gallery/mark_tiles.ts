/** A tile for every mark in each of its looks. */

import { arithmeticLine } from "../draw/marks/arithmetic_line.js";
import { block } from "../draw/marks/block.js";
import { mono, stroke } from "../draw/marks/marks.js";
import { cellMark, matrix } from "../draw/marks/matrix.js";
import type { Mark } from "../draw/picture.js";
import { bits, type CellStyle, diverging, idsScale, sequential } from "../draw/scale.js";
import type { Theme } from "../draw/theme.js";
import type { Tile } from "./tile.js";

const [WIDTH, HEIGHT] = [200, 60];
const CELL = { width: 48, height: 34 };
const AT = { x: 76, y: 13, ...CELL };

type Marks = (theme: Theme, t: number) => readonly Mark[];

const tile = (name: string, marks: Marks, width = WIDTH, height = HEIGHT): Tile => ({
  name,
  picture: ({ theme, t }) => ({ width, height, marks: marks(theme, t) }),
});

const cell = (name: string, style: (theme: Theme) => CellStyle, more: Partial<Mark> = {}): Tile =>
  tile(`cell ${name}`, (theme) => [{ ...cellMark(AT, style(theme), 14), ...more } as Mark]);

const FRAME = { kind: "rect", x: 40, y: 12, width: 120, height: 36 } as const;
const VALUES = [
  [-1, -0.5, 0, 0.5, 1],
  [Number.NaN, Number.NEGATIVE_INFINITY, -1e12, 0.25, -0.25],
];
const valueAt = (row: number, col: number): number => VALUES[row]?.[col] ?? 0;

const cells: readonly Tile[] = [
  cell("positive", (theme) => diverging(1, theme)(0.87)),
  cell("negative", (theme) => diverging(1, theme)(-0.87)),
  cell("zero", (theme) => diverging(1, theme)(0)),
  cell("weight", (theme) => sequential(theme)(0.57)),
  cell("weight 0", (theme) => sequential(theme)(0)),
  cell("NaN", (theme) => diverging(1, theme)(Number.NaN)),
  cell("−∞", (theme) => diverging(1, theme)(Number.NEGATIVE_INFINITY)),
  cell("fill", (theme) => diverging(1, theme)(-1e12)),
  cell("bit 1", (theme) => bits(theme)(1)),
  cell("bit 0", (theme) => bits(theme)(0)),
  cell("bit 1, ignore", (theme) => bits(theme, 1)(1)),
  cell("id", (theme) => idsScale(0, theme)(62)),
  cell("pad id", (theme) => idsScale(0, theme)(0)),
  tile("cell lit", (theme) => [cellMark(AT, diverging(1, theme)(0.5), 14, 1, theme.accent)]),
  tile("cell dim", (theme) => [cellMark(AT, diverging(1, theme)(0.5), 14, theme.rest)]),
  tile("cell appearing", (theme, t) => [cellMark(AT, diverging(1, theme)(0.5), 14, t)]),
];

const simpleMarks: readonly Tile[] = [
  tile("text mono", (theme) => [mono("q_heads", 40, 30, theme.ink)]),
  tile("text bold", (theme) => [mono("q_heads", 40, 30, theme.ink, { bold: true })]),
  tile("text muted", (theme) => [mono("0.5700", 160, 30, theme.muted, { align: "end", size: 11 })]),
  tile("line", (theme) => [stroke(40, 30, 160, 30, theme.ink)]),
  tile("line dashed", (theme) => [stroke(40, 30, 160, 30, theme.ink, { dash: [3, 3] })]),
  tile("line arrow", (theme) => [stroke(40, 44, 160, 16, theme.accent, { arrow: true, width: 2 })]),
  tile("rect", (theme) => [{ ...FRAME, stroke: theme.accent, strokeWidth: 2, radius: 2 }]),
  tile("rect dashed", (theme) => [{ ...FRAME, stroke: theme.accent, strokeWidth: 2, dash: [3, 3] }]),
  tile("rect filled", (theme) => [{ ...FRAME, fill: theme.blank, stroke: theme.hairline }]),
];

const composites: readonly Tile[] = [
  tile(
    "matrix",
    (theme, t) =>
      matrix({
        ...matrixOf(theme),
        title: "scores",
        shown: (_, col) => Number(col / 5 <= t),
        lit: (row, col) => row === 0 && col === 1,
      }),
    340,
    120,
  ),
  tile("block", (theme) => block({ ...matrixOf(theme), title: "scores", rowLabel: "above" }), 340, 120),
  tile(
    "written line",
    (theme) =>
      arithmeticLine(
        [
          { cell: diverging(1, theme)(0.5) },
          { text: "×" },
          { cell: diverging(1, theme)(-0.25), lit: true },
          { text: "=" },
          { cell: diverging(1, theme)(-0.13) },
        ],
        { x: 8, y: 8, width: 324, height: 44 },
        theme,
      ).marks,
    340,
  ),
];

const matrixOf = (theme: Theme) => ({
  x: 60,
  y: 40,
  cell: CELL,
  rows: { letter: "L", size: 2 },
  cols: { letter: "K", size: 5 },
  value: valueAt,
  scale: diverging(1, theme),
  theme,
});

export const markTiles: readonly Tile[] = [...cells, ...simpleMarks, ...composites];
