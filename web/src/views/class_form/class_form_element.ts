/**
 * The class at the end of a lesson: first its forward function with gaps, whose answers are judged on the lesson's tensors,
 * then the whole class, in which each line links to its step.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { stepOf } from "../../draw/tensor_view.js";
import {
  classNameOf,
  gapsOf,
  judgeGap,
  maskNote,
  type OpenGap,
  passagesOf,
} from "../../lessons/class_form/gaps.js";
import type { ClassPart } from "../../lessons/offers.js";
import type { Answered } from "../../lessons/questions/answered.js";
import type { Rules } from "../../lessons/rules.js";
import type { GapName } from "../../module/py_torch/class_form/class_line.js";
import {
  type ClassForm,
  classForm,
  classScriptOf,
  classText,
} from "../../module/py_torch/class_form/class_script.js";
import { isReadable } from "../../module/readable.js";
import type { LessonName } from "../../module/types.js";
import { weightsOutsideScript } from "../../store/lesson_runner.js";
import { cellName, fill, realText } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { SheetElement } from "../sheets/sheet_element.js";
import { sheetStyles } from "../sheets/sheet_styles.js";
import { classFormStyles } from "./class_form_styles.js";
import { classTemplate } from "./class_template.js";
import { type Answers, gapsTemplate, type Verdicts } from "./gaps_template.js";

/** Typed answers, kept until the page is closed, so that going to a step does not lose them. */
const typed = new Map<LessonName, Answers>();

export class ClassFormElement extends SheetElement {
  static override properties = reactive<ClassFormElement>("rules", "answers", "verdicts", "copied");
  /** Whether code may be copied, and whether a line may lead to its step. */
  declare rules: Rules;
  declare answers: Answers;
  declare verdicts: Verdicts;
  declare copied: "copied" | "notCopied" | undefined;
  readonly #tries = new Map<GapName, number>();

  static override styles = [base, axisColors, sheetStyles, classFormStyles];

  constructor() {
    super();
    this.answers = {};
    this.verdicts = {};
  }

  get #lesson(): LessonName {
    return this.run.trace.spec.lesson;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("run");
    if (changed.has("run") && before?.trace !== this.run.trace) {
      this.answers = typed.get(this.#lesson) ?? {};
      this.verdicts = {};
    }
    if (changed.has("chosen")) this.copied = undefined;
  }

  override render(): TemplateResult {
    const { classForm: words, lessons, app } = this.words;
    const title = `${words.title} · ${lessons[this.#lesson].title}`;
    if (!this.core) return this.sheet(title, html`<p role="status">${app.computing}</p>`);
    const isWhole = this.chosen === "whole";
    const part = (id: ClassPart, name: string): TemplateResult =>
      html`<button class=${id} aria-current=${(id === "whole") === isWhole ? "true" : "false"}
        @click=${() => this.#go(id)}>${name}</button>`;
    return this.sheet(
      title,
      html`<nav aria-label=${words.title}>${part("gaps", words.gaps)}${part("whole", words.whole)}</nav>
        ${isWhole ? this.#whole() : this.#gaps()}`,
    );
  }

