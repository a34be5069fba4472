/** Programs in <heads-up>: from a script, a property and a lesson file, in the package's element, on the page and in a frame. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { distPackage } from "../../scripts/lib/paths.mjs";
import type { HeadsUpElement } from "../../web/src/package/element_class.js";
import { essential, exhaustive } from "../sampled.js";
import { audit } from "./axe.js";
import { site } from "./browser.js";

const folder = mkdtempSync(path.join(tmpdir(), "heads-up-"));
cpSync(distPackage, path.join(folder, "heads-up"), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const embedding = site(folder, {});
const { open } = site();

const CODE = ["import torch", "x = torch.arange(6.0).view(2, 3)", "if True:", "    y = x.softmax(-1)"];
const INDENTED = CODE.map((line) => `      ${line}`).join("\n");
const FILE = { title: { en: "Mine", ko: "내 것" }, code: CODE };

let pages = 0;

/** Opens a page with this content, which records the events of its elements. */
async function page(body: string): Promise<Page> {
  const name = `page-${++pages}.html`;
  const listening = `<script>window.events = [];
    for (const type of ["ready", "step", "error"])
      addEventListener("heads-up-" + type, ({ detail }) => events.push([type, detail]))</script>`;
  writeFileSync(
    path.join(folder, name),
    `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>t</title>${listening}
      <main><h1>t</h1>${body}</main><script type="module" src="./heads-up/element.js"></script>`,
  );
  const opened = await embedding.open(name, { ready: false, viewport: { width: 1000, height: 900 } });
  expect(opened.complaints).toEqual([]);
  return opened.page;
}

const read = <T>(at: Page, of: (element: HeadsUpElement) => T): Promise<T> =>
  at.evaluate(
    `(async () => { const one = document.querySelector("heads-up"); await one.updateComplete; return (${of})(one); })()`,
  );
const ran = (at: Page) =>
  at.waitForFunction(() => document.querySelector<HTMLElement & HeadsUpElement>("heads-up")?.program);
const events = (at: Page) =>
  at.evaluate(() => (window as unknown as { events: [string, Record<string, unknown>][] }).events);

essential("a script in the element is run, and its steps are played like a lesson's", async () => {
  const at = await page(
    `<heads-up lang="en"><script type="text/x-python">\n${INDENTED}\n    </script></heads-up>`,
  );
  await ran(at);
  expect(await read(at, (one) => one.code)).toBe(`${CODE.join("\n")}\n`);
  expect(await read(at, (one) => one.trace?.steps.map(({ name }) => name))).toEqual(["arange", "x", "y"]);
  expect(await events(at)).toEqual([
    ["ready", { lesson: "code", total: 3 }],
    ["step", { step: "y", index: 2, total: 3 }],
  ]);
  await read(at, (one) => one.seek("y", 0.5));
  expect(await read(at, (one) => [one.currentStep, one.getAttribute("step")])).toEqual(["y", "y"]);
  const middle = await read(at, (one) => one.svg());
  expect(middle).toMatch(/^<svg /);
  await read(at, (one) => one.seek(2, 1));
  expect(await read(at, (one) => one.svg())).not.toBe(middle);
  expect(await read(at, (one) => one.openCell("y", [0, 0]))).toBe(true);
  expect(await at.locator("heads-up .answer .of").textContent()).toMatch(/^y\[0, 0\] = 0\.09/);
  expect(await read(at, (one) => one.openCell("y", [9, 9]))).toBe(false);
  await read(at, (one) => one.seek("nowhere", 1));
  expect((await events(at)).at(-1)).toMatchObject(["error", { code: "unknown-step" }]);
  expect((await audit(at)).violations).toEqual([]);
});

essential("what is typed is read from the element, and its error is told", async () => {
  const at = await page(
    `<heads-up lang="ko" step="x"><script type="text/x-python">\n${INDENTED}</script></heads-up>`,
  );
  await ran(at);
  await at.locator("heads-up").getByRole("textbox").click();
  await at.keyboard.press("ControlOrMeta+a");
  await at.keyboard.insertText("import torch\nz = torch.ones(2) @ torch.ones(3)\n");
  await expect
    .poll(async () => (await events(at)).at(-1))
    .toMatchObject(["error", { code: "program-error", details: { type: "RuntimeError", line: "2" } }]);
  expect(await read(at, (one) => one.code)).toMatch(/^import torch\nz = /);
});

