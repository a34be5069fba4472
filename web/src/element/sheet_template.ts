/** Comparisons, exercises, the class, the answers to confusions, practice: their buttons, and the dialogs over the stage. */

import { html, nothing, type TemplateResult } from "lit";
import type { Focus } from "../draw/tensor_view.js";
import { placeOf } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { canCompare, mistakeAt } from "../lessons/offers.js";
import type { Answered } from "../lessons/questions/answered.js";
import { isReviewDue } from "../store/kept_answers.js";
import type { Sheet } from "../store/state.js";
import type { LessonPlace } from "../views/confusions/confusions_element.js";
import { isWhole } from "../words/words.js";
import type { Detail, RootActions, RootModel } from "./root_model.js";

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
  </span>${isReviewOffered ? button("practice", "review", words.landing.review, "end") : nothing}
  ${isLastStep ? button("class", "gaps", controls.classForm, "end") : nothing}
  ${isLastStep && rules.steps ? button("map", "1", html`${controls.mapAtEnd} ${miniature()}`, "end") : nothing}`;
}

/** On the stage of the opening picture: opens the plane on which its query can be dragged, if a head has two dimensions. */
export function dragButton(
  { words, run }: RootModel,
  { dispatch }: RootActions,
  step: LessonStep,
): TemplateResult | typeof nothing {
  if (step.id !== "opening" || (step.stage(run.trace).shape.at(-1) ?? 0) < 2) return nothing;
  return html`<button class="drag" data-sheet="query" aria-haspopup="dialog"
    @click=${() => dispatch({ type: "sheet", sheet: { kind: "query", id: "own" } })}>${words.controls.dragQuery}</button>`;
}

/** Renders nothing until its words are loaded; confusions and the map load their words themselves. */
export function sheetTemplate(
  model: RootModel,
  actions: RootActions,
  step: LessonStep,
): TemplateResult | typeof nothing {
  const { words, run, state, theme, rules } = model;
  const { sheet, focus } = state;
  const { dispatch, answer, pointing } = actions;
  const change = (e: Detail<Sheet | undefined>): void => dispatch({ type: "sheet", sheet: e.detail });
  if (sheet?.kind === "confusions" && rules.links)
    return html`<heads-up-confusions .words=${words} .run=${run} .step=${step} .focused=${focus} .theme=${theme}
      .chosen=${sheet.id} @sheet-change=${change}
      @place-choose=${(e: Detail<LessonPlace>) => goTo(model, actions, e.detail)}></heads-up-confusions>`;
  if (sheet?.kind === "map" && rules.steps)
    return html`<heads-up-map .words=${words} .run=${run} .step=${step} .focused=${focus} .theme=${theme}
      .chosen=${sheet.id} @sheet-change=${change}
      @step-choose=${(e: Detail<string>) => goTo(model, actions, { lesson: run.trace.spec.lesson, step: e.detail })}></heads-up-map>`;
  if (!isWhole(words)) return nothing;
  if (sheet?.kind === "compare" && canCompare(step.id))
    return html`<heads-up-compare .words=${words} .run=${run} .step=${step} .focused=${focus} .theme=${theme}
      .chosen=${sheet.id} @sheet-change=${change}
      @focus-change=${(e: Detail<Focus>) => dispatch({ type: "choose", focus: e.detail })}
      @step-choose=${(e: Detail<string>) => dispatch({ type: "seek", step: e.detail, t: 1 })}
      @cell-open=${(e: Detail<Parameters<typeof pointing.open>[0]>) => {
        dispatch({ type: "sheet", sheet: undefined });
        pointing.open(e.detail);
      }}></heads-up-compare>`;
  if (sheet?.kind === "class")
    return html`<heads-up-class-form .words=${words} .run=${run} .step=${step} .theme=${theme} .rules=${rules}
      .chosen=${sheet.id} @sheet-change=${change} @sheet-answer=${(e: Detail<Answered>) => answer(e.detail)}
      @step-choose=${(e: Detail<string>) => goTo(model, actions, { lesson: run.trace.spec.lesson, step: e.detail })}></heads-up-class-form>`;
  if (sheet?.kind === "practice" && rules.questions)
    return html`<heads-up-practice .words=${words} .chosen=${sheet.id}
      @sheet-change=${change} @sheet-answer=${(e: Detail<Answered>) => answer(e.detail)}
      @place-choose=${(e: Detail<LessonPlace>) => goTo(model, actions, e.detail)}></heads-up-practice>`;
  if (sheet?.kind === "query")
    return html`<heads-up-query-plane .words=${words} .run=${run} .step=${step} .focused=${focus} .theme=${theme}
      .chosen=${sheet.id} @sheet-change=${change}></heads-up-query-plane>`;
  if (sheet?.kind !== "mistakes") return nothing;
  return html`<heads-up-mistakes .words=${words} .run=${run} .step=${step} .theme=${theme}
    .chosen=${sheet.id} @sheet-change=${change}
    @sheet-answer=${(e: Detail<Answered>) => answer(e.detail)}></heads-up-mistakes>`;
}

/** Closes the sheet and goes to a step of this lesson or of another. */
function goTo({ run }: RootModel, { dispatch, onward }: RootActions, { lesson, step }: LessonPlace): void {
  dispatch({ type: "sheet", sheet: undefined });
  const isHere = run.trace.spec.lesson === lesson && placeOf(run.steps, step) >= 0;
  if (isHere) dispatch({ type: "seek", step, t: 1 });
  else onward(lesson, step);
}
