/**
 * The launch of a lesson by cmi5 or by Tin Can: what the LMS wrote into the page's address. A value that cannot be used is
 * refused with what was got and what is wanted.
 */
import type { Refusal } from "../../module/refusal.js";
import { clip } from "../../page/address/url_reader.js";
import type { Agent } from "./statement.js";

export interface Launch {
  /** The LRS's own address, with a slash at its end. */
  readonly endpoint: string;
  readonly actor: Agent;
  readonly activityId: string;
  /** The enrolment; Tin Can may do without. */
  readonly registration?: string;
  /** cmi5: where to ask, once, for the token. Tin Can: the value of the Authorization header. */
  readonly access: { readonly fetch: string } | { readonly auth: string };
  /** The course as the LMS calls it, where it has launched the list of the lessons: Tin Can's way. */
  readonly course?: string;
}

/** A Tin Can launch without a learner: the link that the classroom page makes for all students of a class. */
export interface ClassLaunch {
  readonly endpoint: string;
  readonly activityId: string;
  /** The class. */
  readonly registration: string;
  /** The value of the Authorization header. */
  readonly auth: string;
}

/** Stands in the address in place of the actor. */
export const ANONYMOUS = "anonymous";

/** Undefined if nothing in the address is a launch. */
export type ReadLaunch =
  | { readonly launch: Launch }
  | { readonly classLaunch: ClassLaunch }
  | { readonly refusals: readonly Refusal[] }
  | undefined;

/** The list from which a Tin Can launch came, with the launch of the course. */
export function listAddress(search: string, course: string): string {
  const query = new URLSearchParams(search);
  query.set("activity_id", course);
  for (const part of ["course", "lang"]) query.delete(part);
  return `index.html?${query}`;
}

/** An `endpoint` alone may be anything of an LMS's own. */
const isLaunch = (query: URLSearchParams): boolean =>
  query.has("endpoint") && ["fetch", "auth", "actor"].some((part) => query.has(part));

export interface Form<T> {
  readonly wants: string;
  /** Undefined if the text cannot be used. */
  read(text: string): T | undefined;
}

/** Only http and https: `javascript:` and `data:` never reach a request. */
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
export const endpoint: Form<string> = {
  wants: url.wants,
  read: (text) =>
    url
      .read(text)
      ?.replace(/[?#].*$/, "")
      .replace(/\/*$/, "/"),
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
/** A header takes no line breaks and no other alphabet. */
const auth = pattern("Basic …", /^[\x21-\x7e]+( [\x21-\x7e]+)*$/);

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const actor: Form<Agent> = {
  wants: '{"account": {"homePage": …, "name": …}}',
  read(text) {
    const given = objectOf(text);
    if (!given) return undefined;
    // Some LMSs still launch in the form of version 0.95: lists of one, and longer names within the account.
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

/** Reads the query of the page's address. */
export function readLaunch(search: string): ReadLaunch {
  const query = new URLSearchParams(search);
  if (!isLaunch(query)) return undefined;
  const refusals: Refusal[] = [];
  const value = <T>(field: string, { wants, read }: Form<T>): T | undefined => {
    const got = query.get(field) ?? "";
    const used = read(got.trim());
    if (used === undefined) {
      const message = `${field}: got ${clip(got)}, wants ${wants}`;
      refusals.push({ code: "lms-bad-launch", message, details: { field, got: clip(got), wants } });
    }
    return used;
  };
  if (query.get("actor")?.trim() === ANONYMOUS && !query.has("fetch")) {
    const classLaunch = {
      endpoint: value("endpoint", endpoint),
      activityId: value("activity_id", iri),
      registration: value("registration", registration),
      auth: value("auth", auth),
    };
    return refusals.length > 0 ? { refusals } : { classLaunch: classLaunch as ClassLaunch };
  }
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
