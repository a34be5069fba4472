/** The address describes what is on the screen; wrong values in it are reported and replaced. */
import { describe, expect } from "vitest";
import { essential, exhaustive } from "../sampled.js";
import { goWithin, heldBack, pixels, settled, site, writtenQuery } from "./browser.js";

const { open, openWithin } = site();

essential("an address reproduces exactly what is on the screen", async () => {
  const asked =
    "?lesson=encoder-decoder&step=scores&t=0.4&lang=ko&theme=dark&seed=7&dModel=12&numHeads=3&tokens=1,2,3;4&target=5,6;7,8,9" +
    "&mask=padding&fill=-inf&batch=1&head=2";
  const { page, lesson } = await open(asked);
  expect(await page.locator('[role="alert"]').count()).toBe(0);
  expect(await writtenQuery(page)).toEqual(Object.fromEntries(new URLSearchParams(asked)));
  const before = await pixels(page);
  await page.reload();
  await settled(page);
  expect(await pixels(page)).toBe(before);
  const spec = await lesson.spec();
  expect(spec).toMatchObject({
    seed: 7,
    dModel: 12,
    numHeads: 3,
    maskFill: "-inf",
    mask: { padding: true, causal: false },
  });
});

essential("an address can open a cell without console messages", async () => {
  const { page, lesson, complaints } = await openWithin(
    "?lesson=masked-multi-head&step=scores&cell=scores[0,0,2,1]",
  );
  await expect.poll(() => lesson.callout.locator("h2").textContent()).toContain("scores[0, 0, 2, 1]");
  expect(await writtenQuery(page)).toMatchObject({ cell: "scores[0,0,2,1]" });
  expect(complaints).toEqual([]);
});

essential("Back leads to the step before, and out of the lesson from its first", async () => {
  const { page, lesson } = await open("?lang=en", { ready: false });
  await goWithin(page, "?lesson=masked-multi-head&step=ids&lang=en");
  for (const step of ["embedding.weight", "embedding"]) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => lesson.address("step")).toBe(step);
  }
  for (const step of ["embedding.weight", "ids"]) {
    await page.goBack();
    await expect.poll(lesson.step).toBe(step);
    expect(await lesson.address("step")).toBe(step);
  }
  await page.goForward();
  await expect.poll(lesson.step).toBe("embedding.weight");
});

essential("Back closes a sheet, and leads on from where one was closed by key", async () => {
  const { page, lesson } = await open("?lesson=masked-multi-head&step=scores&lang=en");
  const sheet = lesson.sheet;
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => lesson.address("step")).not.toBe("scores");
  const step = await lesson.address("step");
  await page.keyboard.press("m");
  await sheet.waitFor();
  await expect.poll(() => lesson.address("map")).toBe("1");
  await page.goBack();
  await sheet.waitFor({ state: "hidden" });
  expect(await lesson.step()).toBe(step);
  await page.keyboard.press("m");
  await expect.poll(() => lesson.address("map")).toBe("1");
  await page.keyboard.press("Escape");
  await expect.poll(() => lesson.address("map")).toBe(null);
  await page.goBack();
  await expect.poll(lesson.step).toBe("scores");
});

essential("Back before a page has come stays on the page that is there", async () => {
  const { before, release } = heldBack(/\/assets\/lab_page-/);
  const { page, lesson } = await open("?lesson=multi-head&step=scores&lang=en", { before });
  await writtenQuery(page);
  const came = page.waitForEvent("requestfinished", (request) => request.url().includes("lab_page-"));
  await page.locator(".row").getByRole("link", { name: "leak" }).click();
  await page.goBack();
  release();
  await came;
  await expect.poll(() => page.evaluate(() => document.querySelector("main")?.ariaBusy)).toBe(null);
  expect(await page.locator("leak-lab").count()).toBe(0);
  expect(await page.title()).toMatch(/^Multi-head/);
  expect(await lesson.step()).toBe("scores");
});

