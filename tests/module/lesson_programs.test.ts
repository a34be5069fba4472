/** "Change this code": a lesson's classes run in the interpreter, and the line of a step makes the step's numbers. */
import { expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { classLineOf, classScriptOf } from "../../web/src/module/py_torch/class_script.js";

const hu = await load();
const SPECS = [
  { lesson: "masked-self-attention", seed: 3 },
  { lesson: "multi-head" },
  { lesson: "masked-multi-head", sequences: [[5, 6, 7], [8]], numHeads: 4, maskFill: "-inf" },
  { lesson: "encoder-decoder" },
  { lesson: "transformer-block" },
  { lesson: "transformer-block", layerNorm: "pre", feedForward: { dFf: 12, activation: "relu" } },
] as const;

test.each(SPECS)("$lesson", (spec) => {
  const lesson = hu.run(spec as never);
  const source = classScriptOf(lesson.spec as never);
  const { trace, error } = hu.runPython(source);
  expect(error).toBeNull();
  const found = lesson.steps.filter(({ name }) => classLineOf(name, lesson.spec as never) > 0);
  expect(found.length).toBeGreaterThan(10);
  const missed = found.filter((step) => {
    const line = classLineOf(step.name, lesson.spec as never);
    const made = trace.steps.filter(
      ({ source: { line: first, endLine } }) => first <= line && line <= endLine,
    );
    const isSame = ({ data, shape }: (typeof made)[number]): boolean =>
      String(shape.filter((size) => size > 1)) === String(step.shape.filter((size) => size > 1)) &&
      data.every((x, i) => Object.is(x, step.data[i]) || Math.abs(x - (step.data[i] ?? 0)) <= 1e-6);
    return !made.some(isSame);
  });
  expect(missed.map(({ name }) => [name, classLineOf(name, lesson.spec as never)])).toEqual([]);
});
