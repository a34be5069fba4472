/** A question in words, the numbers that it gives, and the feedback on an answer. */
import { html, nothing, type TemplateResult } from "lit";
import type { Verdict } from "../../lessons/questions/judge.js";
import type { Answer, Question } from "../../lessons/questions/question.js";
import { clipped } from "../../module/errors.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { type QuestionWords, questionText, reasonText } from "./question_words.js";

/** The reader's attempt at the question that is shown. */
export interface Attempt {
  readonly answer: Answer | undefined;
  readonly tries: number;
  readonly verdict?: Verdict;
  /** Whether the input could not be read, or nothing was chosen. */
  readonly unread?: boolean;
  readonly shown?: boolean;
}

export const isSettled = ({ verdict, shown }: Attempt): boolean => verdict?.right === true || shown === true;

export const askTemplate = (words: QuestionWords, question: Question): TemplateResult =>
  html`<p class="ask" tabindex="-1">${richText(questionText(words, question, "ask"))}</p>
    ${question.given?.map(
      ({ label, values }) => html`<p class="given"><code>${label}</code>
        <span>${values.map((value) => html`<span>${value}</span> `)}</span></p>`,
    )}`;

/** Says what was entered and what is wanted, if an answer cannot be read. */
export function unreadTemplate(
  words: QuestionWords,
  question: Question,
  answer: Answer | undefined,
): TemplateResult {
  const wants = { shape: words.noShape, number: words.noNumber }[question.kind as string] ?? words.noChoice;
  return html`<p>${richText(fill(wants, { got: clipped(String(answer ?? ""), 40) }))}</p>`;
}

export function feedbackTemplate(
  words: QuestionWords,
  question: Question,
  { verdict, unread, shown, answer }: Attempt,
): TemplateResult | typeof nothing {
  if (unread) return unreadTemplate(words, question, answer);
  if (verdict?.right || shown)
    return html`<p class="right"><b>${shown ? words.shown : `✓ ${words.right}`}</b>
      ${richText(questionText(words, question, "right"))}</p>`;
  if (!verdict) return nothing;
  const reasons = verdict.reasons.map(
    (reason) => html`<li>${richText(reasonText(words, reason, question.facts))}</li>`,
  );
  const count = verdict.wrong.length;
  return html`<p class="wrong"><b>× ${words.wrong}</b> ${count > 0 ? fill(words.wrongCells, { count }) : nothing}</p>
    <ul>${reasons}</ul>`;
}
