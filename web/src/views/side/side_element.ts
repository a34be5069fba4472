/**
 * The panel beside the stage: what happens and why, the formula, the PyTorch lines with the current ones marked, and the
 * shapes.
 */

import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { tensorsOf } from "../../draw/operand.js";
import type { Focus, StageStep, Tokens } from "../../draw/picture.js";
import { stepOf } from "../../draw/tensor_view.js";
import type { Theme } from "../../draw/theme.js";
import { figureOf, type NoteKey } from "../../lessons/asides.js";
import { codeOf } from "../../lessons/code.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { Refusal } from "../../module/errors.js";
import type { Trace } from "../../module/types.js";
import type { CodeWindow } from "../../operations/operation.js";
import { formulaOf, stageStep } from "../../operations/operations.js";
import type { BesideStage } from "../../store/beside_stage.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import { format } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import { codeLine, richText, stepSentence } from "../../words/rich_text.js";
import type { StepWords, Words } from "../../words/words.js";
import { act } from "../common/act.js";
import { reactive } from "../common/reactive.js";
import { reveal } from "../common/reveal.js";
import { shapeTemplate } from "../common/shape_template.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { waitToUpdate } from "../common/update_queue.js";
import type { QuestionsElement } from "../questions/questions_element.js";
import {
  hasSwitch,
  trainedTemplate,
  type WeightsKind,
  weightsSwitch,
  weightsTemplate,
} from "./weights_template.js";

const NOTES: readonly NoteKey[] = ["note", "note2"];

export function formulaTemplate(
  words: Words,
  trace: Trace,
  stage: StageStep,
): TemplateResult | typeof nothing {
  const formula = formulaOf(trace, stage);
  return formula
    ? html`<div class="formula" role="group"
        aria-label=${words.app.formula}>${unsafeHTML(`<math
        display="block">${formula}</math>`)}</div>`
    : nothing;
}

export const formulaStyles = css`
  .formula { margin: 6px 0; overflow-x: auto; overflow-y: hidden; font-size: 20px; padding: 2px 0; }
  /* On Linux "math" may be a sans font whose constants leave subscripts on the baseline. */
  .formula math { display: inline math; font-family: "Cambria Math", "STIX Two Math", "Noto Sans CJK KR", math; }
  /* A brace grows only in a font with brace pieces, which Korean sans fonts lack. */
  .formula mo[fence] { font-family: "Cambria Math", "STIX Two Math", "DejaVu Math TeX Gyre", math; }
  @container heads-up (max-width: 519px) { .formula { font-size: 17px; } }
  .formula .matrix { font-weight: 700; }
  .formula .name { font-family: var(--hu-mono); font-size: 0.75em; }
  .formula .shape { font-size: 0.65em; }
  .formula mtd { padding-inline: 0.2em; text-align: left; }
`;

export class SideElement extends LitElement {
  @reactive words!: Words;
  /** Whether the questions, the figures and their words are there. */
  @reactive isReady!: boolean;
  /** Why they could not be loaded. */
  @reactive missing!: Refusal | undefined;
  @reactive trace!: Trace;
  @reactive step!: LessonStep;
  /** In a lecture only these parts, each in large type; undefined elsewhere. */
  @reactive lecture!: BesideStage | undefined;
  /** The step's number, from 1, or the numbers of a fold. */
  @reactive number!: string;
  @reactive focused!: Focus;
  @reactive theme!: Theme;
  /** Whether questions are asked. */
  @reactive questions!: boolean;
  /** The step has not been played yet; its question opens. */
  @reactive waiting!: boolean;
  /** Where the weights come from; the script does not contain those of a file. */
  @reactive weights!: WeightsKind;
  /** The trained model's sentence on the stage; undefined for other weights. */
  @reactive trained!: TrainedSentence | undefined;
  /** Whether the lesson can show the trained model. */
  @reactive kinds!: readonly WeightsKind[];
  /** The words of the ids, if they are known. */
  @reactive tokens!: Tokens | undefined;
  /** Where the lesson's code can be changed. */
  @reactive codeUrl!: string | undefined;
  /** Whether the data may be changed. */
  @reactive data!: boolean;
  /** The open notes; a note draws its figure only while open. */
  @reactive opened: readonly NoteKey[] = [];
  /** Whether a question about the step is open, so that its result must not be shown. */
  @reactive asking!: boolean;

