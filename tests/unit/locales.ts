/** The page's words, by language. */
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../web/locales/", import.meta.url);

/** Each language with its words, as they are in its file. */
export const locales = readdirSync(folder)
  .sort()
  .map((file): [language: string, words: ReturnType<typeof JSON.parse>] => [
    file.slice(0, -".json".length),
    JSON.parse(readFileSync(new URL(file, folder), "utf8")),
  ]);

/** The names of a text's placeholders, such as `{count}` or `{count|one …|other …}`. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)[|}]/g)].map(([, name = ""]) => name);
