/** The operations that an answer may change, with PyTorch's shape rules and error messages. */

import { indexAt, offsetOf } from "../../draw/tensor_view.js";
import type { Core } from "../../module/page_entry.js";
import { cellCount, sameShape } from "../../module/shape.js";
import type { Tensor } from "../../module/types.js";
import { product, transposed, transposedLastTwo } from "../../operations/tensors.js";

/** Its message is what PyTorch prints, such as "IndexError: Dimension out of range …". */
export class PyTorchError extends Error {}

type Shape = readonly number[];

const listed = (shape: Shape): string => `[${shape.join(", ")}]`;

/** An axis counted from the front; `axes` is the number of axes. */
export function axisOf(axis: number, axes: number): number {
  if (axis >= -axes && axis < axes) return axis < 0 ? axis + axes : axis;
  throw new PyTorchError(
    `IndexError: Dimension out of range (expected to be in range of [${-axes}, ${axes - 1}], but got ${axis})`,
  );
}

/** The shape of `view(sizes)` for a tensor with `count` numbers. */
export function viewShape(sizes: Shape, count: number): Shape {
  const inferred = sizes.filter((size) => size === -1).length;
  if (inferred > 1) throw new PyTorchError("RuntimeError: only one dimension can be inferred");
  const bad = sizes.find((size) => size < -1);
  if (bad !== undefined) throw new PyTorchError(`RuntimeError: invalid shape dimension ${bad}`);
  const known = cellCount(sizes.filter((size) => size !== -1));
  const fits = inferred === 0 ? known === count : known > 0 && count % known === 0;
  if (!fits)
    throw new PyTorchError(`RuntimeError: shape '${listed(sizes)}' is invalid for input of size ${count}`);
  return sizes.map((size) => (size === -1 ? count / known : size));
}

/** The broadcast shape of two shapes. The error names the last axis that does not match, as PyTorch does. */
export function broadcastShape(a: Shape, b: Shape): Shape {
  const length = Math.max(a.length, b.length);
  const at = (shape: Shape, axis: number): number => shape[axis - length + shape.length] ?? 1;
  const common = Array.from({ length }, (_, axis) => Math.max(at(a, axis), at(b, axis)));
  for (let axis = length - 1; axis >= 0; axis--) {
    const [sizeA, sizeB] = [at(a, axis), at(b, axis)];
    if (sizeA !== sizeB && sizeA !== 1 && sizeB !== 1)
      throw new PyTorchError(
        `RuntimeError: The size of tensor a (${sizeA}) must match the size of tensor b (${sizeB}) at non-singleton dimension ${axis}`,
      );
  }
  return common;
}

/** The tensor repeated along its axes of size 1. */
export function expanded(x: Tensor, shape: Shape): Tensor {
  const from = [...Array.from({ length: shape.length - x.shape.length }, () => 1), ...x.shape];
  if (from.every((size, axis) => size === shape[axis])) return { ...x, shape } as Tensor;
  const DataArray = x.data.slice(0, 0).constructor as new (size: number) => Tensor["data"];
  const data = new DataArray(cellCount(shape));
  for (let offset = 0; offset < data.length; offset++) {
    const index = indexAt(shape, offset).map((i, axis) => (from[axis] === 1 ? 0 : i));
    data[offset] = x.data[offsetOf(from, index)] ?? Number.NaN;
  }
  return { shape, dtype: x.dtype, data } as Tensor;
}

/** a @ b: all axes but the last two broadcast. */
export function matmul(hu: Core, a: Tensor, b: Tensor): Tensor {
  const batch = broadcastShape(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const [rows = 1, inner = 1] = a.shape.slice(-2);
  const [height = 1, cols = 1] = b.shape.slice(-2);
  const count = cellCount(batch);
  if (inner !== height)
    throw new PyTorchError(
      `RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [${count}, ${inner}] but got: [${count}, ${height}].`,
    );
  return product(
    hu,
    expanded(a, [...batch, rows, inner]),
    transposedLastTwo(expanded(b, [...batch, height, cols])),
  );
}

/** scores.masked_fill(mask == hides, fill), where mask and scores broadcast. */
export function filledWhere(scores: Tensor, mask: Tensor, hides: number, fill: number): Tensor {
  const shape = broadcastShape(mask.shape, scores.shape);
  const [cells, bits] = [expanded(scores, shape), expanded(mask, shape)];
  const data = Float32Array.from(cells.data, (score, i) => (bits.data[i] === hides ? fill : score));
  return { shape, dtype: "float32", data };
}

/** scores.softmax(dim) along any axis. */
export function softmaxAlong(hu: Core, scores: Tensor, axis: number): Tensor {
  const last = scores.shape.length - 1;
  return axis === last
    ? hu.softmax(scores)
    : transposed(hu.softmax(transposed(scores, axis, last)), axis, last);
}

const CLOSE = 1e-5;

/** Equal shapes, and equal numbers up to rounding; NaN equals NaN. */
export function sameNumbers(a: Tensor, b: Tensor): boolean {
  if (!sameShape(a.shape, b.shape)) return false;
  return a.data.every((x: number, i: number) => isClose(x, b.data[i] ?? Number.NaN));
}

export const isClose = (x: number, y: number): boolean =>
  Object.is(x, y) || x === y || Math.abs(x - y) <= CLOSE * (1 + Math.abs(y));
