/**
 * Vite plugin: adds the instructor's guide to the site, one page for each language, and the example of a lesson file. Addresses
 * of the page become links; files that exist only in the repository are named without a link.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import { escaped } from "../escaped.mjs";
import { locales } from "../locales.mjs";

const LANGUAGE = /^instructor\.([\w-]+)\.md$/;
const EXAMPLE = "lessons/example.json";
/** Files of the repository that are also on the site. */
const SHIPPED = { "../../examples/own-lesson/lesson.json": EXAMPLE };

/** @param {string} lang */
function renderer(lang) {
  let inPlan = false;
  return new Marked({
    renderer: {
      codespan({ text }) {
        const isAddress = /^\?(lesson=|src=lessons\/example|code)/.test(text);
        // A plan covers one lesson and asks before its steps play, so the step is enough.
        const short = inPlan ? text.replace(/^\?lesson=[^&]+&step=([^&]+)(&t=0)?/, "$1") : text;
        const code = `<code>${escaped(short)}</code>`;
        return isAddress ? `<a href="./${escaped(`${text}&lang=${lang}`)}">${code}</a>` : code;
      },
      link({ href, tokens }) {
        const file = Object.entries(SHIPPED).find(([one]) => one === href)?.[1];
        const text = this.parser.parseInline(tokens);
        if (file || /^https:/.test(href)) return `<a href="${escaped(file ?? href)}">${text}</a>`;
        return `${text} (<code>${escaped(href.replace(/^(\.\.\/)+/, "").replace(/#.*$/, ""))}</code>)`;
      },
      table({ header, rows }) {
        /** @param {import("marked").Tokens.TableCell[]} cells @param {"td" | "th"} tag */
        const row = (cells, tag) => {
          const texts = cells.map(({ tokens }) => this.parser.parseInline(tokens));
          return `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join("")}</tr>`;
        };
        inPlan = true;
        const body = rows.map((cells) => row(cells, "td")).join("");
        inPlan = false;
        const table = `<table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table>`;
        // The box can be scrolled by keyboard on small screens.
        return `<div class="plan" tabindex="0">${table}</div>`;
      },
    },
  });
}

/** @param {string} text @param {string} lang @param {readonly string[]} others */
async function page(text, lang, others) {
  const title = /^# (.*)$/m.exec(text)?.[1] ?? "";
  const links = others.map(
    (other) =>
      `<a href="guide.${other}.html" lang="${other}" hreflang="${other}">${locales()[other]?.language.name}</a>`,
  );
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Heads Up</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="guide.css">
</head>
<body>
<header><a href="./?lang=${lang}">Heads Up</a> ${links.join(" ")}</header>
<main>
${await renderer(lang).parse(text)}</main>
</body>
</html>
`;
}

/**
 * @param {string} root  of the repository
 * @param {string} theme  the page's colours, as a style sheet
 * @returns {import("vite").Plugin}
 */
export function guide(root, theme) {
  const folder = path.join(root, "docs/guide");
  const files = readdirSync(folder).filter((file) => LANGUAGE.test(file));
  const languages = files.map((file) => LANGUAGE.exec(file)?.[1] ?? "");
  return {
    name: "heads-up:guide",
    // The development server has no such pages.
    config: (_, { command }) => ({
      define: { GUIDES: JSON.stringify(command === "build" ? languages : []) },
    }),
    async generateBundle() {
      const emit = (/** @type {string} */ fileName, /** @type {string} */ source) =>
        this.emitFile({ type: "asset", fileName, source });
      for (const [i, lang] of languages.entries()) {
        const text = readFileSync(path.join(folder, files[i] ?? ""), "utf8");
        emit(
          `guide.${lang}.html`,
          await page(
            text,
            lang,
            languages.filter((other) => other !== lang),
          ),
        );
      }
      emit("guide.css", theme + readFileSync(path.join(root, "web/guide.css"), "utf8"));
      emit("icon.svg", readFileSync(path.join(root, "web/icon.svg"), "utf8"));
      const example = readFileSync(path.join(root, "examples/own-lesson/lesson.json"), "utf8");
      emit(EXAMPLE, example.replace("../../web/public/", "../"));
    },
  };
}
