/**
 * Installs what a command needs and the machine lacks: system packages by apt, npm packages by `npm ci`. Uses only modules
 * of Node, and does not use the network if nothing is missing.
 *
 *   node scripts/setup.mjs [build|test|check …]     (these three by default)
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { hasFastBlas, torchVersion } from "./lib/bench/engines.mjs";
import {
  findChromium,
  findFirefox,
  findHeadlessShell,
  findWebKitDriver,
  findXvfb,
  hasWebKit,
} from "./lib/browsers.mjs";
import { installPackages } from "./lib/npm.mjs";
import { root } from "./lib/paths.mjs";
import { CommandError, main, outputOf, run } from "./lib/run.mjs";

/**
 * What is needed, the commands that need it, Debian's packages, and how to get it without apt. "(optional)" is what the build
 * works without: CMake downloads a pinned version or omits a part.
 */
const TABLE = `
CMake 3.21 or newer    | build test check fuzz coverage | cmake             | brew install cmake
Ninja                  | build test check fuzz coverage | ninja-build       | brew install ninja
Emscripten             | build test check               | emscripten        | git clone https://github.com/emscripten-core/emsdk.git ~/emsdk && ~/emsdk/emsdk install latest && ~/emsdk/emsdk activate latest && source ~/emsdk/emsdk_env.sh
Clang and LLD 18 (optional) | build test check          | clang-19 lld-19   | brew install llvm && export PATH="$(brew --prefix llvm)/bin:$PATH"
Eigen (optional)       | build test check fuzz coverage | libeigen3-dev     | brew install eigen
nlohmann/json (optional) | build test check fuzz coverage | nlohmann-json3-dev | brew install nlohmann-json
Catch2 (optional)      | build test check fuzz coverage | catch2            | brew install catch2
a C++ compiler         | test check bench               | g++               | xcode-select --install
libzip                 | test check fuzz coverage       | libzip-dev        | brew install libzip
Chromium               | test check bench chromium      | chromium          | brew install --cask chromium        (or: export CHROMIUM=/path/to/it)
Chromium without windows (optional) | test              | chromium-headless-shell | not needed: the tests take longer without it
Firefox                | test bench                     | firefox-esr       | brew install --cask firefox         (or: export FIREFOX=/path/to/it)
WebKit's driver and a screen for it | test bench        | webkit2gtk-driver xvfb | install WebKitWebDriver (WebKitGTK) and Xvfb by your system's packages
a Korean font          | test                           | fontconfig fonts-noto-cjk | install the font Noto Sans CJK
clang-format           | check                          | clang-format      | brew install clang-format
clang-tidy             | check                          | clang-tidy        | brew install llvm && export PATH="$(brew --prefix llvm)/bin:$PATH"
Doxygen                | check                          | doxygen           | brew install doxygen
Clang with its run-time libraries | fuzz coverage       | clang libclang-rt-dev | brew install llvm && export PATH="$(brew --prefix llvm)/bin:$PATH"
llvm-cov and llvm-profdata | coverage                   | llvm              | brew install llvm && export PATH="$(brew --prefix llvm)/bin:$PATH"
PyTorch with a fast BLAS | bench                        | python3-torch libopenblas0 | pip install torch numpy              (and: export PYTHON=/path/to/python)`;

const answers = (/** @type {string[]} */ ...commands) =>
  commands.every((command) => outputOf(command, ["--version"]) !== undefined);

/** @param {...string} headers */
const hasHeader = (...headers) =>
  ["/usr/include", "/usr/local/include", "/opt/homebrew/include"]
    .flatMap((folder) => [folder, `${folder}/eigen3`])
    .some((folder) => headers.some((header) => existsSync(path.join(folder, header))));

/** Clang and LLD 18 or newer, under any of their names or in emsdk. cmake/HeadsUpFusedTile.cmake looks for the same. */
function hasTileCompiler() {
  const { EMSDK } = process.env;
  const inEmsdk = EMSDK === undefined ? [] : [{ folder: path.join(EMSDK, "upstream/bin"), suffix: "" }];
  const onPath = ["", "-18", "-19", "-20", "-21", "-22", "-23"].map((suffix) => ({ folder: "", suffix }));
  return [...inEmsdk, ...onPath].some(({ folder, suffix }) => {
    const version = outputOf(path.join(folder, `clang++${suffix}`), ["--version"]);
    const [, major] = version?.match(/clang version (\d+)/) ?? [];
    return Number(major) >= 18 && answers(path.join(folder, `wasm-ld${suffix}`));
  });
}

/**
 * How to check for each: for the thing itself (a program that runs, a header, a font), because it need not come from a
 * package manager.
 * @type {Readonly<Record<string, () => boolean>>}
 */
