/** Weights from a file: they are shown, can be explained, and can be dropped; other files change nothing. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { essential, exhaustive, sampled } from "../sampled.js";
import { ascii, fixture, npy, npyHeader, zip } from "../unit/weight_files.js";
import { audit } from "./axe.js";
import {
  callout,
  currentStep,
  type Instrument,
  pixels,
  query,
  rested,
  settled,
  site,
  writtenQuery,
} from "./browser.js";
import { Lesson } from "./lesson.js";

const { open, openWithin } = site();

const FIELD = ".drawer .weights";
const alert = (page: Page) => page.locator(`${FIELD} [role="alert"]`);
const values = (page: Page, name: string): Promise<number[]> => new Lesson(page).numbers(name);

interface Chosen {
  readonly name: string;
  readonly bytes: Uint8Array;
}

async function choose(page: Page, { name, bytes }: Chosen): Promise<void> {
  await page.locator(`${FIELD} input`).setInputFiles({ name, mimeType: "", buffer: Buffer.from(bytes) });
}

async function openSettings(search: string, opening = openWithin): Promise<Page> {
  const { page } = await opening(search);
  await page.locator(".drawer.settings .toggle").click();
  await page.locator(`${FIELD} .choose`).waitFor();
  return page;
}

const filled = (count: number, value: number): Uint8Array =>
  new Uint8Array(new Float32Array(count).fill(value).buffer);

/** A layer of width `size` with a course's parameter names, and with numbers that are easily distinguished from drawn ones. */
const layer = (size: number): Chosen => {
  const parts = ["q", "k", "v", "o"].flatMap((one, i) => [
    [`w_${one}.weight.npy`, npy(npyHeader(`(${size}, ${size})`), filled(size * size, i + 2))],
    [`w_${one}.bias.npy`, npy(npyHeader(`(${size},)`), filled(size, i + 0.5))],
  ]);
  return { name: "layer.npz", bytes: zip(Object.fromEntries(parts)) };
};

const LONGEST_NAME: Chosen = { name: "<img src=x onerror=alert(1)>.npz", bytes: ascii("{") };
const REFUSED: readonly [what: string, file: Chosen, said: RegExp][] = [
  ["a file of torch.save", { name: "torch_save.pt", bytes: fixture("torch_save.pt") }, /torch\.save/],
  ["a hostile name", LONGEST_NAME, /<img src=x/],
  ["a small vocabulary", { name: "course.npz", bytes: fixture("course.npz") }, /course\.npz.*62.*5/s],
];

describe.each(sampled(["en", "ko"]))("in %s", (lang) => {
  test("a file's numbers are shown in the file's sizes, and can be dropped again", async () => {
    const page = await openSettings(`?step=w_q.weight&lang=${lang}&seed=5`);
    const drawn = await values(page, "w_q.weight");
    await choose(page, layer(9));
    await expect.poll(() => values(page, "w_q.weight")).toEqual(Array(81).fill(2));
    const labels = async () => Object.fromEntries(await query(page));
    await expect.poll(labels).toMatchObject({ dModel: "9", numHeads: "1", seed: "5" });
    expect(await page.locator(`${FIELD} .file`).textContent()).toBe("layer.npz");
    await expect.poll(() => page.locator(".drawer.settings #dModel").inputValue()).toBe("9");
    expect((await audit(page)).violations).toEqual([]);
    await page.locator(`${FIELD} .drop`).click();
    await expect.poll(() => values(page, "w_q.weight")).not.toEqual(Array(81).fill(2));
    await page.locator(".drawer.settings .reset").click();
    await expect.poll(async () => (await values(page, "w_q.weight")).length).toBe(drawn.length);
  });

  test("other files are refused beside the field, and the stage is unchanged", async () => {
    const page = await openSettings(`?step=scores&lang=${lang}`);
    await rested(page);
    for (const [what, file, expected] of REFUSED) {
      const before = await pixels(page);
      await choose(page, file);
      await alert(page).waitFor();
      const text = (await alert(page).textContent()) ?? "";
      expect(text, what).toMatch(expected);
      expect(/[가-힣]/.test(text), what).toBe(lang === "ko");
      await rested(page);
      expect(await pixels(page), what).toBe(before);
      // The messages of refused files differ only in their text.
      if (file === LONGEST_NAME) expect((await audit(page)).violations).toEqual([]);
      await choose(page, layer(8));
      await expect.poll(() => alert(page).count(), { message: what }).toBe(0);
      // The alert disappears before the file has been read; the next comparison needs the picture with its numbers.
      await expect.poll(() => values(page, "w_q.weight"), { message: what }).toEqual(Array(64).fill(2));
      await rested(page);
    }
  });
});

essential("a file can be dropped on the field", async () => {
  const page = await openSettings("?step=w_q.weight&lang=en");
  const { name, bytes } = layer(8);
  const data = await page.evaluateHandle(
    ([file, numbers]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(numbers)], file));
      return transfer;
    },
    [name, [...bytes]] as const,
  );
  await page.locator(`${FIELD} .field`).dispatchEvent("dragover", { dataTransfer: data });
  await page.locator(`${FIELD} .field`).dispatchEvent("drop", { dataTransfer: data });
  await expect.poll(() => values(page, "w_q.weight")).toEqual(Array(64).fill(2));
});

