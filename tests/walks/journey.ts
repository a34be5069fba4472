/** All that a reader can change, ask, compare and save, in one engine, with one input method and in one language. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import type { Question } from "../../web/src/lessons/questions/question.js";
import { STRICT_CSP } from "../page/browser.js";
import { type Launch, WINDOW } from "../page/engines/engine.js";
import { profileFolder, removeFolder } from "../page/engines/programs.js";
import { listeningSite, recordedComplaints } from "../page/page_errors.js";
import { oneOfEach, traceOf, wrongAnswer } from "../page/sample_questions.js";
import { solve } from "../question_solver.js";
import { floats, npy, npyHeader, zip } from "../unit/weight_files.js";
import { type By, focused, Reader } from "./reader.js";

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
    let reader: Reader;
    beforeAll(async () => {
      server = await serve({
        root: listeningSite(folder),
        headers: { "Content-Security-Policy": STRICT_CSP },
      });
      reader = new Reader(await launch({ reducedMotion: true, touch: by === "touch" }), by);
    });
    afterAll(async () => {
      await reader?.engine.close();
      await server?.close();
      removeFolder(folder);
    });

    const testJourney = (what: string, search: string, walk: () => Promise<void>): void =>
      test(what, { timeout: 60_000 }, async () => {
        onTestFailed(async () => {
          const shots = inRoot("build/reports/walks");
          mkdirSync(shots, { recursive: true });
          const file = `${name}-${by}-${what.replaceAll(/\W+/g, "_")}.png`;
          writeFileSync(path.join(shots, file), await reader.engine.screenshot());
        });
        await reader.open(`${server.url}${search}&lang=${lang}`);
        await walk();
        const complaints = await reader.engine.evaluate(recordedComplaints);
        // The core's refusals are reported to the surrounding page as well.
        expect(complaints.filter((one) => !one.startsWith("refused: "))).toEqual([]);
      });

    testJourney("enters own data and returns to the tutorial's", `${LESSON}&step=scores`, () =>
      enterOwnData(reader, lang),
    );
    testJourney("enters own sentences", "?lesson=transformer-block&step=ids", () =>
      enterOwnSentences(reader),
    );
    testJourney("loads own weights", `${LESSON}&step=w_q.weight`, () => loadOwnWeights(reader, folder));
    for (const { step, nth, question } of oneOfEach())
      testJourney(`answers a question: ${question.kind}`, `${LESSON}&step=${step}`, () =>
        answerQuestion(reader, nth, question),
      );
    testJourney("finds the question below the stage of a narrow page", `${LESSON}&step=scores&t=0`, () =>
      findQuestion(reader),
    );
    testJourney("compares two runs", `${LESSON}&step=attention`, () => compareRuns(reader));
    testJourney("finds a mistake", `${LESSON}&step=attention`, () => findMistake(reader));
    testJourney("undoes, redoes, and uses the trail", `${LESSON}&step=scores`, () => undoAndUseTrail(reader));
    testJourney("gives a lecture", `${LESSON}&step=scores`, () => giveLecture(reader));
    testJourney(
      "takes an exam, in which settings, lectures and undo are locked",
      `${LESSON}&step=scores&mode=locked`,
      () => takeExam(reader),
    );
    // This comes last, because browsers may then show a downloads bar, which shrinks the page.
    testJourney("takes results away", `${LESSON}&step=scores&seed=7`, () => takeAway(reader));
  });
}

async function enterOwnData(reader: Reader, lang: string): Promise<void> {
  await reader.use("heads-up-settings >> .toggle");
  await reader.write(`${FORM} >> #sequences`, "5, 6, 7\n8");
  await reader.seeTensor("ids", (ids) => String(ids) === "5,6,7,8,0,0");
  await reader.write(`${FORM} >> #dModel`, "12");
  await reader.write(`${FORM} >> #numHeads`, "5");
  const { text } = await reader.see(ERROR, (error) => /5.*12/.test(error.text));
  expect(/[가-힣]/.test(text)).toBe(lang === "ko");
  expect((await reader.see(`${FORM} >> #numHeads`)).attributes["aria-invalid"]).toBe("true");
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

async function enterOwnSentences(reader: Reader): Promise<void> {
  const words = "heads-up-own-words";
  await reader.use("heads-up-settings >> .toggle");
  await reader.see(`${FORM} >> [name=source]`);
  if ((await reader.look(`${words} >> #text`)).length === 0)
    await reader.use(`${FORM} >> [name=source]`, "Space");
  await reader.see(`${words} >> td`, ({ text }) => text.includes("3207"));
  await reader.write(`${words} >> #text`, "Winter is cold.\n나는 뷁");
  await reader.seeTensor("ids", (ids) => String(ids) === "95,461,5,25,448,4,51,18,5,1,0,0");
  await reader.see(`${words} >> .unknown`, ({ text }) => text.includes("뷁"));
  expect((await reader.look(`${words} >> .padding`)).length).toBe(2);
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

async function loadOwnWeights(reader: Reader, folder: string): Promise<void> {
  const field = "heads-up-own-weights";
  await reader.use("heads-up-settings >> .toggle");
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

async function takeAway(reader: Reader): Promise<void> {
  const name = "heads-up-masked-multi-head";
  await reader.use("heads-up-take-away >> .toggle");
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

async function answerQuestion(reader: Reader, nth: number, question: Question): Promise<void> {
  await reader.use(`${QUESTIONS} >> summary`);
  for (let i = 0; i < nth; i++) {
    const { text } = await reader.see(`${QUESTIONS} >> .nth`);
    await reader.use(`${QUESTIONS} >> .after button:last-child`);
    await reader.see(`${QUESTIONS} >> .nth`, (seen) => seen.text !== text);
  }
  await give(reader, question, wrongAnswer(question));
  await reader.see(`${QUESTIONS} >> [role=status] .wrong`);
  expect((await reader.view()).t).toBe(0);
  await give(reader, question, solve(traceOf("masked-multi-head"), question));
  await reader.see(`${QUESTIONS} >> [role=status] .right`);
  // The step plays and is scrolled into view.
  expect((await reader.view()).playing).toBe(true);
}

async function findQuestion(reader: Reader): Promise<void> {
  await reader.engine.resize(390, WINDOW.height);
  try {
    await reader.use("heads-up-question-link >> button");
    await reader.engine.press("Tab");
    expect((await reader.engine.evaluate(focused, `${QUESTIONS} >> #answer`)).isThere).toBe(true);
  } finally {
    await reader.engine.resize(WINDOW.width, WINDOW.height);
  }
}

async function give(reader: Reader, question: Question, answer: Answer): Promise<void> {
  if (typeof answer === "string") await reader.write(`${QUESTIONS} >> #answer`, answer);
  else if (typeof answer === "number")
    await reader.use(`${QUESTIONS} >> label:nth-of-type(${answer + 1}) input`, "Space");
  else if (question.kind === "mask") await paint(reader, answer);
  await reader.use(`${QUESTIONS} >> .check`);
}

/** Paints a mask: by keyboard cell by cell, otherwise with one stroke per run of wrong cells in a row. */
async function paint(reader: Reader, answer: readonly (readonly boolean[])[]): Promise<void> {
  const cell = (row: number, col: number): string =>
    `heads-up-mask-paint >> td[data-row="${row}"][data-col="${col}"]`;
  const isOn = async (row: number, col: number): Promise<boolean> =>
    (await reader.see(cell(row, col))).attributes["aria-selected"] === "true";
  if (reader.by === "keyboard") {
    await reader.focus('heads-up-mask-paint >> td[tabindex="0"]');
    for (const _ of answer) await reader.engine.press("ArrowUp");
  }
  for (const [row, bits] of answer.entries()) {
    const wrong: number[] = [];
    for (const [col, bit] of bits.entries()) if ((await isOn(row, col)) !== bit) wrong.push(col);
    const runs = wrong.filter((col) => !wrong.includes(col - 1));
    if (reader.by === "keyboard") {
      await reader.engine.press("Home");
      for (const col of bits.keys()) {
        if (wrong.includes(col)) await reader.engine.press("Space");
        if (col + 1 < bits.length) await reader.engine.press("ArrowRight");
      }
      await reader.engine.press("ArrowDown");
    } else
      for (const from of runs) {
        const stroke = wrong.filter((col) => col >= from && bits[col] === bits[from]);
        const joined = stroke.filter((col, i) => col === from + i);
        await reader.draw(joined.map((col) => cell(row, col)));
      }
  }
}

