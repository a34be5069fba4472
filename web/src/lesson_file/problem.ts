/** Problems of a lesson file: as data, and as text from the locales (`lessonFile`). */
import { clipped, type Refusal } from "../module/errors.js";
import { problemText } from "../words/problem_text.js";
import type { Words } from "../words/words.js";

export type Path = readonly (string | number)[];

export interface FileProblem extends Refusal {
  /** From 1; missing for problems of the whole file. */
  readonly line?: number;
}

/** A lesson file that cannot be shown, with its problems. */
export interface WrongLesson {
  /** The file's name or URL. */
  readonly name: string;
  readonly problems: readonly FileProblem[];
}

/** The most problems that are listed at a time. */
export const MOST_PROBLEMS = 100;

/** A problem whose line is not known yet. */
export interface Finding {
  readonly path: Path;
  readonly code: string;
  readonly details: Readonly<Record<string, string>>;
}

/** `steps[2].words.ko` */
const pathText = (path: Path): string =>
  path.map((key, i) => (typeof key === "number" ? `[${key}]` : i > 0 ? `.${key}` : key)).join("");

/** A value as JSON, shortened; lists and objects as `[…]` and `{…}`. */
export function gotText(value: unknown): string {
  if (Array.isArray(value)) return "[…]";
  if (typeof value === "object" && value !== null) return "{…}";
  return typeof value === "string" ? JSON.stringify(clipped(value)) : clipped(JSON.stringify(value) ?? "");
}

export const finding = (
  path: Path,
  code: string,
  details: Readonly<Record<string, string>> = {},
): Finding => ({
  path,
  code,
  details,
});

/** Adds the path as `field`, as in all refusals, and a one-line English message for logs. */
export function problemOf({ path, code, details }: Finding, line?: number): FileProblem {
  const field = pathText(path);
  const facts = Object.entries(details).map(([fact, value]) => `${fact} ${value}`);
  return {
    code,
    message: `${field || "file"}: ${[code, ...facts].join(", ")}`,
    details: { ...details, field },
    ...(line === undefined ? {} : { line }),
  };
}

/** A problem of a lesson file as text in the reader's language. */
export function fileProblemText(words: Words, problem: FileProblem): string {
  const { problems, quoted, unquoted } = words.lessonFile;
  const errors = { ...words.errors, ...problems };
  const { got, wants } = problem.details;
  // JSON tells a text from a number by its quotes alone, so a mistake of this kind is explained by them.
  const kinds: Readonly<Record<string, string>> = {
    ...words.errors.types,
    ...(got?.startsWith('"') ? unquoted : quoted),
  };
  const details = {
    ...problem.details,
    // problemText takes off one pair of quotes.
    ...(problem.code === "wrong-type" ? { got: `"${got}"` } : {}),
    ...(wants && {
      wants: wants
        .split(" | ")
        .map((kind) => kinds[kind] ?? kind)
        .join(" | "),
    }),
  };
  // A problem of the whole file has no field, so its sentence begins with the separator.
  return problemText({ ...words, errors }, { ...problem, details }).replace(/^: /, "");
}
