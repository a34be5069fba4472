/** The verdict on an answer: whether it is right on the lesson's tensors, and the feedback with its facts. */
import type { StageStep } from "../../draw/picture.js";
import type { Step } from "../../module/types.js";
import type { WholeWords } from "../../words/words.js";

/** The key of a feedback sentence. */
export type FeedbackKey = keyof WholeWords["classForm"]["says"];

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
