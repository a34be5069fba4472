/** Answers questions on the page by keyboard alone. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Answered } from "../../web/src/lessons/questions/answered.js";
import type { Answer, MaskQuestion, Question } from "../../web/src/operations/question.js";
import type { QuestionsElement } from "../../web/src/views/questions/questions_element.js";
import { currentStep, type Instrument, rested } from "./browser.js";

export const asking = (page: Page) => page.locator("heads-up-questions");
export const feedback = (page: Page): Promise<string> => asking(page).getByRole("status").innerText();

/** The question that is shown, which is about the sentence on the stage where there is one. */
export async function shownQuestion(page: Page): Promise<Question> {
  const question = await asking(page).evaluate(({ questions, at }: QuestionsElement) => questions[at]);
  if (!question) throw new Error("no question is shown");
  return question;
}

/** The right answer to it, where it is a number. */
export async function rightNumber(page: Page): Promise<string> {
  const question = await shownQuestion(page);
  return question.kind === "number" ? String(question.answer) : "";
}

/** Opens the questions of the step, by keyboard, unless they are open already, and waits for the first one. */
export async function openQuestions(page: Page): Promise<void> {
  // Questions load at the first interaction, once the elements beside the stage are defined.
  await page.locator("heads-up-side .chapter").waitFor();
  await page.keyboard.press("Shift");
  const summary = asking(page).locator("summary");
  await summary.waitFor();
  await summary.focus();
  if (!(await asking(page).locator("details[open]").count())) await page.keyboard.press("Enter");
  await asking(page).locator(".ask").waitFor();
}

/** Goes to a step, and waits for its questions, which are ready when they show their count. */
export async function goTo(page: Page, step: string): Promise<void> {
  await page.evaluate((name) => document.querySelector<Instrument>("heads-up")?.seek(name, 1), step);
  await rested(page);
  expect(await currentStep(page)).toBe(step);
}

async function paint(
  page: Page,
  question: MaskQuestion,
  answer: Exclude<Answer, string | number>,
): Promise<void> {
  await asking(page).locator('td[tabindex="0"]').focus();
  for (const _ of answer) await page.keyboard.press("ArrowUp");
  const painted = await asking(page)
    .locator("td[data-row]")
    .evaluateAll((all: HTMLElement[]) =>
      all.flatMap((cell) => (cell.ariaSelected === "true" ? [cell.dataset] : [])),
    );
  const isPainted = (row: number, col: number): boolean =>
    painted.some((cell) => Number(cell["row"]) === row && Number(cell["col"]) === col);
  for (const [row, bits] of answer.entries()) {
    await page.keyboard.press("Home");
    for (const [col, bit] of bits.entries()) {
      if (isPainted(row, col) !== bit) await page.keyboard.press("Space");
      if (col + 1 < question.cols.length) await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

/** Enters an answer by keyboard, and checks it. */
export async function give(page: Page, question: Question, answer: Answer): Promise<void> {
  if (question.kind === "mask") {
    await paint(page, question, answer as Exclude<Answer, string | number>);
    return;
  }
  if (typeof answer === "string") {
    await asking(page).locator("#answer").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(answer);
  } else {
    await asking(page).locator('input[type="radio"]').nth(Number(answer)).focus();
    await page.keyboard.press("Space");
  }
  await page.keyboard.press("Enter");
}

/** Records every `heads-up-answer` event of the page. */
export async function answeredEvents(page: Page): Promise<() => Promise<Answered[]>> {
  await page.evaluate(() => {
    const all: unknown[] = [];
    Object.assign(window, { answers: all });
    document.addEventListener("heads-up-answer", (event) => all.push((event as CustomEvent).detail));
  });
  return () => page.evaluate(() => (window as unknown as { answers: Answered[] }).answers);
}
