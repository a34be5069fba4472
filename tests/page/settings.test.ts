/**
 * Tokens, seed and masks: accepted values take effect at once; a refused value keeps its text, and the stage its state.
 */
import { expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { type Instrument, type Opened, pixels, site } from "./browser.js";

const { openWithin } = site();

async function openSettings(search: string): Promise<Opened> {
  const opened = await openWithin(search);
  await opened.lesson.toggle("settings");
  return opened;
}

essential("tokens and seed take effect, on the stage and in the address", async () => {
  const { page, lesson } = await openSettings("?step=ids&lang=en");
  await lesson.field("sequences").fill("5, 6, 7\n8");
  await expect.poll(() => lesson.numbers("ids")).toEqual([5, 6, 7, 8, 0, 0]);
  await lesson.field("seed").fill("7");
  await expect.poll(() => lesson.address("seed")).toBe("7");
  expect(await lesson.address("tokens")).toBe("5,6,7;8");
  await page.locator(".drawer.settings .reset").click();
  await expect.poll(async () => (await lesson.numbers("ids")).length).toBe(50);
  await expect.poll(() => lesson.address("tokens")).toBe(null);
  await expect.poll(() => lesson.field("seed").inputValue()).toBe("42");
});

essential("a value typed while an earlier one is being computed is kept and applied", async () => {
  const { lesson } = await openSettings("?step=ids&lang=en");
  await lesson.field("dModel").waitFor();
  await lesson.field("seed").evaluate((seed: HTMLInputElement) => {
    const { store } = document.querySelector("heads-up") as Instrument;
    const unsubscribe = store.subscribe(({ computing }) => {
      if (computing.kind !== "computing") return;
      unsubscribe();
      Object.assign(seed, { value: "7" }).dispatchEvent(new Event("input"));
    });
  });
  await lesson.field("dModel").fill("512");
  await expect.poll(() => lesson.address("dModel")).toBe("512");
  await expect.poll(() => lesson.address("seed")).toBe("7");
  expect(await lesson.field("seed").inputValue()).toBe("7");
});

exhaustive("masks can be turned off and on", async () => {
  const { lesson } = await openSettings("?step=attention&lang=en");
  await lesson.field("causal").uncheck();
  await lesson.field("padding").uncheck();
  await expect.poll(() => lesson.numbers("masked_scores")).toEqual([]);
  await expect.poll(() => lesson.address("mask")).toBe("none");
  await lesson.field("padding").check();
  await expect.poll(async () => (await lesson.numbers("masked_scores")).length).toBeGreaterThan(0);
});

test.each(
  sampled([
    ["ko", /^(헤드 수):.*3.* d_model.*8/],
    ["en", /^(Heads):.*3.* d_model.*8/],
  ]),
)(
  "a refused value gets a message beside its field and changes nothing on the stage (%s)",
  async (lang, heads) => {
    const { page, lesson } = await openSettings(`?step=scores&lang=${lang}`);
    const alert = lesson.refusals;
    await page.locator(".drawer.settings .reset").waitFor();
    await lesson.rested();
    const before = await pixels(page);
    for (const [id, typed, expected] of [
      ["sequences", "An essay that was pasted by mistake. ".repeat(300), /An/],
      ["seed", "4.5", /4\.5/],
      ["dModel", "😀", /😀/],
      ["numHeads", "3", heads],
      ["vocabSize", "10", /62.*9/],
      ["padId", "NaN", /NaN/],
    ] as const) {
      await lesson.field(id).fill(typed);
      await lesson.field(id).blur();
      await expect
        .poll(() => alert.first().textContent({ timeout: 3000 }), { message: id })
        .toMatch(expected);
      expect(await lesson.field(id).inputValue(), id).toBe(typed);
      await lesson.rested();
      expect(await pixels(page), id).toBe(before);
      await page.locator(".drawer.settings .reset").click();
      await expect.poll(() => alert.count(), { message: id }).toBe(0);
    }
  },
);

exhaustive("a choice shows what is on the stage after undo and redo", async () => {
  const { page, lesson } = await openSettings("?step=scores&lang=en");
  const chosen = () => lesson.field("maskFill").inputValue();
  await lesson.field("maskFill").selectOption("-inf");
  await expect.poll(() => lesson.address("fill")).toBe("-inf");
  await page.locator("heads-up-transport .undo").click();
  await expect.poll(chosen).toBe("-1e12");
  await page.locator("heads-up-transport .redo").click();
  await expect.poll(chosen).toBe("-inf");
});

essential("an empty sentence among others is a row of padding", async () => {
  const { lesson } = await openSettings("?step=ids&lang=en");
  await lesson.field("sequences").fill("5, 6\n\n7");
  await expect.poll(() => lesson.numbers("ids")).toEqual([5, 6, 0, 0, 7, 0]);
});

essential("a single field can be reset to the tutorial, and keeps the focus", async () => {
  const { page, lesson } = await openSettings("?step=ids&lang=ko");
  await lesson.field("seed").fill("7");
  await lesson.field("sequences").fill("5, 6");
  await expect.poll(() => lesson.numbers("ids")).toEqual([5, 6]);
  const back = page.locator(".drawer.settings .back");
  await expect.poll(() => back.count()).toBe(2);
  await back.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await lesson.numbers("ids")).length).toBe(50);
  await expect.poll(() => back.count()).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("HEADS-UP");
  await expect.poll(() => lesson.address("seed")).toBe("7");
  await expect.poll(() => lesson.address("tokens")).toBe(null);
});

exhaustive("a lesson too large to recompute at every key press waits for its button", async () => {
  const { page, lesson } = await openSettings("?step=ids&lang=en");
  await lesson.field("sequences").fill("1,".repeat(900));
  const offer = page.locator('.drawer.settings p[role="status"]:has(button)');
  await expect.poll(() => offer.count()).toBe(1);
  expect((await lesson.numbers("ids")).length).toBe(50);
  expect((await audit(page)).violations).toEqual([]);
  await offer.locator("button").focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await lesson.numbers("ids")).length).toBe(900);
  await expect.poll(() => offer.count()).toBe(0);
});
