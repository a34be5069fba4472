/** A page of one lesson without header, for iframes and courses. */
import { html, render } from "lit";
import type { ThemeName } from "../draw/theme.js";
import "../element/define.js";
import type { HeadsUpElement } from "../element/heads_up_element.js";
import { loadBeside, WORDS_MISSING, wordsMissing } from "../element/second_script.js";
import { RequestStore } from "../store/request_store.js";
import { loadWords, type Words } from "../words/words.js";
import type { Problem } from "./address/url_reader.js";
import type { PageState } from "./address/url_state.js";
import { adopt } from "./adopt.js";
import { alertsTemplate } from "./alerts_template.js";
import { commonStyles } from "./common_styles.js";
import { LessonPage, type Listeners } from "./lesson_page.js";
import { placed } from "./placed.js";

export class BarePage {
  readonly #lesson: LessonPage;
  readonly #onError: Listeners["error"];
  #words: RequestStore<string, Words> | undefined;
  #theme: ThemeName | "" = "";
  #problems: readonly Problem[] = [];

  constructor(listeners: Listeners) {
    adopt(commonStyles);
    this.#onError = listeners.error;
    this.#lesson = new LessonPage(listeners);
  }

  get element(): HeadsUpElement {
    return this.#lesson.element;
  }

  get words(): Words | undefined {
    return this.#words?.state.answer;
  }

  /** The query string of what is shown. */
  get address(): string {
    return this.#lesson.address(this.element.lang, this.#theme || undefined);
  }

  /** Shows a lesson, or the program `code` in its place. */
  async show(state: PageState, lang: string, problems: readonly Problem[], code?: string): Promise<void> {
    this.#theme = state.theme ?? "";
    this.element.lang = lang;
    // The element requests them too, and needs none to report that they are missing.
    this.#words = new RequestStore(
      async function* (wanted: string) {
        yield (await loadBeside(wanted)).words;
      },
      await loadWords(lang).catch(() => undefined),
    );
    this.#words.subscribe(({ asked, error }) => {
      this.#problems = this.#problems.filter(({ code }) => code !== WORDS_MISSING);
      if (error === undefined) return this.#render();
      const missing = wordsMissing(error, asked ?? lang);
      this.#onError?.(missing);
      this.report([missing]);
    });
    this.#render();
    const { mode = "", allow = [], step } = state;
    if (code !== undefined) Object.assign(this.element, { code, mode, allow: allow.join(), step });
    const refused = code === undefined ? await this.#lesson.show(state) : [];
    placed("main", "page-main").append(this.element);
    this.report([...problems, ...refused]);
  }

  report(problems: readonly Problem[]): void {
    this.#problems = [...this.#problems, ...problems];
    this.#render();
  }

  /** Takes back the problems with this code. */
  withdraw(code: string): void {
    this.#problems = this.#problems.filter((problem) => problem.code !== code);
    this.#render();
  }

  /** The page stays in its language until the words of the new one have loaded. */
  async speak(lang: string): Promise<void> {
    await this.#words?.ask(lang);
  }

  setTheme(theme: ThemeName | ""): void {
    this.#theme = theme;
    this.#render();
  }

  #render(): void {
    const { words, element } = this;
    const root = document.documentElement;
    root.toggleAttribute("theme", this.#theme !== "");
    if (this.#theme) root.setAttribute("theme", this.#theme);
    element.theme = this.#theme;
    if (!words) return;
    const lang = words.language.code;
    root.lang = element.lang = lang;
    const lesson = element.code === undefined ? words.lessons[element.lesson].title : undefined;
    document.title = [this.#lesson.title(lang) ?? lesson, words.app.name].filter(Boolean).join(" · ");
    const dismiss = (): void => {
      this.#problems = [];
      this.#render();
    };
    render(alertsTemplate(words, this.#problems, dismiss), placed("div", "alerts"));
    const heading = html`<h1 class="unseen">${document.title}</h1>`;
    render(heading, placed("div", "page-home", placed("main", "page-main")));
  }
}
