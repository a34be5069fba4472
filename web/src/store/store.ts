/** The store of one element: actions change the state one at a time, effects start, and subscribers are called. */
import { ActionStore } from "./action_store.js";
import type { Action } from "./actions.js";
import { effectsOf, type Services } from "./effects.js";
import { isPending, reduce } from "./reduce/reducer.js";
import { initialState, type State } from "./state.js";

export type Listener = (state: State, before: State) => void;

export class Store extends ActionStore<State, Action> {
  readonly #services: Services;

  constructor(services: Services) {
    super(initialState);
    this.#services = services;
  }

  protected override reduce(state: State, action: Action): State {
    return reduce(state, action);
  }

  protected override followUp(before: State): void {
    if (this.state === before) return;
    for (const effect of effectsOf(before, this.state)) {
      const result = effect(this.#services, (id) => isPending(this.state, id));
      if (result instanceof Promise) this.run(result.then((action) => action && this.dispatch(action)));
      else this.dispatch(result);
    }
  }
}
