/** Converts the tensors that a caller may pass to a shape and a flat array before they enter the core. */
import { refuse, refuseSize, refuseType } from "./errors.js";
import { cellCount, range, shapeText } from "./shape.js";
import type { DType, Tensor } from "./types.js";

/** The core's limits `kMostAxes` and `Limits::cells`. */
const MOST_AXES = 8;
const MOST_CELLS = 32_000_000;

/** A shape and numbers that fill it. */
export interface TensorIn {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

/** Numbers in nested lists. */
export type Nested = number | boolean | readonly Nested[];
/** A tensor, or numbers in nested lists as PyTorch prints them. */
export type TensorLike = Tensor | (TensorIn & { readonly dtype?: DType }) | readonly Nested[];

const isTensor = (x: unknown): x is TensorIn =>
  typeof x === "object" && x !== null && "shape" in x && "data" in x;

/** NaN for a proxy of a list that returns no number. */
function lengthOf({ length }: { readonly length: unknown }): number {
  return typeof length === "number" ? length : Number.NaN;
}

/** The length of a typed array, which may have a property `length` of its own; 0 if its memory is gone. */
const typedLengthOf = (typed: ArrayBufferView): number =>
  Reflect.get(Object.getPrototypeOf(Int8Array.prototype) as object, "length", typed) as number;

/**
 * A typed array as it is, or a copy of a list of numbers; undefined for anything else. A list is read only once, because a
 * proxy may return something else the next time.
 */
export function numbersIn(x: unknown): ArrayLike<number> | undefined {
  if (ArrayBuffer.isView(x) && !(x instanceof DataView)) {
    if (x instanceof BigInt64Array || x instanceof BigUint64Array) return undefined;
    const typed = x as unknown as ArrayLike<number>;
    const count = typedLengthOf(x);
    // An array whose memory is gone cannot be iterated.
    return count > 0 && typed.length === count ? typed : range(count).map((i) => typed[i] as number);
  }
  if (!Array.isArray(x)) return undefined;
  const numbers: number[] = [];
  const count = lengthOf(x);
  // A proxy of a list may return any length, and a number for every index.
  if (!(count <= MOST_CELLS)) return undefined;
  // Not `every`, because it skips holes.
  for (let i = 0; i < count; i++) {
    const number: unknown = x[i];
    if (typeof number !== "number") return undefined;
    numbers.push(number);
  }
  return numbers;
}

/** Checks that the value is a tensor with as many numbers as its shape says, for functions that do not call the core. */
export function checkedTensor(x: unknown, field: string): TensorIn {
  if (!isTensor(x)) refuseType(field, x, "a tensor { shape, data }");
  const { shape, data } = partsOf(x, field);
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0))
    refuseType(`${field}.shape`, shape, "a list of sizes");
  // Empty lists inside lists count too.
  const cells = shape.reduce((product, size) => product * Math.max(1, size), 1);
  if (cells > MOST_CELLS) refuseSize(field, String(cells), MOST_CELLS);
  const count = cellCount(shape);
  if (data.length === count) return { shape, data };
  const got = `${shapeText(shape)} for ${data.length} numbers`;
  return refuse("shape-mismatch", { field, got, wants: `${count} numbers` });
}

/** Checks that the value is a tensor in one of the accepted forms; the core checks sizes and values. */
export function tensorIn(x: unknown, field: string): TensorIn {
  if (Array.isArray(x)) return flattened(x as readonly Nested[], field);
  if (!isTensor(x)) return refuseType(field, x, "a tensor { shape, data } or nested lists of numbers");
  return partsOf(x, field);
}

function partsOf(tensor: TensorIn, field: string): TensorIn {
  checkDtype(tensor, field);
  const [givenShape, givenData]: unknown[] = [tensor.shape, tensor.data];
  const shape = numbersIn(givenShape) ?? refuseType(`${field}.shape`, givenShape, "a list of sizes");
  const data =
    numbersIn(givenData) ?? refuseType(`${field}.data`, givenData, "a typed array or a list of numbers");
  return { shape: Array.from(shape), data };
}

/** Those of lessons, and those that only programs have. */
const DTYPES: readonly unknown[] = ["float32", "int32", "bool", "int64", "float64", "uint8"];

/** Refuses a dtype that tensors do not have. The numbers themselves may be of any type. */
function checkDtype(tensor: TensorIn, field: string): void {
  const { dtype }: { dtype?: unknown } = tensor as { dtype?: unknown };
  if (dtype !== undefined && !DTYPES.includes(dtype)) refuseType(`${field}.dtype`, dtype, DTYPES.join(" | "));
}

function flattened(nested: readonly Nested[], field: string): TensorIn {
  const shape: number[] = [];
  let cells = 1;
  // The checks end the loop for a list that contains itself.
  for (let level: Nested | undefined = nested; Array.isArray(level); level = level[0]) {
    const length = lengthOf(level);
    shape.push(length);
    cells *= Math.max(1, length);
    if (shape.length > MOST_AXES) refuseSize(field, `${shape.length} axes`, MOST_AXES);
    if (!(cells <= MOST_CELLS)) refuseSize(field, String(cells), MOST_CELLS);
  }
  const data: number[] = [];
  flatten(nested, shape, 0, field, data);
  return { shape, data };
}

function flatten(
  level: Nested | undefined,
  shape: readonly number[],
  depth: number,
  field: string,
  data: number[],
): void {
  if (depth === shape.length) {
    if (typeof level !== "number" && typeof level !== "boolean") refuseType(field, level, "a number");
    data.push(Number(level));
    return;
  }
  if (!Array.isArray(level)) refuseType(field, level, `a list of ${shape[depth]}`);
  const length = lengthOf(level);
  const facts = { field, got: String(length), wants: String(shape[depth]) };
  if (length !== shape[depth])
    refuse("ragged", facts, "{field}: got a list of {got}, wants {wants} as in its neighbours");
  // Not `level.length`, because a proxy may be longer the next time.
  for (let i = 0; i < (shape[depth] ?? 0); i++) flatten(level[i], shape, depth + 1, `${field}[${i}]`, data);
}
