/** What the course page needs from whoever keeps the record of a learner: an LMS by SCORM, or an LRS by cmi5 or xAPI. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Done, Progress } from "./progress.js";

export interface LearnerRecord {
  /** What earlier visits left, and the step at which the last one ended; empty at the first visit. */
  readonly earlier: Done & { readonly step: string };
  /** The languages that the learner prefers, as tags, the best first. */
  readonly languages: readonly string[];
  /** The lesson was opened to browse or to review: nothing about the learner is reported. */
  readonly isSilent: boolean;
  /** What is reported carries no name: one of a class that was opened on the classroom page. */
  readonly isAnonymous?: boolean;
  /** The page that the learner is to go to on leaving, if the record names one. */
  readonly returnUrl?: string | undefined;
  /** Takes the progress so far; it need not arrive before `commit`. */
  progress(progress: Progress): void;
  /** Takes an answer; it need not arrive before `commit`. */
  answer(answered: Answered): void;
  /** Sends what was taken. */
  commit(): void;
  /** Sends what was taken and ends the visit. The page is about to go. */
  end(): void;
}

/** Called with what a record says when it does not take something. */
export type Refused = (got: string) => void;
