/** The page of the reader's own code, as its tests see it. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { NotebookStore } from "../../web/src/notebook/notebook_store.js";
import type { OpenOptions, Site } from "./browser.js";

export const exampleText = (id: string): string =>
  readFileSync(new URL(`../../web/programs/${id}.py`, import.meta.url), "utf8");
export const FIRST = exampleText("masked-self-attention");
export const MINE = "import torch\n\n값 = torch.arange(6.0).view(2, 3)\ny = 값 @ 값.T\n";

export const notebook = (page: Page) => page.locator("heads-up-notebook");
export const editor = (page: Page) => page.locator("heads-up-code");
export const button = (page: Page, name: string) =>
  page.locator("heads-up-files").getByRole("button", { name, exact: true });
export const said = (page: Page) => page.locator("heads-up-files [role=status]");
export const source = (page: Page): Promise<string> =>
  editor(page).evaluate((element) => (element as HTMLElement & { readonly source: string }).source);
export const fragment = (page: Page): string => new URL(page.url()).hash;
export const search = (page: Page): string => new URL(page.url()).search;

export async function openedNotebook(
  open: Site["open"],
  query: string,
  options: OpenOptions = {},
): Promise<Page> {
  const { page } = await open(query, { ...options, ready: false });
  await ran(page);
  return page;
}

/** Waits until the program in the editor has run. */
export async function ran(page: Page): Promise<void> {
  await editor(page).waitFor();
  const isIdle = () =>
    notebook(page).evaluate((element) => {
      const { state } = (element as HTMLElement & { readonly store: NotebookStore }).store;
      return state.latest !== undefined || state.failure !== undefined;
    });
  await expect.poll(isIdle).toBe(true);
}

/** Replaces the text by the keyboard. */
export async function type(page: Page, text: string): Promise<void> {
  await editor(page).getByRole("textbox").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** A button of the take-away menu, which is opened. */
export async function takeAway(page: Page, name: string): Promise<Locator> {
  const menu = page.locator("heads-up-files .take");
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
  return menu.getByRole("button", { name, exact: true });
}