essential("a change of only the hash leaves the lesson, but Back to another address shows it", async () => {
  const { page, lesson } = await open("?lesson=multi-head&step=scores&lang=en");
  await writtenQuery(page);
  await page.evaluate(() => {
    const changed = new Promise((done) => addEventListener("popstate", done, { once: true }));
    location.hash = "#x";
    return changed;
  });
  expect(await page.evaluate(() => document.querySelector("main")?.ariaBusy)).toBe(null);
  await page.locator(".row").getByRole("link", { name: "Encoder-decoder attention" }).click();
  await expect.poll(() => page.title()).toMatch(/^Encoder-decoder/);
  await expect.poll(() => lesson.address("lesson")).toBe("encoder-decoder");
  await page.goBack();
  await expect.poll(() => page.title()).toMatch(/^Multi-head/);
  await expect.poll(lesson.step).toBe("scores");
  await expect.poll(() => lesson.address("lesson")).toBe("multi-head");
});

describe("a bad value is replaced, and reported with what was got and expected", () => {
  exhaustive("for each parameter", async () => {
    const { page, lesson, complaints } = await openWithin("?step=ids");
    for (const [search, expected, step] of [
      ["step=nowhere", /nowhere/, "opening"],
      ["numHeads=3&step=q", /3.*8/, "q"],
      ["tokens=62,500&step=scores", /500.*99/, "scores"],
      ["seed=abc&step=k", /abc/, "k"],
      ["lesson=gpt", /gpt.*masked-multi-head/, "opening"],
      ["batch=9&step=scores", /9.*4/, "scores"],
      ["cell=scores[0,0,0,99]&step=scores", /99.*\(5, 2, 10, 10\)/, "scores"],
      ["t=7&step=v", /7.*0 … 1/, "v"],
      ["mask=everything", /everything.*padding/, "opening"],
      ["dModel=100000000", /100000000/, "opening"],
      ["tokens=;;", /;;/, "opening"],
      ["seed=1e400", /1e400/, "opening"],
      ["seed=1.5", /1\.5/, "opening"],
    ] as const) {
      await goWithin(page, `?${search}&lang=en`);
      await expect
        .poll(() => page.locator('.problems[role="alert"]').textContent({ timeout: 3000 }), {
          message: search,
        })
        .toMatch(expected);
      expect(await lesson.step(), search).toBe(step);
    }
    expect(complaints).toEqual([]);
  });

  essential("in the reader's language", async () => {
    const { lesson } = await openWithin("?seed=abc&lang=ko");
    await expect.poll(() => lesson.problems.textContent()).toMatch(/abc.*정수/);
  });
});

essential("hostile markup is shown as text of limited length", async () => {
  const step = encodeURIComponent(`<img src=x onerror=alert(1)>${"a".repeat(7000)}`);
  const { page, lesson, complaints } = await open(`?step=${step}&lesson=<script>alert(1)</script>&seed=%%%`);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => dialogs.push(dialog.message()));
  const text = (await lesson.problems.textContent()) ?? "";
  expect(text.length).toBeGreaterThan(10);
  expect(text.length).toBeLessThan(1500);
  expect(await page.locator(".problems img, .problems script").count()).toBe(0);
  expect(await lesson.step()).toBe("opening");
  expect(dialogs).toEqual([]);
  expect(complaints).toEqual([]);
});

essential("a link from a newer version is reported, and its known parts are used", async () => {
  const { lesson } = await openWithin(
    `?lesson=masked-multi-head&step=scores&seed=7&flavour=9&utm_source=mail&lang=en`,
  );
  const problems = lesson.problems;
  await expect.poll(() => problems.textContent()).toMatch(/newer version/);
  expect(await problems.textContent()).toContain("flavour");
  expect(await problems.textContent()).not.toContain("utm");
  expect(await lesson.address("seed")).toBe("7");
});
