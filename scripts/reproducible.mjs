/**
 * `npm run reproducible`: builds dist/ once more, in a folder of another name, and compares every byte with the checkout's.
 * With `--core` the WebAssembly modules are also compiled again, which takes minutes.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { filesBelow } from "./lib/fresh.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { CommandError, main, run } from "./lib/run.mjs";
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

/** @param {string} folder */
const filesOf = (folder) =>
  new Map(
    filesBelow(path.join(folder, "dist")).map((file) => [path.relative(folder, file), readFileSync(file)]),
  );

/**
 * How two files differ; undefined if they do not.
 * @param {Buffer | undefined} a  @param {Buffer | undefined} b
 */
function difference(a, b) {
  if (!a || !b) return "only one build has it";
  if (a.equals(b)) return undefined;
  const at = a.findIndex((byte, i) => byte !== b[i]);
  const around = (/** @type {Buffer} */ file) =>
    JSON.stringify(file.subarray(Math.max(0, at - 20), at + 20).toString("latin1"));
  return `${a.length} and ${b.length} bytes, from byte ${at}: ${around(a)}, ${around(b)}`;
}

/** Returns the number of files; rejects with those that differ from dist/. @param {boolean} [withCore] */
export async function reproducible(withCore = false) {
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-once-more-"));
  try {
    await buildIn(folder, withCore);
    const [first, second] = [filesOf(root), filesOf(folder)];
    const names = [...new Set([...first.keys(), ...second.keys()])].sort();
    const differences = names.flatMap((name) => {
      const text = difference(first.get(name), second.get(name));
      return text ? [`${name}: ${text}`] : [];
    });
    if (names.length < 50) throw new CommandError(`dist/ has ${names.length} files, wants all of a build`);
    if (differences.length > 0)
      throw new CommandError(`built twice, these differ:\n${differences.join("\n")}`);
    return names.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setUp("build");
    await build();
    const count = await reproducible(process.argv.includes("--core"));
    console.log(`${count} files of dist/ are the same bytes in both builds`);
  });
}
