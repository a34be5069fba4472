/** The reader's own code taken away, shown to a room, and on paper. */

import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { fragmentOf } from "../../web/src/notebook/program_link.js";
import { essential, exhaustive } from "../sampled.js";
import { audit } from "./axe.js";
import { type OpenOptions, savedBy, site } from "./browser.js";
import { editor, notebook, openedNotebook, said, search, source, takeAway } from "./notebook_page.js";

const { open } = site();
const openNotebook = (query: string, options?: OpenOptions): Promise<Page> =>
  openedNotebook(open, query, options);

const PROGRAM = "import torch\nx = torch.tensor([[1.0, 0.5], [0.0, 2.0]])\ny = x @ x\n";

describe("taken away", () => {
  essential("the picture of the step as SVG and PNG, its numbers as a table and as code", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(PROGRAM)}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const svg = await savedBy(await takeAway(page, "SVG"));
    expect(svg.name).toBe("attention-y.svg");
    expect(svg.bytes.toString()).toMatch(/<title>y · Heads Up<[\s\S]*>1\.50</);
    const png = await savedBy(await takeAway(page, "PNG 2×"));
    const stage = await page.locator("heads-up-program-stage").boundingBox();
    expect(PNG.sync.read(png.bytes).width).toBe(2 * Math.floor(stage?.width ?? 0));
    const csv = await savedBy(await takeAway(page, "CSV"));
    expect([csv.name, csv.bytes.toString()]).toEqual(["attention-y.csv", "i,0,1\r\n0,1,1.5\r\n1,0,4\r\n"]);
    await expect.poll(() => said(page).textContent()).toBe("attention-y.csv saved");
    await (await takeAway(page, "torch.tensor")).click();
    await expect.poll(() => said(page).textContent()).toMatch(/^Numbers copied/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "torch.tensor([[1., 1.5],\n              [0., 4.]])",
    );
    expect((await audit(page)).violations).toEqual([]);
  });

  exhaustive("the step in motion, until it is cancelled", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(PROGRAM)}`);
    const gif = await savedBy(await takeAway(page, "GIF"));
    expect([gif.name, gif.bytes.toString("latin1").slice(0, 6)]).toEqual(["attention-y.gif", "GIF89a"]);
    await (await takeAway(page, "GIF")).click();
    await (await takeAway(page, "Cancel")).click();
    await expect.poll(() => said(page).textContent()).toBe("");
  });

  test("code that shows the program in another page: a frame, and the element", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf(PROGRAM)}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = async (name: string, done: RegExp): Promise<string> => {
      await (await takeAway(page, name)).click();
      await expect.poll(() => said(page).textContent()).toMatch(done);
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const frame = await copied("Copy <iframe>", /<iframe> copied/);
    expect(frame).toMatch(
      /^<iframe src="[^"]*\/embed\.html\?code&amp;lang=en#code=[^"]+" title="Your own code · Heads Up"/,
    );
    expect(await copied("Copy <heads-up>", /<heads-up> element copied/)).toBe(
      `<heads-up lang="en">\n<script type="text/x-python">\n${PROGRAM}</script>\n</heads-up>`,
    );
  });

  test("without a tensor there is only the program", async () => {
    const page = await openNotebook(`?code&lang=en${await fragmentOf("print(1)\n")}`);
    await (await takeAway(page, "Save as .py")).waitFor();
    expect(await (await takeAway(page, "SVG")).count()).toBe(0);
  });
});

/** The mode, the height of a line of code, and whether the page's header and the strip are hidden. */
const room = (page: Page) =>
  notebook(page).evaluate((element) => {
    const root = element.shadowRoot as ShadowRoot;
    const code = root.querySelector("heads-up-code")?.shadowRoot;
    const isHidden = (one: Element | null | undefined) => one?.getClientRects().length === 0;
    return {
      mode: element.getAttribute("mode"),
      line: code?.querySelector(".cm-line")?.getBoundingClientRect().height ?? 0,
      header: isHidden(document.querySelector(".page-header")),
      strip: isHidden(root.querySelector(".strip")),
      code: isHidden(root.querySelector(".code")),
    };
  });

describe("in a lecture", () => {
  essential("L makes it large, Escape makes it as it was, and the address has the mode", async () => {
    const page = await openNotebook("?code=multi-head&lang=en");
    const before = await room(page);
    await page.keyboard.press("l");
    await expect.poll(() => search(page)).toBe("?code=multi-head&lang=en&mode=lecture");
    const { line, ...large } = await room(page);
    expect(large).toEqual({ mode: "lecture", header: true, strip: true, code: false });
    expect(line).toBeGreaterThan(before.line * 1.3);
    expect((await audit(page)).violations).toEqual([]);
    await page.keyboard.press("3");
    expect((await room(page)).code).toBe(true);
    await page.reload();
    await expect.poll(async () => (await room(page)).mode).toBe("lecture");
    await page.keyboard.press("Escape");
    await expect.poll(() => search(page)).toBe("?code=multi-head&lang=en");
    expect(await room(page)).toEqual(before);
  });

  test("a clicker plays a step, its line of code is in view, and letters are typed", async () => {
    const page = await openNotebook("?code=multi-head&lang=en&mode=lecture");
    await page.keyboard.press("Home");
    await page.keyboard.press("PageDown");
    const lit = () =>
      editor(page).evaluate((element) => {
        const root = element.shadowRoot as ShadowRoot;
        const [line, code] = [".lit-line", ".cm-scroller"].map((one) =>
          root.querySelector(one)?.getBoundingClientRect(),
        );
        return line && code && line.top >= code.top - 1 && line.bottom <= code.bottom + 1;
      });
    await expect.poll(lit).toBe(true);
    await editor(page).getByRole("textbox").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("bl3 ");
    await expect.poll(() => source(page)).toMatch(/^bl3 /);
    expect((await room(page)).mode).toBe("lecture");
  });
});

describe("on paper", () => {
  /** What is printed, and how many controls are. */
  const paper = async (page: Page) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await notebook(page).locator(".print").waitFor();
    return notebook(page).evaluate((element) => {
      const isShown = (one: Element) => one.getClientRects().length > 0;
      const { root, body } = {
        root: element.shadowRoot as ShadowRoot,
        body: getComputedStyle(document.documentElement),
      };
      return {
        text: (root.querySelector(".print") as HTMLElement).innerText,
        pictures: root.querySelectorAll(".print svg").length,
        controls: [...root.querySelectorAll("button, select, canvas, heads-up-code")].filter(isShown).length,
        background: body.backgroundColor,
      };
    });
  };

  essential(
    "the code with shapes, the step with its sentence, the hint and the output, and no controls",
    async () => {
      const page = await openNotebook("?code=softmax_axis&lang=en&theme=dark");
      const { text, ...printed } = await paper(page);
      expect(printed).toEqual({ pictures: 1, controls: 0, background: "rgb(255, 255, 255)" });
      expect(text).toContain("attention = torch.softmax(scores, dim=1) (B 1, query 3, key 3)");
      expect(text).toMatch(/line 12 · softmax · Scores become weights/);
      expect(text).toMatch(/What looks wrong\s+Softmax over the wrong axis/);
      expect(text).toMatch(/Printed\s+tensor\(\[\[\[0\.4011/);
    },
  );

  test("a lecture is printed as paper, too, and broken code with its error", async () => {
    const page = await openNotebook(
      `?code&lang=en&mode=lecture${await fragmentOf("import torch\nx = torch.ones(2)\ny = x @\n")}`,
    );
    const { text, controls } = await paper(page);
    expect(controls).toBe(0);
    expect(text).toMatch(/y = x @\s+SyntaxError in line 3/);
  });
});
