/**
 * A language is one file; a page needs half of it only after its first picture. `xx.json?shell` is the file without what is
 * said of each step, `xx.json?steps` that.
 */
import { readFileSync } from "node:fs";

const ASKED = /^(.*\/locales\/[\w-]+\.json)\?(shell|steps)$/;

/** @returns {import("vite").Plugin} */
export const wordsInTwo = () => ({
  name: "heads-up:words-in-two",
  enforce: "pre",
  load(id) {
    const [, file, part] = ASKED.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const { steps, ...shell } = JSON.parse(readFileSync(file, "utf8"));
    return JSON.stringify(part === "steps" ? steps : shell);
  },
});