  #isScrolled = false;
  /** The step of the last update. */
  #shown: LessonStep | undefined;

  constructor() {
    super();
    this.addEventListener("scroll", () => {
      this.#isScrolled = true;
    });
  }

  static override styles = [
    base,
    axisColors,
    formulaStyles,
    css`
      /* Positioned, so that visually hidden content scrolls with it instead of stretching the page. */
      :host { display: block; position: relative; padding: 6px 24px 24px; overflow: auto; min-width: 0; }
      .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; min-height: 32px; }
      .chapter { margin: 0; font-size: 13px; color: var(--hu-muted); }
      /* So close that the formula, the code and the shapes are in view together on a laptop's screen. */
      h2 { margin: 0 0 6px; font-size: 20px; line-height: 1.3; font-weight: 600; }
      h2:focus { outline: none; }
      p { margin: 0 0 8px; max-width: 62ch; }
      h2 code, p code { font-size: 0.88em; }
      heads-up-questions { display: block; margin-bottom: 4px; }
      .awaited { border-block: 1px solid var(--hu-hairline); padding: 8px 0; color: var(--hu-muted); }
      .why, .tutorial { color: var(--hu-muted); }
      .compare { text-decoration: underline; text-underline-offset: 4px; min-height: 24px; }
      pre {
        margin: 0 -24px 6px;
        padding: 2px 0;
        overflow-x: auto;
        line-height: 1.65;
        tab-size: 2;
        border-block: 1px solid var(--hu-hairline);
      }
      pre code { display: inline-block; min-width: 100%; }
      .line {
        display: block;
        padding: 0 12px 0 21px;
        border-left: 3px solid transparent;
        white-space: pre;
        color: var(--hu-muted);
      }
      .line.now { border-left-color: var(--hu-accent); color: var(--hu-ink); background: var(--hu-blank); }
      .change { font-size: 13px; }
      .change a { color: var(--hu-accent); display: inline-block; min-height: 24px; text-underline-offset: 4px; }
      .weights { border-left: 3px solid var(--hu-hairline); padding-left: 12px; margin: 0 0 14px -15px; }
      .weights button { border: 1px solid var(--hu-muted); padding: 0 10px; }
      .weights [aria-pressed="true"] { border-color: var(--hu-accent); background: var(--hu-blank); }
      .trained p { margin-bottom: 10px; }
      .shapes {
        font-family: var(--hu-mono);
        font-size: 13px;
        line-height: 1.55;
        margin: 0 0 12px;
      }
      .shapes .tensor { color: var(--hu-muted); }
      .shape { white-space: nowrap; }
      /* In a lecture: the code breaks instead of scrolling, and a formula may be as wide as it is. */
      .class { display: flex; flex-direction: column; gap: 10px; min-height: 100%; }
      .class pre { white-space: pre-wrap; }
      .class .formula { font-size: 17px; margin: 0; }
      .class code { font-size: 14px; }
      .class .line { white-space: pre-wrap; overflow-wrap: anywhere; padding-block: 2px; }
      details { border-top: 1px solid var(--hu-hairline); padding: 8px 0; }
      summary { cursor: pointer; min-height: 24px; font-size: 16px; }
      details p { margin: 8px 0 4px; }
      @media (max-height: 760px) {
        :host { padding-top: 10px; }
        h2, p { margin-bottom: 6px; }
        .formula { font-size: 17px; }
      }
    `,
  ];

  /** The PyTorch lines of the step. */
  get code(): CodeWindow {
    return codeOf(this.trace, this.step.id);
  }

