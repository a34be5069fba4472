/**
 * A language is one file, and a page needs most of it only after its first picture. `xx.json?steps` is what is said of each
 * step, `xx.json?questions` what is asked about it, `xx.json?shell` all the rest.
 */
import { readFileSync } from "node:fs";

const ASKED = /^(.*\/locales\/[\w-]+\.json)\?(shell|steps|questions)$/;

/** @returns {import("vite").Plugin} */
export const wordsInParts = () => ({
  name: "heads-up:words-in-parts",
  enforce: "pre",
  load(id) {
    const [, file, part = ""] = ASKED.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const { steps, questions, ...shell } = JSON.parse(readFileSync(file, "utf8"));
    return JSON.stringify({ shell, steps, questions }[part]);
  },
});
