/** Converts what a caller may pass as a tensor to a shape and a flat array before it crosses into the core. */
import { HeadsUpError, refuseType } from "./errors.js";
import type { DType, Tensor } from "./types.js";

/** A shape and numbers that fill it. */
export interface TensorIn {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

export type Nested = number | boolean | readonly Nested[];
/** A tensor, or numbers in nested lists as PyTorch prints them. */
export type TensorLike = Tensor | (TensorIn & { readonly dtype?: DType }) | readonly Nested[];

const isTensor = (x: unknown): x is TensorIn =>
  typeof x === "object" && x !== null && "shape" in x && "data" in x;

function isArrayOfNumbers(x: unknown): x is ArrayLike<number> {
  if (ArrayBuffer.isView(x) && !(x instanceof DataView))
    return !(x instanceof BigInt64Array || x instanceof BigUint64Array);
  return Array.isArray(x) && x.every((v) => typeof v === "number");
}

/** Checks that the value is a tensor in one of the accepted forms; the core checks sizes and values. */
export function tensorIn(x: unknown, field: string): TensorIn {
  if (Array.isArray(x)) return flattened(x as readonly Nested[], field);
  if (!isTensor(x)) return refuseType(field, x, "a tensor { shape, data } or nested lists of numbers");
  if (!isArrayOfNumbers(x.shape)) return refuseType(`${field}.shape`, x.shape, "a list of sizes");
  if (!isArrayOfNumbers(x.data))
    return refuseType(`${field}.data`, x.data, "a typed array or a list of numbers");
  return { shape: Array.isArray(x.shape) ? x.shape : Array.from(x.shape), data: x.data };
}

function flattened(nested: readonly Nested[], field: string): TensorIn {
  const shape: number[] = [];
  for (let level: Nested | undefined = nested; Array.isArray(level); level = level[0])
    shape.push(level.length);
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
  if (level.length !== shape[depth]) {
    throw new HeadsUpError(
      "ragged",
      `${field}: got a list of ${level.length}, wants ${shape[depth]} as in its neighbours`,
      {
        field,
        got: String(level.length),
        wants: String(shape[depth]),
      },
    );
  }
  level.forEach((item: Nested, i: number) => {
    flatten(item, shape, depth + 1, `${field}[${i}]`, data);
  });
}
