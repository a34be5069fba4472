/** <heads-up> from the package on foreign pages: several, hidden, moved, in a shadow root, themed, and failing to load. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Route } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { distPackage } from "../../scripts/lib/paths.mjs";
import { essential, exhaustive, sampled } from "../sampled.js";
import { type Instrument, type Opened, type OpenOptions, site } from "./browser.js";

const folder = mkdtempSync(path.join(tmpdir(), "heads-up-"));
cpSync(distPackage, path.join(folder, "heads-up"), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A frame without an origin makes cross-origin requests, which the server has to allow.
const { open } = site(folder, { "Access-Control-Allow-Origin": "*" });
const SCRIPT = '<script type="module" src="./heads-up/element.js"></script>';
const ELEMENT = '<heads-up lesson="masked-multi-head" step="scores" lang="en" controls="none"></heads-up>';

let pages = 0;

/** Opens a page with this content, and scripts and policies in its head. */
async function page(body: string, options: OpenOptions = {}): Promise<Opened> {
  const name = `page-${++pages}.html`;
  writeFileSync(
    path.join(folder, name),
    `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>t</title>${body}`,
  );
  return open(name, { ready: false, ...options });
}

/** Waits until every element, or those that a selector names, has its lesson. */
const lessonsShown = (at: Page, selector = "heads-up"): Promise<unknown> =>
  at.waitForFunction(
    (all) => [...document.querySelectorAll<Instrument>(all)].every((one) => one.trace !== undefined),
    selector,
  );

/** Waits until the browser has reported where elements are: an observer of this call reports after those that were there. */
const placesReported = (at: Page): Promise<unknown> =>
  at.evaluate(
    () =>
      new Promise((done) => {
        new IntersectionObserver(done).observe(document.querySelector("heads-up") as Element);
      }),
  );

/** The nodes and listeners that a page holds once its garbage is collected. */
async function heldBy(at: Page) {
  const devtools = await at.context().newCDPSession(at);
  await devtools.send("HeapProfiler.collectGarbage");
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  await devtools.detach();
  return { nodes, jsEventListeners };
}

