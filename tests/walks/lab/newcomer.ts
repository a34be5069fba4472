/** The leak lab as a newcomer takes it, by keyboard alone: from the prediction to the trained block as a lesson. */
import path from "node:path";
import { expect } from "vitest";
import type { HeadsUpElement } from "../../../web/src/element/heads_up_element.js";
import { arrived } from "../../page/seen.js";
import type { Hand } from "../hand.js";
import { findings } from "./lab_axe.js";
import { labArrived, labRests, openFolds, textsWritten } from "./lab_seen.js";

/** Small models, so that training takes little time on a slow machine too. */
export const SMALL = "?lesson=leak-lab&dModel=16&batchSize=8&learningRate=0.01";

const LAB = "leak-lab";
const WALK = "lab-step-walk";
const WRITING = "lab-writing";
const FILE = "lab-model-file";
const GRADIENT = "grad.blocks.0.w_q.weight";

const SAYS = {
  en: { right: /As you predicted/, wrong: /You predicted: no mask/ },
  ko: { right: /예측이 맞았습니다/, wrong: /예측한 답: 마스크 없음/ },
} as const;

export async function walkAsNewcomer(
  hand: Hand,
  url: string,
  { lang, width, other }: { lang: "ko" | "en"; width: number; other: number },
): Promise<void> {
  const { engine } = hand;
  await engine.resize(width, 844);
  await hand.open(`${url}${SMALL}&lang=${lang}`, labArrived);
  await skipTheHeader(hand);
  expect(await findings(engine, width, ["dark"])).toEqual([]);
  await predict(hand, lang);
  await seeTheLeak(hand);
  await write(hand);
  await askAGradient(hand);
  await engine.evaluate(openFolds);
  await hand.see(`${LAB} >> .scroll tbody`);
  expect(await findings(engine, other, ["light"])).toEqual([]);
  expect(await findings(engine, width, ["light", "dark", "contrast"])).toEqual([]);
  await saveAndReadBack(hand);
  await openTheBlock(hand);
}

/** The first stop of the page, where the first Tab led, leads past the header. */
async function skipTheHeader(hand: Hand): Promise<void> {
  await hand.see(".skip:focus");
  await hand.engine.press("Enter");
  await hand.see(`${LAB} >> h2:focus`);
}

/** "No mask" for both questions: right about the loss, wrong about the text. */
async function predict(hand: Hand, lang: keyof typeof SAYS): Promise<void> {
  for (const question of ["loss", "text"]) {
    await hand.tabTo(`${LAB} >> [name=${question}]`);
    await hand.engine.press("ArrowDown");
    await expect
      .poll(() => hand.look(`${LAB} >> [name=${question}][value=unmasked]:checked`))
      .toHaveLength(1);
  }
  await hand.see(`${LAB} >> #rest`, ({ text }) => text === "");
  await hand.tabTo(`${LAB} >> form.questions .main`);
  await hand.engine.press("Enter");
  const { steps, training, asUsed } = await hand.engine.evaluate(labRests, 400);
  expect(steps).toBe(400);
  expect(training["unmasked"]).toBeLessThan((training["masked"] ?? 0) / 2);
  expect(asUsed["unmasked"]).toBeGreaterThan(asUsed["masked"] ?? Number.POSITIVE_INFINITY);
  await hand.see(`${LAB} >> ul.verdict li:first-child`, ({ text }) => SAYS[lang].right.test(text));
  await hand.see(`${LAB} >> ul.verdict li:nth-child(2)`, ({ text }) => SAYS[lang].wrong.test(text));
}

/** Step by step with the buttons, then the row of another token in the attention. */
async function seeTheLeak(hand: Hand): Promise<void> {
  await hand.tabTo(`${LAB} >> .transport button:nth-of-type(2)`);
  await hand.engine.press("Enter");
  expect((await hand.engine.evaluate(labRests, 401)).steps).toBe(401);
  await hand.tabTo("lab-attention >> .group [aria-pressed=true]");
  const said = "lab-attention >> section:nth-of-type(2) .sentence";
  const before = await hand.see(said);
  await hand.engine.press("ArrowRight");
  await hand.see(said, ({ text }) => text !== before.text);
}

