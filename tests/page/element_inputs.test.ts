/** Inputs of the package's <heads-up>: attributes and properties for data, weights and lesson files; several elements on a page. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { distPackage, inRoot } from "../../scripts/lib/paths.mjs";
import { writeSafetensors } from "../../web/src/module/weights/safetensors.js";
import { essential, exhaustive } from "../sampled.js";
import { type Instrument, site } from "./browser.js";

const folder = mkdtempSync(path.join(tmpdir(), "heads-up-"));
cpSync(distPackage, path.join(folder, "heads-up"), { recursive: true });
cpSync(inRoot("examples/own-lesson/lesson.json"), path.join(folder, "lesson.json"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { open } = site(folder, {});
const SCRIPT = '<script type="module" src="./heads-up/element.js"></script>';
const LESSON = JSON.parse(readFileSync(inRoot("examples/own-lesson/lesson.json"), "utf8"));
const SYMBOLS = ["", "a", "b", "c", "d"];

beforeAll(async () => {
  const hu = await load();
  const trainer = hu.createTrainer({
    ...{ data: [[1, 2, 3, 4]], vocabSize: 5, dModel: 8, dFf: 16, layers: 2, batchSize: 2 },
  });
  trainer.step(3);
  const { data: _, ...spec } = trainer.spec;
  const notes = { spec: JSON.stringify(spec), tokens: "[1,2,3]", symbols: JSON.stringify(SYMBOLS) };
  writeFileSync(path.join(folder, "model.safetensors"), writeSafetensors(trainer.weights(), notes));
});

let pages = 0;

/** Opens a page with this content that records every `heads-up-error` in `window.refused`. */
async function page(body: string): Promise<Page> {
  const name = `page-${++pages}.html`;
  const listening =
    "<script>window.refused = []; addEventListener('heads-up-error', ({ detail }) => refused.push(detail))</script>";
  writeFileSync(
    path.join(folder, name),
    `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>t</title>${listening}${body}${SCRIPT}`,
  );
  return (await open(name, { ready: false, viewport: { width: 900, height: 1600 } })).page;
}

/** The spec and step on the stage of each element, and the refusals. */
async function shown(at: Page) {
  await at.waitForFunction(() =>
    [...document.querySelectorAll<Instrument>("heads-up")].every((one) => one.trace !== undefined),
  );
  return at.evaluate(async () => {
    const elements = [...document.querySelectorAll<Instrument>("heads-up")];
    await Promise.all(elements.map((one) => one.updateComplete));
    const { refused } = window as unknown as { refused: { code: string; message: string }[] };
    return {
      specs: elements.map((one) => one.trace?.spec),
      steps: elements.map((one) => one.currentStep),
      refused,
    };
  });
}

/** Sets properties of the page's element, and waits for the result. */
async function set(at: Page, properties: object) {
  await at.evaluate(async (all) => {
    const element = document.querySelector<Instrument>("heads-up");
    Object.assign(element ?? {}, all);
    await element?.updateComplete;
  }, properties);
  return shown(at);
}

