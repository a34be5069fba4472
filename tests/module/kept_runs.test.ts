/** Runs that a page shows again are cached, and the cache is bounded. */
import { expect, test } from "vitest";
import type { HeadsUp } from "../../web/src/module/heads_up.js";
import { type LessonData, run, withDrawnWeights } from "../../web/src/store/lesson_runner.js";
import { loadInstalled } from "./packed.js";

const hu = (await loadInstalled()) as unknown as HeadsUp;

const seeded = (seed: number): LessonData => withDrawnWeights({ lesson: "masked-multi-head", seed });

test("a run is cached, and evicted after many others", () => {
  const first = seeded(0);
  const made = run(hu, first);
  expect(run(hu, seeded(0))).toBe(made);
  run(hu, seeded(1));
  expect(run(hu, first)).toBe(made);
  for (let seed = 2; seed < 20; seed++) run(hu, seeded(seed));
  const again = run(hu, first);
  expect(again).not.toBe(made);
  expect(again.trace).toEqual(made.trace);
});
