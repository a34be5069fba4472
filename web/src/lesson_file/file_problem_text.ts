/** A problem of a lesson file as text in the reader's language. */

import { problemText } from "../words/problem_text.js";
import type { WholeWords } from "../words/words.js";
import type { FileProblem } from "./problem.js";

export function fileProblemText(words: WholeWords, problem: FileProblem): string {
  const errors = { ...words.errors, ...words.lessonFile.problems };
  const kinds: Readonly<Record<string, string>> = words.errors.types;
  const wants = problem.details["wants"]?.split(" | ").map((kind) => kinds[kind] ?? kind);
  const details = { ...problem.details, ...(wants ? { wants: wants.join(" | ") } : {}) };
  // A problem of the whole file has no field, so its sentence begins with the separator.
  return problemText({ ...words, errors }, { ...problem, details }).replace(/^: /, "");
}
