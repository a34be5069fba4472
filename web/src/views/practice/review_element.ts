/**
 * Three questions about what was answered some hours ago, one at a time, with other numbers. Each may be skipped; at the end
 * it shows which were right at the first try, with links to the steps of the others.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { type ReviewItem, reviewItems } from "../../lessons/practice/review.js";
import { readableAnswer, readableExpected } from "../../lessons/questions/answers.js";
import { judge } from "../../lessons/questions/judge.js";
import type { Answer } from "../../lessons/questions/question.js";
import type { Core } from "../../module/page_entry.js";
import { isReviewDue } from "../../store/kept/kept_object.js";
import {
  keepPractised,
  type Practised,
  practised,
  putReviewOff,
  REVIEW_AFTER_MS,
  REVIEWED,
} from "../../store/kept/kept_practice.js";
import { fill } from "../../words/number_text.js";
import { stepTitle } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { type Attempt, askTemplate, feedbackTemplate, isSettled } from "../questions/feedback_template.js";
import { controlTemplate, emptyAnswer, rightAnswer } from "../questions/question_controls.js";
import { questionStyles } from "../questions/question_styles.js";

/** How a question ended: right at the first try, right at a later one, not right, or skipped. */
type Outcome = "right" | "retried" | "wrong" | "skipped";

export class ReviewElement extends LitElement {
  static override properties = reactive<ReviewElement>("words", "core", "attempt", "outcomes");
  declare words: WholeWords;
  declare core: Core;
  declare attempt: Attempt;
  /** The outcomes of the questions so far; the next question is shown. */
  declare outcomes: readonly Outcome[];
  #items: readonly ReviewItem[] = [];

  static override styles = [
    base,
    questionStyles,
    css`
      .from { font-size: 13px; color: var(--hu-muted); }
      .ends { list-style: none; padding: 0; max-width: none; }
      .ends li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; min-height: 44px; }
      .ends b { min-width: 5em; font-weight: 600; }
      .ends button, .done { min-height: 44px; color: var(--hu-accent); }
    `,
  ];

  constructor() {
    super();
    this.attempt = { answer: undefined, tries: 0 };
    this.outcomes = [];
  }

  get #item(): ReviewItem | undefined {
    return this.#items[this.outcomes.length];
  }

  /** The questions are chosen once, when the sheet opens. From then on the review is not offered again for some hours. */
  override connectedCallback(): void {
    super.connectedCallback();
    const now = Date.now();
    const answers = practised();
    const due = answers.filter(({ at }) => !(at > now - REVIEW_AFTER_MS));
    const latest = Math.max(0, ...answers.map(({ at }) => at));
    this.#items = reviewItems(this.core, due, REVIEWED, `review ${latest}`);
    if (isReviewDue(now)) putReviewOff(now);
    this.#begin();
  }

  #begin(): void {
    const item = this.#item;
    this.attempt = { answer: item && emptyAnswer(item.question), tries: 0 };
  }

  override render(): TemplateResult {
    const { words, attempt } = this;
    const texts = words.questions;
    const item = this.#item;
    if (this.#items.length === 0) return html`<p>${texts.review.none}</p>`;
    if (!item) return this.#end();
    const { question } = item;
    const settled = isSettled(attempt);
    const place = fill(texts.place, { n: this.outcomes.length + 1, count: this.#items.length });
    return html`<p class="nth">${place}</p>
      <p class="from">${texts.review.fresh} ${this.#nameOf(item)}</p>
      ${askTemplate(texts, question)}
      <form>
        <fieldset ?disabled=${settled}>
          ${controlTemplate({
            words: texts,
            question,
            answer: attempt.answer,
            wrong: attempt.verdict?.wrong ?? [],
            settled,
            give: this.#onGive,
          })}
          ${settled ? nothing : html`<button class="check" @click=${this.#onCheck}>${texts.check}</button>`}
        </fieldset>
      </form>
      <div role="status">${feedbackTemplate(texts, question, attempt)}</div>
      <p class="after">
        ${settled ? html`<button class="onward" @click=${this.#onNext}>${this.#isLast ? texts.review.finish : texts.next}</button>` : nothing}
        ${settled || !attempt.verdict ? nothing : html`<button @click=${this.#onReveal}>${texts.reveal}</button>`}
        ${settled ? nothing : html`<button class="skip" @click=${this.#onNext}>${texts.review.skip}</button>`}
      </p>`;
  }

  get #isLast(): boolean {
    return this.outcomes.length + 1 === this.#items.length;
  }

  #nameOf({ lesson, step }: ReviewItem): string {
    return `${this.words.lessons[lesson].title} · ${stepTitle(this.words, step)}`;
  }

  #end(): TemplateResult {
    const { review } = this.words.questions;
    const right = this.outcomes.filter((outcome) => outcome === "right").length;
    return html`<p class="ask" tabindex="-1">${fill(review.result, { right, count: this.#items.length })}</p>
      <ul class="ends">${this.#items.map((item, i) => {
        const outcome = this.outcomes[i] ?? "skipped";
        return html`<li><b>${review[outcome]}</b> ${this.#nameOf(item)}
          ${outcome === "right" ? nothing : html`<button @click=${() => this.#goTo(item)}>${review.go}</button>`}</li>`;
      })}</ul>
      <p><button class="done" @click=${() => this.dispatchEvent(new CustomEvent("sheet-end"))}>${review.done}</button></p>`;
  }

  #goTo({ lesson, step }: ReviewItem): void {
    this.dispatchEvent(new CustomEvent("place-choose", { detail: { lesson, step: step.id } }));
  }

  readonly #onGive = (answer: Answer): void => {
    this.attempt = { ...this.attempt, answer, unread: false };
  };

  readonly #onCheck = (event: Event): void => {
    event.preventDefault();
    const { answer, tries } = this.attempt;
    const item = this.#item;
    if (!item) return;
    const verdict = answer === undefined ? undefined : judge(item.question, answer);
    if (answer === undefined || !verdict) {
      this.attempt = { ...this.attempt, unread: true };
      return;
    }
    this.attempt = { answer, tries: tries + 1, verdict };
    this.#report(item, answer, verdict.right, tries + 1);
    if (verdict.right) void this.#focus(".onward");
  };

  #report({ lesson, step, question }: ReviewItem, answer: Answer, right: boolean, tries: number): void {
    const kept: Practised = { lesson, step: step.id, question: question.key, at: Date.now(), right };
    if (tries === 1) keepPractised(kept);
    const detail = {
      ...{ lesson, step: step.id, question: `review:${question.key}`, kind: question.kind, right, tries },
      ...{ answer: readableAnswer(question, answer), expected: readableExpected(question) },
    };
    this.dispatchEvent(new CustomEvent("sheet-answer", { detail }));
  }

  readonly #onReveal = (): void => {
    const item = this.#item;
    if (item) this.attempt = { ...this.attempt, answer: rightAnswer(item.question), shown: true };
    void this.#focus(".onward");
  };

  readonly #onNext = (): void => {
    const { verdict, tries } = this.attempt;
    const right = tries === 1 ? "right" : "retried";
    const outcome = !verdict ? "skipped" : verdict.right ? right : "wrong";
    this.outcomes = [...this.outcomes, outcome];
    this.#begin();
    void this.#focus(".ask");
  };

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }
}
