/** The letters of axes are explained: in a line below the shapes, and beside the letter that is pointed at or tapped. */
import { expect, test } from "vitest";
import { sampled } from "../sampled.js";
import { site } from "./browser.js";

const { open } = site();

test.each(
  sampled([
    ["en", ["B sentence", "H head", "L token position", "K head size d_k"], "H head · 2"],
    ["ko", ["B 문장", "H 헤드", "L 토큰 위치", "K 헤드 차원 d_k"], "H 헤드 · 2"],
  ]),
)(
  "a line explains the letters of the step, and each letter shows its size (%s)",
  async (lang, names, tip) => {
    const { page, lesson, complaints } = await open(`?lesson=masked-multi-head&step=scores&lang=${lang}`);
    await page.locator("heads-up-side .shapes").waitFor();
    await page.keyboard.press("Shift");
    const items = page.locator("heads-up-axes li");
    await items.first().waitFor();
    expect((await items.allInnerTexts()).map((text) => text.trim())).toEqual(names);
    // The key press loads these last. If they came later, they would move the letter away from the pointer.
    await page.locator("heads-up-questions summary").waitFor();
    await page.locator("heads-up-side .shapes .axis-H").first().hover();
    const shown = page.locator("heads-up-axes .tip");
    await expect.poll(() => shown.innerText()).toBe(tip);
    await lesson.title.hover();
    await expect.poll(() => shown.count()).toBe(0);
    await page.locator("heads-up-side .formula .axis-K").first().click();
    await expect.poll(() => shown.innerText()).toMatch(/^K .* · 4$/);
    expect(complaints).toEqual([]);
  },
);

test.each(
  sampled([
    ["en", "Axis letters", "scores, dim 3, L = 10: token position (key)", "L token position (key) · 10"],
    ["ko", "축 글자", "scores, dim 3, L = 10: 토큰 위치 (키)", "L 토큰 위치 (키) · 10"],
  ]),
)("the letters on the stage are one tab stop and have explanations (%s)", async (lang, group, name, tip) => {
  const { page, lesson, complaints } = await open(`?lesson=masked-multi-head&step=scores&lang=${lang}`);
  await page.keyboard.press("Shift");
  const keys = page.locator("heads-up-axis-keys");
  await keys.getByRole("group", { name: group }).waitFor({ state: "attached" });
  const button = keys.getByRole("button", { name }).first();
  await button.hover();
  const shown = keys.locator(".tip");
  await expect.poll(() => shown.innerText()).toBe(tip);
  await lesson.title.hover();
  await expect.poll(() => shown.count()).toBe(0);
  expect(await keys.locator("button[tabindex='0']").count()).toBe(1);
  await keys.locator("button[tabindex='0']").focus();
  const first = await shown.innerText();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => keys.locator("button:focus").getAttribute("data-i")).toBe("1");
  expect(await shown.count()).toBe(1);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown.innerText()).toBe(first);
  expect(await lesson.step()).toBe("scores");
  await page.keyboard.press("Escape");
  await expect.poll(() => shown.count()).toBe(0);
  expect(complaints).toEqual([]);
});
