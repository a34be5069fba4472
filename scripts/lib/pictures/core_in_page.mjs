/** Bundles scripts for a page without a server that use the core, whose module is passed in as a data URL. */
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { inRoot } from "../paths.mjs";

/**
 * The text of a script and of all that it imports. The glue reads files only in Node, and its own URL only if it has no bytes.
 * @param {string} entry  below the root
 */
export async function scriptForPage(entry) {
  const { outputFiles } = await build({
    entryPoints: [inRoot(entry)],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    external: ["node:*"],
    define: { "import.meta.url": '"https://heads-up.invalid/"' },
  });
  return outputFiles[0]?.text ?? "";
}

export const wasmUrl = () =>
  `data:application/wasm;base64,${readFileSync(inRoot("build/module/heads-up.wasm"), "base64")}`;
