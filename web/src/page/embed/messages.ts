/**
 * What the embedded page and its parent tell each other: its URL, and their messages, version 1 (docs/embed-iframe.md). Pure
 * functions: incoming messages are parsed strictly, outgoing ones are cut to what the listener may know.
 */
import { THEME_NAMES, type ThemeName } from "../../draw/theme.js";
import type { Answered } from "../../lessons/questions/answered.js";
import { clipped, refused } from "../../module/errors.js";
import { asObject } from "../../spec/as_object.js";
import { LANGUAGES } from "../../words/words.js";
import type { Problem } from "../address/url_reader.js";
import { type PageState, parseUrl } from "../address/url_state.js";
import { CODE } from "../notebook/notebook_name.js";

const VERSION = 1;
const NAME = "heads-up";
/** Longer than any name of a step or a language. */
const LONGEST = 100;

interface Place {
  readonly lesson: string;
  readonly step: string;
  /** From 0. */
  readonly index: number;
  readonly total: number;
}

export type FrameEvent =
  | ({ readonly type: "ready"; readonly height: number } & Place)
  | ({ readonly type: "step" } & Place)
  | { readonly type: "height"; readonly height: number }
  | ({ readonly type: "answer" } & Answered)
  | ({ readonly type: "error" } & Problem);

/** The message to post. What the reader wrote is included only if the URL names the listener's origin. */
export function message(event: FrameEvent, isNamed: boolean): object {
  const envelope = { source: NAME, version: VERSION };
  if (isNamed || (event.type !== "answer" && event.type !== "error")) return { ...envelope, ...event };
  if (event.type === "error") return { ...envelope, type: event.type, code: event.code };
  const { answer: _, expected: __, ...outcome } = event;
  return { ...envelope, ...outcome };
}

export type Command =
  | { readonly type: "hello" | "pause" | "next" | "previous" }
  | { readonly type: "play"; readonly through?: boolean }
  | { readonly type: "seek"; readonly step: string | number; readonly t: number }
  | { readonly type: "theme"; readonly theme: ThemeName | "" }
  | { readonly type: "lang"; readonly lang: string };

/** A command, or what is wrong with it; undefined for messages that are not for this page. */
export function readMessage(data: unknown): Command | Problem | undefined {
  const given = asObject(data);
  const { target, version, type, lang } = given;
  if (target !== NAME) return undefined;
  if (version !== VERSION) return badMessage("version", version, String(VERSION));
  switch (type) {
    case "play":
      return given["through"] === true ? { type, through: true } : { type };
    case "hello":
    case "pause":
    case "next":
    case "previous":
      return { type };
    case "seek":
      return seek(given);
    case "theme": {
      const theme = ["" as const, ...THEME_NAMES].find((name) => name === given["theme"]);
      return theme === undefined
        ? badMessage("theme", given["theme"], THEME_NAMES.join(", "))
        : { type, theme };
    }
    case "lang":
      return isName(lang) ? { type, lang } : badMessage("lang", lang, LANGUAGES.join(", "));
    default:
      return badMessage("type", type, "hello, seek, play, pause, next, previous, theme, lang");
  }
}

function seek({ step, t = 1 }: Readonly<Record<string, unknown>>): Command | Problem {
  const isPlace = typeof step === "number" && Number.isInteger(step) && step >= 0;
  if (!isPlace && !isName(step)) return badMessage("step", step, "the name of a step, or its place from 0");
  if (typeof t !== "number" || !(t >= 0 && t <= 1)) return badMessage("t", t, "a number from 0 to 1");
  return { type: "seek", step, t };
}

export const isProblem = (read: Command | Problem): read is Problem => "code" in read;

export function badMessage(field: string, value: unknown, wants: string): Problem {
  const got = typeof value === "string" || typeof value === "number" ? clipped(String(value)) : typeof value;
  return refused("bad-message", { field, got, wants });
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= LONGEST;

/** `any`: the URL names no origin. `none`: what it names is not an origin. */
export type ParentOrigin =
  | { readonly kind: "named"; readonly origin: string }
  | { readonly kind: "any" | "none" };

/** The origin of a URL; a sandboxed page has none that could be named. */
export function parentOrigin(text: string | null): ParentOrigin {
  if (text === null) return { kind: "any" };
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  return /^https?:/.test(origin) ? { kind: "named", origin } : { kind: "none" };
}

const CONTROLS = ["full", "minimal", "none"] as const;

export interface EmbedRequest {
  readonly state: PageState;
  readonly problems: readonly Problem[];
  readonly controls: (typeof CONTROLS)[number];
  readonly origin: ParentOrigin;
}

/** Reads the URL of an embedded page: that of the page, with the controls to show and the origin that may listen. */
export function readEmbedAddress(search: string): EmbedRequest {
  const query = new URLSearchParams(search);
  const [wantedControls, wantedOrigin] = [query.get("controls"), query.get("origin")];
  query.delete("controls");
  query.delete("origin");
  query.delete(CODE);
  const { state, problems } = parseUrl(`?${query}`, LANGUAGES);
  const controls = wantedControls === null ? "full" : CONTROLS.find((name) => name === wantedControls);
  const origin = parentOrigin(wantedOrigin);
  const wrong = [
    ...(controls ? [] : [refusal("controls", wantedControls, CONTROLS.join(", "))]),
    ...(origin.kind === "none" ? [refusal("origin", wantedOrigin, "https://example.org")] : []),
  ];
  return { state, problems: [...problems, ...wrong], controls: controls ?? "full", origin };
}

const refusal = (field: string, value: string | null, wants: string): Problem =>
  refused("bad-url-value", { field, got: clipped(value ?? ""), wants });
