/** A beginner's questions, in the order of the list: the lesson that shows the answer, and its step there or in other lessons. */
import type { LessonName } from "../../module/types.js";

const FAQ = {
  attention: ["masked-self-attention", "opening"],
  token: ["masked-self-attention", "ids"],
  embedding: ["masked-self-attention", "embedding"],
  d_model: ["masked-self-attention", "embedding"],
  query: ["masked-self-attention", "q"],
  key: ["masked-self-attention", "k"],
  value: ["masked-self-attention", "v"],
  key_value: ["masked-self-attention", "v"],
  three_vectors: ["masked-self-attention", "q"],
  score: ["masked-self-attention", "scores"],
  root: ["masked-self-attention", "scores"],
  d_k: ["multi-head", "q_split", "scores"],
  softmax: ["masked-self-attention", "attention"],
  weight: ["masked-self-attention", "attention"],
  weighted_sum: ["masked-self-attention", "values"],
  mask: ["masked-self-attention", "masked_scores"],
  causal: ["masked-self-attention", "nopeak_mask", "attn_dec_mask"],
  infinity: ["masked-self-attention", "masked_scores"],
  padding: ["multi-head", "ids"],
  padding_mask: ["masked-multi-head", "padding_mask", "attn_pad_mask"],
  first_row: ["masked-self-attention", "attention"],
  cache: ["masked-self-attention", "generation"],
  head: ["multi-head", "q_heads"],
  several_heads: ["multi-head", "q_heads"],
  view: ["multi-head", "q_split"],
  transpose: ["multi-head", "q_heads"],
  transpose_k: ["masked-self-attention", "scores"],
  concat: ["multi-head", "concat"],
  w_o: ["multi-head", "output"],
  contiguous: ["multi-head", "concat"],
  unsqueeze: ["masked-multi-head", "masks"],
  layer_weights: ["masked-self-attention", "w_q.weight"],
  out_in: ["masked-self-attention", "w_q.weight"],
  head_parameters: ["multi-head", "w_q.weight"],
  bias: ["masked-self-attention", "w_q.bias"],
  random: ["masked-self-attention", "embedding.weight"],
  batch: ["multi-head", "ids"],
  letters: ["multi-head", "q_heads"],
  self_attention: ["masked-self-attention", "q"],
  cross_attention: ["encoder-decoder", "scores"],
  encoder_decoder: ["encoder-decoder", "opening"],
  position: ["transformer-block", "input_sum"],
  sine: ["transformer-block", "position_table"],
  position_axis: ["transformer-block", "positions"],
  feed_forward: ["transformer-block", "ff_1"],
  activation: ["transformer-block", "ff_2"],
  residual: ["transformer-block", "residual_1"],
  norm: ["transformer-block", "norm_1"],
  triu: ["transformer-block", "attn_dec_mask"],
  which_mask: ["masked-multi-head", "mask", "attn_mask"],
  float_mask: ["masked-multi-head", "masked_scores"],
} as const satisfies Readonly<Record<string, readonly [LessonName, ...string[]]>>;

export type FaqId = keyof typeof FAQ;
export const FAQ_IDS = Object.keys(FAQ) as readonly FaqId[];

/** The step that shows the answer: of this lesson if it has one, else of the lesson named first. */
export function faqPlace(
  id: FaqId,
  lesson: LessonName,
  stepIds: readonly string[],
): { readonly lesson: LessonName; readonly step: string } {
  const [home, ...steps]: readonly [LessonName, ...string[]] = FAQ[id];
  const own = steps.find((step) => stepIds.includes(step));
  return own === undefined ? { lesson: home, step: steps[0] ?? "" } : { lesson, step: own };
}
