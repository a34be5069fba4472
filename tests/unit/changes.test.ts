/** Numbers set by hand, as data: which cells a change sets, lists of changes, and their text in an address. */
import { describe, expect, test } from "vitest";
import type { Change } from "../../web/src/module/types.js";
import {
  changesForm,
  changesText,
  hasChange,
  headOff,
  isChanged,
  keyRemoved,
  withChange,
  withoutChange,
} from "../../web/src/spec/changes.js";
import { hu } from "./core.js";

const score: Change = { name: "scores", index: [0, 0, 2, 1], value: 3 };
const off: Change = { name: "values", index: [":", 1], value: 0 };
const masked = hu.run({ lesson: "masked-multi-head" });

test("a change sets its cell, or all along an axis", () => {
  const trace = { changes: [score, off] };
  expect(isChanged(trace, "scores", [0, 0, 2, 1])).toBe(true);
  expect(isChanged(trace, "scores", [0, 0, 2, 2])).toBe(false);
  expect(isChanged(trace, "attention", [0, 0, 2, 1])).toBe(false);
  expect(isChanged(trace, "values", [4, 1, 9, 3])).toBe(true);
  expect(isChanged(trace, "values", [4, 0, 9, 3])).toBe(false);
  expect(isChanged({}, "values", [0, 1, 0, 0])).toBe(false);
});

test("a cell is changed once; the last value counts", () => {
  const again = { ...score, value: 4 };
  expect(withChange([score, off], again)).toEqual([off, again]);
  expect(withoutChange([score, off], again)).toEqual([off]);
  expect([hasChange([score], score), hasChange([score], again)]).toEqual([true, false]);
  expect(withChange(undefined, score)).toEqual([score]);
});

describe("in an address", () => {
  const changes: Change[] = [
    score,
    off,
    { name: "w_q.weight", index: [0, 0], value: -2.5 },
    { name: "masked_scores", index: [":", ":", ":", 0], value: "-inf" },
    { name: "attention", index: [], value: 1e-7 },
  ];
  test("they are read as they were written", () => {
    const text =
      "scores[0,0,2,1]:3;values[:,1]:0;w_q.weight[0,0]:-2.5;masked_scores[:,:,:,0]:-inf;attention[]:1e-7";
    expect(changesText(changes)).toBe(text);
    expect(changesForm.read(text)).toEqual(changes);
  });
  test.each([
    "",
    "scores",
    "scores[0]",
    "scores[0]:",
    "scores[0]:x",
    "scores[0]:NaN",
    "scores[0]:inf",
    "scores[-1]:0",
    "scores[0,]:0",
    "scores[::]:0",
    "scores[0]:0;",
    "scores[0]:0 ",
    "sc ores[0]:0",
    "scores[0]:1e",
    "scores[0]:-",
    `${"a".repeat(41)}[0]:0`,
    Array.from({ length: 257 }, () => "q[0]:0").join(";"),
  ])("%j is refused", (text) => {
    expect(changesForm.read(text)).toBeUndefined();
  });
});

describe("a part is switched off", () => {
  const offIn = (trace: typeof masked, change: Change | undefined) =>
    hu.run(trace.spec, {}, { changes: change ? [change] : [] });

  test("a head, whose columns of concat are then 0", () => {
    const trace = offIn(masked, headOff(masked, 1));
    const row = Array.from(trace.step("concat").data.subarray(0, 8));
    expect(row.slice(4)).toEqual([0, 0, 0, 0]);
    expect(row.slice(0, 4)).toEqual(Array.from(masked.step("concat").data.subarray(0, 4)));
    expect(headOff(hu.run({ lesson: "masked-self-attention" }), 0)).toBeUndefined();
  });

  test.each([
    ["masked-multi-head", { name: "mask", index: [0, ":", 1], value: 0 }],
    ["masked-self-attention", { name: "mask", index: [":", ":", 1], value: 0 }],
    ["multi-head", { name: "scores", index: [0, ":", ":", 1], value: "-inf" }],
    ["transformer-block", { name: "attn_mask", index: [0, ":", 1], value: 1 }],
  ] as const)("a key of %s, which then has no weight", (lesson, change) => {
    const trace = hu.run({ lesson, dModel: 8, numHeads: lesson === "masked-self-attention" ? 1 : 2 });
    expect(keyRemoved(trace, 0, 1)).toEqual(change);
    const { shape, data } = offIn(trace, change).step("attention");
    const [keys = 1, queries = 1] = [shape.at(-1), shape.at(-2)];
    const weights = Array.from({ length: queries }, (_, t) => data[t * keys + 1] ?? Number.NaN);
    expect(weights).toEqual(weights.map(() => 0));
  });
});
