/** Groups of similar steps are shown as one step, and every member can still be found by its name. */

import { describe, expect, test } from "vitest";
import {
  folded,
  grouped,
  indexOfStep,
  membersOf,
  numberOf,
  stepCount,
  withMember,
} from "../../web/src/lessons/groups.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { variations } from "./traces.js";

describe.each(variations)("%s", (_, trace) => {
  const all = lessonNamed(trace.spec.lesson).steps(trace);
  const steps = grouped(all);

  test("no step is lost, and the order stays the same", () => {
    expect(steps.flatMap(membersOf).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test("every step has a place, and can be chosen there", () => {
    for (const { id } of all) {
      const place = indexOfStep(steps, id);
      const chosen = withMember(steps, id);
      expect(chosen[place]?.id).toBe(id);
      expect(chosen.length).toBe(steps.length);
      expect(chosen[place]?.members).toBe(steps[place]?.members);
      expect(withMember(chosen, id)).toBe(chosen);
    }
  });

  test("parameters of layers, splits and transposes are one step each", () => {
    const together = steps.flatMap((step) => (step.members ? [membersOf(step).map(({ id }) => id)] : []));
    expect(together[0]?.[0]).toBe("w_q.weight");
    for (const group of together) expect(group.length).toBeGreaterThan(1);
  });
});

const withKnown = variations.filter(([, trace]) => lessonNamed(trace.spec.lesson).known);
describe.each(withKnown)("%s, folded", (_, trace) => {
  const { known } = lessonNamed(trace.spec.lesson);
  const steps = grouped(lessonNamed(trace.spec.lesson).steps(trace));
  const folds = folded(steps, known);

  test("a fold has all of its steps, in order, and their numbers", () => {
    expect(folds.flatMap((step) => step.folded ?? step)).toEqual(steps);
    expect(stepCount(folds)).toBe(steps.length);
    const ends = folds.map((_, i) => Number(numberOf(folds, i).split("–").at(-1)));
    expect(ends.at(-1)).toBe(steps.length);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  });

  test("a step in a fold opens it by its name, and the others stay folded", () => {
    for (const fold of folds.filter((step) => step.folded)) {
      expect(withMember(folds, fold.id)).toBe(folds);
      for (const { id } of membersOf(fold)) {
        const opened = withMember(folds, id);
        expect(opened[indexOfStep(opened, id)]?.id).toBe(id);
        expect(opened.filter((step) => step.folded)).toEqual(
          folds.filter((step) => step.folded && step !== fold),
        );
        // The address of a closed fold leads to its first step once it is open.
        expect(opened[indexOfStep(opened, fold.id)]).toBe(opened[folds.indexOf(fold)]);
      }
    }
  });

  test("a fold asks nothing, and shows what its steps come to", () => {
    for (const fold of folds.filter((step) => step.folded)) {
      const of = known?.find(({ first }) => fold.folded?.[0]?.id === first);
      expect(fold.questions?.(trace, [])).toEqual([]);
      expect(fold.stage(trace)).toBe(steps[indexOfStep(steps, of?.shown ?? of?.last ?? "")]?.stage(trace));
    }
  });
});

test("an unknown step has no place, and choosing it changes nothing", () => {
  const trace = variations[0]?.[1];
  const steps = trace ? grouped(lessonNamed(trace.spec.lesson).steps(trace)) : [];
  expect(indexOfStep(steps, "nothing")).toBe(-1);
  expect(withMember(steps, "nothing")).toBe(steps);
});

test("the variations cover every lesson", () => {
  expect(new Set(variations.map(([, { spec }]) => spec.lesson))).toEqual(new Set(lessonNames));
});
