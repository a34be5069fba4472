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

/** Whether it answers a question of the lesson itself. Those of a review, a test or an exercise beside it have names such as `pre:roles`. */
export const isOfLesson = ({ question }: Pick<Answered, "question">): boolean => !question.includes(":");
