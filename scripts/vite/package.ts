/** dist/package: the module and the element for npm; and in one file each, the module (single) and the widget. */
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { chunked, contentPlugins, glueWithoutUrl, inRoot, noWorker, pageModule, sources } from "./shared.js";

// Vite's helper for dynamic imports must not be declared twice, but a user of the package may also build with Vite.
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
  plugins: [glueWithoutUrl, noWorker, ...contentPlugins(), plainImports],
};
const packageBuild = {
  outDir: inRoot("dist/package"),
  target: "es2022",
  assetsInlineLimit: 0,
  modulePreload: false,
} as const;

/** Builds a file of the package that needs no other file, because it contains the .wasm and all chunks. */
const inlined = (name: string, entry: string, minify: boolean, plugins: Plugin[] = []): UserConfig => ({
  ...packageBase,
  plugins: [...(packageBase.plugins ?? []), ...plugins],
  build: {
    ...packageBuild,
    emptyOutDir: false,
    minify,
    // This file is meant to be large.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rollupOptions: {
      input: { [name]: inRoot(entry) },
      preserveEntrySignatures: "strict",
      output: { inlineDynamicImports: true, entryFileNames: "[name].js" },
    },
  },
});

// In the package, the glues are separate files (the bare modules), which can be imported alone.
const GLUES = new Map([
  ["#glue", "./heads-up.js"],
  ["#training-glue", "./heads-up-training.js"],
  ["#python-glue", "./heads-up-python.js"],
]);
const glueBeside: Plugin = {
  name: "heads-up:glue-beside",
  enforce: "pre",
  resolveId: (source) => {
    const id = GLUES.get(source);
    return id ? { id, external: true } : undefined;
  },
};

// Chunks that the package's entries share are at the top level under fixed names; those that only <heads-up> uses are in a
// folder. The file that requests the .wasm is in the folder of the .wasm, so its URL is right even if a bundler does not
// rewrite it.
const CHUNKS = {
  wasm_url: ["/build/module/heads-up.wasm?url"],
  python_wasm_url: ["/build/module/heads-up-python.wasm?url"],
  training_wasm_url: ["/build/module/heads-up-training.wasm?url"],
  module: sources("module/load"),
  training: sources("module/training/load_training"),
  python: sources("module/python/load_python"),
  files: sources("module/heads_up", "module/weights/read_weights", "module/trace_files"),
  load_package: sources("module/load_package"),
};
const TOP_LEVEL = Object.keys(CHUNKS);

// Vite's library mode would inline the .wasm, but other bundlers need a file.
const parts: UserConfig = {
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
        manualChunks: chunked(CHUNKS),
        // Files outside the glue's folder must not import it.
        hoistTransitiveImports: false,
        entryFileNames: "[name].js",
        chunkFileNames: ({ name }) => (TOP_LEVEL.includes(name) ? `${name}.js` : `element/${name}.js`),
        assetFileNames: "[name][extname]",
      },
    },
  },
};

export default defineConfig(({ mode }) => {
  if (mode === "package-single") return inlined("single", "web/src/module/index.ts", false);
  if (mode === "package-widget") return inlined("widget", "web/src/package/widget.ts", true, [pageModule]);
  return parts;
});
