/**
 * The leak lab on the built site: what it trains, explains, draws, writes and saves; refused values; its URL. tests/walks/lab
 * takes a newcomer's path through it, in every engine and both languages.
 */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { LeakLabElement } from "../../web/src/views/lab/leak_lab_element.js";
import { essential, exhaustive } from "../sampled.js";
import { fixture } from "../unit/weight_files.js";
import { audit } from "./axe.js";
import { type Instrument, type OpenOptions, savedBy, settled, site } from "./browser.js";

const built = site();
const { open } = built;

/** Small models, so that training takes little time on a slow machine too. */
const SMALL = "&task=sentences-en&dModel=16&batchSize=8&learningRate=0.01";
/** The steps after which training stops by itself. */
const PLAYED = 400;

const lab = (page: Page) => page.locator("leak-lab");
const part = (page: Page, selector: string) => page.locator(`leak-lab ${selector}`);
const button = (page: Page, name: string) => lab(page).getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => part(page, `.settings #${name}`);

async function openLab(query: string, options: OpenOptions = {}): Promise<Page> {
  const { page } = await open(`?lesson=leak-lab${query}`, { ...options, ready: false });
  await part(page, ".shift svg").waitFor();
  return page;
}

/** The state of the lab, with the mean of the last 20 training losses. */
const stateOf = (page: Page) =>
  lab(page).evaluate((element: LeakLabElement) => {
    const { steps, activity, session, settings, losses, attention, opened } = element.store.state;
    const mean = (all: Float32Array) => all.slice(-20).reduce((sum, loss) => sum + loss / 20, 0);
    return {
      ...{ steps, activity, session, settings },
      training: Object.fromEntries(Object.entries(losses).map(([run, all]) => [run, mean(all)])),
      attention: [...(attention?.masked.data ?? [])],
      // Pieces that begin a word have a space before it.
      words: (opened?.sample ?? []).map((id) => opened?.task.symbols[id]?.trim()),
    };
  });
const stepsOf = async (page: Page): Promise<number> => (await stateOf(page)).steps;

/** Waits until the models have taken this many steps, and rest. */
const restsAt = (page: Page, steps: number): Promise<void> =>
  expect.poll(() => stateOf(page)).toMatchObject({ steps, activity: "idle" });

async function train(page: Page): Promise<Page> {
  await button(page, "Train without predicting").click();
  await restsAt(page, PLAYED);
  return page;
}

/** An idle lab, trained without a prediction. Successive tests share it if they have left it so. */
async function trainedLab(): Promise<Page> {
  const { page } = await built.resume();
  const isReady =
    (await lab(page).count()) > 0 &&
    (await stateOf(page).then(({ steps, activity }) => steps === PLAYED && activity === "idle"));
  if (isReady) return page;
  await page.goto(new URL(`?lesson=leak-lab${SMALL}&lang=en`, built.url).href);
  return train(page);
}

essential("nothing is trained before the questions are answered or skipped", async () => {
  const page = await openLab(`${SMALL}&lang=en`);
  await button(page, "Check it: start training").click({ force: true });
  expect(await part(page, ".curves").count()).toBe(0);
  await button(page, "Train without predicting").click();
  await expect.poll(() => stepsOf(page)).toBeGreaterThan(0);
});

essential("the buttons for one step, back and restart go to the right steps", async () => {
  const page = await trainedLab();
  await button(page, "One step").click();
  await restsAt(page, PLAYED + 1);
  await page.keyboard.press("Enter"); // the button has kept the focus
  await restsAt(page, PLAYED + 2);
  for (const step of [400, 380]) {
    await button(page, "Back").click();
    await expect.poll(() => stepsOf(page)).toBe(step);
  }
  await expect
    .poll(() => part(page, "article > [role=status]").textContent())
    .toMatch(/^Step 380\. Training loss: causal mask \d/);
  await button(page, "From the start").click();
  await expect.poll(() => stepsOf(page)).toBe(0);
  await button(page, "Forward").click();
  await restsAt(page, PLAYED);
  await expect.poll(() => button(page, "Forward").getAttribute("aria-disabled")).toBe("true");
});