describe("on another site's page", () => {
  essential("several share one module and one set of words", async () => {
    const requests: string[] = [];
    const { page: at, complaints } = await page(`${ELEMENT.repeat(3)}${SCRIPT}`, {
      viewport: { width: 900, height: 1800 },
      before: async (fresh) => void fresh.on("request", (request) => requests.push(request.url())),
    });
    await lessonsShown(at);
    expect(requests.filter((url) => url.endsWith(".wasm"))).toHaveLength(1);
    await at.evaluate(() => document.querySelector<Instrument>("heads-up")?.next());
    const steps = await at.evaluate(() =>
      [...document.querySelectorAll<Instrument>("heads-up")].map((one) => one.currentStep),
    );
    expect(steps).toEqual([expect.not.stringMatching(/^scores$/), "scores", "scores"]);
    expect(new Set(requests).size).toBe(requests.length);
    expect(complaints).toEqual([]);
  });

  exhaustive(
    "an element far below the fold starts when scrolled to, and pauses when scrolled away",
    async () => {
      const { page: at } = await page(
        `<div id="far"></div>${SCRIPT}<div style="height: 4000px"></div>${ELEMENT}<div style="height: 4000px"></div>`,
      );
      const of = <T>(read: (element: Instrument) => T): Promise<T> =>
        at.evaluate(`(${read})(document.querySelector("heads-up"))`) as Promise<T>;
      await at.waitForFunction(() => customElements.get("heads-up"));
      await placesReported(at);
      expect(await of((one) => one.trace === undefined)).toBe(true);
      expect(
        await at.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)),
      ).not.toContainEqual(expect.stringMatching(/\.wasm$/));
      await at.evaluate(() => document.querySelector("heads-up")?.scrollIntoView());
      await lessonsShown(at);
      await of((one) => one.play());
      // In one go, because the step may end before another call arrives.
      await at.waitForFunction(() => {
        const { t = 0 } = document.querySelector<Instrument>("heads-up")?.view ?? {};
        const isUnderway = t > 0 && t < 1;
        if (isUnderway) scrollTo(0, 0);
        return isUnderway;
      });
      // While an element plays, its moment changes with every frame.
      const moment = (): Promise<number> => of(({ view }) => view.t);
      const frames = () =>
        at.evaluate(async () => {
          for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
        });
      await expect.poll(async () => (await moment()) === (await frames().then(moment))).toBe(true);
      const left = await moment();
      expect(left).toBeLessThan(1);
      await at.evaluate(() => document.querySelector("heads-up")?.scrollIntoView());
      await at.waitForFunction((t) => document.querySelector<Instrument>("heads-up")?.view.t !== t, left);
    },
  );

  exhaustive("printing shows elements that were never scrolled to", async () => {
    const { page: at } = await page(`<div style="height: 4000px"></div>${ELEMENT}${SCRIPT}`);
    await at.waitForFunction(() => customElements.get("heads-up"));
    await placesReported(at);
    const hasTrace = () =>
      at.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace !== undefined);
    expect(await hasTrace()).toBe(false);
    await at.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect.poll(hasTrace).toBe(true);
  });

  exhaustive("a removed element releases everything, and continues when reinserted elsewhere", async () => {
    const { page: at, complaints } = await page(`<main></main><aside></aside>${SCRIPT}`);
    await at.waitForFunction(() => customElements.get("heads-up"));
    /** Inserts an element, plays it, moves it and removes it; returns the step on its stage after the move. */
    const visit = () =>
      at.evaluate(async () => {
        const element = document.createElement("heads-up") as Instrument;
        Object.assign(element, { lesson: "masked-multi-head", step: "scores", lang: "en" });
        document.querySelector("main")?.append(element);
        await new Promise((done) => element.addEventListener("heads-up-ready", done, { once: true }));
        const frames = async (count: number): Promise<void> => {
          for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
        };
        element.play();
        await frames(10);
        document.querySelector("aside")?.append(element);
        await frames(10);
        await element.updateComplete;
        const { currentStep } = element;
        element.remove();
        await frames(10);
        return currentStep;
      });
    expect(await visit()).toBe("scores");
    const before = await heldBy(at);
    for (let i = 0; i < 3; i++) await visit();
    await expect.poll(() => heldBy(at)).toEqual(before);
    expect(complaints).toEqual([]);
  });

  essential("works inside another shadow root, created by script before it is defined", async () => {
    const { page: at, complaints } = await page("<div></div>");
    const events = await at.evaluate(async () => {
      const element = document.createElement("heads-up") as Instrument;
      Object.assign(element, {
        lesson: "encoder-decoder",
        step: "q",
        lang: "ko",
        controls: "minimal",
        seed: 7,
      });
      document.querySelector("div")?.attachShadow({ mode: "open" }).append(element);
      const ready = new Promise((done) => document.addEventListener("heads-up-ready", done, { once: true }));
      const script = Object.assign(document.createElement("script"), { type: "module" });
      document.body.append(Object.assign(script, { src: "./heads-up/element.js" }));
      await ready;
      await element.updateComplete;
      const { spec } = element.trace ?? {};
      return { step: element.currentStep, lesson: spec?.lesson, seed: spec?.seed };
    });
    expect(events).toEqual({ step: "q", lesson: "encoder-decoder", seed: 7 });
    expect(
      await at.locator("heads-up-transport").getByRole("button").first().getAttribute("aria-label"),
    ).toMatch(/[가-힣]/);
    expect(complaints).toEqual([]);
  });

  exhaustive("importing the class defines no element, and it works under a custom name", async () => {
    const { page: at, complaints } = await page(
      '<script type="module">import { HeadsUpElement } from "./heads-up/element/class.js"; Object.assign(window, { HeadsUpElement })</script>',
    );
    await at.waitForFunction("window.HeadsUpElement");
    const names = await at.evaluate(async () => {
      const { HeadsUpElement } = globalThis as unknown as { HeadsUpElement: CustomElementConstructor };
      const before = customElements.get("heads-up");
      customElements.define("my-attention", class extends HeadsUpElement {});
      document.body.innerHTML = '<my-attention step="scores" controls="none"></my-attention>';
      const element = document.querySelector("my-attention") as Instrument;
      await new Promise((done) => element.addEventListener("heads-up-ready", done, { once: true }));
      await element.updateComplete;
      return [before === undefined, element.currentStep, customElements.get("heads-up") === undefined];
    });
    expect(names).toEqual([true, "scores", true]);
    expect(complaints).toEqual([]);
  });

  exhaustive("the page can style its parts and set its colours", async () => {
    const style = `<style>
      heads-up { --hu-paper: rgb(255, 250, 230); --hu-accent: rebeccapurple }
      heads-up::part(transport) { border-top: 3px solid red }
    </style>`;
    const { page: at } = await page(`${style}${ELEMENT.replace("none", "full")}${SCRIPT}`);
    await lessonsShown(at);
    const seen = await at.evaluate(async () => {
      const element = document.querySelector<Instrument>("heads-up") as Instrument;
      await element.updateComplete;
      const root = element.shadowRoot as ShadowRoot;
      const stage = root.querySelector("heads-up-stage")?.shadowRoot?.querySelector("canvas");
      const parts = [...root.querySelectorAll("[part]")].map((one) => one.getAttribute("part"));
      const transport = root.querySelector(".transport") as Element;
      return {
        corner: [...(stage?.getContext("2d")?.getImageData(0, 0, 1, 1).data ?? [])],
        border: getComputedStyle(transport).borderTopWidth,
        paper: getComputedStyle(element).backgroundColor,
        parts: parts.sort(),
      };
    });
    expect(seen.corner).toEqual([255, 250, 230, 255]);
    expect(seen.paper).toBe("rgb(255, 250, 230)");
    expect(seen.border).toBe("3px");
    expect(seen.parts).toEqual(["frame", "stage", "strip", "transport", "words"]);
  });
});

