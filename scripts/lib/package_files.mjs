/** What stands in dist/package beside the scripts: its package.json, its types, the licences, and what it was built with. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eigenVersion } from "./cmake.mjs";
import { elementManifest } from "./element_manifest.mjs";
import { distPackage, inRoot, tools } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";

const emitted = inRoot("build/types");

/**
 * What can be imported, by its file in dist/package: whose types it has, and whether it exports a default. Files stand where
 * their names say, so that tools which know no exports map find them too.
 * @type {Readonly<Record<string, { types: string, hasDefault?: boolean }>>}
 */
const ENTRIES = {
  index: { types: "module/index" },
  "heads-up": { types: "module/bare_entry", hasDefault: true },
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

/** The package.json of the published package: what users need from ours, and where its files are. */
function packageManifest() {
  const { name, version, description, keywords, license, author, type, engines } = readJson("package.json");
  return {
    ...{ name, version, description, keywords, license, author, type, engines },
    // Importing these does something; of all else a bundler keeps what is used.
    sideEffects: ["./element.js", "./element/define_*.js", "./widget.js", "./cli.js"],
    main: "./index.js",
    types: "./index.d.ts",
    bin: { [name]: "./cli.js" },
    customElements: "./custom-elements.json",
    exports: {
      ".": { node: entry("index.node"), default: entry("index") },
      "./heads-up.js": entry("heads-up"),
      "./single": entry("single"),
      "./element": entry("element"),
      "./element/class": entry("element/class"),
      "./widget": entry("widget"),
      "./heads-up.wasm": "./heads-up.wasm",
      "./custom-elements.json": "./custom-elements.json",
      "./lesson.schema.json": "./lesson.schema.json",
      "./package.json": "./package.json",
    },
    files: ["*.js", "*.d.ts", "element", "types", "heads-up.wasm", "*.json", "CHANGELOG.md", "LICENSE"],
  };
}

/**
 * Copies the declarations that an entry's types lead to, and no others: what the element is made of is nobody's business.
 * @param {string} name  below web/src, without its ending  @param {Set<string>} done
 */
function copyTypes(name, done) {
  if (done.has(name)) return;
  done.add(name);
  // An import for its effect has no types.
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

/** Ours, and those of what is built into our files. */
function writeLicences() {
  const parts = /** @type {const} */ ([
    ["fflate", "LICENSE", "part of files.js, single.js and widget.js"],
    ["lit", "LICENSE", "part of element and widget.js"],
    ["@huggingface/tokenizers", "LICENSE", "part of element and widget.js"],
    ["valibot", "LICENSE.md", "part of element and widget.js"],
  ]).map(([name, file, where]) => {
    const text = readFileSync(inRoot("node_modules", name, file), "utf8").trim();
    return `${name}, ${where}:\n\n${text}\n`;
  });
  const mpl = readFileSync(inRoot("docs/licences/MPL-2.0.txt"), "utf8").trim();
  const eigen = `Eigen, part of heads-up.wasm, unchanged, from https://eigen.tuxfamily.org:\n\n${mpl}\n\n`;
  const emscripten = "Emscripten, part of heads-up.js and heads-up.wasm: MIT, https://emscripten.org.\n";
  const own = readFileSync(inRoot("LICENSE"), "utf8");
  const rule = `\n${"-".repeat(72)}\n\n`;
  writeFileSync(`${distPackage}/LICENSE`, [own, ...parts, eigen + emscripten].join(rule));
}

/** With what the files were made; the same sources and the same versions give the same bytes. */
function buildInfo() {
  const { packages } = readJson("package-lock.json");
  const version = (/** @type {string} */ name) => packages[`node_modules/${name}`].version;
  const emscripten = outputOf("em++", ["--version"])?.match(/\d+\.\d+\.\d+/)?.[0];
  const inside = ["lit", "fflate", "@huggingface/tokenizers", "valibot"];
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

/** All of it, once the scripts are there. */
export async function writePackageFiles() {
  await writeTypes();
  copyFileSync(inRoot("build/module/heads-up.js"), `${distPackage}/heads-up.js`);
  writeLicences();
  writeJson("package.json", packageManifest());
  writeJson("custom-elements.json", await elementManifest());
  writeJson("build-info.json", buildInfo());
  copyFileSync(inRoot("web/public/lesson.schema.json"), `${distPackage}/lesson.schema.json`);
  for (const file of ["README.md", "CHANGELOG.md"]) copyFileSync(inRoot(file), `${distPackage}/${file}`);
}
