/** Prints a tensor like `print(tensor)` in PyTorch with its default settings. Based on torch/_tensor_str.py. */
import { beyondJson } from "../module/number_text.js";
import { cellCount, range, shapeText } from "../module/shape.js";
import type { DType, Tensor } from "../module/types.js";

/** Larger tensors are printed with only EDGE_ITEMS items at each end of a long axis. */
const MOST_NUMBERS = 1000;
const EDGE_ITEMS = 3;
const LINE_WIDTH = 80;
const PREFIX = "tensor(";

export function printedTensor({ shape, dtype, data }: Tensor): string {
  const suffixes = dtype === "int32" ? ["dtype=torch.int32"] : [];
  if (cellCount(shape) > 0)
    return withSuffixes(PREFIX + listText(shownOf(shape, data), shape.length, dtype), suffixes);
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

/** The numbers that are shown, as nested lists; undefined stands for those left out. */
type Shown = number | readonly (Shown | undefined)[];

function shownOf(shape: readonly number[], data: ArrayLike<number>, axis = 0, offset = 0): Shown {
  const size = shape[axis];
  if (size === undefined) return data[offset] ?? Number.NaN;
  const isCut = data.length > MOST_NUMBERS && size > 2 * EDGE_ITEMS;
  const places: readonly (number | undefined)[] = isCut
    ? [...range(EDGE_ITEMS), undefined, ...range(EDGE_ITEMS).map((i) => size - EDGE_ITEMS + i)]
    : range(size);
  return places.map((i) => (i === undefined ? i : shownOf(shape, data, axis + 1, offset * size + i)));
}

/** The text of nested lists with as many axes. */
function listText(shown: Shown, axes: number, dtype: DType): string {
  const numbers = ([shown] as unknown[]).flat(Number.POSITIVE_INFINITY) as (number | undefined)[];
  const { text, width } = numberForm(
    dtype,
    numbers.filter((x) => x !== undefined),
  );
  const textOf = (level: Shown, axis: number): string => {
    if (typeof level === "number") return text(level);
    const below = axes - axis - 1;
    const items = level.map((item) =>
      item !== undefined ? textOf(item, axis + 1) : below === 0 ? " ..." : "...",
    );
    const perLine = Math.max(1, Math.floor((LINE_WIDTH - PREFIX.length - axis) / (width + 2)));
    const lines =
      below > 0
        ? items
        : items.flatMap((_, i) => (i % perLine === 0 ? [items.slice(i, i + perLine).join(", ")] : []));
    const indent = " ".repeat(PREFIX.length + axis + 1);
    return `[${lines.join(`,${"\n".repeat(Math.max(1, below))}${indent}`)}]`;
  };
  return textOf(shown, 0);
}

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
