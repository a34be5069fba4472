/** Runs the fuzzing targets in JavaScript: Jazzer.js instruments bundles of tests/fuzz/js and gives them libFuzzer's bytes. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installPackages } from "../npm.mjs";
import { inRoot } from "../paths.mjs";
import { run } from "../run.mjs";
import { bindToOlderLibraries } from "./older_libraries.mjs";

const folder = inRoot("tests/fuzz/js");
const bundles = inRoot("build/fuzz_js");

/** The targets' names: "fuzz_address", "fuzz_boundary" … */
export const jsFuzzTargets = () =>
  readdirSync(folder).flatMap((file) => file.match(/^(fuzz_\w+)\.ts$/)?.[1] ?? []);

/** Installs Jazzer.js, unless the versions of the lock file are already installed. */
async function installFuzzer() {
  await installPackages(folder, "the fuzzer of the JavaScript targets");
  bindToOlderLibraries(
    path.join(
      folder,
      `node_modules/@jazzer.js/fuzzer/prebuilds/fuzzer-${process.platform}-${process.arch}.node`,
    ),
  );
}

/**
 * Keeps the URLs of the source files, so that they find the files beside them instead of those beside the bundle.
 * @type {import("vite").Plugin}
 */
const sourceUrls = {
  name: "heads-up:source-urls",
  transform: (code, id) =>
    code.includes("import.meta.") && !id.includes("node_modules")
      ? code
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
          .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(id)))
      : undefined,
};

/** Bundles every target with our code only, because packages and the glue should not be instrumented. */
async function bundle() {
  const { build } = await import("vite"); // imported here because the set-up may have only just installed it
  await build({
    configFile: false,
    logLevel: "warn",
    root: inRoot(),
    plugins: [sourceUrls],
    build: {
      ssr: true,
      target: "node20",
      outDir: bundles,
      emptyOutDir: true,
      rollupOptions: {
        input: Object.fromEntries(
          jsFuzzTargets().map((target) => [target, path.join(folder, `${target}.ts`)]),
        ),
        external: /^#/,
        output: { entryFileNames: "[name].mjs", chunkFileNames: "chunks/[name].mjs" },
      },
    },
  });
}

export async function buildJsFuzzTargets() {
  await installFuzzer();
  await bundle();
}

/**
 * Runs libFuzzer on a target with its options and folders.
 * @param {string} target
 * @param {readonly string[]} options
 * @param {{ quiet?: boolean }} [how]
 */
export function runJsFuzzTarget(target, options, how) {
  const jazzer = createRequire(path.join(folder, "package.json")).resolve("@jazzer.js/core/dist/cli.js");
  // Its bug detectors look for commands and files that a server might run, which does not apply here.
  const jazzerOptions = ["--includes", bundles, "--disableBugDetectors", ".*", "--timeout", "10000"];
  const isAsync = /export async function fuzz\b/.test(
    readFileSync(path.join(folder, `${target}.ts`), "utf8"),
  );
  if (!isAsync) jazzerOptions.push("--sync"); // several times faster
  const flags = options.filter((option) => option.startsWith("-"));
  const folders = options.filter((option) => !option.startsWith("-"));
  const args = [jazzer, path.join(bundles, `${target}.mjs`), ...jazzerOptions, ...folders, "--", ...flags];
  return run(process.execPath, args, how);
}
