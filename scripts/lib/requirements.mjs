/**
 * What the commands need from the machine, and how to check for it. Each check looks for the thing itself (a program that
 * runs, a header, a font), because it need not come from a package manager.
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { hasFastBlas, torchVersion } from "./bench/native.mjs";
import { findChromium, findHeadlessShell } from "./chromium.mjs";
import { findFirefox, findWebKitDriver, findXvfb, hasWebKit } from "./other_browsers.mjs";
import { outputOf } from "./run.mjs";

/**
 * @typedef {"build" | "test" | "check" | "fuzz" | "coverage" | "bench" | "chromium"} Purpose
 * @typedef {object} Requirement
 * @property {string} name
 * @property {readonly Purpose[]} purposes
 * @property {() => boolean} isThere
 * @property {readonly string[]} apt      Debian's package names
 * @property {string} elsewhere           the command to type on systems without apt
 * @property {boolean} [optional]         whether the build works without it: CMake downloads a pinned version or omits a part
 */

/** @param {string} command */
const answers = (command) => outputOf(command, ["--version"]) !== undefined;

function hasCMake() {
  const [, major, minor] = outputOf("cmake", ["--version"])?.match(/version (\d+)\.(\d+)/) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 21);
}

function hasEmscripten() {
  const emsdk = process.env.EMSDK;
  return answers("em++") || (emsdk !== undefined && existsSync(path.join(emsdk, "upstream/emscripten/em++")));
}

/** @param {...string} headers */
function hasHeader(...headers) {
  const folders = ["/usr/include", "/usr/include/eigen3", "/usr/local/include", "/usr/local/include/eigen3"];
  folders.push("/opt/homebrew/include", "/opt/homebrew/include/eigen3");
  return headers.some((header) => folders.some((folder) => existsSync(path.join(folder, header))));
}

/** Clang with its run-time libraries for sanitizers, libFuzzer and coverage, which are a separate package in Debian. */
function hasClang() {
  const directory = outputOf("clang++", ["--print-runtime-dir"])?.trim() ?? "";
  return existsSync(directory) && readdirSync(directory).some((file) => file.includes("fuzzer"));
}

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

/** Only Linux may lack fonts for Korean. */
const hasKoreanFont = () =>
  process.platform !== "linux" || Boolean(outputOf("fc-list", [":lang=ko", "family"])?.trim());

const emsdkSteps = [
  "git clone https://github.com/emscripten-core/emsdk.git ~/emsdk",
  "~/emsdk/emsdk install latest && ~/emsdk/emsdk activate latest && source ~/emsdk/emsdk_env.sh",
].join("\n    ");

/** @type {readonly Purpose[]} */
const always = ["build", "test", "check"];
/** The purposes that build the core; not all of them build the page.  @type {readonly Purpose[]} */
const core = [...always, "fuzz", "coverage"];

const brewedLlvm = 'brew install llvm && export PATH="$(brew --prefix llvm)/bin:$PATH"';

