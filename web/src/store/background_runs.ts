/**
 * The page's side of the worker that runs large lessons and reads large weight files. Without a worker (file://, or a host
 * that forbids it) results are undefined, and the page does the work itself.
 */
import type { CellRef } from "../draw/picture.js";
import type { Core } from "../module/page_entry.js";
import type { Explanation, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import { askedOf, keep, type LessonData, type OwnWeights, type Run } from "./lesson_runner.js";
import { startRunWorker } from "./start_run_worker.js";

export interface RunAsked {
  readonly id: number;
  readonly spec: LessonSpec;
  readonly weights: OwnWeights["tensors"] | undefined;
}

export interface Explain {
  readonly id: number;
  /** The id of the message that requested the trace. */
  readonly run: number;
  readonly name: string;
  readonly index: readonly number[];
}

export interface Read {
  readonly id: number;
  /** A weight file. */
  readonly file: File;
}

export type Asked = RunAsked | Explain | Read;

/** The response to a message. If no optional field is set, the request failed. */
export interface Answered {
  readonly id: number;
  readonly trace?: Trace;
  readonly tensors?: NamedTensors;
  readonly explanation?: Explanation;
}

type Listener = (answered: Omit<Answered, "id">) => void;

let worker: Worker | undefined;
let isMissing = typeof Worker === "undefined";
let count = 0;
const waiting = new Map<number, Listener>();
const ranIn = new WeakMap<Trace, number>();

function ask(asked: Asked): Promise<Omit<Answered, "id">> {
  return new Promise((done) => {
    if (!isMissing) worker ??= started();
    if (!worker) {
      done({});
      return;
    }
    waiting.set(asked.id, done);
    worker.postMessage(asked);
  });
}

function started(): Worker | undefined {
  try {
    const made = startRunWorker();
    made?.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    });
    made?.addEventListener("error", giveUp);
    return made;
  } catch {
    isMissing = true;
    return undefined;
  }
}

function giveUp(): void {
  isMissing = true;
  worker?.terminate();
  worker = undefined;
  for (const done of waiting.values()) done({});
  waiting.clear();
}

/** Runs a lesson in the worker and caches the run; undefined if the worker failed. */
export async function runInWorker(hu: Core, data: LessonData): Promise<Run | undefined> {
  count += 1;
  const id = count;
  const { trace } = await ask({ id, spec: askedOf(data.spec, data.own), weights: data.weights?.tensors });
  if (!trace) return undefined;
  ranIn.set(trace, id);
  return keep(hu, trace, data, true);
}

/** Explains a number of a worker's run; undefined if the worker has run another lesson since. */
export async function explainInWorker(
  trace: Trace,
  { name, index }: CellRef,
): Promise<Explanation | undefined> {
  const run = ranIn.get(trace);
  if (run === undefined) return undefined;
  count += 1;
  return (await ask({ id: count, run, name, index })).explanation;
}

/** Reads a weight file; undefined if the worker failed or the file is wrong. */
export async function readInWorker(file: File): Promise<NamedTensors | undefined> {
  count += 1;
  return (await ask({ id: count, file })).tensors;
}
