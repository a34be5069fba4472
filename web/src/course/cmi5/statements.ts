/** The statements of a lesson about progress and answers, by cmi5 (Quartz, 1st edition). Pure functions. */
import type { Answered } from "../../lessons/questions/answered.js";
import { hasScore, isInWords, type Progress, rounded, shareDone, shareRight, textOf } from "../progress.js";

/** The learner, as the LMS identifies them. */
export type Agent = Readonly<Record<string, unknown>>;

export interface Activity {
  readonly id: string;
  readonly objectType?: "Activity";
  readonly definition?: Readonly<Record<string, unknown>>;
}

type Extensions = Readonly<Record<string, unknown>>;

export interface Context {
  readonly registration?: string;
  readonly contextActivities?: Readonly<Record<string, readonly Activity[]>>;
  readonly extensions?: Extensions;
}

export interface Result {
  readonly completion?: boolean;
  readonly success?: boolean;
  readonly score?: Readonly<Record<"scaled" | "raw" | "min" | "max", number>>;
  readonly duration?: string;
  readonly response?: string;
  readonly extensions?: Extensions;
}

export type Verb =
  | "initialized"
  | "answered"
  | "progressed"
  | "completed"
  | "passed"
  | "failed"
  | "terminated";

export interface Statement {
  readonly id: string;
  readonly actor: Agent;
  readonly verb: { readonly id: string; readonly display: Readonly<Record<string, string>> };
  readonly object: Activity;
  readonly result?: Result;
  readonly context: Context;
  readonly timestamp: string;
}

export const verbIri = (verb: Verb): string => `http://adlnet.gov/expapi/verbs/${verb}`;

/** The title of a lesson file may have lone surrogates, which cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));

/** The id of a lesson, independent of the LMS: the publisher's id in cmi5.xml. */
export const lessonIri = (lesson: string): string => `urn:heads-up:${encoded(lesson)}`;

/** The id of a question, the same in every course, so that an LRS can be asked for the answers of a class. */
export const questionIri = (lesson: string, step: string, question: string): string =>
  `${lessonIri(lesson)}:${encoded(step)}.${encoded(question)}`;

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
  readonly registration: string;
  /** The lesson's id on this page. */
  readonly lesson: string;
  /** What the LMS wants in the context of every statement. */
  readonly template: Context;
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

/** A random UUID, because `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** An ISO 8601 duration, to the hundredth of a second. */
const duration = (seconds: number): string => `PT${Math.round(seconds * 100) / 100}S`;

/** A statement in the LMS's context, with activities added; nothing of the LMS's is removed. */
function statementOf(
  { actor, activityId, registration, template }: Visit,
  { id, timestamp }: Stamp,
  verb: Verb,
  added: Readonly<Record<string, readonly Activity[]>>,
  { extensions = {}, ...rest }: { object?: Activity; result?: Result; extensions?: Extensions } = {},
): Statement {
  const lists: Record<string, readonly Activity[]> = { ...template.contextActivities };
  for (const [name, activities] of Object.entries(added)) {
    const given: readonly Activity[] = [lists[name] ?? []].flat();
    lists[name] = [...given, ...activities.filter((one) => !given.some((other) => other.id === one.id))];
  }
  return {
    ...{ id, actor, timestamp },
    verb: { id: verbIri(verb), display: { en: verb } },
    object: { objectType: "Activity", id: activityId },
    ...rest,
    context: {
      ...template,
      registration,
      contextActivities: lists,
      extensions: { ...extensions, ...template.extensions },
    },
  };
}

/** A "cmi5 defined" statement, with cmi5's category, and also with that of moveOn if the result has completion or success. */
function definedStatement(
  visit: Visit,
  stamp: Stamp,
  verb: Verb,
  result?: Result,
  extensions = {},
): Statement {
  const isForMoveOn = result?.completion !== undefined || result?.success !== undefined;
  const category = isForMoveOn ? [CMI5, MOVE_ON] : [CMI5];
  return statementOf(visit, stamp, verb, { category }, { ...(result ? { result } : {}), extensions });
}

export const initialized = (visit: Visit, stamp: Stamp): Statement =>
  definedStatement(visit, stamp, "initialized");

export const terminated = (visit: Visit, stamp: Stamp, seconds: number): Statement =>
  definedStatement(visit, stamp, "terminated", { duration: duration(seconds) });

/** `percent` is the share of what completes the lesson. Not for a completed lesson. */
export const progressed = (visit: Visit, stamp: Stamp, percent: number): Statement =>
  statementOf(visit, stamp, "progressed", {}, { result: { extensions: { [PROGRESS]: percent } } });

export const percentDone = (progress: Progress): number => Math.floor(100 * shareDone(progress));

/** "completed" once the lesson is done, "passed" once enough questions were answered right; each once per registration. */
export function reachedStatements(
  visit: Visit,
  progress: Progress,
  before: Reached,
  stamp: () => Stamp,
): Statement[] {
  const time = { duration: duration(visit.seconds + progress.seconds) };
  const isComplete = !before.completed && shareDone(progress) === 1;
  const hasPassed = !before.passed && isPassed(visit, progress) === true;
  return [
    ...(isComplete ? [definedStatement(visit, stamp(), "completed", { completion: true, ...time })] : []),
    ...(hasPassed ? [resultStatement(visit, progress, stamp(), true)] : []),
  ];
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
  masteryScore === undefined || !hasScore(progress) ? undefined : scoreOf(progress) >= masteryScore;

function resultStatement(visit: Visit, progress: Progress, stamp: Stamp, success: boolean): Statement {
  const scaled = scoreOf(progress);
  const score = { scaled, raw: Math.round(100 * scaled), min: 0, max: 100 };
  const result = { success, score, duration: duration(visit.seconds + progress.seconds) };
  const extensions = { [MASTERY_SCORE]: visit.masteryScore };
  return definedStatement(visit, stamp, success ? "passed" : "failed", result, extensions);
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
  return statementOf(
    visit,
    stamp,
    "answered",
    { parent: [{ id: visit.activityId }] },
    {
      object: { objectType: "Activity", id: questionIri(visit.lesson, step, question), definition },
      result: isMarked ? { response, success: answer.right } : { response },
    },
  );
}
