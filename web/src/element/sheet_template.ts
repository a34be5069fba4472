/** The buttons that open a comparison or an exercise over the stage, and what they open. */

import { html, nothing, type TemplateResult } from "lit";
import type { Focus } from "../draw/tensor_view.js";
import type { LessonStep } from "../lessons/lesson.js";
import { canCompare, mistakeAt } from "../lessons/offers.js";
import type { Sheet } from "../store/view_state.js";
import type { Answered } from "../views/questions/question_stage.js";
import { hasSheets } from "../words/words.js";
import type { Detail, RootActions, RootModel } from "./root_model.js";

export function sheetButtons(
  { words, run }: RootModel,
  { open }: RootActions,
  step: LessonStep,
): TemplateResult {
  const { controls } = words;
  const button = (kind: Sheet["kind"], id: string, label: string): TemplateResult =>
    html`<button data-sheet=${kind} @click=${() => open({ kind, id })}
      aria-haspopup="dialog">${label}</button>`;
  return html`<span class="sheets">
    ${canCompare(step.id) ? button("compare", "", controls.compare) : nothing}
    ${run.own ? nothing : button("mistakes", mistakeAt(run.trace.spec.lesson, step.id) ?? "list", controls.mistakes)}
  </span>`;
}

/** Nothing until its part has come: it opens itself when it does. */
export function sheetTemplate(
  { words, run, sheet, focused, theme }: RootModel,
  actions: RootActions,
  step: LessonStep,
): TemplateResult | typeof nothing {
  if (!hasSheets(words)) return nothing;
  const change = (e: Detail<Sheet | undefined>): void => actions.open(e.detail);
  if (sheet?.kind === "compare" && canCompare(step.id))
    return html`<heads-up-compare .words=${words} .run=${run} .step=${step} .focused=${focused} .theme=${theme}
      .chosen=${sheet.id} @sheet-change=${change}
      @focus-change=${(e: Detail<Focus>) => actions.choose(e.detail)}
      @step-choose=${(e: Detail<string>) => actions.goTo(run.steps.findIndex(({ id }) => id === e.detail))}
      @cell-open=${(e: Detail<Parameters<typeof actions.pointing.open>[0]>) => {
        actions.open(undefined);
        actions.pointing.open(e.detail);
      }}></heads-up-compare>`;
  if (sheet?.kind !== "mistakes") return nothing;
  return html`<heads-up-mistakes .words=${words} .run=${run} .step=${step} .theme=${theme}
    .chosen=${sheet.id} @sheet-change=${change}
    @sheet-answer=${(e: Detail<Answered>) => actions.answer(e.detail)}></heads-up-mistakes>`;
}
