/**
 * What is printed: the step on the stage, or a whole lesson as a handout. Each step has its picture, a sentence, its formula and
 * its line of code, and a question with room to write. In a handout the questions come after all pictures, which would answer
 * them, and the answers last. Everything is drawn at once, because printing does not wait.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { tokensOf } from "../../draw/names.js";
import { highlight } from "../../draw/overlay.js";
import type { Focus, Picture } from "../../draw/picture.js";
import { type Palette, paletteOf, printed } from "../../draw/theme.js";
import { codeOf } from "../../lessons/code.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { questionsOf } from "../../lessons/questions/questions.js";
import type { Explanation } from "../../module/types.js";
import { draw } from "../../operations/operations.js";
import { newAttempt } from "../../store/attempt.js";
import { coreOfTraces, loadedModule, type Run } from "../../store/lesson_runner.js";
import { tokenTextsOf } from "../../store/lesson_words.js";
import { richText, stepSentence, stepTitle } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { paperTemplate, type QuestionModel } from "../questions/question_template.js";
import { questionText, withOwn } from "../questions/question_words.js";
import { formulaStyles, formulaTemplate } from "../side/side_element.js";
import { printedSvg } from "./printed_svg.js";

/** A4 and Letter within margins of 15 mm are at least this wide, in CSS pixels. */
const WIDTH = 680;
/** Enough for whole tables of eight rows; what a picture leaves empty is not printed. */
const HEIGHT = 400;

export interface HandoutModel {
  readonly words: WholeWords;
  readonly language: string;
  readonly run: Run;
  readonly focus: Focus;
  /** The step that is printed, its moment, and the number that is open; undefined for the whole lesson. */
  readonly only:
    | { readonly step: LessonStep; readonly t: number; readonly lit: Explanation | undefined }
    | undefined;
}

export class HandoutElement extends LitElement {
  static override styles = [
    base,
    axisColors,
    formulaStyles,
    css`
      :host { display: block; font-size: 14px; line-height: 1.45; }
      section, article { break-inside: avoid; margin-bottom: 7mm; }
      .asked { columns: 2; column-gap: 8mm; }
      h2 { margin: 0; font-size: 16px; }
      p { margin: 1mm 0; }
      svg { display: block; width: 100%; height: auto; margin: 2mm 0; font-variant-numeric: tabular-nums; }
      .under { display: flex; gap: 8mm; align-items: start; }
      .under > * { flex: 1 1 0; min-width: 0; }
      .formula { font-size: 16px; margin: 0; }
      pre { margin: 2mm 0 0; font-size: 12px; white-space: pre-wrap; }
      ul { list-style: "☐  "; margin: 1mm 0; padding-left: 6mm; }
      .cell { columns: 2; }
      .given { display: flex; flex-wrap: wrap; gap: 0 3mm; font-size: 12px; }
      .room { border-bottom: 1px solid var(--hu-muted); height: 8mm; }
      ::slotted(*) { position: static; max-width: none; }
    `,
  ];
  @reactive model!: HandoutModel;

  override render(): TemplateResult {
    const { only, run } = this.model;
    const theme = paletteOf(printed);
    if (only) return this.#step(only.step, theme, this.#question(only.step));
    const asked = run.steps.flatMap((step) => {
      const question = this.#question(step);
      return question ? [{ title: this.#title(step), question }] : [];
    });
    const { words } = this.model;
    return html`${run.steps.map((step) => this.#step(step, theme, undefined))}
      <div class="asked">
        ${asked.map(({ title, question }) => html`<article><h2>${title}</h2>${onPaper(question)}</article>`)}
      </div>
      <div class="answers"><h2>${words.questions.shown}</h2>
        ${asked.map(({ title, question }) => html`<p><b>${title}</b> ${rightAnswer(question)}</p>`)}</div>`;
  }

  #title(step: LessonStep): TemplateResult {
    const { words, run } = this.model;
    const number = run.steps.findIndex(({ id }) => id === step.id) + 1;
    return html`${number} · ${richText(stepSentence(words, step, "title") ?? "")}`;
  }

  #step(step: LessonStep, theme: Palette, question: QuestionModel | undefined): TemplateResult {
    const { words, run, only } = this.model;
    const formula = formulaTemplate(words, run.trace, step.stage(run.trace));
    const { code, current } = codeOf(run.trace, step.id);
    const played = current.flatMap((at) => code[at] ?? []).join("\n");
    const say = (key: "what" | "why"): TemplateResult => richText(stepSentence(words, step, key) ?? "");
    return html`<section>
      <h2>${this.#title(step)}</h2>
      <p>${say("what")}</p>
      ${this.#picture(step, theme)}
      <slot></slot>
      ${only ? html`<p>${say("why")}</p>` : nothing}
      <div class="under">
        <div>${formula}${played ? html`<pre><code lang="en">${played}</code></pre>` : nothing}</div>
        ${question ? html`<div>${onPaper(question)}</div>` : nothing}
      </div>
    </section>`;
  }

  #picture(step: LessonStep, theme: Palette): Element {
    const { words, language, run, focus, only } = this.model;
    const { trace } = run;
    const input = { hu: coreOfTraces(), trace, step: step.stage(trace), focus, theme };
    const tokens = tokenTextsOf(run, words);
    const picture: Picture = draw(
      { ...input, width: WIDTH, height: HEIGHT, tokens, terms: words.terms },
      only?.t ?? 1,
    );
    const lit = only?.lit && highlight(picture, only.lit, only.lit.terms, theme);
    return printedSvg(lit ?? picture, { title: stepTitle(words, step), desc: "", lang: language });
  }

  #question(step: LessonStep): QuestionModel | undefined {
    const { words: all, run } = this.model;
    const hu = loadedModule();
    const builtIn = hu ? questionsOf(hu, run.trace, step) : [];
    const [question] = step.questions?.(run.trace, builtIn) ?? builtIn;
    if (!question) return undefined;
    const { trace } = run;
    const tokens = tokenTextsOf(run, all);
    return {
      ...{ words: withOwn(all.questions, all.own), question, attempt: newAttempt(question), theme: printed },
      namesOf: ({ letter, sentence }) =>
        tokensOf({ trace, tokens, focus: { batch: sentence, head: 0 } }, letter),
      columnNames: (tensor) => tokens?.numbers?.[tensor]?.at(-1)?.names,
    };
  }
}

/** A question, with lines to write on where there is nothing to tick. */
function onPaper(model: QuestionModel): TemplateResult {
  const isTicked = ["choice", "cell"].includes(model.question.kind);
  return html`${paperTemplate(model)}${isTicked ? nothing : html`<div class="room"></div>`}`;
}

const rightAnswer = ({ words, question, namesOf }: QuestionModel): TemplateResult =>
  richText(questionText(words, question, "right", namesOf));
