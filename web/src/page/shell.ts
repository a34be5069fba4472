/**
 * The page: the list of lessons or one lesson, as the URL says, with header, alerts and help. It has the state; the
 * templates render it.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import type { ThemeName } from "../draw/theme.js";
import "../element/define.js";
import { loadBeside, WORDS_MISSING, wordsMissing } from "../element/second_script.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import { FIRST_LESSON } from "../lessons/lessons.js";
import type { Mode } from "../lessons/rules.js";
import { rulesOf } from "../lessons/rules.js";
import { refusalOf } from "../module/refusal.js";
import type { LessonName } from "../module/types.js";
import type { History } from "../store/history.js";
import { areLetterKeysOn } from "../store/kept/kept_letter_keys.js";
import type { ChosenWeights } from "../store/lesson_runner.js";
import { RequestStore } from "../store/request_store.js";
import { BriefMessage } from "../views/common/brief_message.js";
import { isKey, isModified, isWithin } from "../views/common/keys.js";
import { followSystem } from "../views/common/shown_theme.js";
import { loadWholeWords, loadWords, type Words } from "../words/words.js";
import { AddressBar, frameUrl, homeUrl, readAddress } from "./address/address.js";
import type { Problem } from "./address/url_reader.js";
import { formatUrl, type PageState } from "./address/url_state.js";
import { alertsTemplate } from "./alerts_template.js";
import { type HeaderActions, type HeaderModel, headerTemplate } from "./header_template.js";
import { helpTemplate } from "./help_template.js";
import { Instrument } from "./instrument.js";
import { keptLang, keptTheme } from "./kept_choices.js";
import { KeptProgress } from "./kept_progress.js";
import { isLab, LAB } from "./lab/lab_name.js";
import type { LabPage } from "./lab/lab_page.js";
import { Landing } from "./landing/landing.js";
import { placed } from "./placed.js";
import { WeightsHistory } from "./weights_history.js";

/** Marks the page as busy until what a visit asks for is shown. */
function markBusy(busy: boolean): void {
  const main = document.querySelector("main");
  if (main) main.ariaBusy = busy ? "true" : null;
}

export class Shell {
  readonly #words: RequestStore<string, Words>;
  #lang: string;
  #theme: ThemeName | undefined;
  #problems: readonly Problem[] = [];
  readonly #copied = new BriefMessage<HeaderModel["copied"]>(() => this.#render());
  /** The lesson on the page; undefined on the page of all lessons. */
  #instrument: Instrument | undefined;
  /** The leak lab, while it is on the page. */
  #lab: LabPage | undefined;
  /** The lesson in the page's title. */
  #titled: LessonName | undefined;
  /** The title of a lesson from a file. */
  #ownTitle: string | undefined;
  readonly #visits = new RequestStore((visit: string | ReadLesson) => this.#visit(visit));
  readonly #bar = new AddressBar(() => this.#address());
  readonly #progress = new KeptProgress();
  readonly #weights = new WeightsHistory();
  /** The undo history outlives the instrument. */
  #past: History | undefined;
  readonly #home = new Landing(() => this.#render());
  /** Whether the page of all lessons is shown. */
  #isHome = false;

