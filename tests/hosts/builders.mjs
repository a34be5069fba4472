/** The bundlers, each with only the configuration that docs/embedding.md asks for. */
import { copyFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";
import esbuild from "esbuild";
import { rollup } from "rollup";
import * as vite from "vite";
import webpack from "webpack";

/** @typedef {import("./projects.mjs").Project} Project */

/** @param {Project} project */
export async function withVite({ folder }, isSvelte = false) {
  const plugins = isSvelte ? [svelte({ configFile: false })] : [];
  await vite.build({ root: folder, configFile: false, base: "./", logLevel: "warn", plugins });
  return path.join(folder, "dist");
}

/** Starts Vite's own server; returns its URL and how to stop it.  @param {Project} project */
export async function withViteServer({ folder }) {
  const optimizeDeps = { exclude: ["heads-up-attention"] };
  const server = await vite.createServer({ root: folder, configFile: false, logLevel: "warn", optimizeDeps });
  await server.listen(0);
  return { url: server.resolvedUrls?.local[0] ?? "", close: () => server.close() };
}

/** @param {Project} project */
export async function withWebpack({ folder }) {
  const output = { path: path.join(folder, "dist"), filename: "app.js" };
  const compiler = webpack({
    mode: "production",
    context: folder,
    entry: "./app.js",
    output,
    performance: false,
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  if (stats?.hasErrors() || stats?.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
  copyFileSync(path.join(folder, "index.html"), path.join(output.path, "index.html"));
  return output.path;
}

/** @param {Project} project */
export async function withRollup({ folder }) {
  const dir = path.join(folder, "dist");
  const plugins = [nodeResolve(), importMetaAssets()];
  const onwarn = (/** @type {{ message: string }} */ { message }) => {
    throw new Error(message);
  };
  const bundle = await rollup({ input: path.join(folder, "app.js"), plugins, onwarn });
  await bundle.write({ dir, format: "es" });
  await bundle.close();
  copyFileSync(path.join(folder, "index.html"), path.join(dir, "index.html"));
  return dir;
}

/** esbuild does not rewrite the URLs of the .wasm files, so they are copied beside the bundle.  @param {Project} project */
export async function withEsbuild({ folder }) {
  const outdir = path.join(folder, "dist");
  const entryPoints = [path.join(folder, "app.js")];
  const kind = /** @type {const} */ ({ bundle: true, splitting: true, format: "esm", logLevel: "warning" });
  await esbuild.build({ entryPoints, outdir, ...kind });
  for (const wasm of ["heads-up.wasm", "heads-up-training.wasm", "heads-up-python.wasm"])
    copyFileSync(path.join(folder, "node_modules/heads-up-attention", wasm), path.join(outdir, wasm));
  copyFileSync(path.join(folder, "index.html"), path.join(outdir, "index.html"));
  return outdir;
}
