/**
 * The builds, chosen by --mode: "site" (the default), "single" (one HTML file), "package" (npm), "package-single" and
 * "package-widget" (files of the package that need no other file), and two classic scripts for pages without an origin,
 * "embed" (part of the site) and "course".
 */
import path from "node:path";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { classicBeside } from "./scripts/lib/classic_plugin.mjs";
import { guide } from "./scripts/lib/guide_plugin.mjs";
import { licencesBeside, licencesInPage, licencesInScript } from "./scripts/lib/licences.mjs";
import { offline } from "./scripts/lib/offline_plugin.mjs";
import { preload } from "./scripts/lib/preload_plugin.mjs";
import { languageNames, noScript, wordsInParts } from "./scripts/lib/words_plugin.mjs";
import { themeCss } from "./web/src/views/common/theme_css.js";

const inRoot = (...parts: string[]) => path.join(import.meta.dirname, ...parts);

// The generated glue is a chunk of its own, so that its size can be measured and browsers can cache it.
const glueApart = (id: string) => (id.endsWith("/build/module/heads-up.js") ? "heads-up" : undefined);

// web/src/module always passes the bytes of the .wasm to the glue. A bundled glue must not contain the URL that it would
// otherwise fetch, or every build would ship the .wasm a second time.
const glueWithoutUrl: Plugin = {
  name: "heads-up:glue-without-url",
  enforce: "pre",
  transform: (code, id) =>
    glueApart(id) &&
    code.replaceAll(/new URL\("heads-up\.wasm", ?import\.meta\.url\)/g, 'new URL("file:///heads-up.wasm")'),
};

// In the package the glue is a separate file, the bare module, which can be imported alone.
const glueBeside: Plugin = {
  name: "heads-up:glue-beside",
  enforce: "pre",
  resolveId: (id) => (id === "#glue" ? { id: "./heads-up.js", external: true } : undefined),
};

// A worker needs a file of its own from the page's own origin, so only the site has one.
const noWorker: Plugin = {
  name: "heads-up:no-worker",
  enforce: "pre",
  load: (id) =>
    id.endsWith("/store/start_run_worker.ts") ? "export const startRunWorker = () => undefined;" : undefined,
};

// Modules that are always needed together are one chunk: on a slow connection a request costs as much time as thirty
// kilobytes. `boot` requests the others without waiting, `base` shows a page's words, `common` runs and draws a lesson.
const CHUNKS: Readonly<Record<string, RegExp>> = {
  boot: /vite\/preload-helper|\/web\/((index|embed)\.html|src\/(page\/(boot|remember)|words\/words)\.ts)$/,
  base: new RegExp(
    [
      "/node_modules/(@lit|lit)",
      "/web/src/lessons/(?!formulas|code|bridge_code|asides|comparisons|mistake|questions|replay|tensors)",
      "/web/src/draw/(scale|theme|tensor_view)\\.ts$",
      "/web/src/module/(errors|refusal|py_torch/line)\\.ts$",
      "/web/src/words/(number_text|problem_text|rich_text)\\.ts$",
      "/web/src/store/(kept_answers|latest|once|written_text)\\.ts$",
      "/web/src/views/(common/(keys|letter_keys|shape_template|shown_theme|styles|theme_css|when_used)|[a-z_]+/load)\\.ts$",
      "/web/src/spec/(?!details)",
      "/web/src/timeline/durations\\.ts$",
      "/web/src/page/(adopt|alerts_template|common_styles|header_icons|placed|plain_click|progress|address/url_reader|address/url_state)\\.ts$",
    ].join("|"),
  ),
  common: new RegExp(
    [
      "/web/src/timeline/",
      "/web/src/module/(?!py_torch/|trace_(json|npz)|weights/(?!(infer_spec|names|state_dict|weights_input)\\.ts))",
      "/web/src/draw/(thin|paint/paint|marks/shutter|scenes/(opening_scenes|attention/same_tensor|pace/row_box))\\.ts$",
      "/web/src/store/(lesson_runner|selection)\\.ts$",
      "/web/src/views/(common/(idle|pixel_ratio|register|turns)|stage/(first_picture|shown_scenes))\\.ts$",
    ].join("|"),
  ),
};
const chunkOf = (id: string) =>
  glueApart(id) ?? Object.entries(CHUNKS).find(([, pattern]) => pattern.test(id))?.[0];

const siteLicences = licencesBeside();

/** The site's HTML pages. */
const pages: Plugin = {
  name: "heads-up:pages",
  config: ({ root = "" }) => ({
    build: { rollupOptions: { input: ["index.html", "embed.html"].map((file) => path.join(root, file)) } },
  }),
};

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
  worker: { format: "es", plugins: () => [glueWithoutUrl, siteLicences.collect] },
  plugins: [
    pages,
    glueWithoutUrl,
    languageNames(inRoot("web/locales")),
    wordsInParts(),
    noScript(inRoot("web/locales")),
    guide(inRoot(), themeCss("root")),
    preload(),
    classicBeside("embed.html", { before: inRoot("web/src/page/embed/instead.ts"), mode: "embed" }),
    siteLicences.write,
    offline(inRoot("web/src/offline/sw.ts")),
  ],
};

