/** The sheet of questions from several lessons: the review of what was answered earlier, and the test. */
import { css, html, type TemplateResult } from "lit";
import { base } from "../common/styles.js";
import { SheetElement } from "../sheets/sheet_element.js";
import { sheetStyles } from "../sheets/sheet_styles.js";

export class PracticeElement extends SheetElement {
  static override styles = [
    base,
    sheetStyles,
    css`@media (min-width: 520px) { dialog { width: min(780px, calc(100vw - 32px)); } }`,
  ];

  override render(): TemplateResult {
    const { words, core, chosen } = this;
    const { review, test } = words.questions;
    const sitting = chosen === "pre" || chosen === "post" ? chosen : undefined;
    const title = sitting ? `${test.title} · ${test[sitting]}` : review.title;
    if (!core) return this.sheet(title, html`<p role="status">${words.app.computing}</p>`);
    return this.sheet(
      title,
      sitting
        ? html`<heads-up-test .words=${words} .core=${core} .sitting=${sitting}
            @sheet-answer=${this.#forward}></heads-up-test>`
        : html`<heads-up-review .words=${words} .core=${core} @sheet-end=${() => this.ask(undefined)}
            @sheet-answer=${this.#forward} @place-choose=${this.#forward}></heads-up-review>`,
    );
  }

  /** Dispatches an event of a child again on the sheet, where <heads-up> listens for it. */
  readonly #forward = ({ type, detail }: CustomEvent): void => {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  };
}
