/** Masked multi-head attention: self-attention on a batch of sentences, with padding and future tokens masked. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries, selfAttentionMap } from "./entries.js";

export const maskedMultiHead = lessonOf(selfAttentionEntries("masks"), {
  name: "masked-multi-head",
  why: "masked_scores",
  known: [
    { first: "ids", last: "embedding", lesson: 2, words: "fold_embedding" },
    { first: "w_q.weight", last: "scores", lesson: 2, words: "fold_scores" },
    { first: "values", last: "concat", lesson: 2, words: "fold_values" },
  ],
  map: selfAttentionMap,
});
