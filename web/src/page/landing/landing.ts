/**
 * The landing page. Its words are shown at once. What needs the trace of a lesson (its steps, duration and picture) follows,
 * one lesson at a time, so that the page stays responsive.
 */

import type { TemplateResult } from "lit";
import { lessonNames } from "../../lessons/opening.js";
import type { LessonName } from "../../module/types.js";
import { forgetAnswers } from "../../store/kept/kept_answers.js";
import { forgetSolved } from "../../store/kept/kept_text.js";
import { loadModule, openingLesson, type Run, run } from "../../store/lesson_runner.js";
import { nextTask } from "../../timeline/frames.js";
import { isModified } from "../../views/common/keys.js";
import { shownTheme } from "../../views/common/shown_theme.js";
import { adopt } from "../adopt.js";
import { courseMapStyles } from "./course_map_styles.js";
import { landingStyles } from "./landing_styles.js";
import { type LandingActions, type LandingModel, landingTemplate } from "./landing_template.js";

adopt(landingStyles);
adopt(courseMapStyles);

type HomeModel = Pick<LandingModel, "words" | "lang" | "theme" | "progress">;

export class Landing {
  readonly #runs = new Map<LessonName, Run>();
  readonly #changed: () => void;
  #running: Promise<void> | undefined;
  #isForgotten = false;

  constructor(changed: () => void) {
    this.#changed = changed;
    addEventListener("keydown", this.#onKey);
  }

  /** Space plays in a lesson, and begins here unless something has the focus. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const begin = document.querySelector<HTMLAnchorElement>(".landing .first a");
    if (!begin || event.target !== document.body || event.key !== " " || isModified(event)) return;
    event.preventDefault();
    begin.click();
  };

  template(model: HomeModel, actions: LandingActions): TemplateResult {
    const { theme } = model;
    const forget = (): void => {
      forgetAnswers();
      forgetSolved();
      this.#isForgotten = true;
      actions.forget();
    };
    const landingState = { shown: shownTheme(theme ?? ""), isForgotten: this.#isForgotten, runs: this.#runs };
    return landingTemplate({ ...model, ...landingState }, { ...actions, forget });
  }

  /** Call when the page is no longer shown. */
  leave(): void {
    this.#isForgotten = false;
  }

  /** Runs the lessons one by one, once; rejects if the module cannot be loaded. */
  refresh(): Promise<void> {
    this.#running ??= this.#refresh().catch((error: unknown) => {
      this.#running = undefined; // so that a later visit may succeed
      throw error;
    });
    return this.#running;
  }

  async #refresh(): Promise<void> {
    const hu = await loadModule();
    for (const name of lessonNames) {
      await nextTask();
      this.#runs.set(name, run(hu, openingLesson(name, document.documentElement.lang)));
      this.#changed();
    }
  }
}
