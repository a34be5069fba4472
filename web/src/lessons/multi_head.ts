/** Multi-head attention without a mask: self-attention on a batch of ragged sentences, padding included. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries } from "./entries.js";

export const multiHead = lessonOf("multi-head", selfAttentionEntries("heads"), { dModel: 8, numHeads: 2 });
