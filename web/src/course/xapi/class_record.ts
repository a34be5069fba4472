/**
 * The record of a student who opened the link of the classroom page. The key in that link may only write statements, so
 * nothing is read and no progress is stored: only answers are sent, under a random name.
 */
import type { Answered } from "../../lessons/questions/answered.js";
import type { LearnerRecord, OnRefused } from "../record.js";
import type { ClassLaunch } from "./launch.js";
import { Lrs } from "./lrs.js";
import { Outbox } from "./outbox.js";
import { PROGRESS_STATE } from "./session.js";
import { type Agent, uuid } from "./statement.js";
import * as statements from "./statements.js";

export class ClassRecord implements LearnerRecord {
  readonly earlier: LearnerRecord["earlier"] = { seen: [], right: [], hasTried: false, step: "" };
  readonly languages: readonly string[] = [];
  readonly isSilent = false;
  readonly isAnonymous = true;
  readonly learner: string;
  readonly #visit: statements.Visit;
  readonly #outbox: Outbox;
  readonly #stamp = statements.stampMaker();

  constructor({ endpoint, activityId, registration, auth }: ClassLaunch, lesson: string, refused: OnRefused) {
    this.learner = keptName(`heads-up-student:${registration}`);
    const actor = anonymousStudent(this.learner);
    const lrs = new Lrs({ endpoint, authorization: auth, actor, activityId, registration });
    this.#visit = { actor, activityId, registration, lesson, seconds: 0 };
    this.#outbox = new Outbox(lrs, PROGRESS_STATE, refused);
  }

  progress(): void {}

  answer(answered: Answered): void {
    this.#outbox.add(statements.answered(this.#visit, answered, this.#stamp()));
  }

  commit(): void {
    void this.#outbox.send();
  }

  end(): void {
    this.#outbox.sendLast();
  }
}

const anonymousStudent = (name: string): Agent => ({
  objectType: "Agent",
  account: { homePage: home(), name },
});

/** The folder of the page. A path on the student's disk is not sent, because it could contain their name. */
const home = (): string =>
  /^https?:$/.test(location.protocol)
    ? new URL(".", location.origin + location.pathname).href
    : "urn:heads-up:course";

/** A random name, which this browser stores so that the student is the same after a reload. */
function keptName(key: string): string {
  const name = uuid();
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    localStorage.setItem(key, name);
  } catch {
    // Without storage, the name lasts only for this visit.
  }
  return name;
}
