/**
 * The store of one thing that takes time: the words of a language, a page, a text that is being written. Whoever needs it
 * dispatches what is asked for; the answers come as actions with the id of their request.
 */
import { ActionStore } from "./action_store.js";

export interface Requested<Asked, Answer> {
  /** Results with another id are stale. */
  readonly id: number;
  /** The latest request. */
  readonly asked?: Asked;
  /** The latest answer; until a new request has one, that to the request before. */
  readonly answer?: Answer | undefined;
  readonly isRunning: boolean;
  /** Why the latest request failed. */
  readonly error?: unknown;
}

/** Changes the state where its id is the present one. */
type Result<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly isRunning: false; readonly error?: unknown }
);

type RequestAction<Asked, Answer> =
  | { readonly type: "ask"; readonly asked: Asked }
  /** Keeps the answer so far. */
  | { readonly type: "stop" }
  | { readonly type: "forget" }
  | Result<Answer>;

/** Yields one answer after the other; is not continued after one that is stale. `before` is the answer so far. */
type Work<Asked, Answer> = (asked: Asked, before: Answer | undefined) => AsyncIterator<Answer, void>;

export class RequestStore<Asked, Answer> extends ActionStore<
  Requested<Asked, Answer>,
  RequestAction<Asked, Answer>
> {
  readonly #work: Work<Asked, Answer>;

  constructor(work: Work<Asked, Answer>, answer?: Answer) {
    super({ id: 0, answer, isRunning: false });
    this.#work = work;
  }

  /** Resolves when nothing is on its way any more. */
  ask(asked: Asked): Promise<void> {
    this.dispatch({ type: "ask", asked });
    return this.idle();
  }

  protected override reduce(
    state: Requested<Asked, Answer>,
    action: RequestAction<Asked, Answer>,
  ): Requested<Asked, Answer> {
    if ("id" in action) return action.id === state.id ? { ...state, ...action } : state;
    return {
      ...(action.type !== "forget" && state),
      ...("asked" in action && { asked: action.asked }),
      ...{ id: state.id + 1, isRunning: "asked" in action, error: undefined },
    };
  }

  protected override followUp(_: Requested<Asked, Answer>, action: RequestAction<Asked, Answer>): void {
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
