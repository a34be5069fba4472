/** How the next token is chosen from its probabilities by one uniform number, as the trainer generates text. */
import type { TrainingTask } from "../module/training/types.js";

export interface Choice {
  readonly id: number;
  /** The chosen token's share of 0 … 1: the running sum of the probabilities before it, and with it. */
  readonly from: number;
  readonly to: number;
}

/**
 * The token in whose share `u` lies, with the shares side by side in the order of the ids; at the temperature 0 the most
 * probable one. Undefined where a probability is NaN.
 */
export function chosenToken(
  probabilities: ArrayLike<number>,
  u: number,
  temperature: number,
): Choice | undefined {
  const all = Array.from(probabilities);
  if (all.length === 0 || all.some(Number.isNaN)) return undefined;
  const sums: number[] = [];
  for (const [id, probability] of all.entries()) sums.push((sums[id - 1] ?? 0) + probability);
  const first = temperature === 0 ? all.indexOf(Math.max(...all)) : sums.filter((sum) => sum <= u).length;
  const id = Math.min(first, all.length - 1);
  return { id, from: sums[id - 1] ?? 0, to: sums[id] ?? 1 };
}

export interface Candidate {
  readonly id: number;
  readonly probability: number;
}

export interface Candidates {
  /** The most probable first; the chosen one is always among them. */
  readonly shown: readonly Candidate[];
  /** How many are left, and their probability together. */
  readonly others: number;
  readonly rest: number;
}

/** The `most` most probable tokens. A chosen one that is not among them takes the last place. */
export function candidatesOf(probabilities: ArrayLike<number>, chosen: number, most: number): Candidates {
  const all = Array.from(probabilities, (probability, id) => ({ id, probability })).sort(
    (a, b) => b.probability - a.probability || a.id - b.id,
  );
  const first = all.slice(0, most);
  const shown = first.some(({ id }) => id === chosen)
    ? first
    : [...first.slice(0, -1), ...all.filter(({ id }) => id === chosen)];
  const sum = shown.reduce((total, { probability }) => total + probability, 0);
  return { shown, others: all.length - shown.length, rest: Math.max(0, 1 - sum) };
}

/** The token that every row ends with before its padding; undefined if there is none, or no row is padded. */
export function endingOf({ data, padId }: Pick<TrainingTask, "data" | "padId">): number | undefined {
  const lasts = new Set(data.map((row) => row.findLast((id) => id !== padId)));
  const [last] = lasts;
  return lasts.size === 1 && data.some((row) => row.at(-1) === padId) ? last : undefined;
}
