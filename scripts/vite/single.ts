/** Builds dist/heads-up.html, the whole page in one file. */
import type { UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { licencesInPage } from "../lib/licences/licences.mjs";
import { htmlWords } from "../lib/plugins/words.mjs";
import { contentPlugins, glueWithoutUrl, inRoot, noWorker, pageModule } from "./shared.js";

export default {
  root: inRoot("web"),
  base: "./",
  define: { GUIDES: "[]" },
  build: { outDir: inRoot("build/single"), emptyOutDir: true, target: "es2022" },
  plugins: [
    pageModule,
    glueWithoutUrl,
    noWorker,
    ...contentPlugins(),
    htmlWords,
    licencesInPage(),
    viteSingleFile(),
  ],
} satisfies UserConfig;
