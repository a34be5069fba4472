/** The statements that a lesson makes of progress and answers, by cmi5 (Quartz, 1st edition) or plain xAPI. Pure functions. */
import type { Answered } from "../../lessons/questions/answered.js";
import { isInWords, type Progress, rounded, shareRight, shareSeen, textOf } from "../progress.js";
import {
  type Activity,
  type Agent,
  type Context,
  lessonIri,
  questionIri,
  type Result,
  type Statement,
  uuid,
  type Verb,
  verbIri,
} from "./statement.js";

const CMI5: Activity = { id: "https://w3id.org/xapi/cmi5/context/categories/cmi5" };
const MOVE_ON: Activity = { id: "https://w3id.org/xapi/cmi5/context/categories/moveon" };
const MASTERY_SCORE = "https://w3id.org/xapi/cmi5/context/extensions/masteryscore";
const PROGRESS = "https://w3id.org/xapi/cmi5/result/extensions/progress";
const INTERACTION = "http://adlnet.gov/expapi/activities/cmi.interaction";

/** What all statements of a visit have in common. */
export interface Visit {
  readonly actor: Agent;
  /** The lesson, as the LMS calls it. */
  readonly activityId: string;
  readonly registration?: string | undefined;
  /** The lesson, as this page calls it. */
  readonly lesson: string;
  /** The course, as the LMS calls it, where it was the course that it launched. */
  readonly course?: string | undefined;
  /** What the LMS wants in the context of every statement; undefined if the launch is not cmi5's. */
  readonly template?: Context | undefined;
  /** The least score that passes, from 0 to 1. Without one nothing is passed or failed. */
  readonly masteryScore?: number | undefined;
  /** The time spent in earlier visits. */
  readonly seconds: number;
}

/** What the record of the registration has, or what has been sent. */
export interface Reached {
  readonly completed: boolean;
  readonly passed: boolean;
}

export interface Stamp {
  readonly id: string;
  readonly timestamp: string;
}

/** Makes stamps whose times rise, whatever the clock does: cmi5 orders statements by their times alone. */
export function stamps(): () => Stamp {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return { id: uuid(), timestamp: new Date(last).toISOString() };
  };
}

/** An ISO 8601 duration, to the hundredth of a second. */
export const duration = (seconds: number): string => `PT${Math.round(seconds * 100) / 100}S`;

/** Adds activities to the LMS's context, and takes none of its own away. */
function contextOf(
  visit: Visit,
  more: Readonly<Record<string, readonly Activity[]>>,
  extensions = {},
): Context {
  const { template = {}, registration, lesson } = visit;
  const course = visit.course ? [{ id: visit.course }] : [];
  // cmi5 has the publisher's id of the lesson in its template.
  const own = visit.template ? more : { ...more, grouping: [{ id: lessonIri(lesson) }, ...course] };
  const lists: Record<string, readonly Activity[]> = { ...template.contextActivities };
  for (const [name, added] of Object.entries<readonly Activity[]>(own)) {
    const given: readonly Activity[] = [lists[name] ?? []].flat();
    lists[name] = [...given, ...added.filter(({ id }) => !given.some((one) => one.id === id))];
  }
  const all = { ...extensions, ...template.extensions };
  return {
    ...template,
    ...(registration ? { registration } : {}),
    ...(Object.keys(lists).length > 0 ? { contextActivities: lists } : {}),
    ...(Object.keys(all).length > 0 ? { extensions: all } : {}),
  };
}

const made = (
  visit: Visit,
  stamp: Stamp,
  verb: Verb,
  rest: { object?: Activity; result?: Result; context: Context },
): Statement => ({
  id: stamp.id,
  actor: visit.actor,
  verb: { id: verbIri(verb), display: { en: verb } },
  object: { objectType: "Activity", id: visit.activityId },
  ...rest,
  timestamp: stamp.timestamp,
});