const isThere = {
  "CMake 3.21 or newer": () => {
    const [, major, minor] = outputOf("cmake", ["--version"])?.match(/version (\d+)\.(\d+)/) ?? [];
    return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 21);
  },
  Ninja: () => answers("ninja"),
  Emscripten: () => answers("em++") || existsSync(`${process.env.EMSDK}/upstream/emscripten/em++`),
  "Clang and LLD 18": hasTileCompiler,
  Eigen: () => hasHeader("Eigen/Core"),
  "nlohmann/json": () => hasHeader("nlohmann/json.hpp"),
  Catch2: () => hasHeader("catch2/catch.hpp", "catch2/catch_all.hpp"),
  "a C++ compiler": () => answers("c++"),
  libzip: () => hasHeader("zip.h"),
  Chromium: () => findChromium() !== undefined,
  "Chromium without windows": () => findHeadlessShell() !== undefined,
  Firefox: () => findFirefox() !== undefined,
  "WebKit's driver and a screen for it": () =>
    !hasWebKit || (findWebKitDriver() !== undefined && findXvfb() !== undefined),
  "a Korean font": () =>
    process.platform !== "linux" || Boolean(outputOf("fc-list", [":lang=ko", "family"])?.trim()),
  "clang-format": () => answers("clang-format"),
  "clang-tidy": () => answers("clang-tidy"),
  Doxygen: () => answers("doxygen"),
  // The run-time libraries for sanitizers, libFuzzer and coverage are a separate package in Debian.
  "Clang with its run-time libraries": () => {
    const folder = outputOf("clang++", ["--print-runtime-dir"])?.trim() ?? "";
    return existsSync(folder) && readdirSync(folder).some((file) => file.includes("fuzzer"));
  },
  // Before LLVM 15, llvm-profdata has no --version.
  "llvm-cov and llvm-profdata": () =>
    answers("llvm-cov") && outputOf("llvm-profdata", ["--help"]) !== undefined,
  "PyTorch with a fast BLAS": () => torchVersion() !== undefined && hasFastBlas(),
};

/** @typedef {"build" | "test" | "check" | "fuzz" | "coverage" | "bench" | "chromium"} Purpose */

const requirements = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [title = "", purposes = "", apt = "", elsewhere = ""] = line.split("|").map((cell) => cell.trim());
    const name = title.replace(" (optional)", "");
    const isOptional = name !== title;
    return { name, isOptional, purposes: purposes.split(" "), apt: apt.split(" "), elsewhere };
  });
/** @typedef {typeof requirements[number]} Requirement */

const isMissing = (/** @type {Requirement} */ { name }) => !isThere[name]?.();

/**
 * The command prefix for `apt-get`, or undefined if nothing may be installed.
 * @returns {readonly string[] | undefined}
 */
function aptPrefix() {
  if (outputOf("apt-get", ["--version"]) === undefined) return undefined;
  if (process.getuid?.() === 0) return [];
  return outputOf("sudo", ["-n", "true"]) === undefined ? undefined : ["sudo", "-n"];
}

/** @param {readonly Requirement[]} missing */
function howToInstall(missing) {
  const hasApt = outputOf("apt-get", ["--version"]) !== undefined;
  const commands = hasApt
    ? [`sudo apt-get install --no-install-recommends ${missing.flatMap(({ apt }) => apt).join(" ")}`]
    : missing.map(({ elsewhere }) => elsewhere);
  return [
    `Missing: ${missing.map(({ name }) => name).join(", ")}. Type this, then run the command again:`,
    ...commands.map((command) => `    ${command}`),
  ].join("\n");
}

/**
 * The packages to install, without optional ones that this Debian release lacks, which would stop the others.
 * @param {readonly Requirement[]} missing
 */
const aptPackages = (missing) =>
  missing
    .filter(
      ({ isOptional, apt }) =>
        !isOptional || apt.every((name) => outputOf("apt-cache", ["show", name]) !== undefined),
    )
    .flatMap(({ apt }) => apt);

/** @param {readonly Requirement[]} missing */
async function installByApt(missing) {
  const prefix = aptPrefix();
  if (!prefix || aptPackages(missing).length === 0) return;
  const apt = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"];
  const [command = "", ...args] = apt;
  await run(command, [...args, "update"], { quiet: true });
  const packages = aptPackages(missing); // computed again, because a fresh container has no package lists before the update
  console.log(`Installing by apt: ${packages.join(" ")}`);
  await run(command, [...args, "install", "--no-install-recommends", ...packages], { quiet: true });
}

/** @param {readonly Purpose[]} purposes */
async function setUpSystem(purposes) {
  const needed = requirements.filter((one) => purposes.some((purpose) => one.purposes.includes(purpose)));
  const missing = needed.filter(isMissing);
  if (missing.length === 0) return;
  await installByApt(missing);
  const stillMissing = missing.filter((one) => !one.isOptional && isMissing(one));
  if (stillMissing.length > 0) throw new CommandError(howToInstall(stillMissing));
}

/** @param {readonly Purpose[]} purposes */
export async function setUp(...purposes) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new CommandError(`Node ${process.versions.node} is too old: 20 or newer is needed`);
  }
  await setUpSystem(purposes);
  await installPackages(root, "npm packages");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const purposes = /** @type {Purpose[]} */ (process.argv.slice(2));
  await main(() => (purposes.length > 0 ? setUp(...purposes) : setUp("build", "test", "check")));
}
