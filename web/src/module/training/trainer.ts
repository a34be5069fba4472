/** A trainer whose model lives in the module until it is disposed of or garbage-collected. */
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

const forgotten = new FinalizationRegistry<BareTrainer>((trainer) => trainer.delete());

class ModuleTrainer implements Trainer {
  readonly spec: SettledTrainingSpec;
  #trainer: BareTrainer | undefined;

  constructor(training: BareTraining, spec: TrainingSpec) {
    this.#trainer = training.createTrainer(spec);
    forgotten.register(this, this.#trainer, this);
    this.spec = this.#trainer.spec();
  }

  get steps(): number {
    return this.#living("steps").steps();
  }

  step(count?: number): Float32Array {
    return this.#living("step").step(count);
  }

  loss(rows: readonly Tokens[]): number {
    return this.#living("loss").loss(rows);
  }

  lossAsUsed(rows: readonly Tokens[]): number {
    return this.#living("lossAsUsed").lossAsUsed(rows);
  }

  weights(): NamedFloats {
    return this.#living("weights").weights();
  }

  gradients(): NamedFloats {
    return this.#living("gradients").gradients();
  }

  attention(tokens: Tokens): FloatTensor {
    return this.#living("attention").attention(tokens);
  }

  nextToken(tokens: Tokens, temperature?: number): FloatTensor {
    return this.#living("nextToken").nextToken(tokens, temperature);
  }

  generate(prompt: Tokens, length: number, sampling?: Sampling): number[] {
    return this.#living("generate").generate(prompt, length, sampling);
  }

  snapshot(): TrainingState {
    return this.#living("snapshot").snapshot();
  }

  restore(state: TrainingState): void {
    this.#living("restore").restore(state);
  }

  load(weights: NamedFloats): void {
    this.#living("load").load(weights);
  }

  walk(): TrainingTrace {
    return { spec: this.spec, steps: this.#living("walk").walk() };
  }

  explain(name: string, index: Tokens): TrainingExplanation {
    return this.#living("explain").explain(name, index);
  }

  dispose(): void {
    if (!this.#trainer) return;
    forgotten.unregister(this);
    this.#trainer.delete();
    this.#trainer = undefined;
  }

  /** For `using`; in engines without Symbol.dispose this method is unused. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void {
    this.dispose();
  }

  #living(method: string): BareTrainer {
    if (this.#trainer) return this.#trainer;
    const message = `${method}: got a trainer that was disposed of, wants a live one`;
    throw new HeadsUpError("disposed", message, { field: method });
  }
}

export const createTrainer = (training: BareTraining, spec: TrainingSpec): Trainer =>
  new ModuleTrainer(training, spec);

/** The spec with every default filled in and every value checked. */
export function settled(training: BareTraining, spec: TrainingSpec): SettledTrainingSpec {
  const trainer = training.createTrainer(spec);
  try {
    return trainer.spec();
  } finally {
    trainer.delete();
  }
}
