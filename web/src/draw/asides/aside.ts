/**
 * A figure inside a note: a small picture made of the current trace's numbers, and those numbers again as facts for the
 * sentence that stands below it. Pure like a scene, but without time; a dial's value, if there is one, replaces it.
 */

import type { Trace } from "../../module/types.js";
import { cellMark, fontFor } from "../marks/cells.js";
import { mono, stroke } from "../marks/marks.js";
import { cellRect } from "../measure.js";
import type { CellMark, CellSize, Focus, Mark, Picture, Point, Rect, StageStep, Tokens } from "../picture.js";
import { digits, mix, type Scale } from "../scale.js";
import type { Theme } from "../theme.js";
import type { Core } from "./arithmetic.js";

export interface AsideInput {
  /** Computes the numbers that are not in the trace. */
  readonly hu: Core;
  readonly trace: Trace;
  /** The step whose note is open. */
  readonly step: StageStep;
  readonly focus: Focus;
  readonly theme: Theme;
  readonly width: number;
  readonly tokens?: Tokens | undefined;
  /** The dial's value, once it has been turned. */
  readonly dial?: number | undefined;
}

export interface Dial {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly value: number;
}

export interface Figure extends Picture {
  /** Values for the {placeholders} of its sentence. */
  readonly facts: Readonly<Record<string, string>>;
  readonly dial?: Dial;
}

/** Undefined where this trace has nothing to show: one key alone, a sentence without padding. */
export type Aside = (input: AsideInput) => Figure | undefined;

/** A label in the middle of its place. */
export const centred = (text: string, x: number, y: number, color: string, bold = false): Mark =>
  mono(text, x, y, color, { size: SIZE, align: "middle", bold });

/** Minimum distance of any mark from the frame. */
export const MARGIN = 4;
/** Font size. */
export const SIZE = 11;

interface GridSpec extends Point {
  readonly cell: CellSize;
  readonly values: readonly (readonly number[])[];
  readonly scale: Scale;
  readonly theme: Theme;
  /** Hatched over its own colour: marked as masked, but its number stays readable. */
  readonly hatched?: (row: number, col: number) => boolean;
}

export function grid({ x, y, cell, values, scale, theme, hatched }: GridSpec): Mark[] {
  const styles = values.map((row) => row.map(scale));
  const font = fontFor(cell, Math.max(...styles.flat().map(({ text }) => text.length)));
  const size = { width: cell.width * (values[0]?.length ?? 0), height: cell.height * values.length };
  const cells = styles.flatMap((row, r) =>
    row.map((style, c): CellMark => {
      const mark = cellMark(cellRect({ x, y }, cell, r, c), style, font);
      return hatched?.(r, c) ? { ...mark, hatch: theme.hatch } : mark;
    }),
  );
  return [{ kind: "rect", x, y, ...size, stroke: theme.hairline }, ...cells];
}

interface BarsSpec extends Rect {
  readonly weights: readonly number[];
  readonly theme: Theme;
  /** The weight at the top of the room; default 1. */
  readonly most?: number;
  readonly hatched?: (i: number) => boolean;
  /** Weights to compare with, drawn as outlines. */
  readonly before?: readonly number[];
  /** Whether bars that are wide enough show their weight as digits. */
  readonly hasDigits?: boolean;
}

const MAX_WIDTH = 96;
/** A bar with digits is at least as wide as they are. */
const MIN_DIGITS_WIDTH = 25;
/** Room for the digits above a bar that reaches the top. */
const DIGITS_HEIGHT = 12;

/** The horizontal extent of the i-th bar. */
export function barAt(
  { x, width, weights }: Pick<BarsSpec, "x" | "width" | "weights">,
  i: number,
): { x: number; width: number } {
  const slotWidth = Math.min(MAX_WIDTH, width / weights.length);
  const gap = slotWidth > 6 ? 1.5 : 0.25;
  return { x: x + i * slotWidth + gap, width: slotWidth - 2 * gap };
}

/** Weights as bars. Masked keys and padding are hatched, to show why their bar is 0. */
export function bars(spec: BarsSpec): Mark[] {
  const { weights, theme, x, y, height, most = 1, hatched, before, hasDigits = false } = spec;
  const base = y + height;
  const last = barAt(spec, weights.length - 1);
  const marks = weights.flatMap((weight, i): Mark[] => {
    const at = barAt(spec, i);
    const bar = (of: number): Rect => {
      const barHeight = Math.min(1, of / most) * (height - (hasDigits ? DIGITS_HEIGHT : 0));
      return { ...at, y: base - barHeight, height: barHeight };
    };
    const filled = bar(Number.isNaN(weight) ? 0 : weight);
    const text = Number.isNaN(weight) ? "NaN" : weight === 0 ? "0" : digits(weight);
    const ink = Number.isNaN(weight) ? theme.positive : theme.ink;
    const label = mono(text, at.x + at.width / 2, filled.y - 6, ink, { size: 10, align: "middle" });
    const outline = { stroke: theme.ink, dash: [2, 2] };
    return [
      ...(hatched?.(i)
        ? [{ kind: "cell" as const, ...at, y, height, fill: theme.blank, hatch: theme.hatch }]
        : []),
      ...(filled.height > 0
        ? [{ kind: "rect" as const, ...filled, fill: mix(theme.paper, theme.accent, 0.85) }]
        : []),
      ...(hasDigits && at.width >= MIN_DIGITS_WIDTH - 3 ? [label] : []),
      ...(before ? [{ kind: "rect" as const, ...bar(before[i] ?? 0), ...outline }] : []),
    ];
  });
  return [...marks, stroke(x, base, last.x + last.width + 1, base, theme.muted, { width: 1 })];
}

/** The height of the line above captioned bars. */
export const CAPTION_HEIGHT = 18;

/** Bars with their digits under a line of facts that begins at `y`: the name at the left, the numbers at the right. */
export function captionedBars(name: string, facts: string, spec: BarsSpec, color = spec.theme.ink): Mark[] {
  const { x, y, width, theme } = spec;
  return [
    mono(name, x, y + 7, color, { size: SIZE, bold: true }),
    mono(facts, x + width, y + 7, theme.ink, { size: SIZE, align: "end" }),
    ...bars({ ...spec, y: y + CAPTION_HEIGHT, hasDigits: true }),
  ];
}
