/** An open class, which polls the LRS for answers every few seconds while the page is visible, until it is ended. */
import { asObject } from "../../spec/as_object.js";
import { askLrs, LrsError } from "../xapi/lrs.js";
import { verbIri } from "../xapi/statement.js";
import { ClassAnswers } from "./class_answers.js";
import type { ClassPlan } from "./form.js";

const POLL_MS = 3000;
/** The number of statements to request at once, which is the most that many LRSs return. */
const LIMIT = 500;

/**
 * Adds all statements of the class that the LRS has stored since the last time. `onPage` is called after each page of them, and
 * returns whether to ask for the next. Throws an LrsError, after adding what came before.
 */
export async function readAnswers(
  { endpoint, read }: Pick<ClassPlan, "endpoint" | "read">,
  registration: string,
  answers: ClassAnswers,
  onPage: () => boolean = () => true,
): Promise<void> {
  const since = answers.since;
  const query = new URLSearchParams({
    ...{ registration, verb: verbIri("answered"), ascending: "true", limit: String(LIMIT) },
    ...(since ? { since } : {}),
  });
  const ids = new Set<unknown>();
  for (let address: string | undefined = `${endpoint}statements?${query}`; address; ) {
    const { statements, more } = pageOf(await askLrs("GET statements", address, read));
    answers.add(statements);
    const known = ids.size;
    for (const statement of statements) ids.add(asObject(statement)["id"]);
    // An LRS may name a next page without end; one that repeats the pages before it is the last.
    const isLast = !onPage() || !more || ids.size === known;
    address = isLast ? undefined : moreAt(more, endpoint);
  }
}

function pageOf(reply: unknown): { readonly statements: readonly unknown[]; readonly more: string } {
  const { statements, more } = Object(reply) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(statements)) throw new LrsError("GET statements: got no list, wants statements");
  return { statements, more: typeof more === "string" ? more : "" };
}

/** The address of the next page. It must be on the LRS's own server, because the key for reading is sent to it. */
function moreAt(more: string, endpoint: string): string {
  const { href, origin } = new URL(more, endpoint);
  const wanted = new URL(endpoint).origin;
  if (origin !== wanted) throw new LrsError(`more: got ${origin}, wants ${wanted}`);
  return href;
}

export class OpenClass {
  readonly plan: ClassPlan;
  readonly registration: string;
  readonly answers: ClassAnswers;
  /** The message of the last request, if it failed. */
  problem: string | undefined;
  readonly #changed: () => void;
  readonly #end = new AbortController();

  /** Starts polling. `changed` is called after each answer of the LRS until the end, and at the end. */
  constructor(plan: ClassPlan, registration: string, changed: () => void) {
    this.plan = plan;
    this.registration = registration;
    this.answers = new ClassAnswers(plan.lesson);
    this.#changed = changed;
    void this.#poll();
  }

  get hasEnded(): boolean {
    return this.#end.signal.aborted;
  }

  end(): void {
    this.#end.abort();
    this.#changed();
  }

  /** Shows what a request brought, unless the class has ended meanwhile; returns whether it goes on. */
  #report(problem: string | undefined): boolean {
    this.problem = problem;
    if (!this.hasEnded) this.#changed();
    return !this.hasEnded;
  }

  async #poll(): Promise<void> {
    while (!this.hasEnded) {
      await readAnswers(this.plan, this.registration, this.answers, () => this.#report(undefined)).catch(
        (error: unknown) => this.#report(error instanceof Error ? error.message : String(error)),
      );
      await until(this.#end.signal, (done) => setTimeout(done, POLL_MS));
      while (document.visibilityState === "hidden" && !this.hasEnded)
        await until(this.#end.signal, (done, signal) =>
          document.addEventListener("visibilitychange", done, { signal }),
        );
    }
  }
}

/** Waits until `start` calls `done`, or until the end. The listeners of the wait are removed by its own signal. */
const until = (end: AbortSignal, start: (done: () => void, signal: AbortSignal) => void): Promise<void> =>
  new Promise((resolve) => {
    const wait = new AbortController();
    const { signal } = wait;
    const done = (): void => {
      wait.abort();
      resolve();
    };
    end.addEventListener("abort", done, { signal });
    start(done, signal);
  });
