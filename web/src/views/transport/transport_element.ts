/** First, previous, play or pause, next, last; the moment within the step; the speed. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Rules } from "../../lessons/rules.js";
import type { PastWords } from "../../store/past.js";
import { nearestStill } from "../../timeline/playback.js";
import { format } from "../../words/number_text.js";
import type { PageWords } from "../../words/words.js";
import { icons } from "../common/icons.js";
import { isSpaceTaken, keepFocus } from "../common/keys.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { whileConnected } from "../common/while_connected.js";

export const SPEEDS = [0.5, 1, 2] as const;
const MOMENTS = 200;
/** When the focus may have moved; a move within one shadow root fires no focus event outside it. */
const FOCUS_MOVES = ["focusin", "focusout", "keyup", "click"] as const;

export class TransportElement extends LitElement {
  @reactive words!: PageWords;
  @reactive index!: number;
  @reactive total!: number;
  /** The number of the step among all, those in folds included. */
  @reactive number!: string;
  @reactive count!: number;
  @reactive playing!: boolean;
  /** Whether playing continues to the end of the lesson. */
  @reactive through!: boolean;
  /** The step has not been played yet. */
  @reactive waiting!: boolean;
  @reactive speed!: number;
  @reactive stills!: boolean;
  @reactive stepTitle!: string;
  /** The words for undo and redo; undefined if neither is offered. */
  @reactive past!: PastWords | undefined;
  @reactive rules!: Rules;
  /** Space is for what has the focus. */
  @reactive isSpaceTaken!: boolean;
  #t = 1;

