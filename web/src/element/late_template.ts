/** What <heads-up> shows over its stage after an action: the sheets, and the arithmetic of a cell. */

import { html, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../draw/picture.js";
import type { Focus } from "../draw/tensor_view.js";
import { indexOfStep, membersOf } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { canCompare } from "../lessons/offers.js";
import type { Answered } from "../lessons/questions/answered.js";
import { wordsOf } from "../store/lesson_words.js";
import { explanationsOf } from "../store/selectors.js";
import type { Sheet } from "../store/state.js";
import type { LessonPlace } from "../views/confusions/confusions_element.js";
import type { OpenedCell } from "../views/sheets/panels_element.js";
import { stepTitle } from "../words/rich_text.js";
import { isWhole } from "../words/words.js";
import type { Pointing } from "./pointing.js";
import type { Detail, RootActions, RootModel } from "./root_model.js";

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
      @cell-open=${(e: Detail<OpenedCell>) => {
        dispatch({ type: "sheet", sheet: undefined });
        pointing.open(e.detail.cell, e.detail.byKeyboard);
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
  const isHere = run.trace.spec.lesson === lesson && indexOfStep(run.steps, step) >= 0;
  if (isHere) dispatch({ type: "seek", step, t: 1 });
  else onward(lesson, step);
}

export function callout(model: RootModel, pointing: Pointing, step: LessonStep): TemplateResult | undefined {
  const { words, run, state, rules } = model;
  const { trail } = state.selection;
  const explanation = explanationsOf(state).at(-1);
  if (!explanation || !isWhole(words)) return undefined;
  const cellStep = run.steps.flatMap(membersOf).find(({ id }) => id === explanation.name);
  const goTo =
    cellStep && cellStep.id !== step.id && rules.steps
      ? { id: cellStep.id, title: stepTitle(words, cellStep) }
      : undefined;
  return html`<heads-up-callout role="group" aria-label=${words.cell.heading} .words=${words}
    .trace=${run.trace} .tokens=${wordsOf(run, words)}
    .explanation=${explanation} .trail=${trail} .glance=${trail.length === 0}
    .goTo=${goTo}
    @callout-open=${(e: Detail<CellRef>) => rules.ask && pointing.openOperand(e.detail)}
    @callout-back=${() => pointing.back()} @callout-close=${() => pointing.close()}
    @callout-go=${(e: Detail<string>) => pointing.goToStep(e.detail)}></heads-up-callout>`;
}
