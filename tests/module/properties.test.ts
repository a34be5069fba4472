/**
 * Properties of the packed module, each checked on hundreds of random cases. Those of the core alone are in
 * tests/cpp/test_properties.cpp and test_lesson_properties.cpp, which run as WebAssembly too. The cases are the same in every
 * run; set SEED=7 in the environment to draw others.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LessonSpec, Step } from "../../web/src/module/types.js";
import { documentedErrors } from "../unit/documented_errors.js";
import { badSpecs, specs } from "./arbitraries.js";
import { indexOf, isClose, recompute, valueAt } from "./compare.js";
import { imported, installed } from "./packed.js";

const CASES = 200;
const SEED = Number(process.env["SEED"] ?? 42);
const TINY: LessonSpec = { lesson: "masked-multi-head", sequences: [[1, 2], [3]], vocabSize: 4, dModel: 4 };

const { HeadsUpError, load } = await imported(installed());
const hu = await load();

/** Checks a property on CASES random values; a failure shows the simplest counterexample. */
function always<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void {
  let cases = 0;
  const counted = (value: T): void => {
    holds(value);
    cases += 1;
  };
  fc.assert(fc.property(arbitrary, counted), { numRuns: CASES, seed: SEED });
  expect(cases).toBe(CASES);
}

/** Expects equal bits; NaN equals NaN. */
function expectSame(got: readonly Step[], want: readonly Step[]): void {
  expect(got.map((step) => step.name)).toEqual(want.map((step) => step.name));
  got.forEach((step, i) => {
    const other = want[i]?.data ?? [];
    const at = step.data.findIndex((x: number, j: number) => !Object.is(x, other[j]));
    if (at >= 0) expect.fail(`${step.name}[${indexOf(step.shape, at)}]: ${step.data[at]} and ${other[at]}`);
  });
}

test("the same spec gives the same bits, whatever ran in between", () => {
  always(fc.tuple(specs, specs), ([spec, other]) => {
    const first = hu.run(spec).steps;
    hu.run(other);
    expectSame(hu.run(spec).steps, first);
  });
});

test("a bad spec is refused with a documented code, or runs, and the module stays usable", () => {
  const codes = Object.keys(documentedErrors());
  const tiny = hu.run(TINY).steps;
  const refusal = (call: () => unknown): string => {
    try {
      call();
      return "";
    } catch (error) {
      if (!(error instanceof HeadsUpError)) throw error;
      expect(codes).toContain(error.code);
      return error.code;
    }
  };
  const seen = new Set<string>();
  always(badSpecs, (spec) => {
    const code = refusal(() => hu.run(spec as LessonSpec));
    expect(refusal(() => hu.toPyTorch(spec as LessonSpec))).toBe(code);
    seen.add(code);
    expectSame(hu.run(TINY).steps, tiny);
  });
  expect(seen.size).toBeGreaterThan(5); // many kinds of refusals, and some valid specs
  expect(seen).toContain("");
});

test("the terms of any cell give its value", () => {
  always(fc.tuple(specs, fc.infiniteStream(fc.nat())), ([spec, dice]) => {
    const trace = hu.run(spec);
    for (const step of trace.steps) {
      const index = indexOf(step.shape, dice.next().value % step.data.length);
      const explanation = hu.explain(trace, step.name, index);
      expect(explanation.value).toBe(valueAt(step, index));
      const again = recompute(explanation);
      if (!isClose(again, explanation.value))
        expect.fail(`${step.name}[${index}]: ${explanation.value}, not ${again}`);
    }
  });
});
