/**
 * Controls for the sentence and the head on the stage (‹ 2/5 › and ‹ 1/2 ›) if the step has these axes, for the tensor if the
 * step is a group, and for the size of the tensors in lessons that have two sizes.
 */
import { css, html, nothing, type TemplateResult } from "lit";
import type { Focus } from "../../draw/picture.js";
import type { Sizes } from "../../store/lesson_runner.js";
import { format } from "../../words/number_text.js";
import type { Words } from "../../words/words.js";

export interface FocusModel {
  readonly words: Words;
  readonly focus: Focus;
  readonly batches: number;
  readonly heads: number;
  choose(focus: Focus): void;
  readonly sizes?: { readonly now: Sizes; choose(size: "small" | "own"): void } | undefined;
  /** The names of the group's members, and of the one on the stage. */
  readonly members?:
    | { readonly names: readonly string[]; readonly shown: string; choose(name: string): void }
    | undefined;
}

export const focusStyles = css`
  .focus { display: flex; flex-wrap: wrap; gap: 0 20px; font-size: 13px; }
  .focus div { display: flex; align-items: center; }
  .focus label { display: flex; align-items: center; gap: 6px; }
  .focus select { font: 13px var(--hu-mono); min-height: 32px; background: var(--hu-paper); border: 1px solid var(--hu-hairline); border-radius: 4px; }
  .focus button { font-size: 16px; }
  .focus .sizes { gap: 4px; }
  .focus .sizes button { font-size: 13px; padding: 0 6px; white-space: nowrap; text-underline-offset: 6px; color: var(--hu-muted); }
  .focus .sizes [aria-pressed="true"] { color: var(--hu-ink); text-decoration: underline 2px var(--hu-accent); }
`;

export const focusTemplate = (model: FocusModel): TemplateResult => {
  const { words, batches, heads } = model;
  const { controls } = words;
  return html`<div class="focus">
    ${model.members ? memberChoice(controls.tensor, model.members) : nothing}
    ${batches > 1 ? chooser(model, "batch", "B", controls.sentence, batches) : nothing}
    ${heads > 1 ? chooser(model, "head", "H", controls.head, heads) : nothing}
    ${model.sizes ? sizeChoice(words, model.sizes) : nothing}
  </div>`;
};

const memberChoice = (
  label: string,
  { names, shown, choose }: NonNullable<FocusModel["members"]>,
): TemplateResult =>
  html`<label>${label} <select @change=${(e: Event) => choose((e.target as HTMLSelectElement).value)}>${names.map(
    (name) => html`<option value=${name} ?selected=${name === shown}>${name}</option>`,
  )}</select></label>`;

function sizeChoice({ controls }: Words, { now, choose }: NonNullable<FocusModel["sizes"]>): TemplateResult {
  const button = (size: "small" | "own", label: string): TemplateResult => {
    const { dModel, numHeads } = now[size];
    return html`<button @click=${() => choose(size)} aria-pressed=${now.chosen === size ? "true" : "false"}
      title=${format(controls.sizeHint, { dModel, heads: numHeads })}>${format(label, { dModel })}</button>`;
  };
  return html`<div class="sizes" role="group" aria-label=${controls.size}>
    <span class="axis-D">D</span>
    ${button("small", controls.smallSize)} ${button("own", controls.ownSize)}
  </div>`;
}

function chooser(
  { words: { controls }, focus, choose }: FocusModel,
  key: keyof Focus,
  letter: string,
  name: string,
  count: number,
): TemplateResult {
  const at = focus[key];
  const button = (to: number, sign: string, label: string): TemplateResult =>
    html`<button @click=${() => choose({ ...focus, [key]: (to + count) % count })} aria-label=${label} title=${label}>${sign}</button>`;
  return html`<div role="group" aria-label=${name}>
    <span class="axis-${letter}">${name}</span>
    ${button(at - 1, "‹", format(controls.previousOf, { what: name }))}
    <span aria-live="polite">${at + 1}/${count}</span>
    ${button(at + 1, "›", format(controls.nextOf, { what: name }))}
  </div>`;
}
