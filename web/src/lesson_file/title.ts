/** What is known of a lesson file by its title. */
import type { LessonFile } from "./lesson_file.js";

/** The requested language if the file has it, else a regional variant of it, else English, else the file's first. */
export function languageOf({ title }: Pick<LessonFile, "title">, asked: string): string {
  const spoken = Object.keys(title);
  const near = spoken.find((one) => one.split("-")[0] === asked);
  return [asked, near, "en"].find((one) => one !== undefined && spoken.includes(one)) ?? spoken[0] ?? asked;
}

/** What answers to a lesson are kept and told under. */
export const lessonId = ({ id, title }: Pick<LessonFile, "id" | "title">): string =>
  id ?? Object.values(title)[0] ?? "";
