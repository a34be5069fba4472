/** The words of web/locales, for what the build itself writes into pages. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";

/** @typedef {typeof import("../../web/locales/en.json")} Words */
/** @typedef {keyof Words["lessons"]} LessonName */

/** Every language's words, by its tag.  @returns {Readonly<Record<string, Words>>} */
export const locales = () =>
  Object.fromEntries(
    readdirSync(inRoot("web/locales")).map((file) => [
      path.basename(file, ".json"),
      JSON.parse(readFileSync(inRoot("web/locales", file), "utf8")),
    ]),
  );

/** The names of the lessons.  @returns {LessonName[]} */
export const lessonNames = () => /** @type {any} */ (Object.keys(locales()["en"]?.lessons ?? {}));

/** `textOf` a language's words, for each language.  @param {(words: Words) => string} textOf */
export const inEachLanguage = (textOf) =>
  Object.entries(locales()).map(([lang, words]) => ({ lang, text: textOf(words) }));
