/** The worker that runs large lessons and reads large files: each message of background_runs.ts gets one answer. */
import { load } from "../module/page_entry.js";
import { tensorsFor } from "../module/readable.js";
import type { Explanation, Tensor, Trace } from "../module/types.js";
import type { Answered, Asked, Explain, Read, RunAsked } from "./background_runs.js";

const loading = load();

/** The last trace: the core can still explain its numbers after their buffers have been transferred to the page. */
let last: { readonly id: number; readonly trace: Trace } | undefined;

async function runFor({ id, spec, weights }: RunAsked): Promise<void> {
  const hu = await loading;
  const trace = hu.run(spec, tensorsFor(hu, spec, weights));
  last = { id, trace };
  answer({ id, trace }, blocksOf(trace.steps));
}

async function read({ id, file }: Read): Promise<void> {
  const { readWeights } = await import("../module/weights/read_weights.js");
  const tensors = readWeights(await file.arrayBuffer(), file.name);
  answer({ id, tensors }, blocksOf(Object.values(tensors)));
}

/** The buffers that the tensors share; they are transferred instead of copied. */
const blocksOf = (tensors: readonly Tensor[]): ArrayBuffer[] => [
  ...new Set(tensors.map(({ data }) => data.buffer as ArrayBuffer)),
];

async function explain({ id, run, name, index }: Explain): Promise<void> {
  const explanation: Explanation | undefined =
    last?.id === run ? (await loading).explain(last.trace, name, index) : undefined;
  answer({ id, ...(explanation ? { explanation } : {}) });
}

const answer = (answered: Answered, transfer: Transferable[] = []): void =>
  self.postMessage(answered, { transfer });

self.addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  const work = "spec" in data ? runFor(data) : "file" in data ? read(data) : explain(data);
  // On failure the page repeats the work and reports the error.
  work.catch(() => answer({ id: data.id }));
});
