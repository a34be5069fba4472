/**
 * The launch of a lesson by cmi5 or Tin Can: the parameters that the LMS wrote into the page's URL. A value that cannot be
 * used is refused with what it got and what it wants.
 */
import { refused } from "../../module/errors.js";
import type { Refusal } from "../../module/refusal.js";
import { quoted } from "../../page/address/url_reader.js";
import type { Agent } from "./statement.js";

export interface Launch {
  /** The LRS's address, with a slash at its end. */
  readonly endpoint: string;
  readonly actor: Agent;
  readonly activityId: string;
  /** The id of the enrolment, which is optional in Tin Can. */
  readonly registration?: string;
  /** cmi5: the address that gives the token, once. Tin Can: the value of the Authorization header. */
  readonly access: { readonly fetch: string } | { readonly auth: string };
  /** The LMS's id of the course, if it launched the list of the lessons, as in Tin Can. */
  readonly course?: string;
}

/** Undefined if the URL contains no launch. */
export type ReadLaunch = { readonly launch: Launch } | { readonly refusals: readonly Refusal[] } | undefined;

/** The address of the lesson list that passed on a Tin Can launch, with the launch of the course. */
export function listAddress(search: string, course: string): string {
  const query = new URLSearchParams(search);
  query.set("activity_id", course);
  for (const part of ["course", "lang"]) query.delete(part);
  return `index.html?${query}`;
}

/** A parameter `endpoint` alone is no launch, because an LMS may use it for something else. */
const isLaunch = (query: URLSearchParams): boolean =>
  query.has("endpoint") && ["fetch", "auth", "actor"].some((part) => query.has(part));

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
/** The address of an LRS, with a slash at its end. */
const endpoint: Form<string> = {
  wants: url.wants,
  read: (text) =>
    url
      .read(text)
      ?.replace(/[?#].*$/, "")
      .replace(/(?<!\/)\/*$/, "/"),
};
const pattern = (wants: string, form: RegExp): Form<string> => ({
  wants,
  read: (text) => (form.test(text) ? text : undefined),
});
const registration = pattern(
  "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
);
const iri = pattern("https://… | urn:…", /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i);
/** The value of a header: printable ASCII without line breaks. */
const auth = pattern("Basic …", /^[\x21-\x7e]+( [\x21-\x7e]+)*$/);

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const actor: Form<Agent> = {
  wants: '{"account": {"homePage": …, "name": …}}',
  read(text) {
    const given = objectOf(text);
    if (!given) return undefined;
    // Some LMSs still launch in the form of version 0.95, with lists of one item and longer names in the account.
    const { account: accounts, objectType: _, ...others } = given;
    const account = accountOf(first(accounts));
    const rest = Object.entries(others).map(([name, value]) => [name, first(value)] as const);
    const agent = {
      objectType: "Agent",
      ...Object.fromEntries(rest.filter(([, value]) => typeof value === "string")),
      ...(account ? { account } : {}),
    };
    return ["account", "mbox", "mbox_sha1sum", "openid"].some((name) => name in agent) ? agent : undefined;
  },
};

function accountOf(value: unknown): { homePage: string; name: string } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  const homePage = given.homePage ?? given.accountServiceHomePage;
  const name = given.name ?? given.accountName;
  return typeof homePage === "string" && typeof name === "string" ? { homePage, name } : undefined;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a launch from the query string of the page's URL. */
export function readLaunch(search: string): ReadLaunch {
  const query = new URLSearchParams(search);
  if (!isLaunch(query)) return undefined;
  const refusals: Refusal[] = [];
  const value = <T>(field: string, { wants, read }: Form<T>): T | undefined => {
    const got = query.get(field) ?? "";
    const parsed = read(got.trim());
    if (parsed === undefined) refusals.push(refused("lms-bad-launch", field, quoted(got), wants));
    return parsed;
  };
  const isCmi5 = query.has("fetch") || !query.has("auth");
  const needsRegistration = isCmi5 || Boolean(query.get("registration"));
  const read = {
    endpoint: value("endpoint", endpoint),
    actor: value("actor", actor),
    activityId: value(isCmi5 ? "activityId" : "activity_id", iri),
    ...(needsRegistration ? { registration: value("registration", registration) } : {}),
    ...(!isCmi5 && query.has("course") ? { course: value("course", iri) } : {}),
    access: isCmi5 ? { fetch: value("fetch", url) } : { auth: value("auth", auth) },
  };
  return refusals.length > 0 ? { refusals } : { launch: read as Launch };
}
