/** Lessons with two sizes: they open small, a switch selects the tutorial's size, and the address has the size. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { goWithin, type Instrument, query, site, writtenQuery } from "./browser.js";

const { openWithin } = site();

const spec = (page: Page) =>
  page.evaluate(() => {
    const full = document.querySelector<Instrument>("heads-up")?.trace?.spec;
    return (
      full && { dModel: full.dModel, numHeads: full.numHeads, dFf: full.feedForward?.dFf, seed: full.seed }
    );
  });

const size = (page: Page, which: "small" | "tutorial") =>
  page.locator(".focus").getByRole("button", { name: which });

const pressed = (page: Page): Promise<(string | null)[]> =>
  Promise.all([size(page, "small"), size(page, "tutorial")].map((one) => one.getAttribute("aria-pressed")));

describe("a lesson opens in its small size, and the address says so", () => {
  exhaustive.each([
    ["multi-head", { dModel: 8, numHeads: 2 }, { dModel: "8", numHeads: "2" }],
    ["transformer-block", { dModel: 8, numHeads: 2, dFf: 32 }, { dModel: "8", numHeads: "2", dFf: "32" }],
  ])("%s", async (lesson, sizes, inAddress) => {
    const { page, complaints } = await openWithin(`?lesson=${lesson}&step=q&lang=en`);
    expect(await spec(page)).toMatchObject(sizes);
    await expect.poll(async () => Object.fromEntries(await query(page))).toMatchObject(inAddress);
    await expect.poll(() => pressed(page)).toEqual(["true", "false"]);
    expect(complaints).toEqual([]);
  });

  essential("a lesson of one size has no switch", async () => {
    const { page } = await openWithin("?lesson=masked-multi-head&step=q&lang=en");
    await page.locator(".focus button").first().waitFor();
    expect(await page.locator(".focus .sizes").count()).toBe(0);
    expect(await writtenQuery(page)).not.toHaveProperty("dModel");
  });

  exhaustive("an element opens small, but uses the exact sizes of a spec", async () => {
    const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=q");
    await lesson.setAttribute("lesson", "multi-head");
    await lesson.rested();
    expect(await spec(page)).toMatchObject({ dModel: 8, numHeads: 2 });
    await page.evaluate(() => {
      const element = document.querySelector<Instrument>("heads-up");
      if (element) element.spec = { lesson: "multi-head" };
    });
    await lesson.rested();
    expect(await spec(page)).toMatchObject({ dModel: 512, numHeads: 8 });
  });
});

essential("the switch keeps step, moment, sentence, head and data, by pointer and by keyboard", async () => {
  const { page, lesson, complaints } = await openWithin(
    "?lesson=multi-head&step=scores&t=0.5&seed=7&batch=3&head=1&lang=en&dModel=8&numHeads=2",
  );
  await size(page, "tutorial").click();
  await expect.poll(() => spec(page)).toMatchObject({ dModel: 512, numHeads: 8, seed: 7 });
  await lesson.rested();
  await expect.poll(() => pressed(page)).toEqual(["false", "true"]);
  const kept = { step: "scores", t: "0.5", seed: "7", batch: "3", head: "1" };
  await expect
    .poll(async () => Object.fromEntries(await query(page)))
    .toMatchObject({ ...kept, dModel: "512", numHeads: "8" });
  await size(page, "small").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => spec(page)).toMatchObject({ dModel: 8, numHeads: 2, seed: 7 });
  await expect
    .poll(async () => Object.fromEntries(await query(page)))
    .toMatchObject({ ...kept, dModel: "8", numHeads: "2" });
  expect(complaints).toEqual([]);
});

essential("while a large lesson is computed the old one stays, and the stage is marked busy", async () => {
  const { page } = await openWithin("?lesson=multi-head&step=q&lang=en");
  const seen = await page.evaluate(async () => {
    const element = document.querySelector<Instrument>("heads-up");
    const stage = element?.shadowRoot?.querySelector(".stage");
    const states: string[] = [];
    const watcher = new MutationObserver(() =>
      states.push(`${stage?.getAttribute("aria-busy")} ${element?.trace?.spec.dModel}`),
    );
    if (stage) watcher.observe(stage, { attributeFilter: ["aria-busy"] });
    if (element) element.spec = { lesson: "multi-head", seed: 3 };
    await element?.updateComplete;
    return states;
  });
  expect(seen).toEqual(["true 8", "false 512"]);
});

essential("the settings offer the lesson's fields, with refusals beside them", async () => {
  const { page, lesson } = await openWithin("?lesson=transformer-block&step=ff_1&lang=en");
  await lesson.toggle("settings");
  const field = (id: string) => page.locator(`.drawer.settings #${id}`);
  await field("dFf").fill("0");
  expect(await field("dAttention").count()).toBe(0);
  await expect.poll(() => field("dFf").getAttribute("aria-invalid")).toBe("true");
  await field("dFf").fill("16");
  await expect.poll(() => spec(page)).toMatchObject({ dModel: 8, dFf: 16 });
  await field("activation").selectOption("relu");
  await field("layerNorm").selectOption("post");
  await expect.poll(() => lesson.address("layerNorm")).toBe("post");
  await expect
    .poll(async () => Object.fromEntries(await query(page)))
    .toMatchObject({ dFf: "16", activation: "relu" });
  await goWithin(page, "?lesson=masked-self-attention&step=q&lang=en");
  await lesson.toggle("settings");
  await field("dAttention").fill("6");
  expect(await field("dFf").count()).toBe(0);
  await expect.poll(() => lesson.address("dAttention")).toBe("6");
});

describe("a large tensor by keyboard", () => {
  const cells = (page: Page): Promise<number> => page.locator("heads-up-grid td[data-row]").count();
  const current = (page: Page) => page.locator('heads-up-grid [tabindex="0"]');

  exhaustive("every cell can be reached through a table that stays small", async () => {
    const { page, lesson, complaints } = await openWithin(
      "?lesson=multi-head&step=q&dModel=512&numHeads=8&lang=en",
    );
    const table = page.locator("heads-up-grid table");
    await expect.poll(() => table.getAttribute("aria-colcount")).toBe("513");
    expect(await cells(page)).toBeLessThanOrEqual(400);
    // The table's words load with those beside the step.
    await expect.poll(() => table.locator("caption").textContent()).toMatch(/512 columns 0 to \d+/);
    await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.focus());
    await page.keyboard.press("End");
    await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain("q[0, 0, 511]");
    await expect.poll(() => current(page).getAttribute("aria-colindex")).toBe("513");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain("q[0, 10, 510]");
    await page.keyboard.press("Home");
    for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain("q[0, 10, 20]");
    expect(await cells(page)).toBeLessThanOrEqual(400);
    await page.keyboard.press("Enter");
    await expect.poll(() => lesson.address("cell")).toBe("q[0,10,20]");
    // The arithmetic has twelve products and the sum of the others, not five hundred lines.
    expect(await lesson.callout.locator("li").count()).toBeLessThan(20);
    expect(complaints).toEqual([]);
  });
});
