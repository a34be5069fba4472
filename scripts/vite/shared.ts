/** The paths, plugins and chunking that the builds share. */
import path from "node:path";
import type { ManualChunkMeta } from "rollup";
import type { Plugin } from "vite";
import { languageNames, wordsInParts } from "../lib/plugins/words.mjs";

export const inRoot = (...parts: string[]) => path.join(import.meta.dirname, "../..", ...parts);
/** Modules, named by the ends of their paths because a test builds a copy of the project. */
export const sources = (...files: string[]) => files.map((file) => `/web/src/${file}.ts`);

/** The page's WebAssembly module, which lacks the layer class because no page uses it. */
export const PAGE_GLUE = "/build/module/heads-up-page.js";

/** Uses the page's module in place of the public one, in builds that consist of pages or of one file. */
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

// A worker needs a separate file from the page's origin, so only the site has workers.
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

/** For builds that must not grow by the interpreter and the editor. */
export const noPrograms: Plugin = {
  name: "heads-up:no-programs",
  enforce: "pre",
  load: (id) =>
    id.endsWith("/element/program.ts") || id.endsWith("/page/notebook/notebook_page.ts")
      ? // Not at the top level, which runs at once where everything is one script.
        'export class Program { constructor() { throw new Error("a file that runs no programs"); } }'
      : undefined,
};

/**
 * Plugins that split the words into parts, define the names of all languages. `forCourse`
 * includes the words about an LMS.
 */
export const contentPlugins = (forCourse = false): readonly Plugin[] => [
  languageNames,
  wordsInParts(forCourse),
];

/**
 * Assigns each module to the first chunk that needs it: a chunk contains its entries and everything that they import, except
 * modules of earlier chunks. Of the groups of chunks `apart` a page loads one; what two of them need is in `common`.
 */
export function chunked(
  chunkEntries: Readonly<Record<string, readonly string[]>>,
  apart: readonly (readonly string[])[] = [],
  common = "",
) {
  let chunks: Map<string, string> | undefined;
  let needed: readonly ReadonlySet<string>[] | undefined;
  return (id: string, { getModuleIds, getModuleInfo }: ManualChunkMeta): string | undefined => {
    const idsOf = (entry: string): string[] => [...getModuleIds()].filter((id) => id.endsWith(entry));
    const withImports = (entries: readonly string[]): string[] => {
      const modules = new Set(entries.flatMap(idsOf));
      // A set's iterator also visits what is added meanwhile.
      for (const module of modules)
        for (const imported of getModuleInfo(module)?.importedIds ?? []) modules.add(imported);
      return [...modules];
    };
    // A later entry of a map replaces an earlier one, so the first chunk comes last.
    chunks ??= new Map(
      Object.entries(chunkEntries)
        .toReversed()
        .flatMap(([name, entries]) => withImports(entries).map((module) => [module, name] as const)),
    );
    needed ??= apart.map((names) => new Set(withImports(names.flatMap((name) => chunkEntries[name] ?? []))));
    const chunk = chunks.get(id) ?? "";
    const isShared = apart.flat().includes(chunk) && needed.filter((modules) => modules.has(id)).length > 1;
    return isShared ? common : chunk || undefined;
  };
}
