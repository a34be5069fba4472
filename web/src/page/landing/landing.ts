/**
 * The landing page: words at once; then, one lesson at a time so that the page stays responsive, what needs its trace: its
 * steps, its duration, its picture.
 */

import { lessonNames, openingSpec } from "../../lessons/lessons.js";
import type { LessonName } from "../../module/types.js";
import type { Run } from "../../store/lesson_runner.js";
import { once } from "../../store/once.js";
import { plateStep } from "./plates.js";

const loadCourseMap = once(() => import("./course_map_element.js"));

export class Landing {
  readonly #runs = new Map<LessonName, Run>();
  readonly #changed: () => void;
  #looking: Promise<void> | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get runs(): ReadonlyMap<LessonName, Run> {
    return this.#runs;
  }

  /** Runs the lessons one by one, once; rejects if the module cannot be loaded. */
  look(): Promise<void> {
    this.#awaitMap();
    this.#looking ??= this.#look().catch((error: unknown) => {
      this.#looking = undefined; // so that a later visit may succeed
      throw error;
    });
    return this.#looking;
  }

  /** Loads the map of the course when the reader comes near it. */
  #awaitMap(): void {
    const map = document.querySelector("heads-up-course-map");
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadCourseMap(), {
      rootMargin: "50%",
    });
    if (map) near.observe(map);
  }

  async #look(): Promise<void> {
    const [{ withDrawnWeights, loadModule, run }, { loadScenes }] = await Promise.all([
      import("../../store/lesson_runner.js"),
      import("../../views/stage/shown_scenes.js"),
      import("./plate_element.js"),
    ]);
    const hu = await loadModule();
    for (const name of lessonNames) {
      await new Promise((rested) => setTimeout(rested));
      const made = run(hu, withDrawnWeights(openingSpec(name)));
      const plate = plateStep(made);
      if (plate) await loadScenes([plate.stage(made.trace)]);
      this.#runs.set(name, made);
      this.#changed();
    }
  }
}
