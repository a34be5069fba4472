/** Which comparisons, exercises, confusions and class parts exist, for offering them before the code of any is loaded. */
import type { LessonName } from "../module/types.js";

export const COMPARISON_IDS = [
  "no_mask",
  "no_causal",
  "no_padding",
  "causal",
  "padding",
  "unscaled",
  "one_head",
  "wrong_view",
] as const;
/** Compares with the trace before the reader's changes. */
export const BEFORE = "before" as const;
export type ComparisonId = (typeof COMPARISON_IDS)[number];

/** The exercises in the order of the course, each with the lesson and the step that it belongs to. */
export const MISTAKES = {
  shifted_triangle: ["masked-self-attention", "demo_attention"],
  late_mask: ["masked-self-attention", "attention"],
  wrong_view: ["multi-head", "wrong_view"],
  unscaled: ["multi-head", "scores"],
  softmax_axis: ["multi-head", "attention"],
  lost_transpose: ["multi-head", "concat"],
  inverted_mask: ["masked-multi-head", "masked_scores"],
  half_overflow: ["masked-multi-head", "attention"],
  copied_layer: ["encoder-decoder", "k"],
  forgotten_mask: ["encoder-decoder", "attention"],
  two_sines: ["transformer-block", "position_table"],
  scale_slip: ["transformer-block", "warmup_scores"],
  query_mask: ["transformer-block", "warmup_attention"],
} as const satisfies Readonly<Record<string, readonly [LessonName, string]>>;
export type MistakeId = keyof typeof MISTAKES;
export const MISTAKE_IDS = Object.keys(MISTAKES) as readonly MistakeId[];

/** The exercise that belongs to a step, if there is one. */
export const mistakeAt = (lesson: LessonName, step: string): MistakeId | undefined =>
  MISTAKE_IDS.find((id) => MISTAKES[id][0] === lesson && MISTAKES[id][1] === step);

/** The sheets with questions from several lessons: a review of earlier answers, and a test before and after the course. */
export const PRACTICES = ["review", "pre", "post"] as const;

/** The common confusions (confusions/confusions.ts), in the order of the list. */
export const CONFUSION_IDS = [
  "true_or_false",
  "padded_query",
  "full_row",
  "nan_gradient",
  "need_weights",
  "is_causal",
  "average_weights",
  "mask_repeat",
  "broadcast",
  "view_or_transpose",
  "transpose_back",
  "batch_first",
  "sqrt_d_model",
  "scale_q",
  "softmax_dim",
  "softmax_twice",
  "dropout",
  "half_fill",
  "source_mask",
  "eval_mode",
  "loss_zero",
  "targets_shifted",
  "padding_idx",
  "masked_is_zero",
  "two_weights",
  "same_token",
  "other_numbers",
] as const;
export type ConfusionId = (typeof CONFUSION_IDS)[number];

/** The class at the end of a lesson: first with gaps, then whole. */
export const CLASS_PARTS = ["gaps", "whole"] as const;
export type ClassPart = (typeof CLASS_PARTS)[number];

/** The sizes of a head for which the sheet on √d_k adds up products: each is four times the one before, its root twice as large. */
export const HEAD_SIZES = ["1", "4", "16", "64", "256"] as const;
