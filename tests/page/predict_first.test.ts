/** A step begins with its question, before its result is drawn; playing the step skips the question. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { asking, goTo, rightNumber, shownQuestion } from "./answer_questions.js";
import { type Instrument, rested, site } from "./browser.js";

const { openWithin } = site();

const view = (page: Page) => page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view);
const isOpen = (page: Page): Promise<boolean> =>
  asking(page)
    .locator("details")
    .evaluate((one: HTMLDetailsElement) => one.open);

/** Waits for the questions, which come with the second script. */
async function load(page: Page): Promise<void> {
  await asking(page).waitFor({ state: "attached" });
  await rested(page);
}

/** Goes from the step `before` to the next one by keyboard. */
async function begin(page: Page, before: string): Promise<void> {
  await load(page);
  await goTo(page, before);
  await page.keyboard.press("ArrowRight");
}

essential(
  "the next step starts at its beginning, with its question open and visible without scrolling",
  async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en", {
      viewport: { width: 1280, height: 720 },
    });
    await begin(page, "wrong_view");
    await lesson.questions.locator(".check").waitFor();
    expect(await view(page)).toMatchObject({ step: "scores", t: 0, playing: false });
    await expect
      .poll(async () => (await edges(lesson.questions.locator(".check"))).bottom)
      .toBeLessThan(720 - 50);
    // The panel does not reveal the shape.
    await expect.poll(() => page.locator("heads-up-side .shapes").innerText()).toMatch(/→ scores \?$/);
    expect(await lesson.turn("hint").innerText()).toBe("Space plays this step");
  },
);

exhaustive("a question that opens with its step is about the sentence on the stage", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en");
  await load(page);
  for (const batch of [0, 2, 4]) {
    await goTo(page, "embedding.weight");
    await page.evaluate((chosen) => document.querySelector<Instrument>("heads-up")?.choose(chosen), {
      batch,
    });
    await page.keyboard.press("ArrowRight");
    await lesson.questions.locator("form input").first().waitFor();
    await lesson.questions.locator("form input").first().focus();
    expect((await view(page))?.focus.batch).toBe(batch);
  }
});

exhaustive("the stage keeps its sentence until a question about another one has the focus", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en&tokens=5,6,7;8");
  await load(page);
  await goTo(page, "embedding.weight");
  // The only token of this sentence cannot change its place, so the question is about the other sentence.
  await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.choose({ batch: 1 }));
  await page.keyboard.press("ArrowRight");
  await lesson.questions.locator(".ask").waitFor();
  expect(await view(page)).toMatchObject({ step: "embedding", focus: { batch: 1 } });
  await lesson.questions.locator("form input").first().focus();
  await expect.poll(async () => (await view(page))?.focus.batch).not.toBe(1);
});

essential("Space plays the step and closes an unanswered question", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en");
  await begin(page, "wrong_view");
  await lesson.questions.locator(".check").waitFor();
  await page.keyboard.press("Space");
  await expect.poll(() => isOpen(page)).toBe(false);
  expect(await view(page)).toMatchObject({ step: "scores", playing: true });
});

exhaustive("the skip button closes the question and plays the step", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en");
  await begin(page, "wrong_view");
  await lesson.questions.getByRole("button", { name: "Skip and watch" }).click();
  await expect.poll(async () => (await view(page))?.playing).toBe(true);
  expect(await isOpen(page)).toBe(false);
});

exhaustive("a checkbox turns questions before a step off, also for the next visit", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en");
  await begin(page, "wrong_view");
  await lesson.questions.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.locator("heads-up-side .chapter").waitFor();
  await begin(page, "w_0.bias");
  await lesson.questions.locator("summary").waitFor();
  expect(await view(page)).toMatchObject({ step: "q", t: 0 });
  expect(await isOpen(page)).toBe(false);
  // It can still be opened, and turned on again.
  await lesson.questions.locator("summary").click();
  await lesson.questions.getByRole("checkbox").check();
  await begin(page, "q");
  await expect.poll(() => isOpen(page)).toBe(true);
});

essential(
  "parameters, splits and transposes are one step each, in which the tensor can be chosen",
  async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en&step=mask");
    const at = async (): Promise<string | undefined> => (await view(page))?.step;
    // They are folded, because the lesson before has shown them.
    await page.keyboard.press("ArrowRight");
    expect(await view(page)).toMatchObject({ step: "fold_w_q.weight", t: 1 });
    await expect.poll(() => lesson.title.innerText()).toBe("8–15 · As in lesson 2");
    await page.locator(".open-fold").press("Enter");
    await expect.poll(at).toBe("w_q.weight");
    expect(await view(page)).toMatchObject({ t: 0 });
    for (const step of ["q", "k", "v", "q_split", "q_heads", "wrong_view"]) {
      await page.keyboard.press("ArrowRight");
      expect(await at()).toBe(step);
    }
    await page.keyboard.press("ArrowLeft");
    await page.getByLabel("Tensor").selectOption("v_heads");
    expect(await view(page)).toMatchObject({ step: "v_heads", t: 1 });
    await expect.poll(() => page.url()).toContain("step=v_heads");
    await expect.poll(() => lesson.title.innerText()).toBe("13 · v: heads to the front");
    // The address opens the same tensor, and the arrow key goes to the step after the group.
    await page.reload();
    await page.locator(".focus select").waitFor();
    await expect.poll(() => page.getByLabel("Tensor").inputValue()).toBe("v_heads");
    await page.keyboard.press("ArrowRight");
    expect(await at()).toBe("wrong_view");
  },
);

