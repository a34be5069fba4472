/** A trainer whose model stays in the module until it is disposed of or garbage-collected. */
import { HeadsUpError } from "../errors.js";
import type { BareTrainer, BareTraining } from "./bare.js";
import type {
  FloatTensor,
  NamedFloats,
  Sampling,
  SettledTrainingSpec,
  Tokens,
  Trainer,
  TrainingExplanation,
  TrainingSpec,
  TrainingState,
  TrainingTrace,
} from "./types.js";

const collected = new FinalizationRegistry<BareTrainer>((trainer) => trainer.delete());

class ModuleTrainer implements Trainer {
  readonly spec: SettledTrainingSpec;
  #trainer: BareTrainer | undefined;

  constructor(training: BareTraining, spec: TrainingSpec) {
    this.#trainer = training.createTrainer(spec);
    collected.register(this, this.#trainer, this);
    this.spec = this.#trainer.spec();
  }

  get steps(): number {
    return this.#liveTrainer("steps").steps();
  }

  step(count?: number): Float32Array {
    return this.#liveTrainer("step").step(count);
  }

  loss(rows: readonly Tokens[]): number {
    return this.#liveTrainer("loss").loss(rows);
  }

  lossAsUsed(rows: readonly Tokens[]): number {
    return this.#liveTrainer("lossAsUsed").lossAsUsed(rows);
  }

  weights(): NamedFloats {
    return this.#liveTrainer("weights").weights();
  }

  gradients(): NamedFloats {
    return this.#liveTrainer("gradients").gradients();
  }

  attention(tokens: Tokens): FloatTensor {
    return this.#liveTrainer("attention").attention(tokens);
  }

  nextToken(tokens: Tokens, temperature?: number): FloatTensor {
    return this.#liveTrainer("nextToken").nextToken(tokens, temperature);
  }

  generate(prompt: Tokens, length: number, sampling?: Sampling): number[] {
    return this.#liveTrainer("generate").generate(prompt, length, sampling);
  }

  snapshot(): TrainingState {
    return this.#liveTrainer("snapshot").snapshot();
  }

  restore(state: TrainingState): void {
    this.#liveTrainer("restore").restore(state);
  }

  load(weights: NamedFloats): void {
    this.#liveTrainer("load").load(weights);
  }

  walk(): TrainingTrace {
    return { spec: this.spec, steps: this.#liveTrainer("walk").walk() };
  }

  explain(name: string, index: Tokens): TrainingExplanation {
    return this.#liveTrainer("explain").explain(name, index);
  }

  dispose(): void {
    if (!this.#trainer) return;
    collected.unregister(this);
    this.#trainer.delete();
    this.#trainer = undefined;
  }

  /** For `using`; in engines without Symbol.dispose this method is unused. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void {
    this.dispose();
  }

  #liveTrainer(method: string): BareTrainer {
    if (this.#trainer) return this.#trainer;
    const message = `${method}: got a trainer that was disposed of, wants a live one`;
    throw new HeadsUpError("disposed", message, { field: method });
  }
}

export const createTrainer = (training: BareTraining, spec: TrainingSpec): Trainer =>
  new ModuleTrainer(training, spec);

/** The spec with every default filled in and every value checked. */
export function settledSpec(training: BareTraining, spec: TrainingSpec): SettledTrainingSpec {
  const trainer = training.createTrainer(spec);
  try {
    return trainer.spec();
  } finally {
    trainer.delete();
  }
}
