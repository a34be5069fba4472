/** Chooses the next token from the probabilities by one uniform number, as the trainer does when it generates text. */
import type { TrainingTask } from "../module/training/types.js";

export interface Choice {
  readonly id: number;
  /** The chosen token's interval in 0 … 1: the cumulative probability before the token, and including it. */
  readonly from: number;
  readonly to: number;
}

/**
 * The token in whose interval `u` lies, with the intervals in the order of the ids; at temperature 0 the most probable token.
 * Undefined if a probability is NaN.
 */
export function chosenToken(
  probabilities: ArrayLike<number>,
  u: number,
  temperature: number,
): Choice | undefined {
  const list = Array.from(probabilities);
  if (list.length === 0 || list.some(Number.isNaN)) return undefined;
  const sums: number[] = [];
  for (const [id, probability] of list.entries()) sums.push((sums[id - 1] ?? 0) + probability);
  const chosen = temperature === 0 ? list.indexOf(Math.max(...list)) : sums.filter((sum) => sum <= u).length;
  const id = Math.min(chosen, list.length - 1);
  return { id, from: sums[id - 1] ?? 0, to: sums[id] ?? 1 };
}

export interface Candidate {
  readonly id: number;
  readonly probability: number;
}

export interface Candidates {
  /** The most probable tokens first; the chosen one is always among them. */
  readonly shown: readonly Candidate[];
  /** The number of other tokens, and their total probability. */
  readonly others: number;
  readonly rest: number;
}

/** The `count` most probable tokens. A chosen token that is not among them replaces the last one. */
export function candidatesOf(probabilities: ArrayLike<number>, chosen: number, count: number): Candidates {
  const sorted = Array.from(probabilities, (probability, id) => ({ id, probability })).sort(
    (a, b) => b.probability - a.probability || a.id - b.id,
  );
  const first = sorted.slice(0, count);
  const shown = first.some(({ id }) => id === chosen)
    ? first
    : [...first.slice(0, -1), ...sorted.filter(({ id }) => id === chosen)];
  const sum = shown.reduce((total, { probability }) => total + probability, 0);
  return { shown, others: sorted.length - shown.length, rest: Math.max(0, 1 - sum) };
}

/** The token that every row ends with before its padding; undefined if there is none, or no row is padded. */
export function endingOf({ data, padId }: Pick<TrainingTask, "data" | "padId">): number | undefined {
  const lastTokens = new Set(data.map((row) => row.findLast((id) => id !== padId)));
  const [last] = lastTokens;
  return lastTokens.size === 1 && data.some((row) => row.at(-1) === padId) ? last : undefined;
}
