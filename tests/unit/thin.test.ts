import { describe, expect, test } from "vitest";
import { pickedIndex } from "../../web/src/draw/tensor_view.js";

const all = (shown: number, size: number): number[] =>
  Array.from({ length: shown }, (_, i) => pickedIndex(i, shown, size));

describe("the drawn cells of a long axis", () => {
  test.each([
    [64, 128],
    [64, 512],
    [64, 65],
    [64, 100],
    [3, 5],
    [1, 2],
    [1, 9],
    [7, 2048],
    [8, 64],
  ])("%i of %i: begin with the first, in order, each once, spread over the whole axis", (shown, size) => {
    const positions = all(shown, size);
    expect(positions[0]).toBe(0);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    expect(positions.at(-1)).toBeLessThan(size);
    for (const [i, at] of positions.entries())
      expect(Math.abs(at - (i * size) / shown)).toBeLessThanOrEqual((2 * size) / shown);
  });

  test("are all of them if they fit", () => {
    expect(all(5, 5)).toEqual([0, 1, 2, 3, 4]);
  });

  test("are half odd and half even, so that sines and cosines are both shown", () => {
    expect(all(64, 128).filter((at) => at % 2 === 1)).toHaveLength(32);
    expect(all(64, 512).slice(0, 4)).toEqual([0, 1, 16, 17]);
  });
});
