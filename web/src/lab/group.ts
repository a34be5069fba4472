/** The three trainers of one seed, which take steps in turn, their checkpoints, and their results. */
import { HeadsUpError } from "../module/errors.js";
import type { TensorIn } from "../module/tensor_input.js";
import { sampleOf } from "../module/training/model_file.js";
import type {
  NamedFloats,
  TaskName,
  Tokens,
  Trainer,
  TrainingSpec,
  TrainingState,
  TrainingTask,
} from "../module/training/types.js";
import type { ExactCounts, Measurement, Progress, Results } from "./messages.js";
import { type PerRun, perRun, RUN_KEYS, type RunKey, specOf } from "./runs.js";
import type { LabSettings } from "./settings.js";

/** The part of the training module that a session needs. */
export interface Training {
  createTrainer(spec: TrainingSpec): Trainer;
  smoothedLosses(losses: TensorIn): Float32Array;
  trainingTask(name: TaskName): TrainingTask;
}

/** The number of steps between measurements of held-out losses, and between checkpoints. */
const MEASURE_EVERY = 20;
/** How many held-out rows are measured: enough for a smooth curve without slowing down training. */
const MEASURED_ROWS = 16;
/** Beyond this many bytes, every second checkpoint is dropped. */
const CHECKPOINT_BYTES = 48e6;

export class Group {
  readonly trainers: PerRun<Trainer>;
  readonly #training: Training;
  readonly #settings: LabSettings;
  readonly #weights: NamedFloats | undefined;
  readonly task: TrainingTask;
  /** The loss of each step that was ever taken; steps that are taken again have the same. */
  readonly #losses = perRun<number[]>(() => []);
  /** The number of steps that every run has taken. */
  steps = 0;
  /** The most steps that they have taken, before the reader went back. */
  #most = 0;
  readonly #measured: Measurement[] = [];
  #checkpoints: { readonly step: number; readonly states: PerRun<TrainingState> }[] = [];
  #exact: ExactCounts | undefined;

  /** All runs start from the weights if there are any, else from those that the seed draws. */
  constructor(training: Training, settings: LabSettings, task: TrainingTask, weights?: NamedFloats) {
    this.#training = training;
    this.#settings = settings;
    this.#weights = weights;
    this.task = task;
    const created: Trainer[] = [];
    try {
      this.trainers = perRun((key) => {
        const trainer = training.createTrainer(specOf(settings, key));
        created.push(trainer);
        if (weights) trainer.load(weights);
        return trainer;
      });
    } catch (error) {
      for (const trainer of created) trainer.dispose();
      throw error;
    }
  }

