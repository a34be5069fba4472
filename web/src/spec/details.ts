/**
 * Descriptions of each field of a spec for the lesson file schema and the documents, in the order of docs/lesson-spec.md.
 * URLs and forms do not need them, so this file loads with the first lesson file.
 */
import type { FieldName } from "./fields.js";

export interface Details {
  /** Description, for editors of lesson files and for the documents. */
  readonly about: string;
  /** The core's default for a missing field, as the documents state it. */
  readonly usual: string;
  /** The smallest and largest value that the core accepts. */
  readonly range?: readonly [least: number, most: number | string];
  readonly parts?: Readonly<Record<string, Pick<Details, "range">>>;
}

const WIDEST = 2048;

export const SPEC_DETAILS: Readonly<Record<FieldName, Details>> = {
  lesson: { about: "Which of the five lessons this one builds on.", usual: "required" },
  sequences: {
    about:
      "B sentences, as lists of token ids; shorter ones are padded, and an empty one among others is a row of padding. " +
      "At most 256 of 1024.",
    usual: "five sentences, 4 to 10 tokens (see below)",
  },
  target: {
    about: "encoder-decoder only: the sentences that the queries come from. Other lessons leave it alone.",
    usual: "encoder-decoder: five sentences, 4 to 12 tokens",
  },
  padId: { about: "The id that fills the shorter sentences.", usual: "0", range: [0, "vocabSize − 1"] },
  vocabSize: {
    about: "Rows of the embedding table; every id is below it.",
    usual: "100",
    range: [1, 100_000],
  },
  dModel: {
    about: "D, the numbers of a token's vector. Small ones (4, 8) can be read.",
    usual: "8",
    range: [1, WIDEST],
  },
  numHeads: {
    about: "H heads; divides dAttention, or dModel where that is null.",
    usual: "2",
    range: [1, 128],
  },
  seed: {
    about: "The seed of all random numbers, as in torch.manual_seed.",
    usual: "42",
    range: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  },
  mask: {
    about: "Which keys a query may not see; null: it sees all.",
    usual: "masked-multi-head, transformer-block: both; masked-self-attention: causal; else null",
  },
  maskFill: { about: 'What a masked score becomes: -1e12, -1e9 or "-inf".', usual: "−1e12" },
  bias: { about: "Whether the linear layers have a bias.", usual: "true" },
  outputProjection: { about: "Whether there is a w_0.", usual: "true" },
  dAttention: { about: "A, the width of q, k and v; null: dModel.", usual: "null", range: [1, WIDEST] },
  positionalEncoding: {
    about: "transformer-block only: whether sinusoidal positions are added to the embedding.",
    usual: "transformer-block: true",
  },
  feedForward: {
    about: "transformer-block only: the feed-forward layer, or null. Needs outputProjection.",
    usual: 'transformer-block: 512, `"gelu"`',
    parts: { dFf: { range: [1, 8192] } },
  },
  layerNorm: {
    about:
      "transformer-block only: residual sums with a norm before each sublayer (pre) or after each sum (post). " +
      "Needs outputProjection.",
    usual: "null",
  },
};
