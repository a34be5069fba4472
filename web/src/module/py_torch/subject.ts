/** What a script is written about: the spec, and what follows from it for names, letters and switches. */
import type { LessonSpec } from "../types.js";

export interface Subject {
  readonly spec: Required<LessonSpec>;
  /** encoder-decoder: the target asks, the source answers. */
  readonly crossed: boolean;
  /** masked-self-attention: q, k and v meet as they are. */
  readonly oneHead: boolean;
  /** transformer-block: positions, a warm-up, masks in which 1 = ignore. */
  readonly block: boolean;
  readonly padding: boolean;
  readonly causal: boolean;
  /** Letters of the token axes, which are variables of the script too. */
  readonly query: string;
  readonly key: string;
  /** Of the mask that the scores get; an axis "1" broadcasts. */
  readonly maskAxes: readonly string[];
  /** The width of q, k and v: its letter and its variable. */
  readonly width: { readonly letter: string; readonly name: string };
  /** What the scores are divided by the root of. */
  readonly scale: string;
  /** What goes into the attention. */
  readonly input: string;
}

export function subjectOf(spec: Required<LessonSpec>): Subject {
  const crossed = spec.lesson === "encoder-decoder";
  const oneHead = spec.lesson === "masked-self-attention";
  const block = spec.lesson === "transformer-block";
  const padding = spec.mask?.padding === true;
  const causal = spec.mask?.causal === true;
  const [query, key] = crossed ? ["T", "S"] : ["L", "L"];
  const width =
    spec.dAttention === null ? { letter: "D", name: "d_model" } : { letter: "A", name: "d_attention" };
  return {
    spec,
    crossed,
    oneHead,
    block,
    padding,
    causal,
    query,
    key,
    // A padding mask is the same for every query, a causal one for every sentence; the block spells both out.
    maskAxes: block ? ["B", "L", "L"] : [padding ? "B" : "1", causal ? query : "1", key],
    width,
    scale: oneHead ? width.name : "d_k",
    input: spec.positionalEncoding ? "input_sum" : "embedding",
  };
}
