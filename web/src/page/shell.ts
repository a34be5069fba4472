/**
 * The page: the list of lessons or one lesson, as the URL says, with header, alerts and help. It has the state; the
 * templates render it.
 */

import { html, nothing, render, type TemplateResult } from "lit";
import { THEME_NAMES, type ThemeName } from "../draw/theme.js";
import { keptPath } from "../store/kept/kept_text.js";
import "../element/define.js";
import { loadBeside, WORDS_MISSING, wordsMissing } from "../element/second_script.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import { FIRST_LESSON, lessonNames, openingOf } from "../lessons/opening.js";
import { type Mode, rulesOf } from "../lessons/rules.js";
import { refusalOf } from "../module/errors.js";
import type { LessonName } from "../module/types.js";
import { fragmentOf } from "../notebook/program_link.js";
import { areLetterKeysOn } from "../store/kept/kept_text.js";
import type { History } from "../store/past.js";
import { RequestStore } from "../store/request_store.js";
import { isKey, isModified, isTyping, isWithin } from "../views/common/keys.js";
import { followSystem } from "../views/common/shown_theme.js";
import { loadWholeWords, loadWords, type Words } from "../words/words.js";
import { AddressBar, frameUrl, homeUrl } from "./address/address.js";
import type { Problem } from "./address/url_reader.js";
import { formatUrl, type PageState, readAddress } from "./address/url_state.js";
import { alertsTemplate } from "./alerts_template.js";
import { type HeaderActions, headerTemplate } from "./header_template.js";
import { helpTemplate } from "./help_template.js";
import { keptLang, keptTheme } from "./kept_choices.js";
import { isLab, LAB } from "./lab/lab_name.js";
import type { LabPage } from "./lab/lab_page.js";
import { Landing } from "./landing/landing.js";
import { LessonPage, type Opening } from "./lesson_page.js";
import { isNotebook, openingUrl } from "./notebook/notebook_name.js";
import type { NotebookPage } from "./notebook/notebook_page.js";
import { placed } from "./placed.js";
import { KeptProgress } from "./progress.js";
import { WeightsHistory } from "./weights_history.js";

/** Marks the page as busy until what a visit asks for is shown. */
function markBusy(busy: boolean): void {
  const main = document.querySelector("main");
  if (main) main.ariaBusy = busy ? "true" : null;
}

/** A room has a script of its own, and nothing of a lesson. */
type Room = "lab" | "notebook";
type Shown = "home" | "lesson" | Room;

const roomOf = (search: string): Room | undefined =>
  isLab(search) ? "lab" : isNotebook(search) ? "notebook" : undefined;

interface Visit extends Omit<Opening, "chosen"> {
  /** A URL, or a lesson file that the reader chose. */
  readonly asked: string | ReadLesson;
}

export class Shell {
  readonly #words: RequestStore<string, Words>;
  #lang: string;
  #theme: ThemeName | undefined;
  #problems: readonly Problem[] = [];
  #shown: Shown | undefined;
  /** The lesson whose title the page has; while it is resolved, the one on the stage is another. */
  #titled: LessonName | undefined;
  /** The title of a lesson from a file. */
  #ownTitle: string | undefined;
  readonly #home = new Landing(() => this.#render());
  /** Stays while one lesson follows another; one that is entered from elsewhere is new, but for its undo history. */
  #lesson: LessonPage;
  #lab: LabPage | undefined;
  #notebook: NotebookPage | undefined;
  readonly #visits = new RequestStore((visit: Visit) => this.#visit(visit));
  readonly #bar = new AddressBar(
    () => this.#address(),
    () => (this.#shown === "lesson" ? this.#lesson.place : ""),
  );
  readonly #progress = new KeptProgress();
  readonly #weights = new WeightsHistory();

