/**
 * Arithmetic on rows of numbers for the figures and the questions. The core computes it, so that every number a reader sees
 * comes from the core.
 */
import type { Operations } from "../../module/bare.js";

/** The core's operations used here. They are pure functions, so drawing with them is pure, too. */
export type Core = Pick<Operations, "add" | "gelu" | "linear" | "positionalEncoding" | "randn" | "softmax">;

type Row = readonly number[];

/** As in PyTorch, a row of only −inf becomes NaN, because −inf − (−inf) is NaN. */
export const softmaxOf = (hu: Core, scores: Row): number[] => Array.from(hu.softmax(scores).data);

/** The dot product of each row with the factors: a linear layer with one output. */
export const dots = (hu: Core, rows: readonly Row[], factors: Row): number[] =>
  rows.length > 0 ? Array.from(hu.linear(rows, [factors]).data) : [];

export const dot = (hu: Core, a: Row, b: Row): number => dots(hu, [a], b)[0] ?? Number.NaN;

/** The sum of each row; all rows have the same length. */
export const sumsOf = (hu: Core, rows: readonly Row[]): number[] =>
  dots(
    hu,
    rows,
    (rows[0] ?? []).map(() => 1),
  );

export const sumOf = (hu: Core, values: Row): number => sumsOf(hu, [values])[0] ?? Number.NaN;

export const scaled = (hu: Core, values: Row, factor: number): number[] =>
  dots(
    hu,
    values.map((value) => [value]),
    [factor],
  );

export const added = (hu: Core, a: Row, b: Row): number[] => Array.from(hu.add(a, b).data);

/** The sample variance (divided by n − 1), as `tensor.var()` computes it. */
export function varianceOf(hu: Core, values: Row): number {
  const mean = sumOf(hu, values) / values.length;
  const deviations = added(hu, values, [-mean]);
  return dot(hu, deviations, deviations) / (values.length - 1);
}

/**
 * exp(x − max) of each score, computed from the softmax weights: it is 1 for the largest score, so for every other score it is
 * the weight divided by the largest weight.
 */
export function powersOf(weights: Row): number[] {
  const largest = Math.max(...weights);
  return weights.map((weight) => weight / largest);
}
