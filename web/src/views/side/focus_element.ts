/**
 * Controls for the sentence and the head on the stage (‹ 2/5 › and ‹ 1/2 ›) if the step has these axes, for the tensor if the
 * step is a group, and for the size of the tensors in lessons that have two sizes.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Focus } from "../../draw/tensor_view.js";
import type { Sizes } from "../../store/lesson_runner.js";
import { fill } from "../../words/number_text.js";
import type { Words } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";

export class FocusElement extends LitElement {
  static override properties = reactive<FocusElement>(
    "words",
    "focused",
    "batches",
    "heads",
    "sizes",
    "members",
    "shown",
  );
  declare words: Words;
  declare focused: Focus;
  declare batches: number;
  declare heads: number;
  declare sizes: Sizes | undefined;
  /** The names of the group's members, and of the one on the stage. */
  declare members: readonly string[] | undefined;
  declare shown: string;

  static override styles = [
    base,
    axisColors,
    css`
      :host { display: flex; flex-wrap: wrap; gap: 0 20px; font-size: 13px; }
      div { display: flex; align-items: center; }
      label { display: flex; align-items: center; gap: 6px; }
      select { font: 13px var(--hu-mono); min-height: 32px; background: var(--hu-paper); border: 1px solid var(--hu-hairline); border-radius: 4px; }
      button { font-size: 16px; }
      .sizes { gap: 4px; }
      .sizes button { font-size: 13px; padding: 0 6px; white-space: nowrap; text-underline-offset: 6px; color: var(--hu-muted); }
      .sizes [aria-pressed="true"] { color: var(--hu-ink); text-decoration: underline 2px var(--hu-accent); }
    `,
  ];

  override render(): TemplateResult {
    const { focused, words } = this;
    return html`
      ${this.members ? this.#members(this.members) : nothing}
      ${this.batches > 1 ? this.#chooser("batch", "B", words.controls.sentence, focused.batch, this.batches) : nothing}
      ${this.heads > 1 ? this.#chooser("head", "H", words.controls.head, focused.head, this.heads) : nothing}
      ${this.sizes ? this.#sizes(this.sizes) : nothing}
    `;
  }

  #members(members: readonly string[]): TemplateResult {
    const { tensor } = this.words.controls;
    const go = ({ target }: Event): unknown =>
      this.dispatchEvent(new CustomEvent("member-change", { detail: (target as HTMLSelectElement).value }));
    return html`<label>${tensor} <select @change=${go}>${members.map(
      (name) => html`<option value=${name} ?selected=${name === this.shown}>${name}</option>`,
    )}</select></label>`;
  }

  #sizes(sizes: Sizes): TemplateResult {
    const { controls } = this.words;
    const button = (size: "small" | "own", label: string): TemplateResult => {
      const { dModel, numHeads } = sizes[size];
      const go = (): unknown => this.dispatchEvent(new CustomEvent("size-change", { detail: size }));
      return html`<button @click=${go} aria-pressed=${sizes.chosen === size ? "true" : "false"}
        title=${fill(controls.sizeHint, { dModel, heads: numHeads })}>${fill(label, { dModel })}</button>`;
    };
    return html`<div class="sizes" role="group" aria-label=${controls.size}>
      <span class="axis-D">D</span>
      ${button("small", controls.smallSize)} ${button("own", controls.ownSize)}
    </div>`;
  }

  #chooser(key: keyof Focus, letter: string, name: string, at: number, count: number): TemplateResult {
    const { controls } = this.words;
    const go = (to: number): void => {
      const detail: Focus = { ...this.focused, [key]: (to + count) % count };
      this.dispatchEvent(new CustomEvent("focus-change", { detail }));
    };
    const button = (to: number, sign: string, label: string): TemplateResult =>
      html`<button @click=${() => go(to)} aria-label=${label} title=${label}>${sign}</button>`;
    return html`<div role="group" aria-label=${name}>
      <span class="axis-${letter}">${name}</span>
      ${button(at - 1, "‹", fill(controls.previousOf, { what: name }))}
      <span aria-live="polite">${at + 1}/${count}</span>
      ${button(at + 1, "›", fill(controls.nextOf, { what: name }))}
    </div>`;
  }
}
