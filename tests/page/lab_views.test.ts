/** The leak lab's views of its models: attention, writing, files, and a block as a lesson. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { LeakLabElement } from "../../web/src/views/lab/leak_lab_element.js";
import { essential, exhaustive, sampled } from "../sampled.js";
import { fixture } from "../unit/weight_files.js";
import { audit } from "./axe.js";
import { type Instrument, savedBy, settled, site } from "./browser.js";

const built = site();

/** The timeout for training on slow machines. */
const PATIENT_MS = 80_000;

/** Which models were trained on a page. */
const trainedOn = new WeakMap<Page, string>();

/** The idle lab with trained models. Successive tests of the same task and language share them. */
async function openLab(task = "reverse", lang: keyof typeof BUTTONS = "en"): Promise<Page> {
  const { skip, pause } = BUTTONS[lang];
  const search = `?lesson=leak-lab&lang=${lang}&task=${task}`;
  const { page } = await built.resume();
  if (trainedOn.get(page) === search && (await page.locator("leak-lab .attention canvas").count()))
    return page;
  await page.goto(new URL(search, built.url).href);
  await page.getByRole("button", { name: skip }).click();
  await page.locator("leak-lab .attention canvas").first().waitFor();
  await page.getByRole("button", { name: pause }).waitFor({ state: "detached", timeout: PATIENT_MS });
  trainedOn.set(page, search);
  return page;
}

const BUTTONS = {
  en: { skip: "Train without predicting", pause: "Pause" },
  ko: { skip: "예측하지 않고 학습시키기", pause: "멈춤" },
} as const;

/** The attention of the first model, and the names of its rows. */
const attentionOf = (page: Page) =>
  page.locator("leak-lab").evaluate((element: LeakLabElement) => {
    const { attention, opened } = element.store.state;
    return {
      weights: [...(attention?.masked.data ?? [])],
      words: (opened?.sample ?? []).map((id) => opened?.task.symbols[id]),
    };
  });

describe("the attention of the models", () => {
  essential("is drawn side by side, with a sentence for each about the same token", async () => {
    const page = await openLab();
    await expect.poll(() => page.locator("leak-lab .attention canvas").count()).toBe(3);
    const { words } = await attentionOf(page);
    const tokens = page.locator("leak-lab .attention .group").first().getByRole("button");
    await tokens.nth(2).click();
    await expect.poll(() => tokens.nth(2).getAttribute("aria-pressed")).toBe("true");
    const sentences = page.locator("leak-lab .attention .sentence");
    const ofRow = (row: number) => expect.stringContaining(`Row ‘${words[row]}’`);
    await expect.poll(() => sentences.allTextContents()).toEqual([ofRow(2), ofRow(2), ofRow(2)]);
    expect(await sentences.first().textContent()).toContain("is masked");
    await page.keyboard.press("ArrowRight");
    expect(await sentences.allTextContents()).toEqual([ofRow(3), ofRow(3), ofRow(3)]);
    expect(await tokens.nth(3).evaluate((token) => token.matches(":focus"))).toBe(true);
  });
});

describe("writing", () => {
  exhaustive("has all tokens of the vocabulary in one tab stop, with arrow keys", async () => {
    const page = await openLab();
    const prompt = page.locator("leak-lab .writing #prompt");
    const tokens = page.locator("leak-lab .writing .symbols button");
    await prompt.fill("");
    await page.keyboard.press("Tab");
    for (const [key, at] of [
      ["Home", 0],
      ["ArrowRight", 1],
      ["End", -1],
      ["ArrowRight", 0],
      ["ArrowLeft", -1],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => tokens.nth(at).evaluate((one) => one.matches(":focus"))).toBe(true);
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => prompt.inputValue()).toBe(await tokens.last().textContent());
    await page.keyboard.press("Tab");
    expect(
      await page.locator("leak-lab .writing [type=range]").evaluate((one) => one.matches(":focus")),
    ).toBe(true);
    await page.keyboard.press("Shift+Tab");
    expect(await tokens.last().evaluate((one) => one.matches(":focus"))).toBe(true);
  });

  essential("adds a token to every text with the same random number, and explains the choice", async () => {
    const page = await openLab();
    await page.getByRole("button", { name: "One token" }).click();
    const reasons = page.locator("leak-lab .writing .why");
    await expect.poll(() => reasons.count()).toBe(3);
    const texts = await reasons.allTextContents();
    expect(new Set(texts.map((one) => /\((0\.\d{4})\)/.exec(one)?.[1])).size).toBe(1);
    expect(await page.locator("leak-lab .writing .new").count()).toBe(3);
    expect(await page.locator("leak-lab .writing .missing").count()).toBe(2);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => reasons.count()).toBe(0);
  });
});

