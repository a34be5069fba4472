/** Readable weights: the page's formula gives the core's numbers, and they run like any given weights. */

import { describe, expect, test } from "vitest";
import {
  isReadable,
  numberOfWord,
  readablePairs,
  readableScale,
  roleOfHead,
} from "../../web/src/module/readable.js";
import type { LessonSpec } from "../../web/src/module/types.js";
import { loadInstalled } from "./packed.js";
import { stepOf } from "./steps.js";

const small = { sequences: [[1, 4, 2, 4]], vocabSize: 6 };
const block = { lesson: "transformer-block", ...small, feedForward: null } as const;
const SPECS: readonly (readonly [string, LessonSpec])[] = [
  ["two heads", { lesson: "multi-head", ...small, dModel: 8, numHeads: 2 }],
  ["three heads of an odd width", { lesson: "masked-multi-head", ...small, dModel: 9, numHeads: 3 }],
  ["one head narrower than the model", { lesson: "masked-self-attention", ...small, dAttention: 4 }],
  ["positions", { ...block, dModel: 8, numHeads: 2 }],
  ["positions and an odd width", { ...block, dModel: 11, numHeads: 1 }],
  ["heads wider than the model", { ...block, dModel: 6, dAttention: 24, numHeads: 2 }],
];

const hu = await loadInstalled();

describe.each(SPECS)("%s", (_, requestedSpec) => {
  test("has the numbers of the formula", () => {
    const spec = hu.settle(requestedSpec);
    const { dModel, dAttention, numHeads } = spec;
    const weights = hu.readableWeights(requestedSpec);
    const table = weights["embedding.weight"]?.data ?? [];
    table.forEach((value, i) => {
      expect(value).toBeCloseTo(numberOfWord(spec, Math.floor(i / dModel), i % dModel), 5);
    });
    const size = (dAttention ?? dModel) / numHeads;
    const { end, sameWord, previousToken } = readablePairs(spec);
    for (let head = 0; head < numHeads; head++) {
      const role = roleOfHead(spec, head);
      const rows = weights["w_k.weight"]?.data.slice(head * size * dModel, (head + 1) * size * dModel) ?? [];
      if (role === "as_drawn") continue;
      const pairs = role === "same_word" ? sameWord : previousToken;
      const first = role === "same_word" ? 2 * (end - sameWord) : 0;
      rows.forEach((value, i) => {
        const [row, column] = [Math.floor(i / dModel), i % dModel];
        const isPicked = row < 2 * pairs && column === first + row;
        expect(value).toBeCloseTo(isPicked ? readableScale(spec, role) : 0, 5);
      });
    }
  });

  test("runs, keeps the other draws, and is recognised as readable", () => {
    const trace = hu.run(requestedSpec, hu.readableWeights(requestedSpec));
    const drawn = hu.run(requestedSpec);
    expect(trace.spec).toEqual(drawn.spec);
    expect(stepOf(trace, "w_q.weight")?.op).toBe("given");
    expect(stepOf(trace, "w_v.weight")).toEqual(stepOf(drawn, "w_v.weight"));
    expect([isReadable(trace), isReadable(drawn)]).toEqual([true, false]);
    expect(hu.explain(trace, "embedding.weight", [1, 0]).op).toBe("given");
  });
});

test("heads of one number have no readable weights", () => {
  expect(hu.readableWeights({ lesson: "multi-head", dModel: 4, numHeads: 4 })).toEqual({});
});
