/** The editor of a program, alone on a page: what it reports, and how the marks of a run stand in the text. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import type { CodeElement } from "../../web/src/views/notebook/code_editor.js";
import { audit } from "./axe.js";
import { focused, type OpenOptions, site } from "./browser.js";

const folder = mkdtempSync(path.join(tmpdir(), "heads-up-code-"));
const SCRIPT = `
  import "./web/src/views/notebook/code_editor.js";
  import { themeCss } from "./web/src/views/common/theme_css.js";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themeCss("root") + "heads-up-code { width: 480px; height: 300px; font-family: var(--hu-sans) } body { background: var(--hu-paper) }");
  document.adoptedStyleSheets = [sheet];
  window.events = [];
  const record = ({ type, detail }) => window.events.push({ type, ...detail });
  for (const type of ["code-edit", "code-open", "code-place", "code-note"]) addEventListener(type, record);
`;
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Code</title><link rel="icon" href="icon.svg">
<script type="module" src="page.js"></script>
<main><h1>Code</h1><button>before</button><heads-up-code></heads-up-code><button>after</button></main></html>`;

beforeAll(async () => {
  await build({
    stdin: { contents: SCRIPT, resolveDir: inRoot(), loader: "ts" },
    outfile: path.join(folder, "page.js"),
    ...{ bundle: true, format: "esm", target: "es2022", logLevel: "error" },
  });
  writeFileSync(path.join(folder, "index.html"), PAGE);
  writeFileSync(path.join(folder, "icon.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterAll(() => rmSync(folder, { recursive: true }));

const { open } = site(folder);

const SOURCE = `import torch

def softmax(x):
    # 행마다 합이 1이 된다 (B, L)
    weights = torch.exp(x)
    return weights / weights.sum(dim=-2)

y = softmax(torch.randn(2, 5))
print(z)`;

type Props = Partial<Pick<CodeElement, "source" | "lit" | "shapes" | "error" | "notes" | "label">>;
const set = (page: Page, props: Props): Promise<void> =>
  page.evaluate(
    async (all) => {
      const editor = document.querySelector<CodeElement>("heads-up-code");
      // A map becomes an empty object on its way into the page.
      const shapes = all.shapes ? { shapes: new Map(all.shapes) } : {};
      await Object.assign(editor as CodeElement, all, shapes).updateComplete;
    },
    { ...props, ...(props.shapes ? { shapes: [...props.shapes] as never } : {}) },
  );

async function opened(options: OpenOptions = {}) {
  const { page, complaints } = await open("", { ...options, ready: false });
  await page.locator(".cm-content").waitFor();
  await set(page, { source: SOURCE, label: "Program" });
  const line = (text: string) => page.locator(".cm-line", { hasText: text });
  return { page, complaints, line };
}

const MARKS: Props = {
  lit: { line: 5, column: 14, endLine: 5, endColumn: 26, frames: [] },
  shapes: new Map([
    [
      5,
      [
        {
          name: "weights",
          axes: [
            { letter: "B", size: 2 },
            { letter: "L", size: 5 },
          ],
        },
      ],
    ],
    [8, [{ name: "y", axes: [{ letter: "", size: 7 }] }]],
    [99, []],
  ]),
  error: { line: 9, column: 6, endLine: 9, endColumn: 7, text: "NameError: name 'z' is not defined" },
  notes: [{ line: 6, id: "softmax-axis", text: "The columns sum to 1." }],
};

/** What happened since the last call. */
const events = (page: Page): Promise<{ readonly type: string; readonly source?: string }[]> =>
  page.evaluate(() => (window as unknown as { events: never[] }).events.splice(0));

const sourceOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<CodeElement>("heads-up-code")?.source ?? "");

test.each(["light", "dark"] as const)(
  "is accessible and needs no inline style or script, %s",
  async (colorScheme) => {
    const { page, complaints } = await opened({ colorScheme });
    await set(page, MARKS);
    await page.locator(".problem").waitFor();
    expect((await audit(page)).violations).toEqual([]);
    expect(await page.getByRole("textbox", { name: "Program" }).count()).toBe(1);
    expect(complaints).toEqual([]);
  },
);

test("marks what is on the stage, the shapes, the error and the notes, each at its place", async () => {
  const { page, line } = await opened();
  await set(page, MARKS);
  await page.locator(".problem").waitFor();
  expect(await page.locator(".lit").textContent()).toBe("torch.exp(x)");
  expect(await line("weights = torch").getAttribute("class")).toContain("lit-line");
  expect(await page.locator(".shape").allTextContents()).toEqual(["(B 2, L 5)", "(7)"]);
  expect(await line("weights = torch").locator(".shape .axis-B").textContent()).toBe("B 2");
  expect(await page.locator(".wrong").textContent()).toBe("z");
  expect(await page.locator(".under").allTextContents()).toEqual([
    "The columns sum to 1.",
    "NameError: name 'z' is not defined",
  ]);
  await page.getByRole("button", { name: "The columns sum to 1." }).click();
  expect(await events(page)).toEqual([{ type: "code-note", id: "softmax-axis" }]);
});

