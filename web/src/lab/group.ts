/** The three trainers of one seed, which take steps in turn, and their results since the last report. */
import type { Tokens, Trainer, TrainingTask } from "../module/training/types.js";
import { hasAnswers, isExact } from "./exact_answers.js";
import type { Checkpoint, ExactCounts, Measurement, Origin, Progress } from "./messages.js";
import { type PerRun, perRun, RUN_KEYS, type RunKey, specOf } from "./runs.js";
import type { LabSettings } from "./settings.js";
import type { Training } from "./training.js";

/** The number of steps between measurements of held-out losses, and between checkpoints. */
const MEASURE_EVERY = 20;
/** How many held-out rows are measured: enough for a smooth curve without slowing down training. */
const MEASURED_ROWS = 16;
/** How many rows are measured in one unit of work. */
const ROWS_PER_UNIT = 4;

export class Group {
  readonly trainers: PerRun<Trainer>;
  readonly task: TrainingTask;
  readonly #training: Training;
  readonly #settings: LabSettings;
  readonly #losses = perRun<number[]>(() => []);
  #reported = 0;
  #steps = 0;
  #measured: Measurement[] = [];
  #checkpoints: Checkpoint[] = [];
  #exact: ExactCounts | undefined;
  #weights: Origin["weights"];

  constructor(training: Training, settings: LabSettings, task: TrainingTask) {
    this.#training = training;
    this.#settings = settings;
    this.task = task;
    const created: Trainer[] = [];
    try {
      this.trainers = perRun((key) => {
        const trainer = training.createTrainer(specOf(settings, key));
        created.push(trainer);
        return trainer;
      });
    } catch (error) {
      for (const trainer of created) trainer.dispose();
      throw error;
    }
  }

  /** A group that starts from the same weights if they were loaded, otherwise from those that its seed draws. */
  withSeed(seed: number): Group {
    const group = new Group(this.#training, { ...this.#settings, seed }, this.task);
    if (this.#weights) group.start({ weights: this.#weights });
    return group;
  }

  start({ weights, states }: Origin = {}): void {
    this.#weights = weights;
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

  /** The number of steps that every run has taken. */
  get steps(): number {
    return this.#steps;
  }

  /** The first held-out row as the model reads it: without its last token and padding. */
  get sample(): Tokens {
    const row = this.task.heldOut[0] ?? this.task.data[0] ?? [];
    const end = row.findLastIndex((id) => id !== this.task.padId);
    return row.slice(0, Math.max(1, end));
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
      this.#losses[key].push(this.trainers[key].step(1)[0] ?? Number.NaN);
    }
    this.#steps += 1;
    yield;
  }

  /** The first run whose last loss is not a finite number. */
  brokenRun(): { readonly run: RunKey; readonly loss: number } | undefined {
    for (const run of RUN_KEYS) {
      const loss = this.#losses[run].at(-1);
      if (loss !== undefined && !Number.isFinite(loss)) return { run, loss };
    }
    return undefined;
  }

  /** Whether held-out losses are to be measured after this number of steps. */
  isMeasuringStep(): boolean {
    return this.#steps % MEASURE_EVERY === 0;
  }

  /** Measures the losses on held-out rows. */
  *measure(): Generator<void, void> {
    const rows = this.task.heldOut.slice(0, MEASURED_ROWS);
    const heldOut = { masked: 0, unmasked: 0, weak: 0 };
    const asUsed = { ...heldOut };
    for (const key of RUN_KEYS) {
      const trainer = this.trainers[key];
      heldOut[key] = yield* this.#meanLoss(rows, (part) => trainer.loss(part));
      asUsed[key] = yield* this.#meanLoss(rows, (part) => trainer.lossAsUsed(part));
    }
    this.#measured.push({ step: this.#steps, heldOut, asUsed });
  }

  get measured(): readonly Measurement[] {
    return this.#measured;
  }

  /** Makes a checkpoint, unless a weight is not finite. */
  checkpoint(): void {
    const states = perRun((key) => this.trainers[key].snapshot());
    if (RUN_KEYS.every((key) => states[key].numbers.every(Number.isFinite)))
      this.#checkpoints.push({ step: this.#steps, states });
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
    this.#exact = { step: this.#steps, right, of: count };
  }

  /** The mean loss over all targets, computed a few rows at a time; padding is not a target. */
  *#meanLoss(rows: readonly Tokens[], lossOf: (part: readonly Tokens[]) => number): Generator<void, number> {
    let [sum, count] = [0, 0];
    for (let i = 0; i < rows.length; i += ROWS_PER_UNIT) {
      const part = rows.slice(i, i + ROWS_PER_UNIT);
      const targets = part.flatMap((row) => row.slice(1)).filter((id) => id !== this.task.padId).length;
      if (targets === 0) continue;
      sum += lossOf(part) * targets;
      count += targets;
      yield;
    }
    return sum / count;
  }

  /** All losses since the start or the last restored checkpoint. */
  losses(): PerRun<Float32Array> {
    return perRun((key) => Float32Array.from(this.#losses[key]));
  }

  /** The results since the last call, up to the last step that every run has taken. */
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
