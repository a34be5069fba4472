/** Which sheet is open over the stage. It stops the play, and the focus goes back to the button it came from. */
import type { ReactiveControllerHost } from "lit";
import { once } from "../../store/once.js";
import type { Sheet } from "../../store/view_state.js";
import type { LanguageController } from "../../words/language.js";

const loadSheets = once(() => import("./define_sheets.js"));

interface SheetHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  pause(): void;
}

export class SheetController {
  readonly #host: SheetHost;
  readonly #language: Pick<LanguageController, "open">;
  shown: Sheet | undefined;

  constructor(host: SheetHost, language: Pick<LanguageController, "open">) {
    this.#host = host;
    this.#language = language;
  }

  open(sheet: Sheet | undefined): void {
    const closed = sheet ? undefined : this.shown?.kind;
    this.shown = sheet;
    this.#host.requestUpdate();
    if (sheet) {
      this.#language.open("sheets");
      void loadSheets();
    }
    this.#host.pause();
    if (closed) this.#host.renderRoot.querySelector<HTMLElement>(`[data-sheet=${closed}]`)?.focus();
  }
}
