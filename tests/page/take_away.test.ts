/** Taking away the current frame as a figure, the numbers, the script, the link and embed code, by pointer and by keyboard. */
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import type { LessonSpec } from "../../web/src/module/types.js";
import { difference, STRAY_POINTS } from "../picture_compare.mjs";
import { essential, exhaustive, sampled } from "../sampled.js";
import { audit } from "./axe.js";
import { type Instrument, type OpenOptions, pixels, rested, savedBy, settled, site } from "./browser.js";

const { open, openWithin } = site();

const MENU = ".takeAway .panel";
const toggle = (page: Page) => page.locator(".drawer.takeAway .toggle");
const button = (page: Page, name: string) => page.locator(`${MENU} .${name}`);
const status = (page: Page) => page.locator(`${MENU} [role="status"]`).textContent();

async function openMenu(search: string, options: OpenOptions = {}): Promise<Page> {
  const { page } = await openWithin(search, options);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await toggle(page).click();
  await button(page, "svg").waitFor();
  return page;
}

/** The menu beside a frame whose cell is open: its operands are lit once the arithmetic has its place. */
async function openFrame(search: string, options?: OpenOptions): Promise<Page> {
  const page = await openMenu(search, options);
  await page.locator("heads-up-callout").waitFor();
  await rested(page);
  return page;
}

const saved = (page: Page, name: string) => savedBy(button(page, name));

async function copied(page: Page, what: string): Promise<string> {
  const before = await status(page);
  await button(page, `copy-${what}`).click();
  await expect.poll(() => status(page)).not.toBe(before);
  return page.evaluate(() => navigator.clipboard.readText());
}

const stagePng = async (page: Page): Promise<PNG> =>
  PNG.sync.read(Buffer.from((await pixels(page)).split(",")[1] ?? "", "base64"));

/** The boxes of a figure's text, in pixels of its PNG. */
const textBoxes = (page: Page, svg: string) =>
  page.evaluate((source) => {
    const figure = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    document.body.append(figure);
    const boxes = [...figure.querySelectorAll("text")].map((one) => one.getBBox());
    figure.remove();
    return boxes.map(({ x, y, width, height }) => ({
      x: 2 * x,
      y: 2 * y,
      width: 2 * width,
      height: 2 * height,
    }));
  }, svg);

const trace = (page: Page) =>
  page.evaluate(() => {
    const { spec, steps } = document.querySelector<Instrument>("heads-up")?.trace ?? { spec: {}, steps: [] };
    return {
      spec,
      steps: steps.map(({ name, shape, data }) => ({ name, shape, data: Array.from(data, String) })),
    };
  });

describe("the menu", () => {
  test.each(
    sampled([
      ["en", "Take away"],
      ["ko", "가져가기"],
    ]),
  )("in %s opens and closes by key and pointer, and passes axe", async (lang, name) => {
    const { page, lesson } = await openWithin(`?step=scores&lang=${lang}`);
    const one = page.getByRole("button", { name });
    await one.focus();
    await page.keyboard.press("Enter");
    await button(page, "svg").waitFor();
    expect(await one.getAttribute("aria-expanded")).toBe("true");
    expect((await audit(page)).violations).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await button(page, "svg").waitFor({ state: "hidden" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName))
      .toBe("HEADS-UP-DRAWERS");
    await one.click();
    await button(page, "svg").waitFor();
    await lesson.toggle("settings");
    await button(page, "svg").waitFor({ state: "hidden" });
    await lesson.field("seed").waitFor();
  });
});

describe("the figure", () => {
  const FRAME = "?step=scores&lang=en&theme=light&head=1&cell=scores[0,1,2,1]";

  exhaustive("as PNG is the frame on the stage with the lit cell, at 2×", async () => {
    // The window is small, because comparing a million pixels takes a second.
    const viewport = { width: 1000, height: 640 };
    const page = await openFrame(FRAME, { deviceScaleFactor: 2, viewport });
    // The arithmetic may move once it has its size.
    const isShown = async () => {
      const before = await pixels(page);
      await rested(page);
      return (await pixels(page)) === before;
    };
    await expect.poll(isShown).toBe(true);
    const { name, bytes } = await saved(page, "png");
    expect(name).toBe("heads-up-masked-multi-head-scores.png");
    expect(await status(page)).toContain(name);
    const figure = PNG.sync.read(bytes);
    // In some runs Chromium draws the same text on the two canvases a little differently.
    const text = await textBoxes(page, (await saved(page, "svg")).bytes.toString());
    const differing = async (): Promise<number> =>
      difference(await stagePng(page), figure, text).reduce((sum, one) => sum + one, 0);
    expect(await differing()).toBeLessThan(STRAY_POINTS);
    // The comparison finds another step.
    await page.evaluate(() => document.querySelector("heads-up")?.setAttribute("step", "masks"));
    await rested(page);
    expect(await differing()).toBeGreaterThan(1000 * STRAY_POINTS);
  });

  exhaustive("as SVG has the words of the step and the same moment", async () => {
    const page = await openFrame(FRAME);
    const still = await saved(page, "svg");
    expect(still.name).toBe("heads-up-masked-multi-head-scores.svg");
    const text = still.bytes.toString();
    expect(text.split("\n").slice(1, 3).join()).toContain(
      "<title>Masked multi-head attention · Compute the scores</title>",
    );
    expect(text).toMatch(/<desc>You take the dot product of each query/);
    expect(text.match(/stroke="#0b6e6e"/g)?.length).toBeGreaterThan(2); // highlighted cells
    await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.seek("scores", 0.3));
    const moving = (await saved(page, "svg")).bytes.toString();
    expect(moving.match(/<text/g)?.length).not.toBe(text.match(/<text/g)?.length);
  });
});