async function compareRuns(reader: Reader): Promise<void> {
  await reader.use("heads-up-side [data-sheet=compare]");
  await reader.see("heads-up-compare >> heads-up-panels >> .summary", ({ text }) =>
    text.includes("attention[0, 0, 0, 0]"),
  );
  await expect.poll(async () => (await reader.address()).get("compare")).toBe("no_mask");
  await reader.focus("heads-up-compare >> select");
  await reader.engine.press("ArrowDown");
  await expect.poll(async () => (await reader.address()).get("compare")).toBe("no_causal");
  await reader.use("heads-up-compare >> .close");
  await reader.expectNone("heads-up-compare");
}

async function findMistake(reader: Reader): Promise<void> {
  const sheet = "heads-up-mistakes";
  await reader.use("heads-up-side [data-sheet=mistakes]");
  await reader.see(`${sheet} >> .code button`);
  const lines = (await reader.look(`${sheet} >> .code button`)).length;
  for (let line = 1; line <= lines; line++) {
    const before = (await reader.see(`${sheet} >> .answer`)).text;
    await reader.use(`${sheet} >> .code li:nth-child(${line}) button`);
    await reader.see(`${sheet} >> .answer`, ({ text }) => text !== before);
    if ((await reader.look(`${sheet} >> .answer .right`)).length > 0) break;
  }
  await reader.see(`${sheet} >> .answer .right`);
  await expect.poll(async () => (await reader.look(`${sheet} >> heads-up-panels >> canvas`)).length).toBe(3);
  await reader.use(`${sheet} >> .all`);
  await reader.see(`${sheet} >> .solved`);
}