describe("a model", () => {
  essential("is saved, and read back into all models if its numbers are finite", async () => {
    const page = await openLab();
    const { name, bytes: buffer } = await savedBy(page.getByRole("button", { name: "Save as safetensors" }));
    expect(name).toMatch(/^heads-up-.*-masked-\d+\.safetensors$/);
    await page
      .locator("leak-lab .model input[type=file]")
      .setInputFiles({ name: "mine.safetensors", mimeType: "", buffer });
    await expect
      .poll(() => page.locator("leak-lab .model [role=status]").textContent())
      .toContain("mine.safetensors");
    await expect
      .poll(() => page.locator("leak-lab .scripts .hint").textContent())
      .toContain("its losses differ");
    const error = page.locator("leak-lab .model .error");
    expect(await error.count()).toBe(0);
    buffer.writeFloatLE(Number.NaN, buffer.length - 4);
    await page
      .locator("leak-lab .model input[type=file]")
      .setInputFiles({ name: "broken.safetensors", mimeType: "", buffer });
    await expect.poll(() => error.textContent()).toMatch(/broken\.safetensors: .* has the value NaN/);
  });
});

exhaustive("a model whose lesson is left before it opens does not appear in the next lesson", async () => {
  const page = await openLab();
  // The reader goes to another address right after the model's.
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...entry) => {
      history.pushState = push;
      push(...entry);
      queueMicrotask(() => {
        push(null, "", "?lesson=transformer-block&lang=en");
        dispatchEvent(new PopStateEvent("popstate"));
      });
    };
  });
  await page.getByRole("button", { name: "Open this model in the block lesson" }).click();
  await settled(page);
  const shown = await page.evaluate(() => {
    const { run } = document.querySelector<Instrument>("heads-up")?.store.state ?? {};
    return [run?.spec.lesson, run?.weights?.name ?? "drawn"];
  });
  expect(shown).toEqual(["transformer-block", "drawn"]);
});

describe.each(
  sampled([
    {
      ...{ lang: "en", label: "Beginning", one: "One token", remove: "Remove what they do not know" },
      unknown: "Not in this task: ‘z’, ‘?’",
      refused: "a file of another model. embedding.weight has the shape",
    },
    {
      ...{ lang: "ko", label: "첫머리", one: "토큰 하나", remove: "없는 것 빼기" },
      unknown: "이 과제에 없는 것: ‘z’, ‘?’",
      refused: "다른 모델의 파일입니다. embedding.weight의 모양이",
    },
  ]),
)("in $lang", ({ lang, label, unknown, one, remove, refused }) => {
  test("writing names letters that the task does not know, and keeps the typed text", async () => {
    const page = await openLab("reverse", lang);
    const prompt = page.getByLabel(label, { exact: true });
    await prompt.fill("abzc?");
    const hint = page.locator("leak-lab .writing #hint");
    await expect.poll(() => hint.textContent()).toContain(unknown);
    expect(await prompt.inputValue()).toBe("abzc?");
    expect(await page.getByRole("button", { name: one }).isDisabled()).toBe(true);
    expect((await audit(page)).violations).toEqual([]);
    await page.getByRole("button", { name: remove }).click();
    await expect.poll(() => prompt.inputValue()).toBe("abc");
  });

  test("a model refuses another model's file and names the first tensor that differs", async () => {
    const page = await openLab("reverse", lang);
    const buffer = Buffer.from(fixture("course.safetensors"));
    await page
      .locator("leak-lab .model input[type=file]")
      .setInputFiles({ name: "course.safetensors", mimeType: "", buffer });
    const error = page.locator("leak-lab .model .error");
    await expect.poll(() => error.textContent()).toContain(refused);
    expect((await audit(page)).violations).toEqual([]);
  });
});

exhaustive("a model that has learned sentences stops where one ends", async () => {
  const page = await openLab("sentences-en");
  await page.getByLabel("Temperature").fill("0");
  await page.getByRole("button", { name: "Write on" }).click();
  await expect.poll(() => page.locator("leak-lab .writing [role=status]").textContent()).not.toBe("");
  const masked = (await page.locator("leak-lab .writing .text").first().textContent()) ?? "";
  expect(masked.indexOf(".")).toBe(masked.length - 1);
});

essential(
  "a model opens as the block lesson with its attention and its words, also after a reload",
  async () => {
    const page = await openLab();
    const { weights, words } = await attentionOf(page);
    await page.getByRole("button", { name: "Open this model in the block lesson" }).click();
    await settled(page);
    const shown = () =>
      page.evaluate(() => {
        const { run } = document.querySelector<Instrument>("heads-up")?.store.state ?? {};
        const attention = run?.trace.steps.find(({ name }) => name === "attention");
        return { weights: [...(attention?.data ?? [])], words: run?.weights?.words?.slice(1) };
      });
    await expect.poll(async () => (await shown()).words).toEqual(words);
    const lesson = await shown();
    expect(lesson.weights).toHaveLength(weights.length);
    lesson.weights.forEach((weight, i) => {
      expect(weight).toBeCloseTo(weights[i] ?? Number.NaN, 4);
    });
    await page.locator(".row").getByRole("link", { name: "Masked self-attention" }).click();
    await expect.poll(async () => (await shown()).words).toBeUndefined();
    await page.goBack();
    await expect.poll(async () => (await shown()).words).toEqual(words);
  },
);