const single: UserConfig = {
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
};

// Chunks that the package's entries share are at its top under fixed names; those of <heads-up> alone are in a folder.
// The file that asks for the .wasm is at the top beside it, so the URL is right even where a bundler does not rewrite it.
const PACKAGE_CHUNKS: Readonly<Record<string, RegExp>> = {
  wasm_url: /\/heads-up\.wasm/,
  module:
    /\/web\/src\/module\/(?!trace_(json|npz)|index|public|page_entry|weights\/(?!(infer_spec|names|state_dict|weights_input)\.ts))/,
  files: /\/(web\/src\/module\/(trace_(json|npz)|weights\/)|fflate\/)/,
};
const packageChunkOf = (id: string) =>
  glueApart(id) ?? Object.entries(PACKAGE_CHUNKS).find(([, pattern]) => pattern.test(id))?.[0];
const STANDS_BESIDE = ["heads-up", ...Object.keys(PACKAGE_CHUNKS)];

// Vite's helper for dynamic imports must not be declared twice, and a user of the package may build with Vite, too.
const PLAIN_IMPORT = "\0heads-up:plain-import";
const plainImports: Plugin = {
  name: "heads-up:plain-imports",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("vite/preload-helper.js") ? PLAIN_IMPORT : undefined),
  load: (id) => (id === PLAIN_IMPORT ? "export const __vitePreload = (load) => load();" : undefined),
  renderChunk: (code) => ({ code: code.replaceAll("__vitePreload", "importedLater"), map: null }),
};

const packageBase: UserConfig = {
  root: inRoot("web/src/package"),
  base: "./",
  publicDir: false,
  plugins: [glueWithoutUrl, noWorker, languageNames(inRoot("web/locales")), wordsInParts(), plainImports],
};
const packageBuild = {
  outDir: inRoot("dist/package"),
  target: "es2022",
  assetsInlineLimit: 0,
  modulePreload: false,
} as const;

/** A single script that is not a module and contains everything. */
const classic = (entry: string): UserConfig => ({
  root: inRoot("web"),
  publicDir: false,
  plugins: [glueWithoutUrl, noWorker, languageNames(inRoot("web/locales")), wordsInParts()],
  build: {
    write: false,
    target: "es2022",
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rollupOptions: { input: inRoot(entry), output: { format: "iife", inlineDynamicImports: true } },
  },
});

// Vite's library mode would inline the .wasm, but other bundlers need a file.
const npmPackage: UserConfig = {
  ...packageBase,
  plugins: [glueBeside, ...(packageBase.plugins ?? [])],
  build: {
    ...packageBuild,
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        index: inRoot("web/src/module/index.ts"),
        "index.node": inRoot("web/src/module/index.node.ts"),
        cli: inRoot("web/src/command/main.ts"),
        element: inRoot("web/src/package/element.ts"),
        "element/class": inRoot("web/src/package/element_class.ts"),
      },
      external: /^node:/,
      preserveEntrySignatures: "strict",
      output: {
        manualChunks: packageChunkOf,
        // Only module.js is in the same folder as the glue, so no other file may import it.
        hoistTransitiveImports: false,
        entryFileNames: "[name].js",
        chunkFileNames: ({ name }) => (STANDS_BESIDE.includes(name) ? `${name}.js` : `element/${name}.js`),
        assetFileNames: "[name][extname]",
      },
    },
  },
};

/** A file of the package that needs no other file: the .wasm and all chunks are inside. */
const inlined = (name: string, entry: string, minify: boolean, plugins: Plugin[] = []): UserConfig => ({
  ...packageBase,
  plugins: [...(packageBase.plugins ?? []), ...plugins],
  build: {
    ...packageBuild,
    emptyOutDir: false,
    minify,
    // Being large is the point of this file.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rollupOptions: {
      input: { [name]: inRoot(entry) },
      preserveEntrySignatures: "strict",
      output: { inlineDynamicImports: true, entryFileNames: "[name].js" },
    },
  },
});

const configs: Readonly<Record<string, UserConfig>> = {
  single,
  package: npmPackage,
  "package-single": inlined("single", "web/src/module/index.ts", false),
  "package-widget": inlined("widget", "web/src/package/widget.ts", true, [licencesInScript()]),
  embed: classic("web/src/page/embed/embed.ts"),
  course: classic("web/src/course/course.ts"),
};

export default defineConfig(({ mode }) => configs[mode] ?? site);