essential("the numbers are saved as JSON and npz, the script as Python", async () => {
  const page = await openMenu("?lesson=encoder-decoder&step=scores&lang=ko&seed=7");
  const json = await saved(page, "json");
  expect(json.name).toBe("heads-up-encoder-decoder.json");
  const { steps } = JSON.parse(json.bytes.toString());
  const shown = await trace(page);
  const hu = await load();
  expect(steps.map((step: { name: string }) => step.name)).toEqual(shown.steps.map(({ name }) => name));
  expect(steps.at(-1).data[0]).toBeCloseTo(Number(shown.steps.at(-1)?.data[0]), 6);
  const npz = await saved(page, "npz");
  expect(npz.name).toBe("heads-up-encoder-decoder.npz");
  expect(npz.bytes.toString("latin1")).toMatch(/^PK.*scores\.npy/s);
  const py = await saved(page, "py");
  expect(py.name).toBe("heads-up-encoder-decoder.py");
  expect(py.bytes.toString()).toBe(hu.toPyTorch(shown.spec as LessonSpec));
  expect(py.bytes.toString()).toBe(await copied(page, "script"));
  expect(await status(page)).toBe("코드를 복사했습니다");
  const classes = await saved(page, "class");
  expect(classes.name).toBe("heads-up-encoder-decoder-class.py");
  expect(classes.bytes.toString()).toBe(await copied(page, "classes"));
});

essential("changed numbers are in the files of numbers, and the script says that it lacks them", async () => {
  const changed = "changes=scores[0,1,0]:9";
  const page = await openMenu(
    `?lesson=masked-self-attention&weights=random&step=scores&t=1&lang=en&${changed}`,
  );
  const { steps, changes } = JSON.parse((await saved(page, "json")).bytes.toString());
  expect(changes).toEqual([{ name: "scores", index: [0, 1, 0], value: 9 }]);
  const { data, shape } = steps.find((step: { name: string }) => step.name === "scores");
  expect(data[shape.at(-1)]).toBe(9);
  expect((await saved(page, "npz")).bytes.toString("latin1")).toContain("changes.json");
  for (const kind of ["py", "class"]) {
    const { name } = await saved(page, kind);
    expect(await status(page)).toBe(`${name} saved. It does not contain the numbers that you changed.`);
  }
});

describe("what is copied", () => {
  exhaustive("is the address, and a frame with it", async () => {
    const page = await openMenu("?step=attention&t=0.25&lang=en&seed=3&tokens=5,6;7");
    const link = await copied(page, "link");
    await expect.poll(() => page.url()).toBe(link);
    const frame = await copied(page, "frame");
    const made = await page.evaluate((code) => {
      const one = new DOMParser().parseFromString(code, "text/html").querySelector("iframe");
      return [one?.src, one?.title];
    }, frame);
    expect(made).toEqual([link.replace("/?", "/embed.html?"), "Masked multi-head attention · Heads Up"]);
    const shown = await trace(page);
    await page.goto(made[0] ?? "");
    await settled(page);
    expect(await trace(page)).toEqual(shown);
    const view = await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.view);
    expect(view).toMatchObject({ step: "attention", t: 0.25 });
    // Copied inside a frame, the link leads to the page and the code to the frame.
    await toggle(page).click();
    await button(page, "copy-link").waitFor();
    expect([await copied(page, "link"), await copied(page, "frame")]).toEqual([link, frame]);
  });

  test.each(
    sampled([
      "?lesson=multi-head&step=q&lang=ko&seed=5&tokens=1,2;3&mask=none",
      "?step=scores&lang=en",
      "?lesson=transformer-block&step=q&dModel=6&numHeads=2&layerNorm=pre&activation=relu&dFf=10&lang=en",
      "?lesson=encoder-decoder&step=scores&tokens=1,2,3;4&target=5,6;7,8&fill=-inf&weights=designed&lang=en",
      "?lesson=masked-multi-head&step=scores&weights=trained&lang=en",
      "?src=lessons/example.json&step=attention&seed=7&lang=en",
    ]),
  )("is an element that shows %s", async (search) => {
    const page = await openMenu(search);
    const code = await copied(page, "element");
    const shown = await trace(page);
    // The code is only the element, which is inserted into the page unchanged.
    expect(code).toMatch(/^<heads-up [^<>]*><\/heads-up>$/);
    await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "text/html");
      const element = parsed.querySelector("heads-up");
      document.querySelector("heads-up")?.remove();
      document.querySelector("main")?.appendChild(document.importNode(element as Element, true));
    }, code);
    await page.waitForFunction(() => document.querySelector<Instrument>("heads-up")?.trace !== undefined);
    await rested(page);
    expect(await trace(page)).toEqual(shown);
    const step = await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.currentStep);
    expect(search).toContain(`step=${step}`);
  });

  exhaustive("is shown for copying by hand if the browser refuses to copy", async () => {
    const before = (page: Page) =>
      page
        .addInitScript(() => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
        })
        .then(() => undefined);
    const { page } = await open("?step=scores&lang=en", { before });
    await toggle(page).click();
    await button(page, "copy-link").click();
    const area = page.locator(`${MENU} textarea`);
    await area.waitFor();
    expect(await area.inputValue()).toContain("step=scores");
    await expect
      .poll(() => area.evaluate((e: HTMLTextAreaElement) => e.selectionEnd - e.selectionStart))
      .toBe((await area.inputValue()).length);
    expect((await audit(page)).violations).toEqual([]);
  });
});

