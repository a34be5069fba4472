/**
 * The page: a header, alerts, help, and below them the room that the URL asks for. It has the language, the theme and the
 * address; the templates render it.
 */

import { html, nothing, render } from "lit";
import { THEME_NAMES, type ThemeName } from "../draw/theme.js";
import { loadBeside, WORDS_MISSING, wordsMissing } from "../element/second_script.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import { lessonNames } from "../lessons/opening.js";
import { rulesOf } from "../lessons/rules.js";
import { HeadsUpError, refusalOf } from "../module/errors.js";
import { areLetterKeysOn } from "../store/kept/kept_text.js";
import { RequestStore } from "../store/request_store.js";
import { isKey, isModified, isTyping } from "../views/common/keys.js";
import { followSystem } from "../views/common/shown_theme.js";
import { loadPageWords, loadWholeWords, type PageWords, settled } from "../words/words.js";
import { AddressBar, homeUrl } from "./address/address.js";
import type { Problem } from "./address/url_reader.js";
import { alertsTemplate } from "./alerts_template.js";
import { type HeaderActions, headerTemplate } from "./header_template.js";
import { keptLang, keptTheme } from "./kept_choices.js";
import { isLab } from "./lab/lab_name.js";
import type { LessonsPage } from "./lessons_page.js";
import { placed } from "./placed.js";
import { type Host, type Opening, type Room, roomOf } from "./room.js";

/** Marks the page as busy until what a visit asks for is shown. */
function markBusy(busy: boolean): void {
  const main = document.querySelector("main");
  if (main) main.ariaBusy = busy ? "true" : null;
}

interface Visit extends Opening {
  /** A URL, or a lesson file that the reader chose. */
  readonly asked: string | ReadLesson;
}

export class Shell implements Host {
  readonly #words: RequestStore<string, PageWords>;
  lang: string;
  theme: ThemeName | undefined;
  #problems: readonly Problem[] = [];
  #room: Room | undefined;
  #lessons: LessonsPage | undefined;
  readonly #visits = new RequestStore((visit: Visit) => this.#visit(visit));
  readonly bar = new AddressBar(
    () => this.#address(),
    () => this.#room?.place,
  );

