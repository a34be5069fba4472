/** Masked multi-head attention: self-attention on a batch of sentences, with padding and future tokens masked. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries } from "./entries.js";

export const maskedMultiHead = lessonOf("masked-multi-head", selfAttentionEntries("masks"));
