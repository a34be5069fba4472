/** Where a number of a training step came from: its terms, the largest first, with the paths they came by. */
import { html, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../../draw/picture.js";
import type { TrainingExplanation, TrainingTerm } from "../../module/training/types.js";
import { cellName, fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { LabWords } from "../../words/words.js";
import { tokensOfCell, type WalkNames } from "./walk_names.js";
import { shortNumber } from "./walk_window.js";

const GRADIENT = "grad.";
/** The terms of a sum that are shown. */
const MOST_TERMS = 12;
const product = ({ value, weight }: TrainingTerm): number => value * weight;

/** `follow` goes to a cell. */
export function explanationTemplate(
  { walk }: LabWords,
  { name, index, value, terms }: TrainingExplanation,
  names: WalkNames,
  follow: (cell: CellRef) => void,
): TemplateResult {
  const tokens = (cell: CellRef): TemplateResult =>
    html`<small translate="no">${tokensOfCell(names, cell)}</small>`;
  const text = html`<code>${cellName(name, index)} = ${shortNumber(value)}</code> ${tokens({ name, index })}`;
  if (terms.length === 0) return html`<p>${text}</p><p>${walk.noTerms}</p>`;
  const isKnown = (tensor: string): boolean => names.trace.steps.some((step) => step.name === tensor);
  const sorted = [...terms].sort((a, b) => Math.abs(product(b)) - Math.abs(product(a)));
  const rest = sorted.slice(MOST_TERMS);
  // A path that only repeats the tensor of its term says nothing.
  const hasPaths = terms.some((term) => term.path !== term.name);
  const path = (content: unknown): unknown => (hasPaths ? html`<td class="path">${content}</td>` : nothing);
  return html`<p>${text}${slope(walk, { name, index, value })}<br />${fill(walk.terms, { count: terms.length })}</p>
    <div class="scroll"><table class="terms">
      <thead><tr><th scope="col">${walk.from}</th>${hasPaths ? html`<th scope="col" class="path">${walk.path}</th>` : nothing}
        ${[walk.value, walk.weight, walk.product].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${sorted.slice(0, MOST_TERMS).map((term) => {
        const shown = html`<code>${cellName(term.name, term.index)}</code>`;
        return html`<tr><th scope="row">${isKnown(term.name) ? html`<button @click=${() => follow(term)}>${shown}</button>` : shown} ${tokens(term)}</th>
          ${path(html`<code>${term.path}</code>`)}<td>${shortNumber(term.value)}</td><td>× ${shortNumber(term.weight)}</td><td>${shortNumber(product(term))}</td></tr>`;
      })}
      ${
        rest.length > 0
          ? html`<tr><th scope="row">${fill(walk.rest, { count: rest.length })}</th>${path(nothing)}<td></td><td></td>
            <td>${shortNumber(rest.reduce((sum, term) => sum + product(term), 0))}</td></tr>`
          : nothing
      }</tbody>
      <tfoot><tr><th scope="row">${walk.sum}</th>${path(nothing)}<td></td><td></td><td>${shortNumber(terms.reduce((sum, term) => sum + product(term), 0))}</td></tr></tfoot>
    </table></div>`;
}

/** Says what a gradient means for its number; empty for a gradient of 0 or NaN. */
function slope(
  walk: LabWords["walk"],
  { name, index, value }: Pick<TrainingExplanation, "name" | "index" | "value">,
): TemplateResult | typeof nothing {
  if (!name.startsWith(GRADIENT) || index.length === 0 || !value) return nothing;
  const sentence = value < 0 ? walk.falls : walk.rises;
  return html`<br />${richText(fill(sentence, { of: cellName(name.slice(GRADIENT.length), index) }))}`;
}
