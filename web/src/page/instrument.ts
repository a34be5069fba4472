/** The instrument on the page: what an address asks for is put on its stage, and what it shows is said as an address. */
import type { ThemeName } from "../draw/theme.js";
import type { HeadsUpElement } from "../elements/heads_up_element.js";
import { loadModule, run } from "../elements/lesson_runner.js";
import type { Heard as ChangeHeard } from "../elements/past.js";
import type { Answered } from "../elements/question_stage.js";
import { refusalOf } from "../elements/refusal.js";
import type { StepReached, ViewState } from "../elements/root_events.js";
import { textOf } from "../elements/written_text.js";
import { openingSpec, taughtLesson, withSizesSaid } from "../lessons/lessons.js";
import { canCompare } from "../lessons/offers.js";
import type { LessonName } from "../module/types.js";
import type { Place } from "./kept_trail.js";
import { settleSpec, spelledOut, viewProblems } from "./settle.js";
import { formatUrl, type PageState, type Problem, parseUrl } from "./url_state.js";

export interface Heard {
  /** What an address would say has changed. */
  view?(): void;
  /** A step stands on the stage. */
  step?(lesson: LessonName, step: StepReached): void;
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

export class Instrument {
  readonly element = document.createElement("heads-up") as HeadsUpElement;
  #view: ViewState | undefined;

  constructor(heard: Heard) {
    const { element } = this;
    element.id = "stage"; // where the skip link goes
    element.addEventListener("heads-up-view", (event) => {
      this.#view = (event as CustomEvent<ViewState>).detail;
      heard.view?.();
    });
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
    element.addEventListener("heads-up-step", (event) =>
      heard.step?.(element.lesson, (event as CustomEvent<StepReached>).detail),
    );
  }

  get lesson(): LessonName {
    return this.element.lesson;
  }

  /** Another lesson, at the step that both have. */
  choose(lesson: LessonName): void {
    this.element.spec = openingSpec(lesson);
  }

  /**
   * Takes from an address what can be shown; the rest is left out and comes back as problems. A missing module is for
   * the element to say.
   */
  async settle(state: PageState): Promise<readonly Problem[]> {
    const { element } = this;
    element.spec = openingSpec(state.spec.lesson);
    element.lesson = state.spec.lesson;
    element.mode = state.mode ?? "";
    element.allow = state.allow?.join() ?? "";
    element.addEventListener("heads-up-ready", () => this.#restore(state), { once: true });
    try {
      const [hu, asked] = await Promise.all([loadModule(), spelledOut(state)]);
      const settled = settleSpec((spec) => run(hu, spec).trace, asked.spec, refusalOf);
      const steps = taughtLesson(settled.spec.lesson).steps(settled.trace);
      element.spec = settled.spec;
      if (steps.some((step) => step.id === state.step)) element.step = state.step ?? "";
      return [...asked.problems, ...settled.problems, ...viewProblems(state, settled.trace, steps)];
    } catch {
      return [];
    }
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
    const text = textOf(spec);
    return {
      spec: full ? withSizesSaid(spec, full) : spec,
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
