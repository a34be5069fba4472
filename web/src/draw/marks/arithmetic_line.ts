/**
 * What is written beside the matrices: a line of arithmetic made of cells and signs, and a table of shapes that aligns
 * axes in columns, so that broadcasting of an axis of size 1 is visible.
 */
import { between, monoWidth } from "../measure.js";
import type { CellMark, CellRef, CellSize, Mark, Rect } from "../picture.js";
import type { CellStyle } from "../scale.js";
import type { Theme } from "../theme.js";
import { cellMark, fontFor, roundToHalf } from "./cells.js";
import { mono, stroke } from "./marks.js";

/** A sign or word of code, or a cell with its number. */
export interface Token {
  readonly text?: string;
  readonly cell?: CellStyle;
  readonly ref?: CellRef;
  readonly lit?: boolean;
  readonly bold?: boolean;
  readonly color?: string;
  /** How far it has faded in. */
  readonly shown?: number;
}
export type CellToken = Token & Required<Pick<Token, "cell">>;

export interface Line {
  readonly marks: readonly Mark[];
  /** The position of each token. */
  readonly places: readonly Rect[];
}

const SPACE = 8;

/** The largest cell of a written line; narrower where the line would not fit its room. */
export function arithmeticCell(room: Rect): CellSize {
  const height = Math.min(room.height, Math.max(26, Math.min(48, room.height * 0.4)));
  return { width: Math.min(1.7 * height, room.width / 6), height };
}

/** A line of arithmetic in the middle of a room. */
export function arithmeticLine(
  tokens: readonly Token[],
  room: Rect,
  theme: Theme,
  cell = arithmeticCell(room),
  size = Math.max(15, cell.height * 0.5),
): Line {
  const widths = tokens.map((token) => (token.cell ? cell.width : monoWidth(token.text ?? "", size)));
  const total = widths.reduce((a, b) => a + b, 0) + SPACE * (tokens.length - 1);
  const scale = Math.min(1, room.width / total);
  let x = room.x + (room.width - total * scale) / 2;
  const y = room.y + room.height / 2;
  const marks: Mark[] = [];
  const places = tokens.map((token, i): Rect => {
    const width = (widths[i] ?? 0) * scale;
    const place = { x, y: y - cell.height / 2, width, height: cell.height };
    x += width + SPACE * scale;
    const opacity = token.shown ?? 1;
    if (opacity > 0)
      marks.push(
        token.cell
          ? looseCell({ ...token, cell: token.cell }, place, theme)
          : signMark(token, place, Math.max(11, size * scale), theme, opacity),
      );
    return place;
  });
  return { marks, places };
}

const signMark = (token: Token, { x, y, height }: Rect, size: number, theme: Theme, opacity: number): Mark =>
  mono(token.text ?? "", x, y + height / 2, token.color ?? theme.ink, {
    ...{ size, bold: token.bold ?? false, opacity },
  });

/** A cell outside a matrix. */
export function looseCell({ cell, ref, lit, shown }: CellToken, place: Rect, theme: Theme): CellMark {
  const fontSize = fontFor(place, Math.max(cell.text.length, cell.text.includes(".") ? 5 : 2));
  const outline = { outline: lit ? theme.accent : theme.hairline, outlineWidth: lit ? 2 : 1 };
  return { ...cellMark(place, cell, fontSize, shown, undefined, ref), ...outline };
}

/** A cell moving from one place to another; its number does not change. */
export function movingCell(
  { cell, ref }: CellToken,
  from: Rect,
  to: Rect,
  p: number,
  characters: number,
  theme: Theme,
): CellMark {
  const place = between(from, to, p);
  const fittedSize = fontFor(place, Math.max(cell.text.length, characters));
  const fontSize =
    from.width === to.width && from.height === to.height ? fittedSize : roundToHalf(fittedSize);
  const mark = cellMark(place, cell, fontSize, 1, theme.accent, ref);
  return p > 0 && p < 1 ? { ...mark, flies: true } : mark;
}

interface ShapeAxis {
  readonly letter: string;
  readonly size: number;
  readonly shown?: number;
  readonly lit?: boolean;
}

export interface ShapeRow {
  readonly name: string;
  /** One entry per column; undefined leaves the column empty. */
  readonly axes: readonly (ShapeAxis | undefined)[];
  readonly shown?: number;
}

const ROW_HEIGHT = 20;
const COLUMN_WIDTH = 44;

export const shapeTableSize = (rows: readonly ShapeRow[], size = 13): CellSize => ({
  width:
    Math.max(...rows.map((r) => monoWidth(r.name, size))) +
    COLUMN_WIDTH * Math.max(...rows.map((r) => r.axes.length)),
  height: ROW_HEIGHT * rows.length,
});

/** Names at the left, axes in columns; with `rule` a line is drawn above the last row, as above a sum. */
export function shapeTable(
  rows: readonly ShapeRow[],
  at: { x: number; y: number; width: number },
  theme: Theme,
  rule = false,
): Mark[] {
  const columns = Math.max(...rows.map((r) => r.axes.length));
  const size = shapeTableSize(rows).width <= at.width ? 13 : 11;
  const nameWidth = Math.max(...rows.map((r) => monoWidth(r.name, size)));
  const column = Math.min(COLUMN_WIDTH, (at.width - nameWidth) / columns);

  /** One size in the table, framed while it is explained. */
  const entry = (
    { letter, size: length, shown = 1, lit: bold = false }: ShapeAxis,
    right: number,
    y: number,
    of: number,
  ): Mark[] => {
    const [text, opacity] = [String(length), of * shown];
    const look = { size, align: "end", bold, opacity } as const;
    const width = monoWidth(text, size) + 8;
    const frame = { stroke: theme.accent, strokeWidth: 1.5, radius: 2, opacity };
    return [
      mono(text, right, y, theme.axes[letter] ?? theme.muted, look),
      ...(bold
        ? [{ kind: "rect" as const, x: right + 4 - width, y: y - 9, width, height: 18, ...frame }]
        : []),
    ];
  };

  return rows.flatMap(({ name, axes, shown: opacity = 1 }, i): Mark[] => {
    const y = at.y + (i + 0.5) * ROW_HEIGHT;
    const top = y - ROW_HEIGHT / 2;
    if (opacity <= 0) return [];
    const end = at.x + nameWidth + axes.length * column;
    return [
      mono(name, at.x, y, theme.ink, { size, opacity }),
      ...axes.flatMap((axis, c) =>
        axis && axis.shown !== 0 ? entry(axis, at.x + nameWidth + (c + 1) * column, y, opacity) : [],
      ),
      ...(rule && i === rows.length - 1
        ? [stroke(at.x, top, end, top, theme.hairline, { width: 1, opacity })]
        : []),
    ];
  });
}

/** Replaces a cell in place: it closes vertically like a shutter and opens with the new value. */
export function shutter(
  place: Rect,
  [before, after]: readonly [CellStyle, CellStyle],
  p: number,
  theme: Theme,
): CellMark[] {
  if (p <= 0 || p >= 1) return [];
  const open = Math.abs(2 * p - 1) * place.height;
  const gap = { ...place, y: place.y + (place.height - open) / 2, height: open };
  const visible = looseCell({ cell: p < 0.5 ? before : after }, gap, theme);
  const sized = visible.fontSize ? { ...visible, fontSize: roundToHalf(visible.fontSize) } : visible;
  return [{ kind: "cell", ...place, fill: theme.paper }, sized];
}
