/** Every exercise of "What is wrong here?" solved through the page, by keyboard and by pointer, in both languages. */
import { expect, test } from "vitest";
import { MISTAKE_IDS } from "../../web/src/lessons/offers.js";
import { site } from "../page/browser.js";
import { auditExercise, solveInTurn } from "../page/exercises.js";

const built = site();

test.each([
  ["en", true],
  ["ko", false],
])(
  "all exercises can be solved one after the other, in %s",
  { timeout: 180_000 },
  async (lang, byKeyboard) => {
    expect(MISTAKE_IDS.length).toBeGreaterThan(5);
    await solveInTurn(built, lang, byKeyboard, MISTAKE_IDS);
  },
);

test.each([
  ["light", 1280],
  ["dark", 390],
] as const)("an exercise passes axe, %s and %d wide", async (colorScheme, width) => {
  await auditExercise(built, colorScheme, width);
});
