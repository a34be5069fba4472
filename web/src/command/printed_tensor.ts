/** Prints a tensor like `print(tensor)` in PyTorch with its default settings. Based on torch/_tensor_str.py. */
import { beyondJson } from "../module/number_text.js";
import { cellCount, shapeText } from "../module/shape.js";
import type { DType, Tensor } from "../module/types.js";

/** Larger tensors are printed with only EDGE_ITEMS items at each end of a long axis. */
const MOST_NUMBERS = 1000;
const EDGE_ITEMS = 3;
const LINE_WIDTH = 80;
const PREFIX = "tensor(";

export function printedTensor(tensor: Tensor): string {
  const { shape, dtype } = tensor;
  const suffixes = dtype === "int32" ? ["dtype=torch.int32"] : [];
  if (cellCount(shape) > 0) return withSuffixes(PREFIX + new Printer(tensor).text(), suffixes);
  return withSuffixes(
    `${PREFIX}[]`,
    shape.length === 1 ? suffixes : [`size=${shapeText(shape)}`, ...suffixes],
  );
}

/** Adds each suffix to the last line if it fits, else on a new line. */
function withSuffixes(text: string, suffixes: readonly string[]): string {
  let [result, lineLength] = [text, text.length - text.lastIndexOf("\n") + 1];
  for (const suffix of suffixes) {
    const fits = lineLength + suffix.length + 2 <= LINE_WIDTH;
    result += fits ? `, ${suffix}` : `,\n${" ".repeat(PREFIX.length)}${suffix}`;
    lineLength = fits ? lineLength + suffix.length + 2 : PREFIX.length + suffix.length;
  }
  return `${result})`;
}

class Printer {
  readonly #shape: readonly number[];
  readonly #data: ArrayLike<number>;
  /** The indices shown along each axis; undefined stands for those left out. */
  readonly #places: readonly (readonly (number | undefined)[])[];
  readonly #form: NumberForm;

  constructor({ shape, dtype, data }: Tensor) {
    const long = data.length > MOST_NUMBERS;
    this.#shape = shape;
    this.#data = data;
    this.#places = shape.map((size) => (long && size > 2 * EDGE_ITEMS ? bothEnds(size) : places(0, size)));
    this.#form = numberForm(dtype, [...this.#numbers(0, 0)]);
  }

  text(): string {
    return this.#shape.length === 0 ? this.#number(0) : this.#list(0, 0);
  }

  #number(offset: number): string {
    return this.#form.text(this.#data[offset] ?? Number.NaN);
  }

  /** The shown numbers from `axis` on; `offset` is the flat index over the axes before it. */
  *#numbers(axis: number, offset: number): Generator<number> {
    const size = this.#shape[axis];
    if (size === undefined) yield this.#data[offset] ?? Number.NaN;
    for (const place of this.#places[axis] ?? []) {
      if (place !== undefined) yield* this.#numbers(axis + 1, offset * (size ?? 1) + place);
    }
  }

  #list(axis: number, offset: number): string {
    const size = this.#shape[axis] ?? 1;
    const indent = " ".repeat(PREFIX.length + axis + 1);
    const below = this.#shape.length - axis - 1;
    const items = (this.#places[axis] ?? []).map((place) => {
      if (place === undefined) return below === 0 ? " ..." : "...";
      return below === 0 ? this.#number(offset * size + place) : this.#list(axis + 1, offset * size + place);
    });
    const lines = below === 0 ? this.#wrapped(items, axis) : items;
    return `[${lines.join(`,${"\n".repeat(Math.max(1, below))}${indent}`)}]`;
  }

  #wrapped(items: readonly string[], axis: number): string[] {
    const perLine = Math.max(1, Math.floor((LINE_WIDTH - PREFIX.length - axis) / (this.#form.width + 2)));
    return items.flatMap((_, i) => (i % perLine === 0 ? [items.slice(i, i + perLine).join(", ")] : []));
  }
}

const places = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const bothEnds = (size: number) => [...places(0, EDGE_ITEMS), undefined, ...places(size - EDGE_ITEMS, size)];

const DECIMALS = 4;

interface NumberForm {
  /** The width of the longest number (for float32, of the finite nonzero ones), to which shorter ones are padded. */
  readonly width: number;
  readonly text: (x: number) => string;
}

/** Chooses the form by the dtype and the range of the numbers. */
function numberForm(dtype: DType, numbers: readonly number[]): NumberForm {
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
