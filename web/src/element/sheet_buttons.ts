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
  { words, run, rules, state, theme }: RootModel,
  { dispatch }: RootActions,
  step: LessonStep,
): TemplateResult {
  const { controls } = words;
  const { index } = state.playback;
  const isLastStep = index === run.steps.length - 1;
  const isReviewOffered = index === 0 && rules.data && !run.own && isReviewDue(Date.now());
  const button = (
    kind: Sheet["kind"],
    id: string,
    label: string | TemplateResult,
    slot?: string,
  ): TemplateResult =>
    html`<button data-sheet=${kind} slot=${slot ?? nothing} @click=${() => dispatch({ type: "sheet", sheet: { kind, id } })}
      aria-haspopup="dialog">${label}</button>`;
  const miniature = (): TemplateResult =>
    html`<heads-up-map-miniature .run=${run} .step=${step} .focused=${state.focus} .theme=${theme}></heads-up-map-miniature>`;
  return html`<span class="sheets">
    ${canCompare(step.id) ? button("compare", "", controls.compare) : nothing}
    ${run.own ? nothing : button("mistakes", mistakeAt(run.trace.spec.lesson, step.id) ?? "list", controls.mistakes)}
    ${rules.links ? button("confusions", "list", controls.confusions) : nothing}
  </span>${isReviewOffered ? button("practice", "review", controls.review, "end") : nothing}
  ${step.id === "scores" ? button("root", "64", controls.whyRoot, "end") : nothing}
  ${isLastStep ? button("class", "gaps", controls.classForm, "end") : nothing}
  ${isLastStep && rules.steps ? button("map", "1", html`${controls.mapAtEnd} ${miniature()}`, "end") : nothing}`;
}

/** Below the opening picture: opens the plane on which its query can be dragged, if a head has two dimensions. */
export function dragButton(
  { words, run }: RootModel,
  { dispatch }: RootActions,
  step: LessonStep,
): TemplateResult | typeof nothing {
  if (step.id !== "opening" || (step.stage(run.trace).shape.at(-1) ?? 0) < 2) return nothing;
  return html`<button class="drag" data-sheet="query" aria-haspopup="dialog"
    @click=${() => dispatch({ type: "sheet", sheet: { kind: "query", id: "own" } })}>${words.controls.dragQuery}</button>`;
}
