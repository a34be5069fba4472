/** Base of sheets over the stage: a modal dialog that Escape closes and whose keys do not reach the page behind it. */
import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { Core } from "../../module/page_entry.js";
import { loadModule, type Run } from "../../store/lesson_runner.js";
import type { Sheet } from "../../store/state.js";
import type { WholeWords } from "../../words/words.js";
import { focusIfLost, refocus, stepTitle } from "../common/keyboard_focus.js";
import { reactive } from "../common/reactive.js";

export abstract class SheetElement extends LitElement {
  static override properties = reactive<SheetElement>("words", "run", "step", "theme", "chosen", "core");
  declare words: WholeWords;
  declare run: Run;
  /** The step on the stage. */
  declare step: LessonStep;
  declare theme: Theme;
  /** The `id` of the sheet: which comparison, exercise or other part is shown. */
  declare chosen: string;
  /** The core, which computes other runs; undefined until it has loaded. */
  declare core: Core | undefined;

  /** The part of the element that the sheet is in. */
  #around: (ParentNode & { readonly host: Element & { updateComplete?: Promise<boolean> } }) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#around = this.getRootNode() as ShadowRoot;
    void loadModule().then((core) => {
      this.core = core;
    });
  }

  /** A sheet that is removed while it is open has led to a step, whose title gets the focus. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const around = this.#around;
    if (around && this.renderRoot.querySelector("dialog")?.open)
      void around.host.updateComplete?.then(() => focusIfLost(stepTitle(around)));
  }

  /** If the update removes what has the focus, the title gets it, which says what is shown now. */
  protected override update(changed: PropertyValues): void {
    refocus(this.updateComplete, () => this.renderRoot.querySelector<HTMLElement>("#title"));
    super.update(changed);
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  protected sheet(title: string | TemplateResult, inside: TemplateResult): TemplateResult {
    return html`<dialog aria-labelledby="title" @close=${this.#onClose} @keydown=${this.#onKey}>
      <header>
        <h2 id="title" tabindex="-1" autofocus>${title}</h2>
        <button class="close" @click=${this.#close}>${this.words.controls.close}</button>
      </header>
      ${inside}
    </dialog>`;
  }

  protected ask(sheet: Sheet | undefined): void {
    this.dispatchEvent(new CustomEvent("sheet-change", { detail: sheet }));
  }

  readonly #close = (): void => this.renderRoot.querySelector("dialog")?.close();
  readonly #onClose = (): void => this.ask(undefined);
  readonly #onKey = (event: KeyboardEvent): void => event.stopPropagation();
}
