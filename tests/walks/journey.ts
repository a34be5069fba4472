/** The laboratory in one engine, one input method and one language: all that can be changed, asked, compared and saved. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import type { Question } from "../../web/src/lessons/questions/question.js";
import { oneOfEach, traceOf, wrongAnswer } from "../page/asked.js";
import { STRICT_CSP } from "../page/browser.js";
import { complaintsHeard, listeningSite } from "../page/complaints.js";
import type { Launch } from "../page/engines/engine.js";
import { profileFolder, removeFolder } from "../page/engines/programs.js";
import { solve } from "../question_solver.js";
import { floats, npy, npyHeader, zip } from "../unit/weight_files.js";
import { type By, Hand } from "./hand.js";

type Server = Awaited<ReturnType<typeof serve>>;
type Answer = ReturnType<typeof solve>;

const LESSON = "?lesson=masked-multi-head";
const FORM = "heads-up-settings-form";
const QUESTIONS = "heads-up-questions";
const MENU = "heads-up-take-away-menu";
const ERROR = `${FORM} >> [role=alert]`;

export function journeyIn(name: string, launch: Launch, by: By, lang: "ko" | "en"): void {
  describe(`${name} by ${by} in ${lang}`, () => {
    const folder = profileFolder();
    let server: Server;
    let hand: Hand;
    beforeAll(async () => {
      server = await serve({
        root: listeningSite(folder),
        headers: { "Content-Security-Policy": STRICT_CSP },
      });
      hand = new Hand(await launch({ reducedMotion: true, touch: by === "touch" }), by);
    });
    afterAll(async () => {
      await hand?.engine.close();
      await server?.close();
      removeFolder(folder);
    });

    const journey = (what: string, search: string, walk: () => Promise<void>): void =>
      test(what, { timeout: 60_000 }, async () => {
        onTestFailed(async () => {
          const shots = inRoot("build/reports/walks");
          mkdirSync(shots, { recursive: true });
          const file = `${name}-${by}-${what.replaceAll(/\W+/g, "_")}.png`;
          writeFileSync(path.join(shots, file), await hand.engine.screenshot());
        });
        await hand.open(`${server.url}${search}&lang=${lang}`);
        await walk();
        const complaints = await hand.engine.evaluate(complaintsHeard);
        // The core's refusals are reported to the surrounding page as well.
        expect(complaints.filter((one) => !one.startsWith("refused: "))).toEqual([]);
      });

    journey("own data, and back to the tutorial", `${LESSON}&step=scores`, () => ownData(hand, lang));
    journey("own words", "?lesson=transformer-block&step=ids", () => ownWords(hand));
    journey("own weights", `${LESSON}&step=w_q.weight`, () => ownWeights(hand, folder));
    for (const { step, nth, question } of oneOfEach())
      journey(`a question: ${question.kind}`, `${LESSON}&step=${step}`, () => asked(hand, nth, question));
    journey("two runs compared", `${LESSON}&step=attention`, () => compared(hand));
    journey("a mistake found", `${LESSON}&step=attention`, () => mistaken(hand));
    journey("undone, done again, and the trail", `${LESSON}&step=scores`, () => trailed(hand));
    journey("a lecture", `${LESSON}&step=scores`, () => lectured(hand));
    journey("an exam", `${LESSON}&step=scores&mode=locked`, () => locked(hand));
    // Last, because a browser may then show its downloads, which takes room.
    journey("taken away", `${LESSON}&step=scores&seed=7`, () => takenAway(hand));
  });
}

async function ownData(hand: Hand, lang: string): Promise<void> {
  await hand.use("heads-up-settings >> .toggle");
  await hand.write(`${FORM} >> #sequences`, "5, 6, 7\n8");
  await hand.seeTensor("ids", (ids) => String(ids) === "5,6,7,8,0,0");
  await hand.write(`${FORM} >> #dModel`, "12");
  await hand.write(`${FORM} >> #numHeads`, "5");
  const { text } = await hand.see(ERROR, (error) => /5.*12/.test(error.text));
  expect(/[가-힣]/.test(text)).toBe(lang === "ko");
  expect((await hand.see(`${FORM} >> #numHeads`)).attributes["aria-invalid"]).toBe("true");
  await hand.write(`${FORM} >> #numHeads`, "3");
  await hand.seeNone(ERROR);
  await hand.seeTensor("q_heads", (numbers) => numbers.length === 2 * 3 * 3 * 4);
  await hand.write(`${FORM} >> #seed`, "7");
  await expect.poll(async () => (await hand.address()).get("seed")).toBe("7");
  await hand.use(`${FORM} >> #causal`, "Space");
  await expect.poll(async () => (await hand.address()).get("mask")).toBe("padding");
  await hand.focus(`${FORM} >> #maskFill`);
  await hand.engine.press("End");
  await hand.seeTensor("masked_scores", (numbers) => numbers.includes(Number.NEGATIVE_INFINITY));
  // One field, then all of them.
  await hand.use(`${FORM} >> .back:has(~ #seed)`);
  await expect.poll(async () => (await hand.address()).get("seed")).toBe(null);
  await hand.use(`${FORM} >> .reset`);
  await hand.seeTensor("ids", (ids) => ids.length === 50);
  await expect
    .poll(async () => [...(await hand.address()).keys()].sort())
    .toEqual(["lang", "lesson", "step"]);
}

async function ownWords(hand: Hand): Promise<void> {
  const words = "heads-up-own-words";
  await hand.use("heads-up-settings >> .toggle");
  await hand.see(`${FORM} >> [name=source]`);
  if ((await hand.look(`${words} >> #text`)).length === 0)
    await hand.use(`${FORM} >> [name=source]`, "Space");
  await hand.see(`${words} >> td`, ({ text }) => text.includes("3207"));
  await hand.write(`${words} >> #text`, "Winter is cold.\n나는 뷁");
  await hand.seeTensor("ids", (ids) => String(ids) === "95,461,5,25,448,4,51,18,5,1,0,0");
  await hand.see(`${words} >> .unknown`, ({ text }) => text.includes("뷁"));
  expect((await hand.look(`${words} >> .padding`)).length).toBe(2);
  await expect.poll(async () => (await hand.address()).get("text")).toBe("Winter is cold.\n나는 뷁");
}

/** A layer of width 8, by the names of a course. */
function layer(folder: string): string {
  const parts = ["q", "k", "v", "o"].flatMap((one, i) => [
    [`w_${one}.weight.npy`, npy(npyHeader("(8, 8)"), floats(...Array(64).fill(i + 2)))],
    [`w_${one}.bias.npy`, npy(npyHeader("(8,)"), floats(...Array(8).fill(i)))],
  ]);
  const file = path.join(folder, "layer.npz");
  writeFileSync(file, zip(Object.fromEntries(parts)));
  return file;
}

