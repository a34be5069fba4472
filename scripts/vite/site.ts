/** Builds dist/site: the page in the scripts that its few dynamic imports make. */

import path from "node:path";
import type { Plugin, UserConfig } from "vite";
import { themeCss } from "../../web/src/views/common/theme_css.js";
import { licencesBeside } from "../lib/licences/licences.mjs";
import { classicBeside } from "../lib/plugins/classic.mjs";
import { guide } from "../lib/plugins/guide.mjs";
import { offline } from "../lib/plugins/offline.mjs";
import { secondScript } from "../lib/plugins/second_script.mjs";
import { stills } from "../lib/plugins/stills.mjs";
import { htmlWords } from "../lib/plugins/words.mjs";
import { chunked, contentPlugins, glueWithoutUrl, inRoot, pageModule, sources } from "./shared.js";

/** The page around the rooms, what a lesson and a program share, and then the scripts of each. */
const SCRIPTS = {
  boot: sources("page/boot"),
  page: sources("page/page"),
  lessons: sources("page/lessons_page", "page/embed/embed"),
  beside: sources(
    "element/beside",
    "module/training/block_lesson",
    "module/training/model_file",
    "module/weights/read_weights",
  ),
  notebook: sources("page/notebook/notebook_page", "element/program"),
  editor: sources("views/notebook/code_editor"),
};
/** A page loads one of these groups. The leak lab, which draws as lessons do, loads the first. */
const ROOMS = [["lessons", "beside"], ["notebook"]];

const siteLicences = licencesBeside();

/** The site's HTML pages, without comments. */
const pages: Plugin = {
  name: "heads-up:pages",
  transformIndexHtml: (html) => html.replace(/\s*<!--.*?-->/gs, ""),
  config: ({ root = "" }) => ({
    build: { rollupOptions: { input: ["index.html", "embed.html"].map((file) => path.join(root, file)) } },
  }),
};

export default {
  root: inRoot("web"),
  base: "./",
  server: { fs: { allow: [inRoot()] } },
  build: {
    outDir: inRoot("dist/site"),
    emptyOutDir: true,
    target: "es2022",
    // data: URLs would need an exception in a strict content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunked(SCRIPTS, ROOMS, "page") } },
  },
  worker: { format: "es", plugins: () => [pageModule, glueWithoutUrl, siteLicences.collect] },
  plugins: [
    pages,
    pageModule,
    glueWithoutUrl,
    ...contentPlugins(),
    htmlWords,
    guide(inRoot(), themeCss("root")),
    secondScript(),
    stills(),
    classicBeside(),
    siteLicences.write,
    offline(inRoot("web/src/offline/sw.ts")),
  ],
} satisfies UserConfig;
