/**
 * The sheets over the stage: one modal dialog, which Escape closes and whose keys do not reach the page behind it. What a sheet
 * shows is a template function of the store's state; this element owns the dialog and its focus.
 */
import { adoptStyles, type CSSResult, html, LitElement, nothing, type TemplateResult } from "lit";
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
import { querySheet } from "../query_plane/query_sheet.js";
import { compareSheet } from "./compare_sheet.js";
import { mistakesSheet } from "./mistakes_sheet.js";
import type { SheetActions, SheetContent, SheetHost, SheetModel, SheetView } from "./sheet.js";
import { sheetStyles } from "./sheet_styles.js";

const VIEWS: Readonly<Record<Sheet["kind"], SheetView>> = {
  compare: compareSheet,
  mistakes: mistakesSheet,
  class: classSheet,
  confusions: confusionsSheet,
  practice: practiceSheet,
  query: querySheet,
  map: mapSheet,
};

/** What <heads-up> gives: the sheet may be none. */
export interface GivenModel extends Omit<SheetModel, "sheet" | "core" | "width"> {
  readonly sheet: Sheet | undefined;
}

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
