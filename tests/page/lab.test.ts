/** The leak lab on the built site: from the prediction to the leak, by keyboard, in both languages; refused values; its URL. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { LabState } from "../../web/src/lab/state.js";
import type { LeakLabElement } from "../../web/src/views/lab/leak_lab_element.js";
import { essential, exhaustive } from "../sampled.js";
import { audit } from "./axe.js";
import { type OpenOptions, savedBy, site } from "./browser.js";

const built = site();
const { open } = built;

/** Small models, so that training takes little time on a slow machine too. */
const SMALL = "&task=sentences-en&dModel=16&batchSize=8&learningRate=0.01";
/** The timeout for training on slow machines. */
const PATIENT_MS = 150_000;

const openLab = async (query: string, options: OpenOptions = {}) => {
  const opened = await open(`?lesson=leak-lab${query}`, { ...options, ready: false });
  await opened.page.locator("leak-lab .shift svg").waitFor();
  return opened;
};

type Numbers = Pick<LabState, "steps" | "activity" | "session" | "settings"> & {
  readonly training: Readonly<Record<string, number>>;
  readonly asUsed: Readonly<Record<string, number>>;
};

/** The state of the lab, with the mean of the last 20 training losses. */
const stateOf = (page: Page): Promise<Numbers> =>
  page.evaluate(() => {
    const lab = document.querySelector<LeakLabElement>("leak-lab");
    if (!lab) throw new Error("there is no lab");
    const { steps, activity, session, settings, losses, measured } = lab.store.state;
    const mean = (all: Float32Array) => all.slice(-20).reduce((sum, loss) => sum + loss / 20, 0);
    const training = Object.fromEntries(Object.entries(losses).map(([run, all]) => [run, mean(all)]));
    return { steps, activity, session, settings, training, asUsed: { ...measured.at(-1)?.asUsed } };
  });

const isIdle = (page: Page) =>
  expect.poll(async () => (await stateOf(page)).activity, { timeout: PATIENT_MS }).toBe("idle");

const button = (page: Page, name: string) =>
  page.locator("leak-lab").getByRole("button", { name, exact: true });

essential("nothing is trained before the questions are answered or skipped", async () => {
  const { page } = await openLab(`${SMALL}&lang=en`);
  await button(page, "Check it: start training").click({ force: true });
  expect(await page.locator("leak-lab .curves").count()).toBe(0);
  await button(page, "Train without predicting").click();
  await expect.poll(async () => (await stateOf(page)).steps, { timeout: PATIENT_MS }).toBeGreaterThan(0);
});

/** The steps after which training stops by itself. */
const PLAYED = 400;

/** An idle lab, trained without a prediction. Successive tests share it if its step suits them. */
async function trainedLab(suits = (step: number): boolean => step === PLAYED): Promise<Page> {
  const { page } = await built.resume();
  const step = await page.evaluate(() => {
    const lab = document.querySelector<LeakLabElement>("leak-lab");
    return lab?.store.state.activity === "idle" ? lab.store.state.steps : Number.NaN;
  });
  if (suits(step)) return page;
  await page.goto(new URL(`?lesson=leak-lab${SMALL}&lang=en`, built.url).href);
  await button(page, "Train without predicting").click();
  await expect.poll(async () => (await stateOf(page)).steps, { timeout: PATIENT_MS }).toBe(PLAYED);
  await isIdle(page);
  return page;
}

/** Walks through the next step, and waits for its tensors: those of an earlier test may still be on the page. */
async function walkOn(page: Page): Promise<void> {
  await button(page, "Walk through the next step").click();
  await page.waitForFunction(() => {
    const { answer, isRunning } = document.querySelector<LeakLabElement>("leak-lab")?.store.walk.state ?? {};
    return answer && !isRunning;
  });
}

