/** Writes the files of dist/package besides the scripts: package.json, types, licences, and the versions of the build. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eigenVersion } from "./cmake.mjs";
import { licenceText } from "./licences/licences.mjs";
import { distPackage, inRoot, tools } from "./paths.mjs";
import { elementManifest } from "./references.mjs";
import { outputOf, run } from "./run.mjs";

const emitted = inRoot("build/types");

/**
 * The files of dist/package that can be imported: where their types come from, and whether they have a default export. The
 * path of a file is the path of its import, so that tools without support for `exports` find it too.
 * @type {Readonly<Record<string, { types: string, hasDefault?: boolean }>>}
 */
const ENTRIES = {
  index: { types: "module/index" },
  "heads-up": { types: "module/bare_entry", hasDefault: true },
  "heads-up-training": { types: "module/training/bare_entry", hasDefault: true },
  "heads-up-python": { types: "module/python/bare_entry", hasDefault: true },
  "index.node": { types: "module/index.node" },
  single: { types: "module/index" },
  element: { types: "package/element" },
  "element/class": { types: "package/element_class" },
  widget: { types: "package/widget", hasDefault: true },
};

/** @param {string} file */
const entry = (file) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(inRoot(file), "utf8"));

/** The package.json of the published package: the fields of ours that users need, and the paths of its files. */
function packageManifest() {
  const { name, version, description, keywords, license, author, type, engines, homepage, repository } =
    readJson("package.json");
  return {
    // The last two are undefined as long as the project has no public repository.
    ...{ name, version, description, keywords, license, author, type, engines, homepage, repository },
    // Importing these files has side effects; bundlers may drop all other unused files.
    sideEffects: ["./element.js", "./element/beside.js", "./element/authoring.js", "./widget.js", "./cli.js"],
    main: "./index.js",
    types: "./index.d.ts",
    bin: { [name]: "./cli.js" },
    customElements: "./custom-elements.json",
    exports: {
      ".": { node: entry("index.node"), default: entry("index") },
      "./heads-up.js": entry("heads-up"),
      "./heads-up-training.js": entry("heads-up-training"),
      "./heads-up-python.js": entry("heads-up-python"),
      "./single": entry("single"),
      "./element": entry("element"),
      "./element/class": entry("element/class"),
      "./widget": entry("widget"),
      "./heads-up.wasm": "./heads-up.wasm",
      "./heads-up-training.wasm": "./heads-up-training.wasm",
      "./heads-up-python.wasm": "./heads-up-python.wasm",
      "./custom-elements.json": "./custom-elements.json",
      "./lesson.schema.json": "./lesson.schema.json",
      "./package.json": "./package.json",
    },
    files: ["*.js", "*.d.ts", "element", "types", "*.wasm", "*.json", "docs", "CHANGELOG.md", "LICENSE"],
  };
}

/**
 * Copies only the declarations that an entry's types import, because the element's parts are not public.
 * @param {string} name  the path below web/src, without the extension  @param {Set<string>} done
 */
function copyTypes(name, done) {
  if (done.has(name)) return;
  done.add(name);
  // Removes imports for side effects, which have no types.
  const text = readFileSync(path.join(emitted, `${name}.d.ts`), "utf8").replace(/^import "[^"]+";\n/gm, "");
  const to = path.join(distPackage, "types", `${name}.d.ts`);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, text);
  for (const [, from = ""] of text.matchAll(/from "(\.[^"]+)\.js"/g))
    copyTypes(path.posix.join(path.posix.dirname(name), from), done);
}

async function writeTypes() {
  rmSync(emitted, { recursive: true, force: true });
  await run(process.execPath, [tools.tsc, "--project", "web/src/package"]);
  const done = new Set();
  for (const [file, { types, hasDefault }] of Object.entries(ENTRIES)) {
    copyTypes(types, done);
    const from = `"${path.posix.relative(path.posix.dirname(file), `types/${types}.js`).replace(/^(?!\.)/, "./")}"`;
    const text = `export * from ${from};\n${hasDefault ? `export { default } from ${from};\n` : ""}`;
    writeFileSync(path.join(distPackage, `${file}.d.ts`), text);
  }
}

/**
 * The versions with which the files were built. The same sources and versions give the same bytes.
 * @param {readonly string[]} inside  the bundled npm packages
 */
function buildInfo(inside) {
  const { packages } = readJson("package-lock.json");
  const version = (/** @type {string} */ name) => packages[`node_modules/${name}`].version;
  const emscripten = outputOf("em++", ["--version"])?.match(/\d+\.\d+\.\d+/)?.[0];
  return {
    version: readJson("package.json").version,
    core: { emscripten, eigen: eigenVersion() },
    inside: Object.fromEntries(inside.map((name) => [name, version(name)])),
    tools: Object.fromEntries(
      ["vite", "esbuild", "rollup", "typescript"].map((name) => [name, version(name)]),
    ),
  };
}

/** @param {string} name  @param {unknown} value */
const writeJson = (name, value) =>
  writeFileSync(`${distPackage}/${name}`, `${JSON.stringify(value, null, 2)}\n`);

/** The shipped documents; decision records and guides for instructors, in subfolders of docs, are not shipped. */
const shipped = () => [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(inRoot("docs"))
    .filter((file) => /\.(md|png|svg)$/.test(file))
    .map((file) => `docs/${file}`),
];

/**
 * Links to files that are not shipped become plain text with the file's path in the repository. Code blocks are not changed.
 * @param {string} text  @param {string} file  its path  @param {ReadonlySet<string>} files  the shipped files
 */
function withoutDeadLinks(text, file, files) {
  return text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) =>
      part.startsWith("```")
        ? part
        : part.replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, words, href) => {
            if (/^([a-z]+:|#)/i.test(href)) return whole;
            const to = path.posix.join(path.posix.dirname(file), href.replace(/#.*/, ""));
            if (files.has(to)) return whole;
            return words.includes(path.posix.basename(to)) ? words : `${words} (\`${to}\` in the repository)`;
          }),
    )
    .join("");
}

/** README, CHANGELOG and docs, without links to files that are not shipped. */
function writePackageDocs() {
  const files = new Set([...shipped(), "LICENSE"]);
  rmSync(`${distPackage}/docs`, { recursive: true, force: true });
  mkdirSync(`${distPackage}/docs`, { recursive: true });
  for (const file of shipped()) {
    const to = path.join(distPackage, file);
    if (!file.endsWith(".md")) copyFileSync(inRoot(file), to);
    else writeFileSync(to, withoutDeadLinks(readFileSync(inRoot(file), "utf8"), file, files));
  }
}

/**
 * Writes all these files, after the scripts.
 * @param {import("./licences/licences.mjs").Packages} bundled  the npm packages of which the scripts contain modules
 */
export async function writePackageFiles(bundled) {
  await writeTypes();
  for (const glue of ["heads-up.js", "heads-up-training.js", "heads-up-python.js"])
    copyFileSync(inRoot("build/module", glue), `${distPackage}/${glue}`);
  writeFileSync(`${distPackage}/LICENSE`, licenceText(bundled));
  writeJson("package.json", packageManifest());
  writeJson("custom-elements.json", await elementManifest());
  writeJson("build-info.json", buildInfo([...bundled.keys()].sort()));
  copyFileSync(inRoot("web/public/lesson.schema.json"), `${distPackage}/lesson.schema.json`);
  writePackageDocs();
}
