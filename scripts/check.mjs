/**
 * `npm run check`: format, lint, types, links, references, the package, sizes and the ledger of lines. Runs all checks before
 * it reports; names choose some of them: `npm run check -- types links`. With `--fix` (`npm run format`) it corrects what a
 * tool can correct instead.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "./build.mjs";
import { budgets } from "./lib/budgets.mjs";
import { clangTidy, configure, cppFiles } from "./lib/cmake.mjs";
import { filesBelow } from "./lib/fresh.mjs";
import { ledger } from "./lib/ledger.mjs";
import { pack } from "./lib/npm.mjs";
import { distPackage, inRoot, root, tools } from "./lib/paths.mjs";
import { references, writeReferences } from "./lib/references.mjs";
import { CommandError, main, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const node = (/** @type {string[]} */ ...args) => run(process.execPath, args);

async function types() {
  await node(tools.tsc, "--project", ".");
  await node(tools.tsc, "--project", "web/src/offline");
}

/** Relative links in the documents lead to files that exist. */
async function links() {
  const roots = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "examples"];
  const pages = roots.flatMap((start) => filesBelow(inRoot(start))).filter((file) => file.endsWith(".md"));
  const dead = pages.flatMap((page) => {
    const text = readFileSync(page, "utf8").replace(/```[\s\S]*?```/g, "");
    return [...text.matchAll(/\]\(<?([^)>\s]+)>?[^)]*\)/g)]
      .map(([, target = ""]) => target.replace(/#.*$/, ""))
      .filter((target) => target !== "" && !/^[a-z]+:/i.test(target))
      .filter((target) => !existsSync(path.resolve(path.dirname(page), decodeURIComponent(target))))
      .map((target) => `${path.relative(root, page)}: ${target} does not exist`);
  });
  if (dead.length > 0) throw new CommandError(dead.join("\n"));
}

/** The reference of the C++ library, build/docs/html/index.html; a public name without a description is an error. */
async function cppReference() {
  await configure("native"); // puts the public headers in place
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  process.env.HEADSUP_VERSION = version;
  mkdirSync(inRoot("build/docs"), { recursive: true });
  await run("doxygen", ["docs/Doxyfile"]);
}

/**
 * The packed package: its package.json must be right, and its types must be found in every mode of module resolution. It is
 * ESM only, which `require` in newer versions of Node also accepts.
 */
async function packedPackage() {
  const { publint } = await import("publint");
  const { formatMessage } = await import("publint/utils");
  const tarball = await pack(inRoot("build/pack"));
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  const texts = messages.map((message) => formatMessage(message, pkg) ?? message.code);
  if (texts.length > 0) throw new CommandError(`publint objects to ${distPackage}:\n${texts.join("\n")}`);
  const notCode = ["heads-up.wasm", "heads-up-training.wasm", "heads-up-python.wasm", "custom-elements.json"];
  const rules = ["--ignore-rules", "cjs-resolves-to-esm", "--exclude-entrypoints", ...notCode];
  await node(tools.attw, tarball, "--no-emoji", "--format", "table-flipped", ...rules);
}

/** @type {Record<string, () => Promise<unknown>>} */
const checks = {
  build, // first, because tests import the built package and its types
  "clang-format": () => run("clang-format", ["--dry-run", "-Werror", ...cppFiles()]),
  "clang-tidy": clangTidy,
  biome: () => node(tools.biome, "check", "--error-on-warnings", "--max-diagnostics=100"),
  types,
  links,
  docs: cppReference,
  references,
  package: packedPackage,
  sizes: budgets,
  lines: ledger,
};

async function fix() {
  await run("clang-format", ["-i", ...cppFiles()]);
  await node(tools.biome, "check", "--write");
  await writeReferences();
}

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => name !== "--fix" && !(name in checks));
  if (unknown) throw new CommandError(`no check ${unknown}; there are ${Object.keys(checks).join(", ")}`);
  await setUp("check");
  if (names.includes("--fix")) return fix();
  const failed = [];
  for (const [name, check] of Object.entries(checks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const start = performance.now();
    console.log(`\n== ${name}`);
    try {
      await check();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      failed.push(name);
    }
    console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  console.log(failed.length === 0 ? "\nEvery check passed" : `\nFailed: ${failed.join(", ")}`);
  if (failed.length > 0) process.exitCode = 1;
});
