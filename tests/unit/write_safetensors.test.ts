/** Weights written as safetensors: the reader gives them back, and the bytes follow the format. */
import { expect, test } from "vitest";
import { readWeights } from "../../web/src/module/weights/read_weights.js";
import { writeSafetensors } from "../../web/src/module/weights/safetensors.js";
import { fixture } from "./weight_files.js";

const TENSORS = {
  "embedding.weight": { shape: [2, 3], data: Float32Array.of(1, -2.5, 1e-40, 3e38, -0, 0.1) },
  "head.bias": { shape: [1], data: Float32Array.of(Number.NaN) },
  empty: { shape: [0, 4], data: Float32Array.of() },
};

test("written tensors are read back with the same names and bits", () => {
  const read = readWeights(writeSafetensors(TENSORS), "model.safetensors");
  expect(Object.keys(read)).toEqual(Object.keys(TENSORS));
  for (const [name, { shape, data }] of Object.entries(TENSORS)) {
    expect(read[name]?.shape).toEqual(shape);
    expect(new Uint8Array(read[name]?.data.buffer ?? new ArrayBuffer(0))).toEqual(
      new Uint8Array(data.buffer),
    );
  }
});

test("a file is the header's length, the header, and the numbers, which begin at a multiple of eight", () => {
  const file = writeSafetensors(TENSORS, { task: "복사" });
  const length = Number(new DataView(file.buffer).getBigUint64(0, true));
  expect(length % 8).toBe(0);
  expect(file.length).toBe(8 + length + 4 * 7);
  const header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(file.subarray(8, 8 + length)));
  expect(header).toEqual({
    __metadata__: { task: "복사" },
    "embedding.weight": { dtype: "F32", shape: [2, 3], data_offsets: [0, 24] },
    "head.bias": { dtype: "F32", shape: [1], data_offsets: [24, 28] },
    empty: { dtype: "F32", shape: [0, 4], data_offsets: [28, 28] },
  });
  expect(new DataView(file.buffer).getFloat32(8 + length + 4, true)).toBe(-2.5);
});

test("a file's metadata are not a tensor", () => {
  expect(Object.keys(readWeights(writeSafetensors(TENSORS, { task: "copy" })))).toEqual(Object.keys(TENSORS));
});

test("a file that Python wrote is written again with the same header and numbers", () => {
  const python = fixture("course.safetensors");
  const ours = readWeights(writeSafetensors(readWeights(python)));
  expect(ours).toEqual(readWeights(python));
});
