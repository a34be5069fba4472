/** A block of the transformer: positions, a warm-up on the bare input, masked heads, and the feed-forward layer. */
import { hasStep, stepOf } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";
import { type Entry, lessonOf } from "./build.js";
import { headEntries, headsMap, isMasked, layerEntries, mergeEntries, openingEntry } from "./entries.js";
import type { Chapter } from "./lesson.js";

const attentionWords =
  (masked: (trace: Trace) => boolean, words: string) =>
  (trace: Trace): string =>
    masked(trace) ? words : "attention_unmasked";

/** A layer norm and its parameters, if the trace's norms are in this place. */
const normEntries = (id: string, place: "pre" | "post", chapter: Chapter): Entry[] =>
  [
    { id: `${id}.weight`, group: id, words: "norm_weight" },
    { id: `${id}.bias`, group: id, words: "norm_bias" },
    { id, words: "norm" },
  ].map((entry) => ({
    ...entry,
    chapter,
    names: { weight: id },
    when: ({ spec }) => spec.layerNorm === place,
  }));

const convEntries = (id: string): readonly Entry[] => [
  { id: `${id}.weight`, chapter: "feedforward", group: id, words: `${id}_weight`, names: { weight: id } },
  { id: `${id}.bias`, chapter: "feedforward", group: id, words: "conv_bias", names: { weight: id } },
];

const inputEntries: readonly Entry[] = [
  { id: "pieces", chapter: "data" },
  { id: "ids", chapter: "data", words: "block_ids" },
  { id: "embedding.weight", chapter: "data", words: "embedding_weight" },
  { id: "embedding", chapter: "data" },
  { id: "position_table", chapter: "positions" },
  { id: "positions", chapter: "positions" },
  { id: "position_embedding", chapter: "positions" },
  { id: "input_sum", chapter: "positions" },
];

const warmUpEntries: readonly Entry[] = [
  { id: "attn_pad_mask", chapter: "warmup" },
  { id: "warmup_scores", chapter: "warmup" },
  { id: "warmup_masked_scores", chapter: "warmup" },
  {
    id: "warmup_attention",
    chapter: "warmup",
    words: attentionWords((trace) => hasStep(trace, "warmup_masked_scores"), "warmup_attention"),
  },
  { id: "warmup_values", chapter: "warmup" },
];

const attentionEntries: readonly Entry[] = [
  { id: "attn_dec_mask", chapter: "masks" },
  {
    id: "attn_mask",
    chapter: "masks",
    words: (trace) => (stepOf(trace, "attn_mask").inputs.length > 1 ? "attn_mask" : "attn_mask_single"),
  },
  { id: "conventions", chapter: "masks" },
  ...layerEntries,
  ...normEntries("norm_1", "pre", "projections"),
  { id: "q", chapter: "projections" },
  { id: "k", chapter: "projections" },
  { id: "v", chapter: "projections" },
  ...headEntries({ q: "L", k: "L", v: "L" }),
  { id: "scores", chapter: "attention" },
  { id: "masks", chapter: "attention", words: "masks_ignored" },
  { id: "masked_scores", chapter: "attention", words: "masked_scores_ignored" },
  { id: "attention", chapter: "attention", words: attentionWords(isMasked, "attention") },
  { id: "values", chapter: "attention" },
  ...mergeEntries,
  { id: "residual_1", chapter: "output", words: "residual" },
  ...normEntries("norm_1", "post", "output"),
];

const feedForwardEntries: readonly Entry[] = [
  ...normEntries("norm_2", "pre", "feedforward"),
  ...convEntries("conv1"),
  { id: "ff_1", chapter: "feedforward" },
  { id: "ff_2", chapter: "feedforward", words: (trace) => stepOf(trace, "ff_2").op },
  ...convEntries("conv2"),
  { id: "ff_3", chapter: "feedforward" },
  { id: "residual_2", chapter: "feedforward", words: "residual" },
  ...normEntries("norm_2", "post", "feedforward"),
];

export const transformerBlock = lessonOf(
  [
    {
      ...openingEntry("block"),
      words: ({ spec }) => (spec.layerNorm === null ? "opening_block_bare" : "opening_block"),
    },
    ...inputEntries,
    ...warmUpEntries,
    ...attentionEntries,
    ...feedForwardEntries,
  ],
  {
    name: "transformer-block",
    small: { dModel: 8, numHeads: 2, feedForward: { dFf: 32 } },
    why: "input_sum",
    known: [
      { first: "ids", last: "embedding", lesson: 2, words: "fold_embedding" },
      { first: "q", last: "concat", lesson: 3, words: "fold_attention" },
    ],
    // A norm stands in one of two places.
    map: `
    ·                    ids        ·                  ·
    position_table       embedding  positions          attn_pad_mask
    ·                    ·          position_embedding ·
    ·                    input_sum  ·                  ·
    warmup_scores        ·          ·                  ·
    warmup_masked_scores ·          ·                  ·
    warmup_attention     ·          attn_dec_mask      ·
    warmup_values        norm_1     ·                  attn_mask
    q                    k          v                  ·
    ${headsMap}
    ·                    residual_1 ·                  ·
    ·                    norm_1     ·                  ·
    ·                    norm_2     ·                  ·
    ·                    ff_1       ·                  ·
    ·                    ff_2       ·                  ·
    ·                    ff_3       ·                  ·
    ·                    residual_2 ·                  ·
    ·                    norm_2     ·                  ·`,
  },
);
