/** The peers: a separate package (tests/bench), installed at the first run, and the programs bundled with them. */
import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { run } from "../run.mjs";

const home = inRoot("tests/bench");
const nodeModules = `${home}/node_modules`;

/** @param {string} file @returns {Record<string, any>} */
const json = (file) => JSON.parse(readFileSync(file, "utf8"));

/** The exact versions by package. @returns {Record<string, string>} */
export const peerVersions = () => json(`${home}/package.json`).dependencies;

export async function installPeers() {
  const isThere = Object.entries(peerVersions()).every(([name, version]) => {
    const file = `${nodeModules}/${name}/package.json`;
    return existsSync(file) && json(file).version === version;
  });
  if (isThere) return;
  console.log("Installing what we are measured against");
  await run("npm", ["ci", "--prefix", home, "--ignore-scripts", "--no-audit", "--no-fund"], { quiet: true });
}

const built = "build/bench";
export const programs = {
  inNode: `${built}/in_node.cjs`,
  native: `${built}/native.cjs`,
  nativeOnnxruntime: `${built}/native_onnxruntime.cjs`,
  browsers: `${built}/browsers.mjs`,
  /** Served to browsers. */
  inBrowser: `${built}/in_browser.js`,
};

/** Bundles the TypeScript sources into programs. */
export async function bundle() {
  const { build } = await import("esbuild"); // set-up may have just installed it
  const common = { bundle: true, target: "es2022", absWorkingDir: inRoot(), logLevel: "warning" };
  /** @param {string} entry @param {string} outfile @param {object} options */
  const one = (entry, outfile, options) =>
    build({ .../** @type {any} */ (common), entryPoints: [`tests/bench/${entry}`], outfile, ...options });
  const node = { platform: "node", format: "cjs" };
  await one("in_node.ts", programs.inNode, node);
  await one("native.ts", programs.native, node);
  await one("native_onnxruntime.ts", programs.nativeOnnxruntime, node);
  await one("browsers.ts", programs.browsers, { platform: "node", format: "esm", packages: "external" });
  await one("in_browser.ts", programs.inBrowser, { platform: "browser", format: "esm" });
}
