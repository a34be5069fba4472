/**
 * The page: reads its address, puts the instrument in its place, and keeps the address saying what is on the
 * screen.
 */
import { html, nothing, render } from "lit";
import icon from "../../icon.svg?url";
import "../elements/define.js";
import type { HeadsUpElement } from "../elements/heads_up_element.js";
import { loadModule, refusalOf } from "../elements/lesson_runner.js";
import { problemText } from "../elements/problem_text.js";
import type { ViewState } from "../elements/root_events.js";
import { chooseLanguage, LANGUAGES, loadWords, type Words } from "../elements/words.js";
import type { TaughtLesson } from "../lessons/lesson.js";
import { isTaught, taughtLesson } from "../lessons/lessons.js";
import { registerOffline } from "../offline/register.js";
import { type HeaderActions, headerTemplate, type ThemeChoice } from "./header_template.js";
import { helpTemplate } from "./help_template.js";
import { pageStyles } from "./page_styles.js";
import { remember, remembered } from "./remember.js";
import { settleSpec, viewProblems } from "./settle.js";
import { formatUrl, type PageState, type Problem, parseUrl } from "./url_state.js";

const asThemeChoice = (text: string | undefined): ThemeChoice =>
  text === "light" || text === "dark" ? text : undefined;
/** Browsers allow only so many changes of the address in a while. */
const ADDRESS_MS = 150;
const COPIED_MS = 3000;

class Page {
  #words: Words;
  #lang: string;
  #theme: ThemeChoice;
  #lesson: TaughtLesson;
  #problems: readonly Problem[];
  #copied: "copied" | "copyFailed" | undefined;
  #view: ViewState | undefined;
  #writing: ReturnType<typeof setTimeout> | undefined;
  readonly #element = document.createElement("heads-up") as HeadsUpElement;

  constructor(words: Words, lang: string, state: PageState, problems: readonly Problem[]) {
    this.#words = words;
    this.#lang = lang;
    this.#theme = state.theme ?? asThemeChoice(remembered("theme"));
    this.#lesson = taughtLesson(state.spec.lesson).name;
    this.#problems = problems;
  }

  async start(state: PageState): Promise<void> {
    this.#render();
    await this.#settle(state);
    const element = this.#element;
    element.addEventListener("heads-up-ready", () => this.#restore(state), { once: true });
    element.addEventListener("heads-up-view", (event) =>
      this.#onView((event as CustomEvent<ViewState>).detail),
    );
    element.id = "stage"; // where the skip link goes
    document.querySelector("main")?.append(element);
    this.#render();
    window.addEventListener("keydown", this.#onKey);
  }

  /**
   * What the address asks for and cannot have is said, and left out. A missing module is for the element to
   * say.
   */
  async #settle(state: PageState): Promise<void> {
    const element = this.#element;
    element.spec = { lesson: state.spec.lesson };
    try {
      const hu = await loadModule();
      const settled = settleSpec((spec) => hu.run(spec), state.spec, refusalOf);
      const steps = taughtLesson(settled.spec.lesson).steps(settled.trace);
      this.#problems = [...this.#problems, ...settled.problems, ...viewProblems(state, settled.trace, steps)];
      element.spec = settled.spec;
      if (steps.some((step) => step.id === state.step)) element.step = state.step ?? "";
    } catch {
      return;
    }
  }

  #restore({ step, t, batch, head, cell }: PageState): void {
    const element = this.#element;
    // Who comes without a step comes to see the lesson begin.
    const moment = t ?? (step === undefined ? 0 : undefined);
    if (moment !== undefined) element.seek(element.currentStep, moment);
    if (batch !== undefined || head !== undefined) element.choose({ batch: batch ?? 0, head: head ?? 0 });
    if (cell) element.openCell(cell.name, cell.index);
  }