/** Runs in the page before anything else: makes WebAssembly behave as in an engine without SIMD. */
function withoutSimd(): void {
  const { validate, instantiate } = WebAssembly;
  const bytesOf = (source: BufferSource): Uint8Array =>
    source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset);
  // 0x7b is the type v128, in a probe's type section or in the module itself.
  const hasSimd = (source: BufferSource): boolean => bytesOf(source).includes(0x7b);
  WebAssembly.validate = (source) => !hasSimd(source) && validate(source);
  WebAssembly.instantiate = (async (source: BufferSource, imports?: WebAssembly.Imports) => {
    if (hasSimd(source)) throw new WebAssembly.CompileError("invalid value type 0x7b");
    return instantiate(source, imports);
  }) as typeof instantiate;
}

/** The error that an element of this page shows, and its error event. */
async function refusal(body: string, options: OpenOptions = {}): Promise<{ alert: string; code: string }> {
  const listening =
    "<script>addEventListener('heads-up-error', ({ detail }) => { window.refused = detail })</script>";
  const { page: at, complaints } = await page(`${listening}${body}<h1>Mine</h1>`, options);
  await at.waitForFunction(() => "refused" in window); // a string would be evaluated, which a policy may forbid
  const alert = (await at.getByRole("alert").textContent()) ?? "";
  const code = await at.evaluate(() => (window as unknown as { refused: { code: string } }).refused.code);
  // The surrounding page is unaffected: no uncaught error leaves the element.
  expect(await at.locator("h1").textContent()).toBe("Mine");
  expect(complaints.filter((text) => text.startsWith("uncaught"))).toEqual([]);
  return { alert, code };
}

/** Answers every request for the core. */
const answerWasm = (answer: (route: Route) => Promise<void>) => (fresh: Page) =>
  fresh.route("**/*.wasm", answer);
const WITHOUT = answerWasm((route) => route.fulfill({ status: 404 }));

