/** What follows from the title of a lesson file: its languages and its id. */
import type { LessonFile } from "./lesson_file.js";

/** The requested language if the file has it, else a regional variant of it, else English, else the file's first. */
export function languageOf({ title }: Pick<LessonFile, "title">, asked: string): string {
  const languages = Object.keys(title);
  const variant = languages.find((language) => language.split("-")[0] === asked);
  const candidates = [asked, variant, "en"].filter((language) => language !== undefined);
  return candidates.find((language) => languages.includes(language)) ?? languages[0] ?? asked;
}

/** The id under which answers to a lesson are stored and reported. */
export const lessonId = ({ id, title }: Pick<LessonFile, "id" | "title">): string =>
  id ?? Object.values(title)[0] ?? "";
