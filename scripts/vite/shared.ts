/** What the builds share. */
import path from "node:path";
import type { ManualChunkMeta } from "rollup";
import type { Plugin } from "vite";
import { compactCss } from "../lib/compact_css.mjs";
import { languageNames, wordsInParts } from "../lib/plugins/words.mjs";

export const inRoot = (...parts: string[]) => path.join(import.meta.dirname, "../..", ...parts);
/** Modules are named by the ends of their paths, because a test builds a copy of the project. */
export const sources = (...files: string[]) => files.map((file) => `/web/src/${file}.ts`);

/** The module without the layer, which no page uses. */
export const PAGE_GLUE = "/build/module/heads-up-page.js";

/** Where one file has everything, or a page is all there is: the page's module in place of the public one. */
export const pageModule: Plugin = {
  name: "heads-up:page-module",
  enforce: "pre",
  resolveId(source) {
    if (source === "#glue") return inRoot(PAGE_GLUE);
    return source.endsWith("/heads-up.wasm?url") ? inRoot(PAGE_GLUE.replace(/js$/, "wasm?url")) : undefined;
  },
};

// web/src/module always passes the bytes of the .wasm to the glue. A bundled glue must not contain the URL that it would
// otherwise fetch, or every build would ship the .wasm a second time.
export const glueWithoutUrl: Plugin = {
  name: "heads-up:glue-without-url",
  enforce: "pre",
  transform: (code, id) =>
    /\/build\/module\/heads-up[\w-]*\.js$/.test(id)
      ? code.replaceAll(/new URL\("([\w-]+\.wasm)", ?import\.meta\.url\)/g, 'new URL("file:///$1")')
      : undefined,
};

// A worker needs a separate file from the page's origin, so only the site has one.
export const noWorker: Plugin = {
  name: "heads-up:no-worker",
  enforce: "pre",
  load: (id) =>
    id.endsWith("/store/start_run_worker.ts")
      ? "export const startRunWorker = () => undefined;"
      : id.endsWith("/lab/start_lab_worker.ts")
        ? "export const startLabWorker = () => undefined;"
        : undefined,
};

const compactStyles: Plugin = {
  name: "heads-up:compact-styles",
  enforce: "pre",
  transform: (code, id) => (id.includes("/web/src/") ? compactCss(code) : undefined),
};

/**
 * Plugins for words (in parts, with the names of all languages) and for compact styles; `forCourse`: with the words of what is
 * reported to an LMS.
 */
export const contentPlugins = (forCourse = false): readonly Plugin[] => [
  languageNames(inRoot("web/locales")),
  wordsInParts(forCourse),
  compactStyles,
];

/** The entries of each file of a build, by the file's name. */
type ChunkEntries = Readonly<Record<string, readonly string[]>>;

/**
 * Assigns each module to the first chunk that needs it: a chunk has its entries and everything that they import, except
 * what an earlier chunk has.
 */
export function chunked(chunkEntries: ChunkEntries) {
  let chunks: Map<string, string> | undefined;
  return (id: string, { getModuleIds, getModuleInfo }: ManualChunkMeta): string | undefined => {
    chunks ??= Object.entries(chunkEntries).reduce((all, [name, entries]) => {
      const add = (module: string): void => {
        if (all.has(module)) return;
        all.set(module, name);
        getModuleInfo(module)?.importedIds.forEach(add);
      };
      for (const entry of entries) {
        const module = [...getModuleIds()].find((one) => one.endsWith(entry));
        if (!module) throw new Error(`nothing imports ${entry}, which is to begin ${name}`);
        add(module);
      }
      return all;
    }, new Map<string, string>());
    return chunks.get(id);
  };
}
