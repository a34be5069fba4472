/** What an answer does on the lesson's tensors: the judgement, and the facts for one sentence about it. */
import type { StageStep } from "../../draw/scene.js";
import type { Core } from "../../module/page_entry.js";
import type { Step, Trace } from "../../module/types.js";
import type { Value } from "./expression.js";

/** The key of a sentence: `classForm.says.<key>`. */
export type Says =
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
  | "fill_overflow"
  | "fill_leak"
  | "fill_nan"
  | "fill_even"
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

/** A tensor's shape with its letters. */
export type Made = Pick<StageStep, "axes" | "shape">;

export type Verdict =
  | {
      readonly right: true;
      readonly makes: Made;
      readonly says?: Says;
      readonly facts?: Readonly<Record<string, Fact>>;
    }
  | {
      readonly right: false;
      readonly says: Says;
      readonly facts: Readonly<Record<string, Fact>>;
      /** What PyTorch would raise. */
      readonly error?: string;
    };

export const right = ({ axes, shape }: Pick<Step, "axes" | "shape">): Verdict => ({
  right: true,
  makes: { axes, shape },
});

export const wrong = (says: Says, facts: Readonly<Record<string, Fact>> = {}, error?: string): Verdict => ({
  right: false,
  says,
  facts,
  ...(error === undefined ? {} : { error }),
});

/** An answer, and what it is run on. */
export interface Asked {
  readonly hu: Core;
  readonly trace: Trace;
  /** As it was typed. */
  readonly text: string;
  /** Its values; empty for an answer that is a name. */
  readonly values: readonly Value[];
}

export type Judge = (asked: Asked) => Verdict;
