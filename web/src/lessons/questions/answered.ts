/** The outcome of an answer; reported to the surrounding page as `heads-up-answer`. */
export interface Answered {
  readonly lesson: string;
  readonly step: string;
  readonly question: string;
  readonly kind: string;
  /** Always true for the kind "text": answers in the learner's own words are not marked. */
  readonly right: boolean;
  readonly answer: unknown;
  readonly expected: unknown;
  /** Number of answers so far, including this one. */
  readonly tries: number;
}
