/**
 * Which sentence and which head stand on the stage: ‹ 2/5 › and ‹ 1/2 ›, only where the step has the axis.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Focus } from "../draw/tensor_view.js";
import { fill } from "./number_text.js";
import { base } from "./styles.js";
import { axisColors } from "./theme_css.js";
import type { Words } from "./words.js";

export class FocusElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    focused: { attribute: false },
    batches: { attribute: false },
    heads: { attribute: false },
  };
  declare words: Words;
  declare focused: Focus;
  declare batches: number;
  declare heads: number;

  static override styles = [
    base,
    axisColors,
    css`
      :host { display: flex; flex-wrap: wrap; gap: 0 20px; font-size: 13px; }
      div { display: flex; align-items: center; }
      button { font-size: 16px; }
    `,
  ];

  override render(): TemplateResult {
    const { focused, words } = this;
    return html`
      ${this.batches > 1 ? this.#chooser("batch", "B", words.controls.sentence, focused.batch, this.batches) : nothing}
      ${this.heads > 1 ? this.#chooser("head", "H", words.controls.head, focused.head, this.heads) : nothing}
    `;
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
