/** What the parts of <heads-up> ask of it, as calls on the element. */
import { inOwnSizes, opened } from "../lessons/lessons.js";
import type { LessonSpec } from "../module/types.js";
import { loadQuestions } from "./later.js";
import type { PointingController } from "./pointing.js";
import type { Stage } from "./question_stage.js";
import type { RootEvents } from "./root_events.js";
import type { RootActions } from "./root_template.js";

/** The side of the element that its parts may use. */
export interface ActedOn extends Stage {
  spec: LessonSpec | undefined;
  readonly view: { readonly spec: LessonSpec };
  readonly player: Stage["player"] & {
    goTo(index: number): void;
    setSpeed(speed: number): void;
  };
  readonly state: { readonly steps: readonly unknown[] };
  next(): void;
  previous(): void;
  seek(step: string | number, t: number): void;
}

export function rootActions(element: ActedOn, pointing: PointingController, events: RootEvents): RootActions {
  const { player } = element;
  const transport: Readonly<Record<string, (value: number) => void>> = {
    play: () => element.play(),
    pause: () => element.pause(),
    first: () => player.goTo(0),
    last: () => player.goTo(element.state.steps.length - 1),
    next: () => element.next(),
    previous: () => element.previous(),
    speed: (speed) => player.setSpeed(speed),
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
    question: (event) => {
      event.stopPropagation();
      const { answered, stage } = event.detail;
      if (answered) events.answered(answered);
      if (stage) void loadQuestions().then((part) => part?.showOnStage(element, stage));
    },
    pointing,
  };
}
