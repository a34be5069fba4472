/**
 * A panel that opens above the transport, by its button there. It is made when it is first opened, and keeps typed text while closed. Only one of several panels is open at a time. A press beside the transport closes
 * it, and so does Escape (transport/escape_controller.ts).
 */
import { css, html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import type { WholeWords, Words } from "../../words/words.js";
import { reactive } from "./reactive.js";
import { base } from "./styles.js";

export abstract class DrawerElement extends LitElement {
  static override properties: PropertyDeclarations = {
    ...reactive<DrawerElement>("words", "isReady"),
    open: { type: Boolean, reflect: true },
  };
  declare words: Words;
  /** Whether the panel and its words are there. */
  declare isReady: boolean;
  declare open: boolean;
  #wasOpened = false;

  static override styles = [
    base,
    css`
      :host { display: block; font-size: 13px; }
      .toggle { position: relative; white-space: nowrap; min-height: 44px; }
    `,
  ];

  /** The content of the button. */
  protected abstract label(): TemplateResult;
  /** The panel; its first element has the id "panel" and is hidden while closed. */
  protected abstract panel(words: WholeWords): TemplateResult;

  override render(): TemplateResult {
    const panel = this.#wasOpened && this.isReady ? this.panel(this.words as WholeWords) : undefined;
    return html`
      <button class="toggle" aria-expanded=${this.open ? "true" : "false"}
        aria-controls=${panel ? "panel" : nothing}
        @click=${this.#toggle}>${this.label()}</button>
      ${panel ? html`<div>${panel}</div>` : nothing}
    `;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("pointerdown", this.#onPress);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.open = false;
    window.removeEventListener("pointerdown", this.#onPress);
  }

  /** A press on a button of the transport, such as play or undo, keeps an open panel open. */
  readonly #onPress = (event: Event): void => {
    if (!event.composedPath().includes(this.parentElement ?? this)) this.open = false;
  };

  readonly #toggle = (): void => {
    this.open = !this.open;
    this.#wasOpened = true;
    for (const other of this.parentElement?.children ?? [])
      if (other !== this && other instanceof DrawerElement) other.open = false;
  };
}