async function ownWeights(hand: Hand, folder: string): Promise<void> {
  const field = "heads-up-own-weights";
  await hand.use("heads-up-settings >> .toggle");
  const essay = path.join(folder, "essay.txt");
  writeFileSync(essay, "Attention is all you need. ".repeat(90));
  await hand.choose(`${field} >> input`, essay);
  await hand.see(`${field} >> [role=alert]`, ({ text }) => text.includes("essay.txt"));
  await hand.choose(`${field} >> input`, layer(folder));
  await hand.seeTensor("w_q.weight", (numbers) => numbers.length === 64 && numbers.every((x) => x === 2));
  await hand.seeNone(`${field} >> [role=alert]`);
  await hand.use(`${field} >> .drop`);
  await hand.seeTensor("w_q.weight", (numbers) => numbers.every((x) => x !== 2));
}

async function takenAway(hand: Hand): Promise<void> {
  const name = "heads-up-masked-multi-head";
  await hand.use("heads-up-take-away >> .toggle");
  await hand.use(`${MENU} >> .svg`);
  const svg = String(await hand.saved(`${name}-scores.svg`));
  expect(svg).toMatch(/^<\?xml|^<svg/);
  expect(svg).toContain("scores");
  await hand.use(`${MENU} >> [name=scheme]:not(:checked)`, "Space");
  await hand.use(`${MENU} >> .png`);
  const png = await hand.saved(`${name}-scores-dark.png`);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await hand.use(`${MENU} >> .json`);
  const { steps } = JSON.parse(String(await hand.saved(`${name}.json`)));
  expect(steps.at(-1).data[0]).toBeCloseTo((await hand.tensor("output"))[0] ?? Number.NaN, 6);
  await hand.use(`${MENU} >> .npz`);
  expect((await hand.saved(`${name}.npz`)).subarray(0, 2).toString()).toBe("PK");
  await hand.use(`${MENU} >> .py`);
  const script = String(await hand.saved(`${name}.py`));
  expect(script).toContain("torch.manual_seed(7)");
  await copy(hand, "script", (text) => expect(text).toBe(script));
  await copy(hand, "link", (text) => expect(text).toMatch(/^http.*seed=7/));
  await copy(hand, "frame", (text) => expect(text).toMatch(/^<iframe.*seed=7/));
  await copy(hand, "element", (text) => expect(text).toContain("<heads-up"));
}

