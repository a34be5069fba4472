/** Boundaries in the page's source: which folder may import which, and who may do what. tests/cpp has those of the core. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

interface Source {
  /** Below web/src, such as "draw/scenes/attention/softmax.ts". */
  readonly file: string;
  readonly text: string;
}
/** The violations in a file, one line each. */
type Wall = (source: Source) => string[];

/** Each folder may import only the ones before it. */
const ARROW = [
  "module",
  "spec",
  "timeline",
  "draw",
  "lessons",
  "words",
  "lesson_file",
  "store",
  "lab",
  "views",
  "element",
  "package",
  "page",
  "course",
  "gallery",
];
/** The command line imports what computes and what reads lesson files, nothing that shows them; nothing imports it. */
const COMMAND = "command";
const OF_COMMAND = ["module", "lesson_file", "words"];
/** The service worker's registration: the page imports it, it imports nothing. */
const ASIDE = ["offline"];

const root = path.join(import.meta.dirname, "../../web/src");
const sources: Source[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(path.join(root, file), "utf8") }));

const folderOf = (file: string): string => file.split("/")[0] ?? "";
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const importsOf = ({ text }: Source): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, from = ""]) => from);

const arrow: Wall = (source) => {
  const here = folderOf(source.file);
  return importsOf(source)
    .filter((from) => from.startsWith("."))
    .map((from) => path.posix.normalize(path.posix.join(path.posix.dirname(source.file), from)))
    .map(folderOf)
    .filter((there) => {
      if (there === here || there === "..") return false; // words and pictures beside web/src; the glue has a wall of its own
      if (ASIDE.includes(there)) return here !== "page";
      if (here === COMMAND) return !OF_COMMAND.includes(there);
      if (there === COMMAND) return true;
      return ASIDE.includes(here) || ARROW.indexOf(there) > ARROW.indexOf(here);
    })
    .map((there) => `imports ${there}`);
};

const glue: Wall = (source) =>
  folderOf(source.file) === "module"
    ? []
    : importsOf(source).filter((from) => from.startsWith("#glue") || from.includes("build/module"));

const frames: Wall = ({ file, text }) =>
  file === "timeline/frames.ts" ? [] : (withoutComments(text).match(/requestAnimationFrame/g) ?? []);

const IMPURE =
  /\b(?:document|window|globalThis|performance|navigator|localStorage|fetch|setTimeout|Date)\b|Math\.random/g;
const pure: Wall = ({ file, text }) =>
  ["draw", "timeline"].includes(folderOf(file)) && file !== "timeline/frames.ts"
    ? (withoutComments(text).match(IMPURE) ?? [])
    : [];

/** Figures and questions show numbers that are not in the trace; the core has to compute these, too. */
const computed: Wall = ({ file, text }) =>
  /^(?:draw\/asides|lessons)\//.test(file)
    ? (withoutComments(text).match(/Math\.(?:exp|tanh|random)\b/g) ?? [])
    : [];

