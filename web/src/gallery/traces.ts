/** The fixed small lessons of the gallery: together they play every operation, on numbers that never change. */
import type { Core } from "../module/page_entry.js";
import type { LessonSpec, Trace } from "../module/types.js";

const SMALL = {
  sequences: [
    [3, 1, 4, 1, 5],
    [2, 6],
    [5, 3, 5],
  ],
  vocabSize: 9,
  dModel: 8,
  numHeads: 2,
  seed: 42,
} satisfies Partial<LessonSpec>;

const PARAMETER = /\.(weight|bias)$/;

export interface Traces {
  readonly masked: Trace;
  /** Like `masked`, with the same parameters given as input. */
  readonly given: Trace;
  /** With the readable weights. */
  readonly readable: Trace;
  readonly crossed: Trace;
  /** One head, on one sentence. */
  readonly single: Trace;
  readonly block: Trace;
}

export function tracesOf(hu: Core): Traces {
  const masked = hu.run({ lesson: "masked-multi-head", ...SMALL });
  const weights = Object.fromEntries(
    masked.steps.filter(({ name }) => PARAMETER.test(name)).map((step) => [step.name, step]),
  );
  return {
    masked,
    given: hu.run({ lesson: "masked-multi-head", ...SMALL }, weights),
    readable: hu.run(masked.spec, hu.readableWeights(masked.spec)),
    crossed: hu.run({ lesson: "encoder-decoder", ...SMALL, target: [[7, 8, 2, 4], [1], [6, 6]] }),
    single: hu.run({ lesson: "masked-self-attention", ...SMALL, sequences: [[3, 1, 4, 1]], numHeads: 1 }),
    block: hu.run({
      lesson: "transformer-block",
      ...SMALL,
      feedForward: { dFf: 16, activation: "gelu" },
      layerNorm: "post",
    }),
  };
}

/** A block whose feed-forward layer has the other activation. */
export const reluBlock = (hu: Core): Trace =>
  hu.run({ lesson: "transformer-block", ...SMALL, feedForward: { dFf: 16, activation: "relu" } });
