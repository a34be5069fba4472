/** A learner's record in an LMS by SCORM 1.2 or 2004: the run-time around the page, and the values that it is given. */
import type { Answered } from "../lessons/questions/answered.js";
import { questionIri } from "./cmi5/statements.js";
import {
  cut,
  hasScore,
  isInWords,
  type Progress,
  parseProgress,
  progressText,
  rounded,
  shareDone,
  shareRight,
  textOf,
} from "./progress.js";
import type { LearnerRecord, OnRefused, OpenedRecord } from "./record.js";

export type Version = "1.2" | "2004";

/** What the versions call the API and its functions, and the values of the data model that differ in nothing else. */
const NAMES = {
  "1.2": {
    api: "API",
    calls: {
      ...{ begin: "LMSInitialize", end: "LMSFinish", get: "LMSGetValue" },
      ...{ set: "LMSSetValue", commit: "LMSCommit", error: "LMSGetLastError" },
    },
    ...{ learner: "cmi.core.student_id", language: "cmi.student_preference.language" },
    ...{ status: "cmi.core.lesson_status", place: "cmi.core.lesson_location", mode: "cmi.core.lesson_mode" },
    ...{ score: "cmi.core.score", mastery: "cmi.student_data.mastery_score" },
    ...{ exit: "cmi.core.exit", time: "cmi.core.session_time" },
    /** How many characters `cmi.suspend_data` may have. */
    mostKept: 4096,
  },
  "2004": {
    api: "API_1484_11",
    calls: {
      ...{ begin: "Initialize", end: "Terminate", get: "GetValue" },
      ...{ set: "SetValue", commit: "Commit", error: "GetLastError" },
    },
    ...{ learner: "cmi.learner_id", language: "cmi.learner_preference.language" },
    ...{ status: "cmi.completion_status", place: "cmi.location", mode: "cmi.mode" },
    ...{ score: "cmi.score", mastery: "cmi.scaled_passing_score" },
    ...{ exit: "cmi.exit", time: "cmi.session_time" },
    mostKept: 64_000,
  },
} as const;

type Call = keyof (typeof NAMES)["1.2"]["calls"];
type Api = Readonly<Record<string, (...args: string[]) => unknown>>;
export type Values = readonly (readonly [name: string, value: string])[];

export class Lms {
  readonly version: Version;
  readonly #api: Api;
  /** The values that the LMS has accepted; unchanged values are not sent again. */
  readonly #accepted = new Map<string, string>();
  /** What the last call that failed answered or threw. */
  #failure = "";

  constructor(api: Api, version: Version) {
    this.#api = api;
    this.version = version;
  }

  /** False if the LMS refuses. */
  begin = (): boolean => this.#do("begin", "");
  commit = (): boolean => this.#do("commit", "");
  end = (): boolean => this.#do("end", "");
  get = (name: string): string => this.#read("get", name);

