/** The C++ builds, by their presets. Ninja decides what is fresh. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { run } from "./run.mjs";

/** @param {string} preset */
export const configure = (preset) => run("cmake", ["--preset", preset], { quiet: true });

/**
 * @param {string} configurePreset
 * @param {string} [buildPreset]
 */
export async function buildCpp(configurePreset, buildPreset = configurePreset) {
  await configure(configurePreset);
  await run("cmake", ["--build", "--preset", buildPreset], { quiet: true });
}

/** Builds the WebAssembly module into build/module, where `#glue` points; says whether anything changed. */
export async function buildModule() {
  await buildCpp("wasm", "module");
  mkdirSync(inRoot("build/module"), { recursive: true });
  const changed = ["heads-up.js", "heads-up.wasm"].filter((file) => {
    const from = inRoot("build/wasm/module", file);
    const to = inRoot("build/module", file);
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return false;
    copyFileSync(from, to);
    return true;
  });
  return changed.length > 0;
}
