/** Disturbances of a running page: full or damaged storage, clocks that jump, a frozen tab. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { type Instrument, setSpeed, site } from "./browser.js";

const { open } = site();

/** Makes every write to storage fail, so that it keeps outdated data. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });

const why = (page: Page) => page.locator("heads-up-why");

async function openWhy(page: Page): Promise<void> {
  await page.locator("heads-up-side .chapter").waitFor();
  await page.keyboard.press("Shift");
  if (!(await why(page).locator("textarea").isVisible())) await why(page).locator("summary").click();
  await why(page).locator("textarea").waitFor();
}

describe("a full storage", () => {
  essential(
    "loses nothing that was written while the page is open, and the page reports the problem",
    async () => {
      const { page, lesson, complaints } = await open("?step=masked_scores&lang=en");
      await openWhy(page);
      await why(page).locator("textarea").fill("first");
      expect(await why(page).locator(".hint").first().textContent()).toBe("It stays on this device.");
      await fillStorage(page);
      await why(page).locator("textarea").fill("first and more");
      await expect
        .poll(() => why(page).locator("#kept").textContent())
        .toMatch(/stores nothing.*full or blocked/);
      await page.keyboard.press("Escape");
      await lesson.seek("ids");
      await lesson.rested();
      await lesson.seek("masked_scores");
      await lesson.rested();
      await openWhy(page);
      expect(await why(page).locator("textarea").inputValue()).toBe("first and more");
      expect(complaints).toEqual([]);
    },
  );
});

describe("while a lesson plays", () => {
  test.each(
    sampled([
      ["forward by an hour", 3_600_000],
      ["back by an hour", -3_600_000],
    ]),
  )("a clock that jumps %s does not move the lesson, and it continues", async (_, jumpMs) => {
    const { page, complaints } = await open("?step=scores&t=0&lang=en");
    const { before, after } = await page.evaluate(async (ms) => {
      const [now, date] = [performance.now.bind(performance), Date.now];
      let jumpedMs = 0;
      performance.now = () => now() + jumpedMs;
      Date.now = () => date() + jumpedMs;
      const element = document.querySelector<Instrument>("heads-up");
      const momentAfter = async (frames: number) => {
        for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame);
        const { step, t, playing } = element?.view ?? {};
        return { step, t: t ?? 0, playing };
      };
      element?.play({ through: true });
      const moment = await momentAfter(3);
      jumpedMs = ms;
      return { before: moment, after: await momentAfter(2) };
    }, jumpMs);
    expect(after).toMatchObject({ step: "scores", playing: true });
    expect(after.t).toBeLessThan(0.5);
    expect(after.t).toBeGreaterThanOrEqual(before.t);
    await page.waitForFunction(
      (t) => (document.querySelector<Instrument>("heads-up")?.view.t ?? 0) > t,
      after.t,
    );
    expect(complaints).toEqual([]);
  });

  exhaustive("a tab that is frozen and thawed continues, and keeps typed text", async () => {
    const { page, lesson, complaints } = await open("?step=scores&t=0&lang=en");
    await lesson.toggle("settings");
    const seed = lesson.field("seed");
    await seed.fill("12x");
    const session = await page.context().newCDPSession(page);
    await setSpeed(page, 0.05);
    await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.play({ through: true }));
    const view = lesson.view;
    await expect.poll(async () => (await view())?.t).toBeGreaterThan(0);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await session.send("Page.setWebLifecycleState", { state: "active" });
    const thawed = await view();
    expect(thawed).toMatchObject({ step: "scores", playing: true });
    await expect.poll(async () => (await view())?.t).toBeGreaterThan(thawed?.t ?? 1);
    expect(await seed.inputValue()).toBe("12x");
    await seed.fill("12");
    await expect.poll(lesson.seed).toBe(12);
    expect(complaints).toEqual([]);
  });
});

/** What the page says in place of a part that could not be loaded. */
const NOT_LOADED = "A part of the page could not be loaded. Check the connection and try again.";

exhaustive("the lab says that its words could not be loaded", async () => {
  const { page } = await open("?lesson=leak-lab&lang=en", {
    ready: false,
    before: (fresh) =>
      fresh.route("**/assets/en-*.js", async (route) => {
        const response = await route.fetch();
        // A key that only the words of the lab have.
        if ((await response.text()).includes("scriptWhat")) await route.abort();
        else await route.fulfill({ response });
      }),
  });
  const said = () => page.locator("leak-lab [role=status]").allTextContents();
  await expect.poll(said).toEqual([NOT_LOADED]);
});

test("a room whose script cannot be fetched is reported, and can be asked for again", async () => {
  const { page } = await open("?lesson=multi-head&lang=en");
  const script = "**/assets/lab_page-*.js";
  await page.route(script, (route) => route.abort());
  const link = page.locator(".row").getByRole("link", { name: "leak" });
  await link.click();
  await expect.poll(() => page.locator(".alerts").textContent()).toContain(NOT_LOADED);
  await page.unroute(script);
  await link.click();
  await page.locator("leak-lab").waitFor();
});

test("words that cannot be fetched are reported until they are there", async () => {
  const { page } = await open("?lesson=multi-head&lang=en");
  const files = "**/assets/ko-*.js";
  await page.route(files, (route) => route.abort());
  await page.locator('.languages [lang="ko"]').click();
  const alert = page.locator(".alerts");
  await expect.poll(() => alert.textContent()).toContain(NOT_LOADED);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.locator('.languages [lang="en"]').click();
  await expect.poll(() => alert.textContent()).toBe("");
  await page.unroute(files);
  await page.locator('.languages [lang="ko"]').click();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("ko");
  expect(await alert.textContent()).toBe("");
});
