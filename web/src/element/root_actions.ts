/** What the parts may do: dispatch actions, and call a few methods of the element. */
import { withOpeningSizes, withoutSizes } from "../lessons/lessons.js";
import type { Answered } from "../lessons/questions/answered.js";
import type { LessonName } from "../module/types.js";
import { withChange } from "../spec/changes.js";
import type { Action } from "../store/actions.js";
import { keptPath } from "../store/kept/kept_text.js";
import type { Past } from "../store/past.js";
import type { ViewState } from "../store/selectors.js";
import type { Store } from "../store/store.js";
import { isModified } from "../views/common/keys.js";
import { toggleFullscreen } from "../views/lecture/lecture.js";
import {
  bringIntoView,
  type QuestionStage,
  type QuestionWish,
  showOnStage,
} from "../views/questions/question_stage.js";
import type { SideElement } from "../views/side/side_element.js";
import type { TakenFrom } from "../views/take_away/take_away_menu.js";
import type { LessonProgram } from "./player.js";
import type { Pointing } from "./pointing.js";
import type { RootEvents } from "./root_events.js";

/** The members of the element that actions use. */
export interface ActionTarget extends TakenFrom, QuestionStage {
  readonly store: Store;
  readonly view: ViewState;
  readonly past: Pick<Past, "undo" | "redo">;
  goOn(lesson: LessonName, step?: string): void;
  leaveLecture(): void;
  readonly lab: (() => void) | undefined;
  readonly codeUrl: ((program: string) => string) | undefined;
  readonly openCode: ((program: LessonProgram) => void) | undefined;
}

export type RootActions = ReturnType<typeof rootActions>;

export function rootActions(element: ActionTarget & HTMLElement, pointing: Pointing, events: RootEvents) {
  const { store } = element;
  const dispatch = (action: Action): void => store.dispatch(action);
  const transport: Readonly<Record<string, (value: number) => void>> = {
    play: () => dispatch({ type: "play" }),
    through: (through) => dispatch({ type: "through", through: through === 1 }),
    pause: () => dispatch({ type: "pause" }),
    first: () => dispatch({ type: "goTo", step: 0 }),
    last: () => dispatch({ type: "seek", step: store.state.playback.durationsMs.length - 1, t: 1 }),
    next: () => dispatch({ type: "next" }),
    previous: () => dispatch({ type: "previous" }),
    speed: (speed) => dispatch({ type: "speed", speed }),
    scrub: (t) => dispatch({ type: "seek", step: store.state.playback.index, t }),
    undo: () => element.past.undo(),
    redo: () => element.past.redo(),
  };
  return {
    dispatch,
    store,
    /** A button or the scrubber of the transport. */
    transport: (name: string, value?: number) => transport[name]?.(value ?? 1),
    /** Shows the lesson in small sizes, or in its own. */
    resize: (size: "small" | "own"): void => {
      const inOwn = withoutSizes(element.view.spec);
      dispatch({ type: "data", data: { spec: size === "own" ? inOwn : withOpeningSizes(inOwn) } });
    },
    /** Shows all steps of every lesson from now on, or folds what earlier lessons have shown. */
    wholePath: (isWhole: boolean): void => {
      keptPath.keep(isWhole ? "whole" : undefined);
      dispatch({ type: "path", path: isWhole ? "whole" : "new" });
    },
    taken: element as TakenFrom,
    onward: (lesson: LessonName, step?: string) => element.goOn(lesson, step),
    /** Opens the leak lab; undefined if the page around has none. */
    get lab(): (() => void) | undefined {
      return element.lab;
    },
    /** Where a program can be changed, a lesson's own or another; undefined if the page around has no such place. */
    get codeUrl(): ((program: string) => string) | undefined {
      return element.codeUrl;
    },
    /** Opens a lesson's program in the place of the link that was clicked, unless that is to open elsewhere. */
    changeCode: (event: MouseEvent, program: LessonProgram | undefined): void => {
      if (!program || !element.openCode || isModified(event)) return;
      event.preventDefault();
      element.openCode(program);
    },
    leave: () => element.leaveLecture(),
    fullscreen: () => void toggleFullscreen(element),
    answer: (answer: Answered) => events.answer(answer),
    question: (event: CustomEvent<QuestionWish>): void => {
      event.stopPropagation();
      const { answered, change, stage } = event.detail;
      if (answered) events.answer(answered);
      if (change) {
        dispatch({ type: "changes", changes: withChange(store.state.run?.changes, change) });
        bringIntoView(element.renderRoot.querySelector(".stage"));
      }
      if (!stage) return;
      const isOpen = stage.what === "ask" || stage.what === "focus";
      dispatch({ type: "asking", step: isOpen ? stage.step : undefined });
      showOnStage(element, stage);
    },
    goToQuestion: () => element.renderRoot.querySelector<SideElement>("heads-up-side")?.goToQuestion(),
    pointing,
  };
}
