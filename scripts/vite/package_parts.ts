/** The settings that the builds of dist/package share. */
import type { Plugin, UserConfig } from "vite";
import { contentPlugins, glueWithoutUrl, inRoot, noWorker } from "./shared.js";

// Vite's helper for dynamic imports must not be declared twice, but a user of the package may also build with Vite.
const PLAIN_IMPORT = "\0heads-up:plain-import";
const plainImports: Plugin = {
  name: "heads-up:plain-imports",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("vite/preload-helper.js") ? PLAIN_IMPORT : undefined),
  load: (id) => (id === PLAIN_IMPORT ? "export const __vitePreload = (load) => load();" : undefined),
  renderChunk: (code) => ({ code: code.replaceAll("__vitePreload", "importedLater"), map: null }),
};

export const packageBase: UserConfig = {
  root: inRoot("web/src/package"),
  base: "./",
  publicDir: false,
  plugins: [glueWithoutUrl, noWorker, ...contentPlugins(), plainImports],
};
export const packageBuild = {
  outDir: inRoot("dist/package"),
  target: "es2022",
  assetsInlineLimit: 0,
  modulePreload: false,
} as const;

/** Builds a file of the package that needs no other file, because it contains the .wasm and all chunks. */
export const inlined = (
  name: string,
  entry: string,
  minify: boolean,
  plugins: Plugin[] = [],
): UserConfig => ({
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
