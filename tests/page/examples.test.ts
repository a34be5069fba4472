/** The recipes in examples/ whose hosts are web pages: assembled as their READMEs say, opened and stepped through. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { distPackage, distSite, inRoot } from "../../scripts/lib/paths.mjs";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { currentStep, type Instrument, settled, site } from "./browser.js";

const folder = mkdtempSync(path.join(tmpdir(), "heads-up-examples-"));
for (const example of ["article", "reveal"])
  cpSync(inRoot("examples", example), path.join(folder, example), { recursive: true });
cpSync(distPackage, path.join(folder, "article/heads-up-attention"), { recursive: true });
cpSync(inRoot("node_modules/reveal.js/dist"), path.join(folder, "reveal/reveal.js"), { recursive: true });
for (const example of ["article", "reveal"])
  cpSync(distSite, path.join(folder, example, "heads-up"), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

const { open } = site(folder, {});

const embedded = async (page: Page): Promise<Frame> => {
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/embed\.html/);
  const frame = page.frames()[1] ?? expect.fail("no frame");
  await settled(frame);
  return frame;
};
/** The complaints except for missing favicons, which browsers request and the recipes lack. */
const withoutFavicon = (complaints: readonly string[]): string[] =>
  complaints.filter((text) => !/Failed to load resource.*404/.test(text));

describe("an article", () => {
  test.each(sampled([1280, 390]))("at %i: the element and the frame step independently", async (width) => {
    const { page, lesson, complaints } = await open("article/", { viewport: { width, height: 800 } });
    await page.locator("iframe").scrollIntoViewIfNeeded();
    const frame = await embedded(page);
    const heights = () =>
      frame.evaluate(() => [innerHeight, document.documentElement.scrollHeight, innerHeight > 300]);
    await expect.poll(async () => (await heights())[0] === (await heights())[1]).toBe(true);
    expect([await lesson.step(), await currentStep(frame)]).toEqual(["scores", "attention"]);
    await page.locator("heads-up").evaluate((one: Instrument) => one.next());
    await expect.poll(lesson.step).not.toBe("scores");
    await frame.locator("heads-up-stage canvas").click({ position: { x: 4, y: 4 } });
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => currentStep(frame)).toBe("values");
    expect((await audit(page)).violations).toEqual([]);
    expect(withoutFavicon(complaints)).toEqual([]);
  });
});

essential.each(["README.md", "docs/module.md"])("the five lines of %s run in a plain page", async (file) => {
  const [, page5 = expect.fail("no page")] =
    /```html\n(.*?)```/s.exec(readFileSync(inRoot(file), "utf8")) ?? [];
  // The page's title becomes what the lines log or compute.
  const reported = page5.includes("console.log")
    ? page5
    : page5.replace("</script>", "console.log(output.data);</script>");
  const html = `<!doctype html><html lang="en"><link rel="icon" href="data:,">
<script>console.log = (numbers) => { document.title = numbers.length; };</script>${reported}`;
  writeFileSync(path.join(folder, "article/plain.html"), html);
  const { page, complaints } = await open("article/plain.html", { ready: false });
  await expect.poll(() => page.title()).toBe("48"); // 2 sentences of 3 tokens of 8 numbers
  expect(complaints).toEqual([]);
});

exhaustive("a reveal.js deck: fragments drive its frame, which unloads and reloads", async () => {
  const { page, complaints } = await open("reveal/", { ready: false });
  await page.locator(".reveal.ready").waitFor();
  await page.keyboard.press("ArrowRight");
  const frame = await embedded(page);
  expect(await currentStep(frame)).toBe("q_heads");
  for (const step of ["scores", "masked_scores", "attention"]) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => currentStep(frame)).toBe(step);
  }
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => currentStep(frame)).toBe("masked_scores");
  // Leaving the slide unloads the frame; on return it is at the slide's step.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.frames()[1]?.url() ?? "").not.toMatch(/embed/);
  await page.keyboard.press("ArrowLeft");
  const again = await embedded(page);
  await expect.poll(() => currentStep(again)).toBe("attention");
  expect(withoutFavicon(complaints)).toEqual([]);
});
