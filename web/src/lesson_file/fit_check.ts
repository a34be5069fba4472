/** Checks a lesson file against its trace: its data, its steps, and the numbers that its exercises ask about. */

import type { Core } from "../draw/asides/arithmetic.js";
import type { LessonStep } from "../lessons/lesson.js";
import { lessonNamed } from "../lessons/lessons.js";
import { questionsOf } from "../lessons/questions/questions.js";
import { clipped, refusalOf } from "../module/errors.js";
import type { LessonSpec, Trace } from "../module/types.js";
import type { Question } from "../operations/question.js";
import { Misfit, questionOf, reasonKey } from "./exercises.js";
import { textsOf } from "./form_check.js";
import type { FileExercise, FileStep, LessonFile } from "./lesson_file.js";
import { type Finding, finding, gotText, type Path } from "./problem.js";

/** Runs a lesson and computes the answers to its questions. */
export interface Runner extends Core {
  run(spec: LessonSpec): Trace;
}

/** All problems of a lesson file with its trace; empty if the lesson can be shown. */
export function checkFit(file: LessonFile, spec: LessonSpec, hu: Runner): Finding[] {
  let trace: Trace;
  try {
    trace = hu.run(spec);
  } catch (error) {
    const { code, details } = refusalOf(error);
    const field = details["field"] === "spec" ? "" : details["field"];
    return [finding(["spec", ...fieldPath(field)], code, details)];
  }
  const steps = lessonNamed(spec.lesson).steps(trace);
  const listed = (file.steps ?? []).map((step) => (typeof step === "string" ? { step } : step));
  const builtIn = new Map(steps.map((step) => [step.id, questionsOf(hu, trace, step)]));
  const seen = new Set<string>();
  const ofSteps = listed.flatMap((step, i) => {
    const path: Path = ["steps", i];
    const at: Path = typeof file.steps?.[i] === "string" ? path : [...path, "step"];
    const known = builtIn.get(step.step);
    if (!known) {
      const wants = [...builtIn.keys()].join(", ");
      return [finding(at, "unknown-value", { got: gotText(step.step), wants })];
    }
    if (seen.has(step.step)) return [finding(at, "file-twice", { got: gotText(step.step) })];
    seen.add(step.step);
    return exerciseProblems(step, known, trace, path);
  });
  const names = [...builtIn.values()].flat().map(({ key }) => key);
  return [
    ...ofSteps,
    ...idProblems(listed, names),
    ...lengthProblems(listed),
    ...placeholderProblems(file, steps),
  ];
}

/** The steps seen and the questions answered are stored by their names, for which SCORM 1.2 has 4096 characters in all. */
const LONGEST_NAMES = 3500;

function lengthProblems(listed: readonly FileStep[]): Finding[] {
  const names = listed.flatMap((step) => [step.step, ...exerciseIds(step).map((id) => `${step.step}.${id}`)]);
  const { length } = JSON.stringify(names);
  const details = { got: String(length), max: String(LONGEST_NAMES) };
  return length > LONGEST_NAMES ? [finding(["steps"], "file-names-too-long", details)] : [];
}

/**
 * The texts of exercises are found by their ids alone, over the whole file and beside those of the built-in questions. A
 * default id cannot be changed, so a given one that equals it is the mistake, wherever it is.
 */
function idProblems(listed: readonly FileStep[], builtIn: readonly string[]): Finding[] {
  const own = listed.flatMap((step, i) => {
    const ids = exerciseIds(step);
    return (step.exercises ?? []).flatMap((exercise, j) =>
      typeof exercise === "string"
        ? []
        : [{ id: ids[j] ?? "", given: exercise.id, path: ["steps", i, "exercises", j, "id"] }],
    );
  });
  const taken = new Set([...builtIn, ...own.flatMap(({ id, given }) => (given === undefined ? [id] : []))]);
  return own.flatMap(({ given, path }) => {
    if (given === undefined) return [];
    const isTaken = taken.has(given);
    taken.add(given);
    return isTaken ? [finding(path, "file-twice", { got: gotText(given) })] : [];
  });
}

/** `sequences[0][2]` → sequences, 0, 2. */
const fieldPath = (field = ""): Path =>
  [...field.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));

function exerciseProblems(step: FileStep, builtIn: readonly Question[], trace: Trace, path: Path): Finding[] {
  const names = new Set(builtIn.flatMap(({ key, kind }) => [key, kind]));
  const ids = exerciseIds(step);
  return (step.exercises ?? []).flatMap((exercise, j): Finding[] => {
    const at: Path = [...path, "exercises", j];
    if (typeof exercise === "string") {
      if (names.has(exercise)) return [];
      const got = gotText(exercise);
      if (names.size === 0) return [finding(at, "file-no-exercises", { got })];
      return [finding(at, "unknown-value", { got, wants: [...names].join(", ") })];
    }
    return misfits(exercise, ids[j] ?? "", trace, at);
  });
}

function misfits(exercise: FileExercise, id: string, trace: Trace, at: Path): Finding[] {
  try {
    const question = questionOf(exercise, id, trace, {});
    if (exercise.kind === "choice" || !("slips" in question)) return [];
    const kept = new Set(question.slips.map(({ reason }) => reason));
    return (exercise.slips ?? []).flatMap(({ answer }, k) =>
      kept.has(reasonKey(id, k))
        ? []
        : [finding([...at, "slips", k, "answer"], "file-slip-is-right", { got: gotText(answer) })],
    );
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const { path, code, details } = error.problem;
    return [finding([...at, ...path], code, details)];
  }
}

/** An id for each exercise; answers to the file's own exercises are stored and reported under it. */
export const exerciseIds = ({ step, exercises = [] }: FileStep): string[] =>
  exercises.map((exercise, j) =>
    typeof exercise === "string" ? `${step}:${exercise}` : (exercise.id ?? `${step}_${j + 1}`),
  );

/**
 * The placeholders in a lesson file's texts: one without a value would be shown as it is written. Plural forms, such as
 * `{answer|one head|many heads}`, are only for the page's own words: the build writes the language into them.
 */
const placeholderProblems = (file: LessonFile, steps: readonly LessonStep[]): Finding[] =>
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
