/** What <heads-up> shows over its stage after an action: the sheets, and the arithmetic of a cell. */

import { html, type nothing, type TemplateResult } from "lit";
import type { CellRef } from "../draw/picture.js";
import { indexOfStep, membersOf } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { wordsOf } from "../store/lesson_words.js";
import { explanationsOf } from "../store/selectors.js";
import type { Sheet } from "../store/state.js";
import type { LessonPlace, SheetHost } from "../views/sheets/sheet.js";
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
  const { sheet, focus, drafts } = state;
  const { dispatch, answer, pointing } = actions;
  if (sheet?.kind === "map" && rules.steps)
    return html`<heads-up-map .words=${words} .run=${run} .step=${step} .focused=${focus} .theme=${theme}
      .chosen=${sheet.id} @sheet-change=${(e: Detail<Sheet | undefined>) => dispatch({ type: "sheet", sheet: e.detail })}
      @step-choose=${(e: Detail<string>) => goTo(model, actions, { lesson: run.trace.spec.lesson, step: e.detail })}></heads-up-map>`;
  const isShown = sheet && sheet.kind !== "map" && (sheet.kind === "confusions" || isWhole(words));
  const given = { words, run, step, focus, theme, rules, drafts, sheet: isShown ? sheet : undefined };
  const host: SheetHost = {
    dispatch,
    answer,
    goTo: (place) => goTo(model, actions, place),
    openCell: (cell, byKeyboard) => {
      dispatch({ type: "sheet", sheet: undefined });
      pointing.open(cell, byKeyboard);
    },
  };
  return html`<heads-up-sheets .model=${given} .actions=${host}></heads-up-sheets>`;
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
