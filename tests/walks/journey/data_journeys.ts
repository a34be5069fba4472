/** Own tokens, own sentences, own weights, and what is copied and saved. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { floats, npy, npyHeader, zip } from "../../unit/weight_files.js";
import type { Reader } from "../reader.js";

const FORM = "heads-up-drawers >> .settings .panel";
const ERROR = `${FORM} >> [role=alert]`;
const MENU = "heads-up-drawers >> .takeAway .panel";

export async function enterOwnData(reader: Reader, lang: string): Promise<void> {
  await reader.use("heads-up-drawers >> .settings .toggle");
  await reader.write(`${FORM} >> #sequences`, "5, 6, 7\n8");
  await reader.seeTensor("ids", (ids) => String(ids) === "5,6,7,8,0,0");
  await reader.write(`${FORM} >> #dModel`, "12");
  await reader.write(`${FORM} >> #numHeads`, "5");
  const { text } = await reader.see(ERROR, (error) => /5.*12/.test(error.text));
  expect(/[가-힣]/.test(text)).toBe(lang === "ko");
  await reader.see(`${FORM} >> #numHeads`, ({ attributes }) => attributes["aria-invalid"] === "true");
  await reader.write(`${FORM} >> #numHeads`, "3");
  await reader.expectNone(ERROR);
  await reader.seeTensor("q_heads", (numbers) => numbers.length === 2 * 3 * 3 * 4);
  await reader.write(`${FORM} >> #seed`, "7");
  await expect.poll(async () => (await reader.address()).get("seed")).toBe("7");
  await reader.use(`${FORM} >> #causal`, "Space");
  await expect.poll(async () => (await reader.address()).get("mask")).toBe("padding");
  await reader.focus(`${FORM} >> #maskFill`);
  await reader.engine.press("End");
  await reader.seeTensor("masked_scores", (numbers) => numbers.includes(Number.NEGATIVE_INFINITY));
  // Resets one field, then all of them.
  await reader.use(`${FORM} >> .back:has(~ #seed)`);
  await expect.poll(async () => (await reader.address()).get("seed")).toBe(null);
  await reader.use(`${FORM} >> .reset`);
  await reader.seeTensor("ids", (ids) => ids.length === 50);
  await expect
    .poll(async () => [...(await reader.address()).keys()].sort())
    .toEqual(["lang", "lesson", "step"]);
}

export async function enterOwnSentences(reader: Reader): Promise<void> {
  const words = "heads-up-drawers >> .sentences";
  await reader.use("heads-up-drawers >> .settings .toggle");
  await reader.see(`${FORM} >> [name=source]`);
  if ((await reader.look(`${words} >> #sequences`)).length === 0)
    await reader.use(`${FORM} >> [name=source]`, "Space");
  await reader.see(`${words} >> td`, ({ text }) => text.includes("3207"));
  await reader.write(`${words} >> #sequences`, "Winter is cold.\n나는 뷁");
  await reader.seeTensor("ids", (ids) => String(ids) === "95,461,5,25,448,4,51,18,5,1,0,0");
  await reader.see(`${words} >> .unknown`, ({ text }) => text.includes("뷁"));
  await expect.poll(async () => (await reader.look(`${words} >> .padding`)).length).toBe(2);
  await expect.poll(async () => (await reader.address()).get("text")).toBe("Winter is cold.\n나는 뷁");
}

/** Writes a layer of width 8 with a course's parameter names. */
function layer(folder: string): string {
  const parts = ["q", "k", "v", "o"].flatMap((one, i) => [
    [`w_${one}.weight.npy`, npy(npyHeader("(8, 8)"), floats(...Array(64).fill(i + 2)))],
    [`w_${one}.bias.npy`, npy(npyHeader("(8,)"), floats(...Array(8).fill(i)))],
  ]);
  const file = path.join(folder, "layer.npz");
  writeFileSync(file, zip(Object.fromEntries(parts)));
  return file;
}

export async function loadOwnWeights(reader: Reader, folder: string): Promise<void> {
  const field = "heads-up-drawers >> .weights";
  await reader.use("heads-up-drawers >> .settings .toggle");
  const essay = path.join(folder, "essay.txt");
  writeFileSync(essay, "Attention is all you need. ".repeat(90));
  await reader.choose(`${field} >> input`, essay);
  await reader.see(`${field} >> [role=alert]`, ({ text }) => text.includes("essay.txt"));
  await reader.choose(`${field} >> input`, layer(folder));
  await reader.seeTensor("w_q.weight", (numbers) => numbers.length === 64 && numbers.every((x) => x === 2));
  await reader.expectNone(`${field} >> [role=alert]`);
  await reader.use(`${field} >> .drop`);
  await reader.seeTensor("w_q.weight", (numbers) => numbers.every((x) => x !== 2));
}

export async function takeAway(reader: Reader): Promise<void> {
  const name = "heads-up-masked-multi-head";
  await reader.use("heads-up-drawers >> .takeAway .toggle");
  await reader.use(`${MENU} >> .svg`);
  const svg = String(await reader.saved(`${name}-scores.svg`));
  expect(svg).toMatch(/^<\?xml|^<svg/);
  expect(svg).toContain("scores");
  await reader.use(`${MENU} >> [name=scheme]:not(:checked)`, "Space");
  await reader.use(`${MENU} >> .png`);
  const png = await reader.saved(`${name}-scores-dark.png`);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await reader.use(`${MENU} >> .json`);
  const { steps } = JSON.parse(String(await reader.saved(`${name}.json`)));
  expect(steps.at(-1).data[0]).toBeCloseTo((await reader.tensor("output"))[0] ?? Number.NaN, 6);
  await reader.use(`${MENU} >> .npz`);
  expect((await reader.saved(`${name}.npz`)).subarray(0, 2).toString()).toBe("PK");
  await reader.use(`${MENU} >> .py`);
  const script = String(await reader.saved(`${name}.py`));
  expect(script).toContain("torch.manual_seed(7)");
  await copy(reader, "script", (text) => expect(text).toBe(script));
  await copy(reader, "link", (text) => expect(text).toMatch(/^http.*seed=7/));
  await copy(reader, "frame", (text) => expect(text).toMatch(/^<iframe.*seed=7/));
  await copy(reader, "element", (text) => expect(text).toContain("<heads-up"));
}

async function copy(reader: Reader, what: string, check: (text: string) => void): Promise<void> {
  const before = (await reader.see(`${MENU} >> [role=status]`)).text;
  await reader.use(`${MENU} >> .copy-${what}`);
  await reader.see(`${MENU} >> [role=status]`, ({ text }) => text !== before);
  check(await reader.pasted());
}
