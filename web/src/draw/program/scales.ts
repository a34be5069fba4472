/** The colours and digits of a program's tensors, by the kind of their numbers. */
import type { ProgramStep } from "../../module/python/types.js";
import {
  bits,
  type CellStyle,
  cachedScale,
  digits,
  diverging,
  idsScale,
  isWhole,
  rangeOf,
  type Scale,
  sequential,
  topOf,
} from "../scale.js";
import type { Palette } from "../theme.js";

export type Tensors = ReadonlyMap<string, ProgramStep>;

/** All real numbers of a picture have one scale, and all shares, so that what is read and what is made can be compared. */
export function scalesOf(
  steps: readonly ProgramStep[],
  theme: Palette,
  tensors: Tensors,
): ReadonlyMap<string, Scale> {
  const kinds = new Map(steps.map((step) => [step, kindOf(step, tensors)]));
  const of = (kind: Kind): readonly ProgramStep[] => steps.filter((step) => kinds.get(step) === kind);
  const range = Math.max(0, ...of("reals").map((step) => sizeOf(step, theme)));
  // Digits are those of the smallest table, where the numbers of a picture are about as large; a single number has those of the largest.
  const ranges = steps.filter(({ shape }) => shape.length > 0).map((step) => sizeOf(step, theme));
  const least = Math.min(...ranges.filter((size) => size > range / 10));
  const decimalsFor = (step: ProgramStep): number | undefined => {
    const size = step.shape.length === 0 && ranges.length > 0 ? range : sizeOf(step, theme);
    return decimalsOf(size > range / 10 ? Math.min(size, least) : size);
  };
  const top = Math.max(0, ...of("shares").map((step) => topOf(step, theme)));
  return new Map(
    steps.map((step) => {
      const kind = kinds.get(step);
      if (kind === "truth") return [step.name, truth(theme)] as const;
      if (kind === "whole") return [step.name, idsScale(Number.NaN, theme)] as const;
      const decimals = decimalsFor(step);
      return [
        step.name,
        kind === "shares" ? shares(top, decimals, theme) : reals(range, decimals, isWhole(step), theme),
      ] as const;
    }),
  );
}

type Kind = "truth" | "whole" | "shares" | "reals";

/** What is made of shares by these is shares again: by moving them, by leaving some out, by averaging over heads. */
const KEEPS_SHARES: ReadonlySet<string> = new Set(
  "select slice narrow index index_select gather take_along_dim view reshape flatten transpose permute squeeze unsqueeze expand repeat repeat_interleave split chunk cat stack contiguous clone detach to as_strided flip roll masked_fill where dropout mean".split(
    " ",
  ),
);

function kindOf({ dtype, op, inputs }: ProgramStep, tensors: Tensors): Kind {
  if (dtype === "bool") return "truth";
  if (dtype === "int64" || dtype === "int32") return "whole";
  if (op === "softmax") return "shares";
  if (!KEEPS_SHARES.has(op)) return "reals";
  const kinds = inputs.flatMap((name) => {
    const input = tensors.get(name);
    return input && input.shape.length > 0 ? [kindOf(input, tensors)] : [];
  });
  return kinds.includes("shares") && !kinds.includes("reals") ? "shares" : "reals";
}

/** Programs also fill what is masked with a number that is less large than those of lessons, such as −1e6. */
const isFill = (value: number): boolean => value <= -1e4 && Number.isFinite(value);

const newSizes = () => new WeakMap<object, number>();

/** The largest size of a tensor's numbers, without fills; computed once per tensor. */
function sizeOf({ data }: ProgramStep, theme: Palette): number {
  const known = theme.cache?.get(newSizes);
  const size = known?.get(data) ?? rangeOf({ data: Array.from(data).filter((x) => !isFill(x)) }, theme);
  known?.set(data, size);
  return size;
}

/** A small number, such as a gradient, has as many decimals as show it; undefined where that is an exponent. */
function decimalsOf(size: number): number | undefined {
  if (size >= 0.1 || size === 0) return 2;
  if (size >= 0.01) return 3;
  return size >= 1e-3 ? 4 : undefined;
}

const shares = (top: number, decimals: number | undefined, theme: Palette): Scale =>
  cachedScale(`shares ${top} ${decimals}`, theme, () => withDecimals(sequential(theme, top), decimals));

const reals = (range: number, decimals: number | undefined, whole: boolean, theme: Palette): Scale =>
  cachedScale(`reals ${range} ${decimals} ${whole}`, theme, () => {
    const scale = withDecimals(diverging(range, theme, whole), decimals);
    const fill = { fill: theme.blank, ink: theme.muted, hatch: theme.hatch };
    return (value) => (isFill(value) ? { ...fill, text: exponential(value) } : scale(value));
  });

function withDecimals(scale: Scale, decimals: number | undefined): Scale {
  if (decimals === 2) return scale;
  return (value) => {
    const style = scale(value);
    if (!style.text.includes(".")) return style;
    return { ...style, text: decimals === undefined ? exponential(value) : digits(value, decimals) };
  };
}

const exponential = (value: number): string =>
  value.toExponential(0).replace("e+", "e").replaceAll("-", "\u2212");

/** A number that belongs to no table, such as a weight. */
export const plain =
  (theme: Palette): Scale =>
  (value) => {
    const decimals = decimalsOf(Math.abs(value));
    const text = Number.isInteger(value)
      ? digits(value, 0)
      : decimals === undefined
        ? exponential(value)
        : digits(value, decimals);
    return { fill: theme.paper, ink: theme.ink, text };
  };

/** True and False: what they mean to whoever reads them is not known. */
const truth = (theme: Palette): Scale =>
  cachedScale("truth", theme, () => {
    const isTrue = bits(theme)(1);
    const isFalse: CellStyle = { fill: theme.paper, ink: theme.muted, text: "F" };
    return (value) => (value === 0 ? isFalse : { ...isTrue, text: "T" });
  });