  /** A group of another seed: its batches, and its weights if they are drawn. */
  withSeed(seed: number): Group {
    return new Group(this.#training, { ...this.#settings, seed }, this.task, this.#weights);
  }

  get sample(): Tokens {
    return sampleOf(this.task);
  }

  /** The number of parameters of one model. */
  get parameters(): number {
    const tensors = Object.values(this.trainers.masked.weights());
    return tensors.reduce((sum, { data }) => sum + data.length, 0);
  }

  /**
   * One training step of each run. The step is counted together with the last run's loss, because a report may come in
   * between.
   */
  *round(): Generator<void, void> {
    for (const key of RUN_KEYS) {
      if (key !== RUN_KEYS[0]) yield;
      this.#losses[key][this.steps] = this.trainers[key].step(1)[0] ?? Number.NaN;
    }
    this.steps += 1;
    this.#most = Math.max(this.#most, this.steps);
    yield;
  }

  /** The first run whose last loss is not a finite number. */
  brokenRun(): { readonly run: RunKey; readonly loss: number } | undefined {
    for (const run of RUN_KEYS) {
      const loss = this.#losses[run][this.steps - 1];
      if (loss !== undefined && !Number.isFinite(loss)) return { run, loss };
    }
    return undefined;
  }

  /** Every twentieth step, measures the losses on held-out rows, unless that was done before the reader went back. */
  *measure(): Generator<void, void> {
    const { steps: step } = this;
    if (step % MEASURE_EVERY !== 0 || this.#measured.some((at) => at.step === step)) return;
    const rows = this.task.heldOut.slice(0, MEASURED_ROWS);
    const heldOut = { masked: 0, unmasked: 0, weak: 0 };
    const asUsed = { ...heldOut };
    for (const key of RUN_KEYS) {
      heldOut[key] = this.trainers[key].loss(rows);
      yield;
      asUsed[key] = this.trainers[key].lossAsUsed(rows);
      yield;
    }
    this.#measured.push({ step, heldOut, asUsed });
    this.#checkpoint();
  }

  /** Makes a checkpoint, unless a weight is not finite. */
  #checkpoint(): void {
    const states = perRun((key) => this.trainers[key].snapshot());
    if (!RUN_KEYS.every((key) => states[key].numbers.every(Number.isFinite))) return;
    this.#checkpoints.push({ step: this.steps, states });
    const bytes = RUN_KEYS.length * states.masked.numbers.byteLength;
    if (this.#checkpoints.length > Math.max(4, CHECKPOINT_BYTES / bytes))
      this.#checkpoints = this.#checkpoints.filter((_, i) => i % 2 === 0);
  }

  /** Goes to the checkpoint of a step, earlier or later. The steps after it repeat exactly. */
  go(step: number): void {
    const states = this.#checkpoints.find((checkpoint) => checkpoint.step === step)?.states;
    if (!states) return;
    for (const key of RUN_KEYS) this.trainers[key].restore(states[key]);
    this.steps = step;
  }

  /** Counts the held-out rows that each run completes without a mistake. */
  *countExact(): Generator<void, void> {
    if (!hasAnswers(this.task)) return;
    const count = Math.min(MEASURED_ROWS, this.task.heldOut.length);
    const right = { masked: 0, unmasked: 0, weak: 0 };
    for (const key of RUN_KEYS)
      for (let i = 0; i < count; i++) {
        if (isExact(this.trainers[key], this.task, i)) right[key] += 1;
        yield;
      }
    this.#exact = { step: this.steps, right, of: count };
  }

  /** The results of all steps that every run has ever taken. */
  get results(): Results {
    const losses = perRun((key) => Float32Array.from(this.#losses[key].slice(0, this.#most)));
    const smooth = perRun((key) =>
      this.#most > 0
        ? this.#training.smoothedLosses({ shape: [this.#most], data: losses[key] })
        : new Float32Array(),
    );
    return { losses, smooth, measured: [...this.#measured] };
  }

  progress(): Progress {
    const exact = this.#exact;
    this.#exact = undefined;
    return {
      ...{ steps: this.steps, reached: this.results, exact },
      checkpoints: this.#checkpoints.map(({ step }) => step),
      attention: perRun((key) => this.trainers[key].attention(this.sample)),
    };
  }

  dispose(): void {
    for (const key of RUN_KEYS) this.trainers[key].dispose();
  }
}

/** Whether the prompts of a task have one right answer; a sentence has several good continuations. */
export const hasAnswers = ({ name }: Pick<TrainingTask, "name">): boolean => !name.startsWith("sentences");

/** Whether the answer to one held-out row is right if the most probable token is chosen each time. */
export function isExact(trainer: Pick<Trainer, "generate">, task: TrainingTask, at: number): boolean {
  const row = task.heldOut[at] ?? [];
  const padding = row.indexOf(task.padId);
  const answer = padding < 0 ? row : row.slice(0, padding);
  const prompt = answer.slice(0, task.promptLengths[at]);
  try {
    const whole = [...prompt, ...trainer.generate(prompt, answer.length - prompt.length, { temperature: 0 })];
    return task.name === "brackets" ? isBalanced(whole) : whole.every((id, i) => id === answer[i]);
  } catch (error) {
    // The model's numbers are no longer finite.
    if (error instanceof HeadsUpError && error.code === "out-of-range") return false;
    throw error;
  }
}

/** Whether every bracket is closed by one of its kind. An odd id opens, and the id after it closes. */
function isBalanced(row: Tokens): boolean {
  const open: number[] = [];
  for (const id of row) {
    if (id % 2 === 1) open.push(id);
    else if (id - 1 !== open.pop()) return false;
  }
  return open.length === 0;
}
