/** <heads-up> as others embed it: attributes, properties, methods, events. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { type Instrument, rested, site } from "./browser.js";

const { open, openWithin } = site();

/** Sets an attribute and returns the resulting events. */
async function eventsOf(
  page: Page,
  name: string,
  value: string,
): Promise<{ type: string; detail: Record<string, unknown> }[]> {
  const events = await page.evaluateHandle(() => {
    const events: { type: string; detail: Record<string, unknown> }[] = [];
    for (const type of ["heads-up-ready", "heads-up-step", "heads-up-error"]) {
      document.addEventListener(type, (event) =>
        events.push({ type, detail: (event as CustomEvent).detail }),
      );
    }
    return events;
  });
  await page.evaluate(([key, text]) => document.querySelector("heads-up")?.setAttribute(key, text), [
    name,
    value,
  ] as const);
  await rested(page);
  return events.jsonValue();
}

essential("the step attribute goes to a step and follows it", async () => {
  const { page, lesson } = await openWithin("?step=ids");
  expect(await eventsOf(page, "step", "scores")).toEqual([
    { type: "heads-up-step", detail: { step: "scores", index: 14, total: 22 } },
  ]);
  await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.previous());
  await lesson.rested();
  expect(await page.locator("heads-up").getAttribute("step")).toBe("wrong_view");
});

essential("an unknown step is an error, and the step stays", async () => {
  const { page, lesson } = await openWithin("?step=scores");
  const events = await eventsOf(page, "step", "nowhere");
  expect(events).toMatchObject([{ type: "heads-up-error", detail: { code: "unknown-step" } }]);
  expect(await lesson.step()).toBe("scores");
  expect(await page.locator("heads-up").getAttribute("step")).toBe("scores");
});

essential("the lesson attribute computes another lesson and keeps the step if both have it", async () => {
  const { page, lesson } = await openWithin("?step=scores");
  const events = await eventsOf(page, "lesson", "encoder-decoder");
  expect(events.map(({ type }) => type)).toEqual(["heads-up-ready", "heads-up-step"]);
  expect(events[0]?.detail).toEqual({ lesson: "encoder-decoder", total: 19 });
  expect(await lesson.step()).toBe("scores");
});

essential("the seed attribute recomputes at the same moment", async () => {
  const { page, lesson } = await openWithin("?step=scores&t=0.5");
  const first = (): Promise<number | undefined> =>
    page.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.steps[0]?.data[0]);
  const before = await first();
  await eventsOf(page, "seed", "7");
  expect(await first()).not.toBe(before);
  expect(await lesson.view()).toMatchObject({
    step: "scores",
    t: 0.5,
  });
});

exhaustive("every attribute can be removed again", async () => {
  const { page, lesson, complaints } = await open("?step=scores");
  for (const [name, value, after] of [
    ["lesson", "multi-head", "masked-multi-head"],
    ["step", "scores", "scores"],
    ["lang", "ko", ""],
    ["theme", "dark", ""],
    ["seed", "7", undefined],
    ["tokens", "5,6;7", undefined],
    ["vocabsize", "50", undefined],
    ["dmodel", "4", undefined],
    ["numheads", "1", undefined],
    ["mask", "causal", undefined],
    ["maskfill", "-inf", undefined],
    ["weights", "readable", undefined],
    ["spec", '{"bias":false}', { lesson: "masked-multi-head" }],
    ["controls", "minimal", "full"],
    ["mode", "locked", ""],
    ["allow", "play", ""],
    ["src", "", ""],
  ] as const) {
    await eventsOf(page, name, value);
    await page.evaluate((key) => document.querySelector("heads-up")?.removeAttribute(key), name);
    await lesson.rested();
    const now = (key: string): unknown => {
      const element = document.querySelector<Instrument>("heads-up");
      const property = Object.keys(
        (element?.constructor as unknown as { properties?: object })?.properties ?? {},
      ).find((one) => one.toLowerCase() === key);
      return element?.[property as "step"];
    };
    expect(await page.evaluate(now, name), name).toEqual(after);
    expect(await lesson.step(), name).toBe("scores");
  }
  expect(complaints).toEqual([]);
});

essential(
  "seeking a step that the lesson lacks is an error that lists its steps, and changes nothing",
  async () => {
    const { page } = await openWithin("?step=scores");
    const seen = await page.evaluate(() => {
      const element = document.querySelector<Instrument>("heads-up");
      const errors: { code: string; message: string; details: Record<string, string> }[] = [];
      element?.addEventListener("heads-up-error", (event) => errors.push((event as CustomEvent).detail));
      element?.seek("nope", 1);
      element?.seek(99, 1);
      element?.seek("values", Number.NaN);
      return { errors, step: element?.currentStep };
    });
    expect(seen.errors.map(({ code }) => code)).toEqual(["unknown-step", "unknown-step", "wrong-type"]);
    expect(seen.errors[0]?.message).toMatch(
      /^step: got nope, wants one of opening, .*scores, .*, or 0 to 21$/,
    );
    expect(seen.errors[0]?.details).toMatchObject({ field: "step", got: "nope" });
    expect(seen.errors[1]?.message).toMatch(/^step: got 99, wants/);
    expect(seen.errors[2]?.message).toBe("t: got NaN, wants a number from 0 to 1");
    expect(seen.step).toBe("scores");
  },
);

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

essential("a moment or a focus that does not exist is refused by name, and nothing moves", async () => {
  const { page } = await openWithin("?step=scores&t=0.5&head=1");
  const seen = await page.evaluate(() => {
    const element = document.querySelector<Instrument>("heads-up");
    const messages: string[] = [];
    element?.addEventListener("heads-up-error", (event) =>
      messages.push((event as CustomEvent).detail.message),
    );
    for (const t of [5, -1]) element?.seek("values", t);
    for (const focus of [{ head: Number.NaN }, { head: 1.5 }, { head: "0" }, { batch: -1 }, { bogus: 1 }])
      element?.choose(focus as { head: number });
    const refused = element?.view;
    element?.choose({ head: 99 });
    return { messages, refused, last: element?.view.focus.head };
  });
  expect(seen.messages).toEqual([
    "t: got 5, wants a number from 0 to 1",
    "t: got -1, wants a number from 0 to 1",
    "head: got NaN, wants batch or head from 0",
    "head: got 1.5, wants batch or head from 0",
    'head: got "0", wants batch or head from 0',
    "batch: got -1, wants batch or head from 0",
    "bogus: got 1, wants batch or head from 0",
  ]);
  expect(seen.refused).toMatchObject({ step: "scores", t: 0.5, focus: { batch: 0, head: 1 } });
  expect(seen.refused?.focus).not.toHaveProperty("bogus");
  expect(seen.last).toBe(1);
});

essential("controls hides parts, and shows all of them again", async () => {
  const { page, complaints } = await openWithin("?step=scores");
  for (const [controls, parts] of [
    ["minimal", { strip: 0, side: 0, transport: 1, drawers: 0 }],
    ["none", { strip: 0, side: 0, transport: 0, drawers: 0 }],
    ["full", { strip: 1, side: 1, transport: 1, drawers: 1 }],
  ] as const) {
    await eventsOf(page, "controls", controls);
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
