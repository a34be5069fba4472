/** Questions about a step: answered wrongly and rightly, found on a narrow page, and in an exam. */
import { expect } from "vitest";
import type { Question } from "../../../web/src/operations/question.js";
import { WINDOW } from "../../page/engines/engine.js";
import { traceOf, wrongAnswer } from "../../page/sample_questions.js";
import { solve } from "../../question_solver.js";
import type { Reader } from "../reader.js";

type Answer = ReturnType<typeof solve>;

const QUESTIONS = "heads-up-questions";

export async function answerQuestion(reader: Reader, nth: number, question: Question): Promise<void> {
  await reader.use(`${QUESTIONS} >> summary`);
  for (let i = 0; i < nth; i++) {
    const { text } = await reader.see(`${QUESTIONS} >> .nth`);
    await reader.use(`${QUESTIONS} >> .after button:last-child`);
    await reader.see(`${QUESTIONS} >> .nth`, (seen) => seen.text !== text);
  }
  await give(reader, question, wrongAnswer(question));
  await reader.see(`${QUESTIONS} >> [role=status] .wrong`);
  await give(reader, question, solve(traceOf("masked-multi-head"), question));
  await reader.see(`${QUESTIONS} >> [role=status] .right`);
  // The step shows its result.
  await expect.poll(async () => (await reader.view()).t).toBe(1);
}

export async function findQuestion(reader: Reader): Promise<void> {
  await reader.engine.resize(390, WINDOW.height);
  try {
    await reader.use(".to-question button");
    await reader.expectFocus(`${QUESTIONS} >> .ask`);
    await reader.engine.press("Tab");
    await reader.expectFocus(`${QUESTIONS} >> #answer`);
  } finally {
    await reader.engine.resize(WINDOW.width, WINDOW.height);
  }
}

async function give(reader: Reader, question: Question, answer: Answer): Promise<void> {
  if (typeof answer === "string") await reader.write(`${QUESTIONS} >> #answer`, answer);
  else if (typeof answer === "number")
    await reader.use(`${QUESTIONS} >> label:nth-of-type(${answer + 1}) input`, "Space");
  else if (question.kind === "mask") await paint(reader, answer);
  await reader.use(`${QUESTIONS} >> .check`);
}

/** Paints a mask: by keyboard cell by cell, otherwise with one stroke per run of wrong cells in a row. */
async function paint(reader: Reader, answer: readonly (readonly boolean[])[]): Promise<void> {
  const cell = (row: number, col: number): string =>
    `heads-up-questions >> .mask td[data-row="${row}"][data-col="${col}"]`;
  const isOn = async (row: number, col: number): Promise<boolean> =>
    (await reader.see(cell(row, col))).attributes["aria-selected"] === "true";
  if (reader.by === "keyboard") {
    await reader.focus('heads-up-questions >> .mask td[tabindex="0"]');
    for (const _ of answer) await reader.engine.press("ArrowUp");
  }
  for (const [row, bits] of answer.entries()) {
    const wrong: number[] = [];
    for (const [col, bit] of bits.entries()) if ((await isOn(row, col)) !== bit) wrong.push(col);
    const runs = wrong.filter((col) => !wrong.includes(col - 1));
    if (reader.by === "keyboard") {
      await reader.engine.press("Home");
      for (const col of bits.keys()) {
        if (wrong.includes(col)) await reader.engine.press("Space");
        if (col + 1 < bits.length) await reader.engine.press("ArrowRight");
      }
      await reader.engine.press("ArrowDown");
    } else
      for (const from of runs) {
        const stroke = wrong.filter((col) => col >= from && bits[col] === bits[from]);
        const joined = stroke.filter((col, i) => col === from + i);
        await reader.draw(joined.map((col) => cell(row, col)));
      }
  }
}

export async function takeExam(reader: Reader): Promise<void> {
  await reader.see("heads-up-transport >> .next");
  for (const gone of ["heads-up-drawers", ".lessons", ".more", ".undo"]) await reader.expectNone(gone);
  for (const key of ["l", "Control+z"]) await reader.engine.press(key);
  const { text } = await reader.see("heads-up-side >> h2");
  await reader.use("heads-up-transport >> .next");
  await reader.see("heads-up-side >> h2", (seen) => seen.text !== text);
  // The step's question opens by itself, before the step is played.
  await reader.see(`${QUESTIONS} >> .ask`);
  // A lecture takes a while to begin, so this is checked last.
  expect(await reader.look(".frame.lecture")).toEqual([]);
}
