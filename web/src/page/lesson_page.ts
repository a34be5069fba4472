/** A lesson on the page: shows in <heads-up> what a URL asks for, and gives the URL of what is shown. */
import type { ThemeName } from "../draw/theme.js";
import type { HeadsUpElement } from "../element/heads_up_element.js";
import type { Details } from "../element/root_events.js";
import type { OwnLesson } from "../lesson_file/read_lesson.js";
import { type ReadLesson, shownLesson, wrongLesson } from "../lesson_file/read_lesson.js";
import { changedFields, openingSpec, withExplicitSizes } from "../lessons/lessons.js";
import { canShowTrained, openingOf } from "../lessons/opening.js";
import { ALLOWANCES, MODES } from "../lessons/rules.js";
import { TRAINED } from "../lessons/trained.js";
import { DESIGNED } from "../module/designed.js";
import type { LessonName } from "../module/types.js";
import { NONE, specOver } from "../spec/fields.js";
import { isAsOpened, loadModule, mergedSpec, type Run, specOfModel } from "../store/lesson_runner.js";
import { readerMissing } from "../store/reduce/request.js";
import type { ViewState } from "../store/selectors.js";
import { WRITTEN_LESSON, writtenOf } from "../store/written_text.js";
import { loadAuthoring } from "../views/authoring/load_authoring.js";
import { SHEET } from "./address/address.js";
import { resolve } from "./address/resolve.js";
import type { Problem } from "./address/url_reader.js";
import { formatUrl, type PageState } from "./address/url_state.js";
import type { Opening } from "./room.js";

/** What is done on the events of the element, by their names; what the element would do by itself, it then leaves undone. */
export type Listeners = { readonly [Name in keyof Details]?: (detail: Details[Name]) => void };

export class LessonPage {
  readonly element = document.createElement("heads-up") as HeadsUpElement;
  #view: ViewState | undefined;
  /** The address of the lesson file; undefined if no URL named one. */
  #src: string | undefined;

  readonly #left = new AbortController();

