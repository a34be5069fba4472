/**
 * A language is one file, and a page needs most of it only after its first picture. `xx.json?late` is what is said of each
 * step, `xx.json?notes` what stands in the notes that can be opened below, `xx.json?sheets` what is said on the sheets that
 * open over the stage, `xx.json?questions` what is asked about the steps, `xx.json?lessonFile` what is said of lesson files,
 * `xx.json?shell` all the rest.
 */
import { readFileSync } from "node:fs";

const ASKED = /^(.*\/locales\/[\w-]+\.json)\?(shell|late|notes|sheets|questions|lessonFile)$/;
/** In which part a section is; the others are in the shell. */
const PARTS = /** @type {const} */ ({
  steps: "late",
  asides: "notes",
  notes: "notes",
  takeAway: "late",
  compare: "sheets",
  mistakes: "sheets",
});

/**
 * What the notes say, by step, beside what else is said of the steps.
 * @param {{ steps: Record<string, Record<string, string>> }} all
 * @returns {Record<string, unknown>}
 */
function withNotesApart(all) {
  /** @type {Record<string, Record<string, string>>} */
  const steps = {};
  const notes = {};
  for (const [step, { note, note2, ...said }] of Object.entries(all.steps)) {
    steps[step] = said;
    if (note !== undefined) Object.assign(notes, { [step]: { note, note2 } });
  }
  return { ...all, steps, notes };
}

/** @returns {import("vite").Plugin} */
export const wordsInParts = () => ({
  name: "heads-up:words-in-parts",
  enforce: "pre",
  load(id) {
    const [, file, part] = ASKED.exec(id) ?? [];
    if (!file) return undefined;
    this.addWatchFile(file);
    const { questions, lessonFile, ...words } = withNotesApart(JSON.parse(readFileSync(file, "utf8")));
    if (part === "questions") return JSON.stringify(questions);
    if (part === "lessonFile") return JSON.stringify(lessonFile);
    const partOf = (/** @type {string} */ name) =>
      Object.entries(PARTS).find(([one]) => one === name)?.[1] ?? "shell";
    const sections = Object.entries(words).filter(([name]) => partOf(name) === part);
    return JSON.stringify(Object.fromEntries(sections));
  },
});
