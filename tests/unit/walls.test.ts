/**
 * Architecture rules of the page's source: which folder may import which, and what only some files may do. core_walls.test.ts
 * has those of the core.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

interface Source {
  /** The path below web/src, such as "draw/scenes/attention/softmax.ts". */
  readonly file: string;
  readonly text: string;
}
/** Returns the violations in a file, one line each. */
type Rule = (source: Source) => string[];

/** Each folder may import only the ones before it. */
const IMPORT_ORDER = [
  "module",
  "spec",
  "timeline",
  "draw",
  "words",
  "operations",
  "lessons",
  "lesson_file",
  "store",
  "lab",
  "notebook",
  "views",
  "element",
  "package",
  "page",
  "course",
];
/** The command line imports only what computes and what reads lesson files; nothing imports it. */
const COMMAND = "command";
const COMMAND_IMPORTS = ["module", "lesson_file", "words"];
/** The service worker's registration: the page imports it, and it imports nothing. */
const STANDALONE = ["offline"];

const root = path.join(import.meta.dirname, "../../web/src");
const sources: Source[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(path.join(root, file), "utf8") }));

const folderOf = (file: string): string => file.split("/")[0] ?? "";
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const withoutStrings = (text: string): string => text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
const importsOf = ({ text }: Source): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, from = ""]) => from);

const importOrder: Rule = (source) => {
  const here = folderOf(source.file);
  return importsOf(source)
    .filter((from) => from.startsWith("."))
    .map((from) => path.posix.normalize(path.posix.join(path.posix.dirname(source.file), from)))
    .map(folderOf)
    .filter((there) => {
      if (there === here || there === "..") return false; // locales and pictures are beside web/src; the glue has its own rule
      if (STANDALONE.includes(there)) return here !== "page";
      if (here === COMMAND) return !COMMAND_IMPORTS.includes(there);
      if (there === COMMAND) return true;
      return STANDALONE.includes(here) || IMPORT_ORDER.indexOf(there) > IMPORT_ORDER.indexOf(here);
    })
    .map((there) => `imports ${there}`);
};

const glue: Rule = (source) =>
  folderOf(source.file) === "module"
    ? []
    : importsOf(source).filter((from) => from.startsWith("#glue") || from.includes("build/module"));

const frames: Rule = ({ file, text }) =>
  file === "timeline/frames.ts" ? [] : (withoutComments(text).match(/requestAnimationFrame/g) ?? []);

const IMPURE =
  /\b(?:document|window|globalThis|performance|navigator|localStorage|fetch|setTimeout|Date)\b|Math\.random/g;
const pure: Rule = ({ file, text }) =>
  ["draw", "timeline"].includes(folderOf(file)) && file !== "timeline/frames.ts"
    ? (withoutComments(text).match(IMPURE) ?? [])
    : [];