exhaustive("when training stops, exact-match accuracy is shown, also in another language", async () => {
  const page = await openLab("&task=reverse&lang=en");
  await train(page);
  const { session } = await stateOf(page);
  const counted = part(page, "ul.verdict li").nth(2);
  for (const [lang, says] of [
    ["en", /[a-z]{4}/],
    ["ko", /[가-힣]{2}/],
  ] as const) {
    await page.locator(`.languages button[lang=${lang}]`).click();
    await expect.poll(() => counted.innerText(), { message: lang }).toMatch(says);
    const [, masked, unmasked] = /16\D*:\D*(\d+)\D+(\d+)/.exec(await counted.innerText()) ?? [];
    expect(Number(masked), lang).toBe(16);
    expect(Number(unmasked), lang).toBeLessThan(4);
  }
  expect((await stateOf(page)).session).toBe(session);
});

exhaustive("a model is saved as a PyTorch script of as many steps", async () => {
  const page = await trainedLab();
  const { name, bytes } = await savedBy(part(page, ".scripts").getByRole("button", { name: "no mask" }));
  expect(name).toBe("leak_lab_unmasked.py");
  expect(bytes.toString()).toMatch(/import torch.*range\(400\)/s);
  expect(bytes.toString()).not.toContain("masked_fill");
});

essential("the weight that leaks most is one click away, and its tokens are named", async () => {
  const page = await trainedLab();
  const walk = part(page, ".walk");
  await button(page, "Walk through the next step").click();
  await button(page, "Gradient of the weight that leaks most").click();
  await walk.locator(".terms tfoot").waitFor();
  const why = () => walk.locator(".why p").first().innerText();
  await expect.poll(why).toContain("grad.blocks.0.attention[");
  const text = await why();
  const [, row = "", next = ""] = /^grad\.blocks\.0\.attention\[.*\] = \S+ (\S+) → (\S+)\n/.exec(text) ?? [];
  expect(text).toMatch(/The gradient is (negative|positive): if blocks\.0\.attention\[/);
  // The names of the rows and columns beside the chosen cell.
  const chosen = walk.locator("[role=grid] [aria-selected=true]");
  expect((await chosen.locator("xpath=../th").innerText()).replace(/^\d+ /, "")).toBe(row);
  const place = await chosen.evaluate((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell));
  const column = await walk.locator("[role=grid] thead tr > *").nth(place).innerText();
  expect(column.replace(/^\d+ /, "")).toBe(next);
  const isInView = await walk.locator(".parts [aria-pressed=true]").evaluate((chosenName) => {
    const list = chosenName.closest(".parts")?.getBoundingClientRect() ?? new DOMRect();
    const { top, bottom } = chosenName.getBoundingClientRect();
    return top >= list.top && bottom <= list.bottom;
  });
  expect(isInView).toBe(true);
});

exhaustive("once the leak is learned, the walk leads back to the step that learns it", async () => {
  const page = await trainedLab();
  const earlier = lab(page).getByRole("button", { name: /^Go back to step \d+ and walk through it/ });
  const step = Number(/\d+/.exec((await earlier.textContent()) ?? ""));
  expect(step % 20).toBe(0);
  await earlier.click();
  await lab(page)
    .getByRole("button", { name: /^Gradient of the weight that leaks/ })
    .waitFor();
  expect(await stepsOf(page)).toBe(step);
  expect(await earlier.count()).toBe(0);
  expect(await part(page, ".walk .tensors").count()).toBe(1);
});

exhaustive("a walk that the models cannot answer any more says why", async () => {
  const page = await openLab(`${SMALL}&lang=en`);
  await button(page, "Train without predicting").click();
  const walk = part(page, ".walk");
  await walk.locator(".open").first().click();
  const cell = walk.locator("[role=grid] td button").first();
  await cell.waitFor();
  await lab(page).evaluate((element: LeakLabElement) => element.store.close());
  const said = walk.getByRole("alert");
  await cell.click();
  await expect.poll(() => said.allTextContents()).toEqual([expect.stringContaining("Ask again")]);
  await walk.locator(".open").first().click();
  await expect.poll(() => said.count()).toBe(2);
  expect((await audit(page)).violations).toEqual([]);
});

exhaustive(
  "training other seeds adds a band, and the table of losses names each of its columns",
  async () => {
    const page = await trainedLab();
    await button(page, "Two more seeds").click();
    const bands = part(page, ".curves .masked .band");
    await expect.poll(() => bands.count()).toBe(3);
    await restsAt(page, PLAYED);
    for (const band of await bands.all()) await expect.poll(() => band.getAttribute("d")).toMatch(/^M.*Z$/);
    await part(page, "details:not(.settings)")
      .filter({ hasText: "The losses as a table" })
      .locator("summary")
      .click();
    const names = part(page, ".scroll[role=region] thead th");
    await expect.poll(() => names.count()).toBe(10);
    const texts = await names.allTextContents();
    expect(new Set(texts).size).toBe(10);
    expect(texts[1]).toBe("Training loss: causal mask");
    expect((await audit(page)).violations).toEqual([]);
  },
);

essential(
  "the attention of the models is drawn side by side, with a sentence about the same token",
  async () => {
    const page = await trainedLab();
    await expect.poll(() => part(page, ".attention canvas").count()).toBe(3);
    const { words } = await stateOf(page);
    const tokens = part(page, ".attention .group").first().getByRole("button");
    await tokens.nth(2).click();
    await expect.poll(() => tokens.nth(2).getAttribute("aria-pressed")).toBe("true");
    const sentences = part(page, ".attention .sentence");
    const ofRow = (row: number) => expect.stringContaining(`Row ‘${words[row]}’`);
    await expect.poll(() => sentences.allTextContents()).toEqual([ofRow(2), ofRow(2), ofRow(2)]);
    expect(await sentences.first().textContent()).toContain("is masked");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => sentences.allTextContents()).toEqual([ofRow(3), ofRow(3), ofRow(3)]);
    expect(await tokens.nth(3).evaluate((token) => token.matches(":focus"))).toBe(true);
  },
);

