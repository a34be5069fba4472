/** Explanations of dropped traces, and the module in a worker. tests/module/properties.test.ts recomputes cells from their terms. */

import { Worker } from "node:worker_threads";
import { beforeAll, expect, test } from "vitest";
import { type HeadsUp, imported, installed } from "./packed.js";

let folder: string;
let hu: HeadsUp;
beforeAll(async () => {
  folder = installed();
  hu = await (await imported(folder)).load();
}, 60_000);

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
