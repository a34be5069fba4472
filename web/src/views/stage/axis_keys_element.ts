/**
 * The key to the axis letters on the stage: a button over each of them says which dimension it is, when the pointer or the
 * focus is on it or a finger has tapped it. All of them are one tab stop; the arrow keys go from one to the next.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Step } from "../../module/types.js";
import { format } from "../../words/number_text.js";
import type { Words } from "../../words/words.js";
import { arrowTo } from "../common/keyboard_focus.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors, axisTip } from "../common/theme_css.js";
import type { AxisLabel } from "./axis_labels.js";

export class AxisKeysElement extends LitElement {
  @reactive words!: Words;
  @reactive labels: readonly AxisLabel[] = [];
  /** The tensors whose axes they are. */
  @reactive steps!: readonly Pick<Step, "name" | "axes">[];
  /** The label that Tab goes to. */
  @reactive current = 0;
  /** The label whose meaning is shown. */
  @reactive open!: number | undefined;

  static override styles = [
    base,
    axisColors,
    axisTip,
    css`
      :host { position: absolute; inset: 0; pointer-events: none; font-size: 13px; }
      button { position: absolute; min-width: 0; min-height: 0; padding: 0; pointer-events: auto; cursor: help; }
      button:hover { background: none; }
      @media print { :host { display: none; } }
    `,
  ];

  override willUpdate(): void {
    if (this.current >= this.labels.length) this.current = 0;
  }

  override render(): TemplateResult | typeof nothing {
    const { labels, words, current } = this;
    if (labels.length === 0) return nothing;
    const shown = this.open === undefined ? undefined : labels[this.open];
    return html`<div role="group" aria-label=${words.controls.axes} @keydown=${this.#onKey}
        @pointerover=${this.#onEnter} @pointerout=${this.#onLeave} @click=${this.#onEnter}
        @focusin=${this.#onEnter} @focusout=${this.#onLeave}>
        ${labels.map(
          (label, i) =>
            html`<button data-i=${i} tabindex=${i === current ? 0 : -1} aria-label=${this.#textOf(label)}></button>`,
        )}
      </div>
      ${shown ? html`<div class="tip" aria-hidden="true"><b class="axis-${shown.letter}">${shown.letter}</b> ${this.#nameOf(shown)} · ${shown.size}</div>` : nothing}`;
  }

  /** The page's policy allows no styles in markup. */
  override updated(): void {
    for (const button of this.renderRoot.querySelectorAll("button")) {
      const label = this.labels[Number(button.dataset["i"])];
      if (!label) continue;
      const { x, y, width, height } = label;
      Object.assign(button.style, {
        ...{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` },
      });
    }
    const tip = this.renderRoot.querySelector<HTMLElement>(".tip");
    const shown = this.open === undefined ? undefined : this.labels[this.open];
    if (!tip || !shown) return;
    const below = shown.y + shown.height;
    const top = below + tip.offsetHeight <= this.clientHeight ? below : shown.y - tip.offsetHeight;
    const left = Math.max(0, Math.min(shown.x, this.clientWidth - tip.offsetWidth));
    Object.assign(tip.style, { left: `${left}px`, top: `${top}px` });
  }

  /** What the letter counts; of two axes with the same letter, the first has the queries and the second the keys. */
  #nameOf({ letter, of }: AxisLabel): string {
    const names: Readonly<Record<string, string>> = this.words.axes;
    const { query, key } = this.words.terms;
    const axes = this.steps.find(({ name }) => name === of?.name)?.axes ?? [];
    const isPair = of !== undefined && axes.indexOf(letter) !== axes.lastIndexOf(letter);
    const side = isPair ? ` (${of.axis === axes.indexOf(letter) ? query : key})` : "";
    return (names[letter] ?? letter) + side;
  }

  /** Such as "scores, dim 3, L = 7: token position (key)", because L may stand beside several tables. */
  #textOf(label: AxisLabel): string {
    const { letter, size, of } = label;
    const text = `${letter} = ${size}: ${this.#nameOf(label)}`;
    return of ? format(this.words.controls.axisOf, { tensor: of.name, dim: of.axis, axis: text }) : text;
  }

  readonly #onEnter = ({ target, type }: Event): void => {
    const at = target instanceof HTMLElement ? target.dataset["i"] : undefined;
    if (at === undefined) return;
    this.open = Number(at);
    if (type !== "pointerover") this.current = this.open;
  };

  readonly #onLeave = (): void => {
    this.open = undefined;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.open !== undefined) this.open = undefined;
    else {
      const next = arrowTo(event, this.current, this.labels.length);
      if (next === undefined) return;
      this.renderRoot.querySelector<HTMLElement>(`[data-i="${next}"]`)?.focus();
    }
    // Arrows do not change the step here.
    event.preventDefault();
    event.stopPropagation();
  };
}
