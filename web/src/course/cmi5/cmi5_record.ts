/** A learner's record in an LRS, by cmi5: opens the session, reports the visit, and stores the progress for the next one. */
import { type Answered, isOfLesson } from "../../lessons/questions/answered.js";
import { asObject, type UnknownFields } from "../../spec/as_object.js";
import { type Done, NOTHING_DONE, type Progress } from "../progress.js";
import type { LearnerRecord, OnRefused, OpenedRecord } from "../record.js";
import type { Launch } from "./launch.js";
import { fetchToken, Lrs, LrsError } from "./lrs.js";
import type { Statement } from "./statements.js";
import * as statements from "./statements.js";

type Goal = keyof statements.Reached;

export interface Session extends OpenedRecord {
  readonly lrs: Lrs;
  readonly visit: statements.Visit;
  readonly reached: statements.Reached;
}

/**
 * Reads what cmi5 requires before a lesson starts, and the progress of earlier visits. Throws an LrsError if the LRS refuses,
 * or has no launch data, which an LMS must write before the launch.
 */
export async function openSession(launch: Launch, lesson: string): Promise<Session> {
  const { actor, activityId, registration } = launch;
  const lrs = new Lrs(launch, await fetchToken(launch.fetch));
  // Statements that the LRS does not let this learner read count as missing, and so do preferences.
  const has = (verb: Goal): Promise<boolean> => lrs.has(verb).catch(() => false);
  const [launchData, preferences, stored, completed, passed] = await Promise.all([
    lrs.state("LMS.LaunchData"),
    lrs.profile("cmi5LearnerPreferences").catch(() => undefined),
    lrs.state(PROGRESS_STATE),
    has("completed"),
    has("passed"),
  ]);
  if (launchData === undefined) throw new LrsError("GET LMS.LaunchData: 404", 404);
  const [data, kept, { languagePreference: tags }] = [launchData, stored, preferences].map(asObject) as [
    UnknownFields,
    UnknownFields,
    UnknownFields,
  ];
  const { launchMode, returnURL: returnUrl } = data;
  const { step, seconds } = kept;
  return {
    lrs,
    learner: JSON.stringify(actor),
    visit: {
      ...{ actor, activityId, registration, lesson },
      template: templateOf(data["contextTemplate"]),
      masteryScore: scoreOf(data["masteryScore"]),
      seconds: typeof seconds === "number" && seconds >= 0 ? seconds : 0,
    },
    earlier: { ...doneIn(kept), step: typeof step === "string" ? step : "" },
    reached: {
      completed: completed || kept["completed"] === true,
      passed: passed || kept["passed"] === true,
    },
    languages: typeof tags === "string" ? tags.split(",").map((tag) => tag.trim()) : [],
    isSilent: launchMode === "Browse" || launchMode === "Review",
    // Not `javascript:` or another address that is no page.
    returnUrl: typeof returnUrl === "string" && /^https?:\/\//i.test(returnUrl) ? returnUrl : undefined,
  };
}

/** The LMS's context without what is no list of activities, because an LRS refuses every statement with it. */
function templateOf(value: unknown): statements.Context {
  const fieldsOf = (given: unknown): UnknownFields => (Array.isArray(given) ? {} : asObject(given));
  const { contextActivities, extensions, ...others } = fieldsOf(value);
  const lists = Object.entries(fieldsOf(contextActivities))
    .map(([name, given]) => [name, [given].flat().filter((one) => typeof asObject(one)["id"] === "string")])
    .filter(([, activities]) => activities?.length);
  return {
    ...others,
    ...(lists.length > 0 ? { contextActivities: Object.fromEntries(lists) } : {}),
    ...(extensions ? { extensions: fieldsOf(extensions) } : {}),
  };
}

/** A score from 0 to 1, which some LMSs write as text. */
function scoreOf(value: unknown): number | undefined {
  const score = typeof value === "string" && value.trim() ? Number(value) : value;
  return typeof score === "number" && score >= 0 && score <= 1 ? score : undefined;
}

/**
 * Each name in the state document is a property of its own, `right/q/projection_shape`, and none is ever taken away: an LRS adds
 * the properties that it receives to those that it has, so a lesson that is open in two tabs loses nothing. Without dots,
 * which some databases of LRSs take for paths.
 */
