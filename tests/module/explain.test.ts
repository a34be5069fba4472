/** Explanations of numbers, through the packed module. */

import { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, test } from "vitest";
import { cellCount } from "../../web/src/module/shape.js";
import type { Explanation, Trace } from "../../web/src/module/types.js";
import { fixtures, indexOf, isClose, recompute, valueAt } from "./compare.js";
import { type HeadsUp, imported, installed } from "./packed.js";

const CELLS_A_STEP = 40;
const LEAVES = [
  ...["draw", "weights", "constant", "sequences", "target", "padId", "query", "key"],
  ...["position", "column", "place", "maximum", "sum", "mean", "rstd"],
];

let folder: string;
let hu: HeadsUp;
beforeAll(async () => {
  folder = installed();
  hu = await (await imported(folder)).load();
}, 60_000);

/** Evenly spread cells, first and last included. */
function* someCells(shape: readonly number[]): Generator<number[]> {
  const count = cellCount(shape);
  const stride = Math.max(1, Math.floor(count / CELLS_A_STEP));
  for (let offset = 0; offset < count; offset += stride) yield indexOf(shape, offset);
  yield indexOf(shape, count - 1);
}

function expectTrue(e: Explanation, trace: Trace): void {
  const where = `${e.name}[${e.index}]`;
  expect(e.terms.length, where).toBeGreaterThan(0);
  const untrue = e.terms.filter(({ name, index, value }) => {
    const step = trace.steps.find((s) => s.name === name);
    return step ? !Object.is(value, valueAt(step, index)) : !LEAVES.includes(name);
  });
  expect(untrue, where).toEqual([]);
  if (!isClose(recompute(e), e.value))
    expect.fail(`${where}: ${e.value}, but its terms give ${recompute(e)}`);
}

describe("terms equal their cells and give the value", () => {
  test.each(fixtures)("$name", ({ spec }) => {
    const trace = hu.run(spec);
    for (const step of trace.steps) {
      for (const index of someCells(step.shape)) {
        const e = hu.explain(trace, step.name, index);
        expect(e.value, `${step.name}[${index}]`).toBe(valueAt(step, index));
        expectTrue(e, trace);
      }
    }
  });
});

test("every path from an output cell ends at tokens, draws and constants", () => {
  const trace = hu.run({ lesson: "masked-multi-head" });
  const seen = new Set<string>();
  const leaves = new Set<string>();
  const open: [string, readonly number[]][] = [["output", [0, 9, 3]]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [name, index] = next;
    if (seen.has(`${name}${index}`)) continue;
    seen.add(`${name}${index}`);
    for (const term of hu.explain(trace, name, index).terms) {
      if (trace.steps.some((step) => step.name === term.name)) open.push([term.name, term.index]);
      else leaves.add(term.name);
    }
  }
  expect([...leaves].sort()).toEqual(["draw", "key", "maximum", "padId", "query", "sequences", "sum"]);
  expect(seen.size).toBeGreaterThan(500);
});

test("a trace that the core has dropped can still be explained", () => {
  const trace = hu.run({ lesson: "masked-multi-head" });
  const before = hu.explain(trace, "attention", [0, 0, 1, 1]);
  for (let seed = 0; seed < 20; seed++) hu.run({ lesson: "masked-multi-head", seed });
  expect(hu.explain(trace, "attention", [0, 0, 1, 1])).toEqual(before);
  expect(hu.explain(structuredClone(trace), "attention", [0, 0, 1, 1])).toEqual(before);
});

test("the module runs in a worker and gives the same trace", async () => {
  const code = `import { load } from "heads-up-attention";
    import { parentPort } from "node:worker_threads";
    parentPort.postMessage((await load()).run({ lesson: "encoder-decoder" }));`;
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${folder}/worker.mjs`, code);
  const worker = new Worker(`${folder}/worker.mjs`);
  const trace = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await worker.terminate();
  expect(trace).toEqual(hu.run({ lesson: "encoder-decoder" }));
});
