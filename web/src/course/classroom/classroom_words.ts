/** The words of the classroom page in all languages, because its script is one file. */
import type english from "../../../locales/en.json";
import type { StepWords } from "../../words/words.js";

/** As scripts/lib/plugins/words.mjs selects them. */
export interface ClassroomWords extends Pick<typeof english, "classroom" | "language" | "lessons"> {
  readonly steps: Readonly<Record<string, Pick<StepWords, "title">>>;
  /** The options of questions with a choice, by their codes. */
  readonly options: Readonly<Record<string, string>>;
}

const files = import.meta.glob<ClassroomWords>("../../../locales/*.json", {
  eager: true,
  import: "default",
  query: "?classroom",
});

export const allWords: readonly ClassroomWords[] = Object.values(files);

/** The words of the first of these languages that has any, else the English ones. */
export function wordsFor(tags: readonly string[]): ClassroomWords {
  const wordsOf = (code: string) => allWords.find(({ language }) => language.code === code);
  const preferred = tags.map((tag) => wordsOf(tag.toLowerCase().split("-")[0] ?? "")).find(Boolean);
  const words = preferred ?? wordsOf("en");
  if (!words) throw new Error("no words");
  return words;
}
