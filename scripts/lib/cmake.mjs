/** Runs the C++ builds by preset. Ninja decides what is up to date. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { filesBelow, unlessFresh } from "./fresh.mjs";
import { inRoot, root } from "./paths.mjs";
import { CommandError, run } from "./run.mjs";

/** @param {string} preset */
export const configure = (preset) => run("cmake", ["--preset", preset], { quiet: true });

/** The last build of each preset. @type {Map<string, Promise<void>>} */
const building = new Map();

/**
 * Builds, after an earlier build of the same folder has ended. Builds of other folders run in parallel, because linking uses
 * only one core.
 * @param {string} configurePreset
 * @param {string} [buildPreset]
 * @param {string} [target]  default: all targets of the build preset
 */
export function buildCpp(configurePreset, buildPreset = configurePreset, target) {
  const only = target === undefined ? [] : ["--target", target];
  const built = (building.get(configurePreset) ?? Promise.resolve())
    .catch(() => {}) // its own caller gets the error
    .then(() => configure(configurePreset))
    .then(() => run("cmake", ["--build", "--preset", buildPreset, ...only], { quiet: true }));
  building.set(configurePreset, built);
  return built;
}

/** Prints a warning in place of CMake's, which is hidden with the rest of its output. */
function warnWithoutFusedTile() {
  const cache = readFileSync(inRoot("build/wasm/CMakeCache.txt"), "utf8");
  if (/^HEADSUP_FUSED_TILE_COMPILER:/m.test(cache)) return;
  console.log(
    "Built without the relaxed-SIMD tile, so layers are slower in Chromium and Firefox: it needs clang++ and wasm-ld 18 or newer (Debian: apt-get install clang-19 lld-19)",
  );
}

/** Minifies the generated glue, which the package ships as it is. @param {string} code */
async function minified(code) {
  const { transform } = await import("esbuild"); // imported here because the set-up may have only just installed it
  return Buffer.from((await transform(code, { minify: true, format: "esm", target: "es2022" })).code);
}

/** Builds the WebAssembly modules into build/module, where `#glue` points; returns whether anything changed. */
export async function buildModule() {
  await buildCpp("wasm", "module");
  warnWithoutFusedTile();
  mkdirSync(inRoot("build/module"), { recursive: true });
  const names = ["heads-up", "heads-up-page", "heads-up-training", "heads-up-python"];
  const changed = names
    .flatMap((name) => [`${name}.js`, `${name}.wasm`])
    .map(async (file) => {
      const built = readFileSync(inRoot("build/wasm/module", file));
      const content = file.endsWith(".js") ? await minified(built.toString()) : built;
      const to = inRoot("build/module", file);
      if (existsSync(to) && readFileSync(to).equals(content)) return false;
      writeFileSync(to, content);
      return true;
    });
  return (await Promise.all(changed)).includes(true);
}

/** The version of Eigen that is compiled into the module, as stated in its headers; undefined if it is not found there. */
export function eigenVersion() {
  const cache = readFileSync(inRoot("build/wasm/CMakeCache.txt"), "utf8");
  const folder = cache.match(/^HEADSUP_EIGEN_DIR:INTERNAL=(.+)$/m)?.[1];
  const files = ["Eigen/Version", "Eigen/src/Core/util/Macros.h"].map((file) => `${folder}/${file}`);
  const text = files.flatMap((file) => (existsSync(file) ? [readFileSync(file, "utf8")] : [])).join("\n");
  const numberOf = (/** @type {string} */ part) =>
    text.match(new RegExp(`define EIGEN_${part}_VERSION (\\d+)`))?.[1];
  // 3.4 is WORLD 3, MAJOR 4. Eigen 5 has a PATCH, and its WORLD is still 3 but not part of the version.
  const names = numberOf("PATCH") === undefined ? ["WORLD", "MAJOR", "MINOR"] : ["MAJOR", "MINOR", "PATCH"];
  const numbers = names.map(numberOf);
  return numbers.includes(undefined) ? undefined : numbers.join(".");
}

/** The programs of tests/fuzz: "fuzz_files", "fuzz_ops" … */
export const fuzzTargets = () =>
  readdirSync(inRoot("tests/fuzz")).flatMap((file) => file.match(/^(fuzz_\w+)\.cpp$/)?.[1] ?? []);

/** The project's C++ files, without headers in node_modules that come with the fuzzer of the JavaScript targets. */
export const cppFiles = () =>
  ["cpp", "examples", "tests/cpp", "tests/fuzz", "tests/bench/native"]
    .flatMap((folder) => filesBelow(inRoot(folder)))
    .filter((file) => /\.(h|cpp)$/.test(file) && !file.includes("/node_modules/"));

/**
 * Checks every source of the native build, several in one unit as they are compiled, because most of the time goes into the
 * headers that they share. A unit is checked again when one of its sources or any header has changed.
 */
export async function clangTidy() {
  const folder = inRoot("build/tidy");
  const options = ["-DCMAKE_UNITY_BUILD_BATCH_SIZE=8", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"];
  await run("cmake", ["--preset", "native", "-B", folder, ...options], { quiet: true });
  await run("cmake", ["--build", folder, "--target", "headsup_corpus"], { quiet: true });
  /** @type {{ file: string }[]} */
  const commands = JSON.parse(readFileSync(path.join(folder, "compile_commands.json"), "utf8"));
  const headers = cppFiles().filter((file) => file.endsWith(".h"));
  const queue = commands.map(({ file }) => path.relative(root, file));
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let unit = queue.pop(); unit !== undefined; unit = queue.pop()) {
      const text = readFileSync(inRoot(unit), "utf8");
      const sources = [...text.matchAll(/^#include "(\/.*\.cpp)"$/gm)].map(([, file = ""]) => file);
      const inputs = [
        unit,
        ".clang-tidy",
        ...[...sources, ...headers].map((file) => path.relative(root, file)),
      ];
      const step = () => run("clang-tidy", ["-p", folder, "--quiet", unit], { quiet: true });
      await unlessFresh(`tidy/${unit.replaceAll("/", ".")}`, { inputs, outputs: [], step }).catch(() =>
        failed.push(unit, ...sources),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, worker));
  const names = failed.map((file) => path.relative(root, file));
  if (names.length > 0) throw new CommandError(`clang-tidy objects to something in ${names.join(", ")}`);
}
