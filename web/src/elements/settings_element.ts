/** The settings: their button, and above it the form, which is loaded when it is first opened. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { loadSettings } from "./later.js";
import type { Refusal } from "./refusal.js";
import type { FullSpec } from "./settings_fields.js";
import { base } from "./styles.js";
import type { Words } from "./words.js";

export class SettingsElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    given: { attribute: false },
    text: { attribute: false },
    defaults: { attribute: false },
    refused: { attribute: false },
    open: { type: Boolean, reflect: true },
  };
  declare words: Words;
  /** The spec of the trace on the stage. */
  declare given: FullSpec;
  /** What its sequences were written as, where they were written. */
  declare text: string | undefined;
  declare defaults: FullSpec;
  /** Why the core did not take the last change. */
  declare refused: Refusal | undefined;
  declare open: boolean;
  /** What was typed outlives the closing. */
  #wasOpened = false;

  static override styles = [
    base,
    css`
      :host { position: relative; display: block; font-size: 13px; }
      .toggle { white-space: nowrap; min-height: 44px; }
    `,
  ];

  override render(): TemplateResult {
    const { controls, settings } = this.words;
    return html`
      <button class="toggle" aria-expanded=${this.open ? "true" : "false"}
        aria-controls=${this.#wasOpened ? "form" : nothing}
        @click=${this.#toggle}>${controls.settings} ${this.open ? "▴" : "▾"}</button>
      ${
        this.#wasOpened
          ? html`<heads-up-settings-form id="form" role="group" aria-label=${settings.title}
              ?hidden=${!this.open} .words=${this.words} .given=${this.given} .text=${this.text}
              .defaults=${this.defaults} .refused=${this.refused} @settings-change=${this.#onChange}
              @keydown=${this.#onKey}></heads-up-settings-form>`
          : nothing
      }
    `;
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    if (this.#wasOpened) await loadSettings();
    return super.getUpdateComplete();
  }

  readonly #toggle = (): void => {
    this.open = !this.open;
    this.#wasOpened = true;
    void loadSettings();
  };

  readonly #onChange = (event: CustomEvent): void => {
    this.dispatchEvent(new CustomEvent(event.type, { detail: event.detail }));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.open = false;
    this.renderRoot.querySelector<HTMLElement>(".toggle")?.focus();
  };
}
