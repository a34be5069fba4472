/** The shapes of everything that training takes and returns. docs/training.md explains the model and every field. */
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

/** What is trained, on what, and how. Either `data` or `task` is needed; other missing fields take their defaults. */
export interface TrainingSpec {
  /** Rows of equally many token ids, at least 2: all but the last are the input, all but the first are to be predicted. */
  data?: readonly Tokens[];
  /** A built-in task: its rows are the data, and padId and vocabSize are its own. */
  task?: TaskName;
  /** As a target it does not count in the loss. Default 0. */
  padId?: number;
  /** V. Default 32. */
  vocabSize?: number;
  /** D. Default 32. */
  dModel?: number;
  /** H; divides D. Default 2. */
  numHeads?: number;
  /** Blocks, 1 … 4. Default 1. */
  layers?: number;
  /** F, the width inside the feed-forward layers. Default 128. */
  dFf?: number;
  /** Of the feed-forward layers. Default "gelu". */
  activation?: "gelu" | "relu";
  /** Whether head.weight is embedding.weight, one parameter in two places. Default false. */
  tiedHead?: boolean;
  /** p, the share of numbers that a training step leaves out: 0 … 0.999999. Default 0. */
  dropout?: number;
  /** Of the parameters, the batches and dropout. Default 42. */
  seed?: number;
  /** Whether later tokens are masked. Default true. */
  mask?: boolean;
  /** The score of a masked key. Default "-inf". */
  maskFill?: MaskFill;
  /** Rows of a training step. Default 16. */
  batchSize?: number;
  /** Default "adamw". */
  optimizer?: "adamw" | "sgd";
  /** Default 0.003. */
  learningRate?: number;
  /** Default 0.01. */
  weightDecay?: number;
  /** Of "sgd". Default 0. */
  momentum?: number;
  /** The largest norm of all gradients together; null, the default: any. */
  gradientClip?: number | null;
}

/** A spec with every default filled in. Of a task, `data` are the task's rows. */
export type SettledTrainingSpec = Required<Omit<TrainingSpec, "task">> & { readonly task: TaskName | null };

/** A built-in task. */
export interface TrainingTask {
  readonly name: TaskName;
  /** What each id stands for: a letter, a word or a sign, such as "<pad>". As long as the vocabulary. */
  readonly symbols: readonly string[];
  readonly padId: number;
  /** Rows to train on, of one length; shorter ones are padded at their end. */
  readonly data: readonly Tokens[];
  /** Rows that are never trained on, and are not among the data. */
  readonly heldOut: readonly Tokens[];
  /** How many tokens of each held-out row are the prompt; what follows, up to the padding, is the answer. */
  readonly promptLengths: readonly number[];
}

/** How the next token is chosen. */
export interface Sampling {
  /** Logits are divided by it; 0: always the most probable token. Default 1. */
  readonly temperature?: number;
  /** Of a generator of its own: one uniform number a token. Default 0. */
  readonly seed?: number;
}

/** All that training changes, as plain data: it can be sent to a worker or stored. */
export interface TrainingState {
  /** Steps taken so far. */
  readonly steps: number;
  /**
   * The parameters, then the optimiser's first and second moments, each in the parameters' order. With dropout they end with the
   * next 624 words of the generator, the upper and the lower 16 bits of each; without it the steps say what was drawn.
   */
  readonly numbers: Float32Array;
}

export type FloatTensor = Tensor<"float32">;
/** Tensors by the name that PyTorch's state_dict gives them. */
export type NamedFloats = Readonly<Record<string, FloatTensor>>;

/** A model in training. The same spec gives the same numbers, on every run and in every engine. */
export interface Trainer {
  /** With every default filled in. */
  readonly spec: SettledTrainingSpec;
  /** Steps taken so far. */
  readonly steps: number;
  /**
   * Takes `count` (default 1) training steps and returns the loss of each, before its update. A loss that is not finite is
   * returned like any other, and its gradients reach the weights, as in PyTorch.
   */
  step(count?: number): Float32Array;
  /** The mean loss on other rows as long as the data's, without dropout; nothing changes. */
  loss(rows: readonly Tokens[]): number;
  /** The same, but each token is predicted from the ones before it alone, as when text is generated. */
  lossAsUsed(rows: readonly Tokens[]): number;
  /** The parameters; a tied head's weight is embedding.weight alone. */
  weights(): NamedFloats;
  /** The gradients of the last step, before clipping; zeros before the first. */
  gradients(): NamedFloats;
  /** (layers, H, L, L): the attention weights of every head for one row of tokens. */
  attention(tokens: Tokens): FloatTensor;
  /** (V): the probabilities of the token after `tokens`, at the given temperature (default 1). */
  nextToken(tokens: Tokens, temperature?: number): FloatTensor;
  /** `length` tokens that the model writes after `prompt`, one by one. */
  generate(prompt: Tokens, length: number, sampling?: Sampling): number[];
  snapshot(): TrainingState;
  /** Goes back to a state: the steps after it are repeated exactly. */
  restore(state: TrainingState): void;
  /** Replaces parameters by name; steps and moments start again from zero. */
  load(weights: NamedFloats): void;
  /** One training step as named tensors, on the batch that the next step will draw; nothing changes. */
  walk(): TrainingTrace;
  /** Where one number of `walk` came from. */
  explain(name: string, index: Tokens): TrainingExplanation;
  /** Frees the memory. Calling it again does nothing. */
  dispose(): void;
}

/** The parts of a training step, in their order. */
export type TrainingPart = "parameters" | "forward" | "loss" | "backward" | "update";

/**
 * One named tensor of a training step. Gradients are called `grad.` and the name of what they belong to, updated parameters
 * `new.` and the parameter's name.
 */
export interface TrainingStep {
  readonly name: string;
  readonly part: TrainingPart;
  /** The operation that computed it; of a gradient `grad_` and the operation's that it comes through, or `grad_sum` of several. */
  readonly op: Op | string;
  readonly inputs: readonly string[];
  /** Letters as in a lesson's steps. */
  readonly axes: readonly string[];
  readonly shape: readonly number[];
  readonly dtype: "float32" | "int32";
  readonly data: Float32Array | Int32Array;
}

export interface TrainingTrace {
  readonly spec: SettledTrainingSpec;
  readonly steps: readonly TrainingStep[];
}

/** One way on which the loss reaches a number, or one product of a sum: the step and the cell that it reads. */
export interface TrainingTerm extends Term {
  /** What the value is multiplied by; 1 where it is only added. */
  readonly weight: number;
  /** The step through which this term came, such as "grad.q". */
  readonly path: string;
}

/** How one number was computed. The sum of value · weight over the terms is the value, within 1e-5 + 1.3e-6 · |value|. */
export interface TrainingExplanation extends Omit<Explanation, "op" | "terms"> {
  readonly op: string;
  readonly terms: readonly TrainingTerm[];
}
