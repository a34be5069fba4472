/** The requests of a lesson to a Learning Record Store, xAPI 1.0.3. Nothing but the given addresses is asked. */
import type { Agent, Statement, Verb } from "./statement.js";
import { verbIri } from "./statement.js";

const VERSION = "1.0.3";
/** An LRS that has not answered by then counts as absent: the lesson opens without a record. */
const ANSWER_MS = 10_000;
/** What browsers carry to its end although the page has gone, of all its requests together. */
const MOST_KEPT_ALIVE = 60_000;

/** A request that was refused, with its status, or that got no answer. */
export class LrsError extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Throws an LrsError that names the request. */
async function answerOf(what: string, url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    cache: "no-store",
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw new LrsError(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!answer.ok) throw new LrsError(`${what}: ${answer.status} ${answer.statusText}`.trim(), answer.status);
  return answer;
}

/** The JSON of an answer; throws an LrsError if it is none. */
async function jsonOf(what: string, answer: Response): Promise<unknown> {
  return answer.json().catch(() => {
    throw new LrsError(`${what}: got ${answer.headers.get("Content-Type") ?? "no type"}, wants JSON`);
  });
}

/** Asks for the token of a cmi5 session. The address works once. Throws an LrsError. */
export async function tokenFrom(address: string): Promise<string> {
  const reply = await jsonOf("fetch", await answerOf("fetch", address, { method: "POST" }));
  const answer = (typeof reply === "object" && reply !== null ? reply : {}) as Readonly<
    Record<string, unknown>
  >;
  const token = answer["auth-token"];
  if (typeof token === "string" && /^[\x21-\x7e]+$/.test(token)) return token;
  const code = answer["error-code"];
  throw new LrsError(
    code === undefined
      ? 'fetch: got no "auth-token"'
      : `fetch: error-code ${code}, ${answer["error-text"] ?? ""}`,
  );
}

const headersFor = (authorization: string): Record<string, string> => ({
  Authorization: authorization,
  "X-Experience-API-Version": VERSION,
});

/** Asks an address of an LRS for JSON; `what` names the request in the LrsError that it throws. */
export const askLrs = async (what: string, address: string, authorization: string): Promise<unknown> =>
  jsonOf(what, await answerOf(what, address, { headers: headersFor(authorization) }));

export interface LrsOptions {
  readonly endpoint: string;
  /** The value of the Authorization header. */
  readonly authorization: string;
  readonly actor: Agent;
  readonly activityId: string;
  readonly registration?: string | undefined;
}

/** One learner's record of one activity. Every method throws an LrsError. */
export class Lrs {
  readonly #options: LrsOptions;

  constructor(options: LrsOptions) {
    this.#options = options;
  }

  /** A document of the activity's state as JSON; undefined if there is none. */
  state = (id: string): Promise<unknown> => this.#document("activities/state", this.#stateQuery(id));

  async setState(id: string, text: string): Promise<void> {
    await this.#send("PUT", "activities/state", this.#stateQuery(id), text);
  }

  /** A document of the learner's profile as JSON; undefined if there is none. */
  profile = (id: string): Promise<unknown> =>
    this.#document("agents/profile", { profileId: id, agent: JSON.stringify(this.#options.actor) });

  /** Statements that the LRS already has by their id are not stored again. */
  async send(statements: readonly Statement[]): Promise<void> {
    await this.#send("POST", "statements", {}, JSON.stringify(statements));
  }

  /** Whether the learner's record of an activity, in this registration, has a statement with the verb. */
  async has(verb: Verb, activity = this.#options.activityId): Promise<boolean> {
    const { actor, registration } = this.#options;
    const query = { agent: JSON.stringify(actor), activity, verb: verbIri(verb), limit: "1" };
    const found = await this.#document("statements", { ...query, ...(registration ? { registration } : {}) });
    return typeof found === "object" &&
      found !== null &&
      "statements" in found &&
      Array.isArray(found.statements)
      ? found.statements.length > 0
      : false;
  }

  #stateQuery(stateId: string): Record<string, string> {
    const { actor, activityId, registration } = this.#options;
    const query = { stateId, activityId, agent: JSON.stringify(actor) };
    return registration ? { ...query, registration } : query;
  }

  async #document(resource: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const what = `GET ${query["stateId"] ?? query["profileId"] ?? resource}`;
    try {
      return await askLrs(what, this.#url(resource, query), this.#options.authorization);
    } catch (error) {
      if (error instanceof LrsError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** The browser finishes these requests although the page is left meanwhile. */
  async #send(
    method: string,
    resource: string,
    query: Readonly<Record<string, string>>,
    body: string,
  ): Promise<void> {
    const keepalive = new TextEncoder().encode(body).length <= MOST_KEPT_ALIVE;
    const headers = { ...headersFor(this.#options.authorization), "Content-Type": "application/json" };
    await answerOf(`${method} ${resource}`, this.#url(resource, query), { method, headers, body, keepalive });
  }

  #url(resource: string, query: Readonly<Record<string, string>>): string {
    const search = new URLSearchParams(query).toString();
    return `${this.#options.endpoint}${resource}${search && `?${search}`}`;
  }
}
