/** The page works by keyboard alone. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { focused, goWithin, heldBack, lectureLoaded, settled, site, tabTo } from "./browser.js";

const { open, openWithin } = site();

const cells = (page: Page) => page.locator("heads-up-grid td");
essential("arrow keys go from step to step, Space plays and pauses", async () => {
  const { page, lesson } = await openWithin("?step=scores");
  await page.keyboard.press("ArrowRight");
  expect(await lesson.step()).toBe("masks");
  await page.keyboard.press("ArrowLeft");
  expect(await lesson.step()).toBe("scores");
  await page.keyboard.press("Space");
  expect(await lesson.isPlaying()).toBe(true);
  await page.keyboard.press("Space");
  expect(await lesson.isPlaying()).toBe(false);
});

essential("leads from the table to a number's arithmetic, its operands, and back", async () => {
  const { page, lesson } = await openWithin("?step=scores&lang=en");
  await tabTo(cells(page));
  await expect.poll(() => lesson.callout.count()).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain("scores[0, 0, 1, 1]");
  await page.keyboard.press("Enter");
  // The title, which has the result, comes first.
  await expect.poll(() => focused(page)).toMatch(/^h2 scores\[0, 0, 1, 1\] = 0\.1887/);
  await expect.poll(() => lesson.callout.locator("li").count()).toBe(6);
  for (const deeper of [
    "q_heads[0, 0, 1, 0]",
    "q_split[0, 1, 0, 0]",
    "q[0, 1, 0]",
    "embedding[0, 1, 0]",
    "ids[0, 1]",
  ]) {
    await tabTo(lesson.callout.locator(".operand").first());
    await expect.poll(() => focused(page)).toContain(deeper);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toContain(`h2 ${deeper} = `);
  }
  await lesson.rested();
  for (const back of ["embedding[0, 1, 0]", "q[0, 1, 0]"]) {
    await lesson.callout.locator("header button").first().press("Enter");
    await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain(back);
    // Otherwise the focus could still move to the first operand while the next key is pressed.
    await lesson.rested();
  }
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toMatch(/^td /);
  await page.keyboard.press("Escape");
  await expect.poll(() => lesson.callout.count()).toBe(0);
  expect(await lesson.step()).toBe("scores");
});

essential("a number opened before its arithmetic has loaded gets the focus once it has", async () => {
  const { before, release } = heldBack(/\/assets\/beside-/);
  const { page, lesson } = await open("?step=scores&lang=en", { before, ready: false });
  await cells(page).first().waitFor();
  await tabTo(cells(page));
  await page.keyboard.press("Enter");
  await expect.poll(() => lesson.address("cell")).toBe("scores[0,0,0,0]");
  expect(await focused(page)).toMatch(/^td /);
  release();
  await expect.poll(() => focused(page)).toMatch(/^h2 scores\[0, 0, 0, 0\] = /);
});

exhaustive("a table, a field and a slider keep their own keys", async () => {
  const { page, lesson } = await openWithin("?step=scores");
  await tabTo(cells(page));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  expect(await lesson.step()).toBe("scores");
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  expect(await lesson.step()).toBe("scores");
  expect(await lesson.moment()).toBeLessThan(1);
});

exhaustive("the strip is one tab stop and marks the current step", async () => {
  const { page } = await openWithin("?step=opening");
  await tabTo(page.locator('heads-up-strip [data-index="0"]'));
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toMatch(/^button 2–4 · As in lesson 2$/);
  const current = page.locator('heads-up-strip [aria-current="step"]');
  await expect.poll(() => current.getAttribute("data-index")).toBe("1");
  expect(await current.count()).toBe(1);
  await page.keyboard.press("Tab");
  expect(await focused(page)).not.toMatch(/^button \d+ · /);
});

exhaustive("letter shortcuts can be turned off, and stay off after a reload", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en");
  const sheet = page.locator("dialog.help");
  const letters = sheet.getByRole("checkbox");
  const lecture = page.locator(".frame.lecture");
  await page.keyboard.press("?");
  await letters.focus();
  await page.keyboard.press("Space");
  expect(await letters.isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await page.reload();
  await settled(page);
  for (const key of ["?", "l"]) await page.keyboard.press(key);
  await lesson.rested();
  expect([await sheet.isVisible(), await lecture.count()]).toEqual([false, 0]);
  await page.locator(".more .lecture").click();
  await lecture.waitFor();
  await lectureLoaded(page);
  for (const key of ["b", ".", "f", "l"]) await page.keyboard.press(key);
  await lesson.rested();
  // By now the help sheet has had the time to load.
  expect(await sheet.isVisible()).toBe(false);
  expect(await page.locator("heads-up.blank").count()).toBe(0);
  expect(await lecture.count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.locator(".page-header").getByRole("button", { name: "Help" }).click();
  await letters.click();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.keyboard.press("l");
  await expect.poll(() => lecture.count()).toBe(1);
});

essential("every tab stop has an accessible name", async () => {
  const { page } = await openWithin("?step=scores");
  const reached: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const name = await focused(page);
    if (name.startsWith("body")) break;
    reached.push(name);
  }
  expect(reached.length).toBeGreaterThan(20);
  expect(reached.filter((name) => name.split(" ").slice(1).join("").trim() === "")).toEqual([]);
});

/** The table's caption, and the texts of its first row. */
const table = (page: Page): Promise<{ caption: string; cells: string[] }> =>
  page.evaluate(() => {
    const root = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-grid")?.shadowRoot;
    const textOf = (one: Element): string => one.textContent?.trim() ?? "";
    return {
      caption: root?.querySelector("caption")?.textContent?.trim() ?? "",
      cells: [...(root?.querySelectorAll('[data-row="0"]') ?? [])].map(textOf),
    };
  });

