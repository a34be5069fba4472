/** Multi-head attention without a mask: self-attention on a batch of ragged sentences, padding included. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries, selfAttentionMap } from "./entries.js";

export const multiHead = lessonOf(selfAttentionEntries("heads"), {
  name: "multi-head",
  small: { dModel: 8, numHeads: 2 },
  known: [{ first: "embedding.weight", last: "v", lesson: 1, words: "fold_vectors" }],
  why: "concat",
  map: selfAttentionMap,
});
