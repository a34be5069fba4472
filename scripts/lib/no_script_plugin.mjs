/**
 * What the HTML itself says: what the page is, to who searches for it, in the language of the HTML; and, in every language
 * that the page has, that without scripts it is empty.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @param {string} locales  the folder of the words
 * @returns {import("vite").Plugin}
 */
export const noScript = (locales) => ({
  name: "no-script",
  transformIndexHtml: (html) =>
    readdirSync(locales).flatMap((file) => {
      /** @type {{ app: { noScript: string, description: string } }} */
      const { app } = JSON.parse(readFileSync(path.join(locales, file), "utf8"));
      const meta = { tag: "meta", attrs: { name: "description", content: app.description } };
      const isOwn = html.includes(`<html lang="${path.basename(file, ".json")}">`);
      const text = { tag: "p", attrs: { lang: path.basename(file, ".json") }, children: app.noScript };
      return [
        ...(isOwn ? [{ ...meta, injectTo: /** @type {const} */ ("head") }] : []),
        { tag: "noscript", injectTo: /** @type {const} */ ("body"), children: [text] },
      ];
    }),
});
