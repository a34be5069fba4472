/** A problem as text in the reader's language: the sentence of its code filled with facts, else the original message. */
import type { Refusal } from "../module/errors.js";
import { format } from "./number_text.js";
import type { PageWords } from "./words.js";

export function problemText(words: PageWords, problem: Refusal): string {
  const { types, ...others } = words.errors;
  const sentences: Readonly<Record<string, string>> = others;
  const typeNames: Readonly<Record<string, string>> = types;
  // Whatever could not be loaded has the same sentence.
  const sentence = sentences[problem.code] ?? sentences[problem.code.replace(/.+-missing$/, "not-loaded")];
  if (sentence === undefined) return problem.message;
  const { field, got = problem.message, wants } = problem.details;
  const facts = {
    ...problem.details,
    got: got.replace(QUOTED, "$1"),
    ...(field === undefined ? {} : { field: placeText(words, field) }),
    ...(wants === undefined ? {} : { wants: typeNames[wants] ?? wants }),
  };
  return format(sentence, facts);
}

/** Some values arrive in quotation marks, which the sentences add themselves. */
const QUOTED = /^"(.*)"$/s;

/** `sequences[0][1]` → sentence 1, token 2. */
function placeText({ settings: { places } }: PageWords, field: string): string {
  const [, list, sentence, token] = /^(sequences|target)\[(\d+)\](?:\[(\d+)\])?$/.exec(field) ?? [];
  if (list !== "sequences" && list !== "target") return field;
  const where = format(places[list], { sentence: Number(sentence) + 1 });
  return token === undefined ? where : format(places.token, { where, token: Number(token) + 1 });
}

/** The problem with `labels` in place of the names of its fields. A place such as `sequences[0][1]` has words of its own. */
export function withLabels(problem: Refusal, labels: Readonly<Record<string, unknown>>): Refusal {
  const named = (["field", "other"] as const).flatMap((key) => {
    const label = labels[(problem.details[key] ?? "").replace(/^(mask|feedForward)\./, "")];
    return typeof label === "string" ? [[key, label]] : [];
  });
  return { ...problem, details: { ...problem.details, ...Object.fromEntries(named) } };
}
