/**
 * The page's client of the worker that runs large lessons and reads large weight files. Without a worker (file://, or a host
 * that forbids it) results are undefined, and the page does the work itself.
 */
import type { CellRef } from "../draw/picture.js";
import type { Core } from "../module/page_entry.js";
import type { Explanation, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import { cachedRun, cacheRun, type LessonData, mergedSpec, type Run } from "./lesson_runner.js";
import type { Calls } from "./run_worker.js";
import { startRunWorker } from "./start_run_worker.js";

type ResultOf<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>[0] | undefined;

let worker: Worker | undefined;
let isMissing = typeof Worker === "undefined";
let lastId = 0;
const pending = new Map<number, (result: never) => void>();
/** The id under which the worker explains the numbers of a trace. */
const runIds = new WeakMap<Trace, number>();

/** Undefined if the call failed. */
function call<Name extends keyof Calls>(
  name: Name,
  ...args: Parameters<Calls[Name]>
): Promise<ResultOf<Name>> {
  return new Promise((resolve) => {
    if (!isMissing) worker ??= startWorker();
    if (!worker) return resolve(undefined);
    lastId += 1;
    pending.set(lastId, resolve);
    worker.postMessage({ id: lastId, name, args });
  });
}

function startWorker(): Worker | undefined {
  try {
    const started = startRunWorker();
    started?.addEventListener("message", ({ data: { id, result } }) => {
      pending.get(id)?.(result as never);
      pending.delete(id);
    });
    started?.addEventListener("error", giveUp);
    started?.addEventListener("messageerror", giveUp);
    return started;
  } catch {
    isMissing = true;
    return undefined;
  }
}

function giveUp(): void {
  isMissing = true;
  worker?.terminate();
  worker = undefined;
  for (const resolve of pending.values()) resolve(undefined as never);
  pending.clear();
}

/** Runs a lesson in the worker and caches the run; undefined if the worker failed. */
export async function runInWorker(hu: Core, data: LessonData): Promise<Run | undefined> {
  const unchanged = { ...data, changes: undefined };
  const before = data.changes?.length
    ? (cachedRun(unchanged) ?? (await runInWorker(hu, unchanged)))
    : undefined;
  if (data.changes?.length && !before) return undefined;
  const id = lastId + 1;
  const spec = mergedSpec(data.spec, data.own);
  const traced = await call("run", id, spec, data.weights?.tensors, data.changes);
  if (!traced) return undefined;
  runIds.set(traced.trace, id);
  return cacheRun(hu, traced, data, before?.trace, true);
}

/** Explains a number of a worker's run; undefined if the worker has run another lesson since. */
export async function explainInWorker(
  trace: Trace,
  { name, index }: CellRef,
): Promise<Explanation | undefined> {
  const run = runIds.get(trace);
  return run === undefined ? undefined : call("explain", run, name, index);
}

/** Reads a weight file; undefined if the worker failed or the file is wrong. */
export const readInWorker = (file: File): Promise<NamedTensors | undefined> => call("readWeights", file);
