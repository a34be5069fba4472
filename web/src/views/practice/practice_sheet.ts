/** The sheet of questions from several lessons: the review of what was answered earlier, and the test. */
import { css } from "lit";
import { questionStyles } from "../questions/question_styles.js";
import type { SheetView } from "../sheets/sheet.js";
import { arriveAtReview, reviewTemplate } from "./review_template.js";
import { testTemplate } from "./test_template.js";

const styles = [
  questionStyles,
  css`
    @media (min-width: 520px) { dialog { width: min(780px, calc(100vw - 32px)); } }
    .from { font-size: 13px; color: var(--hu-muted); }
    .ends { list-style: none; padding: 0; max-width: none; }
    .ends li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; min-height: 44px; }
    .ends b { min-width: 5em; font-weight: 600; }
    .ends button, .done { min-height: 44px; color: var(--hu-accent); }
    .results { border-collapse: collapse; margin: 8px 0 12px; }
    .results :is(th, td) { text-align: start; font-weight: 400; padding: 6px 20px 6px 0; border-bottom: 1px solid var(--hu-hairline); }
    .results :is(thead th, tfoot :is(th, td)) { font-weight: 600; }
    .choices { font-size: 16px; }
    .choices code { overflow-wrap: anywhere; }
    .ways { margin: 0 0 12px; }
  `,
];

export const practiceSheet: SheetView = (model, actions) => {
  const { words, sheet, rules } = model;
  if (!rules.questions) return undefined;
  const { review, test } = words.questions;
  if (sheet.id !== "pre" && sheet.id !== "post")
    return {
      title: review.title,
      inside: reviewTemplate(model, actions),
      styles,
      place: "review",
      arrive: () => arriveAtReview(model, actions),
    };
  return {
    title: `${test.title} · ${test[sheet.id]}`,
    inside: testTemplate(model, actions, sheet.id),
    styles,
    place: sheet.id,
  };
};
