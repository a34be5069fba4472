/**
 * The second script of a lesson: what stands beside that which draws and plays. Importing it registers its elements; the
 * first script shows its templates (second_script.ts) once the words of both are there.
 */

import { html, nothing, type TemplateResult } from "lit";
import type { CellRef, StageStep } from "../draw/picture.js";
import { indexOfStep, membersOf } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { writtenWeights } from "../module/designed.js";
import { classLineOf, classScriptOf } from "../module/py_torch/class_script.js";
import type { Change } from "../module/types.js";
import type { Run } from "../store/lesson_runner.js";
import { tokenTextsOf } from "../store/lesson_words.js";
import { explanationsOf } from "../store/selectors.js";
import { momentOf } from "../timeline/playback.js";
import { CalloutElement } from "../views/callout/callout_element.js";
import {
  changedLine as lineOfChanges,
  spokenChanges as spoken,
  offSwitches as switches,
} from "../views/changes/changes_template.js";
import { registerElements } from "../views/common/register.js";
import { HandoutElement, type HandoutModel } from "../views/handout/handout_element.js";
import { QuestionsElement } from "../views/questions/questions_element.js";
import { WhyElement } from "../views/questions/why_element.js";
import { formStyles, settingsForm } from "../views/settings/settings_form.js";
import type { LessonPlace, SheetHost } from "../views/sheets/sheet.js";
import { SheetsElement } from "../views/sheets/sheets_element.js";
import { AsideElement } from "../views/side/aside_element.js";
import { menuStyles, takeAwayMenu } from "../views/take_away/take_away_menu.js";
import { stepTitle } from "../words/rich_text.js";
import type { WholeWords } from "../words/words.js";
import type { Pointing } from "./pointing.js";
import type { RootActions } from "./root_actions.js";
import type { Detail, RootModel } from "./root_model.js";

registerElements([
  ["heads-up-aside", AsideElement],
  ["heads-up-callout", CalloutElement],
  ["heads-up-handout", HandoutElement],
  ["heads-up-questions", QuestionsElement],
  ["heads-up-sheets", SheetsElement],
  ["heads-up-why", WhyElement],
]);

/** The panels above the transport. */
export const panels = { settingsForm, formStyles, takeAwayMenu, menuStyles };

/** The first script shows what is here only when the words of both scripts are there. */
const wholeWords = ({ words }: Pick<RootModel, "words">): WholeWords => words as WholeWords;

export function sheetTemplate(
  model: RootModel,
  actions: RootActions,
  step: LessonStep,
): TemplateResult | typeof nothing {
  const { run, state, theme, rules } = model;
  const words = wholeWords(model);
  const { sheet, focus, drafts } = state;
  const { dispatch, answer, pointing, codeUrl } = actions;
  const given = { words, run, step, focus, theme, rules, drafts, sheet };
  const host: SheetHost = {
    dispatch,
    answer,
    codeUrl,
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

/** A lesson's classes as a program, and the line that computes a step. */
export function programOf({ trace }: Run, step: string) {
  const written = writtenWeights(trace);
  return { source: classScriptOf(trace.spec, written), line: classLineOf(step, trace.spec, written) };
}

function changesModel(model: RootModel) {
  const { run, state } = model;
  const words = wholeWords(model);
  return { words, run, focus: state.focus, tokens: tokenTextsOf(run, words) };
}

export const changedLine = (
  model: RootModel,
  { dispatch, pointing }: RootActions,
): TemplateResult | typeof nothing =>
  lineOfChanges(
    { ...changesModel(model), dispatch, focusTable: () => pointing.focusTable() },
    model.rules.data,
  );

export const spokenChanges = (model: RootModel): string => spoken(changesModel(model));

export const offSwitches = (
  model: RootModel,
  { dispatch }: RootActions,
  step: StageStep,
): TemplateResult | typeof nothing => switches({ ...changesModel(model), dispatch }, step);

export function callout(model: RootModel, pointing: Pointing, step: LessonStep): TemplateResult | undefined {
  const { run, state, rules } = model;
  const words = wholeWords(model);
  const { openedCells } = state.selection;
  const explanation = explanationsOf(state).at(-1);
  if (!explanation) return undefined;
  const cellStep = run.steps.flatMap(membersOf).find(({ id }) => id === explanation.name);
  const goTo =
    cellStep && cellStep.id !== step.id && rules.steps
      ? { id: cellStep.id, title: stepTitle(words, cellStep) }
      : undefined;
  return html`<heads-up-callout role="group" aria-label=${words.cell.heading} .words=${words}
    .trace=${run.trace} .unchanged=${run.before} .mayChange=${rules.data} .tokens=${tokenTextsOf(run, words)}
    .explanation=${explanation} .openedCells=${openedCells} .glance=${openedCells.length === 0}
    .goTo=${goTo}
    @callout-open=${(e: Detail<CellRef>) => rules.ask && pointing.openOperand(e.detail)}
    @callout-back=${() => pointing.back()} @callout-close=${() => pointing.close()}
    @callout-change=${(e: Detail<Change>) => pointing.change(e.detail)}
    @callout-restore=${(e: Detail<CellRef>) => pointing.restore(e.detail)}
    @callout-go=${(e: Detail<string>) => pointing.goToStep(e.detail)}></heads-up-callout>`;
}

/** The step on the stage with its open number, or the whole lesson, for paper. */
export function handout(model: RootModel, pointing: Pointing, step: LessonStep): TemplateResult {
  const { run, state, language } = model;
  const words = wholeWords(model);
  const isOpen = state.selection.openedCells.length > 0;
  const printed: HandoutModel = {
    ...{ words, language, run, focus: state.focus },
    only:
      model.printing === "lesson"
        ? undefined
        : { step, t: momentOf(state.playback), lit: isOpen ? explanationsOf(state).at(-1) : undefined },
  };
  const number = printed.only && isOpen ? callout(model, pointing, step) : undefined;
  return html`<heads-up-handout .model=${printed}>${number ?? nothing}</heads-up-handout>`;
}
