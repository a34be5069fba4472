/**
 * Vite plugin: requests the page's script by a link in the HTML, and writes the names of the scripts that may follow it, so that
 * boot.ts can request them before any script imports them.
 */

/** The data attributes of <html>, and the ends of the modules' paths. */
const NEXT = {
  lessons: "/page/lessons_page.ts",
  second: "/element/beside.ts",
  lab: "/page/lab/lab_page.ts",
  notebook: "/page/notebook/notebook_page.ts",
};
const FIRST = "/page/page.ts";

/** @returns {import("vite").Plugin} */
export const secondScript = () => ({
  name: "heads-up:second-script",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const fileOf = (/** @type {string} */ module) => {
        const has = (/** @type {string} */ id) => id.endsWith(module);
        const chunk = Object.values(bundle).find((file) => file.type === "chunk" && file.moduleIds.some(has));
        if (!chunk) throw new Error(`no script of the build has ${module}`);
        return `./${chunk.fileName}`;
      };
      const names = Object.entries(NEXT).map(([name, module]) => `data-${name}="${fileOf(module)}"`);
      const attrs = { rel: "modulepreload", crossorigin: true, href: fileOf(FIRST) };
      return {
        html: html.replace("<html ", `<html ${names.join(" ")} `),
        tags: [{ tag: "link", attrs, injectTo: /** @type {const} */ ("head") }],
      };
    },
  },
});