/** @type {readonly Requirement[]} */
export const requirements = [
  {
    name: "CMake 3.21 or newer",
    purposes: core,
    isThere: hasCMake,
    apt: ["cmake"],
    elsewhere: "brew install cmake",
  },
  {
    name: "Ninja",
    purposes: core,
    isThere: () => answers("ninja"),
    apt: ["ninja-build"],
    elsewhere: "brew install ninja",
  },
  {
    name: "Emscripten (em++)",
    purposes: always,
    isThere: hasEmscripten,
    apt: ["emscripten"],
    elsewhere: emsdkSteps,
  },
  {
    name: "Clang and LLD 18 or newer, for the relaxed-SIMD tile",
    purposes: always,
    isThere: hasTileCompiler,
    apt: ["clang-19", "lld-19"],
    elsewhere: brewedLlvm,
    optional: true,
  },
  {
    name: "Eigen",
    purposes: core,
    isThere: () => hasHeader("Eigen/Core"),
    apt: ["libeigen3-dev"],
    elsewhere: "brew install eigen",
    optional: true,
  },
  {
    name: "nlohmann/json",
    purposes: core,
    isThere: () => hasHeader("nlohmann/json.hpp"),
    apt: ["nlohmann-json3-dev"],
    elsewhere: "brew install nlohmann-json",
    optional: true,
  },
  {
    name: "Catch2",
    purposes: core,
    isThere: () => hasHeader("catch2/catch.hpp", "catch2/catch_all.hpp"),
    apt: ["catch2"],
    elsewhere: "brew install catch2",
    optional: true,
  },
  {
    name: "a C++ compiler (c++)",
    purposes: ["test", "check", "bench"],
    isThere: () => answers("c++"),
    apt: ["g++"],
    elsewhere: "xcode-select --install",
  },
  {
    name: "libzip",
    purposes: ["test", "check", "fuzz", "coverage"],
    isThere: () => hasHeader("zip.h"),
    apt: ["libzip-dev"],
    elsewhere: "brew install libzip",
  },
  {
    name: "Chromium",
    purposes: ["test", "check", "bench", "chromium"],
    isThere: () => findChromium() !== undefined,
    apt: ["chromium"],
    elsewhere: "brew install --cask chromium        (or: export CHROMIUM=/path/to/it)",
  },
  {
    name: "Chromium without windows",
    purposes: ["test"],
    isThere: () => findHeadlessShell() !== undefined,
    apt: ["chromium-headless-shell"],
    elsewhere: "not needed: the tests take longer without it",
    optional: true,
  },
  {
    name: "Firefox",
    purposes: ["test", "bench"],
    isThere: () => findFirefox() !== undefined,
    apt: ["firefox-esr"],
    elsewhere: "brew install --cask firefox         (or: export FIREFOX=/path/to/it)",
  },
  {
    name: "WebKit's driver and a screen for it",
    purposes: ["test", "bench"],
    isThere: () => !hasWebKit || (findWebKitDriver() !== undefined && findXvfb() !== undefined),
    apt: ["webkit2gtk-driver", "xvfb"],
    elsewhere: "install WebKitWebDriver (WebKitGTK) and Xvfb by your system's packages",
  },
  {
    name: "a Korean font",
    purposes: ["test"],
    isThere: hasKoreanFont,
    apt: ["fontconfig", "fonts-noto-cjk"],
    elsewhere: "install the font Noto Sans CJK",
  },
  {
    name: "clang-format",
    purposes: ["check"],
    isThere: () => answers("clang-format"),
    apt: ["clang-format"],
    elsewhere: "brew install clang-format",
  },
  {
    name: "clang-tidy",
    purposes: ["check"],
    isThere: () => answers("clang-tidy"),
    apt: ["clang-tidy"],
    elsewhere: brewedLlvm,
  },
  {
    name: "Doxygen",
    purposes: ["check"],
    isThere: () => answers("doxygen"),
    apt: ["doxygen"],
    elsewhere: "brew install doxygen",
  },
  {
    name: "Clang with its run-time libraries",
    purposes: ["fuzz", "coverage"],
    isThere: hasClang,
    apt: ["clang", "libclang-rt-dev"],
    elsewhere: brewedLlvm,
  },
  {
    name: "llvm-cov and llvm-profdata",
    purposes: ["coverage"],
    // Before LLVM 15, llvm-profdata has no --version.
    isThere: () => answers("llvm-cov") && outputOf("llvm-profdata", ["--help"]) !== undefined,
    apt: ["llvm"],
    elsewhere: brewedLlvm,
  },
  {
    name: "PyTorch with a fast BLAS",
    purposes: ["bench"],
    isThere: () => torchVersion() !== undefined && hasFastBlas(),
    apt: ["python3-torch", "libopenblas0"],
    elsewhere: "pip install torch numpy              (and: export PYTHON=/path/to/python)",
  },
];
