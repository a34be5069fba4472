/** The store of one element: actions change the state one at a time, effects start, and subscribers are called. */
import type { Action } from "./actions.js";
import { effectsOf, type Services } from "./effects.js";
import { isPending, reduce } from "./reduce/reducer.js";
import { initialState, type State } from "./state.js";

export type Listener = (state: State, before: State) => void;

export class Store {
  #state: State = initialState;
  readonly #services: Services;
  readonly #listeners = new Set<Listener>();
  readonly #queue: Action[] = [];
  #isDraining = false;
  readonly #running = new Set<Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  get state(): State {
    return this.#state;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Actions that listeners or synchronous effects dispatch are queued, and handled before this returns. */
  dispatch(action: Action): void {
    this.#queue.push(action);
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#take(next);
    } finally {
      this.#isDraining = false;
    }
  }

  /** Resolves when no effect is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #take(action: Action): void {
    const before = this.#state;
    const after = reduce(before, action);
    if (after === before) return;
    this.#state = after;
    for (const effect of effectsOf(before, after)) {
      const result = effect(this.#services, (id) => isPending(this.#state, id));
      if (result instanceof Promise) this.#await(result);
      else this.#queue.push(result);
    }
    for (const listener of this.#listeners) listener(after, before);
  }

  #await(result: Promise<Action | undefined>): void {
    const running = result
      .then((action) => action && this.dispatch(action))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