essential("the table is empty until its step is played, and so is the arithmetic", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en");
  await expect.poll(async () => (await table(page)).caption).toMatch(/^scores\. .* has not been played yet/);
  expect(new Set((await table(page)).cells)).toEqual(new Set([""]));
  await page.locator('heads-up-grid [tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await lesson.rested();
  expect(await lesson.callout.count()).toBe(0);
  await lesson.seek("scores");
  await expect.poll(async () => (await table(page)).cells[1]).toMatch(/^−?0\.\d{4}$/);
  expect((await table(page)).caption).toMatch(/^scores, shape sentence 5, head 2,/);
  expect((await table(page)).caption).not.toContain("played");
  await page.keyboard.press("Enter");
  await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain("scores[0, 0, 0, 1]");
});

essential("what a step reads can be browsed in tables, also before it is played", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&t=0&lang=en");
  const operands = page.locator("heads-up-operand");
  await expect
    .poll(() => operands.locator("caption").allTextContents())
    .toEqual([
      expect.stringMatching(/^Read by scores\. q_heads, shape sentence 5, head 2, token position 10, /),
      expect.stringMatching(/^Read by scores\. k_heads, /),
    ]);
  await operands.locator('[tabindex="0"]').first().focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("td −0.5632");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^h2 q_heads\[0, 0, 1, 0\] = −0\.5632/);
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("td −0.5632");
  expect(await lesson.step()).toBe("scores");
});

exhaustive("the table says which sentence and head it shows, and which side has the queries", async () => {
  const { page } = await openWithin("?lesson=masked-multi-head&step=scores&t=1&batch=1&head=1&lang=en");
  await expect
    .poll(async () => (await table(page)).caption)
    .toMatch(/Sentence 2, Head 2\. Rows are token position \(query\), columns are token position \(key\)$/);
  await goWithin(page, "?lesson=masked-multi-head&step=padding_mask&t=1&lang=en");
  await expect
    .poll(async () => (await table(page)).caption)
    .toBe(
      "padding_mask, shape sentence 5, axis of size 1, token position 10. Rows are sentence, columns are token position",
    );
});

exhaustive("the table of the pieces has the text, and marks it as Korean", async () => {
  const { page } = await openWithin("?lesson=transformer-block&step=pieces&t=1&lang=ko");
  await expect.poll(async () => (await table(page)).cells.slice(0, 2)).toEqual(["_겨울 3207", "은 3634"]);
  const header = page.locator('heads-up-grid th[scope="row"]').first();
  expect(await header.textContent()).toBe("B 0 겨울은 추워요.");
  expect(await header.getAttribute("lang")).toBe("ko");
});

exhaustive("each line of the arithmetic is read with its equals sign, and each operand once", async () => {
  const { lesson } = await openWithin("?lesson=masked-multi-head&step=scores&cell=scores[0,0,1,1]&lang=en");
  const lines = lesson.callout.locator("li");
  await expect.poll(() => lines.count()).toBe(6);
  for (const text of await lines.allTextContents()) expect(text.replace(/[^=]/g, "")).toBe("=");
  const operand = lesson.callout.locator(".operand").first();
  expect(await operand.getAttribute("title")).toBe(await operand.getAttribute("aria-label"));
});
