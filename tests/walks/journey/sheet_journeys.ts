/** Comparisons, mistakes, undo and lecture mode. */
import { expect } from "vitest";
import type { Reader } from "../reader.js";

export async function compareRuns(reader: Reader): Promise<void> {
  await reader.use("heads-up-side [data-sheet=compare]");
  await reader.see("heads-up-sheets >> dialog.compare .summary", ({ text }) =>
    text.includes("attention[0, 0, 0, 0]"),
  );
  await expect.poll(async () => (await reader.address()).get("compare")).toBe("no_mask");
  await reader.focus("heads-up-sheets >> dialog.compare select");
  await reader.engine.press("ArrowDown");
  await expect.poll(async () => (await reader.address()).get("compare")).toBe("no_causal");
  await reader.use("heads-up-sheets >> .close");
  await reader.expectNone("heads-up-sheets >> dialog");
}

export async function findMistake(reader: Reader): Promise<void> {
  const sheet = "heads-up-sheets >> dialog";
  await reader.use("heads-up-side [data-sheet=mistakes]");
  await reader.see(`${sheet} .code button`);
  const lines = (await reader.look(`${sheet} .code button`)).length;
  for (let line = 1; line <= lines; line++) {
    const before = (await reader.see(`${sheet} .answer`)).text;
    await reader.use(`${sheet} .code li:nth-child(${line}) button`);
    await reader.see(`${sheet} .answer`, ({ text }) => text !== before);
    if ((await reader.look(`${sheet} .answer .right`)).length > 0) break;
  }
  await reader.see(`${sheet} .answer .right`);
  await expect.poll(async () => (await reader.look(`${sheet} canvas`)).length).toBe(3);
  await reader.use(`${sheet} .all`);
  await reader.see(`${sheet} .solved`);
}

export async function undoAndRedo(reader: Reader): Promise<void> {
  const turn = (key: string, button: string): Promise<void> =>
    reader.by === "keyboard" ? reader.engine.press(key) : reader.use(`heads-up-transport >> ${button}`);
  await reader.use("heads-up-transport >> .next");
  await expect.poll(async () => (await reader.view()).step).toBe("masks");
  await reader.see("heads-up-transport >> .undo", ({ disabled }) => !disabled);
  await turn("Control+z", ".undo");
  await expect.poll(async () => (await reader.view()).step).toBe("scores");
  await turn("Control+y", ".redo");
  await expect.poll(async () => (await reader.view()).step).toBe("masks");
}

export async function giveLecture(reader: Reader): Promise<void> {
  if (reader.by === "keyboard") await reader.engine.press("l");
  else await reader.use(".more .lecture");
  await reader.see("heads-up >> .frame.lecture .told h2");
  await expect.poll(async () => (await reader.address()).get("mode")).toBe("lecture");
  // The styles of lecture mode load together with its keys.
  const zoom = (): Promise<string> =>
    reader.engine.evaluate(() => getComputedStyle(document.querySelector("heads-up") ?? document.body).zoom);
  await expect.poll(zoom).toBe("1.4");
  await reader.engine.press("PageDown");
  await expect.poll(async () => (await reader.view()).step).toBe("masks");
  // The pointer finds visible cells at any zoom; other walks reach cells by keyboard.
  if (reader.by !== "keyboard") {
    await expect.poll(async () => (await reader.view()).playing).toBe(false);
    await reader.rest();
    await reader.use("heads-up-stage >> canvas");
    await reader.see("heads-up-callout:not([glance])");
    await reader.engine.press("Escape");
  }
  await reader.engine.press("b");
  await reader.see("heads-up.blank");
  await reader.engine.press("b");
  await reader.expectNone("heads-up.blank");
  if (reader.by === "keyboard") await reader.engine.press("Escape");
  else await reader.use("heads-up >> .leave button:last-child");
  await reader.expectNone(".frame.lecture");
  await reader.see("header.page-header, .page-header");
}
