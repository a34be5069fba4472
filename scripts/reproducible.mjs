/**
 * `npm run reproducible`: builds dist/ twice, in two folders of different names, and compares every byte. With `--core` the
 * WebAssembly modules are compiled twice too, which takes minutes; without, both builds take those of this checkout.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "./lib/fresh.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { CommandError, main, run } from "./lib/run.mjs";

/** What a build makes, and what it does not read. */
const LEFT = ["build", "dist", "node_modules", ".git"];

/** @param {string} folder  an empty one  @param {boolean} withCore */
async function buildIn(folder, withCore) {
  cpSync(root, folder, {
    recursive: true,
    filter: (file) => !LEFT.includes(path.relative(root, file)) && !file.endsWith("/node_modules"),
  });
  symlinkSync(inRoot("node_modules"), path.join(folder, "node_modules"));
  // The cache says which Eigen and which compiler the modules were made with.
  if (!withCore)
    for (const made of ["build/module", "build/wasm/CMakeCache.txt"])
      cpSync(inRoot(made), path.join(folder, made), { recursive: true });
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

/** Rejects with the files that differ. @param {boolean} [withCore] */
export async function reproducible(withCore = false) {
  const folders = ["heads-up-", "heads-up-once-more-"].map((name) => mkdtempSync(path.join(tmpdir(), name)));
  try {
    for (const folder of folders) await buildIn(folder, withCore);
    const [one, other] = folders.map(filesOf);
    const names = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])].sort();
    const found = names.flatMap((name) => {
      const how = difference(one?.get(name), other?.get(name));
      return how ? [`${name}: ${how}`] : [];
    });
    if (names.length < 50) throw new CommandError(`dist/ has ${names.length} files, wants all of a build`);
    if (found.length > 0) throw new CommandError(`built twice, these differ:\n${found.join("\n")}`);
    return names.length;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const count = await reproducible(process.argv.includes("--core"));
    console.log(`${count} files of dist/ are the same bytes in both builds`);
  });
}
