/** Comparisons and exercises: their buttons, and the dialogs over the stage. */

import { html, nothing, type TemplateResult } from "lit";
import type { Focus } from "../draw/tensor_view.js";
import type { LessonStep } from "../lessons/lesson.js";
import { canCompare, mistakeAt } from "../lessons/offers.js";
import type { Answered } from "../lessons/questions/answered.js";
import type { Sheet } from "../store/state.js";
import { isWhole } from "../words/words.js";
import type { Detail, RootActions, RootModel } from "./root_model.js";

export function sheetButtons(
  { words, run }: RootModel,
  { dispatch }: RootActions,
  step: LessonStep,
): TemplateResult {
  const { controls } = words;
  const button = (kind: Sheet["kind"], id: string, label: string): TemplateResult =>
    html`<button data-sheet=${kind} @click=${() => dispatch({ type: "sheet", sheet: { kind, id } })}
      aria-haspopup="dialog">${label}</button>`;
  return html`<span class="sheets">
    ${canCompare(step.id) ? button("compare", "", controls.compare) : nothing}
    ${run.own ? nothing : button("mistakes", mistakeAt(run.trace.spec.lesson, step.id) ?? "list", controls.mistakes)}
  </span>`;
}

/** Renders nothing until its words are loaded. */
export function sheetTemplate(
  { words, run, state: { sheet, focus }, theme }: RootModel,
  { dispatch, answer, pointing }: RootActions,
  step: LessonStep,
): TemplateResult | typeof nothing {
  if (!isWhole(words)) return nothing;
  const change = (e: Detail<Sheet | undefined>): void => dispatch({ type: "sheet", sheet: e.detail });
  if (sheet?.kind === "compare" && canCompare(step.id))
    return html`<heads-up-compare .words=${words} .run=${run} .step=${step} .focused=${focus} .theme=${theme}
      .chosen=${sheet.id} @sheet-change=${change}
      @focus-change=${(e: Detail<Focus>) => dispatch({ type: "choose", focus: e.detail })}
      @step-choose=${(e: Detail<string>) => dispatch({ type: "seek", step: e.detail, t: 1 })}
      @cell-open=${(e: Detail<Parameters<typeof pointing.open>[0]>) => {
        dispatch({ type: "sheet", sheet: undefined });
        pointing.open(e.detail);
      }}></heads-up-compare>`;
  if (sheet?.kind !== "mistakes") return nothing;
  return html`<heads-up-mistakes .words=${words} .run=${run} .step=${step} .theme=${theme}
    .chosen=${sheet.id} @sheet-change=${change}
    @sheet-answer=${(e: Detail<Answered>) => answer(e.detail)}></heads-up-mistakes>`;
}
