/** The error that ended a program: in Python's words, why in the page's, and the tensors whose axes do not fit. */
import { html, nothing, type TemplateResult } from "lit";
import { axisKey, axisText } from "../../draw/program/axis_key.js";
import type { ProgramError } from "../../module/python/types.js";
import { type ErrorText, errorText } from "../../notebook/error_text.js";
import { isStoppedEarly } from "../../notebook/notebook_store.js";
import type { NotebookState } from "../../notebook/state.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { NotebookWords } from "../../words/words.js";
import { shortTitleIn } from "./program_stage.js";

export interface ProblemActions {
  /** Runs the program to its end. */
  whole(): void;
  goTo(name: string): void;
}

/** "TypeError in line 3: …" */
export const inPythonsWords = (
  { error }: NotebookWords["stage"],
  { type, line, message }: ProgramError,
): string => format(error, { type, line: String(line), message });

/** Undefined without an error, and where Python's words say all that is known. */
export function refusedIn({ latest, run }: NotebookState, words: NotebookWords): ErrorText | undefined {
  const { error, trace } = latest ?? {};
  const isShown = run?.result === latest;
  return error && trace
    ? errorText(words, error, trace.steps, (step) => (run && isShown ? shortTitleIn(run, step) : step.name))
    : undefined;
}

export function problemTemplate(
  state: NotebookState,
  words: NotebookWords,
  actions: ProblemActions,
): TemplateResult | typeof nothing {
  const { latest, run } = state;
  if (!latest?.error) return nothing;
  const { stage } = words;
  const refused = refusedIn(state, words);
  return html`<div class="problem"><code>${inPythonsWords(stage, latest.error)}</code>
    ${latest.error.hint ?? nothing} ${refused ? html`<p>${richText(refused.says)}</p>${metTemplate(refused, actions)}` : nothing}
    ${run && run.result !== latest ? html`<br />${stage.kept}` : nothing}
    ${isStoppedEarly(latest) ? html`<br />${stage.stopped} <button @click=${() => actions.whole()}>${stage.runWhole}</button>` : nothing}</div>`;
}

/** The shapes, lined up from the right, and which of their axes do not fit. A name leads to the step that made it. */
function metTemplate({ met }: ErrorText, { goTo }: ProblemActions): TemplateResult | typeof nothing {
  if (met.length === 0) return nothing;
  const most = Math.max(...met.map(({ step }) => step.shape.length));
  return html`<table class="met">${met.map(
    ({ step, axes, title }) => html`<tr>
      <th scope="row"><button @click=${() => goTo(step.name)}>${title}</button></th>
      ${Array.from({ length: most - step.shape.length }, () => html`<td></td>`)}
      ${step.shape.map(
        (size, i) =>
          html`<td class="axis-${axisKey(step.axes[i])} ${axes.includes(i) ? "clash" : ""}">${axisText(step.axes[i], size)}</td>`,
      )}</tr>`,
  )}</table>`;
}
