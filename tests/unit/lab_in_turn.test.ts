/** The parts of the lab are redrawn one per frame. */
import { afterEach, expect, test, vi } from "vitest";
import { StaggeredParts, separateFrame } from "../../web/src/views/lab/in_turn.js";

afterEach(() => vi.unstubAllGlobals());

test("redraws one part at a time, the longest waiting one first", () => {
  const parts = new StaggeredParts<string>();
  let state = "a";
  const make = (isAtOnce: boolean) => [...parts.make(isAtOnce, (i) => `${state}${i}`)];
  parts.change(3);
  expect(make(false)).toEqual(["a0", "a1", "a2"]); // there is no earlier drawing to keep
  state = "b";
  parts.change(3);
  expect(make(false)).toEqual(["b0", "a1", "a2"]);
  state = "c";
  parts.change(3);
  expect(make(false)).toEqual(["b0", "c1", "a2"]);
  expect(make(false)).toEqual(["b0", "c1", "c2"]);
  expect(parts.isBehind).toBe(true);
  expect(make(false)).toEqual(["c0", "c1", "c2"]);
  expect(parts.isBehind).toBe(false);
  state = "d";
  expect(make(false)).toEqual(["c0", "c1", "c2"]);
  parts.change(2);
  expect(make(true)).toEqual(["d0", "d1"]);
});

test("each caller that draws while models train gets its own frame", async () => {
  let frame = 0;
  vi.stubGlobal("requestAnimationFrame", (draw: (ms: number) => void) => queueMicrotask(() => draw(++frame)));
  const seen = await Promise.all([separateFrame(), separateFrame(), separateFrame()]);
  expect(seen).toEqual([1, 2, 3]);
});