essential("two programs on a page share one interpreter, and each answers for its own numbers", async () => {
  const program = (code: string) =>
    `<heads-up lang="en"><script type="text/x-python">${code}</script></heads-up>`;
  const at = await page(
    program("import torch\nx = torch.ones(2) + 1") + program("import torch\nx = torch.ones(2) * 5"),
  );
  await at.locator("heads-up").last().scrollIntoViewIfNeeded();
  const answers = (): Promise<(string | undefined)[]> =>
    at.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement & HeadsUpElement>("heads-up")];
      return all.map((one) => (one.openCell("x", [0]) ? one.currentStep : undefined));
    });
  await expect.poll(answers).toEqual(["x", "x"]);
  const shown = at.locator("heads-up .answer .of strong");
  await expect.poll(() => shown.allTextContents()).toEqual(["2.0000", "5.0000"]);
  const loaded = await at.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(loaded.filter((name) => name.endsWith("heads-up-python.wasm"))).toHaveLength(1);
});

exhaustive("a locked program can be read and not changed; the stage alone has no code", async () => {
  const at = await page(`<heads-up lang="en" mode="locked" allow="play,ask"></heads-up>`);
  const code = CODE.join("\n");
  await at.evaluate((text) => Object.assign(document.querySelector("heads-up") ?? {}, { code: text }), code);
  await ran(at);
  await at.locator("heads-up").getByRole("textbox").click();
  await at.keyboard.insertText("nothing");
  expect(await read(at, (one) => one.code)).toBe(code);
  expect(await at.locator("heads-up .lines").count()).toBe(0);
  await read(at, (one) => one.setAttribute("controls", "none"));
  await read(at, () => undefined);
  expect(await at.locator("heads-up heads-up-code, heads-up heads-up-transport").count()).toBe(0);
  expect(await at.locator("heads-up canvas").count()).toBe(1);
});

exhaustive("a lecture on a program is stepped by a clicker, and Escape leaves it", async () => {
  const at = await page(
    `<heads-up lang="en" mode="lecture" step="x"><script type="text/x-python">${CODE.join("\n")}</script></heads-up>`,
  );
  await ran(at);
  await expect.poll(() => read(at, (one) => one.currentStep)).toBe("x");
  await at.keyboard.press("PageDown");
  await expect.poll(() => read(at, (one) => one.currentStep)).toBe("y");
  await at.keyboard.press("PageUp");
  await expect.poll(() => read(at, (one) => one.currentStep)).toBe("x");
  expect(await read(at, (one) => /xml:lang="en"/.test(one.svg()))).toBe(true);
  await at.keyboard.press("Escape");
  await expect.poll(() => read(at, (one) => one.getAttribute("mode"))).toBe("");
  expect(await at.locator("heads-up heads-up-notebook").getAttribute("mode")).toBe("");
});

exhaustive("without its code, the element shows the lesson", async () => {
  const at = await page(
    `<heads-up lang="en" lesson="multi-head"><script type="text/x-python">${CODE.join("\n")}</script></heads-up>`,
  );
  await ran(at);
  await at.evaluate(() => document.querySelector("heads-up > script")?.remove());
  await at.waitForFunction(
    () =>
      document.querySelector<HTMLElement & HeadsUpElement>("heads-up")?.trace?.spec?.lesson === "multi-head",
  );
  expect(await read(at, (one) => [one.code, one.program])).toEqual([undefined, undefined]);
});

essential("a lesson file with code is a program on the page and in a frame", async () => {
  for (const place of ["?src=lessons/mine.json&lang=en", "embed.html?src=lessons/mine.json&lang=en"]) {
    const before = async (at: Page): Promise<void> => {
      const file = { body: JSON.stringify(FILE), contentType: "application/json" };
      await at.route("**/lessons/mine.json", (route) => route.fulfill(file));
    };
    const opened = await open(place, { ready: false, before });
    await ran(opened.page);
    expect(await read(opened.page, (one) => one.code)).toBe(`${CODE.join("\n")}\n`);
    await expect.poll(() => opened.page.title()).toBe("Mine · Heads Up");
    expect(opened.complaints).toEqual([]);
  }
});

essential("a frame shows the example or the program of its address", async () => {
  const { page: at, complaints } = await open("embed.html?code=rotary&lang=en&controls=minimal", {
    ready: false,
  });
  await ran(at);
  expect(await read(at, (one) => one.code)).toContain("import torch");
  expect(await at.locator("heads-up heads-up-code").count()).toBe(0);
  expect(complaints).toEqual([]);
});
