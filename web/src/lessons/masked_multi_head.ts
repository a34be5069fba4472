/** Masked multi-head attention: self-attention on a batch of sentences, with padding and future tokens masked. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries, selfAttentionMap } from "./entries.js";

export const maskedMultiHead = lessonOf(selfAttentionEntries("masks"), {
  name: "masked-multi-head",
  why: "masked_scores",
  canShowTrained: true,
  map: selfAttentionMap,
});