describe("when the core cannot be loaded", () => {
  const html = { contentType: "text/html", body: "<!doctype html><p>Not here" };

  test.each(
    sampled([
      [
        "the server sends an HTML page",
        "module-failed",
        /text\/html/,
        answerWasm((route) => route.fulfill(html)),
      ],
      ["the file is missing", "module-failed", /did not start.*HTTP 404 \(.*heads-up\.wasm\)/, WITHOUT],
      ["the request is blocked", "module-failed", /Reload the page/, answerWasm((route) => route.abort())],
      ["the browser has no SIMD", "no-simd", /SIMD.*Chrome 91/, (at: Page) => at.addInitScript(withoutSimd)],
    ]),
  )("because %s", async (_, code, alert, before) => {
    expect(await refusal(ELEMENT + SCRIPT, { before })).toEqual({
      code,
      alert: expect.stringMatching(alert),
    });
  });

  exhaustive("because a content security policy forbids it", async () => {
    const policy =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self' 'unsafe-inline'\">";
    const { alert, code } = await refusal(policy + ELEMENT + SCRIPT);
    expect(code).toBe("wasm-forbidden");
    expect(alert).toContain("script-src 'wasm-unsafe-eval'");
  });

  const built = readFileSync(path.join(distPackage, "heads-up.wasm"));
  test.each(
    sampled([
      ["is cut off", built.subarray(0, built.length / 2)],
      ["is another module's", readFileSync(path.join(distPackage, "heads-up-training.wasm"))],
    ]),
  )("the file %s, and once it is complete a retry shows the lesson", async (_, body) => {
    const {
      page: at,
      lesson,
      complaints,
    } = await page(`${ELEMENT}${SCRIPT}<h1>Mine</h1>`, {
      before: answerWasm((route) => route.fulfill({ contentType: "application/wasm", body })),
    });
    const alert = at.getByRole("alert");
    await expect.poll(() => alert.textContent()).toMatch(/did not start/);
    await at.unroute("**/*.wasm");
    await lesson.set({ seed: 7 });
    await lessonsShown(at);
    expect(await lesson.seed()).toBe(7);
    await expect.poll(() => alert.count()).toBe(0);
    expect(complaints.filter((text) => text.startsWith("uncaught"))).toEqual([]);
  });
});

exhaustive("missing words are reported as an error", async () => {
  const before = (fresh: Page) =>
    fresh.route("**/heads-up/element/en*.js", (route) => route.fulfill({ status: 404 }));
  const refused = await refusal(ELEMENT + SCRIPT, { before });
  expect(refused).toEqual({ code: "words-missing", alert: expect.stringMatching(/wants the words of en/) });
});

describe("works under restrictions", () => {
  test.each(
    sampled([
      ["the .wasm comes under a wrong type", { contentType: "text/plain" }],
      ["the .wasm comes without a type", { contentType: "" }],
    ]),
  )("%s", async (_name, { contentType }) => {
    const { page: at, complaints } = await page(ELEMENT + SCRIPT, {
      before: async (fresh) => {
        await fresh.route("**/*.wasm", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { "content-type": contentType } });
        });
      },
    });
    await lessonsShown(at);
    expect(complaints).toEqual([]);
  });

  essential("under Trusted Types, with the policy of lit alone", async () => {
    const policy = "require-trusted-types-for 'script'; trusted-types lit-html";
    const { page: at, complaints } = await page(
      `<meta http-equiv="Content-Security-Policy" content="${policy}">${ELEMENT.replace(' controls="none"', "")}${SCRIPT}`,
      { viewport: { width: 1280, height: 900 } },
    );
    await lessonsShown(at);
    await at.locator("heads-up-side math").first().waitFor();
    await at.locator(".drawer.settings .toggle").click();
    await at.locator(".settings .panel").waitFor();
    expect(complaints).toEqual([]);
  });

  essential("in a frame without an origin and without storage", async () => {
    const inner = `${ELEMENT.replace('controls="none"', "")}${SCRIPT}`.replaceAll('"', "&quot;");
    const { page: at, complaints } = await page(
      `<iframe sandbox="allow-scripts" width="900" height="700" srcdoc="${inner}"></iframe>`,
    );
    const frame = at.frames()[1];
    await frame?.waitForFunction(() => document.querySelector<Instrument>("heads-up")?.trace);
    await frame?.evaluate(() => document.querySelector<Instrument>("heads-up")?.updateComplete);
    expect(await frame?.evaluate(() => document.querySelector<Instrument>("heads-up")?.currentStep)).toBe(
      "scores",
    );
    expect(complaints.filter((text) => text.startsWith("uncaught"))).toEqual([]);
  });
});