  constructor(listeners: Listeners) {
    const { element } = this;
    element.id = "stage"; // where the skip link goes
    const view = (shown: ViewState): void => {
      this.#view = shown;
      listeners.view?.(shown);
    };
    for (const [name, listener] of Object.entries<(detail: never) => void>({ ...listeners, view })) {
      const listen = (event: Event): void => {
        event.preventDefault();
        listener((event as CustomEvent<never>).detail);
      };
      element.addEventListener(`heads-up-${name}`, listen, this.#left);
    }
  }

  /** Ignores what the element still reports. */
  leave(): void {
    this.#left.abort();
  }

  get lesson(): LessonName {
    return this.element.lesson;
  }

  /** The title of a lesson from a file, or the file's name if it is wrong; undefined for lessons of the course. */
  title(lang: string): string | undefined {
    const file = this.element.lessonFile;
    return file && "title" in file ? file.title(lang) : wrongLesson(file)?.name;
  }

  /** Shows the designed model's sentences in this language, if it is on the stage. */
  speak(lang: string): void {
    const { store, shownWeights } = this.element;
    const shown = shownWeights?.designed?.lang;
    if (shown !== undefined && shown !== lang)
      store.dispatch({ type: "weights", designed: { name: DESIGNED, lang } });
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

  /**
   * Shows what a URL asks for, or a lesson file that was chosen, and returns the problems with it. A module that cannot be loaded
   * is reported by the element.
   */
  async show(
    state: PageState,
    { chosen, weights, near }: Opening & { readonly chosen?: ReadLesson | undefined } = {},
  ): Promise<readonly Problem[]> {
    const { element } = this;
    const file = chosen ?? (await fetchedLesson(state));
    const own = shownLesson(file);
    const lesson = own?.spec.lesson ?? state.spec.lesson;
    this.#src = state.src;
    const mode = state.mode ?? own?.mode ?? "";
    const allow = state.allow?.join() ?? own?.allow ?? "";
    if (file && !own) {
      element.store.dispatch({ type: "attributes", changed: { mode, allow, ownLesson: file } }); // the element says what is wrong
      return [];
    }
    const unread = state.src !== undefined && !file ? [readerMissing(state.src)] : [];
    try {
      const asked = { ...state, spec: { ...state.spec, lesson } };
      const lang = state.lang ?? document.documentElement.lang;
      const { data, place, problems } = await resolve(loadModule(), asked, { own, weights, lang, near });
      element.show({ data, place, mode, allow });
      return [...unread, ...problems];
    } catch {
      const data = { spec: own ? { lesson } : openingSpec(lesson), weights: undefined, own };
      element.show({ data, place: {}, mode, allow });
      return unread;
    }
  }

  /** What a history entry stands for: lesson, step and sheet. Empty while the lesson plays on by itself, undefined before it is shown. */
  get place(): string | undefined {
    const { playback, sheet, run, computing } = this.element.store.state;
    const isComing = computing.kind === "idle" || computing.kind === "computing";
    if (!run || isComing || !this.element.isConnected) return undefined;
    if (playback.playing && playback.through) return "";
    return `${this.lesson} ${this.element.currentStep}${sheet ? SHEET + sheet.kind : ""}`;
  }

  address(lang: string, theme: ThemeName | undefined): string {
    return formatUrl({ ...this.#shown(), lang, theme, ...this.mode });
  }

  /** The mode, as in a URL. */
  get mode(): Pick<PageState, "mode" | "allow"> {
    const mode = MODES.find((name) => name === this.element.mode);
    const allow = ([...ALLOWANCES, NONE] as const).filter((name) =>
      this.element.allow.split(",").includes(name),
    );
    return { mode, allow: allow.length > 0 ? allow : undefined };
  }

  /** What stays when the reader goes to another lesson, as in a URL. */
  keptIn(lesson: LessonName): Partial<Pick<PageState, "mode" | "allow" | "spec" | "weights" | "text">> {
    const { shownWeights: weights, view } = this.element;
    const { trained } = weights ?? {};
    if (trained && canShowTrained(lesson)) return { ...this.mode, weights: TRAINED, text: trained.text };
    return {
      ...this.mode,
      ...(trained || isAsOpened({ spec: view.spec, weights }) ? openingOf(lesson) : {}),
    };
  }

  #shown(): PageState {
    const view = this.#view ?? this.element.view;
    return shownState(view, this.element.store.state.run, shownLesson(this.element.lessonFile), this.#src);
  }
}

/** The lesson file of a URL, from the page's own server and without redirects. */
async function fetchedLesson({ src }: PageState): Promise<ReadLesson | undefined> {
  return src === undefined ? undefined : (await loadAuthoring())?.fetchLesson(src, { redirect: "error" });
}

/** A lesson file without an address (`src`) cannot be linked to: its data are spelled out. */
export function shownState(
  { spec, weights, changes, step, t, focus, cell, sheet }: ViewState,
  run: Run | undefined,
  own: OwnLesson | undefined,
  src?: string,
): PageState {
  const shownSpec = src === undefined ? mergedSpec(spec, own) : spec;
  const trained = run?.weights?.trained;
  const model = run?.weights && specOfModel(run.weights);
  const written = writtenOf(shownSpec);
  const text = trained?.text ?? (src === undefined ? written?.text : undefined);
  const isUsual = !written || trained || written.inPieces === (shownSpec.lesson === WRITTEN_LESSON);
  return {
    // A model gave the lesson its own data, which the address need not repeat.
    spec:
      model && run
        ? changedFields(specOver(run.defaults, model), run.trace.spec)
        : run && src === undefined
          ? withExplicitSizes(shownSpec, run.trace.spec)
          : shownSpec,
    ...(isUsual ? {} : { pieces: written.inPieces ? "1" : "0" }),
    ...{ src, text, weights, changes, step, t, cell, sheet },
    batch: focus.batch,
    head: focus.head,
  };
}