/** "Cmi5 defined": with cmi5's category, and with that of moveOn if the result says completion or success. */
function defined(visit: Visit, stamp: Stamp, verb: Verb, result?: Result, extensions = {}): Statement {
  const isOfMoveOn = result?.completion !== undefined || result?.success !== undefined;
  const category = visit.template ? { category: isOfMoveOn ? [CMI5, MOVE_ON] : [CMI5] } : {};
  const context = contextOf(visit, category, extensions);
  return made(visit, stamp, verb, result ? { result, context } : { context });
}

export const initialized = (visit: Visit, stamp: Stamp): Statement => defined(visit, stamp, "initialized");

export const terminated = (visit: Visit, stamp: Stamp, seconds: number): Statement =>
  defined(visit, stamp, "terminated", { duration: duration(seconds) });

/** The share of the steps that were seen, in percent. Not for a lesson that was completed. */
export const progressed = (visit: Visit, stamp: Stamp, percent: number): Statement =>
  made(visit, stamp, "progressed", {
    result: { extensions: { [PROGRESS]: percent } },
    context: contextOf(visit, {}),
  });

export const percentSeen = (progress: Progress): number => Math.floor(100 * shareSeen(progress));

/** Completed when every step was seen, passed when enough questions were answered right: each once in a registration. */
export function reachedStatements(
  visit: Visit,
  progress: Progress,
  before: Reached,
  stamp: () => Stamp,
): Statement[] {
  const time = { duration: duration(visit.seconds + progress.seconds) };
  const isComplete = !before.completed && shareSeen(progress) === 1;
  const isPassed = !before.passed && judged(visit, progress) === true;
  return [
    ...(isComplete ? [defined(visit, stamp(), "completed", { completion: true, ...time })] : []),
    ...(isPassed ? [judgement(visit, progress, stamp(), true)] : []),
  ];
}

/** The course, when each of its lessons was completed. */
export function courseCompleted(visit: Visit, course: string, stamp: Stamp): Statement {
  const object: Activity = { objectType: "Activity", id: course };
  return { ...defined(visit, stamp, "completed", { completion: true }), object };
}

/** Failed, when a visit ends in which a completed lesson has not been passed. Call it only if something was done. */
export const failedStatements = (
  visit: Visit,
  progress: Progress,
  before: Reached,
  stamp: () => Stamp,
): Statement[] =>
  before.completed && !before.passed && judged(visit, progress) === false
    ? [judgement(visit, progress, stamp(), false)]
    : [];

const scoreOf = (progress: Progress): number => rounded(shareRight(progress));

/** Undefined if there is nothing to judge, or nothing to judge it by. */
const judged = ({ masteryScore }: Visit, progress: Progress): boolean | undefined =>
  masteryScore === undefined || !progress.hasTried || progress.steps.length === 0
    ? undefined
    : scoreOf(progress) >= masteryScore;

function judgement(visit: Visit, progress: Progress, stamp: Stamp, success: boolean): Statement {
  const scaled = scoreOf(progress);
  const score = { scaled, raw: Math.round(100 * scaled), min: 0, max: 100 };
  const result = { success, score, duration: duration(visit.seconds + progress.seconds) };
  return defined(visit, stamp, success ? "passed" : "failed", result, {
    [MASTERY_SCORE]: visit.masteryScore,
  });
}

/**
 * An answer, as an interaction. As in SCORM all are of the type "fill-in", which takes an answer as it was given; one in own
 * words has no pattern and no success, for nobody marks it.
 */
export function answered(visit: Visit, answer: Answered, stamp: Stamp): Statement {
  const { step, question } = answer;
  const isMarked = !isInWords(answer);
  const definition = {
    type: INTERACTION,
    name: { en: `${visit.lesson}: ${step}, ${question}` },
    interactionType: isMarked ? "fill-in" : "long-fill-in",
    ...(isMarked ? { correctResponsesPattern: [textOf(answer.expected)] } : {}),
  };
  const response = textOf(answer.answer);
  return made(visit, stamp, "answered", {
    object: { objectType: "Activity", id: questionIri(visit.lesson, step, question), definition },
    result: isMarked ? { response, success: answer.right } : { response },
    context: contextOf(visit, { parent: [{ id: visit.activityId }] }),
  });
}
