/**
 * Maps a number to a cell's fill, ink and digits. All real numbers of a lesson have one scale, so that a number keeps its colour from
 * step to step and can be compared with any other; shares and bits have scales of their own.
 */

import type { Trace } from "../module/types.js";
import type { StageStep } from "./picture.js";
import type { DrawCache, Palette, Theme } from "./theme.js";

export interface CellStyle {
  readonly fill: string;
  readonly ink: string;
  readonly text: string;
  readonly hatch?: string;
}
export interface Scale {
  (value: number): CellStyle;
  /** The palette's cache, in which cells of this scale are kept. */
  readonly cache?: DrawCache | undefined;
}

/** Red, green or blue of "#rrggbb". */
const channel = (color: number, shift: 16 | 8 | 0): number => (color >> shift) & 0xff;
const parse = (hex: string): number => Number.parseInt(hex.slice(1), 16);

/** A straight mix in sRGB: the two ends and the paper are chosen so that steps of lightness stay even. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from), parse(to)];
  const mixed = (shift: 16 | 8 | 0): number =>
    Math.round(channel(a, shift) + (channel(b, shift) - channel(a, shift)) * share);
  return `#${((1 << 24) | (mixed(16) << 16) | (mixed(8) << 8) | mixed(0)).toString(16).slice(1)}`;
}

/** Linear light for each of the 256 values of an sRGB channel. */
const LINEAR_LIGHT = Array.from({ length: 256 }, (_, v) => {
  const c = v / 255;
  return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** WCAG relative luminance. */
function luminance(hex: string): number {
  const color = parse(hex);
  const light = (shift: 16 | 8 | 0): number => LINEAR_LIGHT[channel(color, shift)] ?? 0;
  return 0.2126 * light(16) + 0.7152 * light(8) + 0.0722 * light(0);
}

const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

export const contrast = (a: string, b: string): number => contrastOf(luminance(a), luminance(b));

/** Whichever of the theme's ink and paper reads better on a fill. */
function inkPicker(theme: Theme): (fill: string) => string {
  const [ink, paper] = [luminance(theme.ink), luminance(theme.paper)];
  return (fill) => {
    const light = luminance(fill);
    return contrastOf(light, ink) >= contrastOf(light, paper) ? theme.ink : theme.paper;
  };
}

const MINUS = "\u2212";
/** Whether a number is a mask fill, which is drawn hatched and short, not as a thirteen-digit number. */
export const isFill = (value: number): boolean => value <= -1e9;

/** The digits of a cell: short enough to fit, with a true minus sign. */
export function digits(value: number, decimals = 2): string {
  const size = Math.abs(value);
  const body =
    size === Number.POSITIVE_INFINITY
      ? "∞"
      : size >= 1e5
        ? size.toExponential(0).replace("e+", "e")
        : size.toFixed(size >= 100 ? 0 : decimals);
  return value < 0 && Number(body) !== 0 ? MINUS + body : body;
}

/** Exponent from share of range to share of colour. One scale has to show weights of 0.3 beside sums of 6. */
const COMPRESSION = 0.55;

/**
 * Blue below zero, paper at zero, red above; `range` is the largest size that is not a mask fill. Zeros step back, so that the
 * other numbers stand out. In a tensor of whole numbers these have no decimals.
 */
export const diverging = (range: number, theme: Palette, whole = false): Scale =>
  cachedScale(`diverging ${range} ${whole}`, theme, () => newDiverging(range, theme, whole));

function newDiverging(range: number, theme: Theme, whole: boolean): Scale {
  const inkOn = inkPicker(theme);
  return (value) => {
    if (Number.isNaN(value)) return { fill: theme.blank, ink: theme.positive, text: "NaN" };
    if (isFill(value))
      return { fill: theme.blank, ink: theme.muted, text: digits(value), hatch: theme.hatch };
    if (value === 0) return { fill: theme.paper, ink: theme.muted, text: "0" };
    const share =
      Math.min(1, Math.abs(value) / (range || 1)) ** (theme.ramp * COMPRESSION) * 0.85 * theme.depth;
    const fill = mix(theme.paper, value < 0 ? theme.negative : theme.positive, share);
    return { fill, ink: inkOn(fill), text: digits(value, whole && Number.isInteger(value) ? 0 : 2) };
  };
}

interface Numbers {
  readonly data: Iterable<number> & object;
}

/** Whether a tensor has whole numbers only; kept, because a tensor may have a million. */
const wholes = new WeakMap<object, boolean>();
export function isWhole({ data }: Numbers): boolean {
  const known = wholes.get(data);
  if (known !== undefined) return known;
  const whole = Array.from(data).every((value) => Number.isInteger(value) || !Number.isFinite(value));
  wholes.set(data, whole);
  return whole;
}

/**
 * Probabilities: paper at 0, accent at `top`. Exact zeros are blank, so that masked and small weights look different.
 */
export const sequential = (theme: Palette, top = 1): Scale =>
  cachedScale(`sequential ${top}`, theme, () => newSequential(theme, top));

function newSequential(theme: Theme, top: number): Scale {
  const inkOn = inkPicker(theme);
  return (value) => {
    if (Number.isNaN(value)) return { fill: theme.blank, ink: theme.positive, text: "NaN" };
    if (value === 0) return { fill: theme.blank, ink: theme.muted, text: "0" };
    const fill = mix(theme.paper, theme.accent, Math.min(1, value / top) ** theme.ramp * 0.9 * theme.depth);
    return { fill, ink: inkOn(fill), text: digits(value) };
  };
}

/** The fields of a step that decide how its numbers are coloured. */
type Coloured = Pick<StageStep, "data" | "dtype" | "op" | "madeBy">;

const IGNORE_OPS: readonly string[] = ["eq", "triu", "logical_or"];

/**
 * Which bit of a mask hides a cell: 0 in masks of 1 = attend, 1 in masks of 1 = ignore, which mark padding (eq) and later
 * positions (triu). Undefined where the step is no mask.
 */
export function maskedBit({ dtype, op, madeBy }: Omit<Coloured, "data">): 0 | 1 | undefined {
  if (IGNORE_OPS.includes(madeBy ?? op)) return 1;
  return dtype === "bool" ? 0 : undefined;
}

/** Attended cells are ink and masked cells hatched grey, in both conventions. */
export const bits = (theme: Palette, masked: 0 | 1 = 0): Scale =>
  cachedScale(`bits ${masked}`, theme, () => {
    const hidden = { fill: theme.blank, ink: theme.muted, text: String(masked), hatch: theme.hatch };
    const fill = mix(theme.paper, theme.ink, 0.82);
    const attended = { fill, ink: theme.paper, text: String(1 - masked) };
    return (value) => (Number(value !== 0) === masked ? hidden : attended);
  });

/** The id of padding; among position ids it is 0. */
export const padOf = ({ op }: Pick<StageStep, "op">, padId: number): number =>
  op === "position_ids" ? 0 : padId;

/** Token ids are names, not amounts, so only padding has a colour. */
export const idsScale = (padId: number, theme: Palette): Scale =>
  cachedScale(`ids ${padId}`, theme, () => (value) => {
    if (value === padId)
      return { fill: theme.blank, ink: theme.muted, text: String(value), hatch: theme.hatch };
    return { fill: theme.paper, ink: theme.ink, text: String(value) };
  });

/** The range of each tensor, keyed by its data. */
const newRanges = () => new WeakMap<object, number>();

/** The largest size in a tensor that is not a mask fill; computed once per tensor. */
export function rangeOf(step: Numbers, { cache }: Palette): number {
  const ranges = cache?.get(newRanges);
  const range = ranges?.get(step.data) ?? largestIn(step);
  ranges?.set(step.data, range);
  return range;
}

function largestIn({ data }: Numbers): number {
  let range = 0;
  for (const v of data) {
    const size = Math.abs(v);
    if (Number.isFinite(size) && !isFill(v) && size > range) range = size;
  }
  return range;
}

/**
 * The upper end of the scale of shares: the largest share of the tensor, rounded up to one digit. On a scale up to 1, a share
 * of 0.05, which is usual among twenty keys, would look white.
 */
export function topOf(step: Numbers, theme: Palette): number {
  const largest = rangeOf(step, theme);
  if (!(largest > 0)) return 1;
  const digit = 10 ** Math.floor(Math.log10(largest));
  // A hundredth of tolerance: a share of 0.2 with a rounding error still ends at 0.2.
  const top = Math.ceil(largest / digit - 0.01) * digit;
  return Math.min(1, Number(top.toPrecision(1)));
}

/** The kind of number in a step, which decides its scale. */
export type Kind = "bits" | "ids" | "shares" | "reals";
export function kindOf(step: Omit<Coloured, "data">): Kind {
  if (maskedBit(step) !== undefined) return "bits";
  if (step.dtype === "int32") return "ids";
  return step.op === "softmax" || step.madeBy === "softmax" ? "shares" : "reals";
}

/** The range of each trace, kept because every picture asks for it and a trace may have a million numbers. */
const ranges = new WeakMap<Trace["steps"], number>();

/** The largest size among the real numbers of a lesson. */
export function rangeIn({ steps }: Pick<Trace, "steps">): number {
  const known = ranges.get(steps);
  if (known !== undefined) return known;
  const reals = steps.filter((step) => kindOf(step) === "reals");
  const range = reals.reduce((largest, step) => Math.max(largest, largestIn(step)), 0);
  ranges.set(steps, range);
  return range;
}

/** The scale of a step of this trace, or of a bridge in it, chosen by the kind of its numbers. */
export function scaleOf(step: Coloured, trace: Trace, theme: Palette): Scale {
  const kind = kindOf(step);
  if (kind === "bits") return bits(theme, maskedBit(step));
  if (kind === "ids") return idsScale(padOf(step, trace.spec.padId), theme);
  if (kind === "shares") return sequential(theme, topOf(step, theme));
  return diverging(rangeIn(trace), theme, isWhole(step));
}

/**
 * A scale that is made once per palette and caches its styles: mixing colours is the most expensive part of a frame, and
 * rows of cells without digits are kept for it (cells.ts). `key` identifies the scale within a theme.
 */
export function cachedScale(key: string, { cache }: Palette, create: () => Scale): Scale {
  if (!cache) return create();
  const scales = cache.get(newScales);
  const scale = scales.get(key) ?? withCachedStyles(create(), cache);
  scales.delete(key); // re-inserted below as the most recent
  scales.set(key, scale);
  const oldest = scales.size > MAX_SCALES ? scales.keys().next().value : undefined;
  if (oldest !== undefined) scales.delete(oldest);
  return scale;
}

/** Most recently used last. */
const newScales = () => new Map<string, Scale>();
const MAX_SCALES = 16;
/** Enough for every cell that is drawn at once. */
const MAX_STYLES = 20_000;

function withCachedStyles(scale: Scale, cache: DrawCache): Scale {
  const styles = new Map<number, CellStyle>();
  const cachedStyle = (value: number): CellStyle => {
    const cached = styles.get(value);
    if (cached) return cached;
    const style = scale(value);
    if (styles.size < MAX_STYLES) styles.set(value, style);
    return style;
  };
  return Object.assign(cachedStyle, { cache });
}
