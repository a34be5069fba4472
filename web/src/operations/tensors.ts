/** Reshapes, masks and rounds tensors, as PyTorch does between two operations. The core does the arithmetic. */
import { offsetOf } from "../draw/tensor_view.js";
import type { Core } from "../module/page_entry.js";
import { cellCount } from "../module/shape.js";
import type { Tensor } from "../module/types.js";

/** tensor.view(shape): the same numbers in the same order. */
export const viewed = ({ dtype, data }: Tensor, shape: readonly number[]): Tensor =>
  ({ shape, dtype, data }) as Tensor;

/** tensor.transpose(i, j), with the numbers put in the new order. */
export function transposed({ shape, dtype, data }: Tensor, i: number, j: number): Tensor {
  const swapped = <T>(list: readonly T[]): T[] =>
    list.map((x, axis) => (axis === i ? (list[j] ?? x) : axis === j ? (list[i] ?? x) : x));
  const newShape = swapped(shape);
  const newData = data.slice();
  const index = newShape.map(() => 0);
  for (let offset = 0; offset < data.length; offset++) {
    newData[offset] = data[offsetOf(shape, swapped(index))] ?? Number.NaN;
    for (let axis = newShape.length - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] ?? 0) + 1;
      if ((index[axis] ?? 0) < (newShape[axis] ?? 1)) break;
      index[axis] = 0;
    }
  }
  return { shape: newShape, dtype, data: newData } as Tensor;
}

/** Swaps the last two axes. */
export const transposedLastTwo = (x: Tensor): Tensor => transposed(x, x.shape.length - 2, x.shape.length - 1);

/** a (…, T, K) and b (…, S, K) → a bᵀ (…, T, S), computed one matrix at a time. */
export function product(hu: Core, a: Tensor, b: Tensor): Tensor {
  const [rows, inner] = a.shape.slice(-2) as [number, number];
  const cols = b.shape.at(-2) ?? 1;
  const count = cellCount(a.shape.slice(0, -2));
  const data = new Float32Array(count * rows * cols);
  const matrixAt = (x: Tensor, i: number, height: number): Tensor => ({
    shape: [height, inner],
    dtype: "float32",
    data: Float32Array.from(x.data.subarray(i * height * inner, (i + 1) * height * inner)),
  });
  for (let i = 0; i < count; i++)
    data.set(hu.linear(matrixAt(a, i, rows), matrixAt(b, i, cols)).data, i * rows * cols);
  return { shape: [...a.shape.slice(0, -1), cols], dtype: "float32", data };
}

/** x · factor, computed as a linear layer whose weight has the factor on its diagonal. */
export function scaled(hu: Core, x: Tensor, factor: number): Tensor {
  const size = x.shape.at(-1) ?? 1;
  const weight = new Float32Array(size * size);
  for (let i = 0; i < size; i++) weight[i * (size + 1)] = factor;
  return hu.linear(x, { shape: [size, size], dtype: "float32", data: weight });
}

/**
 * scores.masked_fill(mask == hides, fill). scores (B, H, L, S), or (B, L, S) without heads; mask (B, L, S), shared by all
 * heads, where B and L may be 1.
 */
export function maskedFill(scores: Tensor, mask: Tensor, fill: number, hides: number): Tensor {
  const { shape } = scores;
  const perSentence = cellCount(shape.slice(1));
  const [keys, matrix] = [cellCount(shape.slice(-1)), cellCount(shape.slice(-2))];
  const maskMatrix = cellCount(mask.shape.slice(-2));
  const data = Float32Array.from(scores.data, (score, offset) => {
    const sentence = shape.length > 2 ? Math.floor(offset / perSentence) : 0;
    const cell = offset % (maskMatrix === keys ? keys : matrix);
    return mask.data[(sentence * maskMatrix + cell) % mask.data.length] === hides ? fill : score;
  });
  return { shape, dtype: "float32", data };
}

/** The tensor rounded to float16. */
export const halved = (x: Tensor): Tensor => ({
  shape: x.shape,
  dtype: "float32",
  data: Float32Array.from(x.data, half),
});

/** The largest float16; numbers that exceed it by half a step or more round to infinity. */
export const LARGEST_HALF = 65504;
const [LEAST_EXPONENT, FRACTION_BITS] = [-14, 10];

/** The nearest float16, ties to even, as in IEEE 754. */
export function half(value: number): number {
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value) || magnitude === 0) return value;
  // Exact for every float32, because powers of two and divisions by them are exact.
  let exponent = Math.max(LEAST_EXPONENT, Math.floor(Math.log2(magnitude)));
  if (2 ** exponent > magnitude && exponent > LEAST_EXPONENT) exponent--;
  const step = 2 ** (exponent - FRACTION_BITS);
  const steps = magnitude / step;
  const down = Math.floor(steps);
  const remainder = steps - down;
  const rounded = remainder > 0.5 || (remainder === 0.5 && down % 2 === 1) ? down + 1 : down;
  const result = rounded * step > LARGEST_HALF ? Number.POSITIVE_INFINITY : rounded * step;
  return Math.sign(value) * result;
}
