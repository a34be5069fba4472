/**
 * The sheets over the stage: one modal dialog, which Escape closes and whose keys do not reach the page behind it. What a sheet
 * shows is a template function of the store's state; this element owns the dialog and its focus.
 */

import { adoptStyles, type CSSResult, css, html, LitElement, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { loadedModule } from "../../store/lesson_runner.js";
import type { Sheet } from "../../store/state.js";
import { classSheet } from "../class_form/class_sheet.js";
import { focusIfLost, isFocusLost, stepTitle } from "../common/keyboard_focus.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { confusionsSheet } from "../confusions/confusions_sheet.js";
import { mapSheet } from "../map/map_sheet.js";
import { practiceSheet } from "../practice/practice_sheet.js";
import { compareSheet } from "./compare_sheet.js";
import { mistakesSheet } from "./mistakes_sheet.js";
import { rootSheet } from "./root_sheet.js";
import type { SheetActions, SheetContent, SheetHost, SheetModel, SheetView } from "./sheet.js";

const VIEWS: Readonly<Record<Sheet["kind"], SheetView>> = {
  compare: compareSheet,
  mistakes: mistakesSheet,
  class: classSheet,
  confusions: confusionsSheet,
  practice: practiceSheet,
  root: rootSheet,
  map: mapSheet,
};

/** What <heads-up> gives: the sheet may be none. */
export interface GivenModel extends Omit<SheetModel, "sheet" | "core" | "width"> {
  readonly sheet: Sheet | undefined;
}

/** Nearly as wide as the window up to a limit, and full-screen on a phone. */
const sheetStyles = css`
  :host { display: contents; }
  dialog {
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    padding: 16px 24px 20px;
    width: min(1240px, calc(100vw - 32px));
    max-width: none;
    max-height: calc(100dvh - 32px);
    overflow: auto;
    overscroll-behavior: contain;
  }
  dialog::backdrop { background: rgb(0 0 0 / 40%); }
  header { display: flex; align-items: start; gap: 16px; }
  h2 { margin: 0 0 8px; font-size: 20px; line-height: 1.4; font-weight: 600; flex: 1; }
  h3 { margin: 16px 0 4px; font-size: 16px; font-weight: 600; }
  p { margin: 0 0 10px; max-width: 80ch; }
  h2:focus { outline: none; }
  .close { min-height: 44px; border: 1px solid var(--hu-muted); padding: 0 16px; }
  .choices { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 20px; margin: 0 0 10px; font-size: 13px; }
  select { min-height: 32px; background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 4px; max-width: 100%; }
  .choices label { display: inline-flex; align-items: center; gap: 8px; }
  .ways { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 12px; }
  .ways button { border: 1px solid var(--hu-muted); min-height: 44px; padding: 0 16px; }
  @media (max-width: 519px) {
    dialog { width: 100vw; max-height: 100dvh; height: 100dvh; margin: 0; border: 0; border-radius: 0; padding: 12px 14px 20px; }
  }
  @media print { dialog { display: none; } }
`;

export class SheetsElement extends LitElement {
  static override styles = [sheetStyles];
  @reactive model!: GivenModel;
  @reactive actions!: SheetHost;
  /** The width of a panel or of the map, which these measure. */
  @reactive width = 0;
  readonly #dialog = createRef<HTMLDialogElement>();
  #content: SheetContent | undefined;
  #styles: readonly CSSResult[] | undefined;
  /** The dialog and the place in it that were shown last. */
  #opened: HTMLDialogElement | undefined;
  #place: string | undefined;
  #kind: Sheet["kind"] | undefined;
  /** What the next update focuses. */
  #next: string | undefined;
  #hadFocus = false;

  override willUpdate(): void {
    const kind = this.model.sheet?.kind;
    if (kind !== this.#kind) this.width = 0;
    this.#kind = kind;
    this.#content = this.#contentNow();
    this.#hadFocus = !isFocusLost();
    const styles = this.#content?.styles;
    if (!styles || styles === this.#styles) return;
    this.#styles = styles;
    adoptStyles(this.renderRoot as ShadowRoot, [base, axisColors, sheetStyles, ...styles]);
  }

  #contentNow(): SheetContent | undefined {
    const { sheet, ...given } = this.model;
    const view = sheet && VIEWS[sheet.kind];
    const core = loadedModule();
    if (!view || !core) return undefined;
    return view({ ...given, sheet, core, width: this.width }, this.#sheetActions());
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.#content) return nothing;
    const { title, inside } = this.#content;
    return html`<dialog class=${this.model.sheet?.kind ?? nothing} aria-labelledby="title" ${ref(this.#dialog)}
      @close=${() => this.#open(undefined)} @keydown=${(event: KeyboardEvent) => event.stopPropagation()}>
      <header>
        <h2 id="title" tabindex="-1" autofocus>${title}</h2>
        <button class="close" @click=${() => this.#dialog.value?.close()}>${this.model.words.controls.close}</button>
      </header>
      ${inside}
    </dialog>`;
  }

  override updated(): void {
    const [dialog, content, { sheet }] = [this.#dialog.value, this.#content, this.model];
    if (dialog !== this.#opened) {
      this.#opened = dialog;
      this.#place = undefined;
      if (dialog) dialog.showModal();
      else this.#focusStep();
    }
    if (!dialog || !content || !sheet) return;
    if (content.place !== this.#place) this.#arrive(dialog, content);
    else if (this.#next) this.#focus(this.#next);
    else if (this.#hadFocus) focusIfLost(this.#find("#title"));
    this.#next = undefined;
    if (content.id !== undefined && content.id !== sheet.id) this.#open({ ...sheet, id: content.id });
  }

  #arrive(dialog: HTMLDialogElement, { place, first, arrive }: SheetContent): void {
    this.#place = place;
    dialog.scrollTop = 0;
    this.#focus(first ?? "#title");
    arrive?.();
  }

  /** A sheet that is removed while it is open has led to a step, whose title gets the focus. */
  #focusStep(): void {
    const around = this.getRootNode() as ShadowRoot;
    const { updateComplete } = around.host as LitElement;
    void updateComplete.then(() => focusIfLost(stepTitle(around)));
  }

  #find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }

  #focus(selector: string): void {
    this.#find(selector)?.focus();
  }

  #open(sheet: Sheet | undefined): void {
    this.actions.dispatch({ type: "sheet", sheet });
  }

  #sheetActions(): SheetActions {
    return {
      ...this.actions,
      open: (sheet) => this.#open(sheet),
      draft: (change) => this.actions.dispatch({ type: "draft", change }),
      focus: (selector) => {
        this.#next = selector;
      },
      measured: (width) => {
        this.width = width;
      },
    };
  }
}
