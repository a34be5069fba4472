/**
 * A store for one asynchronous request at a time, such as the words of a language, a page, or a text that is being written.
 * Callers dispatch the request; its answers arrive as actions with the id of the request.
 */
import { ActionStore } from "./action_store.js";

export interface RequestState<Asked, Answer> {
  /** Results with another id are stale. */
  readonly id: number;
  /** The latest request. */
  readonly asked?: Asked;
  /** The latest answer; until a new request has one, the answer to the request before. */
  readonly answer?: Answer | undefined;
  readonly isRunning: boolean;
  /** Why the latest request failed. */
  readonly error?: unknown;
}

/** Ignored unless its id is that of the current request. */
type Result<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly isRunning: false; readonly error?: unknown }
);

type RequestAction<Asked, Answer> =
  | { readonly type: "ask"; readonly asked: Asked }
  /** Stops the request and keeps the answer so far. */
  | { readonly type: "stop" }
  /** Stops the request and drops its answer. */
  | { readonly type: "forget" }
  | Result<Answer>;

/** Yields one answer after the other; not resumed once the request has been replaced or stopped. `before` is the answer so far. */
type Work<Asked, Answer> = (asked: Asked, before: Answer | undefined) => AsyncIterator<Answer, void>;

export class RequestStore<Asked, Answer> extends ActionStore<
  RequestState<Asked, Answer>,
  RequestAction<Asked, Answer>
> {
  readonly #work: Work<Asked, Answer>;

  constructor(work: Work<Asked, Answer>, answer?: Answer) {
    super({ id: 0, answer, isRunning: false });
    this.#work = work;
  }

  /** Sends a request; resolves when none is running any more. */
  ask(asked: Asked): Promise<void> {
    this.dispatch({ type: "ask", asked });
    return this.idle();
  }

  protected override reduce(
    state: RequestState<Asked, Answer>,
    action: RequestAction<Asked, Answer>,
  ): RequestState<Asked, Answer> {
    if ("id" in action) return action.id === state.id ? { ...state, ...action } : state;
    return {
      ...(action.type !== "forget" && state),
      ...("asked" in action && { asked: action.asked }),
      ...{ id: state.id + 1, isRunning: "asked" in action, error: undefined },
    };
  }

  protected override followUp(_: RequestState<Asked, Answer>, action: RequestAction<Asked, Answer>): void {
    if ("asked" in action) this.run(this.#follow(this.#work(action.asked, this.state.answer)));
  }

  async #follow(answers: AsyncIterator<Answer, void>): Promise<void> {
    const { id } = this.state;
    do {
      this.dispatch(
        await answers.next().then(
          ({ done, value }) => (done ? { id, isRunning: false } : { id, answer: value as Answer }),
          (error: unknown) => ({ id, isRunning: false, error }),
        ),
      );
    } while (this.state.id === id && this.state.isRunning);
  }
}