/** What these files compute is not a number that a reader sees. */
const MAY_COMPUTE: readonly (readonly [RegExp, why: string])[] = [
  [/^draw\/(?:scale|layout\/parts|marks\/legend|paint\/\w+)\.ts$/, "colours, and the layout of marks"],
  [/^draw\/(?:overlay|scenes\/opening)\.ts$/, "Bézier curves along which marks move"],
  [
    /^draw\/(?:marks\/distribution|scenes\/data\/sinusoid)\.ts$/,
    "curves without digits: a density, a histogram's bins, waves",
  ],
  [/^lessons\/map\//, "the layout of the map"],
  [/^operations\/pick\.ts$/, "the hash that picks a question's cell"],
  [/^lessons\/confusions\/search\.ts$/, "the order of search results"],
  [/^lessons\/class_form\/expression\.ts$/, "evaluates the reader's own Python arithmetic"],
  [/^views\/(?:callout\/callout_place|strip\/strip_element)\.ts$/, "layout"],
  [/^(?:lab|views\/lab)\//, "the lab's layout, counts and smoothed losses"],
];
/** Counts of cells and of tokens, and how a fill is written in a formula. */
const COUNTS = /\(known \+ 1\) \*\* 2|exponent = Math\.log10\(size\)|const sum = \(lengths.*;/g;
const ARITHMETIC =
  /Math\.(?:exp|expm1|tanh|log\w*|pow|fround|sqrt|cbrt|sin|cos|tan|random)\b|\*\*|\.reduce\(\s*\(?\(?(?:sum|total)\b|\b(?:sum|total|mean) \+=/g;
/** Every number that a reader sees comes from the core. */
const computed: Rule = ({ file, text }) =>
  ["draw", "operations", "lessons", "lab", "views"].includes(folderOf(file)) &&
  !MAY_COMPUTE.some(([exempt]) => exempt.test(file))
    ? (withoutStrings(withoutComments(text)).replace(COUNTS, "").match(ARITHMETIC) ?? [])
    : [];

/** APIs that turn text into markup or code. Lit templates are fine: they keep values apart from markup. */
const MARKUP =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|parseHTMLUnsafe|setHTMLUnsafe|srcdoc|unsafe(?:HTML|SVG|Static)|new Function)\b|(?<![.\w])eval\(|document\.write/g;
/** Renders the formula, MathML that web/src/operations makes from the core's names and from numbers. */
const FORMULA = "views/side/side_element.ts";
const HANDOUT = "views/handout/printed_svg.ts";
const markup: Rule = ({ file, text }) => {
  const found = withoutComments(text).match(MARKUP) ?? [];
  // The import and the call for formulas; the parser of the figures that svg.ts writes, with every text escaped.
  const allowed = file === FORMULA ? 2 : file === HANDOUT ? 1 : 0;
  return found.length > allowed ? found : [];
};

/**
 * Guards against late answers: a class for them, a request counter, or comparing a value from before an `await` with the
 * present one.
 */
const guards: Rule = ({ file, text }) =>
  ["store", "lab"].includes(folderOf(file))
    ? []
    : (withoutComments(text).match(
        /\bnew Latest\b|= \+\+this\.#?\w+|\bawait\b(?:(?!\n {2}\})[\s\S])*?\b(\w+) [!=]== this\.#?\1\b/g,
      ) ?? []);

/** What an address or a control wants has to pass the store as an action. */
const reducer: Rule = (source) =>
  source.file === "store/store.ts"
    ? []
    : importsOf(source).filter((from) => path.posix.basename(from) === "reducer.js");

/** Words between tags, and Korean letters anywhere. Text in <code> does not count. */
const words: Rule = ({ file, text }) => {
  const code = withoutComments(text);
  const hangul = code.match(/[가-힣]+/g) ?? [];
  if (!["words", "views", "element", "page", "course"].includes(folderOf(file))) return hangul;
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

const rules: readonly [name: string, wall: Rule, violation: Source][] = [
  [
    `the arrow ${IMPORT_ORDER.join(" → ")}`,
    importOrder,
    { file: "draw/scenes/data/pad.ts", text: 'import { words } from "../../../words/words.js";' },
  ],
  [
    "the fields of a spec depend only on the module",
    importOrder,
    { file: "spec/fields.ts", text: 'import { lessonNames } from "../lessons/lessons.js";' },
  ],
  [
    "the command line imports no views",
    importOrder,
    { file: "command/run.ts", text: 'import { draw } from "../draw/draw.js";' },
  ],
  ["only module imports the glue", glue, { file: "page/page.ts", text: 'import make from "#glue";' }],
  ["one file owns frames", frames, { file: "views/x.ts", text: "requestAnimationFrame(step);" }],
  [
    "drawings and time are pure functions of their arguments",
    pure,
    { file: "draw/paint/paint.ts", text: "const now = Date.now();" },
  ],
  [
    "the core computes every number that a reader sees",
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
    "only the store calls the reducer",
    reducer,
    { file: "element/x.ts", text: 'import { reduce } from "../store/reduce/reducer.js";' },
  ],
  [
    "all words are in the locales",
    words,
    { file: "views/x.ts", text: "html`<p class=a>Press the button</p>`" },
  ],
  [
    "all words of the course are in the locales",
    words,
    { file: "course/x.ts", text: "html`<p class=a>Press the button</p>`" },
  ],
];

describe.each(rules)("%s", (_name, wall, violation) => {
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
    [...IMPORT_ORDER, COMMAND, ...STANDALONE].sort(),
  );
});

/** Import cycles and what leads to them: what is left after files that import none of the others left are taken away. */
function importCycles(all: readonly Source[]): string[] {
  let left = all;
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const files = new Set(left.map(({ file }) => file));
    left = left.filter((source) => importedFiles(source).some((file) => files.has(file)));
  }
  return left.map(({ file }) => file);
}

const importedFiles = (source: Source): string[] =>
  importsOf(source)
    .filter((from) => from.startsWith("."))
    .map((from) => path.posix.join(path.posix.dirname(source.file), from).replace(/\.js$/, ".ts"));

test("no files import each other in a cycle", () => {
  expect(importCycles(sources)).toEqual([]);
  const cycle = [
    { file: "a.ts", text: 'import "./b.js";' },
    { file: "b.ts", text: 'const load = () => import("./a.js");' },
  ];
  expect(importCycles([...cycle, { file: "c.ts", text: "" }])).toEqual(["a.ts", "b.ts"]);
});