exhaustive(
  "when training stops, exact-match accuracy is shown, in both languages",
  {
    timeout: PATIENT_MS,
  },
  async () => {
    const { page } = await openLab("&task=reverse&lang=en");
    await page.locator("leak-lab .ways .plain").click();
    await expect.poll(async () => (await stateOf(page)).steps, { timeout: PATIENT_MS }).toBe(400);
    await isIdle(page);
    const counted = page.locator("leak-lab ul.verdict li").nth(2);
    for (const [lang, says] of [
      ["en", /[a-z]{4}/],
      ["ko", /[가-힣]{2}/],
    ] as const) {
      if (lang === "ko") await page.locator(".languages button[lang=ko]").click();
      await expect.poll(() => counted.innerText(), { message: lang }).toMatch(says);
      const [, masked, unmasked] = /16\D*:\D*(\d+)\D+(\d+)/.exec(await counted.innerText()) ?? [];
      expect(Number(masked), lang).toBe(16);
      expect(Number(unmasked), lang).toBeLessThan(4);
    }
  },
);

exhaustive("a model is saved as a PyTorch script of as many steps", { timeout: PATIENT_MS }, async () => {
  const page = await trainedLab();
  const { name, bytes } = await savedBy(
    page.locator("leak-lab .scripts").getByRole("button", { name: "no mask" }),
  );
  expect(name).toBe("leak_lab_unmasked.py");
  const script = bytes.toString();
  expect(script).toContain("import torch");
  expect(script).toContain("range(400)");
  expect(script).not.toContain("masked_fill");
});

