/**
 * A language is one file; a page needs half of it only after its first picture. `xx.json?late` is what is said of each step
 * and on the sheets that a reader opens, `xx.json?shell` all the rest.
 */
import { readFileSync } from "node:fs";

const ASKED = /^(.*\/locales\/[\w-]+\.json)\?(shell|late)$/;
const LATE = ["steps", "asides", "compare", "mistakes", "questions", "takeAway"];

/** @returns {import("vite").Plugin} */
export const wordsInTwo = () => ({
  name: "heads-up:words-in-two",
  enforce: "pre",
  load(id) {
    const [, file, part] = ASKED.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const sections = Object.entries(JSON.parse(readFileSync(file, "utf8")));
    return JSON.stringify(
      Object.fromEntries(sections.filter(([name]) => LATE.includes(name) === (part === "late"))),
    );
  },
});
