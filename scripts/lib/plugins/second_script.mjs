/**
 * Vite plugin: writes the names of the scripts that the page's own one loads into the HTML, so that boot.ts can request them
 * along with it.
 */

/** The attributes of <html>, and the ends of the modules' paths. */
const SCRIPTS = { beside: "/element/beside.ts", lab: "/page/lab/lab_page.ts" };

/** @returns {import("vite").Plugin} */
export const secondScript = () => ({
  name: "heads-up:second-script",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const attributes = Object.entries(SCRIPTS).map(([name, module]) => {
        const chunk = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(module)),
        );
        if (!chunk) throw new Error(`no script of the build has ${module}`);
        return `data-${name}="./${chunk.fileName}"`;
      });
      return html.replace("<html ", `<html ${attributes.join(" ")} `);
    },
  },
});
