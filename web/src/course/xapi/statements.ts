/** The statements of a lesson about progress and answers, by cmi5 (Quartz, 1st edition) or plain xAPI. Pure functions. */
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
  /** The LMS's id of the lesson. */
  readonly activityId: string;
  readonly registration?: string | undefined;
  /** The lesson's id on this page. */
  readonly lesson: string;
  /** The LMS's id of the course, if it launched the course. */
  readonly course?: string | undefined;
  /** What the LMS wants in the context of every statement; undefined if the launch is not by cmi5. */
  readonly template?: Context | undefined;
  /** The lowest score that passes, from 0 to 1. Without it, nothing is passed or failed. */
  readonly masteryScore?: number | undefined;
  /** The time spent in earlier visits. */
  readonly seconds: number;
}

/** Which of these verbs the record of the registration has, or this visit has stated. */
export interface Reached {
  readonly completed: boolean;
  readonly passed: boolean;
}

export interface Stamp {
  readonly id: string;
  readonly timestamp: string;
}

/** Makes stamps with increasing times even if the clock is set back, because cmi5 orders statements only by time. */
export function stampMaker(): () => Stamp {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return { id: uuid(), timestamp: new Date(last).toISOString() };
  };
}

/** An ISO 8601 duration, to the hundredth of a second. */
export const duration = (seconds: number): string => `PT${Math.round(seconds * 100) / 100}S`;

/** The LMS's context with activities and extensions added; nothing of the LMS's is removed. */
function contextOf(
  visit: Visit,
  more: Readonly<Record<string, readonly Activity[]>>,
  extensions = {},
): Context {
  const { template = {}, registration, lesson } = visit;
  const course = visit.course ? [{ id: visit.course }] : [];
  // The template of cmi5 already contains the publisher's id of the lesson.
  const added = visit.template ? more : { ...more, grouping: [{ id: lessonIri(lesson) }, ...course] };
  const lists: Record<string, readonly Activity[]> = { ...template.contextActivities };
  for (const [name, activities] of Object.entries<readonly Activity[]>(added)) {
    const given: readonly Activity[] = [lists[name] ?? []].flat();
    lists[name] = [...given, ...activities.filter(({ id }) => !given.some((other) => other.id === id))];
  }
  const allExtensions = { ...extensions, ...template.extensions };
  return {
    ...template,
    ...(registration ? { registration } : {}),
    ...(Object.keys(lists).length > 0 ? { contextActivities: lists } : {}),
    ...(Object.keys(allExtensions).length > 0 ? { extensions: allExtensions } : {}),
  };
}

const statementOf = (
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

/** A "cmi5 defined" statement, with cmi5's category, and also with that of moveOn if the result has completion or success. */
function definedStatement(
  visit: Visit,
  stamp: Stamp,
  verb: Verb,
  result?: Result,
  extensions = {},
): Statement {
  const isForMoveOn = result?.completion !== undefined || result?.success !== undefined;
  const category = visit.template ? { category: isForMoveOn ? [CMI5, MOVE_ON] : [CMI5] } : {};
  const context = contextOf(visit, category, extensions);
  return statementOf(visit, stamp, verb, result ? { result, context } : { context });
}

export const initialized = (visit: Visit, stamp: Stamp): Statement =>
  definedStatement(visit, stamp, "initialized");

export const terminated = (visit: Visit, stamp: Stamp, seconds: number): Statement =>
  definedStatement(visit, stamp, "terminated", { duration: duration(seconds) });

/** `percent` is the share of the steps that were seen. Not for a completed lesson. */
export const progressed = (visit: Visit, stamp: Stamp, percent: number): Statement =>
  statementOf(visit, stamp, "progressed", {
    result: { extensions: { [PROGRESS]: percent } },
    context: contextOf(visit, {}),
  });

export const percentSeen = (progress: Progress): number => Math.floor(100 * shareSeen(progress));

/** "completed" once every step was seen, "passed" once enough questions were answered right; each once per registration. */
export function reachedStatements(
  visit: Visit,
  progress: Progress,
  before: Reached,
  stamp: () => Stamp,
): Statement[] {
  const time = { duration: duration(visit.seconds + progress.seconds) };
  const isComplete = !before.completed && shareSeen(progress) === 1;
  const hasPassed = !before.passed && isPassed(visit, progress) === true;
  return [
    ...(isComplete ? [definedStatement(visit, stamp(), "completed", { completion: true, ...time })] : []),
    ...(hasPassed ? [resultStatement(visit, progress, stamp(), true)] : []),
  ];
}

/** "completed" about the course, once all its lessons are completed. */
export function courseCompleted(visit: Visit, course: string, stamp: Stamp): Statement {
  const object: Activity = { objectType: "Activity", id: course };
  return { ...definedStatement(visit, stamp, "completed", { completion: true }), object };
}

/** "failed" at the end of a visit, if the lesson is completed but not passed. Call it only if the learner was active. */
export const failedStatements = (
  visit: Visit,
  progress: Progress,
  before: Reached,
  stamp: () => Stamp,
): Statement[] =>
  before.completed && !before.passed && isPassed(visit, progress) === false
    ? [resultStatement(visit, progress, stamp(), false)]
    : [];

const scoreOf = (progress: Progress): number => rounded(shareRight(progress));

/** Undefined if nothing was answered, or there is no mastery score. */
const isPassed = ({ masteryScore }: Visit, progress: Progress): boolean | undefined =>
  masteryScore === undefined || !progress.hasTried || progress.steps.length === 0
    ? undefined
    : scoreOf(progress) >= masteryScore;

function resultStatement(visit: Visit, progress: Progress, stamp: Stamp, success: boolean): Statement {
  const scaled = scoreOf(progress);
  const score = { scaled, raw: Math.round(100 * scaled), min: 0, max: 100 };
  const result = { success, score, duration: duration(visit.seconds + progress.seconds) };
  return definedStatement(visit, stamp, success ? "passed" : "failed", result, {
    [MASTERY_SCORE]: visit.masteryScore,
  });
}

/**
 * An answer as an interaction. Its type is "fill-in", as in SCORM, which accepts any text. An answer in the learner's own
 * words has no pattern and no success, because it is not marked.
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
  return statementOf(visit, stamp, "answered", {
    object: { objectType: "Activity", id: questionIri(visit.lesson, step, question), definition },
    result: isMarked ? { response, success: answer.right } : { response },
    context: contextOf(visit, { parent: [{ id: visit.activityId }] }),
  });
}
