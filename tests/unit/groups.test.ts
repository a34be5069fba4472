/** Steps that repeat one another stand in the walk as one, and each of them can still be found by its name. */
import { describe, expect, test } from "vitest";
import { choosing, grouped, membersOf, placeOf } from "../../web/src/lessons/groups.js";
import { lessonNames, taughtLesson } from "../../web/src/lessons/lessons.js";
import { variations } from "./lesson_traces.js";

describe.each(variations)("%s", (_, trace) => {
  const all = taughtLesson(trace.spec.lesson).steps(trace);
  const steps = grouped(all);

  test("no step is lost, and their order stays", () => {
    expect(steps.flatMap(membersOf).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test("every step has a place, and can be chosen there", () => {
    for (const { id } of all) {
      const place = placeOf(steps, id);
      const chosen = choosing(steps, id);
      expect(chosen[place]?.id).toBe(id);
      expect(chosen.length).toBe(steps.length);
      expect(chosen[place]?.members).toBe(steps[place]?.members);
      expect(choosing(chosen, id)).toBe(chosen);
    }
  });

  test("layers' parameters, splits and transposes take one place each", () => {
    const together = steps.flatMap((step) => (step.members ? [membersOf(step).map(({ id }) => id)] : []));
    expect(together[0]?.[0]).toBe("w_q.weight");
    for (const group of together) expect(group.length).toBeGreaterThan(1);
  });
});

test("an unknown step has no place, and choosing it changes nothing", () => {
  const trace = variations[0]?.[1];
  const steps = trace ? grouped(taughtLesson(trace.spec.lesson).steps(trace)) : [];
  expect(placeOf(steps, "nothing")).toBe(-1);
  expect(choosing(steps, "nothing")).toBe(steps);
});

test("there is a lesson for every name", () => {
  expect(new Set(variations.map(([, { spec }]) => spec.lesson))).toEqual(new Set(lessonNames));
});