async function copy(hand: Hand, what: string, check: (text: string) => void): Promise<void> {
  const before = (await hand.see(`${MENU} >> [role=status]`)).text;
  await hand.use(`${MENU} >> .copy-${what}`);
  await hand.see(`${MENU} >> [role=status]`, ({ text }) => text !== before);
  check(await hand.pasted());
}

async function asked(hand: Hand, nth: number, question: Question): Promise<void> {
  await hand.use(`${QUESTIONS} >> summary`);
  for (let i = 0; i < nth; i++) {
    const { text } = await hand.see(`${QUESTIONS} >> .nth`);
    await hand.use(`${QUESTIONS} >> .after button:last-child`);
    await hand.see(`${QUESTIONS} >> .nth`, (seen) => seen.text !== text);
  }
  await give(hand, question, wrongAnswer(question));
  await hand.see(`${QUESTIONS} >> [role=status] .wrong`);
  expect((await hand.view()).t).toBe(0);
  await give(hand, question, solve(traceOf("masked-multi-head"), question));
  await hand.see(`${QUESTIONS} >> [role=status] .right`);
  // The step plays, scrolled into view.
  expect((await hand.view()).playing).toBe(true);
}

async function give(hand: Hand, question: Question, answer: Answer): Promise<void> {
  if (typeof answer === "string") await hand.write(`${QUESTIONS} >> #answer`, answer);
  else if (typeof answer === "number")
    await hand.use(`${QUESTIONS} >> label:nth-of-type(${answer + 1}) input`, "Space");
  else if (question.kind === "mask") await paint(hand, answer);
  await hand.use(`${QUESTIONS} >> .check`);
}

/** By keyboard cell by cell; otherwise with one stroke per run of wrong cells in a row. */
async function paint(hand: Hand, answer: readonly (readonly boolean[])[]): Promise<void> {
  const cell = (row: number, col: number): string =>
    `heads-up-mask-paint >> td[data-row="${row}"][data-col="${col}"]`;
  const isOn = async (row: number, col: number): Promise<boolean> =>
    (await hand.see(cell(row, col))).attributes["aria-selected"] === "true";
  if (hand.by === "keyboard") {
    await hand.focus('heads-up-mask-paint >> td[tabindex="0"]');
    for (const _ of answer) await hand.engine.press("ArrowUp");
  }
  for (const [row, bits] of answer.entries()) {
    const wrong: number[] = [];
    for (const [col, bit] of bits.entries()) if ((await isOn(row, col)) !== bit) wrong.push(col);
    const runs = wrong.filter((col) => !wrong.includes(col - 1));
    if (hand.by === "keyboard") {
      await hand.engine.press("Home");
      for (const col of bits.keys()) {
        if (wrong.includes(col)) await hand.engine.press("Space");
        if (col + 1 < bits.length) await hand.engine.press("ArrowRight");
      }
      await hand.engine.press("ArrowDown");
    } else
      for (const from of runs) {
        const stroke = wrong.filter((col) => col >= from && bits[col] === bits[from]);
        const joined = stroke.filter((col, i) => col === from + i);
        await hand.draw(joined.map((col) => cell(row, col)));
      }
  }
}

async function compared(hand: Hand): Promise<void> {
  await hand.use("heads-up-side [data-sheet=compare]");
  await hand.see("heads-up-compare >> heads-up-panels >> .summary", ({ text }) =>
    text.includes("attention[0, 0, 0, 0]"),
  );
  await expect.poll(async () => (await hand.address()).get("compare")).toBe("no_mask");
  await hand.focus("heads-up-compare >> select");
  await hand.engine.press("ArrowDown");
  await expect.poll(async () => (await hand.address()).get("compare")).toBe("no_causal");
  await hand.use("heads-up-compare >> .close");
  await hand.seeNone("heads-up-compare");
}

