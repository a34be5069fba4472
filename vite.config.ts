/**
 * The builds, chosen by --mode: "site" (the default), "single" (one HTML file), "package" (npm), "package-single" and
 * "package-widget" (files of the package that need no other file), and two classic scripts for pages without an origin,
 * "embed" (part of the site) and "course".
 */
import path from "node:path";
import type { GetModuleInfo } from "rollup";
import type { CompressOptions } from "terser";
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

// A thirtieth smaller than what esbuild makes. Two imports in one condition stay apart: Vite finds what each needs.
const compress: CompressOptions = { passes: 2, ecma: 2020, unsafe_arrows: true, conditionals: false };
const terserOptions: object = { module: true, ecma: 2020, compress };

const GLUE = inRoot("build/module/heads-up.js");
const glueApart = (id: string) => (id === GLUE ? "heads-up" : undefined);

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

const sources = (...files: string[]) => files.map((file) => inRoot("web/src", `${file}.ts`));

/**
 * What loads together is one file, because on a slow connection a request costs as much time as thirty kilobytes. Each is
 * given by its entries and has all that they import, except what a file before it has.
 */
const CHUNKS: Readonly<Record<string, string[]>> = {
  // Apart, so that browsers can cache it and its size can be measured.
  "heads-up": [GLUE],
  // Requests the others without waiting for anything.
  boot: sources("page/boot"),
  // The first picture: what every page needs, what runs and draws a lesson, and <heads-up> with its stage.
  base: [
    ...sources("page/address/url_state", "page/progress", "page/placed", "page/plain_click", "page/adopt"),
    ...sources("page/common_styles", "page/alerts_template", "page/header_icons", "lessons/lessons"),
    ...sources(
      "views/common/keys",
      "views/common/letter_keys",
      "views/common/shown_theme",
      "views/common/styles",
    ),
    ...sources("views/common/shape_template", "views/common/file_field", "views/common/register"),
    ...sources(
      "words/problem_text",
      "words/rich_text",
      "store/kept_answers",
      "store/latest",
      "module/refusal",
    ),
    ...sources("lesson_file/read_lesson", "views/lesson_file/load"),
  ],
  common: sources("store/lesson_runner", "views/stage/shown_scenes", "draw/paint/paint", "draw/thin").concat(
    sources("views/common/pixel_ratio", "views/common/size_controller", "timeline/playback"),
  ),
  instrument: sources("element/define", "page/instrument"),
  // What stands beside the picture.
  beside: sources("element/define_parts"),
  // What a reader asks for.
  data_scenes: sources("draw/scenes/data_scenes"),
  attention_scenes: sources("draw/scenes/attention_scenes"),
  block_scenes: sources("draw/scenes/block_scenes"),
  laboratory: [
    ...sources("store/past", "store/own_words", "store/own_weights", "store/background_runs"),
    ...sources("views/callout/define_callout", "views/callout/looking", "views/side/define_aside"),
    ...sources(
      "views/settings/define_settings_form",
      "views/settings/define_own_words",
      "views/lecture/lecture",
    ),
    ...sources("views/questions/define_questions", "views/sheets/define_sheets"),
    ...sources("views/take_away/define_take_away", "views/lesson_file/own_lesson"),
  ],
};

/** Puts a module into the first file that needs it. */
function chunked(): (id: string, graph: { getModuleInfo: GetModuleInfo }) => string | undefined {
  let chunks: Map<string, string> | undefined;
  return (id, { getModuleInfo }) => {
    chunks ??= Object.entries(CHUNKS).reduce((all, [name, entries]) => {
      const add = (module: string): void => {
        if (all.has(module)) return;
        all.set(module, name);
        getModuleInfo(module)?.importedIds.forEach(add);
      };
      for (const entry of entries) {
        if (!getModuleInfo(entry)) throw new Error(`vite.config.ts: no page imports ${entry}`);
        add(entry);
      }
      return all;
    }, new Map<string, string>());
    return chunks.get(id);
  };
}

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
    minify: "terser",
    terserOptions,
    // data: URLs would need an exception in a strict content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunked() } },
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
