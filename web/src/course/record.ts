/** What the course page needs from the system that keeps a learner's record: an LMS by SCORM, or an LRS by cmi5 or xAPI. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Done, Progress } from "./progress.js";

export interface LearnerRecord {
  /** Tells this learner from others in this browser; empty if the record does not say who it is. */
  readonly learner: string;
  /** The progress of earlier visits, and the step at which the last one ended; empty at the first visit. */
  readonly earlier: Done & { readonly step: string };
  /** The language tags that the learner prefers, the best first. */
  readonly languages: readonly string[];
  /** Whether nothing is reported, because the lesson was opened to browse or to review. */
  readonly isSilent: boolean;
  /** The page to which the learner should go on leaving, if the record names one. */
  readonly returnUrl?: string | undefined;
  /** Records the progress so far; it need not be sent before `commit`. */
  progress(progress: Progress): void;
  /** Records an answer; it need not be sent before `commit`. */
  answer(answered: Answered): void;
  /** Sends everything recorded. */
  commit(): void;
  /** Sends everything recorded and ends the visit, because the page is about to be closed. */
  end(): void;
}

/** Called with the message of a record that refuses something, and with undefined once it has accepted all of that. */
export type OnRefused = (got: string | undefined) => void;
