/**
 * What takes longer than a frame, large lessons and large files of weights, is done by a worker, so that the page goes on
 * meanwhile. Where there is no worker (a page opened from disk, a host that forbids it) nothing comes back, and the page
 * does it itself.
 */
import type { CellRef } from "../draw/picture.js";
import type { HeadsUp } from "../module/page_entry.js";
import type { Explanation, LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";
import { askedOf, keep, type OwnLesson, type OwnWeights, type Run } from "./lesson_runner.js";
import { startRunWorker } from "./start_run_worker.js";

export interface RunAsked {
  readonly id: number;
  readonly spec: LessonSpec;
  readonly weights: NamedTensors | undefined;
}

export interface Explain {
  readonly id: number;
  /** The message that asked for the trace. */
  readonly run: number;
  readonly name: string;
  readonly index: readonly number[];
}

export interface Read {
  readonly id: number;
  /** Of weights. */
  readonly file: File;
}

export type Asked = RunAsked | Explain | Read;

/** With none of them: it could not be done. */
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

/** A lesson run, for whoever asks for it next; undefined where it cannot be had from here. */
export async function runFromAfar(
  hu: HeadsUp,
  spec: LessonSpec,
  weights: OwnWeights | undefined,
  own: OwnLesson | undefined,
): Promise<Run | undefined> {
  count += 1;
  const id = count;
  const { trace } = await ask({ id, spec: askedOf(spec, own), weights: weights?.tensors });
  if (!trace) return undefined;
  ranIn.set(trace, id);
  return keep(hu, trace, { spec, weights, own, isFar: true });
}

/** Where a number of such a run came from; undefined where the worker has run another since. */
export async function explainedFromAfar(
  trace: Trace,
  { name, index }: CellRef,
): Promise<Explanation | undefined> {
  const run = ranIn.get(trace);
  if (run === undefined) return undefined;
  count += 1;
  return (await ask({ id: count, run, name, index })).explanation;
}

/** The tensors of a file of weights; undefined where they cannot be had from here, and where the file is none. */
export async function readFromAfar(file: File): Promise<NamedTensors | undefined> {
  count += 1;
  return (await ask({ id: count, file })).tensors;
}
