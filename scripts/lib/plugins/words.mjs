/**
 * Vite plugins that split web/locales.
 *
 * A language is one file, imported in parts:
 * - `xx.json?first`: the words of the first script, which draws and plays, and of the page of all lessons
 * - `?second`: the words of what stands beside the steps
 * - `?lab`: the leak lab, with the words of the page around it
 * - `?notebook`: the reader's own code, with the words of the page around it and of what is taken away
 *
 * The plural forms of a word depend on the language, so its code is written before them. A sentence can then be filled without
 * any other information.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { escaped } from "../escaped.mjs";
import { inEachLanguage, locales } from "../locales.mjs";

const REQUEST = /^(.*\/locales\/[\w-]+\.json)\?(first|second|lab|notebook)$/;
/** The sections of the second part; web/src/words/words.ts has the same list as types. */
const SECOND =
  "asides cell changes classForm compare confusions help mistakes questions root settingsForm takeAway text".split(
    " ",
  );

/** What the rooms share; the same as PageWords. */
const PAGE = "language app lessons controls errors settings lecture undo announce".split(" ");
const ROOMS = { lab: ["lab", ...PAGE], notebook: ["notebook", "takeAway", ...PAGE] };

/** No script shows the words of `html`; the build writes them into the HTML.  @param {string} section  @param {string} part */
function isIn(section, part) {
  if (part === "lab" || part === "notebook") return ROOMS[part].includes(section);
  if (section === "html" || section in ROOMS) return false;
  return SECOND.includes(section) === (part === "second");
}

/**
 * `{count|one cell|other cells}` → `{count|en|one cell|other cells}`
 * @param {string} file
 */
export const withLanguage = (file) =>
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
    const [, file, part = ""] = REQUEST.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const all = JSON.parse(withLanguage(file));
    const words = Object.entries(forCourse ? all : withoutCourse(all));
    return JSON.stringify(Object.fromEntries(words.filter(([name]) => isIn(name, part))));
  },
});

/** Defines the name of each language in that language as a constant. A language is still one file.  @type {import("vite").Plugin} */
export const languageNames = {
  name: "heads-up:language-names",
  config: () => {
    const names = inEachLanguage(({ language }) => language.name).map(({ lang, text }) => [lang, text]);
    return { define: { LANGUAGE_NAMES: JSON.stringify(Object.fromEntries(names)) } };
  },
};

/** A notice in every language for browsers that do not run scripts, as HTML. */
export const noScriptNotices = () =>
  inEachLanguage(({ html }) => html.noScript)
    .map(({ lang, text }) => `<p lang="${lang}">${escaped(text)}</p>`)
    .join("");

/**
 * Adds the words of the HTML itself: its description for search engines in the language of the HTML, and the notice without
 * scripts.
 * @type {import("vite").Plugin}
 */
export const htmlWords = {
  name: "heads-up:html-words",
  transformIndexHtml(html) {
    const description = Object.entries(locales()).find(([lang]) =>
      html.includes(`<html lang="${lang}">`),
    )?.[1].html.description;
    /** @type {import("vite").HtmlTagDescriptor[]} */
    const tags = [{ tag: "noscript", injectTo: "body", children: noScriptNotices() }];
    if (description)
      tags.push({ tag: "meta", attrs: { name: "description", content: description }, injectTo: "head" });
    return tags;
  },
};