  #onView(view: ViewState): void {
    this.#view = view;
    const { lesson } = view.spec;
    if (isTaught(lesson) && lesson !== this.#lesson) {
      this.#lesson = lesson;
      this.#render();
    }
    this.#writeAddress();
  }

  #address(): string {
    const { spec, step, t, focus, cell } = this.#view ?? { ...this.#element.view };
    return formatUrl({
      spec,
      step,
      t,
      lang: this.#lang,
      ...(this.#theme ? { theme: this.#theme } : {}),
      batch: focus.batch,
      head: focus.head,
      ...(cell ? { cell } : {}),
    });
  }

  #writeAddress(): void {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      try {
        history.replaceState(null, "", this.#address());
      } catch {
        // A sandboxed frame or a file:// page of some browsers may not.
      }
    }, ADDRESS_MS);
  }

  readonly #actions: HeaderActions = {
    lesson: (name) => {
      this.#problems = [];
      this.#element.spec = { lesson: name };
    },
    language: (lang) => void this.#setLanguage(lang),
    theme: (theme) => {
      this.#theme = theme;
      remember("theme", theme);
      this.#render();
      this.#writeAddress();
    },
    copyLink: () => void this.#copyLink(),
    skip: () => this.#element.focus(),
    help: () => document.querySelector("dialog")?.showModal(),
  };

  async #setLanguage(lang: string): Promise<void> {
    this.#lang = lang;
    remember("lang", lang);
    const words = await loadWords(lang);
    if (lang !== this.#lang) return;
    this.#words = words;
    this.#render();
    this.#writeAddress();
  }

  async #copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(new URL(this.#address(), location.href).href);
      this.#copied = "copied";
    } catch {
      this.#copied = "copyFailed";
    }
    this.#render();
    setTimeout(() => {
      this.#copied = undefined;
      this.#render();
    }, COPIED_MS);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const typing = event
      .composedPath()
      .some((node) => node instanceof Element && node.matches("input, textarea, select"));
    if (event.key !== "?" || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#actions.help();
  };

  #render(): void {
    const words = this.#words;
    const root = document.documentElement;
    root.lang = this.#lang;
    if (this.#theme) root.setAttribute("theme", this.#theme);
    else root.removeAttribute("theme");
    this.#element.lang = this.#lang;
    this.#element.theme = this.#theme ?? "";
    document.title = `${words.lessons[this.#lesson].title} · ${words.app.name}`;
    const model = { words, lang: this.#lang, lesson: this.#lesson, theme: this.#theme, copied: this.#copied };
    render(headerTemplate(model, this.#actions), placed("header", "page-header"));
    render(this.#problemsTemplate(), placed("div", "alerts"));
    placed("main", "page-main");
    render(
      helpTemplate(words, () => document.querySelector("dialog")?.close()),
      placed("dialog", "help"),
    );
  }

  #problemsTemplate(): unknown {
    if (this.#problems.length === 0) return nothing;
    const dismiss = (): void => {
      this.#problems = [];
      this.#render();
    };
    return html`<div class="problems" role="alert">
      <ul>${this.#problems.map((problem) => html`<li>${problemText(this.#words, problem)}</li>`)}</ul>
      <button @click=${dismiss}>${this.#words.controls.close}</button>
    </div>`;
  }
}

/** A file beside the page or, in the page that is one file, a part of it: only the build knows. */
function showIcon(): void {
  const link = document.createElement("link");
  Object.assign(link, { rel: "icon", type: "image/svg+xml", href: icon });
  document.head.append(link);
}

/** The page's own part with this class; made at its first use, in the order of asking. */
function placed(tag: string, name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`body > .${name}`);
  if (found) return found;
  const made = document.createElement(tag);
  made.className = name;
  if (tag === "dialog") made.setAttribute("aria-labelledby", "help-title");
  document.body.append(made);
  return made;
}

async function start(): Promise<void> {
  if (pageStyles.styleSheet)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageStyles.styleSheet];
  showIcon();
  // On its way while the words are read; whoever needs it asks again.
  void loadModule().catch(() => undefined);
  const { state, problems } = parseUrl(location.search, LANGUAGES);
  const lang = state.lang ?? chooseLanguage([remembered("lang") ?? "", ...navigator.languages]);
  const page = new Page(await loadWords(lang), lang, state, problems);
  await page.start(state);
  void registerOffline();
}

void start();
