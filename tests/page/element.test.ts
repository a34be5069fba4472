/** <heads-up> as others embed it: attributes, properties, methods, events. */
import { expect } from "vitest";
import { essential } from "../sampled.js";
import { type Instrument, type Opened, site } from "./browser.js";

const { openWithin } = site();

/** Sets an attribute and returns the resulting events. */
async function eventsOf({ page, lesson }: Opened, name: string, value: string) {
  const events = await page.evaluateHandle(() => {
    const events: { type: string; detail: Record<string, unknown> }[] = [];
    for (const type of ["heads-up-ready", "heads-up-step", "heads-up-error"])
      document.addEventListener(type, (event) =>
        events.push({ type, detail: (event as CustomEvent).detail }),
      );
    return events;
  });
  await lesson.setAttribute(name, value);
  await lesson.rested();
  return events.jsonValue();
}

essential("the step attribute goes to a step and follows it", async () => {
  const opened = await openWithin("?step=ids");
  const { page, lesson } = opened;
  expect(await eventsOf(opened, "step", "scores")).toEqual([
    { type: "heads-up-step", detail: { step: "scores", index: 14, total: 20 } },
  ]);
  await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.previous());
  await lesson.rested();
  expect(await page.locator("heads-up").getAttribute("step")).toBe("wrong_view");
});

essential("an unknown step is an error, and the step stays", async () => {
  const opened = await openWithin("?step=scores");
  const { page, lesson } = opened;
  const events = await eventsOf(opened, "step", "nowhere");
  expect(events).toMatchObject([{ type: "heads-up-error", detail: { code: "unknown-step" } }]);
  expect(await lesson.step()).toBe("scores");
  expect(await page.locator("heads-up").getAttribute("step")).toBe("scores");
});

essential("the lesson attribute computes another lesson and keeps the step if both have it", async () => {
  const opened = await openWithin("?step=scores");
  const { lesson } = opened;
  const events = await eventsOf(opened, "lesson", "encoder-decoder");
  expect(events.map(({ type }) => type)).toEqual(["heads-up-ready", "heads-up-step"]);
  expect(events[0]?.detail).toEqual({ lesson: "encoder-decoder", total: 15 });
  expect(await lesson.step()).toBe("scores");
});

essential("the seed attribute recomputes at the same moment", async () => {
  const opened = await openWithin("?step=scores&t=0.5");
  const { page, lesson } = opened;
  const first = (): Promise<number | undefined> =>
    page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.steps[0]?.data[0]);
  const before = await first();
  await eventsOf(opened, "seed", "7");
  expect(await first()).not.toBe(before);
  expect(await lesson.view()).toMatchObject({
    step: "scores",
    t: 0.5,
  });
});

essential("seek is exact, by name or by index, and pauses", async () => {
  const { page } = await openWithin("?step=ids");
  const view = await page.evaluate(() => {
    const element = document.querySelector<Instrument>("heads-up");
    element?.play();
    element?.seek("values", 0.123456789);
    const byName = element?.view;
    element?.seek(1, 1);
    return [byName, element?.view];
  });
  expect(view[0]).toMatchObject({ step: "values", t: 0.123456789, playing: false });
  expect(view[1]).toMatchObject({ step: "ids", t: 1 });
});

essential("a step, moment or focus that does not exist is refused by name, and nothing moves", async () => {
  const { page, lesson } = await openWithin("?step=scores&t=0.5&head=1");
  const refused = await page.evaluate(() => {
    const element = document.querySelector<Instrument>("heads-up");
    const messages: string[] = [];
    element?.addEventListener("heads-up-error", ({ detail }) => messages.push(detail.message));
    element?.seek("nope", 1);
    element?.seek(99, 1);
    for (const t of [5, -1, Number.NaN]) element?.seek("values", t);
    for (const focus of [{ head: Number.NaN }, { head: 1.5 }, { head: "0" }, { batch: -1 }, { bogus: 1 }])
      element?.choose(focus as { head: number });
    return messages;
  });
  expect(refused).toEqual([
    expect.stringMatching(/^step: got nope, wants one of opening, .*scores, .*, or 0 to \d+$/),
    expect.stringMatching(/^step: got 99, wants/),
    "t: got 5, wants a number from 0 to 1",
    "t: got -1, wants a number from 0 to 1",
    "t: got NaN, wants a number from 0 to 1",
    "head: got NaN, wants batch or head from 0",
    "head: got 1.5, wants batch or head from 0",
    'head: got "0", wants batch or head from 0',
    "batch: got -1, wants batch or head from 0",
    "bogus: got 1, wants batch or head from 0",
  ]);
  const view = await lesson.view();
  expect(view).toMatchObject({ step: "scores", t: 0.5, focus: { batch: 0, head: 1 } });
  expect(view?.focus).not.toHaveProperty("bogus");
});

essential("controls hides parts, and shows all of them again", async () => {
  const opened = await openWithin("?step=scores");
  const { page, complaints } = opened;
  for (const [controls, parts] of [
    ["minimal", { strip: 0, side: 0, transport: 1, drawers: 0 }],
    ["none", { strip: 0, side: 0, transport: 0, drawers: 0 }],
    ["full", { strip: 1, side: 1, transport: 1, drawers: 1 }],
  ] as const) {
    await eventsOf(opened, "controls", controls);
    for (const [part, count] of Object.entries(parts))
      expect(await page.locator(`heads-up-${part}`).count(), `${controls}: ${part}`).toBe(count);
    expect(await page.locator("heads-up-stage").count(), controls).toBe(1);
  }
  expect(complaints).toEqual([]);
});

essential("a removed element stops, and works again when reinserted", async () => {
  const { page, lesson, complaints } = await openWithin("?step=scores");
  await page.evaluate(() => {
    const element = document.querySelector<Instrument>("heads-up");
    element?.play();
    element?.remove();
    if (element) document.querySelector("main")?.append(element);
  });
  await lesson.rested();
  expect(await lesson.step()).toBe("scores");
  expect(await lesson.isPlaying()).toBe(false);
  await page.keyboard.press("ArrowRight");
  expect(await lesson.step()).toBe("masks");
  expect(complaints).toEqual([]);
});
