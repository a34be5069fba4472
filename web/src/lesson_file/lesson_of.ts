/** Turns the content of a lesson file into a lesson: parses it, checks it, and makes steps, words and questions. */
import type { LessonStep } from "../lessons/lesson.js";
import { lessonNamed, withOpeningSizes } from "../lessons/lessons.js";
import { compact } from "../module/compact.js";
import { clipped } from "../module/errors.js";
import type { Trace } from "../module/types.js";
import type { Question } from "../operations/question.js";
import type { OwnWords, StepWords, Words } from "../words/words.js";
import { languageOf, lessonId } from "./carried.js";
import { Misfit, questionOf, reasonKey } from "./exercises.js";
import { checkFit, exerciseIds, type Runner } from "./fit_check.js";
import { checkForm } from "./form_check.js";
import { type JsonText, parseJson } from "./json_text.js";
import type { FileStep, LessonFile, ProgramFile, Texts } from "./lesson_file.js";
import { type Finding, MOST_PROBLEMS, problemOf, type WrongLesson } from "./problem.js";
import type { OwnLesson, OwnProgram, ReadLesson } from "./read_lesson.js";

/** Reads a lesson file. Without `hu`, only its schema is checked, not its data and exercises. */
export function lessonOf(content: string | Uint8Array, name: string, hu: Runner | undefined): ReadLesson {
  const json = parseJson(content);
  if (!("lineOf" in json)) return { name, problems: json };
  const wrong = (found: readonly Finding[]): WrongLesson => ({
    name,
    problems: found
      .slice(0, MOST_PROBLEMS)
      .map((problem) => problemOf(asWritten(problem, json), json.lineOf(problem.path)))
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  });
  const file = checkForm(json.value);
  if (!("title" in file)) return wrong(file);
  if ("code" in file) return ownProgram(file);
  const lesson = ownLesson(file);
  const problems = hu ? checkFit(file, lesson.spec, hu) : [];
  return problems.length > 0 ? wrong(problems) : lesson;
}

/** Quotes a number as the file writes it: 12345678901234567890 has another value in JavaScript. */
function asWritten(problem: Finding, json: JsonText): Finding {
  const got = "got" in problem.details ? json.numberAt(problem.path) : undefined;
  return got === undefined ? problem : { ...problem, details: { ...problem.details, got: clipped(got) } };
}

const ownFile = (file: LessonFile | ProgramFile) => ({
  id: lessonId(file),
  mode: file.mode ?? "",
  allow: file.allow?.join() ?? "",
  title: (language: string) => file.title[languageOf(file, language)] ?? lessonId(file),
});

const ownProgram = (file: ProgramFile): OwnProgram => ({
  ...ownFile(file),
  code: typeof file.code === "string" ? file.code : `${file.code.join("\n")}\n`,
});

function ownLesson(file: LessonFile): OwnLesson {
  const id = lessonId(file);
  const overlaid = new WeakMap<Words, Words>();
  return {
    ...ownFile(file),
    spec: withOpeningSizes(file.spec),
    steps: (trace) => stepsOf(file, id, trace),
    over(words) {
      const own = overlaid.get(words) ?? { ...words, own: wordsOf(file, words.language.code) };
      overlaid.set(words, own);
      return own;
    },
    labels: file.tokens,
  };
}

/** The steps that the file lists and this trace has; all steps of the trace if there are none. */
function stepsOf(file: LessonFile, id: string, trace: Trace): readonly LessonStep[] {
  const known = lessonNamed(trace.spec.lesson)
    .steps(trace)
    .map((step) => ({ ...step, lesson: id }));
  const shown = file.steps?.flatMap((listed): LessonStep[] => {
    const fileStep = typeof listed === "string" ? { step: listed } : listed;
    const step = known.find(({ id: name }) => name === fileStep.step);
    if (!step) return [];
    return fileStep.exercises ? [{ ...step, questions: questionsOf(file, fileStep) }] : [step];
  });
  return shown && shown.length > 0 ? shown : known;
}

const questionsOf =
  (file: LessonFile, step: FileStep): NonNullable<LessonStep["questions"]> =>
  (trace, builtIn) => {
    const ids = exerciseIds(step);
    return (step.exercises ?? []).flatMap((exercise, j): readonly Question[] => {
      if (typeof exercise === "string")
        return builtIn.filter(({ key, kind }) => key === exercise || kind === exercise);
      try {
        return [questionOf(exercise, ids[j] ?? "", trace, file.tokens ?? {})];
      } catch (error) {
        // With the reader's own data an exercise may have no answer; it is left out.
        if (error instanceof Misfit) return [];
        throw error;
      }
    });
  };

/** The words of a lesson file in one language, by the keys that its steps and questions use. */
function wordsOf(file: LessonFile, asked: string): OwnWords {
  const language = languageOf(file, asked);
  const textOf = (texts: Texts | undefined): string => texts?.[language] ?? "";
  const own = { steps: {}, asks: {}, reasons: {}, options: {} } as Mutable<Omit<OwnWords, "title">>;
  for (const step of file.steps ?? []) {
    if (typeof step === "string") continue;
    const { words } = step;
    // Omitted texts fall back to those of the built-in lesson.
    if (words?.[language]) own.steps[step.step] = compact<Partial<StepWords>>(words[language]);
    const ids = exerciseIds(step);
    step.exercises?.forEach((exercise, j) => {
      if (typeof exercise === "string") return;
      const id = ids[j] ?? "";
      own.asks[id] = { ask: textOf(exercise.ask), right: textOf(exercise.why) };
      (exercise.kind === "choice" ? exercise.answers : (exercise.slips ?? [])).forEach((part, at) => {
        own.reasons[reasonKey(id, at)] = textOf(part.reason);
        if ("text" in part) own.options[reasonKey(id, at)] = textOf(part.text);
      });
    });
  }
  return { title: textOf(file.title), ...own };
}

type Mutable<T> = { -readonly [K in keyof T]: { -readonly [L in keyof T[K]]: T[K][L] } };
