/** `npm run soak` reports measures that keep growing. */
import { expect, test } from "vitest";
import { grown } from "../../scripts/lib/soak/core_soak.mjs";

const rounds = (numbers: readonly number[]) => numbers.map((heapMB) => ({ heapMB, nodes: 3000 }));

test("ignores growth in the first rounds", () => {
  expect(grown(rounds([5, 40, 41, 40, 42, 41, 40, 43, 41, 42]), ["heapMB", "nodes"])).toEqual([]);
});

test("names a measure that keeps growing", () => {
  expect(grown(rounds([5, 40, 45, 50, 55, 60, 65, 70, 75, 80]), ["heapMB", "nodes"])).toEqual(["heapMB"]);
});
