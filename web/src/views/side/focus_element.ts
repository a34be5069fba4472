/**
 * Chooses the sentence and the head on the stage: ‹ 2/5 › and ‹ 1/2 ›, only where the step has the axis; and the size of
 * the tensors, in lessons that have two.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Focus } from "../../draw/tensor_view.js";
import type { Sizes } from "../../store/lesson_runner.js";
import { fill } from "../../words/number_text.js";
import type { Words } from "../../words/words.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";

export class FocusElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    focused: { attribute: false },
    batches: { attribute: false },
    heads: { attribute: false },
    sizes: { attribute: false },
  };
  declare words: Words;
  declare focused: Focus;
  declare batches: number;
  declare heads: number;
  declare sizes: Sizes | undefined;

  static override styles = [
    base,
    axisColors,
    css`
      :host { display: flex; flex-wrap: wrap; gap: 0 20px; font-size: 13px; }
      div { display: flex; align-items: center; }
      button { font-size: 16px; }
      .sizes { gap: 4px; }
      .sizes button { font-size: 13px; padding: 0 6px; white-space: nowrap; text-underline-offset: 6px; color: var(--hu-muted); }
      .sizes [aria-pressed="true"] { color: var(--hu-ink); text-decoration: underline 2px var(--hu-accent); }
    `,
  ];

  override render(): TemplateResult {
    const { focused, words } = this;
    return html`
      ${this.batches > 1 ? this.#chooser("batch", "B", words.controls.sentence, focused.batch, this.batches) : nothing}
      ${this.heads > 1 ? this.#chooser("head", "H", words.controls.head, focused.head, this.heads) : nothing}
      ${this.sizes ? this.#sizes(this.sizes) : nothing}
    `;
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
