/** Multi-head attention without a mask: a batch of ragged sentences attends to itself, padding included. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries } from "./entries.js";

export const multiHead = lessonOf("multi-head", selfAttentionEntries("heads"), { dModel: 8, numHeads: 2 });
