/**
 * Reads the parameters of a URL, each with its type. A value that cannot be used is left out and returned as a problem that
 * says what it got and what it wants.
 */

import type { CellRef } from "../../draw/picture.js";
import { compact } from "../../module/compact.js";
import { clipped, type Refusal, refused } from "../../module/errors.js";
import { type Form, formOf, oneOf } from "../../spec/address_forms.js";
import { type Field, NONE } from "../../spec/fields.js";
import { textProblem } from "../../store/written_text.js";

/** A part of a URL that cannot be used. */
export type Problem = Refusal;

/** Tracking parameters that other services add to links. */
const FOREIGN = /^(utm_\w+|fbclid|gclid)$/;
export const UNKNOWN_IN_URL = "unknown-in-url";

/** A value as a problem quotes it; a shortened one with its length. */
export function quoted(text: string): string {
  const short = clipped(text);
  return short === text ? text : `${short} (${text.length})`;
}

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

  /** Reports unknown parameters, because a newer version may know them. */
  refuseUnknown(): void {
    const unknown = [...new Set(this.#query.keys())].filter(
      (key) => !this.#known.has(key) && !FOREIGN.test(key),
    );
    if (unknown.length === 0) return;
    const got = quoted(unknown.join(", "));
    this.problems.push({ code: UNKNOWN_IN_URL, message: `unknown in the address: ${got}`, details: { got } });
  }

  refuse(field: string, got: string, wants: string): undefined {
    this.problems.push(refused("bad-url-value", { field, got: quoted(got), wants }));
    return undefined;
  }

  /** Parses the text of a field by its form. */
  value<T>(field: string, form: Form<T>): T | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const value = form.read(text);
    return value === undefined ? this.refuse(field, text, form.range?.(text) ?? form.wants) : value;
  }

  /** Reads a field of a spec. A layer has a parameter for each of its parts; its own parameter only says that there is no layer. */
  field(name: string, field: Field): unknown {
    if (field.type !== "layer") return this.value(field.url ?? name, formOf(field));
    const parts = Object.entries(field.parts).map(([part, partField]) => [part, this.field(part, partField)]);
    const layer = compact(Object.fromEntries(parts));
    const none = this.value(name, oneOf([NONE]));
    if (Object.keys(layer).length === 0) return none === undefined ? undefined : null;
    if (none !== undefined) this.refuse(name, none, Object.keys(field.parts).join(", "));
    return layer;
  }

  /** Reads words separated by commas; unknown ones are refused. */
  someOf<T extends string>(field: string, known: readonly T[]): T[] | undefined {
    const words = this.text(field)
      ?.split(",")
      .map((word) => word.trim());
    if (words === undefined) return undefined;
    const found = known.filter((word) => words.includes(word));
    const wrong = words.filter((word) => !known.some((name) => name === word));
    if (wrong.length > 0) this.refuse(field, wrong.join(","), known.join(", "));
    return found.length > 0 ? found : undefined;
  }

  /** Reads sentences, which exclude token ids. */
  written(): string | undefined {
    const text = this.#given("text");
    if (text === undefined) return undefined;
    const problem = textProblem(text);
    if (problem) {
      this.problems.push(problem);
      return undefined;
    }
    const ids = this.text("tokens");
    if (ids !== undefined) this.refuse("tokens", ids, "text | tokens");
    return text;
  }

  /** Reads the address of a file on the page's own server: a link must not make the page request anything from another one. */
  src(field: string): string | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const lesson = this.text("lesson");
    if (lesson !== undefined) this.refuse("lesson", lesson, "lesson | src");
    return isRelative(text) ? text : this.refuse(field, text, "lessons/my-lesson.json");
  }
}

/** The moment in a step. */
export const momentForm: Form<number> = {
  wants: "0 … 1",
  read(text) {
    const value = /^\d*\.?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    return value >= 0 && value <= 1 ? value : undefined;
  },
};

export const cellForm: Form<CellRef> = {
  wants: "scores[0,0,2,1]",
  read(text) {
    const [, name, index] = /^([\w.]{1,40})\[(\d{1,6}(?:,\d{1,6}){0,5})\]$/.exec(text) ?? [];
    return name && index ? { name, index: index.split(",").map(Number) } : undefined;
  },
};

/** Whether a URL stays on any server that it is resolved on: `https:a.json` is relative on https and absolute on http. */
const isRelative = (text: string): boolean =>
  text !== "" &&
  ["http://page.invalid", "https://page.invalid"].every((server) => {
    try {
      return new URL(text, `${server}/folder/`).origin === server;
    } catch {
      return false;
    }
  });
