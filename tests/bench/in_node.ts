/** A race in Node: `node in_node.cjs job.json answer.json`, from the top of the checkout. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as HeadsUpPackage from "../../dist/package/index.js";
import { headsUp } from "./heads_up.js";
import { answer, type Job } from "./job.js";
import { type Onnxruntime, onnxruntime } from "./onnxruntime.js";
import { tfjs } from "./tfjs.js";
import { randomRows } from "./training/contestant.js";
import { headsUpTrainer, startingWeights } from "./training/heads_up.js";
import { jax } from "./training/jax.js";
import { tfjsTrainer } from "./training/tfjs.js";

const PACKAGES = path.resolve("tests/bench/node_modules");
const imported = (file: string) => import(pathToFileURL(path.resolve(file)).href);

const read = async (file: string): Promise<ArrayBuffer> => new Uint8Array(readFileSync(file)).buffer;

async function onnxruntimeWeb(): Promise<Onnxruntime> {
  const ort = await imported(`${PACKAGES}/onnxruntime-web/dist/ort.node.min.mjs`);
  Object.assign(ort.env.wasm, { numThreads: 1, proxy: false });
  return ort;
}

async function main(): Promise<void> {
  const [jobFile = "", answerFile = ""] = process.argv.slice(2);
  const job: Job = JSON.parse(readFileSync(jobFile, "utf8"));
  const { load } = (await imported("dist/package/index.node.js")) as typeof HeadsUpPackage;
  const hu = await load();
  const contestants = [
    headsUp(hu),
    onnxruntime(await onnxruntimeWeb(), "wasm", "onnxruntime-web"),
    await tfjs(`${PACKAGES}/@tensorflow/tfjs-backend-wasm/dist/`),
  ];
  const answered = await answer(job, {
    ...{ contestants, read },
    trainers: [
      headsUpTrainer(hu),
      await jax(await imported(`${PACKAGES}/@jax-js/jax/dist/index.js`)),
      tfjsTrainer,
    ],
    startingWeights: startingWeights(hu, randomRows(1)),
    say: (what) => console.log(`  ${what}`),
  });
  writeFileSync(answerFile, JSON.stringify(answered));
}

void main();
