/** The test before and after the course: both times the same eight concepts, with different numbers. */
import type { Core } from "../../module/page_entry.js";
import type { LessonName, Trace } from "../../module/types.js";
import type { Asker } from "../../operations/asking.js";
import { score } from "../../operations/attention.js";
import { splitShape } from "../../operations/heads.js";
import { pickOf } from "../../operations/pick.js";
import type { Question } from "../../operations/question.js";
import { sumsToOne } from "../../operations/softmax.js";
import { lessonNamed, openingSpec } from "../lessons.js";
import { futureCell, order, paddedCells, roles, whyDivide } from "./concepts.js";
import { freshTrace } from "./review.js";

export type Sitting = "pre" | "post";

export interface TestItem {
  /** The concept; its words are in the locales (`questions.test.concepts`). */
  readonly id: Concept;
  readonly lesson: LessonName;
  readonly step: string;
  readonly question: Question;
}

/** What is tested: the lesson and step whose numbers are used, and the question. */
const ITEMS = {
  roles: ["multi-head", "attention", roles],
  split: ["multi-head", "q_split", splitShape],
  score: ["encoder-decoder", "scores", score],
  divide: ["transformer-block", "scores", whyDivide],
  row_sum: ["encoder-decoder", "attention", sumsToOne],
  padding: ["masked-multi-head", "masked_scores", paddedCells],
  causal: ["masked-self-attention", "attention", futureCell],
  order: ["masked-multi-head", "values", order],
} as const satisfies Readonly<Record<string, readonly [LessonName, string, Asker]>>;
export type Concept = keyof typeof ITEMS;
export const CONCEPTS = Object.keys(ITEMS) as readonly Concept[];

/** The same for every learner. The first sitting uses the lessons as they open (seed 42), the second uses other data. */
export function testItems(hu: Core, sitting: Sitting): TestItem[] {
  const traces = new Map<LessonName, Trace>();
  return CONCEPTS.flatMap((id) => {
    const [lesson, step, ask] = ITEMS[id];
    const trace = traces.get(lesson) ?? traceOf(hu, lesson, sitting);
    traces.set(lesson, trace);
    const stage = lessonNamed(lesson)
      .steps(trace)
      .find((one) => one.id === step)
      ?.stage(trace);
    const question = stage && ask({ hu, trace, step: stage, pick: pickOf(`${sitting} ${id}`) });
    return question ? [{ id, lesson, step, question }] : [];
  });
}

const traceOf = (hu: Core, lesson: LessonName, sitting: Sitting): Trace =>
  sitting === "pre" ? hu.run(openingSpec(lesson)) : freshTrace(hu, lesson, pickOf(`post ${lesson}`));
