/** First, previous, play or pause, next, last; the moment within the step; the speed. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { nearestStill } from "../timeline/player.js";
import { icons } from "./icons.js";
import { keepFocus } from "./keys.js";
import { fill } from "./number_text.js";
import { base } from "./styles.js";
import type { Words } from "./words.js";

export const SPEEDS = [0.5, 1, 2] as const;
const MOMENTS = 200;

export class TransportElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    index: { attribute: false },
    total: { attribute: false },
    playing: { attribute: false },
    speed: { attribute: false },
    stills: { attribute: false },
    stepTitle: { attribute: false },
  };
  declare words: Words;
  declare index: number;
  declare total: number;
  declare playing: boolean;
  declare speed: number;
  declare stills: boolean;
  declare stepTitle: string;
  #t = 1;

  static override styles = [
    base,
    css`
      :host { display: flex; align-items: center; gap: 2px; min-width: 0; }
      button {
        display: inline-flex;
        align-items: center;
        justify-content: center;
        min-width: 40px;
        min-height: 40px;
        padding: 0;
      }
      button.play { min-width: 48px; }
      svg { width: 20px; height: 20px; fill: currentColor; }
      .place { font-size: 13px; color: var(--hu-muted); min-width: 5ch; text-align: center; }
      input { flex: 1; min-width: 60px; height: 32px; margin: 0 8px; accent-color: var(--hu-accent); }
      @container (max-width: 519px) {
        :host { flex-wrap: wrap; }
        input { order: -2; flex: 1 0 calc(100% - 96px); margin: 0 4px; }
        select { order: -1; }
        .place { margin-right: auto; }
      }
      select {
        font-size: 13px;
        background: var(--hu-paper);
        border: 0;
        min-height: 32px;
        border-radius: 4px;
      }
    `,
  ];

  /** Moves with every frame, and so past the template. */
  set t(t: number) {
    this.#t = t;
    const input = this.renderRoot?.querySelector("input");
    if (input) this.#show(input);
  }

  #show(input: HTMLInputElement): void {
    const value = String(Math.round(this.#t * MOMENTS));
    if (input.value !== value) input.value = value;
    const percent = String(Math.round(this.#t * 100));
    input.setAttribute("aria-valuetext", fill(this.words.controls.moment, { percent, step: this.stepTitle }));
  }

  override updated(_: PropertyValues): void {
    const input = this.renderRoot.querySelector("input");
    if (input) this.#show(input);
  }

  override render(): TemplateResult {
    const { controls } = this.words;
    const last = this.total - 1;
    const button = (action: string, label: string, off: boolean, key = ""): TemplateResult =>
      html`<button class=${action} ?disabled=${off} @mousedown=${keepFocus}
        @click=${() => this.#tell(action)} aria-label=${label}
        title=${key ? `${label} (${key})` : label}>${icons[action]}</button>`;
    return html`
      ${button("first", controls.first, this.index <= 0)}
      ${button("previous", controls.previous, this.index <= 0, "←")}
      ${
        this.playing
          ? button("pause", controls.pause, false, controls.space)
          : button("play", controls.play, false, controls.space)
      }
      ${button("next", controls.next, this.index >= last, "→")}
      ${button("last", controls.last, this.index >= last)}
      <span class="place">${this.index + 1}/${this.total}</span>
      <input type="range" min="0" max=${MOMENTS} step=${this.stills ? MOMENTS / 2 : 1}
        aria-label=${controls.scrubber}
        @input=${this.#onScrub} />
      <select aria-label=${controls.speed} title=${controls.speed} @change=${this.#onSpeed}>
        ${SPEEDS.map((speed) => this.#speed(speed))}
      </select>
      <slot></slot>
    `;
  }

  #speed(speed: number): TemplateResult {
    return html`<option value=${speed} ?selected=${speed === this.speed}>${speed}×</option>`;
  }

  #tell(name: string, detail?: number): void {
    this.dispatchEvent(new CustomEvent("transport", { detail: { name, value: detail } }));
  }

  readonly #onScrub = (event: Event): void => {
    const t = Number((event.target as HTMLInputElement).value) / MOMENTS;
    this.#tell("scrub", this.stills ? nearestStill(t) : t);
  };

  readonly #onSpeed = (event: Event): void =>
    this.#tell("speed", Number((event.target as HTMLSelectElement).value));
}
