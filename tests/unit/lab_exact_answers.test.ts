/** When an answer of a model counts as right. */
import { expect, test } from "vitest";
import { hasAnswers, isExact } from "../../web/src/lab/group.js";
import { HeadsUpError } from "../../web/src/module/errors.js";
import type { TaskName, TrainingTask } from "../../web/src/module/training/types.js";

const task = (name: TaskName, row: readonly number[], prompt: number): TrainingTask => ({
  ...{ name, symbols: [], padId: 0, data: [], uniformLoss: 0 },
  ...{ heldOut: [row], promptLengths: [prompt] },
});

/** A model that writes these tokens, and the lengths that were requested from it. */
function writing(...tokens: number[]) {
  const lengths: number[] = [];
  const generate = (_: readonly number[], length: number): number[] => {
    lengths.push(length);
    return tokens;
  };
  return { lengths, generate };
}

test("an answer is right if it equals the row's, without padding", () => {
  const model = writing(5, 4);
  expect(isExact(model, task("reverse", [4, 5, 1, 5, 4, 0, 0], 3), 0)).toBe(true);
  expect(model.lengths).toEqual([2]);
  expect(isExact(writing(4, 5), task("reverse", [4, 5, 1, 5, 4, 0, 0], 3), 0)).toBe(false);
  expect(isExact(writing(5), task("reverse", [4, 1, 5], 2), 0)).toBe(true);
});

test("brackets may be closed in any order that closes each by its own kind", () => {
  const brackets = task("brackets", [1, 3, 4, 2, 1, 2], 1);
  expect(isExact(writing(2, 3, 4, 1, 2), brackets, 0)).toBe(true);
  expect(isExact(writing(3, 2, 4, 1, 2), brackets, 0)).toBe(false);
  expect(isExact(writing(2, 3, 4, 1, 3), brackets, 0)).toBe(false);
  expect(isExact(writing(2, 2, 3, 4, 1), brackets, 0)).toBe(false);
});

test("a model whose numbers are no longer finite has no exact answer, and other refusals are not hidden", () => {
  const refusing = (code: "out-of-range" | "out-of-memory") => ({
    generate: () => {
      throw new HeadsUpError(code, "probabilities: got nan, wants 0 to 1");
    },
  });
  const reverse = task("reverse", [4, 1, 5], 2);
  expect(isExact(refusing("out-of-range"), reverse, 0)).toBe(false);
  expect(() => isExact(refusing("out-of-memory"), reverse, 0)).toThrow(HeadsUpError);
});

test("sentences have more than one good continuation, so no exact answer is asked for", () => {
  expect(["copy", "brackets", "sentences-ko"].map((name) => hasAnswers({ name: name as TaskName }))).toEqual([
    true,
    true,
    false,
  ]);
});