describe("data in attributes", () => {
  essential("sets tokens, sizes and masks of each element", async () => {
    const at = await page(
      `<heads-up controls="none" tokens="62,13;60" dmodel="4" numheads="1" mask="padding" maskfill="-inf" seed="7"></heads-up>
       <heads-up controls="none" lesson="encoder-decoder" tokens="1,2" target="3" vocabSize="9" step="scores"></heads-up>
       <heads-up controls="none" lesson="transformer-block" seed="3" spec='{"layerNorm":"pre"}'></heads-up>`,
    );
    const { specs, steps, refused } = await shown(at);
    expect(refused).toEqual([]);
    expect(specs[0]).toMatchObject({
      ...{ lesson: "masked-multi-head", sequences: [[62, 13], [60]], dModel: 4, numHeads: 1, seed: 7 },
      ...{ mask: { padding: true, causal: false }, maskFill: "-inf" },
    });
    expect(specs[1]).toMatchObject({
      lesson: "encoder-decoder",
      sequences: [[1, 2]],
      target: [[3]],
      vocabSize: 9,
    });
    expect(specs[2]).toMatchObject({ lesson: "transformer-block", layerNorm: "pre", seed: 3 });
    expect(steps[1]).toBe("scores");
  });

  essential("each of several bad values is reported once, and the good ones are taken", async () => {
    const at = await page(
      `<heads-up controls="none" step="zzz" seed="abc" tokens="1,x" dmodel="many" mask="bogus" maskfill="x"
         vocabsize="z" numheads="two" target="t" spec="{" lesson="multi-head" mode="lecture,locked" allow="play, question"
         theme="pink"></heads-up>`,
    );
    const first = await shown(at);
    const messages = first.refused.map(({ message }) => message).sort();
    expect(messages).toEqual([
      expect.stringMatching(/^allow: got play, question, wants one of play, steps/),
      expect.stringMatching(/^dModel: got "many", wants/),
      'mask: got "bogus", wants padding,causal | padding | causal | none',
      expect.stringContaining('maskFill: got "'),
      "mode: got lecture,locked, wants one of lecture, locked",
      ...["numHeads", "seed"].map((name) => expect.stringContaining(`${name}: got "`)),
      expect.stringMatching(/^spec: got { \(.*\), wants an object as JSON$/),
      expect.stringMatching(/^step: got zzz, wants/),
      expect.stringContaining('target: got "'),
      expect.stringMatching(/^theme: got pink, wants/),
      ...["tokens", "vocabSize"].map((name) => expect.stringContaining(`${name}: got "`)),
    ]);
    expect(first.specs[0]).toMatchObject({ lesson: "multi-head", seed: 42 });
    const { specs, steps, refused } = await set(at, { step: "attention", seed: "abc", numHeads: 3 });
    expect(refused.slice(first.refused.length)).toMatchObject([
      { message: expect.stringContaining("seed: got") },
      { message: expect.stringContaining("numHeads 3 does not divide dModel 8") },
    ]);
    expect(specs[0]).toMatchObject({ seed: 42, numHeads: 2 });
    expect(steps).toEqual(["attention"]);
  });

  essential("a value that is no text is refused by name, and the property goes back", async () => {
    const at = await page('<heads-up controls="none" mode="locked" allow="play" lang="en"></heads-up>');
    await shown(at);
    const { refused } = await set(at, { allow: ["play"], lang: 5, step: 3, lesson: 7 });
    expect(refused.map(({ message }) => message).sort()).toEqual([
      "allow: got a list of 1, wants string",
      "lang: got 5, wants string",
      "lesson: got 7, wants string",
      "step: got 3, wants string",
    ]);
    const after = await at.evaluate(() => {
      const { allow, lang, lesson } = document.querySelector<Instrument>("heads-up") ?? {};
      return { allow, lang, lesson };
    });
    expect(after).toEqual({ allow: "play", lang: "en", lesson: "masked-multi-head" });
  });

  essential("a mask with one part is named with the lesson's other part", async () => {
    const at = await page('<heads-up controls="none"></heads-up>');
    await shown(at);
    const { specs } = await set(at, {
      spec: { lesson: "masked-multi-head", mask: { padding: true }, seed: 4 },
    });
    expect(specs[0]?.mask).toEqual({ padding: true, causal: true });
    expect(await at.evaluate(() => document.querySelector<Instrument>("heads-up")?.mask)).toBe(
      "padding,causal",
    );
  });

  essential("null, undefined and a template's None mean unset", async () => {
    const at = await page('<heads-up seed="None" tokens="null" theme="undefined" step="scores"></heads-up>');
    const before = await shown(at);
    expect(before.refused).toEqual([]);
    expect(before.specs[0]).toMatchObject({ seed: 42, dModel: 8 });
    const given = { seed: 5, tokens: [[1, 2]], dModel: 4, mask: "none", lesson: "multi-head" };
    const more = { theme: "dark", mode: "locked", allow: "play", lang: "ko", controls: "none" };
    const names = [...Object.keys({ ...given, ...more }), "step", "spec", "src", "weights"];
    for (const nothing of [null, undefined]) {
      const changed = await set(at, { ...given, ...more });
      expect(changed.specs[0]).toMatchObject({
        ...{ lesson: "multi-head", seed: 5, dModel: 4, sequences: [[1, 2]] },
      });
      // A missing value is lost on the way to the page, so it is made there.
      await at.evaluate(
        ([all, isNull]) => {
          const element = document.querySelector("heads-up") ?? {};
          for (const name of all) Object.assign(element, { [name]: isNull ? null : undefined });
        },
        [names, nothing === null] as const,
      );
      const { specs, refused, steps } = await set(at, {});
      expect(refused).toEqual([]);
      expect(specs).toEqual(before.specs);
      expect(steps).toEqual(["scores"]);
    }
    const texts = await at.evaluate(() => {
      const element = document.querySelector<Instrument>("heads-up");
      const drawers = element?.shadowRoot?.querySelectorAll("heads-up-drawers").length;
      return [element?.theme, element?.mode, element?.controls, drawers];
    });
    expect(texts).toEqual(["", "", "full", 1]);
  });

  essential("seek before the lesson has loaded opens it at that moment", async () => {
    const at = await page("");
    await at.waitForFunction(() => customElements.get("heads-up"));
    const view = await at.evaluate(async () => {
      const element = document.createElement("heads-up") as Instrument;
      element.seek("attention", 0.25);
      document.body.append(element);
      await new Promise((done) => element.addEventListener("heads-up-ready", done, { once: true }));
      await element.updateComplete;
      return element.view;
    });
    expect(view).toMatchObject({ step: "attention", t: 0.25 });
  });
});

describe("weights", () => {
  exhaustive("designed and trained ones are selected by name", async () => {
    const at = await page(
      '<heads-up controls="none" weights="designed"></heads-up><heads-up controls="none" lang="en" weights="trained"></heads-up>',
    );
    const { refused } = await shown(at);
    expect(refused).toEqual([]);
    const names = await at.evaluate(() =>
      [...document.querySelectorAll<Instrument>("heads-up")].map((one) => one.store.state.run?.weights?.name),
    );
    expect(names).toEqual(["designed", "trained"]);
  });

  exhaustive("a model of the leak lab is shown from its file, with its own sentence or another", async () => {
    const at = await page(
      `<heads-up controls="none" step="attention" weights="model.safetensors"></heads-up>
       <heads-up controls="none" weights="model.safetensors#2" tokens="4,4"></heads-up>`,
    );
    const { specs, steps, refused } = await shown(at);
    expect(refused).toEqual([]);
    expect(specs).toMatchObject([
      { lesson: "transformer-block", sequences: [[1, 2, 3]], dModel: 8, layerNorm: "pre" },
      { lesson: "transformer-block", sequences: [[1, 2]], dModel: 8 },
    ]);
    expect(steps[0]).toBe("attention");
    const read = () =>
      at.evaluate(() => {
        const { weights } = document.querySelector<Instrument>("heads-up")?.store.state.run ?? {};
        return { words: weights?.words, tokens: weights?.model?.tokens };
      });
    expect(await read()).toEqual({ words: ["", "a", "b", "c"], tokens: [1, 2, 3] });
    expect((await set(at, { tokens: [[3, 1]] })).specs[0]).toMatchObject({ sequences: [[1, 2]] });
    expect(await read()).toEqual({ words: ["", "c", "a"], tokens: [3, 1] });
    const { refused: wrong } = await set(at, { tokens: [[9]] });
    expect(wrong.map(({ message }) => message)).toEqual(["tokens: got 9, wants 0 to 4"]);
    expect(await read()).toMatchObject({ tokens: [3, 1] });
    expect((await set(at, { weights: null })).specs[0]).toMatchObject({
      lesson: "masked-multi-head",
      dModel: 8,
    });
  });

  essential("that are refused go back to those on the stage", async () => {
    const at = await page('<heads-up controls="none" weights="designed"></heads-up>');
    await shown(at);
    const given = await at.evaluate(async () => {
      const element = document.querySelector<Instrument>("heads-up") as Instrument;
      const events: string[] = [];
      for (const name of ["heads-up-ready", "heads-up-step", "heads-up-error"])
        element.addEventListener(name, () => events.push(name));
      const after: unknown[] = [];
      for (const weights of ["nofile.safetensors", { "w_q.weight": [[1]] }, 5]) {
        Object.assign(element, { weights });
        await element.updateComplete;
        await element.updateComplete;
        after.push(element.weights);
      }
      return { after, events };
    });
    expect(given.after).toEqual(["designed", "designed", "designed"]);
    expect(given.events).toEqual(["heads-up-error", "heads-up-error", "heads-up-error"]);
  });
});

describe("a lesson file", () => {
  essential("is given by address or as an object, and other attributes override it", async () => {
    const at = await page(
      '<heads-up controls="none" src="lesson.json" seed="9"></heads-up><heads-up controls="none"></heads-up>',
    );
    await at.evaluate((ownLesson) => {
      Object.assign(document.querySelectorAll("heads-up")[1] ?? {}, { ownLesson });
    }, LESSON);
    const { specs, refused } = await shown(at);
    expect(refused).toEqual([]);
    expect(specs[0]).toMatchObject({ ...LESSON.spec, seed: 9 });
    await at.waitForFunction(() =>
      [...document.querySelectorAll<Instrument>("heads-up")].every((one) => one.lessonFile),
    );
    expect((await shown(at)).specs[1]).toMatchObject(LESSON.spec);
    await at.evaluate(() => {
      for (const element of document.querySelectorAll("heads-up"))
        Object.assign(element, { src: null, ownLesson: null });
    });
    await at.waitForFunction(
      () => ![...document.querySelectorAll<Instrument>("heads-up")].some((one) => one.lessonFile),
    );
    const { specs: after } = await shown(at);
    expect(after[0]).toMatchObject({ lesson: "masked-multi-head", seed: 9 });
  });
});
