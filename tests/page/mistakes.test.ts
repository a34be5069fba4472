/** "What is wrong here?": two exercises; `npm run walks` solves all by keyboard and by pointer, and audits one. */
import { describe, expect } from "vitest";
import { MISTAKE_IDS } from "../../web/src/lessons/offers.js";
import { essential, exhaustive } from "../sampled.js";
import { goWithin, query, rested, site } from "./browser.js";
import { answer, canvases, isSolved, lines, sheet, solve, solveInTurn } from "./exercises.js";

const built = site();
const { open } = built;

describe("the exercises", () => {
  essential("are solved one after the other", async () => {
    await solveInTurn(built, "en", true, MISTAKE_IDS.slice(0, 2));
  });

  exhaustive("explain why a picked line is right, and count the tries", async () => {
    const { page } = await open("?lesson=multi-head&step=attention&mistake=softmax_axis&lang=en");
    await lines(page).first().click();
    await expect.poll(() => answer(page).innerText()).toMatch(/^Line 1 is right\. Each query meets each key/);
    await expect.poll(() => canvases(page).count()).toBe(1);
    await lines(page).nth(1).click();
    await expect.poll(() => answer(page).innerText()).toContain("dim=-1");
    // Once solved, another pick changes nothing.
    await lines(page).nth(2).click();
    await rested(page);
    expect(await isSolved(page)).toBe(true);
  });

  exhaustive.each(["wrong_view", "unscaled"])("are not cut on a phone (%s)", async (mistake) => {
    const { page } = await open(`?lesson=multi-head&mistake=${mistake}&lang=en`, {
      viewport: { width: 320, height: 700 },
    });
    await lines(page).first().waitFor();
    const edges = await sheet(page)
      .locator(".code code")
      .evaluateAll((all) => all.map((code) => code.getBoundingClientRect().right));
    expect(edges.length).toBeGreaterThan(2);
    for (const right of edges) expect(right).toBeLessThanOrEqual(320);
  });

  exhaustive("belong to steps, are listed, and are restored from an address", async () => {
    const { page } = await open("?lesson=masked-multi-head&step=ids&lang=en");
    await page.locator('[data-sheet="mistakes"]').click();
    await expect.poll(() => sheet(page).locator("li").count()).toBe(MISTAKE_IDS.length);
    await expect.poll(async () => (await query(page)).get("mistake")).toBe("list");
    await page.keyboard.press("Escape");
    await expect.poll(() => sheet(page).count()).toBe(0);
    await goWithin(page, "?lesson=masked-multi-head&step=ids&mistake=query_mask&lang=en");
    await lines(page).first().waitFor();
    expect(await sheet(page).locator("h2").innerText()).toContain("Padding that is attended to");
  });

  exhaustive("remember which were solved, and work without storage", async () => {
    const { page } = await open("?lesson=multi-head&mistake=unscaled");
    await solve(page, true);
    await page.reload();
    await lines(page).first().waitFor();
    await sheet(page).locator(".all").click();
    await expect.poll(() => sheet(page).locator(".solved").count()).toBe(1);
    const bare = await open("?lesson=multi-head&mistake=unscaled", {
      before: async (other) => {
        await other.addInitScript(() => {
          Object.defineProperty(window, "localStorage", {
            get: () => {
              throw new DOMException("denied", "SecurityError");
            },
          });
        });
      },
    });
    await solve(bare.page, false);
    await sheet(bare.page).locator(".all").click();
    await expect.poll(() => sheet(bare.page).locator(".solved").count()).toBe(1);
    expect(bare.complaints).toEqual([]);
  });

  exhaustive("are no longer solved once the progress is forgotten", async () => {
    const { page } = await open("?lesson=multi-head&step=scores&mistake=unscaled&lang=en");
    await solve(page, true);
    await page.keyboard.press("Escape");
    await expect.poll(() => sheet(page).count()).toBe(0);
    await page.getByRole("link", { name: "Heads Up" }).click();
    await page.getByRole("button", { name: "Forget my progress" }).click();
    await goWithin(page, "?lesson=multi-head&step=scores&mistake=list&lang=en");
    await expect.poll(() => sheet(page).locator(".list button").count()).toBe(MISTAKE_IDS.length);
    expect(await sheet(page).locator(".solved").count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("heads-up-mistakes"))).toBeNull();
  });
});
