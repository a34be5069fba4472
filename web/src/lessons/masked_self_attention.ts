/** Why a decoder must not see later tokens: first on four by four random scores, then in one head on a sentence. */
import { stepOf } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";
import { lessonOf } from "./build.js";
import { isMasked, layerEntries, openingEntry } from "./entries.js";

/** With a padding mask as well, some rows would have fewer keys than the triangle shows. */
const hasOnlyCausalMask = ({ spec }: Trace): boolean =>
  spec.mask?.causal === true && spec.mask.padding !== true;
const hasOneSentence = ({ spec }: Trace): boolean => spec.sequences.length === 1;

export const maskedSelfAttention = lessonOf("masked-self-attention", [
  openingEntry("one_head"),
  { id: "demo_scores", chapter: "demo" },
  { id: "demo_mask", chapter: "demo" },
  { id: "demo_masked_scores", chapter: "demo" },
  { id: "demo_attention", chapter: "demo" },
  { id: "ids", chapter: "data", words: (trace) => (hasOneSentence(trace) ? "one_sentence" : "ids") },
  { id: "embedding.weight", chapter: "data", words: "embedding_weight" },
  { id: "embedding", chapter: "data" },
  ...layerEntries,
  { id: "q", chapter: "projections" },
  { id: "k", chapter: "projections" },
  { id: "v", chapter: "projections" },
  { id: "scores", chapter: "attention", words: "one_head_scores" },
  { id: "padding_mask", chapter: "attention" },
  { id: "nopeak_mask", chapter: "attention" },
  // With only one mask there is nothing to combine, so the step is left out.
  { id: "mask", chapter: "attention", when: (trace) => stepOf(trace, "mask").op === "logical_and" },
  { id: "masked_scores", chapter: "attention" },
  {
    id: "attention",
    chapter: "attention",
    words: (trace) =>
      hasOnlyCausalMask(trace) ? "one_head_attention" : isMasked(trace) ? "attention" : "attention_unmasked",
  },
  {
    id: "values",
    chapter: "attention",
    words: (trace) => (hasOnlyCausalMask(trace) ? "one_head_values" : "values"),
  },
  { id: "generation", chapter: "attention" },
]);