  readonly #onChange = (detail: MouseEvent): void => {
    this.dispatchEvent(new CustomEvent("code-change", { detail }));
  };

  /** The words of a new step are updated after its picture, and together with its formula and code. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && this.step !== this.#shown) await waitToUpdate("side");
    this.#shown = this.step;
    super.scheduleUpdate();
  }

  override render(): TemplateResult {
    const { step, words, lecture } = this;
    if (lecture) return this.#forClass(lecture);
    const chapters: Readonly<Record<string, string>> = words.chapters;
    // What the weights mean would answer the question.
    const { meaning, ...plain } = step;
    const said = this.asking && step.id !== "opening" ? plain : step;
    const say = (key: keyof StepWords): string | undefined => stepSentence(words, said, key);
    return html`
      <div class="top"><p class="chapter">${chapters[step.chapter] ?? step.chapter}</p><slot></slot></div>
      <h2>${this.number} · ${richText(say("title") ?? step.id)}</h2>
      ${hasSwitch(step) ? weightsSwitch(this) : nothing}
      <p>${richText(say("what") ?? "")}</p>
      ${this.questions && !this.isReady && !this.missing ? html`<p class="awaited" role="status">${words.app.questionAwaited}</p>` : this.#afterWhat(say)}
    `;
  }

  /** What the class reads from the last row: the question, the formula, and the lines of code that the stage plays. */
  #forClass({ question, formula, code }: BesideStage): TemplateResult {
    const now = this.code.current.flatMap((at) => this.code.code[at]?.replace(/ +#.*/, "") ?? []);
    return html`<div class="class">
      ${question ? this.#question() : nothing}
      ${formula ? formulaTemplate(this.words, this.trace, this.step.stage(this.trace)) : nothing}
      ${code && now.length > 0 ? codeTemplate(this.words, now, [...now.keys()]) : nothing}
    </div>`;
  }

  #question(): TemplateResult | typeof nothing {
    const { words, trace, step, tokens, focused, theme, waiting } = this;
    return this.questions && this.isReady
      ? html`<heads-up-questions .brief=${this.lecture !== undefined} .words=${words} .trace=${trace} .step=${step} .tokens=${tokens} .focused=${focused} .theme=${theme} .waiting=${waiting} .mayChange=${this.data}></heads-up-questions>`
      : nothing;
  }

  /**
   * The question, and what is below it. A question that comes after its step would move that, so it waits: only on a first visit
   * over a slow line, and for a moment.
   */
  #afterWhat(say: (key: keyof StepWords) => string | undefined): TemplateResult {
    const { step, words, missing } = this;
    const stage = step.stage(this.trace);
    const { code, current } = this.code;
    return html`${this.#question()}${this.questions && missing ? html`<p class="awaited" role="status">${problemText(words, missing)}</p>` : nothing}
      <p class="why">${richText(say("why") ?? "")}</p>
      <slot name="basis"></slot>
      <slot name="end"></slot>
      ${formulaTemplate(words, this.trace, stage)}
      ${code.length > 0 ? codeTemplate(words, code, current) : nothing}
      ${this.#shapes(stage)}
      ${code.length > 0 && this.codeUrl ? html`<p class="change"><a href=${this.codeUrl} @click=${this.#onChange}>${words.app.changeCode}</a></p>` : nothing}
      ${this.#inTutorial(stage)}
      ${step.id === "embedding" ? trainedTemplate(this) : nothing}
      ${step.id === "attention" && this.weights !== "file" ? weightsTemplate(this, stage) : nothing}
      ${NOTES.map((key) => this.#note(key, say(`${key}Title`), say(key), stage))}
      ${this.questions && this.isReady ? html`<heads-up-why .words=${words} .trace=${this.trace} .step=${step}></heads-up-why>` : nothing}
    `;
  }

  goToQuestion(): void {
    this.renderRoot.querySelector<QuestionsElement>("heads-up-questions")?.goToQuestion();
  }

  override updated(changed: PropertyValues<this>): void {
    // Only if it was scrolled, because setting scrollTop forces a layout of the whole page.
    if (!changed.has("step") || !this.#isScrolled) return;
    this.scrollTop = 0;
    this.#isScrolled = false;
  }

  /** The shapes that go in and the one that comes out, in the axes' colours. */
  #shapes(stage: StageStep): TemplateResult {
    const inputs = shapedInputs(this.trace, stage);
    const tensor = (
      s: Pick<StageStep, "name" | "label" | "axes" | "shape">,
      isShown = true,
    ): TemplateResult =>
      html`<span class="tensor">${s.label ?? s.name}</span> ${isShown ? shapeTemplate(s) : "?"}`;
    return html`<p class="shapes" role="group" aria-label=${this.words.app.shape}>
      ${inputs.map((input, i) => html`${i > 0 ? html`<br />` : nothing}${tensor(input)}`)}
      ${inputs.length > 0 ? html`<br />→ ` : nothing}${tensor(stage, !this.asking)}
    </p><heads-up-axes .words=${this.words} .tensors=${this.asking ? inputs : [...inputs, stage]}></heads-up-axes>`;
  }

  /** How PyTorch prints the step, and what the lesson's tutorial says differently. */
  #inTutorial(stage: StageStep): TemplateResult | typeof nothing {
    const { tutorials, app, own } = this.words;
    const { lesson } = this.trace.spec;
    const texts: Readonly<Record<string, string>> = tutorials[lesson];
    const tutorial = own ? undefined : texts[stage.name];
    const bits = stage.dtype === "bool" && app.trueAndFalse;
    if (this.asking || (!tutorial && !bits)) return nothing;
    const text = richText(format([bits, tutorial].filter(Boolean).join(" "), this.step.names ?? {}));
    return html`<p class="tutorial">${text} ${this.#unmaskedSource(stage)}</p>`;
  }

  /** The source's padding, masked here and not in the tutorial, or the other way round, one beside the other. */
  #unmaskedSource({ name }: StageStep): TemplateResult | typeof nothing {
    const { lesson, mask, padId } = this.trace.spec;
    const hasPadding = stepOf(this.trace, "ids").data.some((id: number) => id === padId);
    if (lesson !== "encoder-decoder" || name !== "attention" || !this.data || !hasPadding) return nothing;
    const id = mask?.padding ? "no_padding" : "padding";
    return html`<button class="compare"
      @click=${() => act(this, { type: "sheet", sheet: { kind: "compare", id } })}>${this.words.controls.compare}</button>`;
  }

  #note(
    key: NoteKey,
    title: string | undefined,
    text: string | undefined,
    stage: StageStep,
  ): TemplateResult | typeof nothing {
    if (!text) return nothing;
    return html`<details @toggle=${(event: Event) => this.#onToggle(key, event)}>
      <summary>${richText(title ?? this.words.app.note)}</summary><p>${richText(text)}</p>${this.#figure(key, stage)}
    </details>`;
  }

  #figure(key: NoteKey, stage: StageStep): TemplateResult | typeof nothing {
    const name = figureOf(this.step.words, key);
    // Figures belong to the built-in notes, not to those of a lesson file.
    if (this.words.own?.steps[this.step.id]?.[key] !== undefined) return nothing;
    if (!name || !this.opened.includes(key) || !this.isReady) return nothing;
    return html`<heads-up-aside .words=${this.words} .name=${name} .trace=${this.trace} .step=${stage}
      .focused=${this.focused} .theme=${this.theme}></heads-up-aside>`;
  }

  #onToggle(key: NoteKey, { target }: Event): void {
    const others = this.opened.filter((other) => other !== key);
    const note = target as HTMLDetailsElement;
    this.opened = note.open ? [...others, key] : others;
    if (note.open) void this.updateComplete.then(() => reveal(note));
  }
}

/** The inputs with the shapes that they have in the code: with heads, scores are filled where the bridge `masks` is set. */
export const shapedInputs = (trace: Trace, stage: StageStep): readonly StageStep[] =>
  tensorsOf(trace, stage)
    .slice(1)
    .map((input, i) => (i > 0 && stage.name === "masked_scores" && stageStep(trace, "masks")) || input);

/** The PyTorch lines of a step; those that the stage plays are marked, visibly and for screen readers. */
function codeTemplate(words: Words, code: readonly string[], current: readonly number[]): TemplateResult {
  const line = (given: string, i: number): TemplateResult => {
    const text = codeLine(words, given);
    const now = current.includes(i);
    return now
      ? html`<span class="line now" aria-current="step">${text || " "}</span>`
      : html`<span class="line">${text || " "}</span>`;
  };
  return html`<pre tabindex="0" role="group" aria-label=${words.app.code}><code lang="en"
    translate="no">${code.map(line)}</code></pre>`;
}
