/** The types of everything that training takes and returns. docs/training.md explains the model and every field. */
import type { Explanation, MaskFill, Op, Tensor, Term } from "../types.js";

/** The names of the built-in tasks. */
export const TASKS = [
  "copy",
  "reverse",
  "sort",
  "brackets",
  "addition",
  "sentences-en",
  "sentences-ko",
] as const;
export type TaskName = (typeof TASKS)[number];

/** A list of token ids. */
export type Tokens = readonly number[];

/** The model, its data and how it is trained. Either `data` or `task` is required; other missing fields take their defaults. */
export interface TrainingSpec {
  /**
   * Rows of token ids, all of the same length, at least 2. The input is a row without its last id, the targets are the row
   * without its first.
   */
  data?: readonly Tokens[];
  /** A built-in task, which provides data, padId and vocabSize. */
  task?: TaskName;
  /** The padding id; targets that are padding do not count in the loss. Default 0. */
  padId?: number;
  /** V, the size of the vocabulary. Default 32. */
  vocabSize?: number;
  /** D, the width of the model. Default 32. */
  dModel?: number;
  /** H, which must divide D. Default 2. */
  numHeads?: number;
  /** The number of blocks, 1 … 4. Default 1. */
  layers?: number;
  /** F, the width inside the feed-forward layers. Default 128. */
  dFf?: number;
  /** The activation of the feed-forward layers. Default "gelu". */
  activation?: "gelu" | "relu";
  /** Whether head.weight and embedding.weight are the same parameter. Default false. */
  tiedHead?: boolean;
  /** p, the share of numbers that dropout sets to 0 in training steps: 0 … 0.999999. Default 0. */
  dropout?: number;
  /** The seed of the parameters, the batches and dropout. Default 42. */
  seed?: number;
  /** Whether later tokens are masked. Default true. */
  mask?: boolean;
  /** The value of masked scores. Default "-inf". */
  maskFill?: MaskFill;
  /** The number of rows in a training step. Default 16. */
  batchSize?: number;
  /** The optimiser. Default "adamw". */
  optimizer?: "adamw" | "sgd";
  /** The learning rate. Default 0.003. */
  learningRate?: number;
  /** The weight decay. Default 0.01. */
  weightDecay?: number;
  /** The momentum of "sgd". Default 0. */
  momentum?: number;
  /** The largest norm of all gradients together; null means no limit. Default null. */
  gradientClip?: number | null;
}

/** A spec with every default filled in. If a task is given, `data` has the task's rows. */
export type SettledTrainingSpec = Required<Omit<TrainingSpec, "task">> & { readonly task: TaskName | null };

/** A built-in task. */
export interface TrainingTask {
  readonly name: TaskName;
  /** What each id of the vocabulary stands for: a letter, a word, or a sign such as "<pad>". */
  readonly symbols: readonly string[];
  readonly padId: number;
  /** Rows to train on, all of the same length; shorter ones are padded at their end. */
  readonly data: readonly Tokens[];
  /** Rows that are not among the data, for evaluation. */
  readonly heldOut: readonly Tokens[];
  /** The number of tokens of each held-out row that are the prompt; the tokens after it, up to the padding, are the answer. */
  readonly promptLengths: readonly number[];
  /** ln V: the mean loss of a model that gives every symbol the same probability. */
  readonly uniformLoss: number;
}

/** How the next token is chosen. */
export interface Sampling {
  /** The divisor of the logits, 0 … 1e9; 0 chooses the most probable token. Default 1. */
  readonly temperature?: number;
  /** The seed of a separate generator, which draws one uniform number per token. Default 0. */
  readonly seed?: number;
}

/** How `generate` chooses one token. */
export interface TokenChoice {
  /** (V): the probabilities at the given temperature; at 0, those at 1. */
  readonly probabilities: Float32Array;
  /** The uniform number of this token. */
  readonly u: number;
  /** The token in whose share `u` lies, or at temperature 0 the most probable one; null if the probabilities are NaN. */
  readonly id: number | null;
  /** The sum of the probabilities before the token's, in the order of the ids, and with its own. */
  readonly from: number;
  readonly to: number;
}

/** Everything that training changes, as plain data that can be sent to a worker or stored. */
export interface TrainingState {
  /** Steps taken so far. */
  readonly steps: number;
  /**
   * The parameters, then the optimiser's first and second moments in the same order, then the next 624 words of the generator,
   * each as its upper and lower 16 bits.
   */
  readonly numbers: Float32Array;
}

