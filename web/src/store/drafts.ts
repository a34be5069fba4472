/** What the reader has typed, chosen or reached in the sheets; it stays while a sheet is closed. */
import type { CellRef, Focus } from "../draw/picture.js";
import type { Theme } from "../draw/theme.js";
import type { Verdict as GapVerdict } from "../lessons/class_form/verdict.js";
import type { Token } from "../lessons/map/graph.js";
import type { MistakeId } from "../lessons/offers.js";
import type { ReviewItem } from "../lessons/practice/review.js";
import type { Sitting } from "../lessons/practice/test.js";
import type { GapName } from "../module/py_torch/python.js";
import type { LessonName, Trace } from "../module/types.js";
import type { Attempt } from "./attempt.js";

/** An exercise "what is wrong here": the picked lines, most recent last, and the sentence and head that it shows. */
export interface MistakeDraft {
  readonly picked: readonly number[];
  readonly focus: Focus;
}

/** The gaps of a lesson's class. Verdicts are about one trace; answers outlast it. */
export interface GapsDraft {
  readonly answers: Readonly<Partial<Record<GapName, string>>>;
  readonly verdicts: Readonly<Partial<Record<GapName, GapVerdict>>>;
  readonly tries: Readonly<Partial<Record<GapName, number>>>;
  readonly trace: Trace;
}

/** How a question of the review ended: right at the first try, right at a later one, not right, or skipped. */
export type Outcome = "right" | "retried" | "wrong" | "skipped";

/** A review: its questions, and the outcomes so far; the next question is shown. */
export interface ReviewDraft {
  readonly items: readonly ReviewItem[];
  readonly outcomes: readonly Outcome[];
  readonly attempt: Attempt;
}

export interface Drafts {
  readonly mistakes: Readonly<Partial<Record<MistakeId, MistakeDraft>>>;
  readonly gaps: Readonly<Partial<Record<LessonName, GapsDraft>>>;
  /** The outcome of copying the class. */
  readonly copied: "copied" | "notCopied" | undefined;
  readonly review: ReviewDraft | undefined;
  /** The answer to the test's present item. */
  readonly tests: Readonly<Partial<Record<Sitting, Attempt>>>;
  /** What is typed into the search. */
  readonly search: string;
  /** The token that is followed on the map. */
  readonly token: Token | undefined;
  /** Of the "take away" menu: the background chosen for the figure, the outcome of the last request, and text that could not be copied. */
  readonly takeAway: {
    readonly scheme: Theme["scheme"] | undefined;
    readonly message: string;
    readonly left: string | undefined;
    /** How much of an animation has been made, from 0 to 1; undefined if none is. */
    readonly made: number | undefined;
  };
  /** The cell of a comparison under the pointer or the focus. */
  readonly pointed: CellRef | undefined;
}

export const NO_DRAFTS: Drafts = {
  mistakes: {},
  gaps: {},
  copied: undefined,
  review: undefined,
  tests: {},
  search: "",
  token: undefined,
  takeAway: { scheme: undefined, message: "", left: undefined, made: undefined },
  pointed: undefined,
};
