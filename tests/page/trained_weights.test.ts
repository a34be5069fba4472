/**
 * Weights of the trained model: by address, by the switch at attention, with other sentences, after a reload, and in both
 * languages.
 */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { audit } from "./axe.js";
import { goWithin, type Instrument, query, settled, site } from "./browser.js";

const { open, openWithin } = site();

const SWITCH = "heads-up-side .switch";
const choice = (page: Page, kind: string) => page.locator(`${SWITCH} button[value="${kind}"]`);
const weights = async (page: Page) => (await query(page)).get("weights");
const text = async (page: Page) => (await query(page)).get("text");

/** The words of the sentence on the stage. */
const words = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { run } = document.querySelector<Instrument>("heads-up")?.store.state ?? {};
    const ids = run?.trace.spec.sequences[0] ?? [];
    return ids.map((id) => run?.weights?.words?.[id] ?? String(id));
  });

/** The key that each word attends to most in one head. */
const mostSeen = (page: Page, head: number): Promise<Readonly<Record<string, string>>> =>
  page.evaluate((at) => {
    const { run } = document.querySelector<Instrument>("heads-up")?.store.state ?? {};
    const names = run?.weights?.words?.slice(1) ?? [];
    const { data = [] } = run?.trace.steps.find(({ name }) => name === "attention") ?? {};
    const row = (i: number) =>
      Array.from(data.slice((at * names.length + i) * names.length).slice(0, names.length));
    return Object.fromEntries(
      names.map((name, i) => [name, names[row(i).indexOf(Math.max(...row(i)))] ?? ""]),
    );
  }, head);

const press = async (page: Page, kind: string): Promise<void> => {
  await choice(page, kind).focus();
  await page.keyboard.press("Enter");
};