export type FloatTensor = Tensor<"float32">;
/** Tensors by their names in PyTorch's state_dict. */
export type NamedFloats = Readonly<Record<string, FloatTensor>>;

/** A model in training. The module gives the same numbers for the same spec, on every run and in every engine. */
export interface Trainer {
  /** The spec with every default filled in. */
  readonly spec: SettledTrainingSpec;
  /** Steps taken so far. */
  readonly steps: number;
  /**
   * Takes `count` (default 1, at most a million) training steps and returns the loss of each before its update. A loss that is not finite is
   * returned like any other, and its gradients reach the weights, as in PyTorch.
   */
  step(count?: number): Float32Array;
  /** The mean loss without dropout on rows of the same length as the data's. Changes nothing. */
  loss(rows: readonly Tokens[]): number;
  /** The mean loss if each token is predicted from only the tokens before it, as in generation. Changes nothing. */
  lossAsUsed(rows: readonly Tokens[]): number;
  /** The parameters by name. With a tied head there is no head.weight, only embedding.weight. */
  weights(): NamedFloats;
  /** The gradients of the last step, before clipping; zeros before the first step and after `restore` and `load`. */
  gradients(): NamedFloats;
  /** (layers, H, L, L): the attention weights of every head for one row of 1 … 256 tokens. */
  attention(tokens: Tokens): FloatTensor;
  /**
   * (V): the probabilities of the token after 1 … 256 tokens, at the given temperature (0 … 1e9, default 1); NaN if the model's
   * numbers are no longer finite.
   */
  nextToken(tokens: Tokens, temperature?: number): FloatTensor;
  /** How `generate` chooses the token after 1 … 256 tokens if it has generated `at` (default 0) before. */
  chooseToken(tokens: Tokens, sampling?: Sampling, at?: number): TokenChoice;
  /**
   * `length` tokens (1 … 100,000) that the model generates one by one after `prompt`. Refuses `out-of-range` if their
   * probabilities are NaN.
   */
  generate(prompt: Tokens, length: number, sampling?: Sampling): number[];
  /** A copy of the current state, for `restore`. */
  snapshot(): TrainingState;
  /** Returns to a state; the steps after it are then repeated exactly. */
  restore(state: TrainingState): void;
  /** Replaces parameters by name, and resets the steps and moments to zero. */
  load(weights: NamedFloats): void;
  /** One training step as named tensors, on the batch that the next step will draw. Changes nothing. */
  walk(): TrainingTrace;
  /** Explains how one number of `walk` was computed: the cell at `index` of the step `name`. */
  explain(name: string, index: Tokens): TrainingExplanation;
  /** Frees the memory. Calling it again does nothing. */
  dispose(): void;
}

/** The parts of a training step, in their order. */
export type TrainingPart = "parameters" | "forward" | "loss" | "backward" | "update";

/**
 * One named tensor of a training step. The name of a gradient is `grad.` and the name of its tensor, that of an updated
 * parameter is `new.` and the parameter's name.
 */
export interface TrainingStep {
  readonly name: string;
  readonly part: TrainingPart;
  /**
   * The operation that computed it; for a gradient `grad_` and the operation that it flows back through, or `grad_sum` for
   * several.
   */
  readonly op: Op | string;
  readonly inputs: readonly string[];
  /** The letters of the axes, as in a lesson's steps. */
  readonly axes: readonly string[];
  readonly shape: readonly number[];
  readonly dtype: "float32" | "int32" | "bool";
  readonly data: Float32Array | Int32Array | Uint8Array;
}

export interface TrainingTrace {
  readonly spec: SettledTrainingSpec;
  readonly steps: readonly TrainingStep[];
}

/** A number that the explained one was made from. */
export interface TrainingTerm extends Term {
  /** The factor of the value. */
  readonly weight?: number;
}

/**
 * How one number was computed: forwards by the terms and facts of a lesson's steps, see `Explanation`. Where the terms have
 * weights, as in gradients and updates, the sum of value · weight over them is the value, within 1e-5 + 1.3e-6 · |value|.
 */
export interface TrainingExplanation extends Omit<Explanation, "op" | "terms"> {
  readonly op: string;
  readonly terms: readonly TrainingTerm[];
}
