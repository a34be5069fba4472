/** Every lesson from its first step to its last, by keyboard alone, in one engine. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { serve } from "../../scripts/lib/serve.mjs";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { Engine, Launch } from "../page/engines/engine.js";
import { profileFolder, removeFolder } from "../page/engines/programs.js";
import { screenshotOnFailure, siteInEngine } from "../page/engines/site_in_engine.js";
import { verdictOfKernel, writeKernelPage } from "../page/kernel.js";
import { listeningSingleFile, recordedComplaints } from "../page/page_errors.js";
import {
  firstThumbnail,
  isPlayed,
  lessonReady,
  recordedMoments,
  recordMoments,
  type StepState,
  seeTable,
  stepCount,
  stepState,
  unfoldSteps,
} from "../page/page_state.js";
import { driveFrame, messagesFromFrame } from "./framed.js";
import { loadEverything } from "./load_everything.js";
import { goBack, openFirstOperands, openNumber, openOperand } from "./operands.js";

const HOST = `<!doctype html><title>A course</title><script src="./host.js"></script>
<iframe sandbox="allow-scripts" src="./embed.html?lesson=multi-head&amp;step=q&amp;lang=en" width="1000" height="600"></iframe>`;

/** A frame advances playback by at most 0.1 s, so a step takes longer on a machine with slower frames. */
const PLAYED = { timeout: 80_000 };

/** The lesson at whose last step numbers are followed to where they come from. */
const EXPLORED = "masked-multi-head";

export function walkIn(name: string, launch: Launch, languages: readonly string[]): void {
  describe(name, () => {
    const site = siteInEngine(launch);

    test.each(lessonNames)("%s can be walked step by step", { timeout: 300_000 }, async (lesson) => {
      const { engine, url } = site;
      screenshotOnFailure(engine, `${name} ${lesson}`);
      await engine.open(`${url}?lesson=${lesson}&lang=${languages[0]}`);
      await expect.poll(() => engine.evaluate(lessonReady)).toBe("");
      await engine.evaluate(unfoldSteps);
      await walk(engine, languages);
      if (lesson === EXPLORED) await exploreLastStep(engine);
      expect(await engine.evaluate(recordedComplaints)).toEqual([]);
    });

    test("the single file works from the disk", async () => {
      const { engine, folder } = site;
      const file = pathToFileURL(listeningSingleFile(folder)).href;
      await engine.open(`${file}?lesson=${lessonNames[0]}`);
      await expect.poll(() => engine.evaluate(lessonReady)).toBe("");
      await engine.press("ArrowRight");
      expect((await engine.evaluate(stepState, languages)).flatMap((seen) => faultsOf(seen, 1))).toEqual([]);
      await engine.click(...(await engine.evaluate(firstThumbnail)));
      const headings = async () => (await engine.evaluate(stepState, [])).map(({ heading }) => heading);
      await expect.poll(headings).toEqual([expect.stringMatching(/^1 · /)]);
      expect(await engine.evaluate(recordedComplaints)).toEqual([]);
    });

    test("the single file does all that the site does", async () => {
      const { engine, folder } = site;
      const file = pathToFileURL(listeningSingleFile(folder)).href;
      await engine.open(
        `${file}?lesson=transformer-block&text=${encodeURIComponent("The cat sat\non")}&step=q`,
      );
      await expect.poll(() => engine.evaluate(lessonReady)).toBe("");
      expect(await engine.evaluate(loadEverything)).toEqual({
        ...{
          sentences: 2,
          link: `${file}?`,
          script: true,
          figure: true,
          file: "heads-up-transformer-block.json",
        },
        ...{ settings: true, verdict: true, compare: true },
      });
      expect(await engine.evaluate(recordedComplaints)).toEqual([]);
    });

    test("a sandboxed frame reports to its parent and obeys it", async () => {
      const { engine, root } = site;
      writeFileSync(path.join(root, "host.js"), `(${driveFrame})();`);
      writeFileSync(path.join(root, "host.html"), HOST);
      // No content security policy, because in WebKit a frame without an origin never matches 'self'.
      const plain = await serve({ root });
      try {
        await engine.open(`${plain.url}host.html`);
        await expect
          .poll(() => engine.evaluate(messagesFromFrame))
          .toEqual(["ready q", "step k", "step scores", "error bad-message"]);
      } finally {
        await plain.close();
      }
    });

    test("the kernel's numbers equal those of plain JavaScript", { timeout: 300_000 }, async () => {
      const { engine } = site;
      const root = profileFolder();
      await writeKernelPage(root);
      const page = await serve({ root });
      try {
        await engine.open(page.url);
        expect(await engine.evaluate(verdictOfKernel)).toEqual([]);
      } finally {
        await page.close();
        removeFolder(root);
      }
    });

    test("with reduced motion a step is three stills", { timeout: 120_000 }, async () => {
      const calm = await launch({ reducedMotion: true });
      try {
        await calm.open(`${site.url}?lesson=${lessonNames[0]}`);
        await expect.poll(() => calm.evaluate(lessonReady)).toBe("");
        await calm.evaluate(recordMoments);
        await calm.press("Space");
        await expect.poll(() => calm.evaluate(isPlayed), PLAYED).toBe(true);
        // The first still is in view before the step is played.
        expect(await calm.evaluate(recordedMoments)).toEqual([0, 0.5, 1]);
      } finally {
        await calm.close();
      }
    });
  });
}