const LISTS = ["played", "answered", "right"] as const;

export function stateOf(progress: Progress, reached: statements.Reached, seconds: number): UnknownFields {
  const { why, step } = progress;
  const names = LISTS.flatMap((list) =>
    progress[list].map((name) => [`${list}/${name.replaceAll(".", "/")}`, true]),
  );
  const goals = Object.entries(reached).filter(([, isReached]) => isReached);
  return { v: 2, why, step, seconds, ...Object.fromEntries([...names, ...goals]) };
}

/** The progress in a state document; empty if it is damaged or from another program. */
export function doneIn(document: UnknownFields): Done {
  if (document["v"] !== 2) return NOTHING_DONE;
  const [played = [], answered = [], right = []] = LISTS.map((list) =>
    Object.keys(document)
      .filter((name) => name.startsWith(`${list}/`))
      .map((name) => name.slice(list.length + 1).replaceAll("/", ".")),
  );
  const { why } = document;
  return { ...{ played, answered, right }, ...(typeof why === "string" ? { why } : {}) };
}

export class Cmi5Record implements LearnerRecord {
  readonly opened: OpenedRecord;
  readonly #visit: statements.Visit;
  readonly #outbox: Outbox;
  readonly #stored: statements.Reached;
  /** The statements that this visit has made, queued or sent, by verb. */
  readonly #stated = new Map<Goal, statements.Statement>();
  #progress: Progress | undefined;
  #percent = 0;
  /** When the lesson had loaded, in seconds since the page was opened; undefined before. */
  #startSeconds: number | undefined;
  #hasAnswered = false;
  readonly #stamp = statements.stampMaker();

  constructor(session: Session, refused: OnRefused) {
    this.opened = session;
    this.#visit = session.visit;
    this.#stored = session.reached;
    this.#outbox = new Outbox(session.lrs, refused);
  }

