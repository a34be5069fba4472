/** From a number to a cell's colour, ink and digits. One scale a tensor, fixed while it moves. */
import type { StageStep } from "./scene.js";
import type { Theme } from "./theme.js";

export interface CellStyle {
  readonly fill: string;
  readonly ink: string;
  readonly text: string;
  readonly hatch?: string;
}
export type Scale = (value: number) => CellStyle;

type Rgb = readonly [number, number, number];
const parse = (hex: string): Rgb =>
  [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;
const hex = (rgb: Rgb): string => `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;

/** A straight mix in sRGB: the two ends and the paper are chosen so that steps of lightness stay even. */
export function mix(from: string, to: string, share: number): string {
  const a = parse(from);
  const b = parse(to);
  return hex([0, 1, 2].map((i) => (a[i] ?? 0) + ((b[i] ?? 0) - (a[i] ?? 0)) * share) as unknown as Rgb);
}

/** WCAG relative luminance. */
function luminance(color: string): number {
  const [r, g, b] = parse(color).map((v) => {
    const c = v / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (hi + 0.05) / (lo + 0.05);
}

/** Whichever of the theme's ink and paper reads better on a fill. */
export const inkOn = (fill: string, theme: Theme): string =>
  contrast(fill, theme.ink) >= contrast(fill, theme.paper) ? theme.ink : theme.paper;

const MINUS = "\u2212";
/** A mask fill is drawn as what it means, not as a thirteen-digit number. */
export const isFill = (value: number): boolean => value <= -1e9;

/** The digits of a cell: short enough to stand in it, with a true minus sign. */
export function digits(value: number, decimals = 2): string {
  if (Number.isNaN(value)) return "NaN";
  if (value === Number.NEGATIVE_INFINITY) return `${MINUS}∞`;
  if (value === Number.POSITIVE_INFINITY) return "∞";
  const size = Math.abs(value);
  const body =
    size >= 1e5
      ? size.toExponential(0).replace("e+", "e")
      : size >= 100
        ? size.toFixed(0)
        : size.toFixed(decimals);
  return value < 0 && Number(body) !== 0 ? MINUS + body : body;
}

/** Blue below zero, paper at zero, red above; `range` is the largest size that is not a mask fill. */
export function diverging(range: number, theme: Theme): Scale {
  return (value) => {
    if (Number.isNaN(value)) return { fill: theme.blank, ink: theme.positive, text: "NaN" };
    if (isFill(value))
      return { fill: theme.blank, ink: theme.muted, text: digits(value), hatch: theme.hatch };
    const share = Math.min(1, Math.abs(value) / (range || 1)) ** theme.ramp * 0.85;
    const fill = mix(theme.paper, value < 0 ? theme.negative : theme.positive, share);
    return { fill, ink: inkOn(fill, theme), text: digits(value) };
  };
}

/** Probabilities: paper at 0, accent at 1. Exact zeros are blank, so that "masked" and "small" look different. */
export function sequential(theme: Theme): Scale {
  return (value) => {
    if (Number.isNaN(value)) return { fill: theme.blank, ink: theme.positive, text: "NaN" };
    if (value === 0) return { fill: theme.blank, ink: theme.muted, text: "0" };
    const fill = mix(theme.paper, theme.accent, Math.min(1, value) ** theme.ramp * 0.9);
    return { fill, ink: inkOn(fill, theme), text: digits(value) };
  };
}

/** 1 = attend is ink, 0 = masked is hatched grey. */
export function bits(theme: Theme): Scale {
  return (value) =>
    value
      ? { fill: mix(theme.paper, theme.ink, 0.82), ink: theme.paper, text: "1" }
      : { fill: theme.blank, ink: theme.muted, text: "0", hatch: theme.hatch };
}

/** Token ids are names, not amounts: no colour but for padding. */
export function idsScale(padId: number, theme: Theme): Scale {
  return (value) =>
    value === padId
      ? { fill: theme.blank, ink: theme.muted, text: String(value), hatch: theme.hatch }
      : { fill: theme.paper, ink: theme.ink, text: String(value) };
}

/** The largest size in a tensor that is not a mask fill. */
export function rangeOf(step: Pick<StageStep, "data">): number {
  let range = 0;
  for (const v of step.data) {
    const size = Math.abs(v);
    if (Number.isFinite(size) && !isFill(v) && size > range) range = size;
  }
  return range;
}

/**
 * The scale of a step: what its numbers are decides how they are coloured. Finding the range and mixing colours is the
 * dearest part of a frame, so both are remembered for as long as the tensor lives.
 */
export function scaleOf(step: Pick<StageStep, "data" | "dtype" | "op">, padId: number, theme: Theme): Scale {
  const known = scales.get(step.data) ?? new Map<string, Scale>();
  scales.set(step.data, known);
  const key = `${theme.name} ${theme.paper} ${step.op} ${padId}`;
  const scale = known.get(key) ?? remembering(newScale(step, padId, theme));
  known.set(key, scale);
  return scale;
}

const scales = new WeakMap<StageStep["data"], Map<string, Scale>>();
/** Enough for every cell that is drawn at once. */
const MOST_STYLES = 20_000;

function remembering(scale: Scale): Scale {
  const styles = new Map<number, CellStyle>();
  return (value) => {
    const known = styles.get(value);
    if (known) return known;
    const style = scale(value);
    if (styles.size < MOST_STYLES) styles.set(value, style);
    return style;
  };
}

function newScale(step: Pick<StageStep, "data" | "dtype" | "op">, padId: number, theme: Theme): Scale {
  if (step.dtype === "bool") return bits(theme);
  if (step.dtype === "int32") return idsScale(padId, theme);
  if (step.op === "softmax") return sequential(theme);
  return diverging(rangeOf(step), theme);
}
