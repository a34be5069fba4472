/** A page of one lesson without header, for iframes and courses. */
import { html, render } from "lit";
import type { ThemeName } from "../draw/theme.js";
import type { HeadsUpElement } from "../element/heads_up_element.js";
import { type WordsStore, wordsStore } from "../store/words_store.js";
import { loadWords, type Words } from "../words/words.js";
import type { Problem } from "./address/url_reader.js";
import type { PageState } from "./address/url_state.js";
import { adopt } from "./adopt.js";
import { alertsTemplate } from "./alerts_template.js";
import { commonStyles } from "./common_styles.js";
import { Instrument, type Listeners } from "./instrument.js";
import { placed } from "./placed.js";

export class BarePage {
  readonly #instrument: Instrument;
  #words: WordsStore | undefined;
  #lang = "";
  #theme: ThemeName | "" = "";
  #problems: readonly Problem[] = [];

  constructor(listeners: Listeners) {
    adopt(commonStyles);
    this.#instrument = new Instrument(listeners);
  }

  get element(): HeadsUpElement {
    return this.#instrument.element;
  }

  get words(): Words | undefined {
    return this.#words?.state.answer;
  }

  /** The query string of what is shown. */
  get address(): string {
    return this.#instrument.address(this.#lang, this.#theme || undefined);
  }

  async show(state: PageState, lang: string, problems: readonly Problem[]): Promise<void> {
    this.#theme = state.theme ?? "";
    this.#lang = lang;
    this.#words = wordsStore(await loadWords(lang));
    this.#words.subscribe(({ answer }, before) => answer !== before.answer && this.#render());
    this.#render();
    const refused = await this.#instrument.settle(state);
    placed("main", "page-main").append(this.element);
    this.report([...problems, ...refused]);
  }

  report(problems: readonly Problem[]): void {
    this.#problems = [...this.#problems, ...problems];
    this.#render();
  }

  async speak(lang: string): Promise<void> {
    this.#lang = lang;
    await this.#words?.ask({ lang });
  }

  setTheme(theme: ThemeName | ""): void {
    this.#theme = theme;
    this.#render();
  }

  #render(): void {
    const { words } = this;
    if (!words) return;
    const root = document.documentElement;
    root.lang = this.#lang;
    root.toggleAttribute("theme", this.#theme !== "");
    if (this.#theme) root.setAttribute("theme", this.#theme);
    Object.assign(this.element, { lang: this.#lang, theme: this.#theme });
    const title = this.#instrument.title(this.#lang) ?? words.lessons[this.element.lesson].title;
    document.title = `${title} · ${words.app.name}`;
    const dismiss = (): void => {
      this.#problems = [];
      this.#render();
    };
    render(alertsTemplate(words, this.#problems, dismiss), placed("div", "alerts"));
    const heading = html`<h1 class="unseen">${document.title}</h1>`;
    render(heading, placed("div", "page-home", placed("main", "page-main")));
  }
}
