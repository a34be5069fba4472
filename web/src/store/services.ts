/** The services of a real page. */
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import type { Services } from "./effects.js";
import { loadedModule, loadModule } from "./lesson_runner.js";
import { once } from "./once.js";
import type { LessonSource } from "./state.js";

/** The trained model, which few readers ask for. */
export const loadTrained = once(() => import("./weights/trained_model.js"));

/** Three frames: long enough for the page to have been painted. */
const PAINTED_MS = 50;

export const services = (fetchLesson: (src: LessonSource) => Promise<ReadLesson | undefined>): Services => ({
  module: () => loadedModule() ?? loadModule(),
  loadBackground: once(() => import("./background_runs.js")),
  loadWeightsReader: once(() => import("./weights/own_weights.js")),
  loadTrained,
  fetchLesson,
  painted: () => new Promise((resolve) => setTimeout(resolve, PAINTED_MS)),
});