essential(
  "one token is added to every text with the same random number, and the choice explained",
  async () => {
    const page = await trainedLab();
    await button(page, "One token").click();
    const reasons = part(page, ".writing .why");
    await expect.poll(() => reasons.count()).toBe(3);
    const texts = await reasons.allTextContents();
    expect(new Set(texts.map((one) => /\((0\.\d{4})\)/.exec(one)?.[1])).size).toBe(1);
    expect(await part(page, ".writing .new").count()).toBe(3);
    await button(page, "Clear").click();
    await expect.poll(() => reasons.count()).toBe(0);
  },
);

exhaustive("writing names what the task does not know, and keeps the typed text", async () => {
  const page = await trainedLab();
  const prompt = page.getByLabel("Beginning", { exact: true });
  const before = await prompt.inputValue();
  await prompt.fill("the zzz");
  await expect.poll(() => part(page, ".writing #hint").textContent()).toContain("Not in this task: ‘zzz’");
  expect(await prompt.inputValue()).toBe("the zzz");
  expect(await button(page, "One token").isDisabled()).toBe(true);
  expect((await audit(page)).violations).toEqual([]);
  await button(page, "Remove what they do not know").click();
  await expect.poll(() => prompt.inputValue()).toMatch(/^the/);
  await prompt.fill(before);
});

