/**
 * Trains the three runs in short slices, in a worker or on the page's own thread, and handles commands between the slices. A
 * slice does one unit of work after the other: a training step of one run, or a part of a measurement.
 */
import { refusalOf } from "../module/errors.js";
import type { Trainer } from "../module/training/types.js";
import { Group, type Training } from "./group.js";
import type { Answer, Command, LongCommand, Question, QuestionAnswer, QuestionKind } from "./messages.js";
import { batchProblem } from "./settings.js";

/** What a session depends on. Tests pass their own clock. */
export interface SessionHost {
  load(): Promise<Training>;
  post(answer: Answer): void;
  nowMs(): number;
  /** Calls `work` soon, after messages that have already arrived. */
  later(work: () => void): void;
}

/** The length of a slice, which leaves half of a frame to the page. */
export const SLICE_MS = 8;
/** The time between reports, because one is drawn over several frames (views/lab/leak_lab_element.ts). */
export const REPORT_MS = 150;

type Work = Generator<void, void>;

export class Session {
  readonly #host: SessionHost;
  #id = 0;
  #group: Group | undefined;
  #work: Work | undefined;
  /** The command that the work belongs to. */
  #command: LongCommand | undefined;
  /** The number of steps to train up to. */
  #until = 0;
  #isClosed = false;
  #isScheduled = false;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(host: SessionHost) {
    this.#host = host;
  }

  handle(command: Command): void {
    if (command.type === "open") return void this.#open(command);
    if (command.type === "ask") return void this.#answer(command);
    if (command.id !== this.#id || !this.#group) return;
    switch (command.type) {
      case "go":
        this.#group.go(command.step);
        this.#id = command.next;
        this.#replace(this.#group.measure());
        break;
      case "train":
        this.#until = command.until;
        this.#add(this.#train(this.#group), command.type);
        break;
      case "pause":
        this.#until = 0; // the current round is finished, so that all runs have taken the same number of steps
        break;
      case "spread":
        this.#add(this.#spread(this.#group, command.seeds, command.steps), command.type);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#work?.return();
    this.#work = undefined;
    this.#group?.dispose();
    this.#group = undefined;
  }

  async #open({ id, settings, weights }: Extract<Command, { type: "open" }>): Promise<void> {
    try {
      const training = await this.#host.load();
      if (this.#isClosed) return; // nobody would dispose of the models
      const task = training.trainingTask(settings.task);
      const problem = batchProblem(settings, task.data.length);
      if (problem) return void this.#host.post({ type: "refused", id, refusal: problem });
      const group = new Group(training, settings, task, weights);
      this.#group?.dispose();
      this.#group = group;
      this.#id = id;
      this.#host.post({ type: "opened", id, task, sample: group.sample, parameters: group.parameters });
      this.#replace(group.measure());
    } catch (error) {
      this.#host.post({ type: "refused", id, refusal: refusalOf(error) });
    }
  }

  #replace(work: Work): void {
    this.#work?.return();
    this.#command = undefined;
    this.#work = work;
    this.#schedule();
  }

  /** Does `work` after the current work. */
  #add(work: Work, command: LongCommand): void {
    this.#command = command;
    this.#work = this.#work ? inSequence(this.#work, work) : work;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#work) return;
    this.#isScheduled = true;
    this.#host.later(() => {
      this.#isScheduled = false;
      if (this.#work) this.#runSlice();
      this.#schedule();
    });
  }

  /** Runs units of work until the next one would exceed the slice, judged by the longest unit so far. */
  #runSlice(): void {
    const { nowMs } = this.#host;
    const start = nowMs();
    let longest = 0;
    for (let now = start; this.#work && now - start + longest <= SLICE_MS; ) {
      const isDone = this.#advance(this.#work);
      const after = nowMs();
      longest = Math.max(longest, after - now);
      now = after;
      if (isDone) this.#work = undefined;
    }
    if (!this.#work || this.#isDue()) this.#report();
    if (!this.#work) this.#host.post({ type: "idle", id: this.#id, did: this.#command });
  }

  /** Does one unit of work. Returns true if the work is done, or has failed and was refused. */
  #advance(work: Work): boolean {
    try {
      return work.next().done === true;
    } catch (error) {
      this.#host.post({ type: "refused", id: this.#id, refusal: refusalOf(error) });
      return true;
    }
  }

  #isDue(): boolean {
    return this.#host.nowMs() - this.#reportedMs >= REPORT_MS;
  }

  #report(): void {
    this.#reportedMs = this.#host.nowMs();
    const progress = this.#group?.progress();
    if (progress) this.#host.post({ type: "progress", id: this.#id, progress });
  }

  *#train(group: Group): Work {
    while (group.steps < this.#until) {
      yield* group.round();
      const broken = group.brokenRun();
      if (broken) {
        this.#report(); // the last checkpoint may not have been reported yet
        return void this.#host.post({ type: "broken", id: this.#id, step: group.steps, ...broken });
      }
      yield* group.measure();
    }
    yield* group.countExact();
  }

  *#spread(group: Group, seeds: readonly number[], steps: number): Work {
    for (const [i, seed] of seeds.entries()) {
      const other = group.withSeed(seed);
      try {
        while (other.steps < steps && !other.brokenRun()) {
          yield* other.round();
          yield* other.measure();
          const share = (i + other.steps / steps) / seeds.length;
          if (!this.#isDue()) continue;
          this.#reportedMs = this.#host.nowMs();
          this.#host.post({ type: "seedProgress", id: this.#id, share });
        }
        this.#host.post({ type: "seed", id: this.#id, done: { seed, ...other.results } });
      } finally {
        other.dispose();
      }
    }
  }

  #answer({ id, ask, kind, question }: Extract<Command, { type: "ask" }>): void {
    try {
      const group = id === this.#id ? this.#group : undefined;
      if (!group) throw new Error("the session has been replaced");
      const answer = ANSWERS[kind] as (trainer: Trainer, question: unknown) => QuestionAnswer[QuestionKind];
      const value = answer(group.trainers[question.run], question);
      this.#host.post({ type: "answered", id, ask, value });
    } catch (error) {
      this.#host.post({ type: "answered", id, ask, refusal: refusalOf(error) });
    }
  }
}

const ANSWERS: {
  readonly [Kind in QuestionKind]: (trainer: Trainer, question: Question[Kind]) => QuestionAnswer[Kind];
} = {
  next: (trainer, { tokens, temperature, seed, at }) => ({
    ...trainer.chooseToken(tokens, { temperature, seed }, at),
    steps: trainer.steps,
  }),
  weights: (trainer) => ({ steps: trainer.steps, weights: trainer.weights(), spec: trainer.spec }),
  walk: (trainer) => ({ steps: trainer.steps, trace: trainer.walk() }),
  explain: (trainer, { name, index }) => trainer.explain(name, index),
};

function* inSequence(first: Work, second: Work): Work {
  yield* first;
  yield* second;
}
