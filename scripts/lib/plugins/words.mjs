/**
 * Vite plugins that split web/locales.
 *
 * A language is one file, imported in parts:
 * - `xx.json?first`: the words of the first script, which draws and plays, and of the page of all lessons
 * - `?second`: the words of what stands beside the steps
 * - `?lab`: the leak lab
 *
 * The plural forms of a word depend on the language, so its code is written before them. A sentence can then be filled without
 * any other information.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { escaped } from "../escaped.mjs";

const REQUEST = /^(.*\/locales\/[\w-]+\.json)\?(first|second|lab)$/;
/** The sections that are not in the first part; web/src/words/words.ts has the same list as types. @type {Readonly<Record<string, string>>} */
const PARTS = {
  ...{ asides: "second", cell: "second", classForm: "second", compare: "second", confusions: "second" },
  ...{ help: "second", mistakes: "second", queryPlane: "second", questions: "second" },
  ...{ settingsForm: "second", takeAway: "second", text: "second" },
  lab: "lab",
  // No script shows these; the build writes them into the HTML.
  html: "none",
};

/**
 * `{count|one cell|other cells}` → `{count|en|one cell|other cells}`
 * @param {string} file
 */
const withLanguage = (file) =>
  readFileSync(file, "utf8").replace(/\{\w+\|/g, (begin) => `${begin}${path.basename(file, ".json")}|`);

/**
 * The words without those about an LMS, because only a course reports to one, and about layers, which no page has.
 * @type {(all: { errors: Record<string, unknown> }) => object}
 */
const withoutCourse = ({ errors, ...others }) => ({
  ...others,
  course: {},
  errors: Object.fromEntries(Object.entries(errors).filter(([code]) => !/^(lms-|disposed)/.test(code))),
});

/** @param {boolean} [forCourse]  @returns {import("vite").Plugin} */
export const wordsInParts = (forCourse = false) => ({
  name: "heads-up:words-in-parts",
  enforce: "pre",
  load(id) {
    const [, file, part] = REQUEST.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const all = JSON.parse(withLanguage(file));
    const words = Object.entries(forCourse ? all : withoutCourse(all));
    return JSON.stringify(Object.fromEntries(words.filter(([name]) => (PARTS[name] ?? "first") === part)));
  },
});

/**
 * Defines the name of each language in that language as a constant, because computing it in the browser takes up to a tenth of
 * a second on a slow machine. A language is still one file.
 * @param {string} locales  the folder of the words
 * @returns {import("vite").Plugin}
 */
export const languageNames = (locales) => ({
  name: "heads-up:language-names",
  config: () => {
    const tags = readdirSync(locales).map((file) => path.basename(file, ".json"));
    const names = tags.map((tag) => [tag, new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag]);
    return { define: { LANGUAGE_NAMES: JSON.stringify(Object.fromEntries(names)) } };
  },
});

/**
 * Adds the words of the HTML itself: its description for search engines in the language of the HTML, and a notice in every
 * language for browsers that do not run scripts.
 * @param {string} locales  the folder of the words
 * @returns {import("vite").Plugin}
 */
export const noScript = (locales) => ({
  name: "heads-up:no-script",
  transformIndexHtml(html) {
    const texts = readdirSync(locales).map((file) => {
      /** @type {{ html: { noScript: string, description: string } }} */
      const words = JSON.parse(readFileSync(path.join(locales, file), "utf8"));
      return { lang: path.basename(file, ".json"), ...words.html };
    });
    const htmlTexts = texts.find(({ lang }) => html.includes(`<html lang="${lang}">`));
    const notices = texts.map(({ lang, noScript }) => `<p lang="${lang}">${escaped(noScript)}</p>`);
    /** @type {import("vite").HtmlTagDescriptor[]} */
    const tags = [{ tag: "noscript", injectTo: "body", children: notices.join("") }];
    if (htmlTexts) {
      const attrs = { name: "description", content: htmlTexts.description };
      tags.push({ tag: "meta", attrs, injectTo: "head" });
    }
    return tags;
  },
});
