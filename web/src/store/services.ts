/** The services of a real page. */
import { explainInWorker, runInWorker } from "./background_runs.js";
import type { Authoring, Services } from "./effects.js";
import { loadedModule, loadModule } from "./lesson_runner.js";

/** Three frames: long enough for the page to have been painted. */
const PAINTED_MS = 50;

export const services = (loadAuthoring: () => Promise<Authoring | undefined>): Services => ({
  module: () => loadedModule() ?? loadModule(),
  background: { explainInWorker, runInWorker },
  loadAuthoring,
  painted: () => new Promise((resolve) => setTimeout(resolve, PAINTED_MS)),
});
