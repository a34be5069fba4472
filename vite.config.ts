/** Three builds of one source, chosen by --mode: "site" (the default), "single" (one HTML file), "package" (npm). */
import path from "node:path";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { languageNames } from "./scripts/lib/language_names_plugin.mjs";
import { noScript } from "./scripts/lib/no_script_plugin.mjs";
import { offline } from "./scripts/lib/offline_plugin.mjs";
import { preload } from "./scripts/lib/preload_plugin.mjs";
import { wordsInParts } from "./scripts/lib/words_plugin.mjs";

const inRoot = (...parts: string[]) => path.join(import.meta.dirname, ...parts);

// The generated glue keeps a file of its own, so that its size can be watched and browsers can keep it.
const glueApart = (id: string) => (id.endsWith("/build/module/heads-up.js") ? "heads-up" : undefined);

// web/src/module always hands the glue the bytes of the .wasm. The URL that the glue would use without them has to
// go, or every build would ship the file a second time.
const glueWithoutUrl: Plugin = {
  name: "heads-up:glue-without-url",
  enforce: "pre",
  transform: (code, id) =>
    glueApart(id) &&
    code.replace(/new URL\("heads-up\.wasm", ?import\.meta\.url\)/, 'new URL("file:///heads-up.wasm")'),
};

// Small files that are always needed together come as one: on a slow line each request waits as long as thirty kilobytes
// take. `boot` sends for all and waits for none; with `base` a page has its words; `common` runs a lesson and draws it.
const CHUNKS: Readonly<Record<string, RegExp>> = {
  boot: /vite\/preload-helper|\/web\/(index\.html|src\/(page\/(boot|remember)|elements\/words)\.ts)$/,
  base: new RegExp(
    [
      "/node_modules/(@lit|lit)",
      "/web/src/lessons/(?!formulas|code|bridge_code|asides|comparisons|mistake|questions|replay|tensors)",
      "/web/src/draw/(scale|theme|tensor_view)\\.ts$",
      "/web/src/module/(errors|py_torch/line)\\.ts$",
      "/web/src/elements/(later|number_text|problem_text|refusal|rich_text|rules|shape_template|written_text|shown_theme|styles|theme_css)\\.ts$",
      "/web/src/timeline/durations\\.ts$",
      "/web/src/page/(adopt|header_icons|placed|plain_click|progress|url_state)\\.ts$",
    ].join("|"),
  ),
  common: new RegExp(
    [
      "/web/src/timeline/",
      "/web/src/module/(?!py_torch/|trace_(json|npz)|weights/(?!(infer_spec|names|state_dict|weights_input)\\.ts))",
      "/web/src/draw/(paint|opening_scenes|thin|scenes/(row_box|same_tensor|shutter))\\.ts$",
      "/web/src/elements/(first_picture|idle|lesson_runner|pixel_ratio|register|selection|shown_scenes|turns)\\.ts$",
    ].join("|"),
  ),
};
const chunkOf = (id: string) =>
  glueApart(id) ?? Object.entries(CHUNKS).find(([, pattern]) => pattern.test(id))?.[0];

const site: UserConfig = {
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
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  plugins: [
    glueWithoutUrl,
    languageNames(inRoot("web/locales")),
    wordsInParts(),
    noScript(inRoot("web/locales")),
    preload(),
    offline(inRoot("web/src/offline/sw.ts")),
  ],
};

const single: UserConfig = {
  root: inRoot("web"),
  base: "./",
  build: { outDir: inRoot("build/single"), emptyOutDir: true, target: "es2022" },
  plugins: [
    glueWithoutUrl,
    languageNames(inRoot("web/locales")),
    wordsInParts(),
    noScript(inRoot("web/locales")),
    viteSingleFile(),
  ],
};

// What the entries of the package share, in one file with a name of its own.
const shared = (id: string) =>
  /\/(web\/src\/module|fflate)\//.test(id) && !/\/index(\.node)?\.ts$/.test(id) ? "module" : undefined;

// Not Vite's library mode: that one inlines the .wasm, where other people's bundlers want a file.
const npmPackage: UserConfig = {
  root: inRoot("web/src/module"),
  base: "./",
  publicDir: false,
  plugins: [glueWithoutUrl],
  build: {
    outDir: inRoot("dist/package"),
    emptyOutDir: true,
    target: "es2022",
    minify: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: {
        index: inRoot("web/src/module/index.ts"),
        "index.node": inRoot("web/src/module/index.node.ts"),
        cli: inRoot("web/src/command/main.ts"),
      },
      external: /^node:/,
      preserveEntrySignatures: "strict",
      output: {
        manualChunks: (id) => glueApart(id) ?? shared(id),
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
};

const configs: Readonly<Record<string, UserConfig>> = { single, package: npmPackage };

export default defineConfig(({ mode }) => configs[mode] ?? site);
