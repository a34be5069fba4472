/** The C++ builds, by their presets, and the tile that is handed to the core. Ninja decides what is fresh. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** Assembles the tile into build/module, as text, where `#fused_tile` points; says whether it changed. */
async function buildTile() {
  const { default: initWabt } = await import("wabt"); // not at the top: set-up may only just have installed it
  const wabt = await initWabt();
  const source = readFileSync(inRoot("cpp/fast/fused_tile.wat"), "utf8");
  const parsed = wabt.parseWat("fused_tile.wat", source, { simd: true, relaxed_simd: true });
  const bytes = Buffer.from(parsed.toBinary({}).buffer);
  parsed.destroy();
  const made = `export default "${bytes.toString("base64")}";\n`;
  const to = inRoot("build/module/fused_tile.js");
  if (existsSync(to) && readFileSync(to, "utf8") === made) return false;
  writeFileSync(to, made);
  return true;
}

/** Builds the WebAssembly module into build/module, where `#glue` points; says whether anything changed. */
export async function buildModule() {
  await buildCpp("wasm", "module");
  mkdirSync(inRoot("build/module"), { recursive: true });
  const isOtherTile = await buildTile();
  const changed = ["heads-up.js", "heads-up.wasm"].filter((file) => {
    const from = inRoot("build/wasm/module", file);
    const to = inRoot("build/module", file);
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return false;
    copyFileSync(from, to);
    return true;
  });
  return isOtherTile || changed.length > 0;
}

/** The version of Eigen that is in the module; undefined where it does not say. */
export function eigenVersion() {
  const cache = readFileSync(inRoot("build/wasm/CMakeCache.txt"), "utf8");
  const installed = cache.match(/^HEADSUP_DIR_OF_Eigen_Core:PATH=(\/.+|[A-Z]:.+)$/m)?.[1];
  const folder = installed ?? inRoot("build/wasm/_deps/eigen-src");
  const files = ["Eigen/Version", "Eigen/src/Core/util/Macros.h"].map((file) => `${folder}/${file}`);
  const text = files.flatMap((file) => (existsSync(file) ? [readFileSync(file, "utf8")] : [])).join("\n");
  const number = (/** @type {string} */ name) =>
    text.match(new RegExp(`define EIGEN_${name}_VERSION (\\d+)`))?.[1];
  const parts = ["WORLD", "MAJOR", "MINOR"].map(number);
  return parts.includes(undefined) ? undefined : parts.join(".");
}
