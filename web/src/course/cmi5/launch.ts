/** The launch of a lesson by cmi5: the parameters that the LMS wrote into the page's URL, or why they cannot be used. */
import { type Refusal, refused } from "../../module/errors.js";
import { quoted } from "../../page/address/url_reader.js";
import { asObject } from "../../spec/as_object.js";
import type { Agent } from "./statements.js";

export interface Launch {
  /** The LRS's address, with a slash at its end. */
  readonly endpoint: string;
  /** The address that gives the token, once. */
  readonly fetch: string;
  readonly actor: Agent;
  /** The id of the enrolment. */
  readonly registration: string;
  readonly activityId: string;
}

interface Form<T> {
  readonly wants: string;
  /** Undefined if the text cannot be used. */
  read(text: string): T | undefined;
}

/** A URL with http or https, so that `javascript:` and `data:` never reach a request. */
const url: Form<string> = {
  wants: "https://…",
  read(text) {
    try {
      const { protocol, href, username, password } = new URL(text);
      return /^https?:$/.test(protocol) && !username && !password ? href : undefined;
    } catch {
      return undefined;
    }
  },
};

const pattern = (wants: string, form: RegExp): Form<string> => ({
  wants,
  read: (text) => (form.test(text) ? text : undefined),
});

const FORMS: { readonly [Field in keyof Launch]: Form<Launch[Field]> } = {
  endpoint: {
    wants: url.wants,
    read: (text) =>
      url
        .read(text)
        ?.replace(/[?#].*$/, "")
        .replace(/(?<!\/)\/*$/, "/"),
  },
  actor: {
    wants: '{"account": {"homePage": …, "name": …}}',
    read(text) {
      const { account } = asObject(parsed(text));
      const { homePage, name } = asObject(account);
      if (typeof homePage !== "string" || typeof name !== "string") return undefined;
      return { objectType: "Agent", account: { homePage, name } };
    },
  },
  activityId: pattern("https://… | urn:…", /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i),
  registration: pattern(
    "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  ),
  fetch: url,
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a launch from the query string of the page's URL; undefined if it contains none. */
export function readLaunch(
  search: string,
): { readonly launch: Launch } | { readonly refusals: readonly Refusal[] } | undefined {
  const query = new URLSearchParams(search);
  // A parameter `endpoint` alone is no launch, because an LMS may use it for something else.
  if (!query.has("endpoint") || !(query.has("fetch") || query.has("actor"))) return undefined;
  const refusals: Refusal[] = [];
  const launch = Object.entries<Form<unknown>>(FORMS).map(([field, { wants, read }]) => {
    const got = query.get(field) ?? "";
    const value = read(got.trim());
    if (value === undefined) refusals.push(refused("lms-bad-launch", { field, got: quoted(got), wants }));
    return [field, value];
  });
  return refusals.length > 0 ? { refusals } : { launch: Object.fromEntries(launch) };
}
