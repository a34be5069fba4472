/**
 * Three questions about what was answered some hours ago, one at a time, with other numbers. Each may be skipped; at the end
 * it shows which were right at the first try, with links to the steps of the others.
 */
import { html, nothing, type TemplateResult } from "lit";
import { type ReviewItem, reviewItems } from "../../lessons/practice/review.js";
import { checked, isSettled, newAttempt, reportOf, withAnswerShown } from "../../store/attempt.js";
import type { ReviewDraft } from "../../store/drafts.js";
import {
  keepPractised,
  practised,
  putReviewOff,
  REVIEW_AFTER_MS,
  REVIEWED,
} from "../../store/kept/kept_practice.js";
import { isReviewDue } from "../../store/kept/kept_text.js";
import { format } from "../../words/number_text.js";
import { stepTitle } from "../../words/rich_text.js";
import { questionTemplate } from "../questions/question_template.js";
import type { SheetActions, SheetModel } from "../sheets/sheet.js";

const itemOf = ({ items, outcomes }: ReviewDraft): ReviewItem | undefined => items[outcomes.length];

/** Chooses the questions, unless a review was begun before. From then on it is not offered again for some hours. */
export function arriveAtReview({ drafts, core }: SheetModel, { draft }: SheetActions): void {
  const now = Date.now();
  if (!drafts.review || !itemOf(drafts.review)) {
    const answers = practised();
    const due = answers.filter(({ at }) => !(at > now - REVIEW_AFTER_MS));
    const latest = Math.max(0, ...answers.map(({ at }) => at));
    const items = reviewItems(core, due, REVIEWED, `review ${latest}`);
    draft({ review: { items, outcomes: [], attempt: newAttempt(items[0]?.question) } });
  }
  if (isReviewDue(now)) putReviewOff(now);
}

export function reviewTemplate(model: SheetModel, actions: SheetActions): TemplateResult {
  const { words, drafts } = model;
  const { review } = drafts;
  const texts = words.questions;
  if (!review) return html``;
  if (review.items.length === 0) return html`<p>${texts.review.none}</p>`;
  const item = itemOf(review);
  if (!item) return end(model, actions, review);
  const { attempt, items, outcomes } = review;
  const { lesson, step, question } = item;
  const settled = isSettled(attempt);
  const n = outcomes.length + 1;
  const change = (changed: ReviewDraft["attempt"]): void =>
    actions.draft({ review: { ...review, attempt: changed } });

  const onCheck = (): void => {
    const next = checked(question, attempt);
    if (next.verdict?.right) actions.focus(".onward");
    change(next);
    if (next.unread || !next.verdict) return;
    const { right } = next.verdict;
    if (next.tries === 1)
      keepPractised({ lesson, step: step.id, question: question.key, at: Date.now(), right });
    actions.answer(reportOf({ lesson, step: step.id, question: `review:${question.key}` }, question, next));
  };
  const onReveal = (): void => {
    actions.focus(".onward");
    change(withAnswerShown(question, attempt));
  };
  const onNext = (): void => {
    const { verdict, tries } = attempt;
    const right = tries === 1 ? "right" : "retried";
    const outcome = !verdict ? "skipped" : verdict.right ? right : "wrong";
    actions.focus(".ask");
    actions.draft({
      review: { items, outcomes: [...outcomes, outcome], attempt: newAttempt(items[n]?.question) },
    });
  };

  return html`<p class="nth">${format(texts.place, { n, count: items.length })}</p>
    <p class="from">${texts.review.fresh} ${nameOf(model, item)}</p>
    ${questionTemplate({ words: texts, question, attempt, theme: model.theme }, { change, check: onCheck })}
    <p class="after">
      ${settled ? html`<button class="onward" @click=${onNext}>${n === items.length ? texts.review.finish : texts.next}</button>` : nothing}
      ${settled || !attempt.verdict ? nothing : html`<button @click=${onReveal}>${texts.reveal}</button>`}
      ${settled ? nothing : html`<button class="skip" @click=${onNext}>${texts.review.skip}</button>`}
    </p>`;
}

const nameOf = ({ words }: SheetModel, { lesson, step }: ReviewItem): string =>
  `${words.lessons[lesson].title} · ${stepTitle(words, step)}`;

function end(model: SheetModel, actions: SheetActions, { items, outcomes }: ReviewDraft): TemplateResult {
  const { review } = model.words.questions;
  const right = outcomes.filter((outcome) => outcome === "right").length;
  return html`<p class="ask" tabindex="-1">${format(review.result, { right, count: items.length })}</p>
    <ul class="ends">${items.map((item, i) => {
      const outcome = outcomes[i] ?? "skipped";
      const go = (): void => actions.goTo({ lesson: item.lesson, step: item.step.id });
      return html`<li><b>${review[outcome]}</b> ${nameOf(model, item)}
        ${outcome === "right" ? nothing : html`<button @click=${go}>${review.go}</button>`}</li>`;
    })}</ul>
    <p><button class="done" @click=${() => actions.open(undefined)}>${review.done}</button></p>`;
}
