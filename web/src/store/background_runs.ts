/**
 * The page's client of the worker that runs large lessons and reads large weight files. Without a worker (file://, or a host
 * that forbids it) results are undefined, and the page does the work itself.
 */
import type { CellRef } from "../draw/picture.js";
import type { Core } from "../module/page_entry.js";
import type { Explanation, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import { type ChosenWeights, cacheRun, type LessonData, mergedSpec, type Run } from "./lesson_runner.js";
import { startRunWorker } from "./start_run_worker.js";

export interface RunRequest {
  readonly id: number;
  readonly spec: LessonSpec;
  readonly weights: ChosenWeights["tensors"] | undefined;
}

export interface ExplainRequest {
  readonly id: number;
  /** The id of the message that requested the trace. */
  readonly run: number;
  readonly name: string;
  readonly index: readonly number[];
}

export interface ReadRequest {
  readonly id: number;
  /** A weight file. */
  readonly file: File;
}

export type WorkerRequest = RunRequest | ExplainRequest | ReadRequest;

/** The response to a message. If no optional field is set, the request failed. */
export interface WorkerResponse {
  readonly id: number;
  readonly trace?: Trace;
  readonly tensors?: NamedTensors;
  readonly explanation?: Explanation;
}

type Listener = (response: Omit<WorkerResponse, "id">) => void;

let worker: Worker | undefined;
let isMissing = typeof Worker === "undefined";
let lastId = 0;
const pending = new Map<number, Listener>();
/** The id of the message that requested each trace. */
const requestIds = new WeakMap<Trace, number>();

function send(request: WorkerRequest): Promise<Omit<WorkerResponse, "id">> {
  return new Promise((resolve) => {
    if (!isMissing) worker ??= startWorker();
    if (!worker) {
      resolve({});
      return;
    }
    pending.set(request.id, resolve);
    worker.postMessage(request);
  });
}

function startWorker(): Worker | undefined {
  try {
    const started = startRunWorker();
    started?.addEventListener("message", ({ data }: MessageEvent<WorkerResponse>) => {
      pending.get(data.id)?.(data);
      pending.delete(data.id);
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
  for (const resolve of pending.values()) resolve({});
  pending.clear();
}

/** Runs a lesson in the worker and caches the run; undefined if the worker failed. */
export async function runInWorker(hu: Core, data: LessonData): Promise<Run | undefined> {
  lastId += 1;
  const id = lastId;
  const { trace } = await send({ id, spec: mergedSpec(data.spec, data.own), weights: data.weights?.tensors });
  if (!trace) return undefined;
  requestIds.set(trace, id);
  return cacheRun(hu, trace, data, true);
}

/** Explains a number of a worker's run; undefined if the worker has run another lesson since. */
export async function explainInWorker(
  trace: Trace,
  { name, index }: CellRef,
): Promise<Explanation | undefined> {
  const run = requestIds.get(trace);
  if (run === undefined) return undefined;
  lastId += 1;
  return (await send({ id: lastId, run, name, index })).explanation;
}

/** Reads a weight file; undefined if the worker failed or the file is wrong. */
export async function readInWorker(file: File): Promise<NamedTensors | undefined> {
  lastId += 1;
  return (await send({ id: lastId, file })).tensors;
}
