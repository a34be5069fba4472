/** Multi-head attention without a mask: self-attention on a batch of ragged sentences, padding included. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries, selfAttentionMap } from "./entries.js";

export const multiHead = lessonOf(selfAttentionEntries("heads"), {
  name: "multi-head",
  small: { dModel: 8, numHeads: 2 },
  why: "concat",
  map: selfAttentionMap,
});
