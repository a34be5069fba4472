/**
 * Vite plugins that split web/locales.
 *
 * A language is one file, but a page needs most of it only after its first picture. So it is imported in parts, like the code:
 * - `xx.json?first`: the first picture
 * - `?block` or `?attention`: the parts beside the picture in the transformer block, or in any other lesson
 * - `?beside`: the parts beside the picture in every lesson, and the page of all lessons
 * - `?weights`: what few lessons need before the laboratory, which is readable and trained weights, and the steps of a block
 *   that is not the tutorial's
 * - `?laboratory`: the parts that load on request
 * - `?confusions`, `?map`, `?lab`: the searchable answers, the maps, the leak lab
 * - `?classroom`: everything that the classroom page says
 *
 * The plural forms of a word depend on the language, so its code is written before them. A sentence can then be filled without
 * any other information.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { RARE } from "../../../web/src/words/rare_steps.mjs";
import { escaped } from "../escaped.mjs";

const REQUEST =
  /^(.*\/locales\/[\w-]+\.json)\?(first|beside|block|attention|weights|laboratory|confusions|map|lab|classroom)$/;
/** The part of each section that is not in the part "first". @type {Readonly<Record<string, string>>} */
const PARTS = {
  ...{ steps: "beside", readable: "beside", landing: "beside", course: "beside" },
  ...{ asides: "laboratory", notes: "laboratory", compare: "laboratory", mistakes: "laboratory" },
  ...{
    questions: "laboratory",
    queryPlane: "laboratory",
    lessonFile: "laboratory",
    cell: "laboratory",
    text: "laboratory",
    trained: "laboratory",
    settingsForm: "laboratory",
  },
  ...{ takeAway: "laboratory", help: "laboratory", classForm: "laboratory", confusions: "confusions" },
  map: "map",
  lab: "lab",
  // No script shows `html`, and the classroom page imports `classroom` in its own part.
  ...{ html: "none", classroom: "none" },
};

/**
 * What the first picture needs of sections whose other words name changes, which come later: the laboratory's part has them whole.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const EARLY = {
  settings: ["places", "sequences", "target"],
  undo: ["nothingToUndo", "nothingToRedo", "fields"],
};

/**
 * The steps that only the transformer block has, and the steps that it does not have. The steps that it shares with other
 * lessons are in both parts, because a separate part for them is not worth a request.
 */
const ONLY_BLOCK =
  /^(opening_block|pieces|block_ids|position_table|positions|position_embedding|input_sum|attn_.*|warmup_.*|conventions|masks_ignored|masked_scores_ignored|residual|norm.*|conv.*|ff_.|gelu|relu)$/;
const NOT_BLOCK =
  /^(opening_(?!block).*|demo_.*|.*one_.*|(source|target|cross)_.*|ids|padding_mask|nopeak_mask|mask|mask_single|masks|masks_shared|masked_scores|generation)$/;
/** The steps that each part leaves out. @type {Readonly<Record<string, RegExp>>} */
const OMITTED = { block: NOT_BLOCK, attention: ONLY_BLOCK };

/**
 * Moves the notes of all steps, and all words of the steps of readable weights, to a separate section.
 * @param {{ steps: Record<string, Record<string, string>> }} all
 * @returns {{ steps: Record<string, Record<string, string>>, [section: string]: unknown }}
 */
function withSeparateNotes(all) {
  /** @type {Record<string, Record<string, string>>} */
  const steps = {};
  const notes = {};
  for (const [step, words] of Object.entries(all.steps)) {
    // Few readers see these steps, and only after choosing the weights.
    if (step.startsWith("readable_")) {
      Object.assign(notes, { [step]: words });
      continue;
    }
    const { note, note2, ...rest } = words;
    steps[step] = rest;
    if (note !== undefined) Object.assign(notes, { [step]: { note, note2 } });
  }
  return { ...all, steps, notes };
}

/**
 * `{count|one cell|other cells}` → `{count|en|one cell|other cells}`
 * @param {string} file
 */
const withLanguage = (file) =>
  readFileSync(file, "utf8").replace(/\{\w+\|/g, (begin) => `${begin}${path.basename(file, ".json")}|`);

/**
 * The words of the classroom page, which names lessons, steps and the options of questions.
 * @param {{ classroom: object, language: object, lessons: object, steps: Record<string, { title: string }>, questions: { options: object } }} all
 */
const forClassroom = ({ classroom, language, lessons, steps, questions }) => {
  const titles = Object.entries(steps).map(([name, { title }]) => [name, { title }]);
  return { classroom, language, lessons, steps: Object.fromEntries(titles), options: questions.options };
};

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
    const words = withSeparateNotes(forCourse ? all : withoutCourse(all));
    if (part === "weights") {
      const steps = Object.entries(all.steps).filter(([step]) => RARE.test(step));
      return JSON.stringify({ trained: all.trained, steps: Object.fromEntries(steps) });
    }
    if (part === "classroom") return JSON.stringify(forClassroom(all));
    const omitted = OMITTED[part ?? ""];
    if (omitted) {
      const steps = Object.entries(words.steps).filter(([step]) => !omitted.test(step) && !RARE.test(step));
      return JSON.stringify({ readable: words["readable"], steps: Object.fromEntries(steps) });
    }
    const sections = Object.entries(words).filter(
      ([name]) => (PARTS[name] ?? "first") === part || (part === "laboratory" && name in EARLY),
    );
    const early = (/** @type {string} */ name, /** @type {object} */ section) =>
      Object.fromEntries(Object.entries(section).filter(([key]) => EARLY[name]?.includes(key)));
    return JSON.stringify(
      Object.fromEntries(
        sections.map(([name, section]) =>
          part === "first" && name in EARLY
            ? [name, early(name, /** @type {object} */ (section))]
            : [name, section],
        ),
      ),
    );
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
