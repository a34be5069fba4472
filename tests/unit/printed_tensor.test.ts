/** Tensors as text, identical to what PyTorch prints for the same tensors. */
import { expect, test } from "vitest";
import { printedTensor } from "../../web/src/command/run.js";
import type { HeadsUp } from "../../web/src/module/heads_up.js";
import { cellCount } from "../../web/src/module/shape.js";
import type { DType, Tensor } from "../../web/src/module/types.js";
import { hu } from "./core.js";
import { fixtureJson } from "./weight_files.js";

interface Printed {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: DType;
  readonly data: readonly (number | string | boolean)[] | "wave";
  readonly text: string;
}

const arrays = { float32: Float32Array, int32: Int32Array, bool: Uint8Array };
const numberOf = (x: number | string | boolean): number =>
  typeof x === "string" ? Number(x.replace("inf", "Infinity")) : Number(x);
/** Generates tensors that are too large to store, as make_weights.py does. */
const wave = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => (((i * 37) % 101) - 50) / 8);

function tensorOf({ shape, dtype, data }: Printed): Tensor {
  const numbers = data === "wave" ? wave(cellCount(shape)) : data.map(numberOf);
  return { shape, dtype, data: arrays[dtype].from(numbers) } as Tensor;
}

const all = fixtureJson<Printed[]>("printed.json");

test.each(all)("$name", (printed) => {
  expect(printedTensor(hu as unknown as HeadsUp, tensorOf(printed))).toBe(`${printed.text}\n`);
});

test("every kind is covered", () => {
  expect(new Set(all.map(({ dtype }) => dtype))).toEqual(new Set(["float32", "int32", "bool"]));
  expect(all.some(({ text }) => text.includes("..."))).toBe(true);
});
