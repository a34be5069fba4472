/** A lesson as a player. */
import { currentStep, indexOf, stepsOf } from "../store/selectors.js";
import type { Store } from "../store/store.js";
import type { StageElement } from "../views/stage/stage_element.js";
import type { Player } from "./player.js";
import type { Pointing } from "./pointing.js";

export const lessonPlayer = (store: Store, pointing: Pointing, stage: () => StageElement | null): Player => ({
  get trace() {
    return store.state.run?.trace;
  },
  get currentStep() {
    return currentStep(store.state);
  },
  play: (options) => store.dispatch({ type: "play", through: options?.through }),
  pause: () => store.dispatch({ type: "pause" }),
  next: () => store.dispatch({ type: "next" }),
  previous: () => store.dispatch({ type: "previous" }),
  seek: (step, t) => store.dispatch({ type: "seek", step, t }),
  has: (step) => (typeof step === "number" ? step in stepsOf(store.state) : indexOf(store.state, step) >= 0),
  openCell: (name, index) => pointing.open({ name, index }),
  frame: (theme) => stage()?.frame(theme),
});
