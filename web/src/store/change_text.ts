/** Describes changes in one line, in the reader's language: `Seed 42 → 7`. */

import { TRAINED } from "../lessons/trained.js";
import { clipped } from "../module/errors.js";
import { READABLE } from "../module/readable.js";
import { fill } from "../words/number_text.js";
import type { StepWords, Words } from "../words/words.js";
import type { Change } from "./changes.js";

const LONGEST_VALUE = 28;
const MOST_NAMED = 3;

/** A single change with its values; several changes by name only. */
export function changeText(words: Words, changes: readonly Change[]): string {
  const [only, ...others] = changes;
  if (!only) return "";
  if (others.length > 0) {
    const names = changes.slice(0, MOST_NAMED).map(({ field }) => fieldName(words, field));
    return names.join(", ") + (changes.length > MOST_NAMED ? " …" : "");
  }
  const { field, from, to } = only;
  const facts = {
    field: fieldName(words, field),
    from: valueTextOf(words, field, from),
    to: valueTextOf(words, field, to),
  };
  return fill(words.undo.change, facts);
}

function fieldName(words: Words, field: string): string {
  const { settings, controls, undo } = words;
  const fieldNames: Readonly<Record<string, unknown>> = {
    ...settings,
    ...undo.fields,
    batch: controls.sentence,
    head: controls.head,
  };
  const name = fieldNames[field];
  return typeof name === "string" ? name : field;
}

function valueTextOf(words: Words, field: string, value: string): string {
  if (field === "weights" && value === "") return words.undo.drawn;
  if (field === "weights" && (value === READABLE || value === TRAINED)) return words.readable.choices[value];
  if (value === "") return words.settings.choices.none;
  if (field === "lesson") return lessonTitle(words, value);
  if (field === "step") return titleOfStep(words, value);
  return clipped(value, LONGEST_VALUE).replace(/^-/, "−");
}

function lessonTitle(words: Words, name: string): string {
  const lessons: Readonly<Record<string, { readonly title: string }>> = words.lessons;
  return lessons[name]?.title ?? name;
}

/** The step's title if it has no placeholders, else its id. */
function titleOfStep(words: Words, id: string): string {
  const steps: Readonly<Record<string, StepWords>> | undefined = words.steps;
  const title = steps && Object.hasOwn(steps, id) ? steps[id]?.title : undefined;
  return title && !title.includes("{") ? title.replaceAll("`", "") : id;
}
