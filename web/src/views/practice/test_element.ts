/**
 * The test before or after the course: eight items, one at a time, without feedback. At its end it shows both sittings
 * side by side, to be saved as a file; nothing is sent. An interrupted test continues where it was left.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { CONCEPTS, type Sitting, type TestItem, testItems } from "../../lessons/practice/test.js";
import { readableAnswer, readableExpected } from "../../lessons/questions/answers.js";
import { judge } from "../../lessons/questions/judge.js";
import type { Answer } from "../../lessons/questions/question.js";
import type { Core } from "../../module/page_entry.js";
import {
  gainOf,
  isComplete,
  keepTest,
  keptTests,
  resultsCsv,
  resultsJson,
  rightIn,
  type TestResult,
  type TestResults,
} from "../../store/kept/kept_tests.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { saveFile } from "../common/save_file.js";
import { base } from "../common/styles.js";
import { askTemplate, unreadTemplate } from "../questions/feedback_template.js";
import { controlTemplate, emptyAnswer } from "../questions/question_controls.js";
import { questionStyles } from "../questions/question_styles.js";
import { questionText } from "../questions/question_words.js";

export class TestElement extends LitElement {
  static override properties = reactive<TestElement>(
    "words",
    "core",
    "sitting",
    "results",
    "answer",
    "isUnread",
  );
  declare words: WholeWords;
  declare core: Core;
  declare sitting: Sitting;
  declare results: TestResults;
  declare answer: Answer | undefined;
  declare isUnread: boolean;
  #items: readonly TestItem[] = [];

  static override styles = [
    base,
    questionStyles,
    css`
      table { border-collapse: collapse; margin: 8px 0 12px; }
      th, td { text-align: start; font-weight: 400; padding: 6px 20px 6px 0; border-bottom: 1px solid var(--hu-hairline); }
      thead th, tfoot :is(th, td) { font-weight: 600; }
      .choices code { overflow-wrap: anywhere; }
      .ways { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 12px; }
      .ways button { border: 1px solid var(--hu-muted); min-height: 44px; padding: 0 16px; }
    `,
  ];

  constructor() {
    super();
    this.results = {};
    this.isUnread = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.results = keptTests();
    this.#items = testItems(this.core, this.sitting);
    this.#begin();
  }

  get #result(): TestResult | undefined {
    return this.results[this.sitting];
  }

  get #item(): TestItem | undefined {
    return this.#items[this.#result?.answers.length ?? 0];
  }

  #begin(): void {
    this.answer = this.#item && emptyAnswer(this.#item.question);
    this.isUnread = false;
  }

  override render(): TemplateResult {
    const words = this.words.questions;
    const item = this.#item;
    if (!item) return this.#end();
    const { question } = item;
    const place = fill(words.place, {
      n: (this.#result?.answers.length ?? 0) + 1,
      count: this.#items.length,
    });
    return html`<p class="hint">${words.test.intro}</p>
      <p class="nth">${place}</p>
      ${askTemplate(words, question)}
      <form>
        <fieldset>
          ${controlTemplate({
            words,
            question,
            answer: this.answer,
            wrong: [],
            settled: false,
            give: this.#onGive,
          })}
          <button class="check" @click=${this.#onCheck}>${words.test.answer}</button>
        </fieldset>
      </form>
      <div role="status">${this.isUnread ? unreadTemplate(words, question, this.answer) : nothing}</div>
      <p class="after"><button class="skip" @click=${() => this.#keep(item, undefined, false)}>${words.test.unknown}</button></p>`;
  }

  #end(): TemplateResult {
    const { test } = this.words.questions;
    const { pre, post } = this.results;
    const gain = gainOf(this.results)?.right;
    const mark = (result: TestResult | undefined, at: number): string => {
      const answer = result?.answers[at];
      return answer ? (answer.right ? test.right : test.wrong) : "–";
    };
    const sum = (result: TestResult | undefined): string =>
      isComplete(result) ? `${rightIn(result)} / ${CONCEPTS.length}` : "–";
    return html`<p class="ask" tabindex="-1">${fill(test.result, { right: rightIn(this.#result), count: CONCEPTS.length })}
        ${gain === undefined ? nothing : fill(test.gain, { gain: gain > 0 ? `+${gain}` : String(gain).replace("-", "−") })}</p>
      <table>
        <thead><tr><th scope="col">${test.concept}</th><th scope="col">${test.pre}</th><th scope="col">${test.post}</th></tr></thead>
        <tbody>${CONCEPTS.map(
          (id, at) =>
            html`<tr><th scope="row">${richText(test.concepts[id])}</th><td>${mark(pre, at)}</td><td>${mark(post, at)}</td></tr>`,
        )}</tbody>
        <tfoot><tr><th scope="row">${test.sum}</th><td>${sum(pre)}</td><td>${sum(post)}</td></tr></tfoot>
      </table>
      ${this.sitting === "post" ? this.#solutions() : nothing}
      <div class="ways">
        <button class="json" @click=${() => this.#save("json", resultsJson(this.results))}>${test.json}</button>
        <button class="csv" @click=${() => this.#save("csv", resultsCsv(this.results))}>${test.csv}</button>
        <button class="anew" @click=${this.#onAnew}>${test.anew}</button>
      </div>
      <p class="hint">${test.kept}</p>`;
  }

  /** The solutions of the wrongly answered items, after the second sitting only, so that the first gives nothing away. */
  #solutions(): TemplateResult | typeof nothing {
    const words = this.words.questions;
    const wrong = this.#items.filter((_, at) => this.#result?.answers[at]?.right === false);
    if (wrong.length === 0) return nothing;
    return html`<h3>${words.test.solutions}</h3>
      <ul>${wrong.map(({ question }) => html`<li>${richText(questionText(words, question, "right"))}</li>`)}</ul>`;
  }

  /** The byte order mark makes spreadsheets read the text as UTF-8. */
  #save(kind: "json" | "csv", text: string): void {
    const type = kind === "json" ? "application/json" : "text/csv;charset=utf-8";
    saveFile(`heads-up-test.${kind}`, new Blob([kind === "csv" ? "\ufeff" : "", text], { type }));
  }

  readonly #onGive = (answer: Answer): void => {
    this.answer = answer;
    this.isUnread = false;
  };

  readonly #onCheck = (event: Event): void => {
    event.preventDefault();
    const { answer } = this;
    const item = this.#item;
    const verdict = item && answer !== undefined ? judge(item.question, answer) : undefined;
    this.isUnread = !verdict;
    if (item && verdict) this.#keep(item, answer, verdict.right);
  };

  #keep({ id, lesson, step, question }: TestItem, answer: Answer | undefined, right: boolean): void {
    const given = answer === undefined ? null : readableAnswer(question, answer);
    const expected = readableExpected(question);
    const { date = new Date().toISOString(), answers = [] } = this.#result ?? {};
    this.#change({ date, answers: [...answers, { id, given, expected, right }] });
    const asked = { lesson, step, question: `${this.sitting}:${id}`, kind: question.kind, tries: 1 };
    const detail = { ...asked, right, answer: given, expected };
    this.dispatchEvent(new CustomEvent("sheet-answer", { detail }));
  }

  readonly #onAnew = (): void => this.#change(undefined);

  #change(result: TestResult | undefined): void {
    keepTest(this.sitting, result);
    this.results = keptTests();
    this.#begin();
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(".ask")?.focus());
  }
}
