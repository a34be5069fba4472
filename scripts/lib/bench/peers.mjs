/** Installs the peers, a separate package (tests/bench), at the first run, and bundles the programs that use them. */
import { readFileSync } from "node:fs";
import { installPackages } from "../npm.mjs";
import { inRoot } from "../paths.mjs";

const home = inRoot("tests/bench");

/** The exact version of each package. @returns {Record<string, string>} */
export const peerVersions = () => JSON.parse(readFileSync(`${home}/package.json`, "utf8")).dependencies;

export const installPeers = () => installPackages(home, "what we are measured against");

const built = "build/bench";
export const programs = {
  inNode: `${built}/in_node.cjs`,
  native: `${built}/native.cjs`,
  nativeOnnxruntime: `${built}/native_onnxruntime.cjs`,
  browsers: `${built}/browsers.mjs`,
  /** The script that is served to browsers. */
  inBrowser: `${built}/in_browser.js`,
};

/** Bundles the TypeScript sources into programs. */
export async function bundle() {
  const { build } = await import("esbuild"); // imported here because the set-up may have only just installed it
  const common = { bundle: true, target: "es2022", absWorkingDir: inRoot(), logLevel: "warning" };
  /** @param {string} entry @param {string} outfile @param {object} options */
  const bundleProgram = (entry, outfile, options) =>
    build({ .../** @type {any} */ (common), entryPoints: [`tests/bench/${entry}`], outfile, ...options });
  const node = { platform: "node", format: "cjs" };
  const external = { platform: "node", format: "esm", packages: "external" };
  await bundleProgram("in_node.ts", programs.inNode, node);
  await bundleProgram("native.ts", programs.native, node);
  await bundleProgram("native_onnxruntime.ts", programs.nativeOnnxruntime, node);
  await bundleProgram("browsers.ts", programs.browsers, external);
  await bundleProgram("in_browser.ts", programs.inBrowser, { platform: "browser", format: "esm" });
}
