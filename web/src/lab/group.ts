/** The three trainers of one seed, which take their steps in turn, and what they have made since the last report. */
import type { Tokens, Trainer, TrainingTask } from "../module/training/types.js";
import { hasAnswers, isExact } from "./exact_answers.js";
import type { Checkpoint, Exact, Measured, Origin, Progress } from "./messages.js";
import { type PerRun, perRun, RUN_KEYS, type RunKey, specOf } from "./runs.js";
import type { LabSettings } from "./settings.js";
import type { Training } from "./training.js";

/** Held-out losses are measured, and checkpoints made, every so many steps. */
export const MEASURE_EVERY = 20;
/** Held-out rows that are measured: enough for a smooth curve, few enough not to slow the training down. */
const MEASURED_ROWS = 16;
/** Rows of one unit of work. */
const ROWS_AT_ONCE = 4;

export class Group {
  readonly trainers: PerRun<Trainer>;
  readonly task: TrainingTask;
  readonly #training: Training;
  readonly #settings: LabSettings;
  readonly #losses = perRun<number[]>(() => []);
  #reported = 0;
  #steps = 0;
  #measured: Measured[] = [];
  #checkpoints: Checkpoint[] = [];
  #exact: Exact | undefined;

  constructor(training: Training, settings: LabSettings, task: TrainingTask) {
    this.#training = training;
    this.#settings = settings;
    this.task = task;
    const made: Trainer[] = [];
    try {
      this.trainers = perRun((key) => {
        const trainer = training.createTrainer(specOf(settings, key));
        made.push(trainer);
        return trainer;
      });
    } catch (error) {
      for (const trainer of made) trainer.dispose();
      throw error;
    }
  }

  withSeed(seed: number): Group {
    return new Group(this.#training, { ...this.#settings, seed }, this.task);
  }

  begin({ weights, states }: Origin = {}): void {
    if (weights) for (const key of RUN_KEYS) this.trainers[key].load(weights);
    if (states) this.restore(states);
  }

  restore(states: PerRun<Checkpoint["states"][RunKey]>): void {
    for (const key of RUN_KEYS) {
      this.trainers[key].restore(states[key]);
      this.#losses[key].length = 0;
    }
    this.#steps = states.masked.steps;
    this.#reported = 0;
    this.#measured = [];
    this.#checkpoints = [];
  }

  /** Steps that every run has taken. */
  get steps(): number {
    return this.#steps;
  }

  /** What the model reads of the first held-out row. */
  get sample(): Tokens {
    const row = this.task.heldOut[0] ?? this.task.data[0] ?? [];
    const end = row.findLastIndex((id) => id !== this.task.padId);
    return row.slice(0, Math.max(1, end));
  }

  get parameters(): number {
    const tensors = Object.values(this.trainers.masked.weights());
    return tensors.reduce((sum, { data }) => sum + data.length, 0);
  }

  /** One training step of each run; the last one's loss and the count of steps change together, for reports in between. */
  *round(): Generator<void, void> {
    for (const key of RUN_KEYS) {
      if (key !== RUN_KEYS[0]) yield;
      this.#losses[key].push(this.trainers[key].step(1)[0] ?? Number.NaN);
    }
    this.#steps += 1;
    yield;
  }

  /** The run whose last loss is not a finite number. */
  brokenRun(): { readonly run: RunKey; readonly loss: number } | undefined {
    for (const run of RUN_KEYS) {
      const loss = this.#losses[run].at(-1);
      if (loss !== undefined && !Number.isFinite(loss)) return { run, loss };
    }
    return undefined;
  }

  isMeasured(): boolean {
    return this.#steps % MEASURE_EVERY === 0;
  }

  /** The losses on held-out rows. */
  *measure(): Generator<void, void> {
    const rows = this.task.heldOut.slice(0, MEASURED_ROWS);
    const heldOut = { masked: 0, unmasked: 0, weak: 0 };
    const asUsed = { ...heldOut };
    for (const key of RUN_KEYS) {
      const trainer = this.trainers[key];
      heldOut[key] = yield* this.#mean(rows, (some) => trainer.loss(some));
      asUsed[key] = yield* this.#mean(rows, (some) => trainer.lossAsUsed(some));
    }
    this.#measured.push({ step: this.#steps, heldOut, asUsed });
  }

  get measured(): readonly Measured[] {
    return this.#measured;
  }

  /** Kept if all weights are finite. */
  checkpoint(): void {
    const states = perRun((key) => this.trainers[key].snapshot());
    if (RUN_KEYS.every((key) => states[key].numbers.every(Number.isFinite)))
      this.#checkpoints.push({ step: this.#steps, states });
  }

  /** Counts the held-out rows that each run completes without a mistake. */
  *answer(): Generator<void, void> {
    if (!hasAnswers(this.task)) return;
    const of = Math.min(MEASURED_ROWS, this.task.heldOut.length);
    const right = { masked: 0, unmasked: 0, weak: 0 };
    for (const key of RUN_KEYS)
      for (let i = 0; i < of; i++) {
        if (isExact(this.trainers[key], this.task, i)) right[key] += 1;
        yield;
      }
    this.#exact = { step: this.#steps, right, of };
  }

  /** The mean over all targets, a few rows at a time; padding is not a target. */
  *#mean(rows: readonly Tokens[], lossOf: (some: readonly Tokens[]) => number): Generator<void, number> {
    let [sum, count] = [0, 0];
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
      const some = rows.slice(i, i + ROWS_AT_ONCE);
      const targets = some.flatMap((row) => row.slice(1)).filter((id) => id !== this.task.padId).length;
      if (targets === 0) continue;
      sum += lossOf(some) * targets;
      count += targets;
      yield;
    }
    return sum / count;
  }

  /** All losses since the beginning or the last restored checkpoint. */
  losses(): PerRun<Float32Array> {
    return perRun((key) => Float32Array.from(this.#losses[key]));
  }

  /** What was made since the last call, up to the last step that every run has taken. */
  progress(): Progress {
    const count = Math.min(...RUN_KEYS.map((key) => this.#losses[key].length));
    const progress: Progress = {
      steps: this.#steps,
      losses: perRun((key) => Float32Array.from(this.#losses[key].slice(this.#reported, count))),
      measured: this.#measured,
      checkpoints: this.#checkpoints,
      exact: this.#exact,
      attention: perRun((key) => this.trainers[key].attention(this.sample)),
    };
    this.#reported = count;
    this.#measured = [];
    this.#checkpoints = [];
    this.#exact = undefined;
    return progress;
  }

  dispose(): void {
    for (const key of RUN_KEYS) this.trainers[key].dispose();
  }
}
