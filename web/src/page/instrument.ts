/** The instrument on the page: what an address asks for is put on its stage, and what it shows is said as an address. */
import type { ThemeName } from "../draw/theme.js";
import type { HeadsUpElement } from "../element/heads_up_element.js";
import type { StepReached } from "../element/root_events.js";
import { openingSpec, withSizesSaid } from "../lessons/lessons.js";
import { canCompare } from "../lessons/offers.js";
import { refusalOf } from "../module/refusal.js";
import type { LessonName } from "../module/types.js";
import { askedOf, loadModule, type OwnWeights, run } from "../store/lesson_runner.js";
import type { Heard as ChangeHeard } from "../store/past.js";
import type { ViewState } from "../store/view_state.js";
import { textOf } from "../store/written_text.js";
import { loadOwnLesson } from "../views/lesson_file/load.js";
import { readerMissing, shownLesson, wrongLesson } from "../views/lesson_file/own_lesson_controller.js";
import type { Answered } from "../views/questions/question_stage.js";
import { type Settled, settleSpec, spelledOut, viewProblems } from "./address/settle.js";
import type { Problem } from "./address/url_reader.js";
import { formatUrl, type PageState, parseUrl } from "./address/url_state.js";
import type { Place } from "./trail/kept_trail.js";

export interface Heard {
  /** What the address asks for stands on the stage. */
  ready?(): void;
  /** What an address would say has changed. */
  view?(): void;
  /** A step stands on the stage. */
  step?(lesson: LessonName, step: StepReached): void;
  /** Numbers were made with these weights of the reader's; undefined: with drawn ones. */
  weights?(weights: OwnWeights | undefined): void;
  /** Something was changed, and can be undone. */
  change?(change: ChangeHeard): void;
  /** A question was answered. */
  answer?(answered: Answered): void;
  /** Something was refused; the element says it too. */
  refuse?(problem: Problem): void;
  /** The mode is another. */
  mode?(): void;
  /** The reader goes on to another lesson; where nobody hears it, the element goes. */
  onward?(lesson: LessonName): void;
}

/** A lesson file, or what is wrong with it. */
export type ReadLesson = NonNullable<HeadsUpElement["ownLesson"]>;

/** What comes of weights that were kept; undefined where anything has to give way for them. */
function fitting(settle: (weights: OwnWeights) => Settled, kept: OwnWeights): Settled | undefined {
  try {
    const settled = settle(kept);
    return settled.problems.length === 0 ? settled : undefined;
  } catch {
    return undefined;
  }
}

export class Instrument {
  readonly element = document.createElement("heads-up") as HeadsUpElement;
  #view: ViewState | undefined;
  /** Where its lesson file is, where an address named one. */
  #src: string | undefined;

  readonly #heard: Heard;

  constructor(heard: Heard) {
    this.#heard = heard;
    const { element } = this;
    element.id = "stage"; // where the skip link goes
    element.addEventListener("heads-up-view", (event) => {
      this.#view = (event as CustomEvent<ViewState>).detail;
      heard.view?.();
    });
    element.addEventListener("heads-up-ready", () => heard.weights?.(element.weights));
    element.addEventListener("heads-up-change", (event) =>
      heard.change?.((event as CustomEvent<ChangeHeard>).detail),
    );
    element.addEventListener("heads-up-mode", () => heard.mode?.());
    element.addEventListener("heads-up-onward", (event) => {
      if (!heard.onward) return;
      event.preventDefault();
      heard.onward((event as CustomEvent<{ lesson: LessonName }>).detail.lesson);
    });
    element.addEventListener("heads-up-answer", (event) =>
      heard.answer?.((event as CustomEvent<Answered>).detail),
    );
    element.addEventListener("heads-up-error", (event) =>
      heard.refuse?.((event as CustomEvent<Problem>).detail),
    );
    element.addEventListener("heads-up-step", (event) => {
      // How far one came in a file's lesson is nothing of the course's.
      if (!element.ownLesson) heard.step?.(element.lesson, (event as CustomEvent<StepReached>).detail);
    });
  }

  get lesson(): LessonName {
    return this.element.lesson;
  }

  /** What the lesson out of a file is called, or the file where it has none to show; undefined for those of the course. */
  title(lang: string): string | undefined {
    const file = this.element.ownLesson;
    return shownLesson(file)?.title(lang) ?? wrongLesson(file)?.name;
  }

