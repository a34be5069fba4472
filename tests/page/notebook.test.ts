/** The notebook on the built site: its address, the reader's program in it, files in and out, and the ways that lead to it. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { notebookOf, programIn } from "../../web/src/notebook/files.js";
import type { NotebookStore } from "../../web/src/notebook/notebook_store.js";
import { fragmentOf, programOf } from "../../web/src/notebook/program_link.js";
import type { ProgramStageElement } from "../../web/src/views/notebook/program_stage.js";
import { essential, exhaustive } from "../sampled.js";
import { audit } from "./axe.js";
import { type OpenOptions, savedBy, site } from "./browser.js";
import {
  button,
  editor,
  exampleText,
  FIRST,
  fragment,
  MINE,
  notebook,
  openedNotebook,
  ran,
  said,
  search,
  source,
  takeAway,
  type,
} from "./notebook_page.js";

const { open } = site();

const openNotebook = (query: string, options?: OpenOptions): Promise<Page> =>
  openedNotebook(open, query, options);

const chosen = (page: Page, name: string, text: string): Promise<void> =>
  page.locator("heads-up-files input[type=file]").setInputFiles({
    ...{ name, mimeType: "application/octet-stream" },
    buffer: Buffer.from(text),
  });

test("without a program it begins with the first example, and names it in the address", async () => {
  const { page, complaints, requests } = await open("?code&lang=en", { ready: false });
  await ran(page);
  expect(await source(page)).toBe(FIRST);
  expect(await page.title()).toBe("Your own code · Heads Up");
  await expect.poll(() => search(page)).toBe("?code=masked-self-attention&lang=en");
  expect(fragment(page)).toBe("");
  expect(await page.locator("header [aria-current]").count()).toBe(0);
  const names = requests.map((address) => new URL(address).pathname);
  expect(names.filter((name) => /heads-up-(page|training)|beside|lab/.test(name))).toEqual([]);
  expect(complaints).toEqual([]);
  expect((await audit(page)).violations).toEqual([]);
});

essential("what is typed is in the address, and there and in another window after a reload", async () => {
  const page = await openNotebook("?code&lang=en");
  await type(page, MINE);
  await expect.poll(() => fragment(page)).toMatch(/^#code=/);
  expect(search(page)).toBe("?code&lang=en");
  expect(await programOf(fragment(page))).toBe(MINE);
  const address = new URL(page.url());
  await page.reload();
  await ran(page);
  expect(await source(page)).toBe(MINE);
  const other = await openNotebook(address.search + address.hash, { alone: true });
  expect(await source(other)).toBe(MINE);
  expect(await other.locator(".problems").count()).toBe(0);
});

essential("what was typed just before a reload is still there, and at a later visit", async () => {
  const page = await openNotebook("?code=kv_cache&lang=en");
  await type(page, MINE);
  await expect.poll(() => source(page)).toBe(MINE);
  await page.reload();
  await ran(page);
  expect(await source(page)).toBe(MINE);
  await expect.poll(() => fragment(page)).toMatch(/^#code=/);
  await page.goto(new URL("?code&lang=en", page.url()).href);
  await ran(page);
  expect(await source(page)).toBe(MINE);
  await page.goto(new URL("?code=kv_cache&lang=en", page.url()).href);
  await ran(page);
  expect(await source(page), "an example that is asked for is itself").toBe(exampleText("kv_cache"));
});

test("a link that was cut off is reported, and the first example is shown", async () => {
  const whole = await fragmentOf(MINE);
  const page = await openNotebook(`?code&lang=en${whole.slice(0, -8)}`);
  expect(await page.locator(".problems li").allTextContents()).toEqual([
    expect.stringMatching(/^The address holds a program that cannot be read/),
  ]);
  expect(await source(page)).toBe(FIRST);
});

exhaustive("an example that there is not, and what else the address has, is reported", async () => {
  const page = await openNotebook("?code=rotary_cache&lang=en&seed=3");
  const [name, seed] = await page.locator(".problems li").allTextContents();
  expect([name, seed].join("\n")).toMatch(/code.*rotary_cache[\s\S]*seed|seed[\s\S]*rotary_cache/);
  expect(await source(page)).toBe(FIRST);
});

essential("another program in the hash is shown in its place, and Back returns", async () => {
  const page = await openNotebook(`?code&lang=en${await fragmentOf(MINE)}`);
  const before = await page.evaluateHandle(() => document.querySelector("heads-up-notebook"));
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    await fragmentOf("a = 1\n"),
  );
  await expect.poll(() => source(page)).toBe("a = 1\n");
  await page.goBack();
  await expect.poll(() => source(page)).toBe(MINE);
  expect(await before.evaluate((one) => one === document.querySelector("heads-up-notebook"))).toBe(true);
});

essential("language and theme change without the program", async () => {
  const page = await openNotebook(`?code&lang=en&theme=dark${await fragmentOf(MINE)}`);
  expect(await page.locator("html").getAttribute("theme")).toBe("dark");
  await page.locator('.languages [lang="ko"]').click();
  await expect.poll(() => button(page, "열기…").count()).toBe(1);
  await expect.poll(() => page.title()).toBe("내 코드 · Heads Up");
  expect(await page.locator(".skip").textContent()).toBe("무대와 코드로 건너뛰기");
  await page.locator("header select").selectOption("light");
  await expect.poll(() => search(page)).toBe("?code&lang=ko&theme=light");
  expect(await source(page)).toBe(MINE);
  expect(await programOf(fragment(page))).toBe(MINE);
});

essential("the skip link leads into the code", async () => {
  const page = await openNotebook("?code&lang=en");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  const isInside = () => page.evaluate(() => document.activeElement?.localName);
  await expect.poll(isInside).toBe("heads-up-notebook");
});

describe("files", () => {
  const CELLS = {
    nbformat: 4,
    cells: [
      { cell_type: "markdown", source: ["# Heads"] },
      { cell_type: "code", source: ["import torch\n", "x = torch.ones(2)"], outputs: [{ data: "…" }] },
      { cell_type: "code", source: "y = x + 1" },
    ],
  };
  const JOINED = "# %% [markdown]\n# # Heads\n\n# %%\nimport torch\nx = torch.ones(2)\n\n# %%\ny = x + 1\n";

  test("a notebook is opened as one program, and saved as a notebook and as Python", async () => {
    const page = await openNotebook("?code&lang=en");
    await chosen(page, "week 3.ipynb", JSON.stringify(CELLS));
    await expect.poll(() => source(page)).toBe(JOINED);
    expect(await said(page).textContent()).toBe("week 3.ipynb is open. It stays on this computer.");
    const asNotebook = await savedBy(await takeAway(page, "Save as .ipynb"));
    expect(asNotebook.name).toBe("week 3.ipynb");
    expect(asNotebook.bytes.toString()).toBe(notebookOf(JOINED));
    expect(programIn(asNotebook.name, asNotebook.bytes)).toEqual({ source: JOINED });
    const asPython = await savedBy(await takeAway(page, "Save as .py"));
    expect([asPython.name, asPython.bytes.toString()]).toEqual(["week 3.py", JOINED]);
    expect((await audit(page)).violations).toEqual([]);
  });

  exhaustive.each([
    ["notes.ipynb", "x = 1", "notes.ipynb is not a Jupyter notebook: it is not JSON with a list of cells."],
    ["notes.ipynb", '{"cells": []}', "notes.ipynb has no code cells."],
    ["notes.txt", "x = 1", "notes.txt is no .py or .ipynb file."],
  ])("%s with %s is refused in one sentence, and the program stays", async (name, text, sentence) => {
    const page = await openNotebook("?code&lang=en");
    await chosen(page, name, text);
    await expect.poll(() => said(page).textContent()).toBe(sentence);
    expect(await source(page)).toBe(FIRST);
  });

  essential("a file that is dropped on the page is opened", async () => {
    const page = await openNotebook("?code&lang=en");
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "mine.py"));
      const options = { dataTransfer, bubbles: true, cancelable: true, composed: true };
      for (const kind of ["dragover", "drop"])
        document.querySelector("main")?.dispatchEvent(new DragEvent(kind, options));
    }, MINE);
    await expect.poll(() => source(page)).toBe(MINE);
    await expect.poll(async () => programOf(fragment(page))).toBe(MINE);
  });

  exhaustive("a copied link has the program in it", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(MINE)}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await (await takeAway(page, "Copy link")).click();
    await expect.poll(() => said(page).textContent()).toMatch(/^Link copied\./);
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(link.search).toBe("?code&lang=en");
    expect(await programOf(link.hash)).toBe(MINE);
  });
});

describe("the ways to it", () => {
  essential("the landing page has a link, and Back returns to it", async () => {
    const { page, requests } = await open("?lang=en", { ready: false });
    const link = page.getByRole("link", { name: "Open your own code" });
    await link.waitFor();
    expect(requests.filter((address) => /python|notebook/.test(address))).toEqual([]);
    await link.click();
    await ran(page);
    expect(await page.locator(".path").count()).toBe(0);
    await page.goBack();
    await page.locator(".path").waitFor();
    expect(await notebook(page).count()).toBe(0);
  });

  essential("a lesson's code leads to its program, and Back to the step", async () => {
    const { page, lesson } = await open("?lesson=masked-multi-head&lang=en&step=scores&seed=7");
    await page.getByRole("link", { name: "Change this code" }).click();
    await ran(page);
    expect(await source(page)).toContain("scores = scores / math.sqrt(self.d_k)");
    expect(await source(page), "the reader's own data").toContain("torch.manual_seed(7)");
    const shown = notebook(page).locator(".head h2");
    await expect.poll(() => shown.textContent()).toBe("scores (2)");
    await page.goBack();
    await expect.poll(() => lesson.step()).toBe("scores");
  });

  exhaustive.each(["&mode=locked", "&mode=lecture"])("a lesson with %s has no such link", async (mode) => {
    const { page } = await open(`?lesson=masked-multi-head&lang=en&step=scores${mode}`);
    expect(await page.getByRole("link", { name: "Change this code" }).count()).toBe(0);
  });

  exhaustive("nor has a lesson in a frame", async () => {
    const { page } = await open("embed.html?lesson=masked-multi-head&lang=en&step=scores");
    expect(await page.getByRole("link", { name: "Change this code" }).count()).toBe(0);
  });

  exhaustive(
    "the menu of examples leads to another program, and Back returns to the reader's own",
    async () => {
      const page = await openNotebook(`?code&lang=en${await fragmentOf(MINE)}`);
      await page.locator("heads-up-files .examples summary").click();
      await page.locator("heads-up-files").getByRole("link", { name: "KV cache" }).click();
      await expect.poll(() => source(page)).toBe(exampleText("kv_cache"));
      await expect.poll(() => search(page)).toBe("?code=kv_cache&lang=en");
      await page.goBack();
      await expect.poll(() => source(page)).toBe(MINE);
    },
  );
});

const LOOP = `import torch
x = torch.ones(2, 2)

def grow(x, by):
    more = x + by
    return more * 2

for step in range(3):
    x = grow(x, step)
    print(x.sum())
y = x + 1
`;

describe("a loop and a call", () => {
  const shown = (page: Page) => notebook(page).locator(".lines button span").allTextContents();
  const path = (page: Page) => notebook(page).locator(".crumbs li").allTextContents();
  const current = (page: Page) => notebook(page).locator(".lines [aria-current]");

  test("are one step until they are entered, and are entered and left by keyboard", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(LOOP)}`);
    await notebook(page).getByRole("button", { name: "Line 2: x" }).click();
    expect(await shown(page)).toEqual(["x", "for step in range(3)", "y"]);
    await page.keyboard.press("ArrowRight");
    const loop = notebook(page).getByRole("button", { name: "Line 8: for step in range(3), 9 steps inside" });
    expect(await loop.getAttribute("aria-expanded")).toBe("false");
    await loop.press("Enter");
    expect(await shown(page)).toEqual(["grow(x, step)", "x.sum()"]);
    await current(page).press("Enter");
    expect(await shown(page)).toEqual(["more", "x (2)"]);
    expect((await path(page)).map((text) => text.replace(/\s+/g, " ").trim())).toEqual([
      "Program",
      "for step in range(3) ‹ turn 1 of 3 ›",
      "grow(x, step)",
    ]);
    expect((await audit(page)).violations).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await path(page)).toHaveLength(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await onStage(page)).step).toBe("y");
  });

  test("are entered where the code is clicked; another turn shows the same place", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(LOOP)}`);
    await editor(page)
      .locator(".cm-line", { hasText: "more = x + by" })
      .click({ position: { x: 80, y: 10 } });
    await expect.poll(async () => (await path(page)).length).toBe(3);
    const before = (await onStage(page)).step;
    const isStep = (name: string) => expect.poll(async () => (await onStage(page)).step).toBe(name);
    await notebook(page).getByRole("button", { name: "Previous turn" }).click({ clickCount: 2 });
    await notebook(page).getByRole("button", { name: "Next turn" }).click();
    await isStep("more (2)");
    expect(before).toMatch(/^more/);
    for (const [key, step] of [
      ["ArrowRight", "more (3)"],
      ["ArrowRight", "more (3)"],
      ["ArrowLeft", "more (2)"],
    ] as const) {
      await page.keyboard.press(`Shift+${key}`);
      await isStep(step);
    }
    await editor(page).getByRole("textbox").focus();
    await page.keyboard.press("Shift+ArrowRight");
    expect(await page.evaluate(() => String(getSelection()))).toHaveLength(1);
    await isStep("more (2)");
    await notebook(page).getByRole("button", { name: "Program" }).click();
    await expect
      .poll(() => notebook(page).locator(".head .enter").textContent())
      .toBe("Step inside (9 steps)");
    await notebook(page).locator(".head .enter").click();
    expect(await shown(page)).toEqual(["grow(x, step)", "x.sum()"]);
  });
});

test("a name in the code tells its tensor", async () => {
  const page = await openNotebook(`?code&lang=en${await fragmentOf(PROGRAM)}`);
  const word = editor(page)
    .locator(".cm-line", { hasText: "y = x @ x" })
    .getByText("x", { exact: false })
    .first();
  await word.hover({ position: { x: 40, y: 10 } });
  await expect
    .poll(() => editor(page).locator(".cm-tooltip").textContent())
    .toMatch(/x\s*i 2 × i 2 float32\s*0\.2500, 0\.2500/);
});

/** The name of the step on the stage, and where it is in its motion. */
const onStage = (page: Page) =>
  notebook(page).evaluate((element) => {
    const { run, playback, asked, latest } = (element as HTMLElement & { readonly store: NotebookStore })
      .store.state;
    const { index, progress } = playback;
    return { step: run?.steps[index]?.name, progress, asked: asked.at(-1), error: latest?.error?.type };
  });

