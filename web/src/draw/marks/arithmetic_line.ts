/**
 * What is written beside the matrices: one line of arithmetic made of cells and signs, and the table of shapes in which
 * axes stand below each other, so that an axis of size 1 is seen to stretch.
 */

import { between, type Room } from "../layout/room.js";
import type { Palette } from "../palette.js";
import type { CellMark, CellRef, Mark } from "../picture.js";
import { bits, type CellStyle, idsScale, made, mix, type Scale } from "../scale.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { type CellSize, cellMark, fontFor, inSteps } from "./cell.js";
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

export interface Line {
  readonly marks: readonly Mark[];
  /** Where each token stands. */
  readonly places: readonly Room[];
}

const SPACE = 8;

/** The largest cell of a written line; narrower where the line would not fit its room. */
export const arithmeticCell = (room: Room): CellSize => ({
  width: Math.min(44, room.width / 6),
  height: Math.min(26, room.height),
});

/** A line of arithmetic in the middle of a room. */
export function arithmeticLine(
  tokens: readonly Token[],
  room: Room,
  theme: Theme,
  cell = arithmeticCell(room),
  size = 15,
): Line {
  const widths = tokens.map((token) => (token.cell ? cell.width : monoWidth(token.text ?? "", size)));
  const total = widths.reduce((a, b) => a + b, 0) + SPACE * (tokens.length - 1);
  const scale = Math.min(1, room.width / total);
  let x = room.x + (room.width - total * scale) / 2;
  const y = room.y + room.height / 2;
  const marks: Mark[] = [];
  const places = tokens.map((token, i): Room => {
    const width = (widths[i] ?? 0) * scale;
    const place = { x, y: y - cell.height / 2, width, height: cell.height };
    x += width + SPACE * scale;
    const opacity = token.shown ?? 1;
    if (opacity > 0)
      marks.push(
        token.cell
          ? looseCell(token.cell, place, theme, token.ref, token.lit, opacity)
          : sign(token, place, Math.max(11, size * scale), theme, opacity),
      );
    return place;
  });
  return { marks, places };
}

const sign = (token: Token, { x, y, height }: Room, size: number, theme: Theme, opacity: number): Mark =>
  mono(token.text ?? "", x, y + height / 2, token.color ?? theme.ink, {
    ...{ size, bold: token.bold ?? false, opacity },
  });

/** Ids where their digits fit; in smaller cells tokens are a pale tone, so that they stand out from the paper. */
export function tokens(padId: number, cell: CellSize, theme: Palette): Scale {
  const scale = idsScale(padId, theme);
  if (fontFor(cell, 2) > 0) return scale;
  const fill = mix(theme.paper, theme.ink, 0.25);
  return made(`tokens ${padId}`, theme, () => (value) => {
    const style = scale(value);
    return value === padId ? style : { ...style, fill };
  });
}

/** The two tones of a mask. */
export const maskTones = bits;

/** A cell outside a matrix. */
export function looseCell(
  style: CellStyle,
  place: Room,
  theme: Theme,
  ref?: CellRef,
  lit = false,
  opacity = 1,
): CellMark {
  const fontSize = fontFor(place, Math.max(style.text.length, style.text.includes(".") ? 5 : 2));
  const outline = { outline: lit ? theme.accent : theme.hairline, outlineWidth: lit ? 2 : 1 };
  return { ...cellMark(place, style, fontSize, opacity, undefined, ref), ...outline };
}

/** A cell on its way from one place to another: the same number all along. */
export function moving(
  style: CellStyle,
  from: Room,
  to: Room,
  p: number,
  characters: number,
  theme: Theme,
  ref?: CellRef,
  lit = false,
): CellMark {
  const place = between(from, to, p);
  const fits = fontFor(place, Math.max(style.text.length, characters));
  const fontSize = from.width === to.width && from.height === to.height ? fits : inSteps(fits);
  const mark = cellMark(place, style, fontSize, 1, lit ? theme.accent : undefined, ref);
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
  /** One entry a column; undefined leaves the column free. */
  readonly axes: readonly (ShapeAxis | undefined)[];
  readonly shown?: number;
}

const ROW = 20;
const COLUMN = 44;

export const shapeTableSize = (rows: readonly ShapeRow[], size = 13): CellSize => ({
  width:
    Math.max(...rows.map((r) => monoWidth(r.name, size))) +
    COLUMN * Math.max(...rows.map((r) => r.axes.length)),
  height: ROW * rows.length,
});

/** Names at the left, axes in columns; the last row may stand under a rule, as a sum does. */
export function shapeTable(
  rows: readonly ShapeRow[],
  at: { x: number; y: number; width: number },
  theme: Theme,
  rule = false,
): Mark[] {
  const columns = Math.max(...rows.map((r) => r.axes.length));
  const size = shapeTableSize(rows).width <= at.width ? 13 : 11;
  const named = Math.max(...rows.map((r) => monoWidth(r.name, size)));
  const column = Math.min(COLUMN, (at.width - named) / columns);
  return rows.flatMap((row, i): Mark[] => {
    const y = at.y + (i + 0.5) * ROW;
    const opacity = row.shown ?? 1;
    if (opacity <= 0) return [];
    const marks: Mark[] = [mono(row.name, at.x, y, theme.ink, { size, opacity })];
    row.axes.forEach((axis, c) => {
      if (axis && axis.shown !== 0)
        marks.push(...shapeEntry(axis, at.x + named + (c + 1) * column, y, size, opacity, theme));
    });
    if (rule && i === rows.length - 1) {
      const end = at.x + named + row.axes.length * column;
      marks.push(stroke(at.x, y - ROW / 2, end, y - ROW / 2, theme.hairline, { width: 1, opacity }));
    }
    return marks;
  });
}

/** One size in the table; framed while it is spoken of. */
function shapeEntry(
  axis: ShapeAxis,
  right: number,
  y: number,
  size: number,
  shown: number,
  theme: Theme,
): Mark[] {
  const text = String(axis.size);
  const opacity = shown * (axis.shown ?? 1);
  const bold = axis.lit ?? false;
  const color = theme.axes[axis.letter] ?? theme.muted;
  const entry = mono(text, right, y, color, { size, align: "end", bold, opacity });
  if (!bold) return [entry];
  const width = monoWidth(text, size) + 8;
  const frame = { stroke: theme.accent, strokeWidth: 1.5, radius: 2, opacity };
  return [entry, { kind: "rect", x: right + 4 - width, y: y - 9, width, height: 18, ...frame }];
}
