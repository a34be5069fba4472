/** Vite plugin: adds the stills that stand where the stage will be until the page's scripts have run (web/src/page/still.ts). */
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { locales } from "../locales.mjs";
import { inRoot } from "../paths.mjs";

/** @returns {Promise<readonly (readonly [name: string, svg: string])[]>} */
async function drawn() {
  const outfile = inRoot("build/stills/stills.mjs");
  await build({
    entryPoints: [inRoot("scripts/lib/stills/stills.ts")],
    ...{ outfile, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "warning" },
    // Found by package.json. The page's own module is not loaded here.
    external: ["#glue"],
    loader: { ".wasm": "empty" },
  });
  const { stills } = await import(pathToFileURL(outfile).href);
  return stills(inRoot("build/module/heads-up.wasm"), locales());
}

/** @returns {import("vite").Plugin} */
export const stills = () => ({
  name: "heads-up:stills",
  apply: "build",
  async generateBundle() {
    for (const [name, source] of await drawn())
      this.emitFile({ type: "asset", fileName: `stills/${name}`, source });
  },
});
