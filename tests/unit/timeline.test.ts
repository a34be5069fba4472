/** Time as data: intervals start and end where they should, and time never runs backwards. */
import { describe, expect, it } from "vitest";
import { operations } from "../../web/src/operations/operations.js";
import {
  cadence,
  cadenceSpan,
  easeInOut,
  lerp,
  linearPhase,
  phase,
  slowItem,
} from "../../web/src/timeline/easing.js";

const moments = Array.from({ length: 201 }, (_, i) => i / 200);

describe("easing", () => {
  it("starts at 0, passes the middle, ends at 1, and is clamped outside", () => {
    expect([-1, 0, 0.5, 1, 2].map(easeInOut)).toEqual([0, 0, 0.5, 1, 1]);
  });
  it("is monotonic", () => {
    for (let i = 1; i < moments.length; i++)
      expect(easeInOut(moments[i] ?? 0)).toBeGreaterThanOrEqual(easeInOut(moments[i - 1] ?? 0));
  });
  it("is relative to its own interval", () => {
    expect(phase(0.3, 0.3, 0.5)).toBe(0);
    expect(phase(0.4, 0.3, 0.5)).toBeCloseTo(0.5, 12);
    expect(phase(0.5, 0.3, 0.5)).toBe(1);
    expect(linearPhase(0.35, 0.3, 0.5)).toBeCloseTo(0.25, 12);
    expect(lerp(10, 20, 0.25)).toBe(12.5);
  });
});

describe("cadence", () => {
  for (const n of [1, 2, 3, 4, 10, 100, 4096]) {
    it(`${n} items: all start and end, in order, none runs backwards`, () => {
      for (const i of [0, 1, 2, n - 1].filter((item) => item < n)) {
        expect(cadence(0, i, n)).toBe(0);
        expect(cadence(1, i, n)).toBe(1);
        const shares = moments.map((t) => cadence(t, i, n));
        for (let at = 1; at < shares.length; at++)
          expect(shares[at]).toBeGreaterThanOrEqual(shares[at - 1] ?? 0);
      }
      for (let i = 1; i < n; i++)
        expect(cadenceSpan(i, n)[0]).toBeGreaterThanOrEqual(cadenceSpan(i - 1, n)[0]);
    });
  }
  it("gives the first item more time than the second, and the second more than the rest", () => {
    const length = (i: number): number => cadenceSpan(i, 50)[1] - cadenceSpan(i, 50)[0];
    expect(length(0)).toBeGreaterThan(length(1));
    expect(length(1)).toBeGreaterThan(length(2));
  });
  it("names the slow item while there is one", () => {
    expect([0, 0.41, 0.43, 0.61, 0.63, 1].map((t) => slowItem(t, 10))).toEqual([0, 0, 1, 1, -1, -1]);
    expect(slowItem(0.9, 1)).toBe(0);
    expect(slowItem(0.9, 2)).toBe(1);
  });
});

describe("durations", () => {
  it("are between two and ten seconds", () => {
    for (const [op, { ms }] of Object.entries(operations)) {
      expect(ms, op).toBeGreaterThanOrEqual(2000);
      expect(ms, op).toBeLessThanOrEqual(10_000);
    }
  });
});
