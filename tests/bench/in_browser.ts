/** The page of a race: loads the packages from the checkout's files. Its driver polls `state` until it is done. */
import type * as HeadsUpPackage from "../../dist/package/index.js";
import { headsUp } from "./heads_up.js";
import { type Answer, answer, type Job } from "./job.js";
import { type Onnxruntime, onnxruntime } from "./onnxruntime.js";
import { tfjs } from "./tfjs.js";
import { randomRows } from "./training/contestant.js";
import { headsUpTrainer, startingWeights } from "./training/heads_up.js";
import { jax } from "./training/jax.js";
import { tfjsTrainer } from "./training/tfjs.js";

const PACKAGES = "/tests/bench/node_modules";

async function read(file: string): Promise<ArrayBuffer> {
  const response = await fetch(`/${file}`);
  if (!response.ok) throw new Error(`${file}: HTTP ${response.status}`);
  return response.arrayBuffer();
}

async function onnxruntimeWeb(): Promise<Onnxruntime> {
  const dist = `${PACKAGES}/onnxruntime-web/dist/`;
  const ort = await import(`${dist}ort.wasm.min.mjs`);
  Object.assign(ort.env.wasm, { numThreads: 1, proxy: false, wasmPaths: new URL(dist, location.href).href });
  return ort;
}

interface State {
  doing: string;
  answer?: Answer;
  error?: string;
}
const state: State = { doing: "loading" };

async function start(job: Job): Promise<void> {
  try {
    const { load } = (await import(`${"/dist/package/"}index.js`)) as typeof HeadsUpPackage;
    const hu = await load();
    const contestants = [
      headsUp(hu),
      onnxruntime(await onnxruntimeWeb(), "wasm", "onnxruntime-web"),
      await tfjs(`${PACKAGES}/@tensorflow/tfjs-backend-wasm/dist/`),
    ];
    state.answer = await answer(job, {
      ...{ contestants, read },
      trainers: [
        headsUpTrainer(hu),
        await jax(await import(`${PACKAGES}/@jax-js/jax/dist/index.js`)),
        tfjsTrainer,
      ],
      startingWeights: startingWeights(hu, randomRows(1)),
      say: (what) => (state.doing = what),
    });
  } catch (error) {
    state.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

Object.assign(globalThis, { bench: { start: (job: Job) => void start(job), state } });