  constructor(words: Words, lang: string, theme: ThemeName | undefined) {
    // All words of a lesson, so that its header and all parts of it change their language together.
    this.#words = new RequestStore(async function* (wanted: string) {
      yield isLab(location.search) ? loadWords(wanted) : (await loadBeside(wanted)).words;
    }, words);
    this.#words.subscribe(({ error }) => {
      this.#problems = this.#problems.filter(({ code }) => code !== WORDS_MISSING);
      if (error === undefined) this.#render();
      else this.#report([wordsMissing(error, this.#lang)]);
    });
    this.#visits.subscribe(({ error }) => error !== undefined && this.#report([refusalOf(error)]));
    this.#lang = lang;
    this.#theme = theme;
    addEventListener("keydown", this.#onKey);
    let lastHash = "";
    addEventListener("popstate", () => {
      // A change of the hash alone leaves what is shown.
      if (!(lastHash || location.hash) || location.search !== this.#address())
        void this.show(location.search);
      lastHash = location.hash;
    });
    followSystem(() => this.#render());
  }

  get #texts(): Words {
    return this.#words.state.answer as Words;
  }

  /**
   * Shows what a URL asks for, with these weights if it is their lesson, or a lesson file. The page is busy until the last visit
   * is over; then its heading gets the focus, if what had it is gone.
   */
  show(asked: string | ReadLesson, weights?: ChosenWeights): Promise<void> {
    this.#weights.carry(weights);
    const isFocused = (): boolean => document.activeElement !== document.body;
    const wasFocused = isFocused();
    return this.#visits.ask(asked).then(() => {
      if (wasFocused && !isFocused()) document.querySelector("h1")?.focus();
    });
  }

  /** The code after a `yield` does not run if a later visit has begun in the meantime. */
  async *#visit(visit: string | ReadLesson): AsyncGenerator<void, void> {
    markBusy(true);
    if (typeof visit !== "string") return yield* this.#showFile(visit);
    this.#bar.drop();
    if (isLab(visit)) return yield* this.#showLab(visit);
    const { state, problems, isHome } = readAddress(visit);
    this.#leave(problems);
    yield* isHome ? this.#showHome() : this.#showLesson(state);
  }

  /** Removes what is shown from the page. */
  #leave(problems: readonly Problem[]): void {
    this.#problems = problems;
    this.#home.leave();
    this.#isHome = false;
    this.#past = this.#instrument?.element.past.history ?? this.#past;
    this.#instrument?.leave();
    this.#instrument = undefined;
    this.#lab?.leave();
    this.#lab = undefined;
    scrollTo(0, 0);
  }

  async *#showLab(search: string): AsyncGenerator<void, void> {
    const { LabPage } = await import("./lab/lab_page.js");
    yield;
    const changed = (): void => this.#bar.write();
    const lab = new LabPage(search, this.#lang, changed, ({ state, weights }) => {
      const theme = this.#theme ? { theme: this.#theme } : {};
      this.#go(formatUrl({ ...state, lang: this.#lang, ...theme }), weights);
    });
    this.#leave(lab.problems);
    this.#lab = lab;
    this.#render();
    document.querySelector("main")?.append(lab.element);
    markBusy(false);
  }

  /** Shows the lesson of a file that the reader chose. */
  async *#showFile(file: ReadLesson): AsyncGenerator<void, void> {
    this.#bar.go(homeUrl(this.#lang, this.#theme));
    this.#leave([]);
    yield* this.#showLesson({ spec: { lesson: FIRST_LESSON } }, file);
  }

  async *#showHome(): AsyncGenerator<void, void> {
    this.#isHome = true;
    this.#changed();
    markBusy(false);
    yield;
    await this.#home.refresh();
  }

  async *#showLesson(state: PageState, file?: ReadLesson): AsyncGenerator<void, void> {
    const instrument = new Instrument({
      view: () => {
        if (instrument.lesson !== this.#titled || instrument.title(this.#lang) !== this.#ownTitle)
          this.#render();
        this.#bar.write();
      },
      // Progress counts lessons of the course only.
      step: (lesson, step, isFromFile) => isFromFile || this.#progress.visit(lesson, step),
      weights: (weights) => this.#weights.persist(weights),
      mode: () => this.#changed(),
      onward: (lesson, step) => this.#go(this.#lessonUrl(lesson, step)),
    });
    instrument.element.past.history = this.#past;
    this.#instrument = instrument;
    instrument.element.link = () => this.#link();
    instrument.element.frameLink = () => frameUrl(this.#link());
    const kept = this.#weights.restore();
    const settling = instrument.settle(state, file, kept.weights);
    this.#render();
    const problems = [...kept.problems, ...(await settling)];
    yield;
    document.querySelector("main")?.append(instrument.element);
    this.#report(problems);
  }

  /** Shows problems, and ends the visit that had them. */
  #report(problems: readonly Problem[]): void {
    markBusy(false);
    this.#problems = [...this.#problems, ...problems];
    this.#render();
  }

  #address(): string {
    const shown = this.#lab ?? this.#instrument;
    return shown?.address(this.#lang, this.#theme) ?? homeUrl(this.#lang, this.#theme);
  }

  #link(): string {
    return new URL(this.#address(), location.href).href;
  }

  #go(address: string, weights?: ChosenWeights): void {
    this.#bar.go(address);
    void this.show(address, weights);
  }

  #goToLesson(lesson: LessonName): void {
    const address = this.#lessonUrl(lesson);
    // A visit that is still settling would replace this lesson by its own. The trained model has to be run again for another lesson.
    if (this.#instrument && !this.#visits.state.isRunning && !this.#instrument.keptIn(lesson).text) {
      this.#bar.go(address);
      this.#problems = [];
      this.#instrument.choose(lesson);
    } else this.#go(address);
  }

  /** The URL of a lesson's beginning, or of the end of a step, in the current mode and with readable or trained weights if they are on. */
  #lessonUrl(lesson: LessonName, step?: string): string {
    const place = { ...(step ? { step } : {}), ...(this.#theme ? { theme: this.#theme } : {}) };
    return formatUrl({ spec: { lesson }, lang: this.#lang, ...place, ...this.#instrument?.keptIn(lesson) });
  }

  #setMode(mode: Mode): void {
    const element = this.#instrument?.element;
    if (element?.mode !== "") return;
    element.mode = mode;
    this.#changed();
  }

  #changed(): void {
    this.#render();
    this.#bar.write();
  }

  readonly #actions: HeaderActions = {
    home: () => this.#go(homeUrl(this.#lang, this.#theme)),
    lesson: (name) => this.#goToLesson(name),
    lab: () => this.#lab || this.#go(`${homeUrl(this.#lang, this.#theme)}&lesson=${LAB}`),
    language: (lang) => void this.#setLanguage(lang),
    theme: (theme) => {
      this.#theme = theme;
      keptTheme.keep(theme);
      this.#changed();
    },
    copyLink: () => void this.#copyLink(),
    skip: () => (this.#lab ?? this.#instrument)?.element.focus(),
    lecture: () => this.#setMode("lecture"),
    map: () => this.#instrument?.map(),
    help: () => void this.#showHelp(),
  };

  async #setLanguage(lang: string): Promise<void> {
    this.#lang = lang;
    keptLang.keep(lang);
    await this.#words.ask(lang);
    this.#bar.write();
  }

  /** If its words cannot be loaded (offline), the next call tries again. */
  async #showHelp(): Promise<void> {
    const words = await loadWholeWords(this.#lang).catch((error: unknown) => {
      this.#report([wordsMissing(error, this.#lang)]);
    });
    if (!words) return;
    const help = placed("dialog", "help") as HTMLDialogElement;
    help.setAttribute("aria-labelledby", "help-title");
    render(
      helpTemplate(words, this.#instrument?.element.rules ?? rulesOf("", ""), () => help.close()),
      help,
    );
    if (!help.open) help.showModal();
  }

  async #copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#link());
      this.#copied.show(this.#instrument?.copied ?? "copied");
    } catch {
      this.#copied.show("copyFailed");
    }
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // In the header Escape closes what is open in the lesson.
    if (event.key === "Escape" && isWithin(event, ".page-header"))
      this.#instrument?.element.dispatchEvent(new KeyboardEvent("keydown", event));
    if (isWithin(event, "input, textarea, select") || event.defaultPrevented || isModified(event)) return;
    const { help, lecture, map } = this.#actions;
    const search = (): void => this.#instrument?.search();
    const letter = isKey(event, "l") ? lecture : isKey(event, "m") ? map : undefined;
    const action = { "?": help, "/": search }[event.key] ?? letter;
    if (!action || !areLetterKeysOn() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  };

  #render(lesson: LessonName | undefined = this.#instrument?.lesson): void {
    const [words, lang, theme] = [this.#texts, this.#lang, this.#theme];
    const element = this.#instrument?.element;
    this.#titled = lesson;
    this.#ownTitle = this.#instrument?.title(lang);
    const root = document.documentElement;
    root.lang = words.language.code;
    if (theme) root.setAttribute("theme", theme);
    else root.removeAttribute("theme");
    if (element) Object.assign(element, { lang, theme: theme ?? "" });
    const { name, tagline } = words.app;
    this.#lab?.show(words, lang);
    const lab = this.#lab && words.app.lab;
    const title = lab ?? this.#ownTitle ?? (lesson && words.lessons[lesson].title);
    document.title = title ? `${title} · ${name}` : `${name} · ${tagline}`;
    const isLocked = element?.mode === "locked";
    document.getElementById("before")?.remove();
    const { now: copied } = this.#copied;
    const header = { words, lang, lesson, lab, own: this.#ownTitle, theme, isLocked, copied };
    render(headerTemplate(header, this.#actions), placed("header", "page-header"));
    render(alertsTemplate(words, this.#problems, this.#dismiss), placed("div", "alerts"));
    const main = placed("main", "page-main");
    const heading = html`<h1 class="unseen" tabindex="-1">${document.title}</h1>`;
    render(lesson ? heading : this.#isHome ? this.#allLessons() : nothing, placed("div", "page-home", main));
  }

  readonly #dismiss = (): void => {
    this.#problems = [];
    this.#render();
  };

  #allLessons(): TemplateResult {
    const model = { words: this.#texts, lang: this.#lang, theme: this.#theme, progress: this.#progress.now };
    const forget = (): void => {
      this.#progress.forget();
      this.#weights.forget();
      this.#render();
    };
    const open = (file: ReadLesson): Promise<void> => this.show(file);
    return this.#home.template(model, { go: (address) => this.#go(address), forget, open });
  }
}