/** The step's title, and the top edges of the parts below the question. */
const below = (page: Page) =>
  page.evaluate(() => {
    const side = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-side")?.shadowRoot;
    return ["h2", ".why", ".formula", "pre", ".shapes", "details"].map(
      (part) => side?.querySelector(part)?.getBoundingClientRect().top,
    );
  });

essential(
  "a step and its open question appear together: nothing moves once the title has changed",
  async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&lang=en", {
      viewport: { width: 1280, height: 720 },
    });
    await goTo(page, "k");
    await lesson.questions.locator("summary").waitFor();
    const [title] = await below(page);
    expect(title).toBeDefined();
    // Records where the parts are in every frame, until some frames after the question has opened.
    const frames = page.evaluate(async () => {
      const side = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-side")?.shadowRoot;
      const asking = side?.querySelector("heads-up-questions")?.shadowRoot;
      const seen: string[] = [];
      for (let after = 0; after < 20; after += asking?.querySelector("form") ? 1 : 0) {
        await new Promise(requestAnimationFrame);
        const tops = [".why", ".formula", "pre", ".shapes"].map(
          (part) => side?.querySelector(part)?.getBoundingClientRect().top,
        );
        if (side?.querySelector("h2")?.textContent?.includes("values")) seen.push(tops.join());
      }
      return seen;
    });
    await page.keyboard.press("ArrowRight");
    expect((await frames).length).toBeGreaterThanOrEqual(20);
    expect(new Set(await frames).size).toBe(1);
  },
);

/** Where something is seen: its upper and lower edge in the window. */
async function edges(place: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await place.boundingBox();
  return box ? { top: box.y, bottom: box.y + box.height } : { top: Number.NaN, bottom: Number.NaN };
}

exhaustive.each(["en", "ko"])(
  "the button of a tall question is in view once it opens, and the feedback once it is checked (%s)",
  async (lang) => {
    const { page, lesson } = await openWithin(`?lesson=masked-multi-head&lang=${lang}`, {
      viewport: { width: 1280, height: 800 },
    });
    await begin(page, "padding_mask");
    await lesson.questions.locator(".check").waitFor();
    const panel = await edges(lesson.side);
    const bottomOf = async (part: string): Promise<number> =>
      (await edges(lesson.questions.locator(part))).bottom;
    await expect.poll(() => bottomOf(".check")).toBeLessThan(panel.bottom + 2);
    expect((await edges(lesson.title)).top).toBeGreaterThanOrEqual(panel.top - 1);
    // A choice that is wrong, where the question offers choices.
    const question = await shownQuestion(page);
    if (question.kind === "choice") {
      const wrong = question.answer === 0 ? 1 : 0;
      await lesson.questions.locator('input[type="radio"]').nth(wrong).check();
    }
    await lesson.questions.locator(".check").click();
    await lesson.questions.locator("p.wrong").waitFor();
    await expect.poll(() => bottomOf("p.wrong")).toBeLessThanOrEqual(panel.bottom);
    expect((await edges(lesson.questions.locator("p.wrong"))).top).toBeGreaterThanOrEqual(panel.top);
  },
);

essential(
  "on a phone the right answer brings the stage into view, and the feedback has the focus",
  async () => {
    const viewport = { width: 390, height: 844 };
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en", {
      viewport,
    });
    await lesson.questions.locator("#answer").fill(await rightNumber(page));
    await lesson.questions.evaluate((questions) => questions.scrollIntoView());
    const stage = page.locator("heads-up-stage");
    expect((await edges(stage)).bottom).toBeLessThan(viewport.height / 4);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await view(page))?.playing).toBe(true);
    await expect.poll(async () => (await edges(stage)).top).toBeGreaterThanOrEqual(0);
    await expect.poll(async () => (await edges(stage)).bottom).toBeLessThanOrEqual(viewport.height);
    // There Space pauses and plays, and the buttons of the question come next.
    await expect.poll(() => lesson.questions.getByRole("status").evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Tab");
    const next = lesson.questions.getByRole("button", { name: "Next question" });
    await expect.poll(() => next.evaluate(isFocused)).toBe(true);
  },
);

exhaustive("the page keeps its place after an answer if most of the stage is in view", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en", {
    viewport: { width: 390, height: 1250 },
  });
  await lesson.questions.locator("#answer").fill(await rightNumber(page));
  await page.evaluate(() => scrollTo(0, 250));
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await view(page))?.playing).toBe(true);
  await lesson.rested();
  expect(await page.evaluate(() => scrollY)).toBe(250);
});

const isFocused = (element: Element): boolean =>
  (element.getRootNode() as Document | ShadowRoot).activeElement === element;

const link = (page: Page) => page.locator(".to-question button");

essential("on a phone a link on the slider leads to the question below the stage", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en", {
    viewport,
  });
  const bottom = async (place: string): Promise<number> => {
    const box = await lesson.questions.locator(place).boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  await link(page).waitFor();
  expect(await link(page).innerText()).toMatch(/Predict, then see$/);
  expect(await bottom(".check")).toBeGreaterThan(viewport.height);
  await link(page).click();
  const aboveControls = async (): Promise<number> =>
    (await edges(page.locator("heads-up-transport"))).top - (await bottom(".check"));
  await expect.poll(aboveControls).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await expect.poll(() => lesson.questions.locator("#answer:focus").count()).toBe(1);
  // Once the question is skipped, the slider's track is free.
  await lesson.questions.getByRole("button", { name: "Skip and watch" }).click();
  await expect.poll(() => link(page).count()).toBe(0);
});
