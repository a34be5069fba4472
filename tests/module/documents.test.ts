/**
 * Every code block of README and docs: TypeScript, JavaScript and scripts in HTML are type-checked against the packed
 * package, calls of the core are also run, C++ is compiled, Python parsed, and commands must exist.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { distPackage, inRoot } from "../../scripts/lib/paths.mjs";
import { references } from "../../scripts/lib/references.mjs";
import { installed } from "./packed.js";

interface Block {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

const markdown = ["README.md", ...readdirSync(inRoot("docs")).map((name) => `docs/${name}`)].filter((file) =>
  file.endsWith(".md"),
);
const blocks: readonly Block[] = markdown.flatMap((file) =>
  [...readFileSync(inRoot(file), "utf8").matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(
    ([, language = "", text = ""]) => ({ file, language, text }),
  ),
);
const inLanguage = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));

let folder: string;
beforeAll(() => {
  folder = installed();
}, 60_000);

test("every block names a language that one of these tests checks", () => {
  expect(blocks.length).toBeGreaterThan(30);
  const known = ["cmake", "cpp", "css", "html", "js", "json", "jsonc", "python", "sh", "ts"];
  // The only block without a language is the query of an address.
  const others = blocks.filter(({ language }) => !known.includes(language));
  expect(others.map(({ file, text }) => `${file} ${text.trim().slice(0, 8)}`)).toEqual([
    "README.md ?lesson=",
  ]);
});

/** The module scripts of a page, and any other script. */
const scripts = ({ language, text }: Block): string[] =>
  language === "html"
    ? [...text.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(([, script = ""]) => script)
    : [text];

/** Imports the package by its name; a page without a build imports it by its path. */
const byName = (script: string): string =>
  script.replaceAll('"./heads-up-attention/', '"heads-up-attention/');

/** Declarations that blocks rely on, by name. */
const GIVEN: Readonly<Record<string, string>> = {
  hu: "declare const hu: import('heads-up-attention').HeadsUp;",
  spec: 'declare const spec: import("heads-up-attention").LessonSpec;',
  trainer: "declare const trainer: import('heads-up-attention').Trainer;",
  element: "declare const element: HTMLElement;",
  bytes: "declare const bytes: Uint8Array;",
  process: "declare const process: { readonly env: Readonly<Record<string, string>> };",
  skipWaiting: "declare const skipWaiting: () => void;",
  registration: "declare const registration: { unregister(): Promise<boolean> };",
  addEventListener:
    "declare function addEventListener(type: 'message' | 'install' | 'activate', listener: (event: any) => void): void;",
};

const given = (script: string): string =>
  Object.entries(GIVEN)
    .filter(([name]) => new RegExp(`(?<![.\\w"-])${name}\\b`).test(script))
    .filter(([name]) => !new RegExp(`(const|let|\\{|,) ${name}\\b[^;]*=`).test(script))
    .map(([, declaration]) => declaration)
    .join("\n");

/** What Node declares besides. */
const AMBIENT = `
declare module "node:fs/promises" { export function readFile(name: string): Promise<Uint8Array>; }
`;

/** A program that assigns the documented lesson files to the element; importing it declares its events as well. */
function lessonFiles(): string {
  const documented = inLanguage("json").filter(({ file }) => file === "docs/lesson-file.md");
  expect(documented.length).toBeGreaterThan(0);
  const files = [
    ...documented.map(({ text }) => text),
    readFileSync(inRoot("examples/own-lesson/lesson.json"), "utf8"),
  ];
  return [
    'import "heads-up-attention/element";',
    'const element = document.createElement("heads-up");',
    ...files.map((text) => `element.ownLesson = ${text};`),
  ].join("\n");
}

test("TypeScript, JavaScript and the scripts of pages are valid programs of the package", () => {
  const files = inLanguage("ts", "js", "html").flatMap((block, i) =>
    scripts(block).map((script, j) => {
      const name = `${path.basename(block.file, ".md")}_${i}_${j}.mts`;
      writeFileSync(path.join(folder, name), `${given(script)}\n${byName(script)}\nexport {};\n`);
      return name;
    }),
  );
  expect(files.length).toBeGreaterThan(8);
  writeFileSync(path.join(folder, "ambient.d.ts"), AMBIENT);
  writeFileSync(path.join(folder, "lesson_files.mts"), lessonFiles());
  const compilerOptions = {
    ...{ noEmit: true, strict: true, types: [], target: "es2022", lib: ["es2023", "dom", "dom.iterable"] },
    ...{ module: "esnext", moduleResolution: "bundler", skipLibCheck: true },
  };
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: [...files, "ambient.d.ts", "lesson_files.mts"] }),
  );
  const tsc = inRoot("node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "--project", "."], { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe("");
}, 90_000);

