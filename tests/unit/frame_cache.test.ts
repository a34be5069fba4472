/** What an element recomputes per frame, and what it caches. */
import { expect, test } from "vitest";
import { light } from "../../web/src/draw/theme.js";
import { frameCache } from "../../web/src/element/frame_cache.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import type { Run } from "../../web/src/store/lesson_runner.js";
import { traceOf } from "./lesson_traces.js";

const trace = traceOf({ lesson: "masked-multi-head" });
const steps = lessonNamed("masked-multi-head").steps(trace);
const run = { spec: trace.spec, trace, steps } as unknown as Run;
const focus = { batch: 0, head: 0 };

test("the strip's pictures stay the same until the run, the theme or the focus changes", () => {
  const { drawingOf } = frameCache();
  const drawing = drawingOf(run, light, focus);
  expect(drawingOf(run, light, focus)).toBe(drawing);
  expect(drawingOf(run, light, { batch: 1, head: 0 })).not.toBe(drawing);
});

test("drawing a frame of another element keeps this one's strip pictures and table", () => {
  const [mine, other] = [frameCache(), frameCache()];
  const [step] = steps;
  if (!step) throw new Error("the lesson has no steps");
  const [drawing, matrix] = [mine.drawingOf(run, light, focus), mine.matrixOf(run, step, focus, undefined)];
  const elsewhere = { batch: 1, head: 1 };
  expect(other.drawingOf(run, light, elsewhere)).not.toBe(drawing);
  expect(other.matrixOf(run, step, elsewhere, undefined)).not.toBe(matrix);
  expect(mine.drawingOf(run, light, focus)).toBe(drawing);
  expect(mine.matrixOf(run, step, focus, undefined)).toBe(matrix);
});
