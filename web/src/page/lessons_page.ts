/** The room of the lessons: the list of all, or one of them. It stays while another room is entered. */
import type { TemplateResult } from "lit";
import type { ThemeName } from "../draw/theme.js";
import "../element/define.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import { FIRST_LESSON, openingOf } from "../lessons/opening.js";
import type { Rules } from "../lessons/rules.js";
import type { LessonName } from "../module/types.js";
import { fragmentOf } from "../notebook/program_link.js";
import { keptPath } from "../store/kept/kept_text.js";
import { loadModule } from "../store/lesson_runner.js";
import type { History } from "../store/past.js";
import { isWithin } from "../views/common/keys.js";
import { loadWords, type PageWords, type Words } from "../words/words.js";
import { frameUrl, homeUrl } from "./address/address.js";
import type { Problem } from "./address/url_reader.js";
import { formatUrl, type PageState, readAddress } from "./address/url_state.js";
import { LAB } from "./lab/lab_name.js";
import { Landing } from "./landing/landing.js";
import { LessonPage } from "./lesson_page.js";
import { openingUrl } from "./notebook/notebook_name.js";
import { KeptProgress } from "./progress.js";
import type { Host, Opening, Room } from "./room.js";
import { WeightsHistory } from "./weights_history.js";

export class LessonsPage implements Room {
  readonly name = "lessons";
  readonly #host: Host;
  readonly #home: Landing;
  #words: Words | undefined;
  /** Stays while one lesson follows another; one that is entered from elsewhere is new, but for its undo history. */
  #page: LessonPage;
  #shown: "home" | "lesson" | undefined;
  /** The lesson whose title the page has; while it is resolved, the one on the stage is another. */
  lesson: LessonName | undefined;
  /** The title of a lesson from a file. */
  own: string | undefined;
  #coming: LessonName | undefined;
  heading: TemplateResult | undefined;
  readonly #progress = new KeptProgress();
  readonly #weights = new WeightsHistory();

