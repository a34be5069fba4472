/**
 * `npm run reproducible`: builds dist/ once more, in a folder of another name, and compares every byte with the checkout's.
 * With `--core` the WebAssembly modules are also compiled again, which takes minutes.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { main, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** Folders that are not copied, because a build creates them or does not read them. */
const NOT_COPIED = ["build", "dist", "node_modules", ".git"];

/** @param {string} folder  an empty folder  @param {boolean} withCore */
async function buildIn(folder, withCore) {
  cpSync(root, folder, {
    recursive: true,
    filter: (file) => !NOT_COPIED.includes(path.relative(root, file)) && !file.endsWith("/node_modules"),
  });
  symlinkSync(inRoot("node_modules"), path.join(folder, "node_modules"));
  // The cache says with which Eigen and which compiler the modules were built.
  if (!withCore)
    for (const part of ["build/module", "build/wasm/CMakeCache.txt"])
      cpSync(inRoot(part), path.join(folder, part), { recursive: true });
  const build = withCore ? "build" : "buildDist";
  const script = `import("./scripts/build.mjs").then((scripts) => scripts.${build}())`;
  await run(process.execPath, ["--eval", script], { quiet: true, cwd: folder });
}

/** Rejects with the files that differ from those of dist/. @param {boolean} [withCore] */
export async function reproducible(withCore = false) {
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-once-more-"));
  try {
    await buildIn(folder, withCore);
    await run("diff", ["--recursive", inRoot("dist"), path.join(folder, "dist")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setUp("build");
    await build();
    await reproducible(process.argv.includes("--core"));
    console.log("dist/ has the same bytes in both builds");
  });
}
