/**
 * The messages between the embedded page and its parent, version 1 (docs/embed-iframe.md). Pure functions: incoming
 * messages are parsed strictly, outgoing ones are cut to what the listener may know.
 */
import { THEME_NAMES, type ThemeName } from "../../draw/theme.js";
import type { Answered } from "../../lessons/questions/answered.js";
import { clipped, refused } from "../../module/errors.js";
import { LANGUAGES } from "../../words/words.js";
import type { Problem } from "../address/url_reader.js";

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
  if (!isRecord(data) || data["target"] !== NAME) return undefined;
  const { version, type } = data;
  if (version !== VERSION) return badMessage("version", version, String(VERSION));
  switch (type) {
    case "play":
      return data["through"] === true ? { type, through: true } : { type };
    case "hello":
    case "pause":
    case "next":
    case "previous":
      return { type };
    case "seek":
      return seek(data);
    case "theme": {
      const theme = ["" as const, ...THEME_NAMES].find((name) => name === data["theme"]);
      return theme === undefined
        ? badMessage("theme", data["theme"], THEME_NAMES.join(", "))
        : { type, theme };
    }
    case "lang": {
      const { lang } = data;
      return isName(lang) ? { type, lang } : badMessage("lang", lang, LANGUAGES.join(", "));
    }
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
