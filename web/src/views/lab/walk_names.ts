/** The names of positions along the axes of a training step: tokens of the batch, or symbols of the vocabulary. */

import type { CellRef } from "../../draw/picture.js";
import { offsetOf } from "../../draw/tensor_view.js";
import type { TrainingStep, TrainingTrace } from "../../module/training/types.js";
import { shownSymbol } from "../../words/prompt_text.js";

export interface WalkNames {
  readonly trace: TrainingTrace;
  /** What each id stands for. */
  readonly symbols: readonly string[];
}

const stepOf = ({ steps }: TrainingTrace, name: string): TrainingStep | undefined =>
  steps.find((step) => step.name === name);

const symbolOf = (symbols: readonly string[], id: number): string => shownSymbol(symbols[id] ?? String(id));

/** The name of each place along an axis, in the batch row of the cell `index`; undefined if its places have only numbers. */
export function namesAlong(
  { trace, symbols }: WalkNames,
  { axes }: Pick<TrainingStep, "axes">,
  axis: number,
  index: readonly number[],
): ((at: number) => string) | undefined {
  const letter = axes.at(axis);
  if (letter === "V") return (id) => symbolOf(symbols, id);
  const ids = stepOf(trace, "ids");
  if (letter !== "L" || axes[0] !== "B" || !ids) return undefined;
  return (at) => symbolOf(symbols, ids.data[offsetOf(ids.shape, [index[0] ?? 0, at])] ?? -1);
}

/** The name of a row or column, after its number, because a token may stand in several places. */
export const headingOf = (name: ((at: number) => string) | undefined, at: number): string =>
  name ? `${at} ${name(at)}` : String(at);

/** The tokens that a cell belongs to: `sings → in`. Empty if there are none. */
export const tokensOfCell = (names: WalkNames, { name, index }: CellRef): string => {
  const step = stepOf(names.trace, name);
  if (!step) return "";
  return step.axes
    .flatMap((_, axis) => namesAlong(names, step, axis, index)?.(index[axis] ?? 0) ?? [])
    .join(" → ");
};

/**
 * The gradient of the attention weight through which most of an answer leaks: the largest at a cell (t, t + 1) whose target
 * counts. Undefined if all of these weights are 0.
 */
export function leakiestGradient(trace: TrainingTrace): CellRef | undefined {
  const ids = stepOf(trace, "ids");
  let found: CellRef | undefined;
  let most = 0;
  for (const { name, shape, data } of trace.steps.filter((step) => step.name.endsWith(".attention"))) {
    if (name.startsWith("grad.")) continue;
    const [rows = 0, heads = 0, length = 0] = shape;
    for (let b = 0; b < rows; b++)
      for (let h = 0; h < heads; h++)
        for (let t = 0; t < length - 1; t++) {
          const index = [b, h, t, t + 1];
          const weight = data[offsetOf(shape, index)] ?? 0;
          if (weight <= most || ids?.data[offsetOf(ids.shape, [b, t + 1])] === trace.spec.padId) continue;
          most = weight;
          found = { name: `grad.${name}`, index };
        }
  }
  return found;
}
