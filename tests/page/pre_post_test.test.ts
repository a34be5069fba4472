/** The test before and after the course: answered by keyboard, interrupted, saved as a file with both sittings. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { CONCEPTS, type Sitting, testItems } from "../../web/src/lessons/practice/test.js";
import type { Core } from "../../web/src/module/page_entry.js";
import { exhaustive } from "../sampled.js";
import { answeredEvents } from "./answer_questions.js";
import { audit } from "./axe.js";
import { savedBy, site } from "./browser.js";
import { hu } from "./sample_questions.js";

const { open } = site();
const exam = (page: Page) => page.getByRole("dialog");
const address = (sitting: Sitting, lang: string): string =>
  `?lesson=multi-head&practice=${sitting}&lang=${lang}`;

/** Answers the items from this one on: the first `right` of all items correctly, the others not at all. */
async function sit(
  page: Page,
  sitting: Sitting,
  right: number,
  from = 0,
  to = CONCEPTS.length,
): Promise<void> {
  const items = testItems(hu as unknown as Core, sitting);
  for (const [at, { question }] of items.entries()) {
    if (at < from || at >= to) continue;
    // The number of the item, and how many there are.
    const numbers = async (): Promise<number[]> =>
      ((await exam(page).locator(".nth").innerText()).match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);
    await expect.poll(numbers).toEqual([at + 1, CONCEPTS.length]);
    if (at >= right) {
      await exam(page).locator(".skip").focus();
      await page.keyboard.press("Enter");
      continue;
    }
    const { kind, answer } = question;
    if (kind === "choice") {
      await exam(page).locator('input[type="radio"]').nth(Number(answer)).focus();
      await page.keyboard.press("Space");
    } else
      await exam(page)
        .locator("#answer")
        .fill(kind === "shape" ? String(answer) : String(answer));
    await page.keyboard.press("Enter");
  }
}

async function saved(page: Page, kind: "json" | "csv"): Promise<string> {
  const { name, bytes } = await savedBy(exam(page).locator(`.${kind}`));
  expect(name).toBe(`heads-up-test.${kind}`);
  return bytes.toString();
}

exhaustive.each(["en", "ko"])(
  "both sittings are answered by keyboard and saved side by side (%s)",
  async (lang) => {
    const { page, lesson, complaints } = await open(address("pre", lang), {
      colorScheme: lang === "ko" ? "dark" : "light",
    });
    const answers = await answeredEvents(page);
    await lesson.sheet.locator(".ask").waitFor();
    expect((await audit(page)).violations).toEqual([]);
    await sit(page, "pre", 3, 0, 5);
    expect(await answers()).toHaveLength(5);
    expect((await answers())[0]).toMatchObject({ question: "pre:roles", kind: "choice", right: true });
    // An interrupted test resumes where it was left.
    await page.reload();
    await lesson.sheet.locator(".ask").waitFor();
    await sit(page, "pre", 3, 5);
    await lesson.sheet.locator("table").waitFor();
    // The first sitting does not reveal the right answers.
    expect(await lesson.sheet.locator("li").count()).toBe(0);
    await page.goto(new URL(address("post", lang), page.url()).href);
    await lesson.sheet.locator(".ask").waitFor();
    await sit(page, "post", 7);
    await lesson.sheet.locator("table").waitFor();
    expect(await lesson.sheet.locator("tfoot td").allInnerTexts()).toEqual(["3 / 8", "7 / 8"]);
    expect(await lesson.sheet.locator(".ask").innerText()).toContain("+4");
    expect(await lesson.sheet.locator("li").count()).toBe(1);
    expect((await audit(page)).violations).toEqual([]);
    const file = JSON.parse(await saved(page, "json"));
    expect(file).toMatchObject({ pre: { right: 3 }, post: { right: 7 }, gain: { right: 4, share: 0.8 } });
    expect((await saved(page, "csv")).split("\r\n")).toHaveLength(CONCEPTS.length + 3);
    expect(complaints).toEqual([]);
  },
);

exhaustive("an unreadable answer is not accepted, and the sheet closes with Escape", async () => {
  const { page, lesson } = await open(address("pre", "en"));
  await lesson.sheet.locator(".check").click();
  await expect.poll(() => lesson.sheet.getByRole("status").innerText()).toBe("Choose one first.");
  expect(await lesson.sheet.locator(".nth").innerText()).toBe("Question 1 of 8");
  await page.keyboard.press("Escape");
  await expect.poll(() => lesson.sheet.count()).toBe(0);
  await expect.poll(() => lesson.address("practice")).toBe(null);
});
