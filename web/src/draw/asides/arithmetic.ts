/**
 * Arithmetic on rows of numbers for the figures and the questions. The core's operations compute it, so that a reader sees
 * no number that the core has not computed.
 */
import type { Operations } from "../../module/bare.js";

/** The operations that are needed; pure functions, so that what is drawn with them is pure, too. */
export type Core = Pick<Operations, "add" | "linear" | "randn" | "softmax">;

type Row = readonly number[];

/** As PyTorch does it: a row of −inf alone becomes NaN, because −inf − (−inf) is NaN. */
export const softmaxOf = (hu: Core, scores: Row): number[] => Array.from(hu.softmax(scores).data);

/** The dot product of each row with the factors: a linear layer with one output. */
export const dots = (hu: Core, rows: readonly Row[], factors: Row): number[] =>
  rows.length > 0 ? Array.from(hu.linear(rows, [factors]).data) : [];

export const dot = (hu: Core, a: Row, b: Row): number => dots(hu, [a], b)[0] ?? Number.NaN;

/** The sums of rows of one length. */
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

export const sumsWith = (hu: Core, a: Row, b: Row): number[] => Array.from(hu.add(a, b).data);

/** As `tensor.var()` has it: over n − 1. */
export function varianceOf(hu: Core, values: Row): number {
  const mean = sumOf(hu, values) / values.length;
  const away = sumsWith(hu, values, [-mean]);
  return dot(hu, away, away) / (values.length - 1);
}

/**
 * exp(x − max) of each score, from their softmax: the largest score's power is 1, so a weight over the largest weight is
 * its own power.
 */
export function powersOf(weights: Row): number[] {
  const largest = Math.max(...weights);
  return weights.map((weight) => weight / largest);
}
