/**
 * A problem in the reader's language: the sentence of its code filled with facts, or else the original message.
 */

import type { Refusal } from "../module/refusal.js";
import { fill } from "./number_text.js";
import type { Words } from "./words.js";

export function problemText(words: Words, problem: Refusal): string {
  const { types, ...sentences } = words.errors;
  const known: Readonly<Record<string, string>> = sentences;
  const named: Readonly<Record<string, string>> = types;
  const sentence = known[problem.code];
  if (sentence === undefined) return problem.message;
  const wants = problem.details["wants"];
  const facts = {
    got: problem.message,
    ...problem.details,
    ...(wants === undefined ? {} : { wants: named[wants] ?? wants }),
  };
  return fill(sentence, facts);
}