/** Whether the shape stands beside the last character of its line or under it, and where it ends in the editor. */
const shapePlace = (page: Page) =>
  page.locator("heads-up-code").evaluate((editor) => {
    const { right } = editor.getBoundingClientRect();
    const shape = editor.shadowRoot?.querySelector(".shape");
    const code = document.createRange();
    code.selectNodeContents(shape?.parentElement as Element);
    code.setEndBefore(shape as Element);
    const last = [...code.getClientRects()].at(-1) as DOMRect;
    const own = shape?.querySelector("span")?.getBoundingClientRect() as DOMRect;
    const beside = own.left > last.right && own.top < last.bottom;
    return { beside, under: own.top >= last.bottom - 4, isSeen: own.right <= right };
  });

test.each([
  ["x".repeat(32), 480, true],
  ["x".repeat(42), 480, false],
  [`${"x".repeat(10)} # ${"한".repeat(10)}`, 480, true],
  ["x".repeat(32), 400, false],
])("the shape of %s in %d pixels covers no code: beside it %s, or under it", async (text, width, beside) => {
  const { page } = await opened();
  const axis = { letter: "L", size: 5 };
  await set(page, { source: text, shapes: new Map([[1, [{ name: "x", axes: [axis, axis] }]]]) });
  await page.locator("heads-up-code").evaluate((editor, to) => {
    editor.style.width = `${to}px`;
  }, width);
  await expect.poll(() => shapePlace(page)).toEqual({ beside, under: !beside, isSeen: true });
});

test("marks move with the text until they are set again", async () => {
  const { page, line } = await opened();
  await set(page, MARKS);
  await line("import torch").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("x = 1\n");
  expect(await page.locator(".lit").textContent()).toBe("torch.exp(x)");
  expect(await line("y = softmax").locator(".shape").textContent()).toBe("(7)");
});

test("reports what the reader writes, and not what comes from outside", async () => {
  const { page, line } = await opened();
  await line("print").click();
  await page.keyboard.press("End");
  await events(page);
  await page.keyboard.type("!");
  expect(await events(page)).toEqual([{ type: "code-edit", source: `${SOURCE}!` }]);
  await set(page, { source: "a = 1\r\nb = 2" });
  expect(await events(page)).toEqual([]);
  expect(await page.locator(".cm-line").allTextContents()).toEqual(["a = 1", "b = 2"]);
  await page.keyboard.press("Control+z");
  expect(await events(page)).toEqual([{ type: "code-open", source: `${SOURCE}!` }]);
  // The first text is not to be undone.
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
  expect(await sourceOf(page)).toBe(SOURCE);
});

test("reports where a click or an arrow key puts the cursor", async () => {
  const { page, line } = await opened();
  await line("print").click({ position: { x: 5, y: 10 } });
  expect(await events(page)).toEqual([{ type: "code-place", line: 9, column: 0 }]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  expect(await events(page)).toEqual([
    { type: "code-place", line: 8, column: 0 },
    { type: "code-place", line: 8, column: 1 },
  ]);
  // Again to where the cursor is: the stage may show something else by now.
  await line("y = softmax").click();
  await line("y = softmax").click();
  const [first, second] = await events(page);
  expect(second).toEqual(first);
});

test("indents by four spaces, comments by a key, and lets Tab go", async () => {
  const { page, line } = await opened();
  await page.getByRole("button", { name: "before" }).focus();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("div Program");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("button after");
  await line("print").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nif y:\nx = 1\nelse:");
  await page.keyboard.press("Control+/");
  expect((await sourceOf(page)).slice(SOURCE.length)).toBe("\nif y:\n    x = 1\n# else:");
});

test("sets no mark and no text while a syllable is composed", async () => {
  const { page, line } = await opened();
  await line("import torch").click();
  await page.keyboard.press("End");
  const devtools = await page.context().newCDPSession(page);
  for (const text of ["ㅎ", "하", "한"]) {
    await devtools.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
    await set(page, MARKS);
    expect(await page.locator(".lit").count()).toBe(0);
  }
  await devtools.send("Input.insertText", { text: "한" });
  await page.locator(".lit").waitFor();
  expect(await sourceOf(page)).toBe(SOURCE.replace("torch", "torch한"));
});

test("scrolls to the line on the stage and a new program's error, without the focus and without the page", async () => {
  const { page } = await opened({ viewport: { width: 600, height: 200 } });
  await set(page, { source: Array.from({ length: 80 }, (_, i) => `a${i} = ${i}`).join("\n") });
  const inView = (part: string) =>
    page.locator("heads-up-code").evaluate((editor, selector) => {
      const seen = editor.shadowRoot?.querySelector(".cm-scroller")?.getBoundingClientRect();
      const lit = editor.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
      return seen && lit && lit.top >= seen.top && lit.bottom <= seen.bottom;
    }, part);
  const placeOf = (line: number) => ({ line, column: 0, endLine: line, endColumn: 2, frames: [] });
  for (const line of [70, 3]) {
    await set(page, { lit: placeOf(line) });
    await expect.poll(() => inView(".lit")).toBe(true);
  }
  await set(page, { error: { ...placeOf(60), text: "an error" } });
  await expect.poll(() => inView(".problem")).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await focused(page)).not.toContain("Program");
});
