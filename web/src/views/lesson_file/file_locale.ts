/** The words about lesson files, loaded with the first of them. */
import type english from "../../../locales/en.json";

export type LessonFileWords = (typeof english)["lessonFile"];

const files = import.meta.glob<LessonFileWords>("../../../locales/*.json", {
  import: "default",
  query: "?lessonFile",
});

export async function loadFileWords(language: string): Promise<LessonFileWords | undefined> {
  return files[`../../../locales/${language}.json`]?.();
}
