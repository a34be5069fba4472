/** The worker that runs large lessons and reads large files: each message of background_runs.ts gets one response. */
import { load } from "../module/page_entry.js";
import { tensorsFor } from "../module/readable.js";
import type { Explanation, Tensor, Trace } from "../module/types.js";
import type {
  ExplainRequest,
  ReadRequest,
  RunRequest,
  WorkerRequest,
  WorkerResponse,
} from "./background_runs.js";

const loading = load();

/** The last trace: the core can still explain its numbers after their buffers have been transferred to the page. */
let last: { readonly id: number; readonly trace: Trace } | undefined;

async function runFor({ id, spec, weights }: RunRequest): Promise<void> {
  const hu = await loading;
  const trace = hu.run(spec, tensorsFor(hu, spec, weights));
  last = { id, trace };
  respond({ id, trace }, blocksOf(trace.steps));
}

async function read({ id, file }: ReadRequest): Promise<void> {
  const { readWeights } = await import("../module/weights/read_weights.js");
  const tensors = readWeights(await file.arrayBuffer(), file.name);
  respond({ id, tensors }, blocksOf(Object.values(tensors)));
}

/** The buffers that the tensors share; they are transferred instead of copied. */
const blocksOf = (tensors: readonly Tensor[]): ArrayBuffer[] => [
  ...new Set(tensors.map(({ data }) => data.buffer as ArrayBuffer)),
];

async function explain({ id, run, name, index }: ExplainRequest): Promise<void> {
  const explanation: Explanation | undefined =
    last?.id === run ? (await loading).explain(last.trace, name, index) : undefined;
  respond({ id, ...(explanation ? { explanation } : {}) });
}

const respond = (response: WorkerResponse, transfer: Transferable[] = []): void =>
  self.postMessage(response, { transfer });

self.addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  const work = "spec" in data ? runFor(data) : "file" in data ? read(data) : explain(data);
  // On failure the page repeats the work and reports the error.
  work.catch(() => respond({ id: data.id }));
});
