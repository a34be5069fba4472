/** Connects the notebook with the page: opens the program that a URL asks for, keeps what the reader types, and provides its URL. */
import { html, type TemplateResult } from "lit";
import type { ThemeName } from "../../draw/theme.js";
import type { ConfusionId } from "../../lessons/offers.js";
import { loadInterpreter } from "../../module/python/page_entry.js";
import { NotebookStore } from "../../notebook/notebook_store.js";
import { fragmentOf } from "../../notebook/program_link.js";
import { RequestStore } from "../../store/request_store.js";
import { isOnPage } from "../../views/common/keys.js";
import type { NotebookElement } from "../../views/notebook/notebook_element.js";
import { loadNotebookWords, type NotebookWords, type PageWords } from "../../words/words.js";
import type { Host, Room } from "../room.js";
import { keepAddress, keepProgram, type Program } from "./notebook_address.js";
import { answerUrl, openingUrl } from "./notebook_name.js";
import "../../views/notebook/files_bar.js";
import "../../views/notebook/notebook_element.js";

export { framedProgram, programAt } from "./notebook_address.js";

/** Debounce: browsers limit how often the address may change. */
const ADDRESS_MS = 500;

export class NotebookPage implements Room {
  readonly name = "notebook";
  readonly place = "";
  readonly element = document.createElement("heads-up-notebook") as NotebookElement;
  readonly #host: Host;
  readonly #store = new NotebookStore(loadInterpreter);
  /** The program that is being opened; a change to another is the reader's. */
  #opening: string | undefined;
  /** The example that was opened last. */
  #example: Program | undefined;
  /** The fragment of the program, a moment after it has changed. */
  readonly #link = new RequestStore<{ readonly source: string; readonly afterMs: number }, string>(
    async function* ({ source, afterMs }) {
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
      yield fragmentOf(source);
    },
  );

  constructor(host: Host) {
    this.#host = host;
    this.#store.subscribe(({ source }, before) => {
      if (source === before.source || source === this.#opening) return;
      keepProgram(source);
      void this.#link.ask({ source, afterMs: ADDRESS_MS });
    });
    this.#link.subscribe(({ asked, answer, isRunning }, before) => {
      if (answer === before.answer || !isRunning) return;
      host.bar.writeNow();
      if (asked) keepAddress(asked.source);
    });
    this.element.id = "stage"; // where the skip link goes
    this.element.store = this.#store;
    this.element.addEventListener("mode", () => host.bar.writeNow());
    addEventListener("keydown", this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.composedPath().includes(this.element) || isOnPage(event)) this.element.takeKey(event);
  };

  open(program: Program, line?: number): void {
    const { source, example } = program;
    this.#example = example === undefined ? undefined : program;
    if (example !== undefined) this.#link.dispatch({ type: "forget" });
    else void this.#link.ask({ source, afterMs: 0 });
    const { state } = this.#store;
    if (source === state.source && state.latest) return;
    this.#opening = source;
    this.#store.dispatch({ type: "open", source, line });
    this.#opening = undefined;
  }

  /** Until the notebook's words have loaded, it stays in the language before. */
  show(words: PageWords, lang: string, theme: ThemeName | undefined): void {
    const { element } = this;
    const urlOf = (confusion: ConfusionId): string => answerUrl(confusion, lang, theme);
    Object.assign(element, { words, lang, theme: theme ?? "", answerUrl: urlOf });
    void loadNotebookWords(lang).then(
      (notebook) => {
        if (element.lang !== lang) return;
        Object.assign(element, { notebook, failure: undefined, bar: this.#bar(words, notebook, lang) });
      },
      () => Object.assign(element, { failure: words.errors["not-loaded"] }),
    );
  }

  #bar(words: PageWords, notebook: NotebookWords, lang: string): TemplateResult {
    return html`<heads-up-files .words=${words} .notebook=${notebook} .lang=${lang} .store=${this.#store}
      .taken=${() => this.element.taken}></heads-up-files>`;
  }

  /** An example that is as it was has its name in the address; any other program is in the fragment. */
  address(lang: string, theme: ThemeName | undefined): string {
    const { source, example = "" } = this.#example ?? {};
    const { mode } = this.element;
    if (source === this.#store.state.source) return openingUrl(example, lang, theme, mode);
    return openingUrl("", lang, theme, mode) + (this.#link.state.answer ?? "");
  }

  /** Has the address written without the debounce, for one that is about to be left; undefined if it is as it should be. */
  written(): Promise<void> | undefined {
    const { source } = this.#store.state;
    const { asked, isRunning } = this.#link.state;
    return isRunning && asked?.source === source ? this.#link.ask({ source, afterMs: 0 }) : undefined;
  }

  lecture(): void {
    if (this.element.mode !== "") return;
    this.element.mode = "lecture";
    this.#host.bar.writeNow();
  }

  leave(): void {
    this.#link.dispatch({ type: "stop" });
    removeEventListener("keydown", this.#onKey);
    this.element.remove();
  }
}
