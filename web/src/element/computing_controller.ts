/** From the spec that an element asks for to the run on its stage: at once, or where that takes time after it was said so. */
import type { ReactiveControllerHost } from "lit";
import type { WrongLesson } from "../lesson_file/problem.js";
import type { LessonName, LessonSpec } from "../module/types.js";
import type { OwnLesson, OwnWeights, Run } from "../store/lesson_runner.js";
import type { LessonState } from "../store/lesson_state.js";
import { msPerStep } from "../timeline/durations.js";
import type { Player } from "../timeline/player.js";
import { shownLesson } from "../views/lesson_file/own_lesson_controller.js";
import { AfterPaintController } from "./after_paint.js";
import type { PointingController } from "./pointing.js";
import type { RootEvents } from "./root_events.js";

interface Computed extends ReactiveControllerHost {
  lesson: LessonName;
  seed: number | undefined;
  step: string;
  spec: LessonSpec | undefined;
  weights: OwnWeights | undefined;
  readonly ownLesson: OwnLesson | WrongLesson | undefined;
  readonly currentStep: string;
  readonly state: LessonState;
  readonly player: Player;
}

export class ComputingController {
  readonly #host: Computed;
  readonly #pointing: PointingController;
  readonly #events: RootEvents;
  readonly #late: AfterPaintController;

  constructor(host: Computed, pointing: PointingController, events: RootEvents) {
    this.#host = host;
    this.#pointing = pointing;
    this.#events = events;
    this.#late = new AfterPaintController(host);
  }

  /** Another lesson is on its way; the one before stands until then. */
  get busy(): boolean {
    return this.#late.busy;
  }

  /** Settles when nothing is on its way any more. */
  get idle(): Promise<void> {
    return this.#late.idle;
  }

  /** The attributes say what the spec says. */
  say(spec: LessonSpec): void {
    this.#host.spec = spec;
    this.#host.lesson = spec.lesson;
    this.#host.seed = spec.seed;
  }

  /** What takes its time leaves the picture standing until it is there. */
  ask(spec: LessonSpec): void {
    const { state, weights } = this.#host;
    this.#late.cancel();
    // What was refused has set the spec back, and is still to be read.
    if (this.#stands(spec)) return;
    if (!state.takesTime(spec, weights, this.#own)) {
      this.#compute(spec);
      return;
    }
    this.#late.run(
      () => {
        const [asked, stood] = [this.#host.step, this.#host.currentStep];
        this.#compute(spec);
        if (asked !== stood) this.goTo(asked);
      },
      state.prepare(spec, weights, this.#own),
    );
  }

  goTo(id: string): void {
    const { state, player } = this.#host;
    const index = state.indexOf(id);
    if (index >= 0 && index !== player.state.index) player.goTo(index);
    if (index < 0 && id !== "") {
      const got = id.slice(0, 60);
      const message = `step: got ${got}, wants a step of the lesson`;
      this.#events.error({ code: "unknown-step", message, details: { field: "step", got } });
    }
    this.#host.step = this.#host.currentStep;
  }

  get #own(): OwnLesson | undefined {
    return shownLesson(this.#host.ownLesson);
  }

  #stands(spec: LessonSpec): boolean {
    const { state, weights } = this.#host;
    return state.run?.spec === spec && state.run.weights === weights && state.run.own === this.#own;
  }

  #compute(spec: LessonSpec): void {
    const { state, weights, currentStep, step } = this.#host;
    const before = state.run;
    const taken = state.compute(spec, weights, this.#own);
    const { run, refused } = state;
    // What is refused leaves the attributes saying what stands on the stage.
    if (!taken && run) {
      this.say(run.spec);
      this.#host.weights = run.weights;
    }
    if (refused) this.#events.error(refused);
    if (run && run !== before) this.#show(run, currentStep || step, before !== undefined);
  }

  /** At the step where the run before it was, if it has that one. */
  #show({ steps, trace }: Run, id: string, isAnother: boolean): void {
    const { state, player } = this.#host;
    this.#pointing.clear();
    const { t, index } = player.state;
    player.setDurations(steps.map((step) => msPerStep(step.stage(trace).op)));
    if (isAnother && state.indexOf(id) === index) player.seek(index, t);
    // A step that the other lesson does not have is nobody's mistake.
    else this.goTo(isAnother && state.indexOf(id) < 0 ? (steps[0]?.id ?? "") : id);
  }
}
