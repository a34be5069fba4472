/**
 * The landing page. Its words are shown at once. What needs the trace of a lesson (its steps, duration and picture) follows,
 * one lesson at a time, so that the page stays responsive.
 */
import { nothing, type TemplateResult } from "lit";
import { lessonNames, openingSpec } from "../../lessons/lessons.js";
import type { LessonName } from "../../module/types.js";
import { forgetAnswers } from "../../store/kept/kept_answers.js";
import { forgetSolved } from "../../store/kept/kept_solved.js";
import type { Run } from "../../store/lesson_runner.js";
import { once } from "../../store/once.js";
import { isModified } from "../../views/common/keys.js";
import { shownTheme } from "../../views/common/shown_theme.js";
import { areHomeWords, type Words } from "../../words/words.js";
import { type LandingActions, type LandingModel, landingTemplate } from "./landing_template.js";
import { plateStep } from "./plates.js";

const loadCourseMap = once(() => import("./course_map_element.js"));

type HomeModel = Pick<LandingModel, "lang" | "theme" | "progress"> & { readonly words: Words };

export class Landing {
  readonly #runs = new Map<LessonName, Run>();
  readonly #changed: () => void;
  #running: Promise<void> | undefined;
  #isForgotten = false;
  /** Loads the map of the course when the reader scrolls near it. */
  readonly #nearMap = new IntersectionObserver(([entry]) => entry?.isIntersecting && void loadCourseMap(), {
    rootMargin: "50%",
  });

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

  /** Nothing until its words have loaded. */
  template(model: HomeModel, actions: LandingActions): TemplateResult | typeof nothing {
    const { words, theme } = model;
    if (!areHomeWords(words)) return nothing;
    const forget = (): void => {
      forgetAnswers();
      forgetSolved();
      this.#isForgotten = true;
      actions.forget();
    };
    const landingState = { shown: shownTheme(theme ?? ""), isForgotten: this.#isForgotten, runs: this.#runs };
    return landingTemplate({ ...model, words, ...landingState }, { ...actions, forget });
  }

  /** Call when the page is no longer shown. */
  leave(): void {
    this.#isForgotten = false;
    this.#nearMap.disconnect();
  }

  /** Runs the lessons one by one, once; rejects if the module cannot be loaded. */
  refresh(): Promise<void> {
    const map = document.querySelector("heads-up-course-map");
    if (map) this.#nearMap.observe(map);
    this.#running ??= this.#refresh().catch((error: unknown) => {
      this.#running = undefined; // so that a later visit may succeed
      throw error;
    });
    return this.#running;
  }

  async #refresh(): Promise<void> {
    const [{ withDrawnWeights, loadModule, run }, { loadScenes }] = await Promise.all([
      import("../../store/lesson_runner.js"),
      import("../../views/stage/shown_scenes.js"),
      import("./plate_element.js"),
    ]);
    const hu = await loadModule();
    for (const name of lessonNames) {
      await new Promise((resolve) => setTimeout(resolve));
      const lessonRun = run(hu, withDrawnWeights(openingSpec(name)));
      const plate = plateStep(lessonRun);
      if (plate) await loadScenes([plate.stage(lessonRun.trace)]);
      this.#runs.set(name, lessonRun);
      this.#changed();
    }
  }
}
