/** The words of a language, loaded when it is chosen. A new language is one new file in web/locales. */
import type english from "../../locales/en.json";

export type Words = typeof english;

const files = import.meta.glob<Words>("../../locales/*.json", { import: "default" });
const pathOf = (lang: string): string => `../../locales/${lang}.json`;

export const LANGUAGES: readonly string[] = Object.keys(files)
  .map((path) => path.slice(path.lastIndexOf("/") + 1, -".json".length))
  .sort();

/** The reader's language where there is a file for it, English otherwise. */
export function chooseLanguage(wanted: readonly string[]): string {
  const found = wanted
    .map((tag) => tag.toLowerCase().split("-")[0] ?? "")
    .find((lang) => LANGUAGES.includes(lang));
  return found ?? "en";
}

export async function loadWords(lang: string): Promise<Words> {
  const file = files[pathOf(lang)] ?? files[pathOf("en")];
  if (!file) throw new Error(`no words for ${lang}`);
  return file();
}
