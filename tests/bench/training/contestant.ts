/** A contestant of the training race: a decoder that takes training steps. */
import { timeCalls } from "../contestant.js";

/** The sizes of the model: B sentences of L tokens, D d_model, H heads, F feed-forward, V vocabulary. */
export const SIZES = { batch: 16, length: 16, dModel: 32, heads: 2, dFf: 128, vocabulary: 32 };
export const LEARNING_RATE = 0.003;
export const WEIGHT_DECAY = 0.01;

/** A row of ids, one longer than L. */
export type Row = readonly number[];
export type Weights = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly data: Float32Array }>
>;

export interface TrainingGiven {
  /** The rows that batches are drawn from. */
  readonly rows: readonly Row[];
  /** The parameters before the first step, under PyTorch's names. */
  readonly weights: Weights;
}

/** A contestant with its weights. */
export interface ReadyTrainer {
  /** The losses of the next steps. */
  losses(count: number): Promise<readonly number[]>;
  /** The time of this many steps in milliseconds, including reading the loss of each. */
  time(steps: number): Promise<number>;
  dispose(): unknown;
}

export interface TrainingContestant {
  readonly name: string;
  readonly forms: Readonly<Record<string, (given: TrainingGiven) => ReadyTrainer | Promise<ReadyTrainer>>>;
}

/** A contestant in this process, from its step, which returns the loss. */
export const trainerHere = (step: () => number, dispose: () => unknown): ReadyTrainer => ({
  losses: async (count) => Array.from({ length: count }, step),
  time: (steps) => timeCalls(step, steps),
  dispose,
});

/** Uniform whole numbers below `end`: a linear congruential generator. */
export function dice(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % end;
  };
}

/** Rows without padding. */
export function randomRows(count: number): readonly Row[] {
  const roll = dice(1);
  return Array.from({ length: count }, () =>
    Array.from({ length: SIZES.length + 1 }, () => 1 + roll(SIZES.vocabulary - 1)),
  );
}

export interface Batch {
  readonly inputs: Int32Array;
  readonly targets: Int32Array;
}

/** A function that draws batches for the peers: inputs (B · L) and targets (B · L). */
export function batches({ rows }: TrainingGiven): () => Batch {
  const roll = dice(2);
  return () => {
    const drawn = Array.from({ length: SIZES.batch }, () => rows[roll(rows.length)] ?? []);
    return {
      inputs: Int32Array.from(drawn.flatMap((row) => row.slice(0, -1))),
      targets: Int32Array.from(drawn.flatMap((row) => row.slice(1))),
    };
  };
}

/** (B · L, D): the sinusoids, repeated for each sentence. */
export function positions(): Float32Array {
  const { batch, length, dModel } = SIZES;
  return Float32Array.from({ length: batch * length * dModel }, (_, i) => {
    const [t, column] = [Math.floor(i / dModel) % length, i % dModel];
    const angle = t / 10000 ** ((column - (column % 2)) / dModel);
    return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
}

/** (L, L), to be added to scores. */
export const causal = (): Float32Array =>
  Float32Array.from({ length: SIZES.length ** 2 }, (_, i) =>
    i % SIZES.length > Math.floor(i / SIZES.length) ? -1e9 : 0,
  );
