/**
 * A language is one file, and a page needs most of it only after its first picture. `xx.json?late` is what is said of each
 * step and on the sheets that a reader opens, `xx.json?questions` what is asked about the steps, `xx.json?shell` all the rest.
 */
import { readFileSync } from "node:fs";

const ASKED = /^(.*\/locales\/[\w-]+\.json)\?(shell|late|questions)$/;
const LATE = ["steps", "asides", "compare", "mistakes", "takeAway"];

/** @returns {import("vite").Plugin} */
export const wordsInParts = () => ({
  name: "heads-up:words-in-parts",
  enforce: "pre",
  load(id) {
    const [, file, part] = ASKED.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const { questions, ...words } = JSON.parse(readFileSync(file, "utf8"));
    if (part === "questions") return JSON.stringify(questions);
    const sections = Object.entries(words).filter(([name]) => LATE.includes(name) === (part === "late"));
    return JSON.stringify(Object.fromEntries(sections));
  },
});
