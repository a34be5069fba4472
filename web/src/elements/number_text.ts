/**
 * Numbers as the words around the stage write them: whole numbers as they are, real ones to four decimals.
 */
import { digits } from "../draw/scale.js";

export const DECIMALS = 4;

export const numberText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e5 ? digits(value, 0) : digits(value, DECIMALS);

/** A number of the trace: a real one always with its decimals, so that columns of digits line up. */
export const valueText = (value: number, dtype: string): string =>
  dtype === "float32" ? digits(value, DECIMALS) : digits(value, 0);

/** `scores[0, 1, 2, 3]`, as PyTorch would write it. */
export const cellName = (name: string, index: readonly number[]): string => `${name}[${index.join(", ")}]`;

/** Puts facts into a sentence of the locale: `{got}` stands for `facts.got`. */
export const fill = (sentence: string, facts: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, key: string) => (key in facts ? String(facts[key]) : whole));