describe("trained weights", () => {
  exhaustive.each(["masked-multi-head", "transformer-block"])(
    "of an address show a sentence in %s",
    async (name) => {
      const { page, lesson, complaints } = await openWithin(
        `?lesson=${name}&step=attention&weights=trained&lang=en`,
      );
      await expect.poll(() => words(page)).toContain("barks");
      expect(await mostSeen(page, 1)).toMatchObject({ and: "dog" });
      expect(await mostSeen(page, 0)).toMatchObject({ old: "in", small: "sees" });
      await page.getByText("learned, not drawn").waitFor();
      expect(await lesson.step()).toBe("attention");
      await audit(page);
      expect(complaints).toEqual([]);
    },
  );

  essential("are switched on and off by keyboard and by undo, and are not loaded before", async () => {
    const { page, lesson, requests } = await open("?lesson=transformer-block&step=attention&lang=en&seed=7");
    expect(requests.filter((url) => /\/trained-/.test(url))).toEqual([]);
    await press(page, "trained");
    await expect.poll(() => weights(page)).toBe("trained");
    await expect.poll(() => choice(page, "trained").getAttribute("aria-pressed")).toBe("true");
    // The code for undo loads with the first change.
    await expect.poll(() => lesson.turn("undo").isDisabled()).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(() => weights(page)).toBeNull();
    expect(await lesson.address("seed")).toBe("7");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => weights(page)).toBe("trained");
    await press(page, "random");
    await expect.poll(() => weights(page)).toBeNull();
    expect([await text(page), await lesson.address("seed")]).toEqual([null, "7"]);
  });

  exhaustive("show another sentence of the model's words, name others, and survive a reload", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=masked-multi-head&step=attention&weights=trained&lang=en",
    );
    await lesson.toggle("settings");
    const field = page.locator(".drawer .trained textarea");
    await field.fill("The bird in the field sees the man and sings.");
    await expect.poll(() => words(page)).toContain("sings");
    await field.fill("The bird in the field sees the zebra and sings.");
    const alert = page.locator('.drawer .trained [role="alert"]');
    await expect.poll(() => alert.innerText()).toContain("zebra");
    expect(await words(page)).toContain("man");
    expect(await page.locator(".drawer .trained details").textContent()).toContain("garden");
    await audit(page);
    await expect.poll(() => text(page)).toBe("The bird in the field sees the man and sings.");
    await page.reload();
    await settled(page);
    await expect.poll(() => words(page)).toContain("man");
    expect(await text(page)).toBe("The bird in the field sees the man and sings.");
    expect(await mostSeen(page, 1)).toMatchObject({ and: "bird" });
  });

  exhaustive("claim no role for a head once the number of heads differs from the model's", async () => {
    const { page, lesson } = await openWithin(
      "?lesson=masked-multi-head&step=attention&weights=trained&lang=en",
    );
    const told = page.locator("heads-up-side .trained");
    const role = page.getByText("Head 1: where we are in the sentence");
    await expect.poll(() => told.locator("p").count()).toBe(3);
    await role.waitFor();
    await lesson.toggle("settings");
    await lesson.field("numHeads").fill("4");
    await expect.poll(() => told.locator("p").last().innerText()).toMatch(/2 heads.* cut into 4/);
    expect(await told.locator("p").count()).toBe(2);
    await expect.poll(() => role.count()).toBe(0);
    expect(await weights(page)).toBe("trained");
  });

  exhaustive(
    "say at the seed that nothing is drawn, and at a size that it belongs to the weights",
    async () => {
      const { page, lesson } = await openWithin(
        "?lesson=masked-multi-head&step=attention&weights=trained&lang=en",
      );
      await lesson.toggle("settings");
      const form = page.locator(".settings .panel");
      await expect.poll(() => form.locator("#seed-hint").innerText()).toMatch(/^All weights are given/);
      await form.locator("#dModel").fill("16");
      const error = form.locator("#dModel-error");
      await expect.poll(() => error.innerText()).toMatch(/\(14, 8\).*\(14, 16\).*“Back to drawn weights”/s);
      expect(await form.locator("#dModel").getAttribute("aria-invalid")).toBe("true");
      await form.locator(".drop").click();
      await expect.poll(() => form.locator("#seed-hint").count()).toBe(0);
      await expect.poll(() => error.count()).toBe(0);
    },
  );

  exhaustive("are learned from Korean sentences on a Korean page", async () => {
    const { page, lesson } = await openWithin("?lesson=transformer-block&step=attention&lang=ko");
    await press(page, "trained");
    await expect.poll(() => words(page)).toContain("강아지");
    expect(await mostSeen(page, 0)).toMatchObject({ 보고: "강아지" });
    expect(await mostSeen(page, 1)).toMatchObject({ 작은: "에서" });
    await lesson.toggle("settings");
    await page.locator(".drawer .weights .drop").click();
    await expect.poll(() => weights(page)).toBeNull();
    await page.locator(".drawer .weights .training").click();
    await expect.poll(() => weights(page)).toBe("trained");
  });

  essential(
    "are kept in the other lesson that has them, and give way to the designed ones elsewhere",
    async () => {
      const { page, lesson } = await openWithin(
        "?lesson=masked-multi-head&weights=trained&text=the%20cat%20sees&lang=en",
      );
      await page.locator('header a[href*="transformer-block"]').first().click();
      await expect.poll(() => lesson.address("lesson")).toBe("transformer-block");
      await expect.poll(() => words(page)).toEqual(["the", "cat", "sees"]);
      await page.locator('header a[href*="encoder-decoder"]').first().click();
      await expect.poll(() => lesson.address("lesson")).toBe("encoder-decoder");
      await settled(page);
      expect(await weights(page)).toBe("designed");
      expect(await choice(page, "trained").count()).toBe(0);
    },
  );

  essential(
    "are refused with a sentence in a lesson that cannot show them, and for unknown words",
    async () => {
      const { page } = await openWithin("?lesson=multi-head&step=attention&weights=trained&lang=en");
      const message = page.getByText("got trained, wants designed, random");
      await message.waitFor();
      await goWithin(page, "?lesson=masked-multi-head&weights=trained&text=the%20zebra&lang=en");
      await page.getByText("does not know: zebra").waitFor();
      await expect.poll(() => words(page)).toContain("barks");
    },
  );
});
