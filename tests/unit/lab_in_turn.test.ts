/** Which part of the lab is drawn in which frame. */
import { afterEach, expect, test, vi } from "vitest";
import { InTurn, ownFrame } from "../../web/src/views/lab/in_turn.js";

afterEach(() => vi.unstubAllGlobals());

test("one part is made at a time, the one that has waited longest first", () => {
  const parts = new InTurn<string>();
  let state = "a";
  const make = (isAtOnce: boolean) => [...parts.make(isAtOnce, (i) => `${state}${i}`)];
  parts.change(3);
  expect(make(false)).toEqual(["a0", "a1", "a2"]); // nothing was there before
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

test("whoever draws while models train has a frame to itself", async () => {
  let frame = 0;
  vi.stubGlobal("requestAnimationFrame", (draw: (ms: number) => void) => queueMicrotask(() => draw(++frame)));
  const seen = await Promise.all([ownFrame(), ownFrame(), ownFrame()]);
  expect(seen).toEqual([1, 2, 3]);
});