  constructor(words: Words, lang: string) {
    // All words of a lesson, so that its header and all parts of it change their language together.
    this.#words = new RequestStore(async function* (wanted: string) {
      yield roomOf(location.search) ? loadWords(wanted) : (await loadBeside(wanted)).words;
    }, words);
    this.#words.subscribe(({ error }) => {
      this.#problems = this.#problems.filter(({ code }) => code !== WORDS_MISSING);
      if (error === undefined) this.#render();
      else this.#report([wordsMissing(error, this.#lang)]);
    });
    this.#visits.subscribe(({ error }) => error !== undefined && this.#report([refusalOf(error)]));
    this.#lang = lang;
    this.#theme = THEME_NAMES.find((name) => name === keptTheme.now);
    this.#lesson = this.#newLesson();
    addEventListener("keydown", this.#onKey);
    addEventListener("click", this.#onClick);
    addEventListener("popstate", () => {
      // Another hash is another program in the notebook, and nothing elsewhere.
      const here = location.search + (this.#notebook ? location.hash : "");
      const isHere =
        here === this.#address() && (this.#shown !== "lesson" || this.#lesson.element.isConnected);
      if (isHere) this.#bar.skipTwin();
      else void this.show({ asked: location.search });
    });
    followSystem(() => this.#render());
  }

  #newLesson(history?: History): LessonPage {
    const page: LessonPage = new LessonPage({
      view: () => this.#follow(),
      // Progress counts lessons of the course only.
      step: (step) => element.lessonFile || this.#progress.visit(element.lesson, step),
      ready: () => this.#weights.persist(element.shownWeights),
      mode: () => this.#changed(),
      onward: ({ lesson, step }) => this.#go(this.#lessonUrl(lesson, step)),
    });
    const { element } = page;
    element.link = () => this.#link();
    element.frameLink = () => frameUrl(this.#link());
    element.lab = () => this.#go(`${homeUrl(this.#lang, this.#theme)}&lesson=${LAB}`);
    element.codeUrl = (program) => openingUrl(program, this.#lang, this.#theme);
    element.openCode = ({ source, line }) =>
      void fragmentOf(source).then((fragment) =>
        this.#go(`${openingUrl("", this.#lang, this.#theme)}&line=${line}${fragment}`),
      );
    element.past.history = history;
    element.store.dispatch({ type: "path", path: keptPath.now === "whole" ? "whole" : "new" });
    return page;
  }

  get #texts(): Words {
    return this.#words.state.answer as Words;
  }

  /** The page is busy until the last visit is over; then its heading gets the focus, if what had it is gone. */
  show(visit: Visit): Promise<void> {
    const isFocused = (): boolean => document.activeElement !== document.body;
    const wasFocused = isFocused();
    return this.#visits.ask(visit).then(() => {
      if (wasFocused && !isFocused()) document.querySelector("h1")?.focus();
    });
  }

  /** The code after a `yield` does not run if a later visit has begun in the meantime. */
  async *#visit({ asked, ...opening }: Visit): AsyncGenerator<void, void> {
    markBusy(true);
    if (typeof asked !== "string") {
      this.#bar.go(homeUrl(this.#lang, this.#theme));
      yield* this.#showLesson({ spec: { lesson: FIRST_LESSON } }, [], { chosen: asked });
    } else {
      this.#bar.drop();
      const room = roomOf(asked);
      if (room === "lab") yield* this.#showLab(asked);
      else if (room === "notebook") yield* this.#showNotebook(asked);
      else {
        const { state, problems, isHome } = readAddress(asked);
        this.#theme = state.theme ?? this.#theme;
        yield* isHome ? this.#showHome(problems) : this.#showLesson(state, problems, opening);
      }
    }
    this.#bar.arrive();
  }

  /** Removes from the page what is shown, unless it is a lesson or a program and another follows. */
  #leave(next: Shown, problems: readonly Problem[]): void {
    this.#problems = problems;
    if (next === this.#shown && next !== "lab") return;
    this.#shown = next;
    this.#home.leave();
    this.#lab?.leave();
    this.#lab = undefined;
    this.#notebook?.leave();
    this.#notebook = undefined;
    if (next !== "lesson") this.#lesson.element.remove();
    scrollTo(0, 0);
  }

  async *#showLab(search: string): AsyncGenerator<void, void> {
    const { LabPage } = await import("./lab/lab_page.js");
    yield;
    const changed = (): void => this.#bar.write();
    const lab = new LabPage(search, this.#lang, changed, ({ state, weights }) => {
      void this.#go(formatUrl({ ...state, lang: this.#lang, theme: this.#theme }), { weights });
    });
    this.#leave("lab", lab.problems);
    this.#lab = lab;
    this.#render();
    document.querySelector("main")?.append(lab.element);
    markBusy(false);
  }

  async *#showNotebook(search: string): AsyncGenerator<void, void> {
    const { NotebookPage, programAt } = await import("./notebook/notebook_page.js");
    const { program, line, theme, mode, problems } = await programAt(
      search.replace(/#.*/, ""),
      location.hash,
    );
    yield;
    this.#theme = theme ?? this.#theme;
    this.#leave("notebook", problems);
    this.#notebook ??= new NotebookPage(() => this.#bar.writeNow());
    this.#notebook.open(program, line);
    this.#notebook.element.mode = mode ?? "";
    this.#render();
    const { element } = this.#notebook;
    if (!element.isConnected) document.querySelector("main")?.append(element);
    markBusy(false);
  }

  async *#showHome(problems: readonly Problem[]): AsyncGenerator<void, void> {
    this.#leave("home", problems);
    this.#changed();
    dispatchEvent(new Event("landing-ready")); // the still makes way (still.ts)
    markBusy(false);
    yield;
    await this.#home.refresh();
  }

  async *#showLesson(
    state: PageState,
    problems: readonly Problem[],
    opening: Opening,
  ): AsyncGenerator<void, void> {
    this.#leave("lesson", problems);
    if (!this.#lesson.element.isConnected) {
      this.#lesson.leave();
      this.#lesson = this.#newLesson(this.#lesson.element.past.history);
    }
    const { weights, problems: lost } = this.#weights.restore(opening.weights);
    this.#render(state.spec.lesson);
    const refused = await this.#lesson.show(state, { ...opening, weights });
    yield;
    const { element } = this.#lesson;
    if (!element.isConnected) document.querySelector("main")?.append(element);
    this.#report([...lost, ...refused]);
  }

  /** Follows what the reader does in the lesson. */
  #follow(): void {
    const { lesson } = this.#lesson;
    if (lesson !== this.#titled || this.#lesson.title(this.#lang) !== this.#ownTitle) this.#render();
    this.#bar.write();
  }

  /** Shows problems, and ends the visit that had them. */
  #report(problems: readonly Problem[]): void {
    markBusy(false);
    this.#problems = [...this.#problems, ...problems];
    this.#render();
  }

  #address(): string {
    const shown = this.#shown === "lesson" ? this.#lesson : (this.#lab ?? this.#notebook);
    return shown?.address(this.#lang, this.#theme) ?? homeUrl(this.#lang, this.#theme);
  }

  #link(): string {
    return new URL(this.#address(), location.href).href;
  }

  async #go(asked: string, opening: Opening = {}): Promise<void> {
    const written = this.#notebook?.written();
    if (written) await written;
    this.#bar.go(asked);
    void this.show({ asked, ...opening });
  }

  /** The URL of a lesson's beginning, or of the end of a step, in the current mode and with weights of the same kind. */
  #lessonUrl(lesson: LessonName, step?: string): string {
    const kept = this.#shown === "lesson" ? this.#lesson.keptIn(lesson) : openingOf(lesson);
    return formatUrl({ spec: { lesson }, lang: this.#lang, step, theme: this.#theme, ...kept });
  }

  #setMode(mode: Mode): void {
    const element = this.#notebook?.element ?? this.#lesson.element;
    if (!(this.#notebook || this.#shown === "lesson") || element.mode !== "") return;
    element.mode = mode;
    this.#changed();
  }

  #changed(): void {
    this.#render();
    this.#bar.write();
  }

  readonly #actions: HeaderActions = {
    language: (lang) => void this.#setLanguage(lang),
    theme: (theme) => {
      this.#theme = theme;
      keptTheme.keep(theme);
      this.#changed();
    },
    lecture: () => this.#setMode("lecture"),
    map: () => {
      if (this.#shown === "lesson") this.#lesson.map();
    },
    help: () => void this.#showHelp(),
  };

  async #setLanguage(lang: string): Promise<void> {
    this.#lang = lang;
    keptLang.keep(lang);
    await this.#words.ask(lang);
    this.#lesson.speak(lang);
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
      helpTemplate(words, this.#shown === "lesson" ? this.#lesson.element.rules : rulesOf("", ""), () =>
        help.close(),
      ),
      help,
    );
    if (!help.open) help.showModal();
  }

  /** A plain click on a link within the page; the browser handles new tabs, new windows and downloads. */
  readonly #onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented) return; // what was clicked has done what the link is for
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const address = link?.getAttribute("href") ?? "";
    const isToSkip = address === "#stage";
    if (!link || !(isToSkip || address.startsWith("?")) || isModified(event) || event.shiftKey) return;
    event.preventDefault();
    const lesson = lessonNames.find((name) => name === link.dataset["lesson"]);
    if (isToSkip) void (this.#lab ?? this.#notebook ?? this.#lesson).element.focus();
    else if (lesson) {
      // From one lesson to another the step stays, if the other has it.
      const near = this.#shown === "lesson" ? this.#lesson.element.currentStep : undefined;
      this.#go(this.#lessonUrl(lesson), { near });
    } else if (!this.#lab || !isLab(address)) this.#go(address);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // In the header Escape closes what is open in the lesson.
    if (event.key === "Escape" && isWithin(event, ".page-header"))
      this.#lesson.element.dispatchEvent(new KeyboardEvent("keydown", event));
    if (isTyping(event) || event.defaultPrevented || isModified(event)) return;
    const { help, lecture, map } = this.#actions;
    const search = (): void => {
      if (this.#shown === "lesson") this.#lesson.search();
    };
    const letter = isKey(event, "l") ? lecture : isKey(event, "m") ? map : undefined;
    const action = { "?": help, "/": search }[event.key] ?? letter;
    if (!action || !areLetterKeysOn() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  };

  #render(titled: LessonName = this.#lesson.lesson): void {
    const [words, lang, theme] = [this.#texts, this.#lang, this.#theme];
    const { element } = this.#lesson;
    const lesson = this.#shown === "lesson" ? titled : undefined;
    this.#titled = lesson;
    this.#ownTitle = lesson && this.#lesson.title(lang);
    const root = document.documentElement;
    root.lang = words.language.code;
    if (theme) root.setAttribute("theme", theme);
    else root.removeAttribute("theme");
    Object.assign(element, { lang, theme: theme ?? "" });
    const { name, tagline } = words.app;
    this.#lab?.show(words, lang);
    this.#notebook?.show(words, lang, theme);
    const room: Room | undefined = this.#lab ? "lab" : this.#notebook && "notebook";
    const title = (room && words.app[room]) ?? this.#ownTitle ?? (lesson && words.lessons[lesson].title);
    document.title = title ? `${title} · ${name}` : `${name} · ${tagline}`;
    const isLocked = lesson !== undefined && element.mode === "locked";
    document.getElementById("before")?.remove();
    const header = { words, lang, lesson, room, own: this.#ownTitle, theme, isLocked };
    render(headerTemplate(header, this.#actions), placed("header", "page-header"));
    render(alertsTemplate(words, this.#problems, this.#dismiss), placed("div", "alerts"));
    const main = placed("main", "page-main");
    const heading = html`<h1 class="unseen" tabindex="-1">${document.title}</h1>`;
    render(
      lesson || this.#notebook ? heading : this.#shown === "home" ? this.#allLessons() : nothing,
      placed("div", "page-home", main),
    );
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
    const open = (asked: ReadLesson): Promise<void> => this.show({ asked });
    return this.#home.template(model, { forget, open });
  }
}
