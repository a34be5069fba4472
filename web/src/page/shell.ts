/**
 * What is on the page: the lessons, or one of them on the instrument, as the address says, and the chrome around
 * either. The state is here, what it looks like in the templates.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { ThemeName } from "../draw/theme.js";
import { FIRST_LESSON } from "../lessons/lessons.js";
import { refusalOf } from "../module/refusal.js";
import type { LessonName } from "../module/types.js";
import type { History } from "../store/history.js";
import type { Mode } from "../store/rules.js";
import { isKey } from "../views/common/keys.js";
import { lettersWork } from "../views/common/letter_keys.js";
import { followSystem, shownTheme } from "../views/common/shown_theme.js";
import { loadAllWords, type Words } from "../words/words.js";
import { AddressBar, frameUrl, homeUrl, readAddress } from "./address/address.js";
import type { Problem } from "./address/url_reader.js";
import { formatUrl, type PageState } from "./address/url_state.js";
import { alertsTemplate } from "./alerts_template.js";
import { type HeaderActions, type HeaderModel, headerTemplate } from "./header_template.js";
import { helpTemplate } from "./help_template.js";
import type { Instrument, ReadLesson } from "./instrument.js";
import { KeptProgress } from "./kept_progress.js";
import type { Landing } from "./landing/landing.js";
import { LateWeights } from "./late_weights.js";
import { placed } from "./placed.js";
import { remember } from "./remember.js";
import { LateTrail } from "./trail/late_trail.js";
import type { Sheet } from "./trail/trail_sheet.js";

const COPIED_MS = 3000;

export class Shell {
  #words: Words;
  #lang: string;
  #theme: ThemeName | undefined;
  #problems: readonly Problem[] = [];
  #copied: HeaderModel["copied"];
  /** The lesson on the page; undefined on the page of all lessons. */
  #instrument: Instrument | undefined;
  /** The lesson whose title the page bears. */
  #titled: LessonName | undefined;
  /** Its own title, where it came in a file. */
  #ownTitle: string | undefined;
  #isForgotten = false;
  #visit = 0;
  readonly #bar = new AddressBar();
  readonly #progress = new KeptProgress();
  readonly #trail: LateTrail;
  readonly #weights = new LateWeights();
  /** What can be undone outlives the instrument. */
  #past: History | undefined;
  /** The page of all lessons, once it was asked for. */
  #home: { readonly parts: typeof import("./landing/home.js"); readonly landing: Landing } | undefined;

  constructor(words: Words, lang: string, theme: ThemeName | undefined) {
    this.#words = words;
    this.#lang = lang;
    this.#theme = theme;
    this.#trail = new LateTrail(this.#trailPage());
    window.addEventListener("keydown", this.#onKey);
    window.addEventListener("popstate", () => void this.show(location.search));
    followSystem(() => this.#render());
  }

  /** What an address asks for. */
  async show(search: string): Promise<void> {
    this.#bar.drop();
    const { state, problems, isHome } = readAddress(search);
    const visit = ++this.#visit;
    // What is on the page stands until the other has come; where nothing is, its head comes first.
    if (!this.#titled && !this.#home) this.#render(isHome ? undefined : state.spec.lesson);
    const [, parts] = await Promise.all(
      isHome ? [this.#loadHome()] : [import("../element/define.js"), import("./instrument.js")],
    );
    if (visit !== this.#visit) return; // the reader went on
    this.#problems = problems;
    this.#isForgotten = false;
    this.#past = this.#instrument?.element.past.history ?? this.#past;
    this.#instrument?.element.remove();
    this.#instrument = undefined;
    window.scrollTo(0, 0);
    if (parts) await this.#showLesson(parts, state);
    else await this.#showHome();
  }

  /** The lesson out of a file that was chosen, in the place of the page of all lessons. */
  readonly #showFile = async (file: ReadLesson): Promise<void> => {
    const visit = ++this.#visit;
    const [, parts] = await Promise.all([import("../element/define.js"), import("./instrument.js")]);
    if (visit !== this.#visit) return; // the reader went on
    this.#bar.go(homeUrl(this.#lang, this.#theme));
    window.scrollTo(0, 0);
    await this.#showLesson(parts, { spec: { lesson: FIRST_LESSON } }, file);
  };

  async #loadHome(): Promise<void> {
    const parts = await import("./landing/home.js");
    this.#home ??= { parts, landing: new parts.Landing(() => this.#render()) };
  }

  async #showHome(): Promise<void> {
    this.#render();
    this.#bar.write(() => this.#address());
    try {
      await this.#speak(this.#lang);
      await this.#home?.landing.look();
    } catch (error) {
      this.#report([refusalOf(error)]);
    }
  }

  async #showLesson(
    parts: typeof import("./instrument.js"),
    state: PageState,
    file?: ReadLesson,
  ): Promise<void> {
    const instrument = new parts.Instrument({
      ready: () => {
        if (this.#instrument === instrument) this.#trail.visit(instrument.place);
      },
      view: () => {
        if (instrument.lesson !== this.#titled || instrument.title(this.#lang) !== this.#ownTitle)
          this.#render();
        this.#bar.write(() => this.#address());
      },
      step: (lesson, step) => this.#progress.visit(lesson, step),
      weights: (weights) => {
        // What a left instrument computed to its end is nothing of the present entry's.
        if (this.#instrument === instrument) this.#weights.see(weights);
      },
      change: (change) => this.#trail.change(change, instrument.place),
      answer: ({ right }) => this.#trail.answer(right, instrument.place),
      mode: () => this.#modeChanged(),
      onward: (lesson) => this.#go(this.#lessonUrl(lesson)),
    });
    instrument.element.past.history = this.#past;
    this.#instrument = instrument;
    instrument.element.link = () => this.#link();
    instrument.element.frameLink = () => frameUrl(this.#link());
    const settling = instrument.settle(state, file, this.#weights.here());
    this.#render();
    const problems = await settling;
    if (this.#instrument !== instrument) return; // the reader went on
    document.querySelector("main")?.append(instrument.element);
    this.#report(problems);
  }

  #report(problems: readonly Problem[]): void {
    this.#problems = [...this.#problems, ...problems];
    this.#render();
  }

  #address(): string {
    return this.#instrument?.address(this.#lang, this.#theme) ?? homeUrl(this.#lang, this.#theme);
  }

  #link(): string {
    return new URL(this.#address(), location.href).href;
  }

  #go(address: string): void {
    this.#bar.go(address);
    void this.show(address);
  }

  #goToLesson(lesson: LessonName): void {
    const address = this.#lessonUrl(lesson);
    if (this.#instrument) {
      this.#bar.go(address);
      this.#problems = [];
      this.#instrument.choose(lesson);
    } else this.#go(address);
  }

  /** A lesson from its beginning, in the mode that the page is in. */
  #lessonUrl(lesson: LessonName): string {
    const theme = this.#theme ? { theme: this.#theme } : {};
    return formatUrl({ spec: { lesson }, lang: this.#lang, ...theme, ...this.#instrument?.mode });
  }

  #setMode(mode: Mode): void {
    const element = this.#instrument?.element;
    if (element?.mode !== "") return;
    element.mode = mode;
    this.#modeChanged();
  }

  #modeChanged(): void {
    this.#render();
    this.#bar.write(() => this.#address());
  }

  readonly #actions: HeaderActions = {
    home: () => this.#go(homeUrl(this.#lang, this.#theme)),
    lesson: (name) => this.#goToLesson(name),
    language: (lang) => void this.#setLanguage(lang),
    theme: (theme) => {
      this.#theme = theme;
      remember("theme", theme);
      this.#render();
      this.#bar.write(() => this.#address());
    },
    copyLink: () => void this.#copyLink(),
    skip: () => this.#instrument?.element.focus(),
    trail: () => this.#trail.open(),
    lecture: () => this.#setMode("lecture"),
    help: () => document.querySelector<HTMLDialogElement>("dialog.help")?.showModal(),
  };

  async #setLanguage(lang: string): Promise<void> {
    this.#lang = lang;
    remember("lang", lang);
    await this.#speak(lang);
    this.#bar.write(() => this.#address());
  }

  /** All words of a language, unless another was chosen while they came. */
  async #speak(lang: string): Promise<void> {
    const words = await loadAllWords(lang);
    if (lang !== this.#lang || words === this.#words) return;
    this.#words = words;
    this.#render();
  }

  async #copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#link());
      this.#copied = this.#instrument?.copied ?? "copied";
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
    if (typing || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = event.key === "?" ? "help" : isKey(event, "l") ? "lecture" : undefined;
    if (!action || !lettersWork() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    this.#actions[action]();
  };

  #render(lesson: LessonName | undefined = this.#instrument?.lesson): void {
    const [words, lang, theme] = [this.#words, this.#lang, this.#theme];
    const element = this.#instrument?.element;
    this.#titled = lesson;
    this.#ownTitle = this.#instrument?.title(lang);
    const root = document.documentElement;
    root.lang = lang;
    if (theme) root.setAttribute("theme", theme);
    else root.removeAttribute("theme");
    if (element) Object.assign(element, { lang, theme: theme ?? "" });
    const { name, tagline } = words.app;
    const title = this.#ownTitle ?? (lesson && words.lessons[lesson].title);
    document.title = title ? `${title} · ${name}` : `${name} · ${tagline}`;
    const isLocked = element?.mode === "locked";
    document.getElementById("before")?.remove();
    const header = { words, lang, lesson, own: this.#ownTitle, theme, isLocked, copied: this.#copied };
    const hasHeader = element?.mode !== "lecture";
    render(hasHeader ? headerTemplate(header, this.#actions) : nothing, placed("header", "page-header"));
    render(alertsTemplate(words, this.#problems, this.#dismiss), placed("div", "alerts"));
    const main = placed("main", "page-main");
    const heading = html`<h1 class="unseen">${document.title}</h1>`;
    render(lesson ? heading : this.#allLessons(), placed("div", "page-home", main));
    const help = placed("dialog", "help") as HTMLDialogElement;
    render(
      helpTemplate(words, () => help.close()),
      help,
    );
    this.#trail.render();
  }

  /** The page as the sheet of the trail knows it. */
  #trailPage(): Sheet {
    const shell = this;
    return {
      get words() {
        return shell.#words;
      },
      get lang() {
        return shell.#lang;
      },
      get progress() {
        return shell.#progress.now;
      },
      complete: () => this.#speak(this.#lang),
      linkTo: (address) => address + homeUrl(this.#lang, this.#theme).replace("?", "&"),
      go: (address) => this.#go(address),
      join: (progress) => {
        this.#progress.join(progress);
        this.#render();
      },
    };
  }

  readonly #dismiss = (): void => {
    this.#problems = [];
    this.#render();
  };

  #allLessons(): TemplateResult | typeof nothing {
    if (!this.#home) return nothing;
    const { parts, landing } = this.#home;
    const model = {
      words: this.#words,
      lang: this.#lang,
      theme: this.#theme,
      shown: shownTheme(this.#theme ?? ""),
      progress: this.#progress.now,
      isForgotten: this.#isForgotten,
      runs: landing.runs,
    };
    const forget = (): void => {
      this.#progress.forget();
      this.#trail.forget();
      this.#weights.forget();
      this.#isForgotten = true;
      this.#render();
    };
    return parts.landingTemplate(model, { go: (address) => this.#go(address), forget, open: this.#showFile });
  }
}