async function mistaken(hand: Hand): Promise<void> {
  const sheet = "heads-up-mistakes";
  await hand.use("heads-up-side [data-sheet=mistakes]");
  await hand.see(`${sheet} >> .code button`);
  const lines = (await hand.look(`${sheet} >> .code button`)).length;
  for (let line = 1; line <= lines; line++) {
    const before = (await hand.see(`${sheet} >> .answer`)).text;
    await hand.use(`${sheet} >> .code li:nth-child(${line}) button`);
    await hand.see(`${sheet} >> .answer`, ({ text }) => text !== before);
    if ((await hand.look(`${sheet} >> .answer .right`)).length > 0) break;
  }
  await hand.see(`${sheet} >> .answer .right`);
  await expect.poll(async () => (await hand.look(`${sheet} >> heads-up-panels >> canvas`)).length).toBe(3);
  await hand.use(`${sheet} >> .all`);
  await hand.see(`${sheet} >> .solved`);
}

async function trailed(hand: Hand): Promise<void> {
  const turn = (key: string, button: string): Promise<void> =>
    hand.by === "keyboard" ? hand.engine.press(key) : hand.use(`heads-up-transport >> ${button}`);
  await hand.use("heads-up-transport >> .next");
  await expect.poll(async () => (await hand.view()).step).toBe("masks");
  await hand.see("heads-up-transport >> .undo", ({ disabled }) => !disabled);
  await turn("Control+z", ".undo");
  await expect.poll(async () => (await hand.view()).step).toBe("scores");
  await turn("Control+y", ".redo");
  await expect.poll(async () => (await hand.view()).step).toBe("masks");
  await hand.use(".more button:last-child");
  await hand.see("dialog.trail li:nth-child(2)");
  await hand.use("dialog.trail .row button:first-child");
  const saved = JSON.parse(String(await hand.saved("heads-up-trail.json")));
  expect(saved.entries.map((entry: { kind: string }) => entry.kind)).toContain("change");
  await hand.choose("dialog.trail input", path.join(hand.engine.saved, "heads-up-trail.json"));
  await hand.see("dialog.trail .news", ({ text }) => text !== "");
  await hand.use("dialog.trail li:last-child a");
  await expect.poll(async () => (await hand.view()).step).toBe("scores");
}

async function lectured(hand: Hand): Promise<void> {
  if (hand.by === "keyboard") await hand.engine.press("l");
  else await hand.use(".more .lecture");
  await hand.see("heads-up >> .frame.lecture .told h2");
  await expect.poll(async () => (await hand.address()).get("mode")).toBe("lecture");
  // Its styles load together with its keys.
  const zoom = (): Promise<string> =>
    hand.engine.evaluate(() => getComputedStyle(document.querySelector("heads-up") ?? document.body).zoom);
  await expect.poll(zoom).toBe("1.4");
  await hand.engine.press("PageDown");
  await expect.poll(async () => (await hand.view()).step).toBe("masks");
  // The pointer finds a cell where it is visible, at any size; the walks reach it by keyboard.
  if (hand.by !== "keyboard") {
    await hand.use("heads-up-stage >> canvas");
    await hand.see("heads-up-callout");
    await hand.engine.press("Escape");
  }
  await hand.engine.press("b");
  await hand.see("heads-up.blank");
  await hand.engine.press("b");
  await hand.seeNone("heads-up.blank");
  if (hand.by === "keyboard") await hand.engine.press("Escape");
  else await hand.use("heads-up >> .leave button:last-child");
  await hand.seeNone(".frame.lecture");
  await hand.see("header.page-header, .page-header");
}

async function locked(hand: Hand): Promise<void> {
  for (const gone of ["heads-up-settings", "heads-up-take-away", ".lessons", ".more", ".undo"])
    await hand.seeNone(gone);
  for (const key of ["l", "Control+z"]) await hand.engine.press(key);
  expect(await hand.look(".frame.lecture")).toEqual([]);
  const { text } = await hand.see("heads-up-side >> h2");
  await hand.use("heads-up-transport >> .next");
  await hand.see("heads-up-side >> h2", (seen) => seen.text !== text);
  // Its question opens by itself, before the step is played.
  await hand.see(`${QUESTIONS} >> .ask`);
}
