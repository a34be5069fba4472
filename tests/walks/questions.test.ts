/** Every question of every lesson is answered on the page by keyboard from the trace. */

import { expect, test } from "vitest";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { QuestionsElement } from "../../web/src/views/questions/questions_element.js";
import { answeredEvents, asking, give, goTo, openQuestions } from "../page/answer_questions.js";
import { site } from "../page/browser.js";
import { hu, traceOf } from "../page/sample_questions.js";
import { solve } from "../question_solver.js";

const { open } = site();

test.each(lessonNames.map((lesson, i) => [lesson, i % 2 === 0 ? "ko" : "en"] as const))(
  "all questions of %s can be solved by keyboard (%s)",
  async (lesson, lang) => {
    const trace = traceOf(lesson);
    const { page, complaints } = await open(`?lesson=${lesson}&lang=${lang}`, { reducedMotion: "reduce" });
    const answers = await answeredEvents(page);
    let solved = 0;
    for (const step of lessonNamed(lesson).steps(trace)) {
      const questions = questionsOf(hu, trace, step);
      if (questions.length === 0) continue;
      await goTo(page, step.id);
      await openQuestions(page);
      for (const [nth, { key }] of questions.entries()) {
        const name = `${lesson} ${step.id} ${key}`;
        await asking(page).locator(".ask").waitFor();
        // The page prefers a question about the sentence that the stage shows.
        const question = await asking(page).evaluate((all: QuestionsElement, at) => all.questions[at], nth);
        if (question?.key !== key) throw new Error(`${name} is not asked`);
        expect(await asking(page).locator(".ask").innerText(), name).not.toMatch(/[{}`]/);
        await give(page, question, solve(trace, question));
        await asking(page).locator(".right").first().waitFor();
        solved++;
        const detail = (await answers()).at(-1);
        expect(detail).toMatchObject({
          lesson,
          step: step.id,
          question: key,
          right: true,
          tries: 1,
        });
        // The focus has moved on to the next control.
        if (nth + 1 === questions.length) continue;
        await page.keyboard.press("Tab"); // from the feedback
        await page.keyboard.press("Enter");
      }
      const count = await asking(page).locator(".count").innerText();
      expect(count.match(/\d+/g)).toEqual([String(questions.length), String(questions.length)]);
    }
    expect(solved).toBeGreaterThan(15);
    expect(complaints).toEqual([]);
  },
  300_000,
);