  static override styles = [
    base,
    css`
      /* Wraps where the words of a language do not fit. */
      :host { position: relative; display: flex; flex-wrap: wrap; align-items: center; gap: 2px; min-width: 0; }
      button {
        display: inline-flex;
        align-items: center;
        justify-content: center;
        min-width: 40px;
        min-height: 40px;
        padding: 0;
      }
      /* Play and pause share one place, and stand out as the first button to press. */
      button:is(.play, .pause) { min-width: 48px; background: var(--hu-accent); color: var(--hu-paper); }
      svg { width: 20px; height: 20px; fill: currentColor; }
      .through { min-width: 36px; color: var(--hu-muted); }
      .through[aria-pressed="true"] { color: var(--hu-accent); }
      .turns { display: flex; }
      .turns button { min-width: 36px; color: var(--hu-muted); }
      .turns button:not([aria-disabled]):hover { color: var(--hu-ink); }
      .place { font-size: 13px; color: var(--hu-muted); min-width: 5ch; text-align: center; white-space: nowrap; }
      /* Parts that move every frame have their own layers, so that moving them needs no layout or paint; the invisible
         input takes pointer and keys. */
      .scrubber {
        position: relative;
        flex: 1 1 60px;
        min-width: 60px;
        height: 32px;
        margin: 0 8px;
        contain: size layout style;
      }
      input {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        margin: 0;
        appearance: none;
        background: none;
        cursor: pointer;
      }
      input::-webkit-slider-thumb { appearance: none; width: 16px; height: 16px; opacity: 0; }
      input::-moz-range-thumb { width: 16px; height: 16px; border: 0; opacity: 0; }
      .rail { position: absolute; inset: calc(50% - 1px) 0 auto; border-top: 2px solid var(--hu-muted); }
      .done {
        position: absolute;
        inset: calc(50% - 2px) 0 auto;
        border-top: 4px solid var(--hu-accent);
        transform-origin: left;
        will-change: transform;
      }
      /* As wide as the rail, so it overlaps what is to its right. */
      .run { position: absolute; inset: calc(50% - 8px) 16px auto 0; will-change: transform; pointer-events: none; }
      .run::before { content: ""; display: block; width: 0; border: 8px solid var(--hu-accent); border-radius: 8px; }
      /* Covers the slider's track while it is at 0. */
      .hint {
        position: absolute;
        inset: 0 0 auto 24px;
        display: flex;
        height: 100%;
        align-items: center;
        justify-content: center;
        font-size: 13px;
        color: var(--hu-accent);
        white-space: nowrap;
        overflow: hidden;
        pointer-events: none;
      }
      .hint[hidden] { display: none; }
      .hint span { padding: 0 10px; background: var(--hu-paper); }
      /* The strip leads to the first step and the last. */
      @container (max-width: 719px) { button:is(.first, .last) { display: none; } }
      /* The hint would be cut, and the link to the question has its place. */
      @container (max-width: 899px) { .hint { display: none; } }
      @container (max-width: 599px) {
        /* The slider, the place and the speed above, with no room for a button more; under them all buttons, each wide
           enough for a thumb. */
        :host { gap: 0; }
        button, button:is(.play, .pause) { min-width: 44px; min-height: 44px; }
        .scrubber { order: -4; flex: 1 0 calc(100% - 206px); height: 44px; margin: 0 4px; }
        .place { order: -3; min-width: 48px; }
        select { order: -2; width: 64px; }
        :host::after { content: ""; order: -1; flex: 0 0 100%; }
        .through { min-width: 44px; }
        .turns { margin-right: auto; }
        .turns button { min-width: 44px; }
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

  constructor() {
    super();
    const onFocus = (): void => {
      this.isSpaceTaken = isSpaceTaken();
    };
    whileConnected(this, (signal) => {
      for (const type of FOCUS_MOVES) window.addEventListener(type, onFocus, { signal });
    });
    // A value set before the element was defined would shadow the setter for good.
    const { t } = this as unknown as { t: number | undefined };
    if (t === undefined) return;
    Reflect.deleteProperty(this, "t");
    this.#t = t;
  }

  /** Changes with every frame, so it bypasses the template. */
  set t(t: number) {
    this.#t = t;
    if (!this.hasUpdated || this.isUpdatePending) return;
    this.#move();
    if (!this.playing) this.#say();
  }

  #move(): void {
    const [done, run] = this.renderRoot.querySelectorAll<HTMLElement>(".done, .run");
    if (done) done.style.transform = `scaleX(${this.#t})`;
    if (run) run.style.transform = `translateX(${this.#t * 100}%)`;
  }

  /** Setting the input's value is slow, so during playback it is set only when the reader takes hold of the input. */
  readonly #say = (): void => {
    const input = this.renderRoot.querySelector("input");
    if (!input) return;
    input.value = String(Math.round(this.#t * MOMENTS));
    // During playback a screen reader would announce every change.
    if (this.playing && input.hasAttribute("aria-valuetext")) return;
    const percent = String(Math.round(this.#t * 100));
    input.setAttribute(
      "aria-valuetext",
      format(this.words.controls.moment, { percent, step: this.stepTitle }),
    );
  };

  override updated(_: PropertyValues): void {
    this.#move();
    this.#say();
  }

  override render(): TemplateResult {
    const { play, steps } = this.rules;
    const last = this.total - 1;
    const { controls } = this.words;
    const [isFirst, isLast] = [this.index <= 0, this.index >= last];
    const button = this.#button;
    return html`
      ${
        steps
          ? html`${button("first", controls.first, isFirst)} ${button("previous", controls.previous, isFirst, "←")}`
          : nothing
      }
      ${play ? this.#playButton() : nothing}
      ${
        steps
          ? html`${button("next", controls.next, isLast, "→")} ${button("last", controls.last, isLast)}`
          : nothing
      }
      <span class="place">${this.number}/${this.count}</span>
      ${play ? this.#time() : nothing}
      ${this.past ? this.#undoButtons(this.past) : nothing}
      <slot></slot>
    `;
  }

  #playButton(): TemplateResult {
    const { controls } = this.words;
    return this.playing
      ? this.#button("pause", controls.pause, false, controls.space)
      : this.#button("play", controls.play, false, controls.space);
  }

  /** Any moment of the step, and how fast it passes. */
  #time(): TemplateResult {
    const { controls } = this.words;
    return html`<span class="scrubber ${this.past ? "" : "wide"}">
        <span class="rail"></span><span class="done"></span><span class="run"></span>
        ${this.waiting ? html`<slot name="hint"></slot><span class="hint" aria-hidden="true" ?hidden=${this.isSpaceTaken}><span>${controls.playsStep}</span></span>` : nothing}
        <input type="range" min="0" max=${MOMENTS} step=${this.stills ? MOMENTS / 2 : 1}
          aria-label=${controls.scrubber}
          @focus=${this.#say} @pointerdown=${this.#say} @keydown=${this.#say} @input=${this.#onScrub} />
      </span>
      <button class="through" aria-pressed=${this.through ? "true" : "false"} ?hidden=${!this.rules.steps}
        @mousedown=${keepFocus} @click=${() => this.#emit("through", this.through ? 0 : 1)}
        aria-label=${controls.through} title=${controls.through}>${icons["through"]}</button>
      <select aria-label=${controls.speed} title=${controls.speed} @change=${this.#onSpeed}>
        ${SPEEDS.map((speed) => this.#speed(speed))}
      </select>`;
  }

  /** A button that is off keeps the focus, which a disabled one would lose. */
  readonly #button = (action: string, label: string, off: boolean, key = ""): TemplateResult =>
    html`<button class=${action} aria-disabled=${off ? "true" : nothing} @mousedown=${keepFocus}
      @click=${() => off || this.#emit(action)} aria-label=${label}
      title=${key ? `${label} (${key})` : label}>${icons[action]}</button>`;

  /** The buttons stay in place when there is nothing to undo. */
  #undoButtons({ undo, redo }: PastWords): TemplateResult {
    return html`<span class="turns">
      ${this.#button("undo", undo ?? this.words.undo.nothingToUndo, undo === undefined, "Ctrl+Z")}
      ${this.#button("redo", redo ?? this.words.undo.nothingToRedo, redo === undefined, "Ctrl+Y")}
    </span>`;
  }

  #speed(speed: number): TemplateResult {
    return html`<option value=${speed} ?selected=${speed === this.speed}>${speed}×</option>`;
  }

  #emit(name: string, detail?: number): void {
    this.dispatchEvent(new CustomEvent("transport", { detail: { name, value: detail } }));
  }

  readonly #onScrub = (event: Event): void => {
    const t = Number((event.target as HTMLInputElement).value) / MOMENTS;
    this.#emit("scrub", this.stills ? nearestStill(t) : t);
  };

  readonly #onSpeed = (event: Event): void =>
    this.#emit("speed", Number((event.target as HTMLSelectElement).value));
}
