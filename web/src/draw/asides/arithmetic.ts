/**
 * Arithmetic on rows of numbers for the figures and the questions. The core computes it, so that every number a reader sees
 * comes from the core.
 */
import type { Operations } from "../../module/bare.js";

/** The core's operations used here. They are pure functions, so drawing with them is pure, too. */
export type Core = Operations;

type Row = readonly number[];

/** As in PyTorch, a row of only −inf becomes NaN, because −inf − (−inf) is NaN. */
export const softmaxOf = (hu: Core, scores: Row): number[] => Array.from(hu.softmax(scores).data);

/** The dot product of each row with the factors: a linear layer with one output. */
export const dotProducts = (hu: Core, rows: readonly Row[], factors: Row): number[] =>
  rows.length > 0 ? Array.from(hu.linear(rows, [factors]).data) : [];

export const dot = (hu: Core, a: Row, b: Row): number => dotProducts(hu, [a], b)[0] ?? Number.NaN;

/** The sum of each row; all rows have the same length. */
export const rowSums = (hu: Core, rows: readonly Row[]): number[] =>
  rows.length > 0 ? Array.from(hu.sum(rows).data) : [];

export const sumOf = (hu: Core, values: Row): number => rowSums(hu, [values])[0] ?? Number.NaN;

export const scaled = (hu: Core, values: Row, factor: number): number[] =>
  Array.from(hu.mul(values, [factor]).data);

export const added = (hu: Core, a: Row, b: Row): number[] => Array.from(hu.add(a, b).data);

/** √x */
export const rootOf = (hu: Core, x: number): number => hu.sqrt([x]).data[0] ?? Number.NaN;
