/** Writes workloads to build/bench/data, as files that contestants in any language can read. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";
import { inputOf, keyMaskOf, weightsOf } from "./workloads.mjs";

/** @typedef {{ x: string, weights: string, keyMask: string }} Files  paths in the checkout */
/** @typedef {{ workload: import("./workloads.mjs").Workload, files: Files }} Problem */

/** The folder is named by a hash of the code, so that cached files never come from an older version of it. */
const code = createHash("sha256").update(readFileSync(inRoot("scripts/lib/bench/workloads.mjs")));
const folder = `build/bench/data/${code.digest("hex").slice(0, 12)}`;

/** Writes a file unless it exists. @param {string} file @param {() => Uint8Array | Float32Array} content */
function writeOnce(file, content) {
  if (existsSync(inRoot(file))) return;
  mkdirSync(path.dirname(inRoot(file)), { recursive: true });
  writeFileSync(inRoot(file), content());
}

/** @param {import("./workloads.mjs").Workload} workload @returns {Problem} */
export function problemOf(workload) {
  const { batch, length, dModel, mask } = workload;
  const size = `${folder}/${batch}x${length}x${dModel}`;
  const files = {
    x: `${size}/x.f32`,
    weights: `${folder}/weights-${dModel}.f32`,
    keyMask: `${size}/${mask}.u8`,
  };
  const x = inputOf(workload);
  const weights = weightsOf(dModel);
  const keyMask = keyMaskOf(workload);
  writeOnce(files.x, () => x);
  writeOnce(files.weights, () => weights);
  writeOnce(files.keyMask, () => keyMask);
  return { workload, files };
}
