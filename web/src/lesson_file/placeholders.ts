/**
 * Checks the placeholders in a lesson file's texts: one without a value would be shown as it is written. Plural forms, such as
 * `{answer|one head|many heads}`, are only for the page's own words: the build writes the language into them.
 */
import type { LessonStep } from "../lessons/lesson.js";
import { clipped } from "../module/errors.js";
import { textsOf } from "./form_check.js";
import type { LessonFile } from "./lesson_file.js";
import { type Finding, finding, type Path } from "./problem.js";

/** `steps` are the steps of the file's trace. */
export const placeholderProblems = (file: LessonFile, steps: readonly LessonStep[]): Finding[] =>
  textsOf(file).flatMap(([path, texts]) => {
    const names = namesAt(path, file, steps);
    return names ? sentencesIn(texts, path).flatMap(([place, text]) => unknownIn(text, place, names)) : [];
  });

/** The placeholders that have a value in the texts at a path; undefined if nothing is filled in there. */
function namesAt(
  path: Path,
  { steps: listed = [] }: LessonFile,
  steps: readonly LessonStep[],
): string[] | undefined {
  const [, i, part, j] = path;
  const step = listed[Number(i)];
  const known = typeof step === "object" && steps.find(({ id }) => id === step.step);
  if (!known) return undefined;
  if (part === "words") return Object.keys(known.names ?? {});
  const exercise = step.exercises?.[Number(j)];
  // The choices are shown as they are written.
  if (typeof exercise !== "object" || path.at(-1) === "text") return undefined;
  return exercise.kind === "choice" ? [] : ["answer"];
}

/** The sentences in a value by language, and by part of the step's words. */
const sentencesIn = (value: unknown, path: Path): [Path, string][] =>
  typeof value === "string"
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, inner]) => sentencesIn(inner, [...path, key]));

const PLACEHOLDER = /\{(\w+)(\|[^{}]*)?\}/g;

/** The first bad placeholder of a sentence. Braces in code may mean anything, but a known name is filled in there too. */
function unknownIn(sentence: string, path: Path, names: readonly string[]): Finding[] {
  const isFilled = ([, name = ""]: RegExpExecArray): boolean => names.includes(name);
  const outsideCode = [...sentence.replace(/`[^`]*`/g, "").matchAll(PLACEHOLDER)];
  const filled = [...sentence.matchAll(PLACEHOLDER)].filter(isFilled);
  const bad = outsideCode.find((match) => !isFilled(match)) ?? filled.find(([, , forms]) => forms);
  if (!bad) return [];
  const wants = names.map((name) => `{${name}}`).join(", ") || "–";
  return [finding(path, "file-bad-placeholder", { got: clipped(bad[0]), wants })];
}
