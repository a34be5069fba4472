/** The colours of a program's tensors, by the kind of their numbers. */
import type { ProgramStep } from "../../module/python/types.js";
import {
  bits,
  type CellStyle,
  cachedScale,
  diverging,
  idsScale,
  isWhole,
  rangeOf,
  type Scale,
  sequential,
  topOf,
} from "../scale.js";
import type { Palette } from "../theme.js";

/** All real numbers of a picture have one scale, so that what is read and what is made can be compared. */
export function scalesOf(steps: readonly ProgramStep[], theme: Palette): ReadonlyMap<string, Scale> {
  const reals = steps.filter((step) => kindOf(step) === "reals");
  const range = Math.max(0, ...reals.map((step) => rangeOf(step, theme)));
  return new Map(
    steps.map((step) => {
      const kind = kindOf(step);
      if (kind === "truth") return [step.name, truth(theme)] as const;
      if (kind === "whole") return [step.name, idsScale(Number.NaN, theme)] as const;
      if (kind === "shares") return [step.name, sequential(theme, topOf(step, theme))] as const;
      return [step.name, diverging(range, theme, isWhole(step))] as const;
    }),
  );
}

function kindOf({ dtype, op }: ProgramStep): "truth" | "whole" | "shares" | "reals" {
  if (dtype === "bool") return "truth";
  if (dtype === "int64" || dtype === "int32") return "whole";
  return op === "softmax" ? "shares" : "reals";
}

/** True and False: what they mean to whoever reads them is not known. */
const truth = (theme: Palette): Scale =>
  cachedScale("truth", theme, () => {
    const isTrue = bits(theme)(1);
    const isFalse: CellStyle = { fill: theme.paper, ink: theme.muted, text: "F" };
    return (value) => (value === 0 ? isFalse : { ...isTrue, text: "T" });
  });
