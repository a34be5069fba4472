/** A problem of a lesson file as text in the reader's language. */

import { problemText } from "../words/problem_text.js";
import type { Words } from "../words/words.js";
import type { FileProblem } from "./problem.js";

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
