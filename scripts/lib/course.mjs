/**
 * Makes the course's packages for an LMS, one for each version of SCORM and one for cmi5. Each has a page for each
 * lesson, a script that they share, a list of the lessons for use without an LMS, and a manifest.
 */
import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { cmi5Structure, manifest12, manifest2004 } from "./course_manifests.mjs";
import { escaped } from "./escaped.mjs";
import { licenceText, packagesIn } from "./licences/licences.mjs";
import { inEachLanguage, lessonNames, locales } from "./locales.mjs";
import { inRoot } from "./paths.mjs";
import { classicScript } from "./plugins/classic.mjs";
import { noScriptNotices } from "./plugins/words.mjs";

/** @typedef {readonly { lang: string, text: string }[]} Texts  a text in every language */
/** @typedef {{ name: string, title: string, titles: Texts, summaries: Texts }} Lesson  the title in every language */

const SCRIPT = "heads-up.js";
const STYLE = "course.css";
const ICON = "icon.svg";

/** The date of the files in an archive, fixed so that the same sources give the same bytes. */
const MODIFIED = new Date(1980, 0, 1);

/** @returns {readonly Lesson[]} */
const lessons = () =>
  lessonNames().map((name) => {
    const titles = inEachLanguage((words) => words.lessons[name].title);
    const summaries = inEachLanguage((words) => words.landing.lessons[name].summary);
    return { name, title: titles.map(({ text }) => text).join(" · "), titles, summaries };
  });

/** @param {string} attributes  @param {string} head  @param {string} [body] */
const htmlPage = (attributes, head, body = "") => `<!doctype html>
<html ${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${ICON}">
${head}
</head>
<body>${body}</body>
</html>
`;

/** @param {Lesson} lesson  @param {string} version  of SCORM; "" if the package is not for SCORM */
function lessonPage({ name, title }, version) {
  const scorm = version && ` data-scorm="${version}"`;
  const attributes = `lang="en" data-lesson="${name}" data-completion="walked"${scorm}`;
  const head = `<title>${escaped(title)}</title>\n<script src="${SCRIPT}" defer></script>`;
  return htmlPage(attributes, head, `<noscript>${noScriptNotices()}</noscript>`);
}

/** Links to the lessons, in each language. */
function listPage() {
  const lists = Object.entries(locales()).map(([lang, { app, lessons: all, landing, language }]) => {
    const items = lessonNames().map(
      (name) =>
        `<li><a href="${name}.html?lang=${lang}">${escaped(all[name].title)}</a> <span>${escaped(landing.lessons[name].summary)}</span></li>`,
    );
    return `<section lang="${lang}" aria-label="${escaped(language.name)}"><h2>${escaped(app.tagline)}</h2><ol>${items.join("\n")}</ol></section>`;
  });
  const head = `<title>Heads Up</title>\n<link rel="stylesheet" href="${STYLE}">`;
  return htmlPage('lang="en"', head, `<main><h1>Heads Up</h1>${lists.join("\n")}</main>`);
}

/** All packages, by the names of their files in dist. */
export async function coursePackages() {
  const all = lessons();
  const script = await classicScript("course");
  const shared = {
    [SCRIPT]: script.code,
    [STYLE]: readFileSync(inRoot("web", STYLE), "utf8"),
    [ICON]: readFileSync(inRoot("web", ICON), "utf8"),
    "index.html": listPage(),
    "LICENSE.txt": licenceText(packagesIn([script])),
  };
  /** @param {string} version  @param {Record<string, string>} own  the files of this package alone */
  const zipped = (version, own) => {
    const pages = all.map((lesson) => [`${lesson.name}.html`, lessonPage(lesson, version)]);
    const files = { ...own, ...shared, ...Object.fromEntries(pages) };
    const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
    return zipSync(Object.fromEntries(bytes), { level: 9, mtime: MODIFIED });
  };
  const files = Object.keys(shared);
  const title = inEachLanguage(() => "Heads Up");
  const tagline = inEachLanguage((words) => words.app.tagline);
  return {
    "course.zip": zipped("1.2", { "imsmanifest.xml": manifest12(all, files) }),
    "course-2004.zip": zipped("2004", { "imsmanifest.xml": manifest2004(all, files) }),
    "course-cmi5.zip": zipped("", { "cmi5.xml": cmi5Structure(title, tagline, all) }),
  };
}
