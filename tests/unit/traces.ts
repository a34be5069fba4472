/** Traces of the core for tests: small ones, and one for every lesson with its options. */
import type { LessonName, LessonSpec, Trace } from "../../web/src/module/types.js";
import { hu } from "./core.js";

type Fields = Partial<LessonSpec>;

/** Runs a spec whose vocabulary has at least `words` tokens, and all of its ids. */
function run(spec: LessonSpec, words: number): Trace {
  const ids = [...(spec.sequences ?? []), ...(spec.target ?? [])].flat();
  const vocabSize = spec.vocabSize ?? Math.max(words, 1 + Math.max(...ids));
  return hu.run({ ...spec, vocabSize }) as Trace;
}

const TINY = {
  sequences: [
    [3, 1, 4],
    [5, 2],
    [6, 5, 3, 1],
  ],
  dModel: 4,
  numHeads: 2,
  mask: { padding: true, causal: true },
};

/** Masked attention on three short sentences with two heads of two numbers. */
export const tinyTrace = (fields: Fields = {}): Trace =>
  run({ lesson: "masked-multi-head", ...TINY, ...fields }, 9);

/** The same sentences in a transformer block. */
export const blockTrace = (fields: Fields = {}): Trace =>
  run({ lesson: "transformer-block", ...TINY, feedForward: { dFf: 6 }, ...fields }, 9);

const LESSON_DEFAULTS: Readonly<Record<LessonName, Fields>> = {
  "masked-self-attention": { sequences: [[1, 2, 3]], numHeads: 1, dAttention: 4 },
  "multi-head": {},
  "masked-multi-head": {},
  "encoder-decoder": {
    target: [
      [5, 6],
      [7, 8, 9, 1],
    ],
  },
  "transformer-block": { feedForward: { dFf: 16, activation: "gelu" } },
};

/** A lesson on two sentences of three tokens and one, 8 wide with two heads. */
export const traceOf = (fields: Fields & { lesson: LessonName }): Trace =>
  run(
    {
      ...{ sequences: [[1, 2, 3], [4]], dModel: 8, numHeads: 2 },
      ...{ ...LESSON_DEFAULTS[fields.lesson], ...fields },
    },
    10,
  );

/** The trace with the weights of another seed in its layers, given instead of drawn. */
function withWeights({ spec }: Trace): Trace {
  const layers = hu.run({ ...spec, seed: 7 }).steps.filter(({ op }) => op === "uniform");
  return hu.run(spec, Object.fromEntries(layers.map((step) => [step.name, step]))) as Trace;
}

const withDesigned = ({ spec }: Trace): Trace => hu.run(spec, hu.designedWeights(spec)) as Trace;

const square = { sequences: [[1, 2], [3]], target: [[4], [5, 6]] };
const masked = (fields: Fields): Trace => traceOf({ lesson: "masked-multi-head", ...fields });
const oneHead = (fields: Fields): Trace => traceOf({ lesson: "masked-self-attention", ...fields });
const inBlock = (fields: Fields): Trace => traceOf({ lesson: "transformer-block", ...fields });
const crossed = (fields: Fields): Trace => traceOf({ lesson: "encoder-decoder", ...fields });

/** Every lesson with its options, by what is special about it. */
export const VARIATIONS = {
  masked: masked({}),
  "padding mask only": masked({ mask: { padding: true, causal: false } }),
  "causal mask only": masked({ mask: { padding: false, causal: true } }),
  "no mask": masked({ mask: null }),
  "no bias": masked({ bias: false }),
  "no output projection": masked({ outputProjection: false }),
  "another width": masked({ dAttention: 4, maskFill: "-inf" }),
  "an empty sentence": masked({ sequences: [[], [1, 2]], maskFill: -3.5 }),
  "one head of many": masked({ numHeads: 1 }),
  "given weights": withWeights(masked({})),
  "designed weights": withDesigned(masked({})),
  "multi-head": traceOf({ lesson: "multi-head" }),
  "multi-head, padding mask": traceOf({ lesson: "multi-head", mask: { padding: true } }),
  "encoder-decoder": crossed({}),
  "encoder-decoder, padding mask": crossed({ mask: { padding: true } }),
  "encoder-decoder, causal mask": crossed({ mask: { causal: true }, ...square }),
  "encoder-decoder, both masks": crossed({ mask: { padding: true, causal: true }, ...square }),
  "one head": oneHead({}),
  "one head, both masks": oneHead({ mask: { padding: true, causal: true } }),
  "one head, padding mask": oneHead({
    mask: { padding: true, causal: false },
    sequences: [[1, 2], [3]],
    maskFill: -1e12,
  }),
  "one head, no mask": oneHead({ mask: null, bias: true, dAttention: null }),
  block: inBlock({}),
  "block, padding mask": inBlock({ mask: { padding: true, causal: false } }),
  "block, causal mask": inBlock({ mask: { padding: false, causal: true } }),
  "block, no mask": inBlock({ mask: null }),
  "block, no positions": inBlock({ positionalEncoding: false }),
  "block, no feed-forward": inBlock({ feedForward: null, bias: false }),
  "block, relu": inBlock({ feedForward: { dFf: 16, activation: "relu" }, maskFill: "-inf" }),
  "block, norms before": inBlock({ layerNorm: "pre" }),
  "block, norms after": inBlock({ layerNorm: "post" }),
  "block, norm after attention alone": inBlock({ layerNorm: "post", feedForward: null }),
} satisfies Readonly<Record<string, Trace>>;

export type Variation = keyof typeof VARIATIONS;
export const variations = Object.entries(VARIATIONS) as [Variation, Trace][];
export const variation = (name: Variation): Trace => VARIATIONS[name];