  constructor(words: PageWords, lang: string) {
    // All words of a lesson, so that its header and all parts of it change their language together.
    this.#words = new RequestStore(async function* (wanted: string) {
      const room = roomOf(location.search);
      yield room === "lessons" ? (await loadBeside(wanted)).words : loadPageWords(room, wanted);
    }, words);
    this.#words.subscribe(({ error }) => {
      this.#problems = this.#problems.filter(({ code }) => code !== WORDS_MISSING);
      if (error === undefined) this.render();
      else this.report([wordsMissing(error, this.lang)]);
    });
    // What the core refuses says itself why; all else is a script that could not be loaded.
    this.#visits.subscribe(({ error }) => {
      if (error === undefined) return;
      this.report([error instanceof HeadsUpError ? refusalOf(error) : wordsMissing(error, this.lang)]);
    });
    this.lang = lang;
    this.theme = THEME_NAMES.find((name) => name === keptTheme.now);
    addEventListener("keydown", this.#onKey);
    addEventListener("click", this.#onClick);
    addEventListener("popstate", () => {
      // Another hash is another program in the notebook, and nothing elsewhere.
      const { name, heading, element } = this.#room ?? {};
      const here = location.search + (name === "notebook" ? location.hash : "");
      const isOnScreen = here === this.#address() && (heading || element?.isConnected);
      // What is on the screen stays there only if no visit is about to replace it.
      if (isOnScreen && !this.#visits.state.isRunning) this.bar.skipTwin();
      else void this.show({ asked: location.search });
    });
    followSystem(() => this.render());
  }

  /** The page is busy until the last visit is over; then its heading gets the focus, if what had it is gone. */
  show(visit: Visit): Promise<void> {
    const isFocused = (): boolean => document.activeElement !== document.body;
    const wasFocused = isFocused();
    return this.#visits.ask(visit).then(() => {
      if (wasFocused && !isFocused()) document.querySelector("h1")?.focus();
    });
  }

  open(asked: ReadLesson): Promise<void> {
    return this.show({ asked });
  }

  /** The code after a `yield` does not run if a later visit has begun in the meantime. */
  async *#visit({ asked, ...opening }: Visit): AsyncGenerator<void, void> {
    markBusy(true);
    if (typeof asked === "string") this.bar.drop();
    else this.bar.go(homeUrl(this.lang, this.theme));
    const name = typeof asked === "string" ? roomOf(asked) : "lessons";
    if (typeof asked === "string" && name === "lab") yield* this.#showLab(asked);
    else if (typeof asked === "string" && name === "notebook") yield* this.#showNotebook(asked);
    else {
      const { LessonsPage } = await import("./lessons_page.js");
      yield;
      this.#lessons ??= new LessonsPage(this);
      yield* this.#lessons.visit(asked, opening);
    }
    this.bar.arrive();
  }

  enter(room: Room, problems: readonly Problem[], theme: ThemeName | undefined): void {
    this.#problems = problems;
    this.theme = theme ?? this.theme;
    if (room === this.#room) return;
    this.#room?.leave();
    this.#room = room;
    scrollTo(0, 0);
  }

  /** Enters a room whose element is ready. */
  #arrive(room: Room, problems: readonly Problem[], theme: ThemeName | undefined): void {
    this.enter(room, problems, theme);
    this.render();
    if (!room.element.isConnected) document.querySelector("main")?.append(room.element);
    this.arrived();
  }

  async *#showLab(search: string): AsyncGenerator<void, void> {
    const { LabPage } = await import("./lab/lab_page.js");
    yield;
    const lab = new LabPage(search, this);
    this.#arrive(lab, lab.problems, undefined);
  }

  async *#showNotebook(search: string): AsyncGenerator<void, void> {
    const { NotebookPage, programAt } = await import("./notebook/notebook_page.js");
    const { program, line, theme, mode, problems } = await programAt(
      search.replace(/#.*/, ""),
      location.hash,
    );
    yield;
    const notebook = this.#room instanceof NotebookPage ? this.#room : new NotebookPage(this);
    notebook.open(program, line);
    notebook.element.mode = mode ?? "";
    this.#arrive(notebook, problems, theme);
  }

  arrived(): void {
    markBusy(false);
  }

  report(problems: readonly Problem[]): void {
    markBusy(false);
    this.#problems = [...this.#problems, ...problems];
    this.render();
  }

  #address(): string {
    return (this.#room ?? { address: homeUrl }).address(this.lang, this.theme);
  }

  link(): string {
    return new URL(this.#address(), location.href).href;
  }

  async go(asked: string, opening: Opening = {}): Promise<void> {
    const written = this.#room?.written?.();
    if (written) await written;
    this.bar.go(asked);
    void this.show({ asked, ...opening });
  }

  readonly #actions: HeaderActions = {
    language: (lang) => void this.#setLanguage(lang),
    theme: (theme) => {
      this.theme = theme;
      keptTheme.keep(theme);
      this.render();
      this.bar.write();
    },
    lecture: () => this.#room?.lecture?.(),
    map: () => this.#room?.map?.(),
    help: () => void this.#showHelp(),
  };

  async #setLanguage(lang: string): Promise<void> {
    this.lang = lang;
    keptLang.keep(lang);
    await this.#words.ask(lang);
    this.#lessons?.speak(lang);
    this.bar.write();
  }

  /** If it cannot be loaded (offline), the next call tries again. */
  async #showHelp(): Promise<void> {
    const loading = settled([loadWholeWords(this.lang), import("./help_template.js")]);
    const loaded = await loading.catch((error: unknown) => this.report([wordsMissing(error, this.lang)]));
    if (!loaded) return;
    const [words, { helpTemplate }] = loaded;
    const help = placed("dialog", "help") as HTMLDialogElement;
    help.setAttribute("aria-labelledby", "help-title");
    render(
      helpTemplate(words, this.#room?.rules ?? rulesOf("", ""), () => help.close()),
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
    const room = this.#room;
    const lesson = lessonNames.find((name) => name === link.dataset["lesson"]);
    if (isToSkip) room?.element.focus();
    else if (lesson && room?.follow) room.follow(lesson);
    else if (room?.name !== "lab" || !isLab(address)) void this.go(address);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (isTyping(event) || event.defaultPrevented || isModified(event)) return;
    const { help, lecture, map } = this.#actions;
    const search = (): void => this.#room?.search?.();
    const letter = isKey(event, "l") ? lecture : isKey(event, "m") ? map : undefined;
    const action = { "?": help, "/": search }[event.key] ?? letter;
    if (!action || !areLetterKeysOn() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  };

  render(): void {
    const [words, lang, theme] = [this.#words.state.answer as PageWords, this.lang, this.theme];
    const root = document.documentElement;
    root.lang = words.language.code;
    if (theme) root.setAttribute("theme", theme);
    else root.removeAttribute("theme");
    this.#room?.show(words, lang, theme);
    const { name, lesson, own, rules, heading } = this.#room ?? {};
    const room = name === "lessons" ? undefined : name;
    const { name: site, tagline } = words.app;
    const title = (room && words.app[room]) ?? own ?? (lesson && words.lessons[lesson].title);
    document.title = title ? `${title} · ${site}` : `${site} · ${tagline}`;
    const isLocked = lesson !== undefined && rules?.data === false;
    document.getElementById("before")?.remove();
    const header = { words, lang, lesson, room, own, theme, isLocked };
    render(headerTemplate(header, this.#actions), placed("header", "page-header"));
    render(alertsTemplate(words, this.#problems, this.#dismiss), placed("div", "alerts"));
    const main = placed("main", "page-main");
    const unseen = html`<h1 class="unseen" tabindex="-1">${document.title}</h1>`;
    render(heading ?? (lesson || room === "notebook" ? unseen : nothing), placed("div", "page-home", main));
  }

  readonly #dismiss = (): void => {
    this.#problems = [];
    this.render();
  };
}
