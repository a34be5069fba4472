/** Groups of similar steps are shown as one step, and every member can still be found by its name. */
import { describe, expect, test } from "vitest";
import { grouped, indexOfStep, membersOf, withMember } from "../../web/src/lessons/groups.js";
import { lessonNamed, lessonNames } from "../../web/src/lessons/lessons.js";
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

test("an unknown step has no place, and choosing it changes nothing", () => {
  const trace = variations[0]?.[1];
  const steps = trace ? grouped(lessonNamed(trace.spec.lesson).steps(trace)) : [];
  expect(indexOfStep(steps, "nothing")).toBe(-1);
  expect(withMember(steps, "nothing")).toBe(steps);
});

test("the variations cover every lesson", () => {
  expect(new Set(variations.map(([, { spec }]) => spec.lesson))).toEqual(new Set(lessonNames));
});