async function undoAndUseTrail(reader: Reader): Promise<void> {
  const turn = (key: string, button: string): Promise<void> =>
    reader.by === "keyboard" ? reader.engine.press(key) : reader.use(`heads-up-transport >> ${button}`);
  await reader.use("heads-up-transport >> .next");
  await expect.poll(async () => (await reader.view()).step).toBe("masks");
  await reader.see("heads-up-transport >> .undo", ({ disabled }) => !disabled);
  await turn("Control+z", ".undo");
  await expect.poll(async () => (await reader.view()).step).toBe("scores");
  await turn("Control+y", ".redo");
  await expect.poll(async () => (await reader.view()).step).toBe("masks");
  await reader.use(".more button:last-child");
  await reader.see("dialog.trail li:nth-child(2)");
  await reader.use("dialog.trail .row button:first-child");
  const saved = JSON.parse(String(await reader.saved("heads-up-trail.json")));
  expect(saved.entries.map((entry: { kind: string }) => entry.kind)).toContain("change");
  await reader.choose("dialog.trail input", path.join(reader.engine.saved, "heads-up-trail.json"));
  await reader.see("dialog.trail .news", ({ text }) => text !== "");
  await reader.use("dialog.trail li:last-child a");
  await expect.poll(async () => (await reader.view()).step).toBe("scores");
}

async function giveLecture(reader: Reader): Promise<void> {
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
    await reader.use("heads-up-stage >> canvas");
    await reader.see("heads-up-callout");
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

async function takeExam(reader: Reader): Promise<void> {
  for (const gone of ["heads-up-settings", "heads-up-take-away", ".lessons", ".more", ".undo"])
    await reader.expectNone(gone);
  for (const key of ["l", "Control+z"]) await reader.engine.press(key);
  expect(await reader.look(".frame.lecture")).toEqual([]);
  const { text } = await reader.see("heads-up-side >> h2");
  await reader.use("heads-up-transport >> .next");
  await reader.see("heads-up-side >> h2", (seen) => seen.text !== text);
  // The step's question opens by itself, before the step is played.
  await reader.see(`${QUESTIONS} >> .ask`);
}
