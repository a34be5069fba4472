/** The lab's store: actions change the state one at a time; the commands that follow from it are sent to the engine. */
import { type Refusal, refusalOf } from "../module/errors.js";
import type { NamedFloats, TrainingExplanation } from "../module/training/types.js";
import { ActionStore } from "../store/action_store.js";
import { RequestStore } from "../store/request_store.js";
import { type Engine, type StartEngine, startEngine } from "./engine.js";
import type { Answer, Command, Question, QuestionAnswer, QuestionKind, Walk } from "./messages.js";
import { type Action, reduce } from "./reduce.js";
import type { RunKey } from "./runs.js";
import type { LabSettings } from "./settings.js";
import { initialState, type LabState, type View } from "./state.js";
import { type AskNext, type WritingRequest, type WrittenTexts, write } from "./writing.js";

/** The rejection of a question: a refusal, or an answer that will not come. */
export class LabRefusal extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Why a question has no answer. */
export const refusalIn = (error: unknown): Refusal =>
  error instanceof LabRefusal ? error.refusal : refusalOf(error);

type Answered = Extract<Answer, { type: "answered" }>;

interface PendingQuestion {
  readonly session: number;
  settle(answer: Pick<Answered, "value" | "refusal">): void;
}

export class LabStore extends ActionStore<LabState, Action> {
  readonly #start: StartEngine;
  #engine: Engine | undefined;
  /** False after a worker has died: the next engine runs on the page's own thread. */
  #mayUseWorker = true;
  #lastQuestion = 0;
  readonly #pending = new Map<number, PendingQuestion>();
  readonly writing = new RequestStore<WritingRequest, WrittenTexts>((asked, texts) =>
    write(this.#next, asked, texts),
  );
  readonly walk = new RequestStore<RunKey, Walk>((run) => this.#once("walk", { run }));
  readonly explanation = new RequestStore<Question["explain"], TrainingExplanation>((asked) =>
    this.#once("explain", asked),
  );

  /** `defaults` are the settings to fall back on, `before` how far the reader had come before the page was loaded again. */
  constructor(
    defaults: LabSettings,
    before?: Parameters<typeof initialState>[1],
    start: StartEngine = startEngine,
  ) {
    super(initialState(defaults, before));
    this.#start = start;
  }

  /** Asks the session about a run. Rejects with a LabRefusal, also if the session has been replaced. */
  ask<Kind extends QuestionKind>(kind: Kind, question: Question[Kind]): Promise<QuestionAnswer[Kind]> {
    return new Promise((resolve, reject) => {
      this.#lastQuestion += 1;
      const ask = this.#lastQuestion;
      const id = this.state.session;
      if (!this.#engine || id === 0) return reject(new LabRefusal(STALE));
      this.#pending.set(ask, {
        session: id,
        settle: ({ value, refusal }) =>
          refusal ? reject(new LabRefusal(refusal)) : resolve(value as QuestionAnswer[Kind]),
      });
      this.#send({ type: "ask", id, ask, kind, question });
    });
  }

  /** Starts again with these weights in all runs. Rejects with a LabRefusal if they do not fit. */
  load(weights: NamedFloats): Promise<void> {
    return new Promise((resolve, reject) => {
      this.dispatch({ type: "load", weights });
      const unsubscribe = this.subscribe(({ openings, ownWeights, refusal }) => {
        if (openings.some((opening) => opening.weights === weights)) return;
        unsubscribe();
        if (ownWeights === weights) resolve();
        else reject(new LabRefusal(refusal ?? STALE));
      });
    });
  }

  /** Shows what the reader has typed, chosen or opened. */
  show(view: Partial<View>): void {
    const before: Readonly<Record<string, unknown>> = { ...this.state.view };
    if (Object.entries(view).some(([name, value]) => before[name] !== value))
      this.dispatch({ type: "view", view });
  }

  close(): void {
    this.#engine?.close();
    this.#engine = undefined;
    this.#dropStale();
  }

  protected override reduce(state: LabState, action: Action): LabState {
    return reduce(state, action);
  }

  protected override followUp(before: LabState, action: Action): void {
    const { session, command } = this.state;
    if (action.type === "died") {
      this.#engine = undefined;
      this.#mayUseWorker = false;
    }
    if (action.type === "answer" && action.answer.type === "answered") {
      this.#pending.get(action.answer.ask)?.settle(action.answer);
      this.#pending.delete(action.answer.ask);
    }
    if (session !== before.session) {
      for (const store of [this.walk, this.writing]) store.dispatch({ type: "forget" });
      this.#dropStale();
    }
    if (command && command !== before.command) this.#send(command);
  }

  #send(command: Command): void {
    if (!this.#engine && command.type !== "open") return;
    this.#engine ??= this.#startEngine();
    this.#engine.send(command);
  }

  #startEngine(): Engine {
    let isAlive = true;
    const engine = this.#start(
      {
        answer: (answer) => isAlive && this.dispatch({ type: "answer", answer }),
        died: () => {
          if (!isAlive) return;
          isAlive = false;
          engine.close();
          this.dispatch({ type: "died" });
        },
      },
      this.#mayUseWorker,
    );
    return engine;
  }

  readonly #next: AskNext = (question) => this.ask("next", question);

  async *#once<Kind extends QuestionKind>(
    kind: Kind,
    question: Question[Kind],
  ): AsyncGenerator<QuestionAnswer[Kind], void> {
    yield this.ask(kind, question);
  }

  #dropStale(): void {
    for (const [ask, { session, settle }] of this.#pending) {
      if (session === this.state.session && this.#engine) continue;
      this.#pending.delete(ask);
      settle({ refusal: STALE });
    }
  }
}

const STALE: Refusal = { code: "lab-stale", message: "the model has changed", details: {} };