  /** What became of a link that was copied: whether all that is shown is in it. */
  get copied(): "copied" | "copiedDrawn" | "copiedNumbers" {
    const { ownLesson, weights } = this.element;
    if (shownLesson(ownLesson) && this.#src === undefined) return "copiedNumbers";
    return weights ? "copiedDrawn" : "copied";
  }

  /** Another lesson of the course, at the step that both have. */
  choose(lesson: LessonName): void {
    this.element.ownLesson = undefined;
    this.element.spec = openingSpec(lesson);
  }

  /**
   * Takes from an address what can be shown; the rest is left out and comes back as problems. A missing module is for
   * the element to say. Weights that were kept and fit no more are left out.
   */
  async settle(
    state: PageState,
    chosen?: ReadLesson,
    keeping?: Promise<OwnWeights | undefined>,
  ): Promise<readonly Problem[]> {
    const { element } = this;
    const file = chosen ?? (await this.#fetch(state));
    const own = shownLesson(file);
    const lesson = own?.spec.lesson ?? state.spec.lesson;
    element.spec = own ? { lesson } : openingSpec(lesson);
    element.lesson = lesson;
    element.ownLesson = file;
    element.mode = state.mode ?? own?.mode ?? "";
    element.allow = state.allow?.join() ?? own?.allow ?? "";
    element.addEventListener("heads-up-ready", () => this.#restore(state), { once: true });
    if (file && !own) return []; // the element says what is wrong
    const unread = state.src !== undefined && !file ? [readerMissing(state.src)] : [];
    try {
      const [hu, asked, kept] = await Promise.all([loadModule(), spelledOut(state), keeping]);
      const settle = (weights?: OwnWeights): Settled =>
        settleSpec(
          (spec) => run(hu, spec, weights, own).trace,
          { ...asked.spec, lesson },
          refusalOf,
          own !== undefined,
        );
      const given = kept?.lesson === lesson ? fitting(settle, kept) : undefined;
      const settled = given ?? settle();
      element.weights = given && kept;
      const { steps } = run(hu, settled.spec, element.weights, own);
      element.spec = settled.spec;
      if (steps.some((step) => step.id === state.step)) element.step = state.step ?? "";
      return [
        ...unread,
        ...asked.problems,
        ...settled.problems,
        ...viewProblems(state, settled.trace, steps),
      ];
    } catch {
      return [];
    }
  }

  /** The lesson file of an address. It is of the page's own server, and no answer of it leads elsewhere. */
  async #fetch({ src }: PageState): Promise<ReadLesson | undefined> {
    if (src === undefined) return undefined;
    this.#src = src;
    return (await loadOwnLesson())?.fetchLesson(src, { redirect: "error" });
  }

  #restore({ step, t, batch, head, cell, compare, mistake }: PageState): void {
    const { element } = this;
    // Who comes without a step comes to see the lesson begin.
    const moment = t ?? (step === undefined ? 0 : undefined);
    if (moment !== undefined) element.seek(element.currentStep, moment);
    if (batch !== undefined || head !== undefined) element.choose({ batch: batch ?? 0, head: head ?? 0 });
    if (cell) element.openCell(cell.name, cell.index);
    if (compare && canCompare(element.currentStep)) element.openSheet({ kind: "compare", id: compare });
    else if (mistake) element.openSheet({ kind: "mistakes", id: mistake });
    void element.updateComplete.then(() => this.#heard.ready?.());
  }

  /** Where the reader stands, in any language and theme; a way back to it is no lecture. */
  get place(): Place {
    return { address: formatUrl(this.#shown()), lesson: this.lesson, step: this.element.currentStep };
  }

  address(lang: string, theme: ThemeName | undefined): string {
    return formatUrl({ ...this.#shown(), lang, ...(theme ? { theme } : {}), ...this.mode });
  }

  /** In which mode the page is, as an address says it. */
  get mode(): Pick<PageState, "mode" | "allow"> {
    const { mode, allow } = this.element;
    const { state } = parseUrl(`?mode=${mode}&allow=${allow}`, []);
    return { ...(state.mode ? { mode: state.mode } : {}), ...(state.allow ? { allow: state.allow } : {}) };
  }

  #shown(): PageState {
    const { spec, step, t, focus, cell, sheet } = this.#view ?? this.element.view;
    const full = this.element.trace?.spec;
    const file = this.element.ownLesson;
    const own = shownLesson(file);
    const src = file && this.#src;
    // Of a file that has no address, the link keeps the numbers.
    const asked = src ? spec : askedOf(spec, own);
    const text = src ? undefined : textOf(asked);
    return {
      spec: full && !src ? withSizesSaid(asked, full) : asked,
      ...(src === undefined ? {} : { src }),
      ...(text === undefined ? {} : { text }),
      step,
      t,
      batch: focus.batch,
      head: focus.head,
      ...(cell ? { cell } : {}),
      compare: sheet?.kind === "compare" ? sheet.id || undefined : undefined,
      mistake: sheet?.kind === "mistakes" ? sheet.id : undefined,
    };
  }
}