  set(name: string, value: string): boolean {
    if (this.#accepted.get(name) === value) return true;
    const isAccepted = this.#do("set", name, value);
    if (isAccepted) this.#accepted.set(name, value);
    return isAccepted;
  }

  /** The code of the last error. If the LMS gives none for a call that failed, how it failed. */
  get error(): string {
    const code = this.#read("error");
    return Number(code) === 0 ? this.#failure : code;
  }

  /** An exception in the LMS counts as a refusal. */
  #do(what: Call, ...args: string[]): boolean {
    const name = NAMES[this.version].calls[what];
    let answer: string;
    try {
      answer = String(this.#api[name]?.(...args) ?? "");
    } catch (error) {
      answer = String(error);
    }
    if (answer !== "true") this.#failure = `${name}: ${answer || '""'}`;
    return answer === "true";
  }

  #read(what: Call, ...args: string[]): string {
    try {
      return String(this.#api[NAMES[this.version].calls[what]]?.(...args) ?? "");
    } catch {
      return "";
    }
  }
}

/** The limit of the search; no LMS nests its windows deeper. */
const DEEPEST = 50;

/** Searches a window and its parents; a cross-origin window ends the search. */
function apiAround(start: Window | null, name: string): Api | undefined {
  try {
    let frame = start;
    for (let depth = 0; frame && depth < DEEPEST; depth++) {
      const api = (frame as unknown as Readonly<Record<string, Api | undefined>>)[name];
      if (api) return api;
      if (frame.parent === frame) return undefined;
      frame = frame.parent;
    }
  } catch {
    // The window is cross-origin.
  }
  return undefined;
}

function openerOf(page: Window): Window | null {
  try {
    return page.opener ?? page.top?.opener ?? null;
  } catch {
    return null;
  }
}

/**
 * The API of the LMS that opened the page: as the standards require, in this window and its parents, then in the opener and its
 * parents. The package's version comes first, because an LMS with both APIs stores data for the version that it launched.
 */
export function findLms(page: Window, version: string): Lms | undefined {
  for (const one of version === "1.2" ? (["1.2", "2004"] as const) : (["2004", "1.2"] as const)) {
    const { api: name } = NAMES[one];
    const api = apiAround(page, name) ?? apiAround(openerOf(page), name);
    if (api) return new Lms(api, one);
  }
  return undefined;
}

/** The result that the LMS had when the lesson was opened. Results only improve. */
export interface EarlierResult {
  readonly status: string;
  /** From 0 to 100; undefined if it had none. */
  readonly score?: number | undefined;
  /** The lowest score that passes, from 0 to 1; undefined if the LMS names none. */
  readonly mastery?: number | undefined;
}

/** How good a status is. `failed` may be the LMS's own judgement, which only a passing score replaces. */
const RANKS: Readonly<Record<string, number>> = { failed: 1, completed: 1, passed: 2 };

export function valuesOf(progress: Progress, earlier: EarlierResult, version: Version): Values {
  const names = NAMES[version];
  const wasComplete = earlier.status === "completed" || earlier.status === "passed";
  const share = wasComplete ? 1 : shareDone(progress);
  const score = Math.max(shareRight(progress), (earlier.score ?? 0) / 100);
  const isScored = hasScore(progress);
  const judged =
    share === 1 && isScored && earlier.mastery !== undefined
      ? rounded(score) >= earlier.mastery
        ? "passed"
        : "failed"
      : undefined;
  const completion = share === 1 ? "completed" : "incomplete";
  const status = version === "1.2" ? (judged ?? completion) : completion;
  const isBetter = (RANKS[status] ?? 0) > (RANKS[earlier.status] ?? -1);
  const of2004 = (value: string | false | undefined) => version === "2004" && value;
  const scored = (value: number) => isScored && String(rounded(value));
  return given([
    [names.place, progress.step],
    [names.status, isBetter && status],
    ["cmi.success_status", of2004(judged)],
    ["cmi.progress_measure", of2004(progress.steps.length > 0 && String(rounded(share)))],
    ["cmi.score.scaled", of2004(scored(score))],
    [`${names.score}.raw`, scored(100 * score)],
    [`${names.score}.min`, scored(0)],
    [`${names.score}.max`, scored(100)],
    ["cmi.suspend_data", progressText(progress, names.mostKept)],
    [names.exit, "suspend"],
    [names.time, version === "1.2" ? clock(progress.seconds) : `PT${Math.floor(progress.seconds)}S`],
  ]);
}

/** Only those that have a value, which may be empty. */
const given = (values: readonly (readonly [name: string, value: string | false | undefined])[]): Values =>
  values.filter((entry): entry is [string, string] => typeof entry[1] === "string");

/** A duration in the format of SCORM 1.2, such as 0062:05:09. */
function clock(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${two(seconds / 3600).padStart(4, "0")}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A value on one line, because run-times refuse line breaks. */
const lineOf = (value: unknown, most: number): string => cut(textOf(value).replace(/\s+/g, " "), most);

/**
 * The n-th answer as a SCORM interaction. Its type is "fill-in", because for other types run-times accept only patterns in a
 * special syntax, in which "[5,1,10]" means three choices. An answer in the learner's own words has no pattern, because it is
 * not marked.
 */
export function interaction(answered: Answered, n: number, version: Version, now: Date): Values {
  const { step, question, right, lesson } = answered;
  const is12 = version === "1.2";
  const inWords = isInWords(answered);
  const at = `cmi.interactions.${n}`;
  const most = is12 ? 255 : 250;
  const [person, wrong] = is12 ? ["student", "wrong"] : ["learner", "incorrect"];
  return given([
    [`${at}.id`, is12 ? `${step}.${question}` : questionIri(lesson, step, question)],
    [`${at}.type`, inWords && !is12 ? "long-fill-in" : "fill-in"],
    [`${at}.correct_responses.0.pattern`, !inWords && lineOf(answered.expected, most)],
    [`${at}.${person}_response`, lineOf(answered.answer, inWords && !is12 ? 4000 : most)],
    [`${at}.result`, inWords ? "neutral" : right ? "correct" : wrong],
    // Before a time zone there must be a fraction of a second, with at most two digits.
    is12
      ? [`${at}.time`, now.toTimeString().slice(0, 8)]
      : [`${at}.timestamp`, `${now.toISOString().slice(0, 22)}Z`],
  ]);
}

/** The error codes of an LMS that does not support interactions, which is allowed; the score is reported anyway. */
const UNSUPPORTED = ["401", "402"];

export class ScormRecord implements LearnerRecord {
  readonly opened: OpenedRecord;
  readonly #lms: Lms;
  readonly #refused: OnRefused;
  readonly #earlierResult: EarlierResult;
  /** Whether the LMS has refused something that it may take later. */
  #hasRefused = false;
  /** Whether it has refused an answer, which is not sent again. */
  #hasLost = false;
  /** Whether it has accepted all values of the progress so far. */
  #isSet = true;

  /** Call `lms.begin()` first. */
  constructor(lms: Lms, refused: OnRefused) {
    this.#lms = lms;
    this.#refused = refused;
    const names = NAMES[lms.version];
    this.opened = {
      learner: lms.get(names.learner),
      earlier: { ...parseProgress(lms.get("cmi.suspend_data")), step: lms.get(names.place) },
      languages: [lms.get(names.language)],
      isSilent: ["browse", "review"].includes(lms.get(names.mode)),
    };
    const mastery = Number.parseFloat(lms.get(names.mastery));
    this.#earlierResult = {
      status: lms.get(names.status),
      score: Number(lms.get(`${names.score}.raw`)) || undefined,
      mastery: Number.isNaN(mastery) ? undefined : lms.version === "1.2" ? mastery / 100 : mastery,
    };
  }

  progress(progress: Progress): void {
    this.#isSet = this.#set(valuesOf(progress, this.#earlierResult, this.#lms.version));
  }

  answer(answered: Answered): void {
    const count = Number(this.#lms.get("cmi.interactions._count")) || 0;
    const values = interaction(answered, count, this.#lms.version, new Date());
    if (!this.#set(values, UNSUPPORTED)) this.#hasLost = true;
  }

  commit(): void {
    if (this.opened.isSilent) return;
    if (!this.#lms.commit()) this.#refuse(this.#lms.error);
    else if (this.#hasRefused && this.#isSet && !this.#hasLost) {
      this.#hasRefused = false;
      this.#refused(undefined);
    }
  }

  end(): void {
    this.commit();
    this.#lms.end();
  }

  #refuse(got: string): void {
    this.#hasRefused = true;
    this.#refused(got);
  }

  /** Sets values, and reports the first refusal whose code is not in `ignored`; false if there is one. */
  #set(values: Values, ignored: readonly string[] = []): boolean {
    if (this.opened.isSilent) return true;
    const refusals = values.flatMap(([name, value]) =>
      this.#lms.set(name, value) ? [] : [{ name, code: this.#lms.error }],
    );
    const first = refusals.find(({ code }) => !ignored.includes(code));
    if (first) this.#refuse(`${first.name}: ${first.code}`);
    return !first;
  }
}