essential("a model is saved, and read back if it fits and its numbers are finite", async () => {
  const page = await trainedLab();
  const { name, bytes } = await savedBy(button(page, "Save as safetensors").first());
  expect(name).toMatch(/^heads-up-.*-masked-\d+\.safetensors$/);
  const choose = (chosen: string, buffer: Buffer) =>
    part(page, ".model input[type=file]").setInputFiles({ name: chosen, mimeType: "", buffer });
  const error = part(page, ".model .error");
  await choose("course.safetensors", Buffer.from(fixture("course.safetensors")));
  await expect.poll(() => error.textContent()).toContain("a file of another model. embedding.weight has the");
  expect((await audit(page)).violations).toEqual([]);
  await choose("mine.safetensors", bytes);
  await expect.poll(() => part(page, ".model [role=status]").textContent()).toContain("mine.safetensors");
  await expect.poll(() => part(page, ".scripts .hint").textContent()).toContain("its losses differ");
  expect(await error.count()).toBe(0);
  bytes.writeFloatLE(Number.NaN, bytes.length - 4);
  await choose("broken.safetensors", bytes);
  await expect.poll(() => error.textContent()).toMatch(/broken\.safetensors: .* has the value NaN/);
});

/** What the lesson shows of a model that was opened in it. */
const shownModel = (page: Page) =>
  page.evaluate(() => {
    const { run } = document.querySelector<Instrument>("heads-up")?.store.state ?? {};
    const attention = run?.trace.steps.find(({ name }) => name === "attention");
    return {
      lesson: run?.spec.lesson,
      weights: [...(attention?.data ?? [])],
      words: run?.weights?.words?.slice(1),
    };
  });

essential(
  "a model opens as the block lesson with its attention and its words, and so does Back",
  async () => {
    const page = await trainedLab();
    const { attention, words } = await stateOf(page);
    await button(page, "Open this model in the block lesson").first().click();
    await settled(page);
    const shownWords = async () => (await shownModel(page)).words;
    await expect.poll(shownWords).toEqual(words);
    const { weights } = await shownModel(page);
    expect(weights).toHaveLength(attention.length);
    for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(attention[i] ?? Number.NaN, 4);
    await page.locator(".row").getByRole("link", { name: "Masked self-attention" }).click();
    await expect.poll(shownWords).toBeUndefined();
    await page.goBack();
    await expect.poll(shownWords).toEqual(words);
  },
);

exhaustive("a model whose lesson is left before it opens does not appear in the next lesson", async () => {
  const page = await trainedLab();
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
  await button(page, "Open this model in the block lesson").first().click();
  await settled(page);
  expect(await shownModel(page)).toMatchObject({ lesson: "transformer-block", words: undefined });
});

exhaustive("a refused value is explained at its field, and the models are kept", async () => {
  const page = await openLab(`${SMALL}&lang=en`);
  const { session } = await stateOf(page);
  await part(page, ".settings > summary").click();
  for (const [name, text, expected] of [
    ["learningRate", "1e9", /Learning rate: got 1e9, wants a value from .* to 1000/],
    ["dropout", " ", /Dropout rate: there is no value. Give a number./],
    ["batchSize", "many", /Batch size: “many” is not a whole number/],
    ["numHeads", "3", /Heads: got 3, wants a number that divides Model size d_model \(16\)/],
  ] as const) {
    const before = await field(page, name).inputValue();
    await field(page, name).fill(text);
    await button(page, "Start with these").click();
    await expect.poll(() => field(page, `${name}-error`).innerText()).toMatch(expected);
    expect(await field(page, name).getAttribute("aria-invalid")).toBe("true");
    expect((await audit(page)).violations).toEqual([]);
    await field(page, name).fill(before);
  }
  expect((await stateOf(page)).session).toBe(session);
});

exhaustive("a learning rate that is too large is named", async () => {
  const page = await openLab("&dModel=16&batchSize=8&learningRate=1000&lang=en");
  await button(page, "Train without predicting").click();
  await expect
    .poll(() => part(page, ".notice").innerText())
    .toMatch(/The cause is the learning rate, 1000:.*back at step \d+/);
  expect((await audit(page)).violations).toEqual([]);
});

