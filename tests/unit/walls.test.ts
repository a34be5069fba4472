/** The walls of the page's source: which folder may know which, and who may do what. tests/cpp has those of the core. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

interface Source {
  /** Below web/src, such as "draw/scenes/attention/softmax.ts". */
  readonly file: string;
  readonly text: string;
}
/** What a file does that it must not, one line each. */
type Wall = (source: Source) => string[];

/** Each folder may import the ones before it, and nothing points back. */
const ARROW = [
  "module",
  "spec",
  "timeline",
  "draw",
  "lessons",
  "elements",
  "package",
  "page",
  "course",
  "gallery",
];
/** The command line stands on the module alone, and nobody stands on it. */
const COMMAND = "command";
/** The service worker's registration: the page calls it, it knows nobody. */
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
      if (here === COMMAND || there === COMMAND) return there !== "module";
      return ASIDE.includes(here) || ARROW.indexOf(there) > ARROW.indexOf(here);
    })
    .map((there) => `imports ${there}`);
};

const glue: Wall = (source) =>
  folderOf(source.file) === "module"
    ? []
    : importsOf(source).filter((from) => from.startsWith("#glue") || from.includes("build/module"));

const frames: Wall = ({ file, text }) =>
  file === "timeline/player.ts" ? [] : (withoutComments(text).match(/requestAnimationFrame/g) ?? []);

const IMPURE =
  /\b(?:document|window|globalThis|performance|navigator|localStorage|fetch|setTimeout|Date)\b|Math\.random/g;
const pure: Wall = ({ file, text }) =>
  ["draw", "timeline"].includes(folderOf(file)) && file !== "timeline/player.ts"
    ? (withoutComments(text).match(IMPURE) ?? [])
    : [];

/** Words between tags, and letters of another alphabet anywhere. Code in <code> is no sentence. */
const words: Wall = ({ file, text }) => {
  const code = withoutComments(text);
  const hangul = code.match(/[가-힣]+/g) ?? [];
  if (!["elements", "page"].includes(folderOf(file))) return hangul;
  const templates = [...code.matchAll(/html`([^`]*)`/g)].map(([, inside = ""]) =>
    inside.replace(/\$\{[^{}]*\}/g, ""),
  );
  const shown = templates.flatMap((html) =>
    [...html.matchAll(/>([^<>]*)</g)].map(([, said = ""]) => said.trim()),
  );
  return [
    ...hangul,
    ...shown.filter((said) => /[A-Za-z]{2,}\s+[A-Za-z]{2,}/.test(said) && !/[{}=]/.test(said)),
  ];
};

const walls: readonly [name: string, wall: Wall, violation: Source][] = [
  [
    `the arrow ${ARROW.join(" → ")}`,
    arrow,
    { file: "draw/scenes/data/pad.ts", text: 'import { words } from "../../../elements/words.js";' },
  ],
  [
    "the fields of a spec know the module alone",
    arrow,
    { file: "spec/fields.ts", text: 'import { lessonNames } from "../lessons/lessons.js";' },
  ],
  [
    "the command line stands on the module alone",
    arrow,
    { file: "command/run.ts", text: 'import { draw } from "../draw/draw.js";' },
  ],
  ["only module imports the glue", glue, { file: "page/page.ts", text: 'import make from "#glue";' }],
  ["one file owns frames", frames, { file: "elements/x.ts", text: "requestAnimationFrame(step);" }],
  [
    "drawings and time are functions of what they are given",
    pure,
    { file: "draw/paint/paint.ts", text: "const now = Date.now();" },
  ],
  [
    "all words stand in the locales",
    words,
    { file: "elements/x.ts", text: "html`<p class=a>Press the button</p>`" },
  ],
];

describe.each(walls)("%s", (_name, wall, violation) => {
  test("holds", () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.flatMap((source) => wall(source).map((what) => `${source.file}: ${what}`))).toEqual([]);
  });
  test("would be seen broken", () => {
    expect(wall(violation)).not.toEqual([]);
  });
});

test("every folder has its place in the arrow", () => {
  expect([...new Set(sources.map(({ file }) => folderOf(file)))].sort()).toEqual(
    [...ARROW, COMMAND, ...ASIDE].sort(),
  );
});
