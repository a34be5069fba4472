/** Encoder-decoder attention: queries come from the target, keys and values from the source. */
import { type Entry, lessonOf } from "./build.js";
import {
  fillEntries,
  headEntries,
  headsMap,
  isMasked,
  layerEntries,
  maskEntries,
  mergeEntries,
  openingEntry,
} from "./entries.js";

const entries: readonly Entry[] = [
  openingEntry("cross"),
  { id: "ids", chapter: "data", words: "source_ids" },
  { id: "embedding.weight", chapter: "data", words: "embedding_weight" },
  { id: "embedding", chapter: "data" },
  { id: "target_ids", chapter: "data" },
  { id: "target_embedding", chapter: "data" },
  ...maskEntries,
  ...layerEntries,
  { id: "q", chapter: "projections", words: "cross_q" },
  { id: "k", chapter: "projections", words: "cross_k" },
  { id: "v", chapter: "projections", words: "cross_v" },
  ...headEntries({ q: "T", k: "S", v: "S" }),
  { id: "scores", chapter: "attention", words: "cross_scores" },
  ...fillEntries,
  {
    id: "attention",
    chapter: "attention",
    words: (trace) => (isMasked(trace) ? "attention" : "cross_attention"),
  },
  { id: "values", chapter: "attention", words: "cross_values" },
  ...mergeEntries,
];

export const encoderDecoder = lessonOf(entries, {
  name: "encoder-decoder",
  known: [
    { first: "embedding.weight", last: "embedding", lesson: 1, words: "fold_embedding" },
    { first: "q_split", last: "wrong_view", shown: "q_heads", lesson: 2, words: "fold_heads" },
    { first: "masks", last: "masked_scores", lesson: 3, words: "fold_masked" },
    { first: "values_merged", last: "concat", lesson: 2, words: "fold_concat" },
  ],
  why: "scores",
  map: `
    target_ids       embedding.weight ids       nopeak_mask
    target_embedding ·                embedding padding_mask
    q                k                v         mask
    ${headsMap}`,
});
