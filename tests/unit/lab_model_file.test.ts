/** Whether a weight file fits a model of the lab. */
import { expect, test } from "vitest";
import { misfitOf } from "../../web/src/views/lab/take_away.js";

const tensor = (...shape: number[]) => ({ shape, data: new Float32Array(2) });
const model = { "embedding.weight": tensor(32, 16), "head.bias": tensor(32) };

test("a file with the same names and shapes fits, in any order", () => {
  expect(misfitOf({ "head.bias": tensor(32), "embedding.weight": tensor(32, 16) }, model)).toBeUndefined();
});

test.each([
  ["another shape", { ...model, "head.bias": tensor(10) }, "shape", "head.bias", "(10,)", "(32,)"],
  ["a missing tensor", { "head.bias": tensor(32) }, "absent", "embedding.weight", "", "(32, 16)"],
  [
    "an extra tensor",
    { ...model, "blocks.1.w_q.bias": tensor(16) },
    "unknown",
    "blocks.1.w_q.bias",
    "(16,)",
    "",
  ],
  [
    "a name of a JavaScript built-in",
    { ...model, constructor: tensor(1) },
    "unknown",
    "constructor",
    "(1,)",
    "",
  ],
])("a file with %s is refused, naming the tensor", (_, file, kind, tensor, got, wants) => {
  expect(misfitOf(file, model)).toEqual({ kind, tensor, got, wants });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "a file with the number %s is refused, naming the tensor",
  (number) => {
    const bias = { shape: [32], data: Float32Array.of(1, number) };
    const facts = { kind: "notFinite", tensor: "head.bias", got: String(number), wants: "" };
    expect(misfitOf({ ...model, "head.bias": bias }, model)).toEqual(facts);
  },
);
