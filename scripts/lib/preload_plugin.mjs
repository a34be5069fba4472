/** Links in the HTML what the first script will request, so that it loads along with the script and not after it. */

/** Chunks that the first picture needs, by the names that scripts/vite/site.ts gives them. */
const SOON = ["common", "heads-up"];
/** The page of each HTML file, which its first script imports. */
const PAGES = [
  { html: /index\.html$/, page: /\/page\/page\.ts$/ },
  { html: /embed\.html$/, page: /\/page\/embed\/embed\.ts$/ },
];

/**
 * Links the page's chunk, what it imports, and the WebAssembly module in the HTML.
 * @returns {import("vite").Plugin}
 */
export const preload = () => ({
  name: "heads-up:preload",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {}, filename }) {
      const files = Object.values(bundle);
      const own = PAGES.find(({ html }) => html.test(filename))?.page;
      const page = files.find((file) => file.type === "chunk" && own?.test(file.facadeModuleId ?? ""));
      if (page?.type !== "chunk") throw new Error("the page's own chunk is not in the build");
      const entries = files.flatMap((file) => (file.type === "chunk" && file.isEntry ? file.fileName : []));
      const named = (/** @type {string} */ name) =>
        files.flatMap((file) => (file.type === "chunk" && file.name === name ? file.fileName : []));
      const scripts = new Set([page.fileName, ...page.imports, ...SOON.flatMap(named)]);
      for (const entry of entries) scripts.delete(entry);
      // The module that trains loads with the lab.
      const wasm = files
        .map(({ fileName }) => fileName)
        .filter((name) => name.endsWith(".wasm") && !name.includes("heads-up-training"));
      const links = [
        ...[...scripts].map((name) => ({ rel: "modulepreload", href: `./${name}` })),
        // Text is readable before the numbers are loaded, so the scripts go before the module.
        ...wasm.map((name) => ({
          ...{ rel: "preload", as: "fetch", type: "application/wasm", href: `./${name}` },
          fetchpriority: "low",
        })),
      ];
      return links.map((attrs) => ({
        tag: "link",
        attrs: { ...attrs, crossorigin: true },
        injectTo: /** @type {const} */ ("head"),
      }));
    },
  },
});
