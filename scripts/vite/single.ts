/** dist/heads-up.html: the whole page in one file. */
import type { UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { licencesInPage } from "../lib/licences.mjs";
import { languageNames, noScript, wordsInParts } from "../lib/words_plugin.mjs";
import { glueWithoutUrl, inRoot, noWorker } from "./shared.js";

export default {
  root: inRoot("web"),
  base: "./",
  define: { GUIDES: "[]" },
  build: { outDir: inRoot("build/single"), emptyOutDir: true, target: "es2022" },
  plugins: [
    glueWithoutUrl,
    noWorker,
    languageNames(inRoot("web/locales")),
    wordsInParts(),
    noScript(inRoot("web/locales")),
    licencesInPage(),
    viteSingleFile(),
  ],
} satisfies UserConfig;
