/** The answer to a confusion: a few sentences, the numbers that show it, and links to its step, comparison and exercise. */
import { html, nothing, type TemplateResult } from "lit";
import { type Answer, confusions } from "../../lessons/confusions/confusions.js";
import type { Row } from "../../lessons/confusions/shown.js";
import type { ConfusionId } from "../../lessons/offers.js";
import { fill, numberText, realText } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { ConfusionWords } from "../../words/words.js";

export interface AnswerModel {
  readonly texts: ConfusionWords;
  readonly id: ConfusionId;
  readonly answer: Answer;
  /** The titles of the lesson and of the step that show it. */
  readonly lesson: string;
  readonly step: string;
  /** Whether that step offers the comparison. */
  readonly canCompare: boolean;
}

export interface AnswerActions {
  go(): void;
  compare(): void;
  mistake(): void;
  all(): void;
}

/** Longer rows are cut, so that an answer stays short; the sum is still that of the whole row. */
const MOST_CELLS = 32;

export function answerTemplate(model: AnswerModel, actions: AnswerActions): TemplateResult {
  const { texts, id, answer, lesson, step, canCompare } = model;
  const { facts, rows } = answer.shown;
  const item = texts.items[id];
  const labels: Readonly<Record<string, string>> = item.rows;
  const factTexts = Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === "number" ? numberText(fact) : fact]),
  );
  const { mistake, threads } = confusions[id];
  return html`<p class="answer">${richText(item.answer)}</p>
    <h3>${answer.isOwn ? texts.numbers : fill(texts.otherNumbers, { lesson })}</h3>
    ${answer.isOwn ? nothing : html`<p class="answer">${fill(texts.elsewhere, { lesson })}</p>`}
    <p class="answer">${richText(fill(item.numbers, factTexts))}</p>
    ${rows.map((row) => rowTemplate(texts, fill(labels[row.name] ?? row.name, factTexts), row))}
    <div class="ways">
      <button class="go" @click=${actions.go}>${fill(answer.isOwn ? texts.go : texts.goElsewhere, { lesson, step })} →</button>
      ${canCompare ? html`<button class="compare" @click=${actions.compare}>${texts.compare}</button>` : nothing}
      ${mistake ? html`<button class="mistake" @click=${actions.mistake}>${texts.mistake}</button>` : nothing}
      <button class="all" @click=${actions.all}>${texts.all}</button>
    </div>
    ${threads.length > 0 ? html`<p class="threads">${fill(texts.threads, { threads: threads.join(", ") })}</p>` : nothing}`;
}

function rowTemplate(words: ConfusionWords, label: string, { cells, whole, mark, sum }: Row): TemplateResult {
  const text = (value: number): string => (whole ? numberText(value) : realText(value));
  const cell = (value: number, i: number): TemplateResult =>
    mark?.cells.includes(i)
      ? html`<li class="is-marked">${text(value)}<span class="unseen"> (${words.marks[mark.as]})</span></li>`
      : html`<li>${text(value)}</li>`;
  const isMarked = mark && mark.cells.length > 0;
  return html`<p class="label">${richText(label)}${
    isMarked
      ? html` <span class="marked">· ${fill(words.hatched, { mark: words.marks[mark.as] })}</span>`
      : nothing
  }</p>
    <ul class="cells" translate="no">
      ${cells.slice(0, MOST_CELLS).map(cell)}
      ${cells.length > MOST_CELLS ? html`<li>…</li>` : nothing}
      ${sum === undefined ? nothing : html`<li class="sum">${fill(words.sum, { sum: text(sum) })}</li>`}
    </ul>`;
}
