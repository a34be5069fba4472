/** The types of xAPI statements, and the ids in them. */

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

/** The id of a lesson, independent of the LMS: the publisher's id in cmi5.xml, the activity's id in tincan.xml. */
export const lessonIri = (lesson: string): string => `urn:heads-up:${encoded(lesson)}`;

/** The id of a question, the same in every course, so that an LRS can be asked for the answers of a class. */
export const questionIri = (lesson: string, step: string, question: string): string =>
  `${lessonIri(lesson)}:${encoded(step)}.${encoded(question)}`;

/** A random UUID, because `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
