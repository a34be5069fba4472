/** The instrument on the page: what an address asks for is put on its stage, and what it shows is said as an address. */
import type { ThemeName } from "../draw/theme.js";
import type { HeadsUpElement } from "../elements/heads_up_element.js";
import { loadModule, refusalOf, run } from "../elements/lesson_runner.js";
import type { ViewState } from "../elements/root_events.js";
import { openingSpec, taughtLesson, withSizesSaid } from "../lessons/lessons.js";
import { canCompare } from "../lessons/offers.js";
import type { LessonName } from "../module/types.js";
import { settleSpec, viewProblems } from "./settle.js";
import { formatUrl, type PageState, type Problem } from "./url_state.js";

export interface Heard {
  /** What an address would say has changed. */
  view(): void;
  /** A step stands on the stage. */
  step(lesson: LessonName, step: string): void;
}

export class Instrument {
  readonly element = document.createElement("heads-up") as HeadsUpElement;
  #view: ViewState | undefined;

  constructor(heard: Heard) {
    const { element } = this;
    element.id = "stage"; // where the skip link goes
    element.addEventListener("heads-up-view", (event) => {
      this.#view = (event as CustomEvent<ViewState>).detail;
      heard.view();
    });
    element.addEventListener("heads-up-step", () => heard.step(element.lesson, element.currentStep));
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
    element.addEventListener("heads-up-ready", () => this.#restore(state), { once: true });
    try {
      const hu = await loadModule();
      const settled = settleSpec((spec) => run(hu, spec).trace, state.spec, refusalOf);
      const steps = taughtLesson(settled.spec.lesson).steps(settled.trace);
      element.spec = settled.spec;
      if (steps.some((step) => step.id === state.step)) element.step = state.step ?? "";
      return [...settled.problems, ...viewProblems(state, settled.trace, steps)];
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

  address(lang: string, theme: ThemeName | undefined): string {
    const { spec, step, t, focus, cell, sheet } = this.#view ?? this.element.view;
    const full = this.element.trace?.spec;
    return formatUrl({
      spec: full ? withSizesSaid(spec, full) : spec,
      step,
      t,
      lang,
      ...(theme ? { theme } : {}),
      batch: focus.batch,
      head: focus.head,
      ...(cell ? { cell } : {}),
      compare: sheet?.kind === "compare" ? sheet.id || undefined : undefined,
      mistake: sheet?.kind === "mistakes" ? sheet.id : undefined,
    });
  }
}
