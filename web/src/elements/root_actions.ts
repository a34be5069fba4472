/** What the parts of <heads-up> ask of it, as calls on the element. */
import type { Focus } from "../draw/tensor_view.js";
import { inOwnSizes, opened } from "../lessons/lessons.js";
import type { LessonSpec } from "../module/types.js";
import type { PointingController } from "./pointing.js";
import type { RootActions } from "./root_template.js";
import type { Answer, Sheet } from "./sheet.js";

/** The side of the element that its parts may use. */
export interface ActedOn {
  spec: LessonSpec | undefined;
  readonly view: { readonly spec: LessonSpec };
  readonly player: {
    goTo(index: number): void;
    setSpeed(speed: number): void;
    readonly state: { readonly index: number };
  };
  readonly state: { readonly steps: readonly unknown[] };
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  seek(step: string | number, t: number): void;
  choose(focus: Partial<Focus>): void;
  openSheet(sheet: Sheet | undefined): void;
}

export function rootActions(
  element: ActedOn,
  pointing: PointingController,
  events: { answer(answer: Answer): void },
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
    open: (sheet) => element.openSheet(sheet),
    answer: (answer) => events.answer(answer),
    pointing,
  };
}
