/** The libraries that are compiled into the WebAssembly modules and their glue: for the licences and the bill of materials. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { eigenVersion } from "../cmake.mjs";
import { inRoot } from "../paths.mjs";
import { outputOf } from "../run.mjs";

/**
 * @typedef {object} CoreLibrary
 * @property {string} name
 * @property {string | undefined} version
 * @property {string} purl  without the version
 * @property {{ license: { id: string } } | { expression: string }} licence  as in CycloneDX
 * @property {string} file   its licence text in docs/licences
 * @property {string} title  of the licence text
 */

/** A file of the Emscripten that built the modules; empty if it is not found. @param {string} file  below system/lib */
function emscriptenFile(file) {
  const config = readFileSync(inRoot("build/wasm/CMakeCache.txt"), "utf8").match(
    /^HEADSUP_EM_CONFIG:.*?=(.+)$/m,
  );
  const root = outputOf(config?.[1] ?? "em-config", ["EMSCRIPTEN_ROOT"])?.trim() ?? "";
  const place = path.join(root, "system/lib", file);
  return existsSync(place) ? readFileSync(place, "utf8") : "";
}

/** The version of LLVM's libraries: 13000 means 13.0.0, and since LLVM 16 190106 means 19.1.6. */
function llvmVersion() {
  const numbers = /_LIBCPP_VERSION (\d\d)(\d\d?)(\d\d)$/m.exec(emscriptenFile("libcxx/include/__config"));
  return numbers?.slice(1).map(Number).join(".");
}

/** @param {string | undefined} [emscripten]  its version @returns {readonly CoreLibrary[]} */
export function coreLibraries(emscripten) {
  const eigen = eigenVersion();
  return [
    {
      name: "Eigen",
      version: eigen,
      purl: "pkg:gitlab/libeigen/eigen",
      licence: { license: { id: "MPL-2.0" } },
      file: "MPL-2.0.txt",
      title: `Eigen ${eigen ?? ""} (MPL-2.0), compiled into the WebAssembly modules, unchanged.
Its source code is at https://gitlab.com/libeigen/eigen`,
    },
    {
      name: "Emscripten",
      version: emscripten,
      purl: "pkg:github/emscripten-core/emscripten",
      licence: { license: { id: "MIT" } },
      file: "Emscripten.txt",
      title: `Emscripten (MIT or NCSA), its runtime in the WebAssembly modules and their glue
https://github.com/emscripten-core/emscripten`,
    },
    {
      name: "musl",
      version: emscriptenFile("libc/musl/VERSION").trim() || undefined,
      purl: "pkg:generic/musl",
      licence: { license: { id: "MIT" } },
      file: "musl.txt",
      title: "musl (MIT), the C library in the WebAssembly modules\nhttps://musl.libc.org",
    },
    {
      name: "LLVM",
      version: llvmVersion(),
      purl: "pkg:github/llvm/llvm-project",
      licence: { expression: "Apache-2.0 WITH LLVM-exception" },
      file: "LLVM.txt",
      title: `LLVM (Apache-2.0 with LLVM exceptions): libc++, libc++abi, libunwind and compiler-rt in the WebAssembly modules
https://llvm.org`,
    },
  ];
}
