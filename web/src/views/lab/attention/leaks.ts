/** Where the answer leaks: the weight that a row gives to the next word, which it is to predict. */
import { weightAt } from "../../../draw/lab/heads.js";
import type { FloatTensor } from "../../../module/training/types.js";

/** One row of one head. */
export interface HeadAt {
  readonly layer: number;
  readonly head: number;
  readonly row: number;
}

/** The weights of one row of one head. */
export const weightsOf = (attention: FloatTensor, { layer, head, row }: HeadAt): number[] =>
  Array.from({ length: attention.shape[3] ?? 0 }, (_, col) => weightAt(attention, [layer, head, row, col]));

interface Run {
  readonly attention: FloatTensor;
}

const leakAt = (runs: readonly Run[], { layer, head, row }: HeadAt): number =>
  Math.max(0, ...runs.map(({ attention }) => weightAt(attention, [layer, head, row, row + 1]) || 0));

/** How much more another row must leak to replace the shown one, as a share of a row's weight. */
const MARGIN = 0.1;

/**
 * The row with the greatest leak of all models, in the given head if there is one. `before` stays until another row leaks
 * clearly more, so that the picture does not jump while the models learn.
 */
export function leakiest(
  runs: readonly Run[],
  before: HeadAt,
  within?: Pick<HeadAt, "layer" | "head">,
): HeadAt {
  const [first] = runs;
  if (!first) return before;
  const [layers = 0, heads = 0, length = 0] = first.attention.shape;
  const same = { ...before, ...within };
  const fits = same.layer < layers && same.head < heads && same.row < length - 1;
  let best: HeadAt = fits ? same : { layer: 0, head: 0, row: 0, ...within };
  let most = leakAt(runs, best) + MARGIN;
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      if (within && (within.layer !== layer || within.head !== head)) continue;
      for (let row = 0; row < length - 1; row++) {
        const candidate = { layer, head, row };
        const leak = leakAt(runs, candidate);
        if (leak > most) [best, most] = [candidate, leak];
      }
    }
  return best;
}
