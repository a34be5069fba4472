/** The descriptors of operations: one for each operation of the core, and one for each bridge. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lessons } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { operationOf, operations } from "../../web/src/operations/operations.js";
import { variations } from "./traces.js";

const file = (path: string): URL => new URL(`../../${path}`, import.meta.url);
/** What the core made the lessons' steps by; a test of the core compares these with the types of TypeScript. */
const union =
  /export type Op =([^;]*);/.exec(readFileSync(file("web/src/module/types.ts"), "utf8"))?.[1] ?? "";
const core = [...union.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);

test("every operation of the core has a descriptor, and every other descriptor is a bridge", () => {
  expect(core.length).toBeGreaterThan(20);
  const bridges = Object.entries(operations).flatMap(([op, { bridge }]) => (bridge ? [op] : []));
  expect(Object.keys(operations).sort()).toEqual([...core, ...bridges].sort());
});

test("each is shown by a lesson, or is how some lessons get their weights", () => {
  const shown = variations.flatMap(([, trace]) => {
    const steps = lessons[trace.spec.lesson].steps(trace);
    return steps.map((step) => step.stage(trace).op as string);
  });
  expect(Object.keys(operations).filter((op) => !shown.includes(op))).toEqual([]);
});

test("asks only about steps that exist, where questions are by the step's name", () => {
  const names = new Set(variations.flatMap(([, trace]) => trace.steps.map(({ name }) => name as string)));
  for (const [op, { questions = [] }] of Object.entries(operations))
    if (!Array.isArray(questions))
      for (const step of Object.keys(questions)) expect(names.has(step), `${op}: ${step}`).toBe(true);
});

test("refuses the name of no operation", () => {
  expect(() => operationOf({ op: "sigmoid" })).toThrow('op: got "sigmoid"');
});

test("every lesson asks one of its steps why", () => {
  for (const name of lessonNames) {
    const steps = variations.flatMap(([, trace]) =>
      trace.spec.lesson === name ? lessons[name].steps(trace).map(({ id }) => id) : [],
    );
    expect(steps, name).toContain(lessons[name].why);
  }
});
