/**
 * What every language calls itself, said when the page is built: browsers take up to a tenth of a second on a slow machine
 * to find it out. A language is still one file.
 */
import { readdirSync } from "node:fs";
import path from "node:path";

/**
 * @param {string} locales  the folder of the words
 * @returns {import("vite").Plugin}
 */
export const languageNames = (locales) => ({
  name: "heads-up:language-names",
  config: () => {
    const tags = readdirSync(locales).map((file) => path.basename(file, ".json"));
    const names = tags.map((tag) => [tag, new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag]);
    return { define: { LANGUAGE_NAMES: JSON.stringify(Object.fromEntries(names)) } };
  },
});