describe("the documented calls of the core give what their comments say", () => {
  const own = [...inLanguage("html"), ...inLanguage("ts")].flatMap((block) =>
    scripts(block)
      .filter(
        (script) => /import .*heads-up(\.js)?"/.test(script) || /import .*"heads-up-attention"/.test(script),
      )
      .filter((script) => !/element|readFile|fetch/.test(script))
      .map((script, i) => ({ name: `${block.file} ${i}`, script: byName(script) })),
  );
  test("README and the module's page contain such calls", () => {
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(["README.md 0", "docs/module.md 0"]));
  });
  test.each(own)("$name", ({ name, script }) => {
    const file = path.join(folder, `${name.replace(/\W/g, "_")}.mjs`);
    writeFileSync(file, script);
    const { stderr, status } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });
});

test("README's page needs five lines, and is the first HTML block", () => {
  const [first] = inLanguage("html");
  expect(first?.file).toBe("README.md");
  const [script = ""] = scripts(first ?? expect.fail("no page"));
  expect(script.trim().split("\n")).toHaveLength(5);
  for (const name of ["pad(", "paddingMask(", "causalMask(", "new MultiHeadAttention("])
    expect(script).toContain(name);
});

/** The includes and names that C++ blocks may use: LIBRARY for public headers, OWN_SOURCES for the core's sources. */
const LIBRARY = `#include <headsup/headsup.h>
using namespace headsup;
namespace documents {
#define GIVEN [[maybe_unused]] const Tensor& table, [[maybe_unused]] const MultiHeadWeights& weights, \\
  [[maybe_unused]] Trainer& trainer, [[maybe_unused]] const Tensor& x, [[maybe_unused]] const Trace& trace
`;
const OWN_SOURCES = `#include <headsup/headsup.h>
#include <cmath>
#include "tensor/elementary.h"
#include "operations/axes.h"
using namespace headsup;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
namespace documents {
#define GIVEN [[maybe_unused]] const Row& x, [[maybe_unused]] const Row& weight, [[maybe_unused]] const Row& bias, \\
  [[maybe_unused]] double eps, [[maybe_unused]] Row& y, [[maybe_unused]] Row& dx, [[maybe_unused]] const Row& dy, \\
  [[maybe_unused]] const float* a, [[maybe_unused]] float* out, [[maybe_unused]] const Matrix& columns, \\
  [[maybe_unused]] Eigen::Index m, [[maybe_unused]] Eigen::Index n, [[maybe_unused]] Eigen::Index k, \\
  [[maybe_unused]] Eigen::Index row_stride
`;

/** Compiles each block as the body of a function. */
function compiled(head: string, bodies: readonly Block[], ...include: string[]): string {
  // The inner block allows a body to redeclare the given names.
  const functions = bodies.map(({ text }, i) => `void block_${i}(GIVEN) {\n{\n${text}\n}\n}`);
  const flags = ["-std=c++20", "-fsyntax-only", ...include.flatMap((one) => ["-I", one]), "-x", "c++", "-"];
  const input = `${head}${functions.join("\n")}\n}\n`;
  return spawnSync("c++", flags, { input, encoding: "utf8" }).stderr;
}

test("C++ compiles against the public headers, and docs/eigen.md against the core's sources", () => {
  const isOwn = ({ file }: Block) => file === "docs/eigen.md";
  const [own, others] = [inLanguage("cpp").filter(isOwn), inLanguage("cpp").filter((one) => !isOwn(one))];
  expect([own.length, others.length].every((count) => count > 2)).toBe(true);
  expect(compiled(LIBRARY, others, inRoot("cpp/include"))).toBe("");
  const cache = readFileSync(inRoot("build/wasm/CMakeCache.txt"), "utf8");
  const eigen = /^HEADSUP_EIGEN_DIR:INTERNAL=(.+)$/m.exec(cache)?.[1] ?? "";
  expect(compiled(OWN_SOURCES, own, inRoot("cpp"), inRoot("cpp/include"), eigen)).toBe("");
}, 90_000);

test("Python has no syntax errors", () => {
  const texts = inLanguage("python").map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(3);
  const program = "import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)";
  execFileSync("python3", ["-c", program], { input: JSON.stringify(texts) });
});

test("every JSON example parses", () => {
  const parsed = inLanguage("json").map(({ text }) => JSON.parse(text));
  expect(parsed.length).toBeGreaterThan(0);
});

