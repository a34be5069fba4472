/** dist/package: the module and the element for npm. */
import type { Plugin, UserConfig } from "vite";
import { packageBase, packageBuild } from "./package_parts.js";
import { chunked, inRoot, sources } from "./shared.js";

// In the package, the glues are separate files (the bare modules), which can be imported alone.
const GLUES = new Map([
  ["#glue", "./heads-up.js"],
  ["#training-glue", "./heads-up-training.js"],
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
  training_wasm_url: ["/build/module/heads-up-training.wasm?url"],
  module: sources("module/load"),
  training: sources("module/training/load_training"),
  files: sources("module/heads_up", "module/weights/read_weights", "module/trace/json", "module/trace/npz"),
  load_package: sources("module/load_package"),
};
const TOP_LEVEL = Object.keys(CHUNKS);

// Vite's library mode would inline the .wasm, but other bundlers need a file.
export default {
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
} satisfies UserConfig;