  #gaps(): TemplateResult {
    const { classForm: words } = this.words;
    const gaps = gapsOf(this.run.trace);
    const right = gaps.filter((gap) => this.verdicts[gap]?.right).length;
    const isDone = right === gaps.length;
    return html`<p>${richText(words.intro)}</p>
      ${gapsTemplate({
        words: this.words,
        passages: passagesOf(this.run.trace),
        answers: this.answers,
        verdicts: this.verdicts,
        type: this.#onType,
        enter: this.#onEnter,
      })}
      <div class="ways actions">
        ${
          isDone
            ? html`<button class="main onward" @click=${() => this.#go("whole")}>${words.onward}</button>`
            : html`<button class="main check" @click=${this.#onCheck}>${words.check}</button>
              <button class="reveal" @click=${this.#onReveal}>${words.reveal}</button>`
        }
        <p class="progress" role="status">${isDone ? `✓ ${words.done}` : fill(words.progress, { right, count: gaps.length })}</p>
      </div>`;
  }

  #whole(): TemplateResult {
    const { words, run } = this;
    const { classForm: texts } = words;
    const { spec } = run.trace;
    const readable = isReadable(run.trace);
    const form = classForm(spec, readable);
    const { steps: mayGo } = this.rules;
    return html`${mayGo ? html`<p>${texts.wholeIntro}</p>` : nothing}
      <div class="pair">
        ${classTemplate({ words, steps: mayGo ? run.steps : [], goTo: this.#goTo }, [...form.classes, form.calls])}
        <div class="beside">${this.#notes(form)}
          <div class="ways">
            ${
              this.rules.links
                ? html`<button class="copy-class" @click=${() => this.#copy(classText(form))}>${texts.copyClass}</button>
                  <button class="copy-script" @click=${() => this.#copy(classScriptOf(spec, readable))}>${texts.copyScript}</button>`
                : nothing
            }
            <button class="back" @click=${() => this.#go("gaps")}>${texts.back}</button>
            <p role="status">${this.copied ? texts[this.copied] : nothing}</p>
          </div>
        </div>
      </div>`;
  }

  /** Notes on what the class prints, and when the numbers differ. */
  #notes({ classes, result }: ClassForm): TemplateResult {
    const { classForm: words } = this.words;
    const { trace, weights } = this.run;
    const { name: step, shape, data } = stepOf(trace, result);
    const cell = cellName(
      step,
      shape.map(() => 0),
    );
    const name = classNameOf(classes.at(trace.spec.lesson === "transformer-block" ? 1 : -1) ?? []);
    return html`<p>${richText(fill(words.equal, { cell, value: realText(data[0] ?? Number.NaN) }))}</p>
      <p>${richText(fill(words.fresh, { name }))}</p>
      ${weightsOutsideScript(weights) ? html`<p>${richText(words.own)}</p>` : nothing}
      <p class="masked">${richText(words[maskNote(trace)])}</p>`;
  }

  #go(id: ClassPart): void {
    this.ask({ kind: "class", id });
  }

  readonly #goTo = (step: string): void => {
    this.dispatchEvent(new CustomEvent("step-choose", { detail: step }));
  };

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = "copied";
    } catch {
      this.copied = "notCopied";
    }
  }

  readonly #onType = (gap: GapName, text: string): void => {
    this.answers = { ...this.answers, [gap]: text };
    typed.set(this.#lesson, this.answers);
    // The feedback on a wrong answer stays while it is corrected. A right answer that is changed has to be checked again.
    if (this.verdicts[gap]?.right) this.verdicts = { ...this.verdicts, [gap]: undefined };
  };

  /** Judges one gap; after a right answer the focus goes to the next gap without one. */
  readonly #onEnter = (gap: GapName): void => {
    this.#judge([gap]);
    if (this.verdicts[gap]?.right) void this.#focusNext();
  };

  /** Judges the gaps that are filled in; if none is, all of them are reported as empty. */
  readonly #onCheck = (): void => {
    const gaps = this.#openGaps.map(({ gap }) => gap);
    const filled = gaps.filter((gap) => this.answers[gap]?.trim());
    this.#judge(filled.length > 0 ? filled : gaps);
    void this.#focusNext();
  };

  readonly #onReveal = (): void => {
    const shown = this.#openGaps.filter(({ gap }) => !this.verdicts[gap]?.right);
    this.answers = { ...this.answers, ...Object.fromEntries(shown.map(({ gap, right }) => [gap, right])) };
    typed.set(this.#lesson, this.answers);
    this.#judge(
      shown.map(({ gap }) => gap),
      false,
    );
    void this.#focusNext();
  };

  /** The gaps to fill in, in the order of the lines. */
  get #openGaps(): readonly OpenGap[] {
    const parts = passagesOf(this.run.trace).flatMap(({ lines }) => lines.flatMap((line) => line.parts));
    return parts.filter((part): part is OpenGap => typeof part !== "string" && !part.isEcho);
  }

  #judge(gaps: readonly GapName[], isReported = true): void {
    const { core, run } = this;
    if (!core) return;
    const judged = gaps.map((gap) => [gap, judgeGap(core, run.trace, gap, this.answers[gap] ?? "")] as const);
    this.verdicts = { ...this.verdicts, ...Object.fromEntries(judged) };
    for (const [gap, { right, ...verdict }] of judged)
      if (isReported && !("feedback" in verdict && verdict.feedback === "empty")) this.#report(gap, right);
  }

  #report(gap: GapName, right: boolean): void {
    const tries = (this.#tries.get(gap) ?? 0) + 1;
    this.#tries.set(gap, tries);
    const openGap = this.#openGaps.find((other) => other.gap === gap);
    const detail: Answered = {
      lesson: this.#lesson,
      step: this.step.id,
      question: `class:${gap}`,
      kind: "gap",
      right,
      answer: this.answers[gap] ?? "",
      expected: openGap?.right ?? "",
      tries,
    };
    this.dispatchEvent(new CustomEvent("sheet-answer", { detail }));
  }

  async #focusNext(): Promise<void> {
    const next = this.#openGaps.find(({ gap }) => !this.verdicts[gap]?.right);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(next ? `#${next.gap}` : ".onward")?.focus();
  }
}
