/** Whether a weight file fits a model of the lab. */
import { expect, test } from "vitest";
import { misfitOf } from "../../web/src/views/lab/model/model_fit.js";

const model = { "embedding.weight": { shape: [32, 16] }, "head.bias": { shape: [32] } };

test("a file with the same names and shapes fits, in any order", () => {
  expect(
    misfitOf({ "head.bias": { shape: [32] }, "embedding.weight": { shape: [32, 16] } }, model),
  ).toBeUndefined();
});

test.each([
  ["another shape", { ...model, "head.bias": { shape: [10] } }, "shape", "head.bias", "(10,)", "(32,)"],
  ["a missing tensor", { "head.bias": { shape: [32] } }, "absent", "embedding.weight", "", "(32, 16)"],
  [
    "an extra tensor",
    { ...model, "blocks.1.w_q.bias": { shape: [16] } },
    "unknown",
    "blocks.1.w_q.bias",
    "(16,)",
    "",
  ],
  [
    "a name of a JavaScript built-in",
    { ...model, constructor: { shape: [1] } },
    "unknown",
    "constructor",
    "(1,)",
    "",
  ],
])("a file with %s is refused, naming the tensor", (_, file, kind, tensor, got, wants) => {
  expect(misfitOf(file, model)).toEqual({ kind, tensor, got, wants });
});
