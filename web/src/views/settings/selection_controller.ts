/**
 * Keeps the text of a focused field selected when the form changes its value. Without it the field would lose the selection,
 * and typing would add to the new value instead of replacing it.
 */
import type { LitElement, ReactiveController } from "lit";

export class SelectionController implements ReactiveController {
  readonly #host: LitElement;
  #selected: HTMLInputElement | HTMLTextAreaElement | undefined;
  #text = "";

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const field = this.#host.shadowRoot?.activeElement;
    this.#selected = isText(field) && isWhollySelected(field) ? field : undefined;
    this.#text = this.#selected?.value ?? "";
  }

  hostUpdated(): void {
    if (this.#selected && this.#selected.value !== this.#text) this.#selected.select();
  }
}

const isText = (field: Element | null | undefined): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

const isWhollySelected = ({
  selectionStart,
  selectionEnd,
  value,
}: HTMLInputElement | HTMLTextAreaElement): boolean =>
  value !== "" && selectionStart === 0 && selectionEnd === value.length;
