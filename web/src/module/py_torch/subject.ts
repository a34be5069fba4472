/** The input of all parts of a script: the spec, and the names, letters and flags derived from it. */
import { roleOfHead } from "../readable.js";
import type { LessonSpec } from "../types.js";

export interface Subject {
  readonly spec: Required<LessonSpec>;
  /** Whether some heads have readable weights. */
  readonly readable: boolean;
  /** encoder-decoder: queries come from the target, keys and values from the source. */
  readonly crossed: boolean;
  /** masked-self-attention: q, k and v are not split into heads. */
  readonly oneHead: boolean;
  /** transformer-block: with positions, a warm-up, and masks in which 1 = ignore. */
  readonly block: boolean;
  readonly padding: boolean;
  readonly causal: boolean;
  /** Letters of the token axes, which are variables of the script too. */
  readonly query: string;
  readonly key: string;
  /** Axes of the mask for the scores; an axis "1" broadcasts. */
  readonly maskAxes: readonly string[];
  /** The width of q, k and v: its letter and its variable. */
  readonly width: { readonly letter: string; readonly name: string };
  /** The scores are divided by the square root of this. */
  readonly scale: string;
  /** The tensor that the attention reads, before any norm. */
  readonly input: string;
}

export function subjectOf(spec: Required<LessonSpec>, readable = false): Subject {
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
    readable: readable && roleOfHead(spec, 0) !== "as_drawn",
    crossed,
    oneHead,
    block,
    padding,
    causal,
    query,
    key,
    // A padding mask is the same for every query, a causal one for every sentence; the block's masks have full size.
    maskAxes: block ? ["B", "L", "L"] : [padding ? "B" : "1", causal ? query : "1", key],
    width,
    scale: oneHead ? width.name : "d_k",
    input: spec.positionalEncoding ? "input_sum" : "embedding",
  };
}
