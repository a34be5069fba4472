/** Connects <heads-up> with the page: shows what a URL asks for, and provides the URL of what is shown. */
import type { ThemeName } from "../draw/theme.js";
import type { HeadsUpElement } from "../element/heads_up_element.js";
import type { StepReached } from "../element/root_events.js";
import { type ReadLesson, shownLesson, wrongLesson } from "../lesson_file/read_lesson.js";
import { openingSpec } from "../lessons/lessons.js";
import type { Answered } from "../lessons/questions/answered.js";
import { canShowTrained, TRAINED } from "../lessons/trained.js";
import { READABLE } from "../module/readable.js";
import type { LessonName } from "../module/types.js";
import {
  areReadable,
  type ChosenWeights,
  fileWeights,
  type LessonData,
  loadModule,
} from "../store/lesson_runner.js";
import { readerMissing } from "../store/reduce/request.js";
import type { ViewState } from "../store/selectors.js";
import { loadAuthoring } from "../views/authoring/load_authoring.js";
import { settle } from "./address/settle.js";
import { shownState } from "./address/shown.js";
import type { Problem } from "./address/url_reader.js";
import { formatUrl, type PageState, parseUrl } from "./address/url_state.js";

export interface Listeners {
  /** The URL of what is shown has changed. */
  view?(): void;
  /** A step was reached, in a lesson of the course or in one from a file. */
  step?(lesson: LessonName, step: StepReached, isFromFile: boolean): void;
  /** A run used these weights; undefined: drawn ones. */
  weights?(weights: ChosenWeights | undefined): void;
  /** A question was answered. */
  answer?(answered: Answered): void;
  /** Something was refused; the element shows it too. */
  refuse?(problem: Problem): void;
  /** The mode changed. */
  mode?(): void;
  /** The reader goes to another lesson; without a listener the element goes by itself. */
  onward?(lesson: LessonName, step: string | undefined): void;
}

export class Instrument {
  readonly element = document.createElement("heads-up") as HeadsUpElement;
  #view: ViewState | undefined;
  /** The address of the lesson file; undefined if no URL named one. */
  #src: string | undefined;

  #listeners: Listeners;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
    const { element } = this;
    element.id = "stage"; // where the skip link goes
    const listen = <T>(event: string, handle: (detail: T, event: Event) => void): void =>
      element.addEventListener(`heads-up-${event}`, (fired) =>
        handle((fired as CustomEvent<T>).detail, fired),
      );
    listen<ViewState>("view", (view) => {
      this.#view = view;
      this.#listeners.view?.();
    });
    listen("ready", () => this.#listeners.weights?.(element.shownWeights));
    listen("mode", () => this.#listeners.mode?.());
    listen<{ lesson: LessonName; step?: string }>("onward", ({ lesson, step }, event) => {
      if (!this.#listeners.onward) return;
      event.preventDefault();
      this.#listeners.onward(lesson, step);
    });
    listen<Answered>("answer", (answered) => this.#listeners.answer?.(answered));
    listen<Problem>("error", (problem) => this.#listeners.refuse?.(problem));
    listen<StepReached>("step", (step) =>
      this.#listeners.step?.(element.lesson, step, element.lessonFile !== undefined),
    );
  }

  /** Removes the element and ignores its later events. */
  leave(): void {
    this.#listeners = {};
    this.element.remove();
  }

  get lesson(): LessonName {
    return this.element.lesson;
  }

  /** The title of a lesson from a file, or the file's name if it is wrong; undefined for lessons of the course. */
  title(lang: string): string | undefined {
    const file = this.element.lessonFile;
    return shownLesson(file)?.title(lang) ?? wrongLesson(file)?.name;
  }

  /** Which message a copied link gets: whether it contains everything shown. */
  get copied(): "copied" | "copiedDrawn" | "copiedNumbers" {
    const { lessonFile, shownWeights } = this.element;
    if (shownLesson(lessonFile) && this.#src === undefined) return "copiedNumbers";
    return fileWeights(shownWeights) ? "copiedDrawn" : "copied";
  }

  /** Opens the search for answers; does nothing on a locked page. */
  search(): void {
    const { rules, store } = this.element;
    if (rules.links) store.dispatch({ type: "sheet", sheet: { kind: "confusions", id: "list" } });
  }

  /** Opens the map; does nothing if the reader may not go to other steps. */
  map(): void {
    const { rules, store } = this.element;
    if (rules.steps) store.dispatch({ type: "sheet", sheet: { kind: "map", id: "1" } });
  }

  /** Shows another lesson of the course, at the same step if it has it. */
  choose(lesson: LessonName): void {
    this.#src = undefined;
    const changed = { ownLesson: undefined, spec: openingSpec(lesson) };
    this.element.store.dispatch({ type: "attributes", changed });
  }

  /**
   * Shows what a URL asks for and returns the problems with it. A module that cannot be loaded is reported by the element.
   */
  async settle(state: PageState, chosen?: ReadLesson, kept?: ChosenWeights): Promise<readonly Problem[]> {
    const { element } = this;
    const file = chosen ?? (await this.#fetch(state));
    const own = shownLesson(file);
    const lesson = own?.spec.lesson ?? state.spec.lesson;
    const opening: LessonData = { spec: own ? { lesson } : openingSpec(lesson), weights: undefined, own };
    const mode = state.mode ?? own?.mode ?? "";
    const allow = state.allow?.join() ?? own?.allow ?? "";
    element.show(opening, {}, mode, allow);
    if (file && !own) {
      element.store.dispatch({ type: "attributes", changed: { ownLesson: file } }); // the element says what is wrong
      return [];
    }
    const unread = state.src !== undefined && !file ? [readerMissing(state.src)] : [];
    try {
      const asked = { ...state, spec: { ...state.spec, lesson } };
      const lang = state.lang ?? document.documentElement.lang;
      const settled = await settle(loadModule(), asked, own, kept, lang);
      element.show(settled.data, settled.place, mode, allow);
      return [...unread, ...settled.problems];
    } catch {
      return [];
    }
  }

  /** The lesson file of a URL, from the page's own server and without redirects. */
  async #fetch({ src }: PageState): Promise<ReadLesson | undefined> {
    if (src === undefined) return undefined;
    this.#src = src;
    return (await loadAuthoring())?.fetchLesson(src, { redirect: "error" });
  }

  address(lang: string, theme: ThemeName | undefined): string {
    return formatUrl({ ...this.#shown(), lang, ...(theme ? { theme } : {}), ...this.mode });
  }

  /** The mode, as in a URL. */
  get mode(): Pick<PageState, "mode" | "allow"> {
    const { mode, allow } = this.element;
    const { state } = parseUrl(`?mode=${mode}&allow=${allow}`, []);
    return { ...(state.mode ? { mode: state.mode } : {}), ...(state.allow ? { allow: state.allow } : {}) };
  }

  /** What stays when the reader goes to another lesson, as in a URL. */
  keptIn(lesson: LessonName): Pick<PageState, "mode" | "allow" | "weights" | "text"> {
    const { shownWeights: weights } = this.element;
    const trained = canShowTrained(lesson) ? weights?.trained : undefined;
    return {
      ...this.mode,
      ...(areReadable(weights) ? { weights: READABLE } : trained && { weights: TRAINED, text: trained.text }),
    };
  }

  #shown(): PageState {
    const view = this.#view ?? this.element.view;
    return shownState(view, this.element.store.state.run, shownLesson(this.element.lessonFile), this.#src);
  }
}
