/** Numbers changed by hand: the field in the callout, what is marked and said, the switches, the address, and the way back. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { StageElement } from "../../web/src/views/stage/stage_element.js";
import { essential, exhaustive } from "../sampled.js";
import { asking, give, openQuestions, shownQuestion } from "./answer_questions.js";
import { type Instrument, query, site } from "./browser.js";

const { open, openWithin } = site();
const SCORES = "?lesson=masked-multi-head&step=scores&t=1&lang=en";

const changes = (page: Page) =>
  page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.changes);
const field = (page: Page) => page.getByRole("textbox", { name: "Change this number" });
const line = (page: Page) => page.getByRole("group", { name: "Changed by hand" });
const news = (page: Page) => page.locator("heads-up .frame > [role=status]");

/** The struck-out numbers on the stage. */
const struckOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector<Instrument>("heads-up")?.shadowRoot;
    const stage = root?.querySelector<StageElement>("heads-up-stage");
    const marks = stage?.frame(stage.theme)?.marks ?? [];
    return marks.flatMap((mark) => (mark.kind === "text" && mark.size === 11 ? mark.text : []));
  });

describe("a number is changed", () => {
  essential("by keyboard in its callout, which says what followed; and back", async () => {
    const { page, lesson, complaints } = await open(SCORES);
    await lesson.ask("scores", 0, 0, 1, 1);
    await field(page).fill("three");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => lesson.callout.getByRole("alert").textContent())
      .toBe("Type a number, such as 0.5.");
    await field(page).fill("−3");
    await page.keyboard.press("Enter");
    await expect.poll(() => changes(page)).toEqual([{ name: "scores", index: [0, 0, 1, 1], value: -3 }]);
    const says = /^scores\[0, 0, 1, 1\] = −3\.00\. “13” now looks at “13” with 0\.05, before 0\.57\.$/;
    await expect.poll(() => news(page).textContent()).toMatch(says);
    await expect.poll(() => lesson.callout.locator(".before").textContent()).toBe("before: 0.1887");
    expect(await lesson.callout.locator("li").textContent()).toContain("Set by hand.");
    expect(await field(page).evaluate((input) => input.matches(":focus"))).toBe(true);
    await expect.poll(async () => (await query(page)).get("changes")).toBe("scores[0,0,1,1]:-3");
    await lesson.callout.getByRole("button", { name: "Back to its own value" }).click();
    await expect.poll(() => changes(page)).toBeUndefined();
    expect(await line(page).count()).toBe(0);
    expect(await field(page).evaluate((input) => input.matches(":focus"))).toBe(true);
    await page.locator("heads-up-transport .undo").click();
    await expect.poll(() => changes(page)).toHaveLength(1);
    await page.locator("heads-up-transport .redo").click();
    await expect.poll(() => changes(page)).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  essential("by what a question supposes, once it is answered", async () => {
    const { page } = await open("?lesson=multi-head&step=concat&t=1&lang=en");
    await openQuestions(page);
    const question = await shownQuestion(page);
    await give(page, question, question.kind === "choice" ? question.answer : 0);
    await page.getByRole("button", { name: "Try it on the stage" }).press("Enter");
    const head = Number(question.facts["head"]);
    await expect.poll(() => line(page).textContent()).toContain(`Head ${head} is off.`);
    expect(await changes(page)).toEqual([{ name: "values", index: [":", head - 1], value: 0 }]);
    // The question, which was about other numbers, has closed; Space plays the step.
    expect(await asking(page).locator("details[open]").count()).toBe(0);
    expect(await page.locator("heads-up-side h2").evaluate((title) => title.matches(":focus"))).toBe(true);
  });

  essential("on a phone its arithmetic gives way to what followed", async () => {
    const { page, lesson } = await open(SCORES, { viewport: { width: 390, height: 844 } });
    await lesson.ask("scores", 0, 0, 1, 1);
    await field(page).fill("-3");
    await page.keyboard.press("Enter");
    await expect.poll(() => line(page).textContent()).toContain("before 0.57");
    expect(await lesson.callout.count()).toBe(0);
  });

  exhaustive("a bit by its button", async () => {
    const { page, lesson } = await open("?lesson=masked-multi-head&step=masks&t=1&lang=en");
    await lesson.ask("mask", 0, 2, 0);
    await lesson.callout.getByRole("button", { name: "Set to 0" }).click();
    await expect.poll(() => changes(page)).toEqual([{ name: "mask", index: [0, 2, 0], value: 0 }]);
  });
});

describe("the stage", () => {
  essential("shows the number before beside every other one, and compares", async () => {
    const address =
      "?lesson=masked-self-attention&step=attention&t=1&lang=en&weights=random&changes=scores[0,1,0]:3";
    const { page } = await openWithin(address);
    await expect.poll(async () => (await struckOut(page)).length).toBeGreaterThan(0);
    await line(page).getByRole("button", { name: "Compare with before" }).click();
    await expect.poll(() => page.getByRole("dialog").textContent()).toContain("with your changes");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await line(page).getByRole("button", { name: "Undo" }).press("Enter");
    await expect.poll(() => struckOut(page)).toEqual([]);
    expect(
      await page
        .locator("heads-up-grid")
        .first()
        .evaluate((grid) => grid.matches(":focus-within")),
    ).toBe(true);
  });
});

describe("switches", () => {
  essential("turn a head and a key off, and all is undone by one button", async () => {
    const { page } = await openWithin("?lesson=masked-multi-head&step=attention&t=1&lang=en");
    await page.getByText("Switch off …").click();
    await page.getByRole("group", { name: "Heads" }).getByRole("checkbox", { name: "2" }).uncheck();
    await expect
      .poll(() => line(page).textContent())
      .toContain("Head 2 is off. 80 numbers of output are different");
    await page.getByRole("group", { name: "Keys" }).getByRole("checkbox", { name: "47" }).uncheck();
    await expect
      .poll(() => changes(page))
      .toEqual([
        { name: "values", index: [":", 1], value: 0 },
        { name: "mask", index: [0, ":", 2], value: 0 },
      ]);
    await line(page).getByRole("button", { name: "Back to the original" }).click();
    await expect.poll(() => changes(page)).toBeUndefined();
    expect(await page.getByRole("checkbox", { name: "47" }).isChecked()).toBe(true);
  });
});

describe("changes that do not fit", () => {
  essential("are left out, and it is said why", async () => {
    const { page, lesson } = await open(`${SCORES}&changes=scores[0,0,9,9]:3;scores[0,0,1,1]:2`);
    await expect.poll(() => changes(page)).toHaveLength(2);
    await lesson.set({ tokens: "62,13,47" });
    await expect.poll(() => line(page).textContent()).toContain("1 change was left out");
    expect(await changes(page)).toEqual([{ name: "scores", index: [0, 0, 1, 1], value: 2 }]);
  });
});
