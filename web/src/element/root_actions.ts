/** What the parts of <heads-up> ask of it, as calls on the element. */
import { inOwnSizes, opened } from "../lessons/lessons.js";
import type { LessonName, LessonSpec } from "../module/types.js";
import type { OwnWeights } from "../store/lesson_runner.js";
import type { Sheet } from "../store/view_state.js";
import { loadLecture } from "../views/lecture/load.js";
import { loadQuestions } from "../views/questions/load.js";
import type { Stage } from "../views/questions/question_stage.js";
import type { TakenFrom } from "../views/take_away/taken_from.js";
import type { PointingController } from "./pointing.js";
import type { RootEvents } from "./root_events.js";
import type { RootActions } from "./root_model.js";

/** The side of the element that its parts may use. */
export interface ActedOn extends TakenFrom, Stage {
  spec: LessonSpec | undefined;
  weights: OwnWeights | undefined;
  readonly player: Stage["player"] & {
    goTo(index: number): void;
    setSpeed(speed: number): void;
  };
  readonly state: TakenFrom["state"] & { readonly steps: readonly unknown[] };
  next(): void;
  previous(): void;
  seek(step: string | number, t: number): void;
  goOn(lesson: LessonName): void;
  leaveLecture(): void;
  readonly past: { undo(): void; redo(): void };
  openSheet(sheet: Sheet | undefined): void;
  readNotes(): void;
}

export function rootActions(
  element: ActedOn & HTMLElement,
  pointing: PointingController,
  events: RootEvents,
): RootActions {
  const { player } = element;
  const transport: Readonly<Record<string, (value: number) => void>> = {
    play: () => element.play(),
    pause: () => element.pause(),
    first: () => player.goTo(0),
    last: () => player.goTo(element.state.steps.length - 1),
    next: () => element.next(),
    previous: () => element.previous(),
    speed: (speed) => player.setSpeed(speed),
    undo: () => element.past.undo(),
    redo: () => element.past.redo(),
    scrub: (t) => element.seek(player.state.index, t),
  };
  return {
    goTo: (index) => player.goTo(index),
    transport: (name, value) => transport[name]?.(value ?? 1),
    choose: (focus) => element.choose(focus),
    resize: (size) => {
      const own = inOwnSizes(element.view.spec);
      element.spec = size === "own" ? own : opened(own);
    },
    settings: (spec) => {
      element.spec = spec;
    },
    weights: ({ spec, weights }) => {
      element.spec = spec;
      element.weights = weights;
    },
    taken: element,
    onward: (lesson) => element.goOn(lesson),
    leave: () => element.leaveLecture(),
    fullscreen: () => void loadLecture().then((parts) => parts?.toggleFullscreen(element)),
    open: (sheet) => element.openSheet(sheet),
    note: () => element.readNotes(),
    answer: (answer) => events.answer(answer),
    question: (event) => {
      event.stopPropagation();
      const { answered, stage } = event.detail;
      if (answered) events.answer(answered);
      if (stage) void loadQuestions().then((part) => part?.showOnStage(element, stage));
    },
    pointing,
  };
}
