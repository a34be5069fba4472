/** What `npm run soak` counts as growth. */
import { expect, test } from "vitest";
import { grown } from "../../scripts/lib/soak/rounds.mjs";

const rounds = (numbers: readonly number[]) => numbers.map((heapMB) => ({ heapMB, nodes: 3000 }));

test("what warms up in the first rounds has not grown", () => {
  expect(grown(rounds([5, 40, 41, 40, 42, 41, 40, 43, 41, 42]), ["heapMB", "nodes"])).toEqual([]);
});

test("what goes on growing is named", () => {
  expect(grown(rounds([5, 40, 45, 50, 55, 60, 65, 70, 75, 80]), ["heapMB", "nodes"])).toEqual(["heapMB"]);
});