const PROGRAM = "import torch\nmask = torch.ones(2, 2)\nx = mask / 4\ny = x @ x\n";

essential("letters that are keys elsewhere are typed, and what they make comes on the stage", async () => {
  const page = await openNotebook(`?code&lang=en${await fragmentOf(PROGRAM)}`);
  await editor(page).getByRole("textbox").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("z = y.clamp(min=0) / 2");
  await expect.poll(() => source(page)).toBe(`${PROGRAM}z = y.clamp(min=0) / 2`);
  await expect.poll(() => onStage(page)).toMatchObject({ step: "z", progress: 1, error: undefined });
});

test("of one line the expression on the stage is lit, step by step", async () => {
  const page = await openNotebook(
    `?code&lang=en${await fragmentOf("import torch\nx = torch.ones(2, 2)\ny = x @ x + x.T\n")}`,
  );
  const lit = () => editor(page).locator(".lit").allTextContents();
  await notebook(page).getByRole("button", { name: "Line 2: x" }).click();
  for (const expected of ["x @ x", "x.T", "x @ x + x.T"]) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await lit()).join("")).toBe(expected);
  }
});

test("while the code is broken the picture stays, and the error is said", async () => {
  const page = await openNotebook(`?code&lang=en${await fragmentOf(PROGRAM)}`);
  const before = (await onStage(page)).step;
  await type(page, "import torch\nmask = torch.ones(2, 2\n");
  await expect.poll(() => onStage(page)).toMatchObject({ step: before, error: "SyntaxError" });
  await expect
    .poll(() => notebook(page).locator(".problem").textContent())
    .toMatch(/SyntaxError in line 2: .*The picture is that of the last version that ran\./s);
});

