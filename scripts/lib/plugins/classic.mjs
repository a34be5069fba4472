/**
 * Vite plugin: gives a page made of modules a classic script with the same content as well, and a small script before it that
 * loads the classic script if the browser refuses modules. The names of both contain a hash of their content.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { build, transformWithEsbuild } from "vite";
import { inRoot } from "../paths.mjs";

/** @param {string} name  @param {string} code */
function hashed(name, code) {
  const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
  return { type: /** @type {const} */ ("asset"), fileName: `assets/${name}-${hash}.js`, source: code };
}

/**
 * Bundles an entry and everything that it imports, including the .wasm, as one script that is not a module.
 * @param {string} mode  an entry of scripts/vite/classic.ts
 */
export async function classicScript(mode) {
  const built = await build({ configFile: inRoot("scripts/vite/classic.ts"), mode, logLevel: "warn" });
  const { output } = /** @type {import("vite").Rollup.RollupOutput} */ (
    Array.isArray(built) ? built[0] : built
  );
  const [script, ...others] = output;
  if (others.length > 0) throw new Error(`${mode}: more than one file: ${others.map((one) => one.fileName)}`);
  return script;
}

/** The embedded page: where a host forbids modules, instead.ts loads the classic script.  @returns {import("vite").Plugin} */
export const classicBeside = () => {
  /** @type {ReturnType<typeof hashed>[]} */
  const files = [];
  return {
    name: "heads-up:classic",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(_html, { filename }) {
        if (!filename.endsWith("embed.html")) return [];
        const whole = hashed("whole", (await classicScript("embed")).code);
        const code = hashed("whole_code", (await classicScript("embed-code")).code);
        const source = readFileSync(inRoot("web/src/page/embed/instead.ts"), "utf8");
        const options = { format: /** @type {const} */ ("iife"), minify: true, sourcemap: false };
        const small = hashed("instead", (await transformWithEsbuild(source, "instead.ts", options)).code);
        files.push(whole, code, small);
        const names = { "data-whole": `./${whole.fileName}`, "data-code": `./${code.fileName}` };
        const attrs = { src: `./${small.fileName}`, ...names };
        return [{ tag: "script", attrs, injectTo: /** @type {const} */ ("head-prepend") }];
      },
    },
    generateBundle: {
      order: "post",
      handler() {
        for (const file of files.splice(0)) this.emitFile(file);
      },
    },
  };
};
