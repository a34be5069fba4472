/** Checks the placeholders in a lesson file's texts: one without a value would be shown as it is written. */
import type { LessonStep } from "../lessons/lesson.js";
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

/** The first unknown placeholder of a sentence. Braces in code may mean anything. */
function unknownIn(sentence: string, path: Path, names: readonly string[]): Finding[] {
  const used = [...sentence.replace(/`[^`]*`/g, "").matchAll(/\{(\w+)\}/g)];
  const unknown = used.find(([, name = ""]) => !names.includes(name));
  if (!unknown) return [];
  const wants = names.map((name) => `{${name}}`).join(", ") || "–";
  return [finding(path, "file-bad-placeholder", { got: unknown[0], wants })];
}
