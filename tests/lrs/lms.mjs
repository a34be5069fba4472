/**
 * The part of an LMS that launches: a token that works once, launch data, the learner's preferences, state documents. It
 * passes statements on to the store, or is away, or refuses, or takes them without an answer.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

/** @typedef {"up" | "away" | "refusing" | "mute"} Mood  mute: takes statements, and the answer is lost */
/** @typedef {{ method: string, resource: string, query: URLSearchParams, text: string }} Asked */
/** @typedef {{ actor: { account: { homePage: string, name: string } }, registration: string, activityId: string }} Learner */

const SESSION = "https://w3id.org/xapi/cmi5/context/extensions/sessionid";
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, X-Experience-API-Version",
  "Access-Control-Allow-Methods": "GET, POST, PUT",
};

/** @param {import("node:http").IncomingMessage} request */
async function bodyOf(request) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

/** @param {import("./store.mjs").Store} store */
export async function startLms(store) {
  /** @type {Map<string, string>} */
  const documents = new Map();
  /** The unused ones by their key, and those that were handed out. @type {Map<string, string>} */
  const unused = new Map();
  const valid = new Set();
  /** @type {{ mood: Mood, asked: Asked[], token: string }} */
  const state = { mood: "up", asked: [], token: "" };

  /** A document is another one for another learner, activity or registration.  @param {URLSearchParams} query */
  const keyOf = (query) =>
    JSON.stringify([...query].filter(([name]) => name !== "method").sort(([a], [b]) => (a < b ? -1 : 1)));

  /** @param {Asked} asked */
  async function answer({ method, resource, query, text }) {
    if (resource === "statements") {
      const search = query.size > 0 ? `?${query}` : "";
      const headers = { ...store.headers, "Content-Type": "application/json" };
      const body = method === "GET" ? {} : { body: text };
      const given = await fetch(store.url + search, { method, headers, ...body });
      const more = new URL(store.url).pathname.replace("statements", "");
      const label = (await given.text()).replace(`"more":"${more}`, '"more":"/lrs/');
      return { status: given.status, text: label };
    }
    const key = keyOf(query);
    const document = documents.get(key);
    if (method === "GET") return { status: document === undefined ? 404 : 200, text: document ?? "" };
    // A POST adds properties to what there is.
    const added = () => JSON.stringify({ ...JSON.parse(document ?? "{}"), ...JSON.parse(text) });
    documents.set(key, method === "POST" ? added() : text);
    return { status: 204, text: "" };
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://lms");
    const method = request.method ?? "";
    const json = { ...CORS, "Content-Type": "application/json" };
    if (method === "OPTIONS") return void response.writeHead(204, CORS).end();
    const text = await bodyOf(request);
    if (pathname === "/token") {
      const key = query.get("key") ?? "";
      const token = method === "POST" ? unused.get(key) : undefined;
      unused.delete(key);
      if (token) valid.add(token);
      const used = { "error-code": "1", "error-text": "The token was used before." };
      return void response.writeHead(200, json).end(JSON.stringify(token ? { "auth-token": token } : used));
    }
    if (!pathname.startsWith("/lrs/"))
      return void response.writeHead(200, { "Content-Type": "text/html" }).end(PAGE);
    const asked = { method, resource: pathname.slice(5), query, text };
    state.asked.push(asked);
    if (state.mood === "away") return void response.destroy();
    const token = (request.headers.authorization ?? "").replace("Basic ", "");
    const isValid = valid.has(token);
    if (state.mood === "refusing" || !isValid || request.headers["x-experience-api-version"] !== "1.0.3")
      return void response.writeHead(401, json).end("{}");
    // A page that is closed with the test may still send its end while the store closes, too.
    const given = await answer(asked).catch(() => ({ status: 503, text: "{}" }));
    if (state.mood === "mute") return void response.destroy();
    response.writeHead(given.status, json).end(given.status === 204 ? undefined : given.text);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}/`;
  const endpoint = `${url}lrs/`;

  return Object.assign(state, {
    url,
    endpoint,
    /** A learner of this LMS, enrolled in the course.  @returns {Learner & { actor: { objectType: string } }} */
    enrol: () => ({
      actor: { objectType: "Agent", account: { homePage: url, name: randomUUID() } },
      registration: randomUUID(),
      activityId: `${url}activities/${randomUUID()}`,
    }),
    /**
     * What an LMS does before a launch by cmi5; returns the query of the lesson's address.
     * @param {Learner} learner
     * @param {{ lesson: string, launchMode?: string, masteryScore?: number, language?: string, returnURL?: string }} launch
     */
    cmi5({ actor, registration, activityId }, { lesson, language, launchMode = "Normal", ...rest }) {
      const key = randomUUID();
      unused.set(key, Buffer.from(`learner:${key}`).toString("base64"));
      const agent = JSON.stringify(actor);
      const contextTemplate = {
        contextActivities: { grouping: [{ id: `urn:heads-up:${lesson}` }] },
        extensions: { [SESSION]: key },
      };
      const data = { contextTemplate, launchMode, moveOn: "Completed", ...rest };
      const at = { agent, activityId, registration, stateId: "LMS.LaunchData" };
      documents.set(keyOf(new URLSearchParams(at)), JSON.stringify(data));
      const profile = new URLSearchParams({ agent, profileId: "cmi5LearnerPreferences" });
      if (language)
        documents.set(
          keyOf(profile),
          JSON.stringify({ languagePreference: language, audioPreference: "on" }),
        );
      const fetchUrl = `${url}token?key=${key}`;
      return `?${new URLSearchParams({ endpoint, fetch: fetchUrl, actor: agent, registration, activityId })}`;
    },
    /** What the learner's own state document holds.  @param {Pick<Learner, "actor">} learner */
    kept({ actor }) {
      const found = [...documents].filter(
        ([key]) => key.includes("urn:heads-up:progress") && key.includes(actor.account.name),
      );
      return found.map(([, text]) => JSON.parse(text));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  });
}

/** A page of the LMS with a frame for lessons. */
const PAGE = `<!doctype html><html lang="en"><title>An LMS</title><link rel="icon" href="data:,">
<h1>A course</h1><iframe title="A lesson" style="width: 1240px; height: 760px; border: 0"></iframe></html>`;
