/** The review asks earlier questions again about other data, those answered wrong first. */

import type { Core } from "../../module/page_entry.js";
import type { LessonName, Trace } from "../../module/types.js";
import { type Pick, pickOf } from "../../operations/pick.js";
import type { Question } from "../../operations/question.js";
import type { LessonStep } from "../lesson.js";
import { lessonNamed, openingSpec } from "../lessons.js";
import { isLessonName } from "../opening.js";
import { questionsOf } from "../questions/questions.js";

/** A question about other data than those on the stage. */
export interface ReviewItem {
  readonly lesson: LessonName;
  readonly step: LessonStep;
  readonly question: Question;
}

/** What is known about an earlier answer. */
export interface EarlierAnswer {
  readonly lesson: string;
  readonly step: string;
  readonly question: string;
  readonly right: boolean;
}

/** A lesson with another seed, fewer tokens in another order, and other sizes if it has several heads. */
export function freshTrace(hu: Core, lesson: LessonName, pick: Pick): Trace {
  const opening = openingSpec(lesson);
  const { sequences, target, numHeads } = hu.run(opening).spec;
  const order = pick.shuffled([...sequences.keys()]).slice(0, Math.max(2, sequences.length - 1));
  const tokens = (row: readonly number[] = []) => pick.shuffled(row).slice(0, Math.max(2, row.length - 1));
  const rows = (sentences: readonly (readonly number[])[]) => order.map((at) => tokens(sentences[at]));
  const sizes = numHeads > 1 ? { numHeads: 3, dModel: 12 } : {};
  const targets = target ? { target: rows(target) } : {};
  const seed = 100 + pick.below(900);
  return hu.run({ ...opening, ...sizes, ...targets, sequences: rows(sequences), seed });
}

/** At most `count` questions, those answered wrong first, spread evenly over the lessons. `name` seeds the choice. */
export function reviewItems(
  hu: Core,
  earlier: readonly EarlierAnswer[],
  count: number,
  name: string,
): ReviewItem[] {
  const pick = pickOf(name);
  const traces = new Map<LessonName, Trace>();
  const traceOf = (lesson: LessonName): Trace => {
    const trace = traces.get(lesson) ?? freshTrace(hu, lesson, pickOf(`${name} ${lesson}`));
    traces.set(lesson, trace);
    return trace;
  };
  const items: ReviewItem[] = [];
  const remaining = pick.shuffled(earlier);
  const rank = ({ lesson, right }: EarlierAnswer): number =>
    (right ? count : 0) + items.filter((item) => item.lesson === lesson).length;
  while (items.length < count && remaining.length > 0) {
    const ranks = remaining.map(rank);
    const [answer] = remaining.splice(ranks.indexOf(Math.min(...ranks)), 1);
    if (!answer || items.some(({ question }) => question.key === answer.question)) continue;
    const { lesson } = answer;
    const item = isLessonName(lesson) && itemOf(hu, traceOf(lesson), answer, pick.below(1000));
    if (item) items.push(item);
  }
  return items;
}

/** Undefined if the question does not apply to the other data, or the lesson no longer asks it. */
function itemOf(
  hu: Core,
  trace: Trace,
  { step, question }: EarlierAnswer,
  round: number,
): ReviewItem | undefined {
  const { lesson } = trace.spec;
  const found = lessonNamed(lesson)
    .steps(trace)
    .find(({ id }) => id === step);
  const asked = found && questionsOf(hu, trace, found, () => round).find(({ key }) => key === question);
  return found && asked ? { lesson, step: found, question: asked } : undefined;
}
