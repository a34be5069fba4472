/** The requests of a lesson to a Learning Record Store, xAPI 1.0.3. Only the given addresses are requested. */
import { asObject } from "../../spec/as_object.js";
import type { Launch } from "./launch.js";
import { type Statement, type Verb, verbIri } from "./statements.js";

const VERSION = "1.0.3";
/** An LRS that has not answered after this time counts as absent, and the lesson opens without a record. */
const TIMEOUT_MS = 10_000;
/** How an LRS answers that only replaces documents, though xAPI wants more. */
const CANNOT_ADD = [400, 404, 405, 501];
/** The most bytes that browsers still send after the page has been closed, for all its requests together. */
const MOST_KEEPALIVE_BYTES = 60_000;

/** The error of a request that was refused (with its status) or not answered. */
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
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new LrsError(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!answer.ok) throw new LrsError(`${what}: ${answer.status} ${answer.statusText}`.trim(), answer.status);
  return answer;
}

/** The JSON of an answer; throws an LrsError if it is not JSON. */
async function jsonOf(what: string, answer: Response): Promise<unknown> {
  return answer.json().catch(() => {
    throw new LrsError(`${what}: got ${answer.headers.get("Content-Type") ?? "no type"}, wants JSON`);
  });
}

/** Asks for the token of a cmi5 session. The address works once. Throws an LrsError. */
export async function fetchToken(address: string): Promise<string> {
  const reply = await jsonOf("fetch", await answerOf("fetch", address, { method: "POST" }));
  const answer = asObject(reply);
  const token = answer["auth-token"];
  if (typeof token === "string" && /^[\x21-\x7e]+$/.test(token)) return token;
  const code = answer["error-code"];
  throw new LrsError(
    code === undefined
      ? 'fetch: got no "auth-token"'
      : `fetch: error-code ${code}, ${answer["error-text"] ?? ""}`,
  );
}

/** One learner's record of one activity. Every method throws an LrsError. */
export class Lrs {
  readonly #launch: Launch;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(launch: Launch, token: string) {
    this.#launch = launch;
    this.#headers = { Authorization: `Basic ${token}`, "X-Experience-API-Version": VERSION };
  }

  /** The JSON of a state document of the activity; undefined if there is none. */
  state = (id: string): Promise<unknown> => this.#document("activities/state", this.#stateQuery(id));

  /** Adds the properties of a JSON object to a state document, which keeps the others: another tab may have stored them. */
  async addToState(id: string, json: string): Promise<void> {
    const store = (method: "POST" | "PUT", text: string): Promise<void> =>
      this.#send(method, "activities/state", this.#stateQuery(id), text);
    try {
      await store("POST", json);
    } catch (error) {
      if (!(error instanceof LrsError) || !CANNOT_ADD.includes(error.status ?? 0)) throw error;
      await store("PUT", JSON.stringify({ ...asObject(await this.state(id)), ...JSON.parse(json) }));
    }
  }

  /** The JSON of a document in the learner's profile; undefined if there is none. */
  profile = (id: string): Promise<unknown> =>
    this.#document("agents/profile", { profileId: id, agent: JSON.stringify(this.#launch.actor) });

  /** Sends statements. The LRS does not store a statement again whose id it already has. */
  async send(statements: readonly Statement[]): Promise<void> {
    await this.#send("POST", "statements", {}, JSON.stringify(statements));
  }

  /** Whether the learner has a statement with this verb about the activity, in this registration. */
  async has(verb: Verb): Promise<boolean> {
    const { actor, activityId: activity, registration } = this.#launch;
    const query = { agent: JSON.stringify(actor), activity, registration, verb: verbIri(verb), limit: "1" };
    const { statements } = asObject(await this.#document("statements", query));
    return Array.isArray(statements) && statements.length > 0;
  }

  #stateQuery(stateId: string): Record<string, string> {
    const { actor, activityId, registration } = this.#launch;
    return { stateId, activityId, agent: JSON.stringify(actor), registration };
  }

  async #document(resource: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const what = `GET ${query["stateId"] ?? query["profileId"] ?? resource}`;
    try {
      return await jsonOf(what, await answerOf(what, this.#url(resource, query), { headers: this.#headers }));
    } catch (error) {
      if (error instanceof LrsError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Sends a request that the browser finishes even if the page is closed meanwhile. */
  async #send(
    method: string,
    resource: string,
    query: Readonly<Record<string, string>>,
    body: string,
  ): Promise<void> {
    const keepalive = new TextEncoder().encode(body).length <= MOST_KEEPALIVE_BYTES;
    const headers = { ...this.#headers, "Content-Type": "application/json" };
    await answerOf(`${method} ${resource}`, this.#url(resource, query), { method, headers, body, keepalive });
  }

  #url(resource: string, query: Readonly<Record<string, string>>): string {
    const search = new URLSearchParams(query).toString();
    return `${this.#launch.endpoint}${resource}${search && `?${search}`}`;
  }
}