/** A parameter of the unmasked model, then the weight that leaks most: their gradients' terms, and where one came from. */
async function askAGradient(hand: Hand): Promise<void> {
  await hand.tabTo(`${WALK} >> .open`);
  await hand.engine.press("Enter");
  await hand.tabTo(`${WALK} >> .parts details:nth-of-type(4) summary`);
  await hand.engine.press("Enter");
  const parts = await hand.look(`${WALK} >> .parts details:nth-of-type(4) li`);
  const place = parts.findIndex(({ text }) => text.trim().startsWith(`${GRADIENT} `));
  await hand.tabTo(`${WALK} >> .parts details:nth-of-type(4) li:nth-child(${place + 1}) button`);
  await hand.engine.press("Enter");
  await hand.tabTo(`${WALK} >> [role=grid] button[tabindex="0"]`);
  for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await hand.engine.press(key);
  const said = await hand.see(`${WALK} >> .why code`, ({ text }) => text.startsWith(`${GRADIENT}[1, 1] = `));
  expect((await hand.see(`${WALK} >> .terms tfoot td:last-child`)).text).toBe(said.text.split(" = ")[1]);
  await hand.tabTo(`${WALK} >> .terms tbody button`);
  await hand.engine.press("Enter");
  await hand.see(`${WALK} >> .why code`, ({ text }) => text !== said.text);
  await hand.see(`${WALK} >> .terms tfoot`);
  await hand.tabTo(`${WALK} >> .open:nth-of-type(2)`, "Shift+Tab");
  await hand.engine.press("Enter");
  await hand.see(`${WALK} >> .why small`, ({ text }) => text.includes(" → "));
  await hand.see(`${WALK} >> .terms tfoot`);
}

/** One token, then on to the end, after a beginning of one's own. */
async function write(hand: Hand): Promise<void> {
  const { engine } = hand;
  await hand.tabTo(`${WRITING} >> #prompt`);
  await engine.press("Control+a");
  await engine.type("뷁");
  await hand.tabTo(`${WRITING} >> .leave`);
  await engine.press("Enter");
  await hand.tabTo(`${WRITING} >> .symbols button:nth-of-type(5)`);
  await engine.press("Enter");
  await hand.see(`${WRITING} >> .text .next`);
  await hand.tabTo(`${WRITING} >> .actions button:nth-of-type(1)`);
  await engine.press("Enter");
  await hand.see(`${WRITING} >> .why`);
  const [first = ""] = await engine.evaluate(textsWritten);
  await hand.tabTo(`${WRITING} >> .actions button:nth-of-type(2)`);
  await engine.press("Enter");
  // What was written is announced when the models rest.
  await hand.see(`${WRITING} >> [role=status]`, ({ text }) => text.length > 3 * first.length);
  const texts = await engine.evaluate(textsWritten);
  expect(texts).toHaveLength(3);
  expect(texts[0]).not.toBe(texts[1]);
}

async function saveAndReadBack(hand: Hand): Promise<void> {
  await hand.tabTo(`${FILE} >> .part:nth-of-type(2) button`);
  await hand.engine.press("Enter");
  const { text } = await hand.see(`${FILE} >> [role=status]`, (seen) => seen.text.includes(".safetensors"));
  const name = /heads-up-\S+?\.safetensors/.exec(text)?.[0] ?? "";
  expect((await hand.saved(name)).length).toBeGreaterThan(1000);
  const { session } = await hand.engine.evaluate(labRests, 0);
  // No driver reaches the system's own file dialog, which the button opens.
  await hand.choose(`${FILE} >> input[type=file]`, path.join(hand.engine.saved, name));
  await hand.see(`${FILE} >> [role=status]`, (seen) => seen.text !== text && seen.text.includes(name));
  const read = await hand.engine.evaluate(labRests, 0);
  expect(read.session).toBeGreaterThan(session);
  expect(read.notice).not.toBe("");
}

async function openTheBlock(hand: Hand): Promise<void> {
  await hand.tabTo(`${FILE} >> .main`, "Shift+Tab");
  await hand.engine.press("Enter");
  expect(await hand.engine.evaluate(arrived)).toBe("");
  const lesson = (): Promise<{ step: string; words: number; own: boolean }> =>
    hand.engine.evaluate(() => {
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
