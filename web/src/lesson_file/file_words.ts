/** Collects the words of a lesson file in one language, by the keys that its steps and questions use. */
import { compact } from "../module/compact.js";
import type { OwnWords, StepWords } from "../words/words.js";
import { reasonKey } from "./exercises.js";
import { exerciseIds } from "./fit_check.js";
import type { FileExercise, LessonFile, Texts } from "./lesson_file.js";
import { languageOf } from "./title.js";

export function wordsOf(file: LessonFile, asked: string): OwnWords {
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
      if (typeof exercise !== "string") addExercise(own, exercise, ids[j] ?? "", textOf);
    });
  }
  return { title: textOf(file.title), ...own };
}

type Mutable<T> = { -readonly [K in keyof T]: { -readonly [L in keyof T[K]]: T[K][L] } };

function addExercise(
  own: Mutable<Omit<OwnWords, "title">>,
  exercise: FileExercise,
  id: string,
  textOf: (texts: Texts | undefined) => string,
): void {
  own.asks[id] = { ask: textOf(exercise.ask), right: textOf(exercise.why) };
  if (exercise.kind !== "choice") {
    exercise.slips?.forEach(({ reason }, at) => {
      own.reasons[reasonKey(id, at)] = textOf(reason);
    });
    return;
  }
  exercise.answers.forEach(({ text, reason }, at) => {
    own.options[reasonKey(id, at)] = textOf(text);
    own.reasons[reasonKey(id, at)] = textOf(reason);
  });
}
