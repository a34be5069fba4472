/** Why a decoder must not see later tokens: in one head on a sentence, then again on four by four random scores. */
import { stepOf } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";
import { type Entry, lessonOf } from "./build.js";
import { isMasked, layerEntries, openingEntry } from "./entries.js";

/** In float32 exp of this is 0. */
const WEAKEST_FILL = -104;

/** Whether the fill leaves masked keys no weight; a weak one, such as −5, leaves them some. */
const hidesMaskedKeys = ({ spec: { maskFill } }: Trace): boolean =>
  maskFill === "-inf" || maskFill <= WEAKEST_FILL;
/** Whether the weights are the triangle of the demo. With a padding mask as well, some rows would have fewer keys. */
const isTriangle = (trace: Trace): boolean =>
  trace.spec.mask?.causal === true && trace.spec.mask.padding !== true && hidesMaskedKeys(trace);
const hasOneSentence = ({ spec }: Trace): boolean => spec.sequences.length === 1;

const entries: readonly Entry[] = [
  openingEntry("one_head"),
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
      isTriangle(trace) ? "one_head_attention" : isMasked(trace) ? "attention" : "attention_unmasked",
  },
  {
    id: "values",
    chapter: "attention",
    words: (trace) => (isTriangle(trace) ? "one_head_values" : "values"),
  },
  // The tutorial begins with this table; the page shows first what it stands for.
  { id: "demo_scores", chapter: "demo" },
  { id: "demo_mask", chapter: "demo" },
  { id: "demo_masked_scores", chapter: "demo" },
  { id: "demo_attention", chapter: "demo" },
  // Later tokens that get some weight would change the rows that the cache keeps.
  { id: "generation", chapter: "demo", when: hidesMaskedKeys },
];

export const maskedSelfAttention = lessonOf(entries, {
  name: "masked-self-attention",
  why: "nopeak_mask",
  map: `
    · ids                · ·
    · embedding          nopeak_mask padding_mask
    q k                  v mask
    · scores             · ·
    · masked_scores      · ·
    · attention          · ·
    · values             · ·
    · demo_scores        demo_mask ·
    · demo_masked_scores · ·
    · demo_attention     · ·`,
});
