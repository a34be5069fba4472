/** Vite plugin: writes the site's service worker after all files that it lists have been written. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transformWithEsbuild } from "vite";

/**
 * Every file below `folder` as a URL relative to it, with its hash in the form that browsers check.
 * @param {string} folder
 */
function filesWithHashes(folder) {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // The classic script is left out: only sandboxed pages load it, and service workers do not serve them. So are the stills,
      // because cached scripts are there as soon as they would be.
      .filter((entry) => entry.isFile() && !/^whole-|(light|dark)\.svg$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => {
        const url = path.relative(folder, file).split(path.sep).join("/");
        const hash = createHash("sha256").update(readFileSync(file)).digest("base64");
        // Some servers redirect index.html to its folder, and a redirected response may not be used for a page.
        return [url.replace(/(^|\/)index\.html$/, "$1") || "./", `sha256-${hash}`];
      })
  );
}

/**
 * @param {string} source  the service worker in TypeScript, which imports nothing
 * @returns {import("vite").Plugin}
 */
export function offline(source) {
  let folder = "";
  return {
    name: "heads-up:offline",
    apply: "build",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const precache = JSON.stringify(Object.fromEntries(filesWithHashes(folder)));
      const version = createHash("sha256").update(precache).digest("hex").slice(0, 12);
      const { code } = await transformWithEsbuild(readFileSync(source, "utf8"), source, {
        define: { PRECACHE: precache, VERSION: JSON.stringify(version) },
        format: "iife",
        minify: true,
        sourcemap: false,
      });
      writeFileSync(path.join(folder, "sw.js"), code);
    },
  };
}