essential("the copied scripts make designed weights number by number", async () => {
  const hu = await load();
  const page = await openMenu("?lesson=multi-head&weights=designed&lang=en");
  const { spec } = await trace(page);
  expect(await copied(page, "script")).toBe(hu.toPyTorch(spec as LessonSpec, "steps", "designed"));
  await page.keyboard.press("Escape");
  await toggle(page).click();
  expect(await copied(page, "classes")).toBe(hu.toPyTorch(spec as LessonSpec, "class", "designed"));
});

/** What the browser's own decoder finds in a GIF: its frames, and how far (of 255) the first and the last are from the stage. */
const decoded = (page: Page, gif: Buffer) =>
  page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const track = decoder.tracks.selectedTrack;
    const frames = track?.frameCount ?? 0;
    const stage = document
      .querySelector("heads-up")
      ?.shadowRoot?.querySelector("heads-up-stage")
      ?.shadowRoot?.querySelector("canvas");
    if (!stage) throw new Error("no stage");
    const pixelsOf = (image: CanvasImageSource): Uint8ClampedArray => {
      const ctx = new OffscreenCanvas(stage.width, stage.height).getContext("2d");
      ctx?.drawImage(image, 0, 0, stage.width, stage.height);
      return ctx?.getImageData(0, 0, stage.width, stage.height).data ?? new Uint8ClampedArray();
    };
    const still = pixelsOf(stage);
    const [times, distances]: [number[], number[]] = [[], []];
    let width = 0;
    for (const frameIndex of [0, 1, frames - 1]) {
      const { image } = await decoder.decode({ frameIndex });
      width = image.displayWidth;
      times.push((image.duration ?? 0) / 1000);
      const shown = pixelsOf(image);
      distances.push(
        shown.reduce((sum, value, i) => sum + Math.abs(value - (still[i] ?? 0)), 0) / shown.length,
      );
    }
    return { frames, width, times, distances, repeats: track?.repetitionCount };
  }, gif.toString("base64"));

describe("a step as an animation", () => {
  essential("ends in its result, and plays three times", async () => {
    const page = await openMenu("?lesson=masked-self-attention&step=nopeak_mask&t=1&lang=en");
    const { name, bytes } = await saved(page, "gif");
    expect(name).toBe("heads-up-masked-self-attention-nopeak_mask.gif");
    expect(bytes.length).toBeLessThan(3_000_000);
    const { distances, ...gif } = await decoded(page, bytes);
    // The step plays for 3.6 seconds, in frames of 80 ms.
    expect(gif).toEqual({ frames: 46, width: 1280, times: [800, 80, 3000], repeats: 2 });
    const [first = 0, , last = 0] = distances;
    // The stage is smaller, so that its text is blurred when it is laid over the frame.
    expect(last).toBeLessThan(3);
    expect(first).toBeGreaterThan(3 * last);
    expect((await saved(page, "gif")).bytes.equals(bytes)).toBe(true);
  });

  essential("can be cancelled while it is made", async () => {
    const page = await openMenu("?lesson=masked-self-attention&step=scores&t=1&lang=en");
    await button(page, "gif").click();
    await page.getByRole("progressbar", { name: "Animation" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await button(page, "gif").waitFor();
    expect(await status(page)).toBe("");
  });
});