essential(
  "the weight that leaks most is one click away, and its tokens are named",
  {
    timeout: PATIENT_MS,
  },
  async () => {
    const page = await trainedLab();
    const walk = page.locator("leak-lab .walk");
    await walkOn(page);
    await button(page, "Gradient of the weight that leaks most").click();
    await walk.locator(".terms tfoot").waitFor();
    const why = () => walk.locator(".why p").first().innerText();
    await expect.poll(why).toContain("grad.blocks.0.attention[");
    const text = await why();
    const [, row = "", next = ""] =
      /^grad\.blocks\.0\.attention\[.*\] = \S+ (\S+) → (\S+)\n/.exec(text) ?? [];
    expect(text).toMatch(/The gradient is (negative|positive): if blocks\.0\.attention\[/);
    // The names of the rows and columns beside the chosen cell.
    const chosen = walk.locator("[role=grid] [aria-selected=true]");
    expect((await chosen.locator("xpath=../th").innerText()).replace(/^\d+ /, "")).toBe(row);
    const place = await chosen.evaluate((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell));
    const column = await walk.locator("[role=grid] thead tr > *").nth(place).innerText();
    expect(column.replace(/^\d+ /, "")).toBe(next);
    const inView = await walk.locator(".parts [aria-pressed=true]").evaluate((chosenName) => {
      const list = chosenName.closest(".parts")?.getBoundingClientRect() ?? new DOMRect();
      const { top, bottom } = chosenName.getBoundingClientRect();
      return top >= list.top && bottom <= list.bottom;
    });
    expect(inView).toBe(true);
  },
);

exhaustive("a walk that the models cannot answer any more says why", { timeout: PATIENT_MS }, async () => {
  const { page } = await openLab(`${SMALL}&lang=en`);
  await button(page, "Train without predicting").click();
  const walk = page.locator("leak-lab .walk");
  await walk.locator(".open").first().click();
  const cell = walk.locator("[role=grid] td button").first();
  await cell.waitFor();
  await page.evaluate(() => document.querySelector<LeakLabElement>("leak-lab")?.store.close());
  const said = walk.getByRole("alert");
  await cell.click();
  await expect.poll(() => said.allTextContents()).toEqual([expect.stringContaining("Ask again")]);
  await walk.locator(".open").first().click();
  await expect.poll(() => said.count()).toBe(2);
  expect((await audit(page)).violations).toEqual([]);
});

exhaustive("training other seeds adds a band", { timeout: PATIENT_MS }, async () => {
  const page = await trainedLab();
  await button(page, "Two more seeds").click();
  const bands = page.locator("leak-lab .curves .masked .band");
  await expect.poll(() => bands.count(), { timeout: PATIENT_MS }).toBe(3);
  await isIdle(page);
  for (const band of await bands.all()) await expect.poll(() => band.getAttribute("d")).toMatch(/^M.*Z$/);
});

essential(
  "the buttons for one step, back and restart go to the right steps",
  { timeout: PATIENT_MS },
  async () => {
    const page = await trainedLab();
    await button(page, "One step").click();
    await expect.poll(async () => (await stateOf(page)).steps).toBe(401);
    await isIdle(page);
    await page.keyboard.press("Enter"); // the button has kept the focus
    await expect.poll(async () => (await stateOf(page)).steps).toBe(402);
    await isIdle(page);
    for (const step of [400, 380]) {
      await button(page, "Back").click();
      await expect.poll(async () => (await stateOf(page)).steps).toBe(step);
    }
    await button(page, "From the start").click();
    await expect.poll(async () => (await stateOf(page)).steps).toBe(0);
    await button(page, "Forward").click();
    await expect.poll(async () => (await stateOf(page)).steps).toBe(400);
    await expect.poll(() => button(page, "Forward").getAttribute("aria-disabled")).toBe("true");
  },
);

exhaustive(
  "every step that training stops at or goes back to is announced",
  { timeout: PATIENT_MS },
  async () => {
    const page = await trainedLab();
    const announced = page.locator("leak-lab article > [role=status]");
    await button(page, "Back").click();
    await expect.poll(() => announced.textContent()).toMatch(/^Step 380\. Training loss: causal mask \d/);
    await page.evaluate(() =>
      document.querySelector<LeakLabElement>("leak-lab")?.store.dispatch({ type: "play" }),
    );
    await expect.poll(() => announced.textContent(), { timeout: PATIENT_MS }).toMatch(/^Step 400\./);
  },
);

exhaustive("every column of the table of losses has a name of its own", { timeout: PATIENT_MS }, async () => {
  const page = await trainedLab();
  await page
    .locator("leak-lab details:not(.settings)", { hasText: "The losses as a table" })
    .evaluate((details) => {
      (details as HTMLDetailsElement).open = true;
    });
  const names = page.locator("leak-lab .scroll[role=region] thead th");
  await expect.poll(() => names.count()).toBe(10);
  const texts = await names.allTextContents();
  expect(new Set(texts).size).toBe(10);
  expect(texts[1]).toBe("Training loss: causal mask");
  expect((await audit(page)).violations).toEqual([]);
});

exhaustive.each([
  ["en", /Train without/, /^Go back to step (\d+) and walk through it/, /^Gradient of the weight that leaks/],
  ["ko", /^예측하지 않고/, /^(\d+)단계로 돌아가 따라가기/, /^가장 많이 새는/],
])(
  "once the leak is learned, the walk leads back to the step at which it was being learned, in %s",
  {
    timeout: PATIENT_MS,
  },
  async (lang, skip, back, leak) => {
    const { page } = await openLab(`${SMALL}&lang=${lang}`);
    const walk = page.locator("leak-lab .walk");
    await page.locator("leak-lab").getByRole("button", { name: skip }).click();
    await expect.poll(async () => (await stateOf(page)).steps, { timeout: PATIENT_MS }).toBe(400);
    await isIdle(page);
    const earlier = walk.getByRole("button", { name: back });
    const step = Number(back.exec((await earlier.textContent())?.trim() ?? "")?.[1]);
    expect(step % 20).toBe(0);
    await earlier.click();
    await walk.getByRole("button", { name: leak }).waitFor();
    expect((await stateOf(page)).steps).toBe(step);
    expect(await earlier.count()).toBe(0);
    expect(await walk.locator(".tensors").count()).toBe(1);
  },
);

describe.each([
  [
    "en",
    { start: "Start with these", skip: "Train without predicting" },
    [
      ["learningRate", "0", /Learning rate: got 0, wants a value from/],
      ["learningRate", "-0.1", /Learning rate: got -0.1, wants a value from/],
      ["learningRate", "1e9", /Learning rate: got 1e9, wants a value from .* to 1000/],
      ["dropout", "1", /Dropout rate: got 1, wants a value from 0 to 0.9/],
      ["batchSize", "1000", /Batch size: got 1000, wants a value from 1 to 128/],
      ["batchSize", "many", /Batch size: “many” is not a whole number/],
      ["batchSize", "", /Batch size: there is no value. Give a whole number./],
      ["dropout", " ", /Dropout rate: there is no value. Give a number./],
      ["numHeads", "3", /Heads: got 3, wants a number that divides Model size d_model \(16\)/],
    ],
    /The cause is the learning rate, 1000:.*back at step \d+/,
  ],
  [
    "ko",
    { start: "이 값으로 시작", skip: "예측하지 않고 학습시키기" },
    [
      ["learningRate", "0", /학습률: 받은 값은 0입니다/],
      ["learningRate", "-0.1", /학습률: 받은 값은 -0.1입니다/],
      ["learningRate", "1e9", /학습률: 받은 값은 1e9입니다.* 1000 이하여야/],
      ["dropout", "1", /드롭아웃 비율: 받은 값은 1입니다. 0 이상 0.9 이하여야/],
      ["batchSize", "1000", /배치 크기: 받은 값은 1000입니다. 1 이상 128 이하여야/],
      ["batchSize", "many", /배치 크기: 필요한 것은 정수인데 “many” 값을 받았습니다/],
      ["batchSize", "", /배치 크기: 값이 없습니다. 필요한 것은 정수입니다./],
      ["dropout", " ", /드롭아웃 비율: 값이 없습니다. 필요한 것은 수입니다./],
      ["numHeads", "3", /헤드 수: 받은 헤드 수는 3입니다. 모델 차원 d_model\(16\)의 약수여야/],
    ],
    /원인은 학습률입니다\(1000\).*\d+단계로 되돌렸습니다/,
  ],
] as const)("bad settings, in %s", (lang, names, refused, broken) => {
  exhaustive("a refused value is explained at its field, and the models are kept", async () => {
    const { page } = await openLab(`${SMALL}&lang=${lang}`);
    const { session } = await stateOf(page);
    await page.locator("leak-lab .settings > summary").click();
    for (const [name, text, expected] of refused) {
      const field = page.locator(`leak-lab .settings #${name}`);
      const before = await field.inputValue();
      await field.fill(text);
      await button(page, names.start).click();
      await expect
        .poll(() => page.locator(`leak-lab .settings #${name}-error`).innerText())
        .toMatch(expected);
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect((await audit(page)).violations).toEqual([]);
      await field.fill(before);
    }
    expect((await stateOf(page)).session).toBe(session);
  });

  exhaustive(
    "a learning rate that is too large is named, and the last good state is kept",
    {
      timeout: PATIENT_MS,
    },
    async () => {
      const { page } = await openLab(`&dModel=16&batchSize=8&learningRate=1000&lang=${lang}`);
      await button(page, names.skip).click();
      const notice = page.locator("leak-lab .notice");
      await expect.poll(() => notice.innerText(), { timeout: PATIENT_MS }).toMatch(broken);
      expect((await audit(page)).violations).toEqual([]);
      // Back at the last checkpoint, whose models can be measured and asked.
      const { steps, losses, measured } = await page.evaluate(() => {
        const { state } = (document.querySelector("leak-lab") as LeakLabElement).store;
        const { heldOut } = state.measured.at(-1) ?? { heldOut: {} };
        return { steps: state.steps, losses: state.losses.masked.length, measured: Object.values(heldOut) };
      });
      expect(losses).toBe(steps);
      expect(measured).toHaveLength(3);
      for (const loss of measured) expect(Number.isFinite(loss)).toBe(true);
    },
  );
});

exhaustive("the URL describes the page, and its unusable parts are reported", async () => {
  const { page } = await openLab(`${SMALL}&lang=en&layers=9`);
  expect(await page.locator(".problems").innerText()).toContain("layers");
  await page.locator("leak-lab .settings > summary").click();
  await page.locator("leak-lab .settings #seed").fill("7");
  await page.locator("leak-lab .settings #tiedHead").check();
  await page.locator("leak-lab .settings #dropout").fill("0.1");
  await button(page, "Start with these").click();
  await expect
    .poll(() => page.evaluate(() => location.search))
    .toBe(
      "?lesson=leak-lab&lang=en&task=sentences-en&learningRate=0.01&batchSize=8&dModel=16&tiedHead=true&dropout=0.1&seed=7",
    );
  await page.reload();
  await page.locator("leak-lab .settings > summary").click();
  // Until the models are created, the settings are the defaults.
  await expect.poll(() => page.locator("leak-lab .settings #tiedHead").isChecked()).toBe(true);
});

essential(
  "a reload keeps the prediction and repeats the training up to the same step, with the same losses",
  { timeout: PATIENT_MS },
  async () => {
    const { page } = await openLab(`${SMALL}&lang=en&seed=7`);
    for (const question of ["loss", "text"])
      await page.locator(`leak-lab [name=${question}][value=unmasked]`).check();
    await button(page, "Check it: start training").click();
    await expect.poll(async () => (await stateOf(page)).steps, { timeout: PATIENT_MS }).toBe(PLAYED);
    await isIdle(page);
    await button(page, "One step").click();
    await expect.poll(async () => (await stateOf(page)).steps).toBe(PLAYED + 1);
    await isIdle(page);
    const { training } = await stateOf(page);
    await page.reload();
    await expect.poll(async () => (await stateOf(page)).steps, { timeout: PATIENT_MS }).toBe(PLAYED + 1);
    await isIdle(page);
    expect((await stateOf(page)).training).toEqual(training);
    await expect
      .poll(() => page.locator("leak-lab .notice").innerText())
      .toContain(`trained again up to step ${PLAYED + 1}`);
    expect(await page.locator("leak-lab #predict ~ .pair h3").innerText()).toBe("Your prediction");
    expect((await audit(page)).violations).toEqual([]);
  },
);

exhaustive("another hash in the address, and back, leave the lab as it is", async () => {
  const { page } = await openLab(`${SMALL}&lang=en`);
  await button(page, "Train without predicting").click();
  await expect.poll(async () => (await stateOf(page)).steps, { timeout: PATIENT_MS }).toBeGreaterThan(0);
  await page.waitForFunction(() => location.search.startsWith("?lesson=leak-lab&lang=en&task="));
  const lab = await page.evaluateHandle(() => document.querySelector("leak-lab"));
  for (const way of ["hash", "back", "forward"] as const) {
    await page.evaluate(async (to) => {
      const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
      if (to === "hash") location.hash = "x";
      else history[to]();
      await changed;
    }, way);
    // A visit makes the page busy at once.
    expect(await page.locator("main[aria-busy]").count(), way).toBe(0);
    expect(await lab.evaluate((before) => before === document.querySelector("leak-lab")), way).toBe(true);
  }
  expect((await stateOf(page)).steps).toBeGreaterThan(0);
});

exhaustive("the landing page leads to the lab, and its header back to a lesson", async () => {
  const { page, requests } = await open("?lang=en", { ready: false });
  const link = page.locator(".lab .go");
  await link.waitFor();
  expect(requests.filter((address) => /training|lab_worker|\/lab-/.test(address))).toEqual([]);
  await link.click();
  await page.locator("leak-lab .shift svg").waitFor();
  expect(await page.title()).toContain("The leak lab");
  expect(await page.locator(".path").count()).toBe(0);
  await page.goBack();
  await page.locator(".path").waitFor();
  expect(await page.locator("leak-lab").count()).toBe(0);
});

exhaustive("the lab fits a phone and survives a change of language", async () => {
  const { page } = await openLab(`${SMALL}&lang=en`, { viewport: { width: 390, height: 844 } });
  await button(page, "Train without predicting").click();
  await page.locator("leak-lab .curves").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const { session } = await stateOf(page);
  await page.locator(".languages button[lang=ko]").click();
  await expect.poll(() => page.locator("leak-lab h1").innerText()).toContain("누출 실험실");
  expect((await stateOf(page)).session).toBe(session);
});

exhaustive("the main buttons are readable in forced colours", async () => {
  const { page } = await openLab(`${SMALL}&lang=en`, { forcedColors: "active" });
  const colours = () =>
    page
      .locator("leak-lab .main")
      .first()
      .evaluate((button) => {
        const { forcedColorAdjust, color, backgroundColor } = getComputedStyle(button);
        return { forcedColorAdjust, isSeen: color !== backgroundColor };
      });
  expect(await colours()).toEqual({ forcedColorAdjust: "none", isSeen: true });
  await button(page, "Train without predicting").click();
  await page.locator("leak-lab .transport").waitFor();
  expect(await colours()).toEqual({ forcedColorAdjust: "none", isSeen: true });
});
