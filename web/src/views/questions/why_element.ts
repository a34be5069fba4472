/**
 * "Why?" in the learner's own words. What is written is compared with a model answer: the learner ticks the points that it
 * makes, and nothing is graded. It is stored on the device at every key press, so a reload or another language loses nothing.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { LessonStep } from "../../lessons/lesson.js";
import { asksWhy, WHY, WHY_POINTS, type WhyPoint } from "../../lessons/questions/whys.js";
import type { LessonName, Trace } from "../../module/types.js";
import { type KeptWhy, keepWhy, keptWhy, whereKept } from "../../store/kept/kept_practice.js";
import { richText } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { reveal } from "../common/reveal.js";
import { base } from "../common/styles.js";
import type { QuestionWish } from "./question_stage.js";
import { questionStyles } from "./question_styles.js";

/** A few sentences; more would not fit in what an LMS keeps. */
const LONGEST = 1000;

export class WhyElement extends LitElement {
  @reactive words!: WholeWords;
  @reactive trace!: Trace;
  @reactive step!: LessonStep;
  @reactive kept!: KeptWhy;
  @reactive open = false;
  /** The learner wanted to compare before having written anything. */
  @reactive isEmpty!: boolean;
  /** The model answer is shown. */
  @reactive isCompared!: boolean;

  static override styles = [
    base,
    questionStyles,
    css`
      .yours { display: block; font-size: 13px; color: var(--hu-muted); }
      textarea {
        display: block;
        width: 100%;
        min-height: 84px;
        margin: 4px 0 8px;
        padding: 8px 10px;
        font: inherit;
        font-size: 16px;
        color: var(--hu-ink);
        background: var(--hu-paper);
        border: 1px solid var(--hu-muted);
        border-radius: 4px;
        resize: vertical;
      }
      .model { border-left: 3px solid var(--hu-accent); padding-left: 12px; margin: 12px 0; }
      h3 { margin: 0 0 4px; font-size: 13px; font-weight: 600; color: var(--hu-muted); }
      h3:focus { outline: none; }
      fieldset { margin: 0 0 4px; }
      legend { padding: 0; font-size: 16px; font-weight: 600; }
      .points { display: grid; gap: 2px; margin: 4px 0 8px; }
      .points label { display: flex; align-items: baseline; gap: 10px; padding: 6px 8px 6px 0; min-height: 36px; cursor: pointer; }
      .points input { accent-color: var(--hu-accent); width: 16px; height: 16px; margin: 0; flex: none; translate: 0 2px; }
    `,
  ];

  get #lesson(): LessonName {
    return this.trace.spec.lesson;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const isOtherStep = changed.has("step") && changed.get("step")?.id !== this.step.id;
    const isOtherLesson = changed.has("trace") && changed.get("trace")?.spec.lesson !== this.#lesson;
    if (!isOtherStep && !isOtherLesson) return;
    this.kept = keptWhy(this.#lesson);
    this.open = false;
    this.isEmpty = false;
    this.isCompared = this.kept.tries > 0;
  }

  override render(): TemplateResult | typeof nothing {
    const { words, step, kept } = this;
    if (!asksWhy(this.#lesson, step)) return nothing;
    const { why } = words.questions;
    return html`<details .open=${this.open} @toggle=${this.#onToggle} lang=${words.language.code}>
      <summary>${why.heading} <span class="count">${kept.tries > 0 ? `✓ ${why.compared}` : nothing}</span></summary>
      ${this.open ? this.#asking(words) : nothing}
    </details>`;
  }

  #asking({ questions }: WholeWords): TemplateResult {
    const { kept, isCompared } = this;
    const { why, whys } = questions;
    return html`<p class="ask">${richText(whys[this.#lesson].ask)}</p>
      <label class="yours">${why.yours}
        <textarea maxlength=${LONGEST} aria-describedby="kept" .value=${kept.text} @input=${this.#onInput}></textarea></label>
      <p id="kept" class="hint">${why[whereKept()]}</p>
      <button class="check" @click=${this.#onCompare}>${why.compare}</button>
      ${isCompared ? nothing : html`<button class="skip" @click=${this.#onSkip}>${why.skip}</button>`}
      <div role="status">${this.isEmpty ? html`<p>${why.empty}</p>` : nothing}</div>
      ${isCompared ? this.#model(questions) : nothing}`;
  }

  #model({ why, whys }: WholeWords["questions"]): TemplateResult {
    const { model, points } = whys[this.#lesson];
    const { kept } = this;
    return html`<section class="model" aria-labelledby="model">
        <h3 id="model" tabindex="-1">${why.model}</h3>
        <p>${richText(model)}</p>
      </section>
      <fieldset class="said" aria-describedby="own">
        <legend>${why.points}</legend>
        <div class="points">
          ${WHY_POINTS.map(
            (point) => html`<label><input type="checkbox" .checked=${kept.points.includes(point)}
              @change=${() => this.#onPoint(point)}><span>${richText(points[point])}</span></label>`,
          )}
        </div>
      </fieldset>
      <p id="own" class="hint">${why.own}</p>`;
  }

  #keep(change: Partial<KeptWhy>): void {
    this.kept = { ...this.kept, ...change };
    keepWhy(this.#lesson, this.kept);
  }

  readonly #onToggle = ({ target }: Event): void => {
    this.open = (target as HTMLDetailsElement).open;
    if (this.open) void this.updateComplete.then(() => reveal(this));
  };

  readonly #onInput = ({ target }: Event): void => {
    this.isEmpty = false;
    this.#keep({ text: (target as HTMLTextAreaElement).value });
  };

  readonly #onPoint = (point: WhyPoint): void => {
    const { points } = this.kept;
    this.#keep({ points: WHY_POINTS.filter((other) => (other === point) !== points.includes(other)) });
  };

  readonly #onSkip = (): void => {
    this.open = false;
  };

  readonly #onCompare = async (): Promise<void> => {
    const answer = this.kept.text.trim();
    this.isEmpty = answer === "";
    if (this.isEmpty) return;
    this.isCompared = true;
    this.#keep({ tries: this.kept.tries + 1 });
    const expected = this.words.questions.whys[this.#lesson].model;
    const { tries } = this.kept;
    const asked = { lesson: this.#lesson, step: this.step.id, question: WHY, kind: "text" };
    const detail: QuestionWish = { answered: { ...asked, right: true, answer, expected, tries } };
    this.dispatchEvent(new CustomEvent("question-wish", { detail, bubbles: true, composed: true }));
    await this.updateComplete;
    const model = this.renderRoot.querySelector<HTMLElement>("#model");
    model?.focus({ preventScroll: true });
    model?.closest("section")?.scrollIntoView({ block: "nearest" });
  };
}
