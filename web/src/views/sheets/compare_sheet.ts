/** A step beside another run of it, with the choice of what is compared, at which step, and of which sentence and head. */
import { css, html, type TemplateResult } from "lit";
import { SIDES } from "../../draw/compare.js";
import { comparedSteps, comparisonsAt, compare as pairOf } from "../../lessons/comparisons.js";
import { membersOf } from "../../lessons/groups.js";
import { BEFORE } from "../../lessons/offers.js";
import { tokenTextsOf } from "../../store/lesson_words.js";
import { format } from "../../words/number_text.js";
import { stepTitle } from "../../words/rich_text.js";
import { pairOf as changedPair } from "../changes/changes_template.js";
import { focusStyles, focusTemplate } from "../common/focus_template.js";
import { choices } from "../common/visible_matrix.js";
import { panelsStyles, panelsTemplate } from "./panels_template.js";
import type { SheetModel, SheetView } from "./sheet.js";

const styles = [focusStyles, panelsStyles, css`.sees { min-height: 3em; }`];

export const compareSheet: SheetView = (model, actions) => {
  const { words, run, step, focus, core, sheet } = model;
  const { trace } = run;
  const { compare } = words;
  // A bridge is no step of the trace; the weights are in every lesson.
  const changed =
    run.before && (changedPair(run.before, trace, step.id) ?? changedPair(run.before, trace, "attention"));
  const offered = [...(changed ? ([BEFORE] as const) : []), ...comparisonsAt(trace, step.id)];
  // The chosen comparison if this step offers it, else the first one offered.
  const id = offered.find((other) => other === sheet.id) ?? offered[0];
  if (!id) return undefined;
  const { name, sees } = id === BEFORE ? beforeWords(words) : compare.variants[id];
  const pair = id !== BEFORE ? pairOf(core, trace, id, step.id) : changed;
  if (!pair) return undefined;
  const comparable = id === BEFORE ? trace.steps.map((other) => other.name) : comparedSteps(trace, id);
  const steps = run.steps.flatMap(membersOf).filter((other) => comparable.includes(other.id));
  const goTo = (to: string): void => {
    actions.open({ kind: "compare", id });
    actions.dispatch({ type: "seek", step: to, t: 1 });
  };
  return {
    title: format(compare.title, { step: stepTitle(words, step) }),
    styles,
    place: "compare",
    id,
    inside: html`<div class="choices">
        ${select(
          compare.what,
          id,
          offered.map((other) => [
            other,
            (other === BEFORE ? beforeWords(words) : compare.variants[other]).name,
          ]),
          (to) => actions.open({ kind: "compare", id: to }),
        )}
        ${select(
          compare.step,
          step.id,
          steps.map((other) => [other.id, stepTitle(words, other)]),
          goTo,
        )}
        ${focusTemplate({
          ...{ words, focus, ...choices(pair.asItIs) },
          choose: (to) => actions.dispatch({ type: "choose", focus: to }),
        })}
      </div>
      <p class="sees" role="status">${sees}</p>
      ${panelsTemplate(
        {
          ...model,
          ...{ pair, trace, tokens: tokenTextsOf(run, words), sides: SIDES, pointed: model.drafts.pointed },
          names: { asItIs: id === BEFORE ? words.changes.asBefore : compare.asItIs, other: name },
        },
        actions,
      )}`,
  };
};

const beforeWords = ({ changes }: SheetModel["words"]) => ({ name: changes.asChanged, sees: changes.sees });

const select = (
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
  choose: (value: string) => void,
): TemplateResult =>
  html`<label>${label}
    <select @change=${(e: Event) => choose((e.target as HTMLSelectElement).value)}>
      ${options.map(([option, name]) => html`<option value=${option} .selected=${option === value}>${name}</option>`)}
    </select>
  </label>`;
