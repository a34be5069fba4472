/** Checks that the page can describe a problem: every language has a sentence for it, and every fact in it is given. */
import assert from "node:assert/strict";
import en from "../../../web/locales/en.json";
import ko from "../../../web/locales/ko.json";
import type { FileProblem } from "../../../web/src/lesson_file/problem.js";

const languages: readonly Readonly<Record<string, unknown>>[] = [en, ko].map(({ errors, lessonFile }) => ({
  ...errors,
  ...lessonFile.problems,
}));

/** Checks the types of a problem's fields. */
export function checkFacts({ message, details }: FileProblem): void {
  assert(message.length > 0, "a problem without words");
  for (const [fact, text] of Object.entries(details)) assert.equal(typeof text, "string", fact);
}

export function checkWords(problem: FileProblem): void {
  checkFacts(problem);
  const { code, message, details } = problem;
  for (const sentences of languages) {
    const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
    if (typeof sentence !== "string") throw new Error(`no sentence for ${code}: ${message}`);
    // Without a fact `got`, the sentence quotes the message.
    for (const [, fact = ""] of sentence.matchAll(/\{(\w+)/g))
      assert(fact === "got" || fact in details, `${code} has no fact ${fact}: ${message}`);
  }
}