exhaustive("the URL describes the page, and its unusable parts are reported", async () => {
  const page = await openLab(`${SMALL}&lang=en&layers=9`);
  expect(await page.locator(".problems").innerText()).toContain("layers");
  await part(page, ".settings > summary").click();
  await field(page, "seed").fill("7");
  await field(page, "tiedHead").check();
  await field(page, "dropout").fill("0.1");
  await button(page, "Start with these").click();
  await expect
    .poll(() => page.evaluate(() => location.search))
    .toBe(
      "?lesson=leak-lab&lang=en&task=sentences-en&learningRate=0.01&batchSize=8&dModel=16&tiedHead=true&dropout=0.1&seed=7",
    );
  await page.reload();
  await part(page, ".settings > summary").click();
  // Until the models are created, the settings are the defaults.
  await expect.poll(() => field(page, "tiedHead").isChecked()).toBe(true);
});

essential(
  "a reload keeps the prediction and repeats the training up to the same step and losses",
  async () => {
    const page = await openLab(`${SMALL}&lang=en&seed=7`);
    for (const question of ["loss", "text"]) await part(page, `[name=${question}][value=unmasked]`).check();
    await button(page, "Check it: start training").click();
    await restsAt(page, PLAYED);
    await button(page, "One step").click();
    await restsAt(page, PLAYED + 1);
    const { training } = await stateOf(page);
    await page.reload();
    await restsAt(page, PLAYED + 1);
    expect((await stateOf(page)).training).toEqual(training);
    await expect.poll(() => part(page, ".notice").innerText()).toContain(`again up to step ${PLAYED + 1}`);
    expect(await part(page, "#predict ~ .pair h3").innerText()).toBe("Your prediction");
    expect((await audit(page)).violations).toEqual([]);
  },
);

exhaustive("another hash in the address, and back, leave the lab as it is", async () => {
  const page = await openLab(`${SMALL}&lang=en`);
  await button(page, "Train without predicting").click();
  await expect.poll(() => stepsOf(page)).toBeGreaterThan(0);
  await page.waitForFunction(() => location.search.startsWith("?lesson=leak-lab&lang=en&task="));
  const before = await page.evaluateHandle(() => document.querySelector("leak-lab"));
  for (const way of ["hash", "back", "forward"] as const) {
    await page.evaluate(async (to) => {
      const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
      if (to === "hash") location.hash = "x";
      else history[to]();
      await changed;
    }, way);
    // A visit makes the page busy at once.
    expect(await page.locator("main[aria-busy]").count(), way).toBe(0);
    expect(await before.evaluate((one) => one === document.querySelector("leak-lab")), way).toBe(true);
  }
  expect(await stepsOf(page)).toBeGreaterThan(0);
});

exhaustive("the landing page leads to the lab, and its header back to a lesson", async () => {
  const { page, requests } = await open("?lang=en", { ready: false });
  const link = page.locator(".lab .go");
  await link.waitFor();
  expect(requests.filter((address) => /training|lab_worker|\/lab-/.test(address))).toEqual([]);
  await link.click();
  await part(page, ".shift svg").waitFor();
  expect(await page.title()).toContain("The leak lab");
  expect(await page.locator(".path").count()).toBe(0);
  await page.goBack();
  await page.locator(".path").waitFor();
  expect(await lab(page).count()).toBe(0);
});

exhaustive("the main buttons are readable in forced colours", async () => {
  const page = await openLab(`${SMALL}&lang=en`, { forcedColors: "active" });
  const isReadable = () =>
    part(page, ".main")
      .first()
      .evaluate((one) => {
        const { forcedColorAdjust, color, backgroundColor } = getComputedStyle(one);
        return forcedColorAdjust === "none" && color !== backgroundColor;
      });
  expect(await isReadable()).toBe(true);
  await button(page, "Train without predicting").click();
  await part(page, ".transport").waitFor();
  expect(await isReadable()).toBe(true);
});