  progress(progress: Progress): void {
    if (progress.steps.length === 0) return;
    if (this.#startSeconds === undefined) this.#begin(progress);
    this.#progress = progress;
    if (this.opened.isSilent) return;
    const reached = statements.reachedStatements(this.#visit, progress, this.#reached, this.#stamp);
    for (const statement of reached) {
      this.#stated.set(statement.result?.completion ? "completed" : "passed", statement);
      this.#outbox.add(statement);
    }
  }

  answer(answered: Answered): void {
    if (this.opened.isSilent) return;
    this.#hasAnswered ||= isOfLesson(answered);
    this.#outbox.add(statements.answered(this.#visit, answered, this.#stamp()));
  }

  commit(): void {
    if (this.#startSeconds === undefined) return;
    this.#reportPercent();
    this.#storeProgress();
    void this.#outbox.send();
  }

  end(): void {
    const progress = this.#progress;
    if (this.#startSeconds === undefined || !progress) return;
    const wasActive = this.#hasAnswered || this.#stated.size > 0;
    if (!this.opened.isSilent && wasActive)
      for (const statement of statements.failedStatements(this.#visit, progress, this.#reached, this.#stamp))
        this.#outbox.add(statement);
    this.#storeProgress();
    const seconds = progress.seconds - this.#startSeconds;
    this.#outbox.add(statements.terminated(this.#visit, this.#stamp(), seconds));
    this.#outbox.sendLast();
  }

  /** Starts the session once the lesson has loaded; before that, it has only been read. */
  #begin(progress: Progress): void {
    this.#startSeconds = progress.seconds;
    this.#outbox.add(statements.initialized(this.#visit, this.#stamp()));
    this.#percent = statements.percentDone({ ...progress, ...this.opened.earlier });
    void this.#outbox.send();
  }

  get #reached(): statements.Reached {
    const has = (verb: Goal): boolean => this.#stored[verb] || this.#stated.has(verb);
    return { completed: has("completed"), passed: has("passed") };
  }

  #reportPercent(): void {
    const progress = this.#progress;
    if (this.opened.isSilent || !progress || this.#reached.completed) return;
    const percent = statements.percentDone(progress);
    if (percent > this.#percent) this.#outbox.add(statements.progressed(this.#visit, this.#stamp(), percent));
    this.#percent = percent;
  }

  /** Stores the progress. "completed" and "passed" are stored only once the LRS has their statements. */
  #storeProgress(): void {
    const progress = this.#progress;
    if (this.opened.isSilent || !progress) return;
    const arrived = (verb: Goal): boolean => {
      const statement = this.#stated.get(verb);
      return this.#stored[verb] || (statement !== undefined && !this.#outbox.isWaiting(statement));
    };
    const reached = { completed: arrived("completed"), passed: arrived("passed") };
    const seconds = Math.round(this.#visit.seconds + progress.seconds);
    this.#outbox.keep(JSON.stringify(stateOf(progress, reached, seconds)));
  }
}

/** The id of the state document that stores the progress for the next visit. */
const PROGRESS_STATE = "urn:heads-up:progress";

/** Statuses that are due to the content of a statement, so that it would be refused again. */
const PERMANENT = [400, 409, 413];
const CONFLICT = 409;

/**
 * Queues statements for the LRS in their order, and the newest text of the state document. Sends one request at a time. What
 * was not accepted stays queued for the next `send`; a statement keeps its id, so that the LRS recognises it.
 */
export class Outbox {
  readonly #lrs: Pick<Lrs, "send" | "addToState">;
  readonly #refused: OnRefused;
  #queue: readonly Statement[] = [];
  /** How many statements are sent at once: one after a refusal, because an LRS refuses a whole batch for one bad statement. */
  #most = Number.POSITIVE_INFINITY;
  /** How many statements at the start of the queue are being sent. */
  #inFlight = 0;
  #text: string | undefined;
  #storedText: string | undefined;
  #isSending = false;
  /** Whether something was not accepted that is sent again. */
  #isBehind = false;
  /** Whether a statement was dropped. */
  #hasLost = false;

  constructor(lrs: Pick<Lrs, "send" | "addToState">, refused: OnRefused) {
    this.#lrs = lrs;
    this.#refused = refused;
  }

  add(statement: Statement): void {
    this.#queue = [...this.#queue, statement];
  }

  /** Sets the text of the state document, which the next `send` stores. */
  keep(text: string): void {
    this.#text = text;
  }

  isWaiting(statement: Statement): boolean {
    return this.#queue.includes(statement);
  }

  /** Sends everything queued, unless that is already in progress. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#queue.length > 0 || this.#text !== this.#storedText)
        await (this.#queue.length > 0 ? this.#sendStatements() : this.#storeText());
      if (this.#isBehind && !this.#hasLost) this.#refused(undefined);
      this.#isBehind = false;
    } catch (error) {
      this.#isBehind = true;
      this.#refused((error as Error).message);
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends everything that is not being sent yet at once, because the page is about to be closed. */
  sendLast(): void {
    const last = this.#queue.slice(this.#inFlight);
    this.#queue = this.#queue.slice(0, this.#inFlight);
    const failed = (error: Error): void => this.#refused(error.message);
    if (last.length > 0) this.#lrs.send(last).catch(failed);
    const text = this.#text;
    if (text !== undefined && text !== this.#storedText)
      this.#lrs.addToState(PROGRESS_STATE, text).catch(failed);
    this.#storedText = text;
  }

  async #sendStatements(): Promise<void> {
    const batch = this.#queue.slice(0, this.#most);
    this.#inFlight = batch.length;
    try {
      await this.#lrs.send(batch);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      if (batch.length > 1) {
        this.#most = 1;
        return;
      }
      // After a conflict the LRS already has the statement.
      if (error.status !== CONFLICT) {
        this.#hasLost = true;
        this.#refused(error.message);
      }
    } finally {
      this.#inFlight = 0;
    }
    this.#queue = this.#queue.filter((statement) => !batch.includes(statement));
    if (this.#queue.length === 0) this.#most = Number.POSITIVE_INFINITY;
  }

  async #storeText(): Promise<void> {
    const text = this.#text;
    if (text !== undefined) await this.#lrs.addToState(PROGRESS_STATE, text);
    this.#storedText = text;
  }
}

const isPermanent = (error: unknown): error is LrsError =>
  error instanceof LrsError && PERMANENT.includes(error.status ?? 0);
