/** Where a number of a training step came from: its terms, the largest first, with the paths they came by. */
import { html, nothing, type TemplateResult } from "lit";
import type { TrainingExplanation, TrainingTerm } from "../../module/training/types.js";
import { cellName, fill } from "../../words/number_text.js";
import type { LabWords } from "../../words/words.js";
import { shortNumber, type WalkCell } from "./walk_window.js";

/** The terms of a sum that are shown. */
const MOST_TERMS = 12;
const product = ({ value, weight }: TrainingTerm): number => value * weight;

/** `isKnown`: whether the trace has a step of this name; `follow` goes to a cell. */
export function explanationTemplate(
  { walk }: LabWords,
  { name, index, value, terms }: TrainingExplanation,
  isKnown: (name: string) => boolean,
  follow: (cell: WalkCell) => void,
): TemplateResult {
  const said = fill(walk.cell, { cell: cellName(name, index), value: shortNumber(value) });
  if (terms.length === 0) return html`<p><code>${said}</code></p><p>${walk.noTerms}</p>`;
  const sorted = [...terms].sort((a, b) => Math.abs(product(b)) - Math.abs(product(a)));
  const rest = sorted.slice(MOST_TERMS);
  return html`<p><code>${said}</code><br />${fill(walk.terms, { count: terms.length })}</p>
    <div class="scroll"><table class="terms">
      <thead><tr>${[walk.from, walk.path, walk.value, walk.weight, walk.product].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${sorted.slice(0, MOST_TERMS).map((term) => {
        const cell = cellName(term.name, term.index);
        const shown = html`<code>${cell}</code>`;
        return html`<tr><th scope="row">${isKnown(term.name) ? html`<button @click=${() => follow(term)}>${shown}</button>` : shown}</th>
          <td class="path"><code>${term.path}</code></td><td>${shortNumber(term.value)}</td><td>× ${shortNumber(term.weight)}</td><td>${shortNumber(product(term))}</td></tr>`;
      })}
      ${
        rest.length > 0
          ? html`<tr><th scope="row">${fill(walk.rest, { count: rest.length })}</th><td></td><td></td><td></td>
            <td>${shortNumber(rest.reduce((sum, term) => sum + product(term), 0))}</td></tr>`
          : nothing
      }</tbody>
      <tfoot><tr><th scope="row">${walk.sum}</th><td></td><td></td><td></td><td>${shortNumber(terms.reduce((sum, term) => sum + product(term), 0))}</td></tr></tfoot>
    </table></div>`;
}
