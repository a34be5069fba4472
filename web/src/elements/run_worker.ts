/** The worker that runs large lessons: each message of background_runs.ts is answered with one. */
import { load } from "../module/page_entry.js";
import type { Explanation, Trace } from "../module/types.js";
import type { Answered, Asked, Explain, Run } from "./background_runs.js";
import { traceOf } from "./trace_of.js";

const loading = load();

/** The core keeps the trace that was run last, and explains its numbers although they have gone to the page. */
let last: { readonly id: number; readonly trace: Trace } | undefined;

async function runAway({ id, spec, weights }: Run): Promise<void> {
  const trace = traceOf(await loading, spec, weights);
  last = { id, trace };
  // All tensors of a trace lie in few blocks of memory, which change hands instead of being copied.
  const blocks = new Set(trace.steps.map((step) => step.data.buffer as ArrayBuffer));
  answer({ id, trace }, [...blocks]);
}

async function explain({ id, run, name, index }: Explain): Promise<void> {
  const explanation: Explanation | undefined =
    last?.id === run ? (await loading).explain(last.trace, name, index) : undefined;
  answer({ id, ...(explanation ? { explanation } : {}) });
}

const answer = (answered: Answered, transfer: Transferable[] = []): void =>
  self.postMessage(answered, { transfer });

self.addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  const work = "spec" in data ? runAway(data) : explain(data);
  // What fails here is done again by the page, which says what is wrong with it.
  work.catch(() => answer({ id: data.id }));
});
