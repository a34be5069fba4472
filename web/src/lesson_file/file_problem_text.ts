/** What is wrong at one place of a lesson file, in the reader's language. */

import { problemText } from "../words/problem_text.js";
import type { WholeWords } from "../words/words.js";
import type { FileProblem } from "./problem.js";

export function fileProblemText(words: WholeWords, problem: FileProblem): string {
  const errors = { ...words.errors, ...words.lessonFile.problems };
  const kinds: Readonly<Record<string, string>> = words.errors.types;
  const wants = problem.details["wants"]?.split(" | ").map((one) => kinds[one] ?? one);
  const details = { ...problem.details, ...(wants ? { wants: wants.join(" | ") } : {}) };
  // What is wrong with the file as a whole has no place.
  return problemText({ ...words, errors }, { ...problem, details }).replace(/^: /, "");
}
