/**
 * What is known of a lesson file without reading it: files embedded in the page by `heads-up-attention pack`, which it opens
 * without a request, and what follows from a title, a file's languages and its id.
 */
import type { LessonFile, ProgramFile } from "./lesson_file.js";

export interface CarriedLesson {
  /** The value of `src` that names it. */
  readonly name: string;
  /** The file's JSON text. */
  readonly text: string;
}

export function carriedLessons(): readonly CarriedLesson[] {
  const scripts = document.querySelectorAll<HTMLScriptElement>("script[data-lesson-file]");
  return [...scripts].map(({ dataset, text }) => ({ name: dataset["lessonFile"] ?? "", text }));
}

/** The lesson files in the text of a page. */
export const carriedIn = (page: string): CarriedLesson[] =>
  [...page.matchAll(/<script type="application\/json" data-lesson-file="([^"]*)">(.*?)<\/script>/gs)].map(
    ([, name = "", text = ""]) => ({ name, text }),
  );

/** The element that carries a lesson file. JSON has `<` only inside strings; escaped there, it cannot end the element. */
export const carrierElement = ({ name, text }: CarriedLesson): string =>
  `<script type="application/json" data-lesson-file="${name}">${text.replaceAll("<", "\\u003c")}</script>\n`;

/** The requested language if the file has it, else a regional variant of it, else English, else the file's first. */
export function languageOf({ title }: Pick<LessonFile | ProgramFile, "title">, asked: string): string {
  const languages = Object.keys(title);
  const variant = languages.find((language) => language.split("-")[0] === asked);
  const candidates = [asked, variant, "en"].filter((language) => language !== undefined);
  return candidates.find((language) => languages.includes(language)) ?? languages[0] ?? asked;
}

/** The id under which answers to a lesson are stored and reported. */
export const lessonId = ({ id, title }: Pick<LessonFile | ProgramFile, "id" | "title">): string =>
  id ?? Object.values(title)[0] ?? "";
