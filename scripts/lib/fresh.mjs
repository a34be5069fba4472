/** Skips a step whose inputs have not changed since it last succeeded. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * All files below a file or folder.
 * @param {string} start
 * @returns {string[]}
 */
export function filesBelow(start) {
  if (!existsSync(start)) return [];
  if (statSync(start).isFile()) return [start];
  return readdirSync(start)
    .sort()
    .flatMap((name) => filesBelow(path.join(start, name)));
}

/** @param {readonly string[]} inputs */
function hashOf(inputs) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesBelow(inRoot(input)))) {
    hash
      .update(`${path.relative(inRoot(), file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * Runs `step` unless `inputs` are unchanged and every one of `outputs` exists. `says` is printed before it runs.
 * @param {string} name
 * @param {{ inputs: readonly string[], outputs: readonly string[], step: () => Promise<unknown>, says?: string }} what
 */
export async function unlessFresh(name, { inputs, outputs, step, says }) {
  const stamp = inRoot("build/stamps", name);
  const hash = hashOf(inputs);
  const isFresh =
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === hash &&
    outputs.every((file) => existsSync(inRoot(file)));
  if (isFresh) return;
  if (says) console.log(says);
  rmSync(stamp, { force: true });
  await step();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
