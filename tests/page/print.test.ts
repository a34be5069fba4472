/** A printed step, or lesson: picture, words, formula, code, and questions with room to write, dark on light. */
import { expect, test } from "vitest";
import { printed } from "../../web/src/draw/theme.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { type Instrument, site } from "./browser.js";

const { open, openWithin } = site();
/** A4 within margins of 15 mm, in CSS pixels. */
const PAPER = { width: 680, height: 1009 };

/** The pages of a PDF. */
const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;

test.each(sampled(["ko", "en"]))("a step fits one page (%s)", async (lang) => {
  const { page, lesson, complaints } = await openWithin(
    `?lesson=masked-multi-head&step=ids&lang=${lang}&theme=dark`,
    { viewport: PAPER },
  );
  const handout = page.locator("heads-up-handout");
  for (const step of ["scores", "attention", "mask"]) {
    await page.emulateMedia({ media: "screen" });
    await lesson.seek(step, 0.5);
    await lesson.rested();
    await page.emulateMedia({ media: "print" });
    await handout.locator("section").waitFor();
    const seen = await page.evaluate(() => {
      const root = document.querySelector("heads-up")?.shadowRoot;
      const height = (part: string): number | undefined =>
        root?.querySelector(part)?.getBoundingClientRect().height;
      return {
        size: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
        paper: getComputedStyle(document.body.parentElement ?? document.body).backgroundColor,
        hidden: ["heads-up-side", "heads-up-stage", "heads-up-transport", "heads-up-strip"].map(height),
        header: document.querySelector(".page-header")?.getBoundingClientRect().height,
      };
    });
    expect(printed.paper).toBe("#ffffff");
    expect(seen.paper).toBe("rgb(255, 255, 255)");
    expect(await handout.locator("svg > rect").first().getAttribute("fill")).toBe("#ffffff");
    expect(seen.size[0]).toBe(PAPER.width);
    expect(seen.size[1]).toBeLessThanOrEqual(PAPER.height);
    expect([...seen.hidden, seen.header]).toEqual([0, 0, 0, 0, 0]);
    expect(await handout.locator(".ask").count()).toBe(1);
    expect(await handout.locator("math").count()).toBe(1);
    expect(await handout.locator("pre").count()).toBe(1);
  }
  expect(complaints).toEqual([]);
});

essential("an open number is printed with its step", async () => {
  const { page, lesson } = await openWithin(
    "?lesson=masked-multi-head&step=scores&t=1&cell=scores[0,0,1,1]&lang=en",
  );
  await lesson.callout.waitFor();
  await page.emulateMedia({ media: "print" });
  await expect
    .poll(() => page.locator("heads-up-handout heads-up-callout h2").textContent())
    .toMatch(/^scores\[0, 0, 1, 1\]/);
});

test.each(sampled(["A4", "Letter"]))(
  "a lecture prints the whole lesson as a handout (%s)",
  async (format) => {
    const { page, complaints } = await openWithin(
      "?lesson=masked-self-attention&step=scores&lang=ko&mode=lecture",
    );
    await page.locator("heads-up-side pre").waitFor();
    await page.emulateMedia({ media: "print" });
    const sections = page.locator("heads-up-handout section");
    const steps = await page.evaluate(
      () => document.querySelector<Instrument>("heads-up")?.store.state.run?.steps.length,
    );
    await expect.poll(() => sections.count()).toBe(steps);
    for (const section of await sections.all()) {
      expect(await section.locator("svg").count()).toBe(1);
      expect((await section.locator("h2 + p").innerText()).length).toBeGreaterThan(10);
    }
    // The pictures would answer the questions, and so would answers beside them.
    expect(await sections.locator(".ask").count()).toBe(0);
    const [questions, answers] = ["article", ".answers > p"].map((part) =>
      page.locator(`heads-up-handout ${part}`),
    );
    expect(await questions?.count()).toBeGreaterThan(10);
    expect(await answers?.count()).toBe(await questions?.count());
    await page.emulateMedia({ media: null });
    await expect.poll(() => sections.count()).toBe(0);
    const pages = pagesOf(
      await page.pdf({ format, margin: { top: "15mm", bottom: "15mm", left: "15mm", right: "15mm" } }),
    );
    // Two steps share a page where they fit; questions and answers take two or three.
    expect(pages).toBeGreaterThan(5);
    expect(pages).toBeLessThanOrEqual((steps ?? 0) + 3);
    await expect.poll(() => sections.count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

essential("the menu prints the whole lesson", async () => {
  const { page } = await openWithin("?lesson=masked-self-attention&step=scores&lang=en");
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.locator(".drawer.takeAway .toggle").click();
  await page.getByRole("button", { name: "Print the whole lesson" }).click();
  expect(await page.locator("html[data-printed]").count()).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.locator("heads-up-handout section").count()).toBeGreaterThan(10);
});

exhaustive("printing gives one page and leaves the screen unchanged", async () => {
  const { page, lesson } = await openWithin("?lesson=masked-multi-head&step=scores&lang=en&theme=dark");
  await page.getByText("Predict, then see").waitFor(); // the last part to load
  await lesson.rested();
  const before = await page.screenshot();
  expect(pagesOf(await page.pdf({ format: "A4" }))).toBe(1);
  await expect.poll(async () => (await page.screenshot()).equals(before)).toBe(true);
});

exhaustive("a page for frames and courses is printed with its title", async () => {
  const { page } = await open("embed.html?lesson=masked-multi-head&step=scores&lang=en", {
    viewport: PAPER,
  });
  const title = page.locator("h1");
  const height = async (): Promise<number> => (await title.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(2);
  await page.emulateMedia({ media: "print" });
  await expect.poll(height).toBeGreaterThan(12);
  expect(await title.textContent()).toBe("Masked multi-head attention · Heads Up");
});
