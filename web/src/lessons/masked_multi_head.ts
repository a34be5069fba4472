/** Masked multi-head attention: one batch of sentences attends to itself, without padding and without the future. */
import { lessonOf } from "./build.js";
import { selfAttentionEntries } from "./entries.js";

export const maskedMultiHead = lessonOf("masked-multi-head", selfAttentionEntries("masks"));