  constructor(host: Host) {
    this.#host = host;
    this.#home = new Landing(() => host.render());
    this.#page = this.#newPage();
    void loadModule().catch(() => undefined); // the element reports it
    // In the header Escape closes what is open in the lesson.
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isWithin(event, ".page-header"))
        this.element.dispatchEvent(new KeyboardEvent("keydown", event));
    });
  }

  get element(): LessonPage["element"] {
    return this.#page.element;
  }

  #newPage(history?: History): LessonPage {
    const host = this.#host;
    const page: LessonPage = new LessonPage({
      view: () => this.#follow(),
      // Progress counts lessons of the course only.
      step: (step) => element.lessonFile || this.#progress.visit(element.lesson, step),
      ready: () => this.#weights.persist(element.shownWeights),
      mode: () => this.#changed(),
      onward: ({ lesson, step }) => host.go(this.#url(lesson, step)),
    });
    const { element } = page;
    element.link = () => host.link();
    element.frameLink = () => frameUrl(host.link());
    element.lab = () => host.go(`${homeUrl(host.lang, host.theme)}&lesson=${LAB}`);
    element.codeUrl = (program) => openingUrl(program, host.lang, host.theme);
    element.openCode = ({ source, line }) =>
      void fragmentOf(source).then((fragment) =>
        host.go(`${openingUrl("", host.lang, host.theme)}&line=${line}${fragment}`),
      );
    element.past.history = history;
    element.store.dispatch({ type: "path", path: keptPath.now === "whole" ? "whole" : "new" });
    return page;
  }

  /** Shows what an address asks for, or a lesson file that the reader chose. A later visit ends it at a `yield`. */
  async *visit(asked: string | ReadLesson, opening: Opening): AsyncGenerator<void, void> {
    if (typeof asked !== "string")
      return yield* this.#showLesson({ spec: { lesson: FIRST_LESSON } }, [], { chosen: asked });
    const { state, problems, isHome } = readAddress(asked);
    if (!isHome) return yield* this.#showLesson(state, problems, opening);
    // A room that is left has only words of its own.
    this.#words = await loadWords(this.#host.lang);
    yield;
    yield* this.#showHome(state, problems);
  }

  #enter(shown: "home" | "lesson", { theme }: PageState, problems: readonly Problem[]): void {
    if (shown !== this.#shown) {
      this.leave();
      scrollTo(0, 0);
    }
    this.#shown = shown;
    this.#host.enter(this, problems, theme);
  }

  async *#showHome(state: PageState, problems: readonly Problem[]): AsyncGenerator<void, void> {
    this.#enter("home", state, problems);
    this.#changed();
    dispatchEvent(new Event("landing-ready")); // the still makes way (still.ts)
    this.#host.arrived();
    yield;
    await this.#home.refresh();
  }

  async *#showLesson(
    state: PageState,
    problems: readonly Problem[],
    { chosen, weights: brought, near }: Opening & { readonly chosen?: ReadLesson },
  ): AsyncGenerator<void, void> {
    this.#enter("lesson", state, problems);
    if (!this.element.isConnected) {
      this.#page.leave();
      this.#page = this.#newPage(this.element.past.history);
    }
    const { weights, problems: lost } = this.#weights.restore(brought);
    this.#coming = state.spec.lesson;
    this.#host.render();
    const refused = await this.#page.show(state, { chosen, weights, near });
    yield;
    this.#coming = undefined;
    if (!this.element.isConnected) document.querySelector("main")?.append(this.element);
    this.#host.report([...lost, ...refused]);
  }

  /** Follows what the reader does in the lesson. */
  #follow(): void {
    const { lesson } = this.#page;
    if (lesson !== this.lesson || this.#page.title(this.#host.lang) !== this.own) this.#host.render();
    this.#host.bar.write();
  }

  #changed(): void {
    this.#host.render();
    this.#host.bar.write();
  }

  show(words: PageWords, lang: string, theme: ThemeName | undefined): void {
    if (areAll(words)) this.#words = words;
    Object.assign(this.element, { lang, theme: theme ?? "" });
    const isLesson = this.#shown === "lesson";
    this.lesson = isLesson ? (this.#coming ?? this.#page.lesson) : undefined;
    this.own = isLesson ? this.#page.title(lang) : undefined;
    this.heading = this.#shown === "home" && this.#words ? this.#list(this.#words, lang, theme) : undefined;
  }

  #list(words: Words, lang: string, theme: ThemeName | undefined): TemplateResult {
    const forget = (): void => {
      this.#progress.forget();
      this.#weights.forget();
      this.#host.render();
    };
    const open = (asked: ReadLesson): Promise<void> => this.#host.open(asked);
    return this.#home.template({ words, lang, theme, progress: this.#progress.now }, { forget, open });
  }

  get rules(): Rules | undefined {
    return this.#shown === "lesson" ? this.element.rules : undefined;
  }

  get place(): string | undefined {
    return this.#shown === "lesson" ? this.#page.place : "";
  }

  address(lang: string, theme: ThemeName | undefined): string {
    return this.#shown === "lesson" ? this.#page.address(lang, theme) : homeUrl(lang, theme);
  }

  /** The URL of a lesson's beginning, or of the end of a step, in the current mode and with weights of the same kind. */
  #url(lesson: LessonName, step?: string): string {
    const { lang, theme } = this.#host;
    const kept = this.#shown === "lesson" ? this.#page.keptIn(lesson) : openingOf(lesson);
    return formatUrl({ spec: { lesson }, lang, step, theme, ...kept });
  }

  follow(lesson: LessonName): void {
    const near = this.#shown === "lesson" ? this.element.currentStep : undefined;
    void this.#host.go(this.#url(lesson), { near });
  }

  lecture(): void {
    if (this.#shown !== "lesson" || this.element.mode !== "") return;
    this.element.mode = "lecture";
    this.#changed();
  }

  map(): void {
    if (this.#shown === "lesson") this.#page.map();
  }

  search(): void {
    if (this.#shown === "lesson") this.#page.search();
  }

  speak(lang: string): void {
    this.#page.speak(lang);
  }

  leave(): void {
    this.#shown = undefined;
    this.#home.leave();
    this.element.remove();
  }
}

/** Whether words are those of the lessons; those of a room that is being left are not. */
const areAll = (words: PageWords): words is Words => "landing" in words;