test("commands name existing scripts, presets and files", () => {
  const npmScripts = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).scripts;
  const presets = readFileSync(inRoot("CMakePresets.json"), "utf8");
  const lines = inLanguage("sh").flatMap(({ text }) => text.split("\n"));
  const commands = lines.flatMap((line) => line.replace(/ #.*$/, "").split("&&")).map((one) => one.trim());
  expect(commands.filter(Boolean).length).toBeGreaterThan(20);
  for (const command of commands.filter(Boolean)) {
    const script = /^npm (?:run )?(start|test|(?<=run )[\w-]+)/.exec(command)?.[1];
    if (script) expect(npmScripts, command).toHaveProperty([script]);
    for (const [, preset] of command.matchAll(/--preset (\S+)/g))
      expect(presets).toContain(`"name": "${preset}"`);
    for (const [file] of command.matchAll(/(?<=^|\s)(tests|scripts|docs|examples)\/[\w./-]+/g))
      expect(existsSync(inRoot(file.split(":")[0] ?? "")), command).toBe(true);
  }
});

test("the command line's examples run", () => {
  const spec = { lesson: "masked-multi-head", sequences: [[1, 2, 3]], vocabSize: 5, dModel: 8, numHeads: 2 };
  writeFileSync(path.join(folder, "spec.json"), JSON.stringify(spec));
  const example = readFileSync(inRoot("examples/own-lesson/lesson.json"), "utf8");
  for (const id of ["lesson", "first", "second"])
    writeFileSync(path.join(folder, `${id}.json`), JSON.stringify({ ...JSON.parse(example), id }));
  writeFileSync(path.join(folder, "attention.py"), "import torch\nprint(torch.ones(2).softmax(0))\n");
  for (const name of ["heads-up.html", "course.zip"])
    copyFileSync(inRoot("dist", name), path.join(folder, name));
  const examples = inLanguage("sh")
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => line.startsWith("npx heads-up-attention") && !line.includes("layer.safetensors"));
  expect(examples.length).toBeGreaterThan(5);
  for (const line of examples) {
    // Two training steps are enough here.
    const short = line.replace("npx heads-up-attention", "node_modules/.bin/heads-up-attention");
    const command = short.replace(" train copy", " train copy --steps 2").replace("0,3,5", "0,2,5");
    const { stderr, status } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect(stderr, line).toBe("");
    expect(status, line).toBe(0);
  }
}, 90_000);

test("the element's styles parse, and CMake's lines occur in projects that are built", () => {
  const [styles, cmake] = [inLanguage("css"), inLanguage("cmake")];
  expect(Math.min(styles.length, cmake.length)).toBeGreaterThan(0);
  for (const { text } of styles) expect(text.split("{")).toHaveLength(text.split("}").length);
  const projects = ["examples/CMakeLists.txt", "tests/install/sources/CMakeLists.txt"]
    .map((file) => readFileSync(inRoot(file), "utf8"))
    .join("\n");
  for (const { text } of cmake)
    for (const [command] of text.matchAll(/^(?:find_package|FetchContent_\w+)\(HeadsUp/gm))
      expect(projects, command).toContain(command);
});

test("the references match those generated from the source", async () => {
  await expect(references()).resolves.toBeUndefined();
});

test("the folder dist/package installs without a registry", () => {
  const project = mkdtempSync(path.join(folder, "linked-"));
  const options = ["--offline", "--no-audit", "--no-fund", "--prefix", project];
  execFileSync("npm", ["install", ...options, distPackage], { cwd: project, stdio: "ignore" });
  const program = 'import { load } from "heads-up-attention"; console.log(typeof (await load()).run);';
  writeFileSync(path.join(project, "use.mjs"), program);
  expect(execFileSync(process.execPath, ["use.mjs"], { cwd: project, encoding: "utf8" })).toBe("function\n");
}, 60_000);

test("links in the package's documents lead to files in the package", () => {
  const root = path.join(folder, "node_modules/heads-up-attention");
  const pages = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".md"),
  );
  expect(pages).toEqual(
    expect.arrayContaining(["README.md", "CHANGELOG.md", "docs/api.md", "docs/module.md"]),
  );
  const dead = pages.flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8").replace(/^```.*?^```/gms, "");
    return [...text.matchAll(/\]\((?!#|[a-z]+:)([^)\s#]+)/gi)]
      .map(([, target = ""]) => path.join(root, path.dirname(file), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${file}: ${target}`);
  });
  expect(dead).toEqual([]);
});