test("a program that is pasted over another one opens at its own error, without the other's shapes", async () => {
  const page = await openNotebook("?code&lang=en");
  await editor(page).getByRole("textbox").click();
  await page.keyboard.press("ControlOrMeta+a");
  await editor(page)
    .locator(".cm-content")
    .evaluate(
      (content, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        content.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      `${PROGRAM}z = y @ x[0].view(1, 2)\n${"#\n".repeat(40)}`,
    );
  await expect.poll(() => onStage(page)).toMatchObject({ step: "view", error: "RuntimeError" });
  await expect.poll(() => editor(page).locator(".shape").count()).toBe(4);
  const placeOf = async (part: Locator) => (await part.boundingBox()) ?? expect.fail("not there");
  const aboveEnd = async (): Promise<number> => {
    const [code, problem] = [await placeOf(editor(page)), await placeOf(editor(page).locator(".problem"))];
    return Math.min(problem.y - code.y, code.y + code.height - problem.y - problem.height);
  };
  await expect.poll(aboveEnd).toBeGreaterThanOrEqual(0);
});

test("a number is asked where it came from, and each of its terms in turn, by keyboard alone", async () => {
  const page = await openNotebook(`?code&lang=en${await fragmentOf(PROGRAM)}`);
  await notebook(page).getByRole("button", { name: "Line 4: y" }).press("Enter");
  await notebook(page).locator('heads-up-grid [data-row="0"][data-col="0"]').press("Enter");
  await expect.poll(async () => (await onStage(page)).asked).toEqual({ name: "y", index: [0, 0] });
  await notebook(page).getByRole("button", { name: "x[0, 1] = 0.2500" }).first().press("Enter");
  await expect.poll(async () => (await onStage(page)).asked).toEqual({ name: "x", index: [0, 1] });
  await notebook(page).getByRole("button", { name: "Go to its step" }).press("Enter");
  await expect.poll(() => onStage(page)).toMatchObject({ step: "x", asked: undefined });
});

test("where a changed program first differs from the lesson's is shown in both", async () => {
  const changed = exampleText("masked-multi-head").replace(".tril()", ".triu()");
  const page = await openNotebook(`?code&lang=en${await fragmentOf(changed)}`);
  await notebook(page).getByLabel("Compare with").selectOption("masked-multi-head");
  await expect
    .poll(() => notebook(page).locator(".theirs").textContent())
    .toContain("The other program, line 23");
  expect((await onStage(page)).step).toBe("causal_mask");
  expect(await notebook(page).locator("heads-up-program-stage").count()).toBe(2);
  await notebook(page).getByLabel("Compare with").selectOption("nothing");
  await expect.poll(() => notebook(page).locator(".theirs").count()).toBe(0);
});

test("a hint stands over the picture of its step with a number that proves it, and leads there on a phone", async () => {
  const page = await openNotebook("?code=softmax_axis&lang=ko", { viewport: { width: 390, height: 844 } });
  const hint = notebook(page).locator(".stage .hint");
  expect(await hint.textContent()).toMatch(/attention\[0, 1, 0\] = 0\.\d+/);
  const proof = () =>
    notebook(page)
      .locator("heads-up-program-stage")
      .evaluate((stage) => (stage as ProgramStageElement).asked);
  expect(await proof()).toEqual({ name: "attention", index: [0, 1, 0] });
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => hint.count()).toBe(0);
  expect(await proof()).toBeUndefined();
  await notebook(page).locator(".wrong").getByRole("button").click();
  await expect.poll(proof).toBeTruthy();
  expect((await hint.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  const other = await openNotebook("?code=padded_query&lang=ko");
  const alike = notebook(other).locator("heads-up-program-stage");
  expect(await alike.evaluate((stage) => (stage as ProgramStageElement).asked)).toMatchObject({
    ...{ name: "masked_scores", index: [1, 2, 0] }, // its weight is in the hint
  });
});

test("a hint leads to the lessons' answer, which leads to a program, and back to what was typed", async () => {
  const page = await openNotebook("?code=softmax_axis&lang=en");
  await page.locator("heads-up-code .cm-content").click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("# mine ");
  await notebook(page).locator(".wrong").getByRole("button").click();
  await notebook(page).locator(".hint").getByRole("link").click();
  const answer = page.getByRole("dialog");
  await answer.getByRole("heading", { name: "Which dim does the softmax take?" }).waitFor();
  const code = answer.getByRole("link", { name: "See it in code" });
  expect(await code.getAttribute("href")).toBe("?code=softmax_axis&lang=en");
  await page.goBack();
  await expect.poll(() => notebook(page).locator(".cm-content").textContent()).toContain("# mine ");
});

exhaustive("a phone has everything in its width, without findings of axe", async () => {
  for (const lang of ["en", "ko"]) {
    const page = await openNotebook(`?code=kv_cache&lang=${lang}`, { viewport: { width: 390, height: 844 } });
    expect((await audit(page)).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

describe("nothing typed is lost", () => {
  const undo = async (page: Page): Promise<void> => {
    await editor(page).getByRole("textbox").click();
    await page.keyboard.press("ControlOrMeta+z");
  };

  essential("what was typed before an example was opened comes back by Ctrl+Z, and by Back", async () => {
    const page = await openNotebook("?code=rotary&lang=en");
    await type(page, MINE);
    // At once, before the address has it.
    await page.locator("heads-up-files .examples summary").click();
    await page.locator("heads-up-files").getByRole("link", { name: "KV cache" }).click();
    await expect.poll(() => source(page)).toBe(exampleText("kv_cache"));
    await undo(page);
    await expect.poll(() => source(page)).toBe(MINE);
    await expect.poll(async () => programOf(fragment(page))).toBe(MINE);
    await page.keyboard.press("ControlOrMeta+y");
    await expect.poll(() => source(page)).toBe(exampleText("kv_cache"));
    await expect.poll(() => search(page)).toBe("?code=kv_cache&lang=en");
    await page.goBack();
    await expect.poll(() => source(page)).toBe(MINE);
  });

  test("what was typed before a file was opened comes back by Ctrl+Z", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(MINE)}`);
    await chosen(page, "other.py", "a = 1\n");
    await expect.poll(() => source(page)).toBe("a = 1\n");
    await undo(page);
    await expect.poll(() => source(page)).toBe(MINE);
  });

  test("a language and a lecture leave the text, the cursor and the undo history", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf("a = 1\n")}`);
    await editor(page).getByRole("textbox").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("b = 2");
    await page.locator('.languages [lang="ko"]').click();
    await expect.poll(() => button(page, "열기…").count()).toBe(1);
    await page.locator(".tools .lecture").click();
    expect(await source(page)).toBe("a = 1\nb = 2");
    await undo(page);
    await expect.poll(() => source(page)).toBe("a = 1\n");
  });
});

describe("what is bad is told in a sentence", () => {
  /** The sentences over the last picture, or under the code. */
  const told = (page: Page): Promise<string> =>
    notebook(page).locator(":is(.head, .below) > .problem").innerText();
  const GOOD = "import torch\nx = torch.ones(2)\n";

  test.each([
    [
      "tabs and spaces",
      "if True:\n\ta = 1\n        b = 2\n",
      /TabError in line 3: inconsistent use of tabs and spaces/,
    ],
    ["a name in Korean", "값 = 1\nprint(값들)\n", /NameError in line 2: name '값들' is not defined/],
    [
      "a file",
      `${GOOD}f = open("x.txt")\n`,
      /line 3: open\(\) is not part .* write the data into the program/s,
    ],
    ["weights", `${GOOD}w = torch.load("w.pt")\n`, /line 3: torch\.load is not here: no file can be read/],
  ])("%s", async (_, text, sentence) => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(GOOD)}`);
    await type(page, text);
    await expect.poll(() => told(page)).toMatch(sentence);
    expect((await onStage(page)).step).toBe("x");
    expect(await source(page)).toBe(text);
  });

  essential.each(["while True: pass", "while True: x = x + 1", "while True: print(1)"])(
    "%s does not keep the reader from typing on",
    async (loop) => {
      const page = await openNotebook(`?code&lang=en${await fragmentOf(GOOD)}`);
      await editor(page).getByRole("textbox").click();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.insertText(loop);
      await expect.poll(() => told(page)).toMatch(/LimitError in line 3: .*stopped early/s);
      expect((await onStage(page)).step).toMatch(/^x/);
      await page.keyboard.press("Shift+Home");
      await page.keyboard.type("y = x + 2");
      await expect.poll(() => onStage(page)).toMatchObject({ step: "y", error: undefined });
    },
  );

  test("a million lines are printed to their end when that is asked for, and their end is shown", async () => {
    const page = await openNotebook("?code&lang=en");
    await type(page, "for i in range(1000000): print(i)\n");
    await notebook(page).getByRole("button", { name: "Run it to its end" }).click();
    const output = notebook(page).locator(".below > pre");
    await expect
      .poll(async () => (await output.textContent())?.endsWith("\n999999\n"), { timeout: 30_000 })
      .toBe(true);
    expect(await notebook(page).locator(".below").textContent()).toContain("The output is longer");
  });

  exhaustive("a notebook of 20 MB of pictures is opened, and only its code is kept", async () => {
    const page = await openNotebook("?code&lang=en");
    const picture = { output_type: "display_data", data: { "image/png": "A".repeat(20_000_000) } };
    const cells = [{ cell_type: "code", source: "x = 1", outputs: [picture] }];
    await chosen(page, "large.ipynb", JSON.stringify({ nbformat: 4, cells }));
    await expect.poll(() => source(page), { timeout: 30_000 }).toBe("x = 1\n");
    await expect.poll(() => said(page).textContent()).toMatch(/^large\.ipynb is open/);
  });
});
