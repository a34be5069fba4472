/**
 * "Predict, then see": a question of each kind answered wrong and right on the page. tests/walks/questions.test.ts answers all
 * questions; tests/unit/questions.test.ts checks that all have words in every language.
 */
import { expect, test } from "vitest";
import { solve } from "../question_solver.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import {
  answeredEvents,
  feedback,
  give,
  openQuestions,
  rightNumber,
  shownQuestion,
} from "./answer_questions.js";
import { audit } from "./axe.js";
import { type Instrument, site, watchPlaying } from "./browser.js";
import { oneOfEach, traceOf, wrongAnswer } from "./sample_questions.js";

const { open, openWithin } = site();

test.each(sampled(oneOfEach().map((asked, place) => ({ ...asked, lang: place % 2 === 0 ? "ko" : "en" }))))(
  "a wrong answer gets its reason and can be corrected, and axe finds nothing: $question.kind ($lang)",
  async ({ lang, step, nth, question }) => {
    const { page, lesson, complaints } = await open(
      `?lesson=masked-multi-head&step=${step}&t=0&lang=${lang}`,
      {
        reducedMotion: "reduce",
        colorScheme: lang === "ko" ? "dark" : "light",
      },
    );
    const answers = await answeredEvents(page);
    await openQuestions(page);
    const next = lesson.questions.locator(".after button").last();
    for (let i = 0; i < nth; i++) await next.click();
    expect((await audit(page)).violations).toEqual([]);
    await give(page, question, wrongAnswer(question));
    await lesson.questions.locator(".wrong").first().waitFor();
    expect((await feedback(page)).length).toBeGreaterThan(15);
    expect(await lesson.moment()).toBe(0);
    expect((await answers()).at(-1)).toMatchObject({ right: false, tries: 1, kind: question.kind });
    expect((await audit(page)).violations).toEqual([]);
    const hasPlayed = await watchPlaying(page);
    await give(page, question, solve(traceOf("masked-multi-head"), question));
    await lesson.questions.locator(".right").first().waitFor();
    expect((await answers()).at(-1)).toMatchObject({ right: true, tries: 2 });
    await expect.poll(hasPlayed).toBe(true);
    expect((await audit(page)).violations).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

essential(
  "an unreadable answer does not count as a try: the message says what was got and expected",
  async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en");
    const answers = await answeredEvents(page);
    await openQuestions(page);
    for (const text of ["five by two", "1e400", "😀", "[".repeat(5000)]) {
      await lesson.questions.locator("#answer").fill(text);
      await page.keyboard.press("Enter");
      await expect.poll(() => feedback(page)).toContain(`“${text.slice(0, 40)}`);
      expect(await lesson.questions.locator("#answer").inputValue()).toBe(text);
    }
    expect(await answers()).toEqual([]);
  },
);

essential("an address before a step asks its question at once, and does not show its shape", async () => {
  const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&t=0&lang=en", {
    before: (page) =>
      page.addInitScript(() => {
        // Whatever the line of shapes says, from the first time it is there.
        const seen = new Set<string>();
        const look = (): void => {
          const side = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-side");
          const shapes = side?.shadowRoot?.querySelector(".shapes");
          if (shapes) seen.add(shapes.textContent?.trim() ?? "");
          requestAnimationFrame(look);
        };
        look();
        Object.assign(globalThis, { seenShapes: seen });
      }),
  });
  await lesson.questions.locator(".ask").waitFor();
  const seen = await page.evaluate(() => [
    ...(globalThis as unknown as { seenShapes: Set<string> }).seenShapes,
  ]);
  expect(seen.map((text) => text.replace(/\s+/g, " "))).toEqual([expect.stringMatching(/→ scores \?$/)]);
});

exhaustive(
  "an address before a step shows its shape to readers who do not want to be asked first",
  async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en");
    await lesson.questions.locator(".ask").waitFor();
    await lesson.questions.getByRole("checkbox").uncheck();
    await page.reload();
    await expect.poll(() => page.locator("heads-up-side .shapes").innerText()).toMatch(/→ scores \(/);
  },
);

essential("the answer highlights its cell; asking again uses other numbers", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=values&lang=en");
  const trace = traceOf("masked-multi-head");
  await openQuestions(page);
  const question = await shownQuestion(page);
  await give(page, question, solve(trace, question));
  await lesson.callout.waitFor();
  expect(await lesson.step()).toBe("values");
  expect(await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view.cell)).toEqual(
    question.lit,
  );
  const before = await lesson.questions.locator(".ask").innerText();
  await lesson.questions.getByRole("button", { name: "Another one" }).click();
  await expect.poll(() => lesson.questions.locator(".ask").innerText()).not.toBe(before);
  const after = await lesson.questions.locator(".ask").innerText();
  // After a reload the question is the same, with one answer counted.
  await page.reload();
  await openQuestions(page);
  expect(await lesson.questions.locator(".ask").innerText()).toBe(after);
  expect(await lesson.questions.locator(".count").innerText()).toBe("1 of 1 right");
});

essential(
  "a wrong answer has its own reason in the words of the sentence, and a cell to look at",
  async () => {
    const { page, lesson } = await openWithin(
      "?lesson=masked-self-attention&weights=designed&step=k&t=0&lang=en",
    );
    await lesson.questions.locator(".check").waitFor();
    expect(await lesson.questions.locator(".ask").innerText()).toContain("“tired”");
    await lesson.questions.locator('input[type="radio"]').first().check();
    await lesson.questions.getByRole("button", { name: "Check" }).click();
    await expect.poll(() => feedback(page)).toContain("With the key of “small”, k[0, 0]");
    await lesson.questions.getByRole("button", { name: "Look at k[0, 0, 0]" }).click();
    await lesson.callout.waitFor();
  },
);

