/** Masked multi-head attention: one batch of sentences attends to itself, without padding and without the future. */
import { lessonOf } from "./build.js";
import { fillEntries, headEntries, isMasked, layerEntries, maskEntries, mergeEntries } from "./entries.js";

export const maskedMultiHead = lessonOf("masked-multi-head", [
  { id: "ids", chapter: "data" },
  { id: "embedding.weight", chapter: "data", words: "embedding_weight" },
  { id: "embedding", chapter: "data" },
  ...maskEntries,
  ...layerEntries,
  { id: "q", chapter: "projections" },
  { id: "k", chapter: "projections" },
  { id: "v", chapter: "projections" },
  ...headEntries({ q: "L", k: "L", v: "L" }),
  { id: "scores", chapter: "attention" },
  ...fillEntries,
  {
    id: "attention",
    chapter: "attention",
    words: (trace) => (isMasked(trace) ? "attention" : "attention_unmasked"),
  },
  { id: "values", chapter: "attention" },
  ...mergeEntries,
]);
