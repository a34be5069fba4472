/** What the first script will ask for stands in the HTML already, so that it comes with the script and not after it. */

/** Chunks without which there is no picture, by the names that vite.config.ts gives them. */
const SOON = ["common", "heads-up"];
/** What each HTML file shows, which its first script asks for. */
const PAGES = [
  { html: /index\.html$/, page: /\/page\/page\.ts$/ },
  { html: /embed\.html$/, page: /\/page\/embed\/embed\.ts$/ },
];

/**
 * The chunk of the page with what it imports, and the WebAssembly module, as links of the HTML.
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
      const wasm = files.map(({ fileName }) => fileName).filter((name) => name.endsWith(".wasm"));
      const links = [
        ...[...scripts].map((name) => ({ rel: "modulepreload", href: `./${name}` })),
        // Words can be read before numbers are there: the module does not come before the scripts.
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
