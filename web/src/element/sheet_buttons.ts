/** The buttons of comparisons, exercises, the class, the answers to confusions, and practice. */

import { html, nothing, type TemplateResult } from "lit";
import { canCompare } from "../lessons/comparisons.js";
import type { LessonStep } from "../lessons/lesson.js";
import { mistakeAt } from "../lessons/offers.js";
import { isReviewDue } from "../store/kept/kept_text.js";
import type { Sheet } from "../store/state.js";
import type { RootActions } from "./root_actions.js";
import type { RootModel } from "./root_model.js";

export function sheetButtons(
  { words, run, rules, state }: RootModel,
  { dispatch }: RootActions,
  step: LessonStep,
): TemplateResult {
  const { controls } = words;
  const { index } = state.playback;
  const isLastStep = index === run.steps.length - 1;
  const isReviewOffered = index === 0 && rules.data && !run.own && isReviewDue(Date.now());
  const button = (kind: Sheet["kind"], id: string, label: string, slot?: string): TemplateResult =>
    html`<button data-sheet=${kind} slot=${slot ?? nothing} @click=${() => dispatch({ type: "sheet", sheet: { kind, id } })}
      aria-haspopup="dialog">${label}</button>`;
  return html`<span class="sheets">
    ${canCompare(step.id) ? button("compare", "", controls.compare) : nothing}
    ${run.own ? nothing : button("mistakes", mistakeAt(run.trace.spec.lesson, step.id) ?? "list", controls.mistakes)}
    ${rules.links ? button("confusions", "list", controls.confusions) : nothing}
  </span>${isReviewOffered ? button("practice", "review", controls.review, "end") : nothing}
  ${isLastStep ? button("class", "gaps", controls.classForm, "end") : nothing}
  ${isLastStep && rules.steps ? button("map", "1", controls.mapAtEnd, "end") : nothing}`;
}
