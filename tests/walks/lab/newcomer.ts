/** A newcomer's path through the leak lab, by keyboard alone: from the prediction to the trained block as a lesson. */
import { rmSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { HeadsUpElement } from "../../../web/src/element/heads_up_element.js";
import { lessonReady } from "../../page/page_state.js";
import type { Reader } from "../reader.js";
import { findings } from "./lab_axe.js";
import { labIdle, labReady, openFolds, textsWritten } from "./lab_state.js";

/** Small models, so that training takes little time on a slow machine too. */
export const SMALL = "?lesson=leak-lab&dModel=16&batchSize=8&learningRate=0.01";

const LAB = "leak-lab";
const WALK = "leak-lab >> .walk";
const WRITING = "leak-lab >> .writing";
const FILE = "leak-lab >> .model";
const GRADIENT = "grad.blocks.0.w_q.weight";

const SAYS = {
  en: { right: /As you predicted/, wrong: /You predicted: no mask/ },
  ko: { right: /예측이 맞았습니다/, wrong: /예측한 답: 마스크 없음/ },
} as const;

export async function walkAsNewcomer(
  reader: Reader,
  url: string,
  { lang, width, other }: { lang: "ko" | "en"; width: number; other: number },
): Promise<void> {
  const { engine } = reader;
  await engine.resize(width, 844);
  await reader.open(`${url}${SMALL}&lang=${lang}`, labReady);
  await skipTheHeader(reader);
  expect(await findings(engine, width, ["dark"])).toEqual([]);
  await predict(reader, lang);
  await seeTheLeak(reader);
  await write(reader);
  await askAGradient(reader);
  await engine.evaluate(openFolds);
  await reader.see(`${LAB} >> .scroll tbody`);
  expect(await findings(engine, other, ["light"])).toEqual([]);
  expect(await findings(engine, width, ["light", "dark", "contrast"])).toEqual([]);
  await saveAndReadBack(reader);
  await openTheBlock(reader);
}

/** The page's first tab stop skips the header. */
async function skipTheHeader(reader: Reader): Promise<void> {
  await reader.see(".skip:focus");
  await reader.engine.press("Enter");
  await reader.see(`${LAB} >> h2:focus`);
}

/** Predicts "no mask" for both questions: right about the loss, wrong about the text. */
async function predict(reader: Reader, lang: keyof typeof SAYS): Promise<void> {
  for (const question of ["loss", "text"]) {
    await reader.tabTo(`${LAB} >> [name=${question}]`);
    await reader.engine.press("ArrowDown");
    await expect
      .poll(() => reader.look(`${LAB} >> [name=${question}][value=unmasked]:checked`))
      .toHaveLength(1);
  }
  await reader.see(`${LAB} >> #rest`, ({ text }) => text === "");
  await reader.tabTo(`${LAB} >> form.questions .main`);
  await reader.engine.press("Enter");
  const { steps, training, asUsed } = await reader.engine.evaluate(labIdle, 400);
  expect(steps).toBe(400);
  expect(training["unmasked"]).toBeLessThan((training["masked"] ?? 0) / 2);
  expect(asUsed["unmasked"]).toBeGreaterThan(asUsed["masked"] ?? Number.POSITIVE_INFINITY);
  await reader.see(`${LAB} >> ul.verdict li:first-child`, ({ text }) => SAYS[lang].right.test(text));
  await reader.see(`${LAB} >> ul.verdict li:nth-child(2)`, ({ text }) => SAYS[lang].wrong.test(text));
}

/** Trains step by step with the buttons, then shows another token's row of the attention. */
async function seeTheLeak(reader: Reader): Promise<void> {
  await reader.tabTo(`${LAB} >> .transport button:nth-of-type(2)`);
  await reader.engine.press("Enter");
  expect((await reader.engine.evaluate(labIdle, 401)).steps).toBe(401);
  await reader.tabTo("leak-lab >> .attention .group [aria-pressed=true]");
  const sentence = "leak-lab >> .attention section:nth-of-type(2) .sentence";
  const before = await reader.see(sentence);
  await reader.engine.press("ArrowRight");
  await reader.see(sentence, ({ text }) => text !== before.text);
}

/** Shows the gradient's terms for a parameter of the unmasked model, follows one term, then shows the most leaking weight. */
async function askAGradient(reader: Reader): Promise<void> {
  await reader.tabTo(`${WALK} .open`);
  await reader.engine.press("Enter");
  await reader.tabTo(`${WALK} .parts details:nth-of-type(4) summary`);
  await reader.engine.press("Enter");
  const parts = await reader.look(`${WALK} .parts details:nth-of-type(4) li`);
  const place = parts.findIndex(({ text }) => text.trim().startsWith(`${GRADIENT} `));
  await reader.tabTo(`${WALK} .parts details:nth-of-type(4) li:nth-child(${place + 1}) button`);
  await reader.engine.press("Enter");
  await reader.tabTo(`${WALK} [role=grid] button[tabindex="0"]`);
  for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await reader.engine.press(key);
  const seen = await reader.see(`${WALK} .why code`, ({ text }) => text.startsWith(`${GRADIENT}[1, 1] = `));
  expect((await reader.see(`${WALK} .terms tfoot td:last-child`)).text).toBe(seen.text.split(" = ")[1]);
  await reader.tabTo(`${WALK} .terms tbody button`);
  await reader.engine.press("Enter");
  await reader.see(`${WALK} .why code`, ({ text }) => text !== seen.text);
  await reader.see(`${WALK} .terms tfoot`);
  await reader.tabTo(`${WALK} .open:nth-of-type(2)`, "Shift+Tab");
  await reader.engine.press("Enter");
  await reader.see(`${WALK} .why small`, ({ text }) => text.includes(" → "));
  await reader.see(`${WALK} .terms tfoot`);
}

/** Writes one token after the reader's own prompt, then continues to the end. */
async function write(reader: Reader): Promise<void> {
  const { engine } = reader;
  await reader.tabTo(`${WRITING} #prompt`);
  await engine.press("Control+a");
  await engine.type("뷁");
  await reader.tabTo(`${WRITING} .leave`);
  await engine.press("Enter");
  await reader.tabTo(`${WRITING} .symbols button`);
  for (let i = 1; i < 5; i++) await engine.press("ArrowRight");
  await engine.press("Enter");
  await reader.see(`${WRITING} .text .next`);
  await reader.tabTo(`${WRITING} .actions button:nth-of-type(1)`);
  await engine.press("Enter");
  await reader.see(`${WRITING} .why`);
  // Until the text is announced, the next button stops the writing.
  await reader.see(`${WRITING} [role=status]`, ({ text }) => text !== "");
  const [first = ""] = await engine.evaluate(textsWritten);
  await reader.tabTo(`${WRITING} .actions button:nth-of-type(2)`);
  await engine.press("Enter");
  // The text is announced when the models are idle.
  await reader.see(`${WRITING} [role=status]`, ({ text }) => text.length > 3 * first.length);
  const texts = await engine.evaluate(textsWritten);
  expect(texts).toHaveLength(3);
  expect(texts[0]).not.toBe(texts[1]);
}

async function saveAndReadBack(reader: Reader): Promise<void> {
  await reader.tabTo(`${FILE} .part:nth-of-type(2) button`);
  await reader.engine.press("Enter");
  const { text } = await reader.see(`${FILE} [role=status]`, (seen) => seen.text.includes(".safetensors"));
  const name = /heads-up-\S+?\.safetensors/.exec(text)?.[0] ?? "";
  expect((await reader.saved(name)).length).toBeGreaterThan(1000);
  const { session } = await reader.engine.evaluate(labIdle, 0);
  // No driver can use the system's file dialog, which the button opens.
  const file = path.join(reader.engine.saved, name);
  await reader.choose(`${FILE} input[type=file]`, file);
  await reader.see(`${FILE} [role=status]`, (seen) => seen.text !== text && seen.text.includes(name));
  const read = await reader.engine.evaluate(labIdle, 0);
  expect(read.session).toBeGreaterThan(session);
  expect(read.notice).not.toBe("");
  // The next walk saves a file of the same name.
  rmSync(file);
}

async function openTheBlock(reader: Reader): Promise<void> {
  await reader.tabTo(`${FILE} .open`, "Shift+Tab");
  await reader.engine.press("Enter");
  await expect.poll(() => reader.engine.evaluate(lessonReady)).toBe("");
  const lesson = (): Promise<{ step: string; words: number; own: boolean }> =>
    reader.engine.evaluate(() => {
      const element = document.querySelector<HeadsUpElement>("heads-up");
      const { weights } = element?.store.state.run ?? {};
      return {
        step: element?.currentStep ?? "",
        words: weights?.words?.length ?? 0,
        own: weights !== undefined,
      };
    });
  await expect.poll(lesson).toMatchObject({ step: "attention", own: true });
  expect((await lesson()).words).toBeGreaterThan(2);
}
