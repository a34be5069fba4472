/** Where the number comes from that the reader asks about: the numbers it was made from, each of which can be asked in turn. */
import { html, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../../draw/picture.js";
import type { NotebookState } from "../../notebook/state.js";
import type { ProgramRun } from "../../notebook/steps.js";
import { cellName, format, numberText, valueText } from "../../words/number_text.js";
import type { NotebookWords } from "../../words/words.js";
import { shortTitleIn } from "./program_stage.js";

/** How many terms are listed. */
const MOST = 12;

export interface AnswerActions {
  ask(cell: CellRef | undefined): void;
  back(): void;
  goTo(name: string): void;
}

/** "scores[0, 1]", by the title that the tensor has on the stage. */
export function cellText(run: ProgramRun, { name, index }: CellRef): string {
  const step = run.tensors.get(name);
  const short = step ? shortTitleIn(run, step) : name;
  return index.length === 0 ? short : cellName(short, index);
}

export function answerTemplate(
  { run, asked }: NotebookState,
  words: NotebookWords,
  actions: AnswerActions,
): TemplateResult | typeof nothing {
  const cell = asked.at(-1);
  const explanation = cell && run?.explain(cell);
  if (!run || !cell || !explanation) return nothing;
  const { stage } = words;
  const dtypeOf = (name: string): "bool" | "float32" =>
    run.tensors.get(name)?.dtype === "bool" ? "bool" : "float32";
  const isStep = (name: string): boolean => run.tensors.has(name);
  const { terms, detail, op, value } = explanation;
  const termWords: Readonly<Record<string, string>> = stage.terms;
  const draw = "draw" in detail ? String(detail["draw"]) : undefined;
  return html`<section class="answer" aria-live="polite">
    <h3>${stage.whereFrom}</h3>
    <div class="of">${cellText(run, cell)} = <strong>${valueText(value, dtypeOf(cell.name))}</strong></div>
    <p>${draw === undefined ? format(stage.madeBy, { op, count: String(terms.length) }) : format(stage.drawn, { draw })}</p>
    <ul>${terms.slice(0, MOST).map((term) => {
      const text = `${cellText(run, term)} = ${valueText(term.value, dtypeOf(term.name))}`;
      return html`<li>${
        isStep(term.name)
          ? html`<button @click=${() => actions.ask({ name: term.name, index: term.index })}>${text}</button>`
          : html`<span>${termWords[term.name] ?? ""} ${numberText(term.value)}</span>`
      }${term.weight === undefined ? nothing : html` × ${numberText(term.weight)}`}</li>`;
    })}${terms.length > MOST ? html`<li>${format(stage.more, { count: String(terms.length - MOST) })}</li>` : nothing}</ul>
    ${asked.length > 1 ? html`<button @click=${() => actions.back()}>${stage.back}</button>` : nothing}
    <button @click=${() => actions.goTo(cell.name)}>${stage.goTo}</button>
    <button @click=${() => actions.ask(undefined)}>${stage.close}</button>
  </section>`;
}
