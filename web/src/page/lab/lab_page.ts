/** Connects the leak lab with the page: shows what a URL asks for, and provides the URL of what is shown. */
import type { ThemeName } from "../../draw/theme.js";
import { LabStore } from "../../lab/lab_store.js";
import { defaultSettings } from "../../lab/settings.js";
import { refocus } from "../../views/common/keyboard_focus.js";
import type { LeakLabElement } from "../../views/lab/leak_lab_element.js";
import type { Words } from "../../words/words.js";
import type { Problem } from "../address/url_reader.js";
import { labUrl, readLabUrl } from "./lab_address.js";
import type { OpenedBlock } from "./open_block.js";
import "../../views/lab/define_lab.js";

export class LabPage {
  readonly element = document.createElement("leak-lab") as LeakLabElement;
  readonly problems: readonly Problem[];
  readonly #store: LabStore;

  /** `changed` is called when the URL of what is shown may have changed, `open` when the reader opens a block as a lesson. */
  constructor(search: string, lang: string, changed: () => void, open: (block: OpenedBlock) => void) {
    const { settings, problems } = readLabUrl(search, lang);
    this.problems = problems;
    this.#store = new LabStore(defaultSettings(lang));
    this.#store.subscribe((state, before) => {
      if (state.settings !== before.settings) changed();
    });
    this.element.id = "stage"; // where the skip link goes
    this.element.store = this.#store;
    refocus(this.element.updateComplete, () => this.element.renderRoot.querySelector("h1"));
    this.element.openBlock = async (block) => {
      const { openedBlock } = await import("./open_block.js");
      const opened = await openedBlock(block);
      if (this.element.isConnected) open(opened); // otherwise the reader has left the lab
    };
    document.addEventListener("visibilitychange", this.#onVisibility);
    this.#store.dispatch({ type: "open", settings });
    this.#onVisibility();
  }

  show(words: Words, lang: string): void {
    Object.assign(this.element, { words, lang });
  }

  address(lang: string, theme: ThemeName | undefined): string {
    return labUrl(this.#store.state.settings, lang, theme);
  }

  leave(): void {
    document.removeEventListener("visibilitychange", this.#onVisibility);
    this.#store.close();
    this.element.remove();
  }

  readonly #onVisibility = (): void => this.#store.hide(document.hidden);
}
