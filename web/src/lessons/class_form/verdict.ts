/** The verdict on an answer: whether it is right on the lesson's tensors, and the feedback with its facts. */
import type { StageStep } from "../../draw/scene.js";
import type { Core } from "../../module/page_entry.js";
import type { Step, Trace } from "../../module/types.js";
import type { Value } from "./expression.js";

/** The key of a feedback sentence: `classForm.says.<key>` in the locales. */
export type FeedbackKey =
  | "empty"
  | "unread"
  | "count"
  | "float"
  | "range"
  | "split_size"
  | "split_shape"
  | "split_heads"
  | "split_keys"
  | "same_axes"
  | "heads_shape"
  | "same_shape"
  | "keys_error"
  | "keys_shape"
  | "scale_negative"
  | "scale_zero"
  | "scale_slip"
  | "scale_scores"
  | "mask_error"
  | "mask_wrong"
  | "mask_axis_accident"
  | "fill_overflow"
  | "fill_leak"
  | "fill_nan"
  | "fill_even"
  | "fill_other"
  | "ignore_inverted"
  | "dim_columns"
  | "dim_heads"
  | "dim_batch"
  | "of_error"
  | "of_other"
  | "of_shape"
  | "merge_shape"
  | "merge_accident"
  | "concat_size"
  | "concat_shape"
  | "size_error"
  | "size_open"
  | "size_accident"
  | "channels_error"
  | "channels_shape"
  | "call_names"
  | "call_error"
  | "call_mask"
  | "call_mixed"
  | "call_rows"
  | "call_turned"
  | "call_source";

export type Fact = number | string | readonly number[];

/** A tensor's shape with the letters of its axes. */
export type NamedShape = Pick<StageStep, "axes" | "shape">;

export type Verdict =
  | {
      readonly right: true;
      readonly result: NamedShape;
      readonly feedback?: FeedbackKey;
      readonly facts?: Readonly<Record<string, Fact>>;
    }
  | {
      readonly right: false;
      readonly feedback: FeedbackKey;
      readonly facts: Readonly<Record<string, Fact>>;
      /** The error that PyTorch would raise. */
      readonly error?: string;
    };

export const right = ({ axes, shape }: Pick<Step, "axes" | "shape">): Verdict => ({
  right: true,
  result: { axes, shape },
});

export const wrong = (
  feedback: FeedbackKey,
  facts: Readonly<Record<string, Fact>> = {},
  error?: string,
): Verdict => ({
  right: false,
  feedback,
  facts,
  ...(error === undefined ? {} : { error }),
});

/** An answer to a gap, and the trace on which it is judged. */
export interface GapAnswer {
  readonly hu: Core;
  readonly trace: Trace;
  /** The answer as it was typed. */
  readonly text: string;
  /** The evaluated arguments of the answer; empty if it is a name. */
  readonly values: readonly Value[];
}

export type Judge = (answer: GapAnswer) => Verdict;