essential("one of three pictures is the mask, and the question is in view without scrolling", async () => {
  const { page, lesson } = await openWithin(
    "?lesson=masked-multi-head&weights=designed&step=mask&t=0&lang=en",
    {
      viewport: { width: 1280, height: 800 },
    },
  );
  await lesson.questions.locator(".check").waitFor();
  expect(await lesson.questions.locator(".pictures canvas").count()).toBe(3);
  const box = await lesson.questions.locator(".check").boundingBox();
  expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThan(750);
  await give(page, await shownQuestion(page), (await shownQuestion(page)).answer as number);
  await lesson.questions.locator(".right").first().waitFor();
  // The focus is where Space plays.
  await expect.poll(async () => (await lesson.view())?.playing).toBe(true);
  await page.keyboard.press("Space");
  await expect.poll(async () => (await lesson.view())?.playing).toBe(false);
});

essential("a question opened after the step was played leaves its result on the stage", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en");
  const t = lesson.moment;
  await openQuestions(page);
  expect(await t()).toBe(1);
  await expect(page.locator("heads-up-side .shapes").innerText()).resolves.toMatch(/→ scores \(/);
  await lesson.questions.locator("#answer").fill(await rightNumber(page));
  await page.keyboard.press("Enter");
  await lesson.questions.locator(".right").waitFor();
  expect(await t()).toBe(1);
});

essential("after an answer was checked Space plays the step", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=q_split&t=0&lang=en");
  const view = lesson.view;
  const hint = page.getByText("Space plays this step");
  await lesson.questions.getByRole("button", { name: "Check" }).focus();
  expect(await hint.isVisible()).toBe(false);
  await page.keyboard.press("Space");
  await expect.poll(() => feedback(page)).not.toBe("");
  expect(await hint.isVisible()).toBe(true);
  await page.keyboard.press("Space");
  await expect.poll(async () => (await view())?.playing).toBe(true);
});

essential("a mask is painted by dragging the mouse over cells", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-self-attention&step=demo_mask&lang=en");
  await openQuestions(page);
  const cell = (row: number, col: number) =>
    lesson.questions.locator(`td[data-row="${row}"][data-col="${col}"]`);
  await cell(0, 1).hover();
  await page.mouse.down();
  for (const [row, col] of [
    [0, 2],
    [0, 3],
    [1, 3],
    [1, 2],
  ] as const)
    await cell(row, col).hover();
  await page.mouse.up();
  await lesson.questions.getByRole("button", { name: "Check" }).click();
  await expect.poll(() => feedback(page)).toContain("1 cell is wrong; it is marked with ×.");
  await cell(2, 3).click();
  await lesson.questions.getByRole("button", { name: "Check" }).click();
  await lesson.questions.locator(".right").waitFor();
});

exhaustive("a finger that begins to scroll or zoom on a mask paints nothing", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-self-attention&step=demo_mask&lang=en");
  await openQuestions(page);
  const mask = lesson.questions.locator(".mask");
  const ignored = () =>
    mask
      .locator("td.ignore[data-row]")
      .evaluateAll((cells) =>
        cells.map((one) => [one.getAttribute("data-row"), one.getAttribute("data-col")].join()),
      );
  const touch = (type: string, col: number, pointerId = 1) =>
    mask.locator(`td[data-row="0"][data-col="${col}"]`).evaluate(
      (cell, event) => {
        const { left, top } = cell.getBoundingClientRect();
        const where = { clientX: left + 9, clientY: top + 9, bubbles: true, composed: true };
        cell.dispatchEvent(
          new PointerEvent(event.type, { ...where, ...event, buttons: 1, pointerType: "touch" }),
        );
      },
      { type, pointerId, isPrimary: pointerId === 1 },
    );
  const before = await ignored();
  await touch("pointerdown", 1);
  await expect.poll(ignored).not.toEqual(before);
  const pressed = await ignored();
  await touch("pointerdown", 3, 2);
  await touch("pointermove", 3, 2);
  await lesson.rested();
  expect(await ignored()).toEqual(pressed);
  await touch("pointercancel", 1);
  await expect.poll(ignored).toEqual(before);
  await touch("pointerdown", 1);
  await touch("pointerup", 1);
  await lesson.rested();
  expect(await ignored()).toEqual(pressed);
});

exhaustive("questions are about the reader's own data, and work without storage", async () => {
  const { page, lesson, complaints } = await open("?lesson=multi-head&step=ids&lang=en&tokens=5,6;7", {
    before: async (fresh) => {
      await fresh.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get: () => {
            throw new Error("denied");
          },
        });
      });
    },
  });
  await openQuestions(page);
  expect(await lesson.questions.locator(".ask").innerText()).toContain("2, 1");
  await lesson.questions.locator("#answer").fill("3");
  await page.keyboard.press("Enter");
  await lesson.questions.locator(".right").waitFor();
  expect(await lesson.questions.locator(".count").innerText()).toBe("1 of 2 right");
  expect(complaints).toEqual([]);
});

exhaustive("on a phone everything stays inside the window", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=mask&lang=ko", {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
  });
  await openQuestions(page);
  await lesson.questions.locator(".after button").last().tap();
  await lesson.questions.locator('td[data-row="0"][data-col="1"]').tap();
  await expect
    .poll(() => lesson.questions.locator('td[data-row="0"][data-col="1"]').getAttribute("aria-selected"))
    .toBe("false");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
