/** Formats numbers as PyTorch does, with one form and one width for a whole tensor. Based on torch/_tensor_str.py. */
import { beyondJson } from "../module/number_text.js";
import type { DType } from "../module/types.js";

const DECIMALS = 4;

export interface NumberForm {
  /** The width of the longest number (for float32, of the finite nonzero ones), to which shorter ones are padded. */
  readonly width: number;
  readonly text: (x: number) => string;
}

/** Chooses the form by the dtype and the range of the numbers. */
export function numberForm(dtype: DType, numbers: readonly number[]): NumberForm {
  if (dtype === "float32") return floatForm(numbers);
  const text = dtype === "bool" ? (x: number) => (x ? "True" : "False") : String;
  return padded(text, numbers);
}

function floatForm(numbers: readonly number[]): NumberForm {
  const measured = numbers.filter((x) => Number.isFinite(x) && x !== 0);
  let [smallest, largest] = [Number.POSITIVE_INFINITY, 0];
  for (const x of measured) {
    smallest = Math.min(smallest, Math.abs(x));
    largest = Math.max(largest, Math.abs(x));
  }
  const areWhole = measured.every(Number.isInteger);
  const isWideRange = measured.length > 0 && (largest / smallest > 1000 || largest > 1e8);
  const form = isWideRange || smallest < 1e-4 ? exponential : areWhole ? integer : fixed;
  return padded((x) => (Number.isFinite(x) ? form(x) : beyondJson(x)), measured);
}

function padded(text: (x: number) => string, measured: readonly number[]): NumberForm {
  const width = measured.reduce((longest, x) => Math.max(longest, text(x).length), 1);
  return { width, text: (x) => text(x).padStart(width) };
}

const sign = (x: number): string => (Object.is(x, -0) ? "-" : "");
const integer = (x: number): string => `${sign(x)}${x.toFixed(0)}.`;
const fixed = (x: number): string => sign(x) + halfToEven(x.toFixed(DECIMALS), x.toFixed(20));

/** The exponent has at least two digits. */
const exponential = (x: number): string =>
  sign(x) + halfToEven(x.toExponential(DECIMALS), x.toExponential(20)).replace(/e([+-])(\d)$/, "e$10$2");

/** Rounds ties to even, as Python does; JavaScript rounds them away from zero. */
function halfToEven(rounded: string, exact: string): string {
  const [, even, exponent = ""] = /^(-?\d+\.\d{3}[02468])50+(e.*)?$/.exec(exact) ?? [];
  return even === undefined ? rounded : even + exponent;
}
