/** The questions of each step for a trace; the same lesson, seed and round give the same questions. */
import type { Core } from "../../draw/asides/arithmetic.js";
import type { Focus } from "../../draw/picture.js";
import type { Trace } from "../../module/types.js";
import type { Asker } from "../../operations/asking.js";
import { operationOf } from "../../operations/operations.js";
import { pickOf } from "../../operations/pick.js";
import type { Question } from "../../operations/question.js";
import type { LessonStep } from "../lesson.js";

/** The askers of a step, in the order in which they ask; some steps have none. */
function askersOf(trace: Trace, step: LessonStep): readonly Asker[] {
  const { questions = [] } = operationOf(step.stage(trace));
  return "length" in questions ? (questions as readonly Asker[]) : (questions[step.id] ?? []);
}

/** How often a question has been asked again, by its index in the step's list of askers. */
export type Rounds = (place: number) => number;

export const questionsOf = (hu: Core, trace: Trace, step: LessonStep, rounds: Rounds = () => 0): Question[] =>
  askersOf(trace, step).flatMap((_, place) => questionAt(hu, trace, step, place, rounds(place)) ?? []);

/** What the asker at a place in the list of a step asks in a round; undefined if it asks nothing then. */
function questionAt(
  hu: Core,
  trace: Trace,
  step: LessonStep,
  place: number,
  round: number,
): Question | undefined {
  const { lesson, seed } = trace.spec;
  const pick = pickOf(`${lesson} ${seed} ${step.id} ${place} ${round}`);
  const question = askersOf(trace, step)[place]?.({ hu, trace, step: step.stage(trace), pick });
  return question && { ...question, place };
}

/** How many rounds to search for a question about a sentence. */
const MOST_ROUNDS = 16;

/** Advance rounds until the question is about the focused sentence, ideally this head; else `asked`. */
export function nearestRound(
  hu: Core,
  trace: Trace,
  step: LessonStep,
  asked: Question,
  round: number,
  { batch, head }: Focus,
): Question {
  const distance = ({ focus = {} }: Question): number =>
    2 * Number((focus.batch ?? batch) !== batch) + Number((focus.head ?? head) !== head);
  let nearest = asked;
  for (let more = 1; more <= MOST_ROUNDS && distance(nearest) > 0; more++) {
    const other = questionAt(hu, trace, step, asked.place ?? 0, round + more);
    if (other?.key === asked.key && distance(other) < distance(nearest)) nearest = other;
  }
  return nearest;
}
