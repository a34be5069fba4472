/**
 * The values of an address, each read as what it should be. What cannot be used is left out and comes back as a problem
 * that says what it got and what it wants.
 */
import type { Refusal } from "../elements/refusal.js";
import { textProblem, WRITTEN_LESSON } from "../elements/written_text.js";
import type { LessonSpec } from "../module/types.js";

export interface CellAddress {
  readonly name: string;
  readonly index: readonly number[];
}

/** What of an address cannot be used. */
export type Problem = Refusal;

/** In an address, the null of a spec. */
export const NONE = "none";
const LONGEST_TOKENS = 20_000;
/** What others write behind every link on its way. */
const FOREIGN = /^(utm_\w+|fbclid|gclid)$/;
export const UNKNOWN_IN_URL = "unknown-in-url";
const LONGEST_GOT = 60;

/** Enough of a value to recognise it, never enough to flood the page. */
export const clip = (text: string): string =>
  text.length > LONGEST_GOT ? `${text.slice(0, LONGEST_GOT)}… (${text.length})` : text;

export class UrlReader {
  readonly problems: Problem[] = [];
  readonly #query: URLSearchParams;
  readonly #known = new Set<string>();

  constructor(search: string) {
    this.#query = new URLSearchParams(search);
  }

  #given(field: string): string | undefined {
    this.#known.add(field);
    return this.#query.get(field) ?? undefined;
  }

  text(field: string): string | undefined {
    return this.#given(field)?.trim();
  }

  /** What nobody asked for: a newer version may know it, and the reader should hear that something is missing. */
  refuseUnknown(): void {
    const unknown = [...new Set(this.#query.keys())].filter(
      (key) => !this.#known.has(key) && !FOREIGN.test(key),
    );
    if (unknown.length === 0) return;
    const got = clip(unknown.join(", "));
    this.problems.push({ code: UNKNOWN_IN_URL, message: `unknown in the address: ${got}`, details: { got } });
  }

  refuse(field: string, got: string, wants: string): undefined {
    const details = { field, got: clip(got), wants };
    this.problems.push({
      code: "bad-url-value",
      message: `${field}: got ${clip(got)}, wants ${wants}`,
      details,
    });
    return undefined;
  }

  integer(field: string): number | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    if (/^-?\d{1,15}$/.test(text)) return Number(text);
    return this.refuse(field, text, "integer");
  }

  /** A whole number, or the word for none. */
  width(field: string): number | null | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    if (text === NONE) return null;
    return /^-?\d{1,15}$/.test(text) ? Number(text) : this.refuse(field, text, `integer, ${NONE}`);
  }

  flag(field: string): boolean | undefined {
    const word = this.oneOf(field, ["true", "false"]);
    return word === undefined ? undefined : word === "true";
  }

  /** The layer of a transformer block: its width and activation, or none. */
  feedForward(): LessonSpec["feedForward"] | undefined {
    const layer = compact<NonNullable<LessonSpec["feedForward"]>>({
      dFf: this.integer("dFf"),
      activation: this.oneOf("activation", ["gelu", "relu"]),
    });
    const none = this.oneOf("feedForward", [NONE]);
    if (Object.keys(layer).length === 0) return none === undefined ? undefined : null;
    if (none !== undefined) this.refuse("feedForward", none, "dFf, activation");
    return layer;
  }

  oneOf<T extends string>(field: string, known: readonly T[]): T | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const found = known.find((value) => value === text);
    return found ?? this.refuse(field, text, known.join(", "));
  }

  /** Some of these words, by commas. */
  someOf<T extends string>(field: string, known: readonly T[]): T[] | undefined {
    const words = this.text(field)
      ?.split(",")
      .map((word) => word.trim());
    if (words === undefined) return undefined;
    const found = known.filter((word) => words.includes(word));
    const wrong = words.filter((word) => !known.some((one) => one === word));
    if (wrong.length > 0) this.refuse(field, wrong.join(","), known.join(", "));
    return found.length > 0 ? found : undefined;
  }

  share(field: string): number | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const value = /^\d*\.?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= 0 && value <= 1) return value;
    return this.refuse(field, text, "0 … 1");
  }

  tokens(field: string): number[][] | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const fine = text.length <= LONGEST_TOKENS && /^[\d,; -]*\d[\d,; -]*$/.test(text);
    const rows = fine ? text.split(";").map(parseIds) : [];
    if (fine && rows.flat().every((id) => Number.isSafeInteger(id))) return rows;
    return this.refuse(field, text, "62,13,47;60,96");
  }

  /** Sentences, for the lesson that begins with them; ids beside them would say it twice. */
  written(lesson: string): string | undefined {
    const text = this.#given("text");
    if (text === undefined) return undefined;
    if (lesson !== WRITTEN_LESSON) return this.refuse("text", text, `lesson=${WRITTEN_LESSON}`);
    const problem = textProblem(text);
    if (problem) {
      this.problems.push(problem);
      return undefined;
    }
    const ids = this.text("tokens");
    if (ids !== undefined) this.refuse("tokens", ids, "text | tokens");
    return text;
  }

  fill(field: string): number | "-inf" | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    if (text === "-inf") return "-inf";
    const value = text.length < 32 && text !== "" ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? value : this.refuse(field, text, "-1e12, -inf");
  }

  /** A file of the server that the page is from: nobody's link may make a page ask another one for anything. */
  src(field: string): string | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const lesson = this.text("lesson");
    if (lesson !== undefined) this.refuse("lesson", lesson, "lesson | src");
    return isRelative(text) ? text : this.refuse(field, text, "lessons/my-lesson.json");
  }

  cell(field: string): CellAddress | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const match = /^([\w.]{1,40})\[(\d{1,6}(?:,\d{1,6}){0,5})\]$/.exec(text);
    if (match?.[1] && match[2]) return { name: match[1], index: match[2].split(",").map(Number) };
    return this.refuse(field, text, "scores[0,0,2,1]");
  }
}

/** Whether an address stays with the server, whichever that is: `https:a.json` does on one, and leaves another. */
const isRelative = (text: string): boolean =>
  text !== "" &&
  ["http://page.invalid", "https://page.invalid"].every((server) => {
    try {
      return new URL(text, `${server}/folder/`).origin === server;
    } catch {
      return false;
    }
  });

const parseIds = (row: string): number[] =>
  row
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .map(Number);

/** An object without its undefined fields. */
export function compact<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
