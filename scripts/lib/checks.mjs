/** The checks of `npm run check`; each reports what is wrong and throws, or returns. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { configure } from "./cmake.mjs";
import { filesBelow } from "./fresh.mjs";
import { pack } from "./pack.mjs";
import { distPackage, inRoot, root, tools } from "./paths.mjs";
import { CommandError, run } from "./run.mjs";

/** The project's C++ files, without headers in node_modules that come with the fuzzer of the JavaScript targets. */
export const cppFiles = () =>
  ["cpp", "examples", "tests/cpp", "tests/fuzz", "tests/bench/native"]
    .flatMap((folder) => filesBelow(inRoot(folder)))
    .filter((file) => /\.(h|cpp)$/.test(file) && !file.includes("/node_modules/"));

export const clangFormat = () => run("clang-format", ["--dry-run", "-Werror", ...cppFiles()]);

/** Checks every source of the native build separately, without precompiled headers; in one process per core, at least two. */
export async function clangTidy() {
  const plain = ["-DCMAKE_UNITY_BUILD=OFF", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"];
  await run("cmake", ["--preset", "native", "-B", "build/tidy", ...plain], { quiet: true });
  await run("cmake", ["--build", "build/tidy", "--target", "headsup_corpus"], { quiet: true });
  /** @type {{ file: string }[]} */
  const commands = JSON.parse(readFileSync(inRoot("build/tidy/compile_commands.json"), "utf8"));
  const own = new Set(cppFiles());
  const queue = commands.map(({ file }) => file).filter((file) => own.has(file));
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      await run("clang-tidy", ["-p", "build/tidy", "--quiet", file], { quiet: true }).catch(() =>
        failed.push(file),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, worker));
  if (failed.length > 0) {
    throw new CommandError(
      `clang-tidy objects to ${failed.map((file) => path.relative(root, file)).join(", ")}`,
    );
  }
}

export const biome = () =>
  run(process.execPath, [tools.biome, "check", "--error-on-warnings", "--max-diagnostics=100"]);

export async function types() {
  await run(process.execPath, [tools.tsc, "--project", "."]);
  await run(process.execPath, [tools.tsc, "--project", "web/src/offline"]);
}

/** Checks that relative links in the documentation lead to files that exist. */
export async function links() {
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

/** Builds the reference of the C++ library; a public name without a description is an error. */
export async function docs() {
  await configure("native"); // puts the public headers in place
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  process.env.HEADSUP_VERSION = version;
  mkdirSync(inRoot("build/docs"), { recursive: true });
  await run("doxygen", ["docs/Doxyfile"]);
}

/**
 * Checks the packed package: its package.json must be right, and its types must be found in every mode of module resolution.
 * It is ESM only, which `require` in newer versions of Node also accepts.
 */
export async function packedPackage() {
  const { publint } = await import("publint");
  const { formatMessage } = await import("publint/utils");
  const tarball = await pack(inRoot("build/pack"));
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  const texts = messages.map((message) => formatMessage(message, pkg) ?? message.code);
  if (texts.length > 0) throw new CommandError(`publint objects to ${distPackage}:\n${texts.join("\n")}`);
  const notCode = ["heads-up.wasm", "heads-up-training.wasm", "custom-elements.json"];
  const rules = ["--ignore-rules", "cjs-resolves-to-esm", "--exclude-entrypoints", ...notCode];
  await run(process.execPath, [tools.attw, tarball, "--no-emoji", "--format", "table-flipped", ...rules]);
}