essential(
  "numbers computed from given weights are explained, and other settings keep the weights",
  async () => {
    const page = await openSettings("?step=q&lang=en");
    await choose(page, layer(8));
    await expect.poll(() => values(page, "w_q.weight")).toEqual(Array(64).fill(2));
    await page.locator(".drawer.settings #sequences").fill("5, 6, 7");
    await expect.poll(() => values(page, "ids")).toEqual([5, 6, 7]);
    expect(await values(page, "w_q.weight")).toEqual(Array(64).fill(2));
    await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.openCell("q", [0, 1, 3]));
    await callout(page).waitFor();
    const [embedding, q] = [await values(page, "embedding"), await values(page, "q")];
    const own = embedding.slice(8, 16).reduce((sum, x) => sum + 2 * x, 0.5);
    expect(q[8 + 3]).toBeCloseTo(own, 5);
    await expect.poll(() => callout(page).locator(".body").textContent()).toContain("2.0000");
    await page.locator(".drawer.settings #dModel").fill("16");
    await expect.poll(() => page.locator('.settings .panel [role="alert"]').count()).toBe(1);
    expect(await values(page, "w_q.weight")).toEqual(Array(64).fill(2));
  },
);

essential("links and code say that they do not contain the weights", async () => {
  const page = await openSettings("?step=q&lang=en");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await choose(page, layer(8));
  await expect.poll(() => values(page, "w_q.weight")).toEqual(Array(64).fill(2));
  await page.locator(".drawer.takeAway .toggle").click();
  for (const what of ["link", "script", "classes", "frame", "element"]) {
    await page.locator(`.takeAway .panel .copy-${what}`).click();
    await expect
      .poll(() => page.locator('.takeAway .panel [role="status"]').textContent(), { message: what })
      .toContain("weights of your file");
  }
});

exhaustive("a large file is read and run by the worker; a file without weights is refused", async () => {
  const page = await openSettings("?step=w_q.weight&lang=en");
  await choose(page, layer(400));
  const twos = (): Promise<number | undefined> =>
    page.evaluate(() => {
      const { trace } = document.querySelector<Instrument>("heads-up") ?? {};
      return trace?.steps.find((step) => step.name === "w_q.weight")?.data.filter((x) => x === 2).length;
    });
  await expect.poll(twos).toBe(160_000);
  expect(page.workers()).toHaveLength(1);
  await page.evaluate(() => document.querySelector<Instrument>("heads-up")?.openCell("w_q.weight", [3, 4]));
  await expect.poll(() => callout(page).locator("h2").textContent()).toContain("w_q.weight[3, 4]");
  await choose(page, { name: "zeros.npz", bytes: new Uint8Array(1_000_000) });
  await expect.poll(() => alert(page).textContent()).toContain("zeros.npz");
  expect(await twos()).toBe(160_000);
});

describe("the weights of a chosen file", () => {
  const own = Array(64).fill(2);

  async function withLayer(search: string): Promise<Page> {
    const page = await openSettings(search, open);
    await choose(page, layer(8));
    await expect.poll(() => values(page, "w_q.weight")).toEqual(own);
    return page;
  }

  test.each(
    sampled([
      ["en", /layer\.npz .*Choose the file again/],
      ["ko", /layer\.npz.*파일을 다시 선택/],
    ]),
  )("are gone after a reload, which says so once and keeps the rest (%s)", async (lang, says) => {
    const page = await withLayer(`?step=w_q.weight&lang=${lang}`);
    await page.locator(".drawer.settings #seed").fill("7");
    await expect.poll(async () => (await query(page)).get("seed")).toBe("7");
    await page.reload();
    await settled(page);
    await expect.poll(() => page.locator(".problems").textContent()).toMatch(says);
    expect(await values(page, "w_q.weight")).toHaveLength(64);
    expect(await values(page, "w_q.weight")).not.toEqual(own);
    expect(await currentStep(page)).toBe("w_q.weight");
    expect(await writtenQuery(page)).toMatchObject({ seed: "7" });
    await page.reload();
    await settled(page);
    await rested(page);
    expect(await page.locator(".problems").count()).toBe(0);
  });

  exhaustive("are restored when going back to the lesson, and no other lesson has them", async () => {
    const page = await withLayer("?lesson=multi-head&step=w_q.weight&lang=en");
    await page.locator(".row").getByRole("link", { name: "Masked multi-head attention" }).click();
    await expect.poll(async () => (await query(page)).get("lesson")).toBe("masked-multi-head");
    await rested(page);
    expect(await values(page, "w_q.weight")).not.toEqual(own);
    await page.goBack();
    await expect.poll(() => values(page, "w_q.weight")).toEqual(own);
    await page.goForward();
    await expect.poll(async () => (await query(page)).get("lesson")).toBe("masked-multi-head");
    await expect.poll(() => values(page, "w_q.weight")).not.toEqual(own);
  });

  exhaustive.each([".drop", ".reset"])("are deleted by %s", async (button) => {
    const page = await withLayer("?step=w_q.weight&lang=en");
    await page.locator(`.drawer.settings ${button}`).click();
    await expect.poll(() => values(page, "w_q.weight")).not.toEqual(own);
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    await page.reload();
    await settled(page);
    expect(await values(page, "w_q.weight")).not.toEqual(own);
  });
});
