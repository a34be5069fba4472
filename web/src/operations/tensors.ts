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

/** x · factor */
export const scaled = (hu: Core, x: Tensor, factor: number): Tensor => hu.mul(x, [factor]);

/**
 * scores.masked_fill(mask == hides, fill). scores (B, H, L, S), or (B, L, S) without heads; mask (B, L, S), shared by all
 * heads, where B and L may be 1.
 */
export function maskedFill(hu: Core, scores: Tensor, mask: Tensor, fill: number, hides: number): Tensor {
  const open = hides === 0 ? mask : hu.invertMask(mask);
  return hu.maskedFill(scores, scores.shape.length === 4 ? hu.unsqueeze(open, 1) : open, fill);
}

/** The largest float16; numbers that exceed it by half a step or more round to infinity. */
export const LARGEST_HALF = 65504;

/** The nearest float16. */
export const half = (hu: Core, value: number): number => hu.half([value]).data[0] ?? Number.NaN;
