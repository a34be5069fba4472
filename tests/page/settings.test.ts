/**
 * Tokens, seed and masks: accepted values take effect at once; a refused value keeps its text, and the stage its state.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { fingerprint, type Instrument, query, rested, site } from "./browser.js";

const { openWithin } = site();

const field = (page: Page, id: string) => page.locator(`.drawer.settings #${id}`);
const trace = (page: Page, name: string): Promise<number[]> =>
  page.evaluate(
    (step) => [
      ...(document.querySelector<Instrument>("heads-up")?.trace?.steps.find((s) => s.name === step)?.data ??
        []),
    ],
    name,
  );

async function openSettings(search: string): Promise<Page> {
  const { page, lesson } = await openWithin(search);
  await lesson.toggle("settings");
  return page;
}

essential("tokens and seed take effect, on the stage and in the address", async () => {
  const page = await openSettings("?step=ids&lang=en");
  await field(page, "sequences").fill("5, 6, 7\n8");
  await expect.poll(() => trace(page, "ids")).toEqual([5, 6, 7, 8, 0, 0]);
  await field(page, "seed").fill("7");
  await expect.poll(async () => (await query(page)).get("seed")).toBe("7");
  expect((await query(page)).get("tokens")).toBe("5,6,7;8");
  await page.locator(".drawer.settings .reset").click();
  await expect.poll(async () => (await trace(page, "ids")).length).toBe(50);
  await expect.poll(async () => (await query(page)).has("tokens")).toBe(false);
  await expect.poll(() => field(page, "seed").inputValue()).toBe("42");
});

essential("a value typed while an earlier one is being computed is kept and applied", async () => {
  const page = await openSettings("?step=ids&lang=en");
  await field(page, "dModel").waitFor();
  await field(page, "seed").evaluate((seed: HTMLInputElement) => {
    const { store } = document.querySelector("heads-up") as Instrument;
    const unsubscribe = store.subscribe(({ computing }) => {
      if (computing.kind !== "computing") return;
      unsubscribe();
      Object.assign(seed, { value: "7" }).dispatchEvent(new Event("input"));
    });
  });
  await field(page, "dModel").fill("512");
  const queryFields = async (): Promise<unknown[]> =>
    ["dModel", "seed"].map((key) => new URL(page.url()).searchParams.get(key));
  await expect.poll(queryFields).toEqual(["512", "7"]);
  expect(await field(page, "seed").inputValue()).toBe("7");
});

exhaustive("masks can be turned off and on", async () => {
  const page = await openSettings("?step=attention&lang=en");
  await field(page, "causal").uncheck();
  await field(page, "padding").uncheck();
  await expect.poll(() => trace(page, "masked_scores")).toEqual([]);
  await expect.poll(async () => (await query(page)).get("mask")).toBe("none");
  await field(page, "padding").check();
  await expect.poll(async () => (await trace(page, "masked_scores")).length).toBeGreaterThan(0);
});

test.each(
  sampled([
    ["ko", /^(헤드 수):.*3.* d_model.*8/],
    ["en", /^(Heads):.*3.* d_model.*8/],
  ]),
)(
  "a refused value gets a message beside its field and changes nothing on the stage (%s)",
  async (lang, heads) => {
    const page = await openSettings(`?step=scores&lang=${lang}`);
    const alert = page.locator('.drawer.settings [role="alert"]');
    await page.locator(".drawer.settings .reset").waitFor();
    await rested(page);
    const before = await fingerprint(page);
    for (const [id, typed, expected] of [
      ["sequences", "An essay that was pasted by mistake. ".repeat(300), /An/],
      ["seed", "4.5", /4\.5/],
      ["dModel", "😀", /😀/],
      ["numHeads", "3", heads],
      ["vocabSize", "10", /62.*9/],
      ["padId", "NaN", /NaN/],
    ] as const) {
      await field(page, id).fill(typed);
      await field(page, id).blur();
      await expect
        .poll(() => alert.first().textContent({ timeout: 3000 }), { message: id })
        .toMatch(expected);
      expect(await field(page, id).inputValue(), id).toBe(typed);
      await rested(page);
      expect(await fingerprint(page), id).toBe(before);
      await page.locator(".drawer.settings .reset").click();
      await expect.poll(() => alert.count(), { message: id }).toBe(0);
    }
  },
);

exhaustive("a choice shows what is on the stage after undo and redo", async () => {
  const page = await openSettings("?step=scores&lang=en");
  const chosen = () => field(page, "maskFill").inputValue();
  await field(page, "maskFill").selectOption("-inf");
  await expect.poll(async () => (await query(page)).get("fill")).toBe("-inf");
  await page.locator("heads-up-transport .undo").click();
  await expect.poll(chosen).toBe("-1e12");
  await page.locator("heads-up-transport .redo").click();
  await expect.poll(chosen).toBe("-inf");
});

essential("an empty sentence among others is a row of padding", async () => {
  const page = await openSettings("?step=ids&lang=en");
  await field(page, "sequences").fill("5, 6\n\n7");
  await expect.poll(() => trace(page, "ids")).toEqual([5, 6, 0, 0, 7, 0]);
});

essential("a single field can be reset to the tutorial, and keeps the focus", async () => {
  const page = await openSettings("?step=ids&lang=ko");
  await field(page, "seed").fill("7");
  await field(page, "sequences").fill("5, 6");
  await expect.poll(() => trace(page, "ids")).toEqual([5, 6]);
  const back = page.locator(".drawer.settings .back");
  await expect.poll(() => back.count()).toBe(2);
  await back.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await trace(page, "ids")).length).toBe(50);
  await expect.poll(() => back.count()).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("HEADS-UP");
  await expect.poll(async () => (await query(page)).get("seed")).toBe("7");
  await expect.poll(async () => (await query(page)).has("tokens")).toBe(false);
});

exhaustive("a lesson too large to recompute at every key press waits for its button", async () => {
  const page = await openSettings("?step=ids&lang=en");
  await field(page, "sequences").fill("1,".repeat(900));
  const offer = page.locator('.drawer.settings p[role="status"]:has(button)');
  await expect.poll(() => offer.count()).toBe(1);
  expect((await trace(page, "ids")).length).toBe(50);
  expect((await audit(page)).violations).toEqual([]);
  await offer.locator("button").focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await trace(page, "ids")).length).toBe(900);
  await expect.poll(() => offer.count()).toBe(0);
});
