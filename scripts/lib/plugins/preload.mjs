/**
 * Vite plugins: link in the HTML what the first script will request, so that it loads along with the script and not after it.
 */
import { minifySync } from "oxc-minify";
import { minify } from "terser";

/** The chunks that the first picture needs, by their names in scripts/vite/site.ts. */
const FIRST_CHUNKS = ["common", "heads-up"];
/** The page script of each HTML file, which its first script imports. */
const PAGES = [
  { html: /index\.html$/, page: /\/page\/page\.ts$/ },
  { html: /embed\.html$/, page: /\/page\/embed\/embed\.ts$/ },
];

/**
 * Preloads the page's chunk and the chunks that it imports by links in the HTML. boot.ts requests the WebAssembly module if it
 * is needed.
 * @returns {import("vite").Plugin}
 */
export const preload = () => ({
  name: "heads-up:preload",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {}, filename }) {
      const files = Object.values(bundle);
      const pattern = PAGES.find(({ html }) => html.test(filename))?.page;
      const page = files.find((file) => file.type === "chunk" && pattern?.test(file.facadeModuleId ?? ""));
      if (page?.type !== "chunk") throw new Error("the page's own chunk is not in the build");
      const entries = files.flatMap((file) => (file.type === "chunk" && file.isEntry ? file.fileName : []));
      const named = (/** @type {string} */ name) =>
        files.flatMap((file) => (file.type === "chunk" && file.name === name ? file.fileName : []));
      const scripts = new Set([page.fileName, ...page.imports, ...FIRST_CHUNKS.flatMap(named)]);
      for (const entry of entries) scripts.delete(entry);
      return [...scripts]
        .filter((name) => !html.includes(`src="./${name}"`))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "modulepreload", href: `./${name}`, crossorigin: true },
          injectTo: /** @type {const} */ ("head"),
        }));
    },
  },
});

const HELPER = "\0heads-up:preload-helper.js";

/**
 * Replaces Vite's helper for dynamic imports, which also loads styles, by one that only requests the imports of a chunk.
 * @param {import("terser").MinifyOptions} options  of the chunks
 * @returns {import("vite").Plugin}
 */
export const plainPreload = (options) => ({
  name: "heads-up:plain-preload",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("vite/preload-helper.js") ? HELPER : undefined),
  load: (id) =>
    id === HELPER
      ? `const requested = new Set();
        export const __vitePreload = (load, files = [], from) => {
          for (const { href } of files.map((file) => new URL(file, from))) {
            if (requested.has(href)) continue;
            requested.add(href);
            const link = document.createElement("link");
            document.head.append(Object.assign(link, { rel: "modulepreload", crossOrigin: "", href }));
          }
          return load();
        };`
      : undefined,
  generateBundle: {
    order: "post",
    // Vite inserts the lists of files after minification, as `1 ? list : undefined` with a long name.
    async handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        if (file.code.includes("import.meta.url")) {
          const code = file.code
            .replace(/,1\?\[\]:void 0,import\.meta\.url/g, "")
            .replace(/1\?(__vite__mapDeps\(\[[\d,]*\]\)):void 0/g, "$1");
          file.code = (await minify(code, options)).code ?? code;
        }
        // What terser leaves is 1 % smaller after a second minifier.
        file.code =
          minifySync(file.fileName, file.code, { compress: { target: "es2022" } }).code || file.code;
      }
    },
  },
});

/**
 * Leaves out of a chunk's lists what the chunk imports itself, which has already loaded. `resolve` is for
 * `build.modulePreload`.
 */
export function preloadOnce() {
  /** @type {import("vite").Rollup.OutputBundle} */
  let bundle = {};
  const importsOf = (/** @type {string} */ name, found = new Set([name])) => {
    const file = bundle[name];
    for (const next of file?.type === "chunk" ? file.imports : [])
      if (!found.has(next)) importsOf(next, found.add(next));
    return found;
  };
  return {
    /** @type {NonNullable<import("vite").ModulePreloadOptions["resolveDependencies"]>} */
    resolve(file, files, { hostId, hostType }) {
      if (hostType === "html") return files;
      const loaded = importsOf(hostId);
      const needed = files.filter((name) => !loaded.has(name));
      return needed.length === 1 && needed[0] === file ? [] : needed;
    },
    /** @type {import("vite").Plugin} */
    plugin: {
      name: "heads-up:preload-once",
      generateBundle: {
        order: "pre",
        handler(_options, written) {
          bundle = written;
        },
      },
    },
  };
}
