/** Base class of all stores: one immutable state that is changed by one action at a time, its subscribers, and its running effects. */
export abstract class ActionStore<State, Action> {
  #state: State;
  readonly #listeners = new Set<(state: State, before: State) => void>();
  readonly #queue: Action[] = [];
  #isDraining = false;
  readonly #running = new Set<Promise<void>>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  subscribe(listener: (state: State, before: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Actions that are dispatched while another is handled are queued, and handled before the outer call returns. */
  dispatch(action: Action): void {
    this.#queue.push(action);
    if (!this.#isDraining) this.#drain();
  }

  /** A subscriber that throws does not keep the actions after it from being handled. */
  #drain(): void {
    this.#isDraining = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#take(next);
    } finally {
      this.#isDraining = false;
      if (this.#queue.length > 0) this.#drain();
    }
  }

  /** Resolves when no effect is running; never rejects. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #take(action: Action): void {
    const before = this.#state;
    this.#state = this.reduce(before, action);
    try {
      this.followUp(before, action);
    } finally {
      if (this.#state !== before) for (const listener of this.#listeners) listener(this.#state, before);
    }
  }

  protected abstract reduce(state: State, action: Action): State;

  /** Starts the effects of an action. The state has changed already, but no subscriber has been called yet. */
  protected abstract followUp(before: State, action: Action): void;

  /** Makes `idle` wait for an effect; one that fails is reported, and ends like the others. */
  protected run(effect: Promise<void>): void {
    const running = effect
      .catch((error: unknown) => reportError(error))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
