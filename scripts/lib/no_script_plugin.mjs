/** Without scripts the page is empty; the HTML itself then says so, in every language that the page has. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @param {string} locales  the folder of the words
 * @returns {import("vite").Plugin}
 */
export const noScript = (locales) => ({
  name: "no-script",
  transformIndexHtml: () =>
    readdirSync(locales).map((file) => {
      /** @type {{ app: { noScript: string } }} */
      const { app } = JSON.parse(readFileSync(path.join(locales, file), "utf8"));
      const text = { tag: "p", attrs: { lang: path.basename(file, ".json") }, children: app.noScript };
      return { tag: "noscript", injectTo: /** @type {const} */ ("body"), children: [text] };
    }),
});