/** What makes markup or code of a text. Templates of lit, which keep values apart from markup, are not among it. */
const MARKUP =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|parseHTMLUnsafe|setHTMLUnsafe|srcdoc|unsafe(?:HTML|SVG|Static)|new Function)\b|(?<![.\w])eval\(|document\.write/g;
/** The formula: MathML that web/src/lessons/formulas makes of the core's names and of numbers. */
const FORMULA = "views/side/side_element.ts";
const markup: Wall = ({ file, text }) => {
  const found = withoutComments(text).match(MARKUP) ?? [];
  const allowed = file === FORMULA ? 2 : 0; // the import and the call
  return found.length > allowed ? found : [];
};

/**
 * Guards against late answers: a class for it, a number that is counted up, or a value from before an `await` that is compared
 * with the present one.
 */
const guards: Wall = ({ file, text }) =>
  ["store", "lab"].includes(folderOf(file))
    ? []
    : (withoutComments(text).match(
        /\bnew Latest\b|= \+\+this\.#?\w+|\bawait\b(?:(?!\n {2}\})[\s\S])*?\b(\w+) [!=]== this\.#?\1\b/g,
      ) ?? []);

/** Words between tags, and letters of another alphabet anywhere. Text in <code> does not count. */
const words: Wall = ({ file, text }) => {
  const code = withoutComments(text);
  const hangul = code.match(/[가-힣]+/g) ?? [];
  if (!["words", "views", "element", "page"].includes(folderOf(file))) return hangul;
  const templates = [...code.matchAll(/html`([^`]*)`/g)].map(([, inside = ""]) =>
    inside.replace(/\$\{[^{}]*\}/g, ""),
  );
  const shown = templates.flatMap((html) =>
    [...html.matchAll(/>([^<>]*)</g)].map(([, label = ""]) => label.trim()),
  );
  return [
    ...hangul,
    ...shown.filter((label) => /[A-Za-z]{2,}\s+[A-Za-z]{2,}/.test(label) && !/[{}=]/.test(label)),
  ];
};

const walls: readonly [name: string, wall: Wall, violation: Source][] = [
  [
    `the arrow ${ARROW.join(" → ")}`,
    arrow,
    { file: "draw/scenes/data/pad.ts", text: 'import { words } from "../../../words/words.js";' },
  ],
  [
    "the fields of a spec know the module alone",
    arrow,
    { file: "spec/fields.ts", text: 'import { lessonNames } from "../lessons/lessons.js";' },
  ],
  [
    "the command line shows nothing",
    arrow,
    { file: "command/run.ts", text: 'import { draw } from "../draw/draw.js";' },
  ],
  ["only module imports the glue", glue, { file: "page/page.ts", text: 'import make from "#glue";' }],
  ["one file owns frames", frames, { file: "views/x.ts", text: "requestAnimationFrame(step);" }],
  [
    "drawings and time are functions of what they are given",
    pure,
    { file: "draw/paint/paint.ts", text: "const now = Date.now();" },
  ],
  [
    "the core computes the numbers of figures and questions",
    computed,
    { file: "draw/asides/row.ts", text: "const powers = scores.map((score) => Math.exp(score - most));" },
  ],
  ["no text becomes markup", markup, { file: "views/x.ts", text: "note.innerHTML = this.lesson.title;" }],
  [
    "only stores drop late answers",
    guards,
    {
      file: "views/x.ts",
      text: "  async load(lang) {\n    const words = await load(lang);\n    if (lang === this.#lang) this.words = words;\n  }",
    },
  ],
  [
    "all words stand in the locales",
    words,
    { file: "views/x.ts", text: "html`<p class=a>Press the button</p>`" },
  ],
];

describe.each(walls)("%s", (_name, wall, violation) => {
  test("holds", () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.flatMap((source) => wall(source).map((what) => `${source.file}: ${what}`))).toEqual([]);
  });
  test("detects a violation", () => {
    expect(wall(violation)).not.toEqual([]);
  });
});

test("every folder has a place in the import order", () => {
  expect([...new Set(sources.map(({ file }) => folderOf(file)))].sort()).toEqual(
    [...ARROW, COMMAND, ...ASIDE].sort(),
  );
});

/** Strongly connected files, by Tarjan's algorithm; a cycle has more than one. */
function importCircles(all: readonly Source[]): string[][] {
  const known = new Map(all.map((source) => [source.file, source]));
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    let low = order.size - 1;
    open.push(file);
    for (const next of importedFiles(known.get(file))) {
      if (!known.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const { file } of all) if (!order.has(file)) visit(file);
  return circles;
}

const importedFiles = (source: Source | undefined): string[] =>
  source
    ? importsOf(source)
        .filter((from) => from.startsWith("."))
        .map((from) => path.posix.join(path.posix.dirname(source.file), from).replace(/\.js$/, ".ts"))
    : [];

test("no files import each other in a cycle", () => {
  expect(importCircles(sources)).toEqual([]);
  const circle = [
    { file: "a.ts", text: 'import "./b.js";' },
    { file: "b.ts", text: 'const load = () => import("./a.js");' },
  ];
  expect(importCircles(circle)).toEqual([["a.ts", "b.ts"]]);
});

const MOST_FILES = 25;

test(`no folder holds more than ${MOST_FILES} files`, () => {
  const counts = new Map<string, number>();
  for (const { file } of sources) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