/** Presses the right arrow from the first step to the last, and checks each step in these languages. */
async function walk(engine: Engine, languages: readonly string[]): Promise<void> {
  await expect.poll(() => engine.evaluate(stepCount)).toBeGreaterThan(5);
  const steps = await engine.evaluate(stepCount);
  const walked: string[] = [];
  const faults: string[] = [];
  for (let i = 0; i < steps; i++) {
    if (i > 0) await engine.press("ArrowRight");
    const seen = await engine.evaluate(stepState, languages);
    // The page is still in the language of the step before.
    expect(seen.map(({ lang }) => lang).toSorted()).toEqual(languages);
    walked.push(...new Set(seen.map(({ step }) => step)));
    faults.push(...seen.flatMap((one) => faultsOf(one, i)));
  }
  // The headings are numbered, so these are the strip's steps, in its order.
  expect(walked).toHaveLength(steps);
  expect(new Set(walked).size).toBe(steps);
  expect(faults).toEqual([]);
}

/** Names are Latin in Korean too, and an English text may quote a Korean sentence. */
const isKorean = (text: string): boolean =>
  (text.match(/[가-힣]/g) ?? []).length > (text.match(/\p{L}/gu) ?? []).length / 4;

function faultsOf(seen: StepState, index: number): string[] {
  const { lang, step, heading, words, painted, marked, playing, alerts } = seen;
  const faults: string[] = [];
  if (!heading.startsWith(`${index + 1} · `)) faults.push(`the heading is "${heading}"`);
  if (words.length < 40) faults.push(`it says "${words}"`);
  if (/\{\w+[|}]|undefined/.test(words)) faults.push(`unfilled words: ${words}`);
  if (isKorean(words) !== (lang === "ko")) faults.push(`words of another language: ${words}`);
  if (painted < 0.001) faults.push("the stage is blank");
  if (marked !== playing) faults.push(`${marked} of ${playing} code lines are marked`);
  if (alerts !== "") faults.push(`it reports ${alerts}`);
  return faults.map((fault) => `${step}, ${lang}: ${fault}`);
}

/** Plays the last step, opens a number in the table, follows its operands down to a token and a random draw, and goes back up. */
async function exploreLastStep(engine: Engine): Promise<void> {
  await engine.press("Space");
  await expect.poll(() => engine.evaluate(isPlayed), PLAYED).toBe(true);
  // The skip link is the first tab stop, and leads into the table.
  await engine.press("Tab");
  await engine.press("Enter");
  await expect.poll(() => engine.evaluate(seeTable)).toMatchObject({ focused: "td", open: "" });
  await openNumber(engine);
  const down = await openFirstOperands(engine);
  expect(down.length).toBeGreaterThan(3);
  expect(down.at(-1)).toMatch(/^(target_)?ids\[/);
  expect(await goBack(engine)).toBe(down.at(-2));
  await openOperand(engine, "embedding.weight[");
  expect((await engine.evaluate(seeTable)).open).toMatch(/^embedding\.weight\[/);
  for (const above of down.slice(0, -1).toReversed()) expect(await goBack(engine)).toBe(above);
  await engine.press("Escape");
  await expect.poll(() => engine.evaluate(seeTable)).toMatchObject({ focused: "td" });
  await engine.press("Escape");
  await expect.poll(() => engine.evaluate(seeTable)).toMatchObject({ open: "" });
}
