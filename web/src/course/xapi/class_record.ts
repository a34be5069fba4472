/**
 * The record of a student in a class that came by the classroom page's link. The key in that link may only write statements,
 * so nothing is read and no progress is kept: only answers are sent, by a student without a name.
 */
import type { Answered } from "../../lessons/questions/answered.js";
import type { LearnerRecord, Refused } from "../record.js";
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
  readonly #visit: statements.Visit;
  readonly #outbox: Outbox;
  readonly #stamp = statements.stamps();

  constructor({ endpoint, activityId, registration, auth }: ClassLaunch, lesson: string, refused: Refused) {
    const actor = anonymousStudent(registration);
    const lrs = new Lrs({ endpoint, authorization: auth, actor, activityId, registration });
    this.#visit = { actor, activityId, registration, lesson, seconds: 0 };
    this.#outbox = new Outbox(lrs, PROGRESS_STATE, refused);
    // The Back button may bring the page back after its visit has ended, when it would report nothing more.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
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

/** A random name for a student of the class. This browser keeps it, so that a reload stays the same student. */
function anonymousStudent(registration: string): Agent {
  return {
    objectType: "Agent",
    account: { homePage: home(), name: keptName(`heads-up-student:${registration}`) },
  };
}

/** The folder of the page. A path on the student's own disk could name them, so it is not sent. */
const home = (): string =>
  /^https?:$/.test(location.protocol)
    ? new URL(".", location.origin + location.pathname).href
    : "urn:heads-up:course";

function keptName(key: string): string {
  const made = uuid();
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    localStorage.setItem(key, made);
  } catch {
    // Without storage the name lasts as long as the visit.
  }
  return made;
}
